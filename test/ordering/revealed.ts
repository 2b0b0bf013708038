import { expect } from "vitest";
import { graphFrom } from "../../src/web/graph/builder.js";
import { type Graph, linksOf, type PageId } from "../../src/web/graph/graph.js";
import { pageRankKernel } from "../../src/web/graph/page-rank.js";
import type { Web } from "../../src/web/web.js";
import type { Link } from "../fixture/webs.js";

/**
 * The part of a web that the crawl of `order` revealed, in the page numbers of the web; other pages are there without
 * links.
 */
export function revealedBy(web: Web, order: readonly PageId[]): Graph {
  const links = order.flatMap((page) => [...linksOf(web.graph, page)].map((to): Link => [page, to]));
  return graphFrom(web.graph.size, links, { duplicates: "keep", selfLinks: "keep" });
}

/** A step of a crawl: the page it took, and those that waited besides. */
export interface Step {
  readonly before: readonly PageId[];
  readonly taken: PageId;
  readonly others: readonly PageId[];
}

/** The choices that a crawl made, one per page. */
export function* stepsOf(web: Web, order: readonly PageId[]): Generator<Step> {
  const discovered = new Set([web.start]);
  const waiting = new Set(discovered);
  for (const [k, taken] of order.entries()) {
    waiting.delete(taken);
    yield { before: order.slice(0, k), taken, others: [...waiting] };
    for (const to of linksOf(web.graph, taken)) {
      if (!discovered.has(to)) waiting.add(to);
      discovered.add(to);
    }
  }
}

/**
 * IR' of every page after the pages `before` were crawled: the kernel's solution, Figure 2 (3) without a dangling rule.
 */
export const exactRanks = (web: Web, before: readonly PageId[], damping = 0.9, start?: Float64Array): Float64Array =>
  pageRankKernel(revealedBy(web, before), { damping, dangling: "none", tolerance: 1e-13, start });

/**
 * Two crawls are the same, except that where they part the exact ranks of the pages they took are within a relative
 * `tolerance`.
 */
export function expectSameButForTies(
  web: Web,
  order: readonly PageId[],
  other: readonly PageId[],
  tolerance: number,
): void {
  expect(order.length).toBe(other.length);
  const k = order.findIndex((page, i) => page !== other[i]);
  if (k === -1) return;
  const ranks = exactRanks(web, order.slice(0, k));
  const [a, b] = [ranks[order[k]], ranks[other[k]]];
  expect(Math.abs(a / b - 1), `pages ${order[k]} and ${other[k]} at step ${k}`).toBeLessThan(tolerance);
}
