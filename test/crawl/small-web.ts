import fc from "fast-check";
import { Random } from "../../src/base/random.js";
import type { Importance } from "../../src/crawl/importance/importance.js";
import type { JudgedCrawl } from "../../src/crawl/model.js";
import { graphFrom } from "../../src/web/graph/builder.js";
import type { Graph } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";

type Links = readonly (readonly [number, number])[];

/** A web of links alone, page 0 its start; `sha256` is made up from its links. */
export function smallWeb(size: number, links: Links, more: Partial<Web<"links">> = {}): Web<"links"> {
  return webOfGraph(graphFrom(size, links), { sha256: `small ${size} ${links.join(" ")}`, ...more });
}

export function webOfGraph(graph: Graph, more: Partial<Web<"links">> = {}): Web<"links"> {
  return {
    name: "small",
    capabilities: ["links"],
    graph,
    found: { links: graph.links, selfLinks: 0, duplicates: 0 },
    sha256: "graph",
    start: 0,
    ...more,
  };
}

/**
 * A web whose every page is reached from page 0: a tree in which page p hangs below a page drawn from 0 .. p - 1, and
 * `perPage` more links from each page to pages drawn with preference for low numbers.
 */
export function grownWeb(size: number, perPage: number, seed: number): Web<"links"> {
  const random = new Random(seed);
  const links: [number, number][] = [];
  for (let page = 1; page < size; page++) links.push([random.below(page), page]);
  for (let page = 0; page < size; page++) {
    for (let i = 0; i < perPage; i++) links.push([page, Math.floor(size * random.next() ** 3)]);
  }
  return webOfGraph(graphFrom(size, links), { name: `grown-${size}`, sha256: `grown ${size} ${perPage} ${seed}` });
}

/** A crawl of `importance.length` pages in one go, laid out as a model sees it. */
export function judged(
  order: readonly number[],
  importance: readonly number[],
  { hotAt, links = [], seed = 1 }: { hotAt?: number; links?: Links; seed?: number } = {},
): JudgedCrawl {
  return {
    graph: graphFrom(importance.length, links),
    order: Uint32Array.from(order),
    importance: Float64Array.from(importance),
    hotAt,
    random: new Random(seed),
  };
}

/** An importance that is what `of` says. */
export function importanceOf(of: (web: Web) => readonly number[], hotAt?: number): Importance<"links"> {
  return {
    kind: "importance",
    name: "given",
    label: "given",
    source: "this test",
    needs: ["links"],
    options: {},
    hotAt,
    of: (web) => Float64Array.from(of(web)),
  };
}

/** All orders of 0 .. size - 1. */
export function permutations(size: number): number[][] {
  if (size === 0) return [[]];
  return permutations(size - 1).flatMap((rest) =>
    Array.from({ length: size }, (_, at) => [...rest.slice(0, at), size - 1, ...rest.slice(at)]),
  );
}

/** All sequences of `length` pages out of 0 .. size - 1, repeats allowed. */
export function draws(size: number, length: number): number[][] {
  if (length === 0) return [[]];
  return draws(size, length - 1).flatMap((rest) => Array.from({ length: size }, (_, page) => [...rest, page]));
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Webs of up to `most` pages with up to `links` links, self-links and repeats among them. */
export const anyLinks = (most: number, links = 40): fc.Arbitrary<{ size: number; links: [number, number][] }> =>
  fc.integer({ min: 1, max: most }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      links: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: links }),
    }),
  );

/** A crawl in any order, complete or not, of pages whose small whole importance ties often. */
export const anyCrawl = (most: number) =>
  anyLinks(most).chain(({ size, links }) =>
    fc.record({
      links: fc.constant(links),
      importance: fc.array(fc.nat(4), { minLength: size, maxLength: size }),
      order: fc.shuffledSubarray(
        Array.from({ length: size }, (_, page) => page),
        { minLength: 1 },
      ),
      hotAt: fc.integer({ min: 0, max: 4 }),
    }),
  );
