import { StringsBuilder } from "../../base/strings.js";
import { GraphBuilder } from "../graph/builder.js";
import type { GraphFormat } from "./format.js";
import { malformed } from "./format.js";
import { decode, eachLine, Line } from "./lines.js";
import { renumber, withIds } from "./renumber.js";

const NAME = "Kleinberg's query graph";

/**
 * Lines "n id url" for pages, in ascending order of id, and "e from to" for links; a comment begins with #. Where no page is named, pages are
 * those that links name, and have no URLs.
 */
export const kleinberg: GraphFormat = {
  kind: "format",
  name: "kleinberg",
  title: "Kleinberg (n ID URL, e FROM TO)",
  source: "Kleinberg 2002, www.cs.cornell.edu/courses/cs685/2002fa, gr0.California",

  sniff: (head) => /^(\ufeff)?(#.*\n|[ \t\r]*\n)*(n \d+ \S+|e \d+ \d+)\s*\n/.test(decode(head.subarray(0, 8192))),

  async read(bytes, options = {}) {
    const line = new Line(NAME);
    const urls = new StringsBuilder();
    const links = new GraphBuilder();
    const lineOfLink: number[] = [];
    const ids: number[] = [];
    await eachLine(bytes, line, () => {
      if (line.done || line.first === "#") return;
      const kind = line.field();
      if (kind === "n") {
        const id = line.integer("n ID URL");
        if (ids.length > 0 && id <= ids[ids.length - 1]) line.fail(`a page number above ${ids[ids.length - 1]}`);
        if (line.done) line.fail("n ID URL");
        ids.push(id);
        urls.add(line.rest);
        if (!line.terminated) line.fail("a newline after the last URL: without it the URL may be cut short");
      } else if (kind === "e") {
        const from = line.integer("e FROM TO");
        const to = line.integer("e FROM TO");
        line.finish("e FROM TO");
        line.uncut(to, ids.length > 0 ? ids[ids.length - 1] + 1 : Number.POSITIVE_INFINITY);
        links.add(from, to);
        lineOfLink.push(line.number);
      } else line.fail("n ID URL or e FROM TO");
    });
    if (ids.length === 0) {
      if (links.links === 0) throw malformed(NAME, { line: line.number }, "n ID URL", "no page");
      return withIds(links, options);
    }

    const own = Uint32Array.from(ids);
    const { rank } = renumber(own);
    const numbered = new GraphBuilder();
    const page = (id: number, link: number) => {
      const at = rank(id);
      if (own[at] === id) return at;
      throw malformed(NAME, { line: lineOfLink[link] }, "pages that an n line names", `page ${id}`);
    };
    const { pairs } = links;
    for (let i = 0; i < pairs.length; i += 2) numbered.add(page(pairs[i], i / 2), page(pairs[i + 1], i / 2));
    const built = numbered.build({ size: own.length, ...options });
    const contiguous = own[own.length - 1] === own.length - 1;
    return { ...built, urls: urls.build(), ...(contiguous ? {} : { ids: own }) };
  },
};
