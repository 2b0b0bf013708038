import { got, problem } from "../base/error.js";
import { checkOptions } from "../base/method.js";
import { requireMethod } from "../base/methods-in.js";
import type { PageId } from "../web/graph/graph.js";
import type { Capability } from "../web/web.js";
import { ORDERINGS, type OrderingMethod, ourOrdering } from "./ordering.js";

export interface ExploringOptions {
  /** Share of the pages that are drawn at random from the frontier, in [0, 1]. */
  readonly share: number;
}

/**
 * Another ordering, which now and then gives way to a page drawn uniformly from the frontier: exploration against the
 * clusters that a greedy ordering gets caught in. Menczer, Pant and Srinivasan 2004 found such mixtures best for
 * topical crawlers.
 *
 * exploring(backlink, { share: 0.1 })
 *
 * @throws "option" when share lies outside [0, 1]
 *
 * O(1) per page besides the other ordering.
 */
export function exploring<N extends Capability>(
  inner: OrderingMethod<N>,
  options: ExploringOptions,
): OrderingMethod<N> {
  requireMethod("exploring", ORDERINGS, inner);
  checkOptions("exploring", options, { share: undefined });
  const { share } = options;
  if (!(share >= 0 && share <= 1)) throw problem.option`share of explored pages lies in [0, 1]; ${got(share)}`;
  return ourOrdering({
    kind: "ordering",
    name: "exploring",
    label: `${inner.label}, exploring ${share}`,
    source: "mixture; compare Menczer, Pant and Srinivasan 2004",
    offline: inner.offline,
    needs: inner.needs,
    options: { share },
    inner,
    create(context) {
      const { size } = context;
      const random = context.random.fork();
      const ordering = inner.create(context);
      const waiting = new Uint32Array(size);
      const slots = new Uint32Array(size);
      const crawled = new Uint8Array(size);
      let count = 0;
      const remove = (page: PageId) => {
        const last = waiting[--count];
        waiting[slots[page]] = last;
        slots[last] = slots[page];
        crawled[page] = 1;
        return page;
      };
      return {
        discover(pages, fresh) {
          for (let i = 0; i < fresh; i++) {
            slots[pages[i]] = count;
            waiting[count++] = pages[i];
          }
          ordering.discover(pages, fresh);
        },
        ...(ordering.reveal && { reveal: ordering.reveal.bind(ordering) }),
        ...(ordering.explain && { explain: ordering.explain.bind(ordering) }),
        next() {
          if (count > 0 && random.next() < share) return remove(waiting[random.below(count)]);
          for (;;) {
            const page = ordering.next();
            if (page === -1) return -1;
            if (crawled[page] === 0) return remove(page); // else drawn before its turn
          }
        },
      };
    },
  });
}
