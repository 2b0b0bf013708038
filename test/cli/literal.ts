import { Random } from "../../src/base/random.js";

/** Links as a file lists them, in the file's own page numbers. */
export type Edges = readonly (readonly [from: number, to: number])[];

/** Chooses among the waiting pages, which stand in the order in which they were discovered; an index. */
export type Choice = (waiting: readonly number[], backlinks: ReadonlyMap<number, number>, seen: Edges) => number;

/** Targets of each page in the order of the file: of repeated links the first, no self-links. */
export function targetsOf(edges: Edges): Map<number, number[]> {
  const targets = new Map<number, number[]>();
  for (const [from, to] of edges) {
    const known = targets.get(from) ?? [];
    if (from !== to && !known.includes(to)) known.push(to);
    targets.set(from, known);
  }
  return targets;
}

/** Figure 1 of Cho et al. 1998, done over the list of links itself. */
export function literalCrawl(edges: Edges, start: number, choose: Choice): number[] {
  const targets = targetsOf(edges);
  const discovered = new Set([start]);
  const waiting = [start];
  const backlinks = new Map<number, number>();
  const seen: [number, number][] = [];
  const order: number[] = [];
  while (waiting.length > 0) {
    const [page] = waiting.splice(choose(waiting, backlinks, seen), 1);
    order.push(page);
    for (const to of targets.get(page) ?? []) {
      seen.push([page, to]);
      backlinks.set(to, (backlinks.get(to) ?? 0) + 1);
      if (!discovered.has(to)) waiting.push(to);
      discovered.add(to);
    }
  }
  return order;
}

const scores = (waiting: readonly number[], of: ReadonlyMap<number, number>) =>
  waiting.map((page) => of.get(page) ?? 0);

export const first: Choice = () => 0;
export const mostBacklinksFifo: Choice = (waiting, counts) => {
  const found = scores(waiting, counts);
  return found.indexOf(Math.max(...found));
};
export const mostBacklinksLifo: Choice = (waiting, counts) => {
  const found = scores(waiting, counts);
  return found.lastIndexOf(Math.max(...found));
};

/**
 * x(p) = 0.1 + 0.9 * sum of x(v)/c(v) over the pages v seen to link to p, by 400 passes; ties within 1e-9 go to the
 * page discovered first.
 */
export const highestRankFifo: Choice = (waiting, _counts, seen) => {
  const out = new Map<number, number>();
  for (const [from] of seen) out.set(from, (out.get(from) ?? 0) + 1);
  let ranks = new Map<number, number>();
  for (let pass = 0; pass < 400; pass++) {
    const next = new Map<number, number>();
    for (const [from, to] of seen) {
      next.set(to, (next.get(to) ?? 0) + (0.9 * (0.1 + (ranks.get(from) ?? 0))) / (out.get(from) as number));
    }
    ranks = next; // without the 0.1 that all pages have
  }
  const found = scores(waiting, ranks);
  const highest = Math.max(...found);
  return found.findIndex((rank) => rank > highest - 1e-9);
};

/** Links into each page, from pages that `start` reaches. */
export function backlinksWithin(edges: Edges, start: number): Map<number, number> {
  const reached = new Set(literalCrawl(edges, start, first));
  const counts = new Map([...reached].map((page) => [page, 0]));
  for (const [from, targets] of targetsOf(edges)) {
    if (reached.has(from)) for (const to of targets) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  return counts;
}

/**
 * A web of `size` pages 0 .. size - 1 with about `perPage` links each, to low numbers more often; page 0 reaches most
 * of it.
 */
export function randomEdges(size: number, perPage: number, seed: number): [number, number][] {
  const random = new Random(seed);
  const edges: [number, number][] = [];
  for (let page = 1; page < size; page++) if (page % 7 > 0) edges.push([random.below(page), page]);
  for (let i = 0; i < size * perPage; i++) edges.push([random.below(size), Math.floor(size * random.next() ** 2)]);
  for (let i = edges.length - 1; i > 0; i--) {
    const j = random.below(i + 1); // Fisher and Yates
    [edges[i], edges[j]] = [edges[j], edges[i]];
  }
  return edges;
}
