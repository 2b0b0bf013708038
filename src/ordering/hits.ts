import { number, word } from "../base/method.js";
import type { PageId } from "../web/graph/graph.js";
import { RevealedLinks } from "./frontier/revealed-links.js";
import { scoredFrontier } from "./frontier/scored-frontier.js";
import { ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

const MOST_PASSES = 100;

/**
 * Crawls the best authority on what was revealed so far: weights of Kleinberg 1999, a(p) = sum of h(v) over the links v
 * -> p, h(v) = sum of a(p) over them, from equal hubs, each scaled to sum 1 of squares in every pass.
 *
 * Weights are compared as 32-bit floats, so that pages of equal weight tie. They are found anew, from equal hubs,
 * before every k-th page. Where several eigenvectors share the largest eigenvalue, or nearly, equal hubs decide, or the
 * last of 100 passes.
 *
 * O(m) per pass over m revealed links, some 10 to 100 passes for each k pages: for webs of up to a few hundred thousand
 * links.
 */
export const hits = defineOrdering({
  name: "hits",
  source: "Kleinberg 1999, on what was revealed",
  needs: ["links"],
  options: {
    /** "hub": for a page that waits has no links of its own yet; that reading is ours. */
    by: word(
      ["authority", "hub"],
      "weight of the page itself, for which good hubs link to it, or the largest hub weight of a page that links to it",
    ),
    ties,
    /** Between, pages leave in that order and new ones are appended. Not reorderEvery, because its default is not 1. */
    solveEvery: number(100, "[1, ∞)", "solve and sort before every k-th page only", {
      whole: true,
      is: "a number of pages, 1 or more",
      named: true,
    }),
    /** Weights have squares that sum to 1; the distance is Euclidean. */
    tolerance: number(1e-4, "(0, 1)", "stop when hub weights are this near to those of the pass before"),
  },
  create({ size, random }, { by, ties, solveEvery, tolerance }) {
    const frontier = scoredFrontier({ size, random, ties, reorderEvery: solveEvery });
    const links = new RevealedLinks(size);
    const discovered: PageId[] = [];
    const crawled: PageId[] = [];
    const hubs = new Float64Array(size);
    const authorities = new Float64Array(size);
    const scores = by === "authority" ? authorities : new Float64Array(size);
    let filed = 0;
    let taken = 0;
    let solved = false;
    /** As a 32-bit float: what rounding leaves of equal weights must not break their tie. */
    const weightOf = (page: PageId) => Math.fround(scores[page]);
    const solve = () => {
      if (solved) return;
      solved = true;
      if (taken % solveEvery === 0) {
        weigh(crawled, discovered, links, tolerance, hubs, authorities);
        if (by === "hub") bestHubs(crawled, links, hubs, scores);
        for (let i = 0; i < filed; i++)
          if (frontier.has(discovered[i])) frontier.file(discovered[i], weightOf(discovered[i]));
      }
      for (; filed < discovered.length; filed++) frontier.file(discovered[filed], weightOf(discovered[filed]));
    };
    return {
      discover(pages, count) {
        solved = false;
        for (let i = 0; i < count; i++) discovered.push(pages[i]);
      },
      reveal(page, targets, count) {
        solved = false;
        links.keep(page, targets, count);
        crawled.push(page);
      },
      next() {
        solve();
        const page = frontier.pop();
        if (page !== -1) taken++;
        solved = false;
        return page;
      },
      explain(page) {
        solve();
        return frontier.explain(page, by === "authority" ? "authority weight" : "best hub that links to it");
      },
    };
  },
});

/** Hub weights of the crawled pages and authority weights of the discovered ones. */
function weigh(
  crawled: readonly PageId[],
  discovered: readonly PageId[],
  links: RevealedLinks,
  tolerance: number,
  hubs: Float64Array,
  authorities: Float64Array,
): void {
  const { targets } = links;
  const fresh = new Float64Array(crawled.length);
  for (const page of crawled) hubs[page] = 1 / Math.sqrt(crawled.length);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    for (const page of discovered) authorities[page] = 0;
    for (const page of crawled) {
      const hub = hubs[page];
      for (let i = links.begin(page), end = links.end(page); i < end; i++) authorities[targets[i]] += hub;
    }
    let squares = 0;
    for (const page of discovered) squares += authorities[page] ** 2;
    if (squares === 0) return; // no links, or none that a hub has
    const scale = 1 / Math.sqrt(squares);
    for (const page of discovered) authorities[page] *= scale;
    squares = 0;
    for (let k = 0; k < crawled.length; k++) {
      let sum = 0;
      for (let i = links.begin(crawled[k]), end = links.end(crawled[k]); i < end; i++) sum += authorities[targets[i]];
      fresh[k] = sum;
      squares += sum * sum;
    }
    let apart = 0;
    for (let k = 0; k < crawled.length; k++) {
      const hub = fresh[k] / Math.sqrt(squares);
      apart += (hub - hubs[crawled[k]]) ** 2;
      hubs[crawled[k]] = hub;
    }
    if (Math.sqrt(apart) <= tolerance) return;
  }
}

/** Of the hubs that link to a page, the largest weight. */
function bestHubs(crawled: readonly PageId[], links: RevealedLinks, hubs: Float64Array, best: Float64Array): void {
  const { targets } = links;
  best.fill(0);
  for (const page of crawled) {
    for (let i = links.begin(page), end = links.end(page); i < end; i++) {
      if (hubs[page] > best[targets[i]]) best[targets[i]] = hubs[page];
    }
  }
}
