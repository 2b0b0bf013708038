import { inPercent, plural } from "../../base/numbers.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { judgedWeb, worth } from "../../crawl/judge.js";
import { histogram } from "../../figure/histogram.js";
import { type Claim, ofMost, testClaims } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { statedOf } from "../paper-points.js";
import { smallSite } from "./small-site.js";

interface Evidence {
  /** Backlinks of each page that the start reaches. */
  readonly counts: Float64Array;
}

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "Most pages of a small site have fewer than 10 backlinks",
    source: "section 6, Graph 6",
    published: "most",
    tolerance: "more than half of the pages (mixed: a third or more)",
    quote: "From this histogram we can see that most pages have fewer than 10 backlinks",
    wouldChange:
      "Twenty sites of some 1,000 pages by as many authors: if on most of them fewer than half of the pages have under 10 backlinks (navigation bars that name every page do that), the site of the paper is no rule",
    test({ counts }) {
      const share = counts.filter((count) => count < 10).length / counts.length;
      return {
        ours: inPercent(share),
        verdict: ofMost(share),
        because: `${plural(counts.length, "page")} that the start reaches`,
      };
    },
  },
];

/** Backlinks within a small site. Cho et al. 1998, section 6, Graph 6. */
export const graph6: WebExperiment = {
  id: "cho1998/graph-6",
  title: "Backlinks within one small site",
  paper:
    "Cho et al. 1998, section 6, Graph 6: pages by backlink count within the database group's site. Most have fewer than 10, and in that " +
    "range the rank of a page depends on the style of its author: backlinks are no good importance on a small site.",
  suits: "cho1998-small-site",
  async run(whole) {
    const web = smallSite(whole);
    const counts = worth(judgedWeb(web, [web.start]).web, backlinks());
    const bins = new Map<number, number>();
    for (const count of counts) bins.set(count, (bins.get(count) ?? 0) + 1);
    const rows = [...bins]
      .sort(([a], [b]) => a - b)
      .map(([links, pages]) => ({ dataset: web.name, backlinks: links, pages }));
    return resultOf(
      graph6,
      whole.name,
      testClaims(claims, { counts }),
      rows,
      { dataset: { name: web.name, sha256: web.sha256 }, pages: counts.length },
      () =>
        histogram(rows, {
          paper: statedOf(graph6.id),
          notes: ["pages that the start reaches"],
        }),
    );
  },
};
