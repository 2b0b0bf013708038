import { grown } from "../base/growing.js";
import { word } from "../base/method.js";
import { defineOrdering } from "./ordering.js";

/**
 * Goes down before it goes on. The extreme that Cho et al. 1998, section 6, compare the backlink crawler with.
 *
 * O(1) per link; "recursive" keeps every revealed link, 4 bytes each, and 9 per page.
 */
export const depthFirst = defineOrdering({
  name: "depth-first",
  source: "Tarjan 1972; named in Cho et al. 1998, section 6",
  needs: ["links"],
  options: {
    /**
     * "recursive" (default): follows the first link of the page just crawled that leads to a page not crawled yet,
     * whenever that page was first seen; falls back to the next link of the page before. "stack": a last-in-first-out
     * queue of newly seen pages, as many crawlers have it; the last new link of a page is followed first, and a page seen
     * again stays where it is.
     */
    variant: word(
      ["recursive", "stack"],
      "follow links whenever their pages were first seen, or stack newly seen pages",
    ),
  },
  create({ size }, { variant }) {
    let stack = new Uint32Array(1024);
    let top = 0;
    const waiting = new Uint8Array(size);
    /** Where a page stands in the stack, at the highest of its places. */
    const places = new Uint32Array(size);
    const pushReversed = (pages: Uint32Array, count: number) => {
      stack = grown(stack, top + count);
      for (let i = count - 1; i >= 0; i--) {
        if (waiting[pages[i]] === 0) continue;
        stack[top++] = pages[i];
        places[pages[i]] = top;
      }
    };
    const next = () => {
      while (top > 0) {
        const page = stack[--top];
        if (waiting[page] === 1) {
          waiting[page] = 0;
          return page;
        }
      }
      return -1;
    };
    return {
      discover(pages, count) {
        for (let i = 0; i < count; i++) waiting[pages[i]] = 1;
        if (variant === "stack") pushReversed(pages.slice(0, count).reverse(), count);
        else pushReversed(pages, count); // reveal puts them on top once more; those of other crawlers are in no reveal
      },
      ...(variant === "recursive" && {
        reveal: (_page: number, links: Uint32Array, count: number) => pushReversed(links, count),
      }),
      next,
      explain: (page) => [{ name: "place in the stack, from its bottom", value: places[page] }],
    };
  },
});
