import fc from "fast-check";
import { DirectedGraph } from "graphology";
import { describe, expect, it } from "vitest";
import {
  CENTRALITIES,
  CENTRALITY_NAMES,
  type CentralityName,
  centralitiesOf,
  centralityEstimate,
} from "../../../src/web/graph/centralities.js";
import type { Web } from "../../../src/web/web.js";
import { coded } from "../../fixture/problems.js";
import { anyWeb, type Link, linksIn, webOf } from "../../fixture/webs.js";

const both = (links: readonly Link[]): Link[] =>
  links.flatMap(([a, b]): Link[] => [
    [a, b],
    [b, a],
  ]);
const values = (name: CentralityName, web: Web) => [...centralitiesOf(web, name)];
const path = webOf(4, [
  [0, 1],
  [1, 2],
  [2, 3],
]);
const cycle = webOf(5, [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 0],
]);
/** Five pages that link to page 0. */
const star = webOf(
  6,
  [1, 2, 3, 4, 5].map((leaf): Link => [leaf, 0]),
);
/** Stars around 0 and 3 whose centres link to each other; all links both ways. */
const stars = webOf(
  6,
  both([
    [0, 1],
    [0, 2],
    [3, 4],
    [3, 5],
    [0, 3],
  ]),
);
/** Page 0 links to 1, and pages 1 and 2 to each other: no link leads back to 0. */
const tail = webOf(3, [
  [0, 1],
  [1, 2],
  [2, 1],
]);

const near = (found: readonly number[], expected: readonly number[], digits = 6) => {
  expect(found.length).toBe(expected.length);
  for (const [page, value] of expected.entries()) expect(found[page], `page ${page}`).toBeCloseTo(value, digits);
};

/** Links on the shortest path from each page to each, and how many such paths there are; by exhaustive extension. */
function shortestPaths(web: Web) {
  const { size } = web.graph;
  const distance = Array.from({ length: size }, () => new Array<number>(size).fill(Number.POSITIVE_INFINITY));
  const paths = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const links = [...new Set(linksIn(web.graph).map(([from, to]) => `${from} ${to}`))].map((each) => each.split(" "));
  for (let from = 0; from < size; from++) {
    distance[from][from] = 0;
    paths[from][from] = 1;
    for (let length = 1; length < size; length++) {
      for (const [a, b] of links) {
        const [u, v] = [Number(a), Number(b)];
        if (distance[from][u] !== length - 1 || distance[from][v] < length) continue;
        distance[from][v] = length;
        paths[from][v] += paths[from][u];
      }
    }
  }
  return { distance, paths };
}

/** As the docstring says, page by page and pair by pair. */
const literal: Partial<Record<CentralityName, (web: Web) => number[]>> = {
  closeness(web) {
    const { distance } = shortestPaths(web);
    return distance.map((_, page) => {
      const reaching = distance.flatMap((row, from) => (from === page || row[page] === Infinity ? [] : [row[page]]));
      const total = reaching.reduce((sum, each) => sum + each, 0);
      return total === 0 ? 0 : (reaching.length / total) * (reaching.length / (web.graph.size - 1));
    });
  },
  betweenness(web) {
    const { distance, paths } = shortestPaths(web);
    const { size } = web.graph;
    return distance.map((_, page) => {
      let sum = 0;
      for (let from = 0; from < size; from++) {
        for (let to = 0; to < size; to++) {
          if (from === to || from === page || to === page || paths[from][to] === 0) continue;
          const over = distance[from][page] + distance[page][to] === distance[from][to];
          if (over) sum += (paths[from][page] * paths[page][to]) / paths[from][to];
        }
      }
      return size > 2 ? sum / ((size - 1) * (size - 2)) : sum;
    });
  },
  "in-degree"(web) {
    const { size } = web.graph;
    const counts = new Array<number>(size).fill(0);
    const different = new Set(linksIn(web.graph).map(([from, to]) => `${from} ${to}`));
    for (const link of different) {
      const [from, to] = link.split(" ").map(Number);
      if (from !== to) counts[to] += 1 / (size - 1);
    }
    return size > 1 ? counts : [0];
  },
};

it("closeness counts how many pages lead to a page, too, as Wasserman and Faust do: on a path 0, 1/3, 4/9, 1/2", () => {
  const graph = new DirectedGraph();
  for (const page of [0, 1, 2, 3]) graph.addNode(page);
  for (const page of [0, 1, 2]) graph.addEdge(page, page + 1);
  // k of 3 others lead to page k, at distances 1 .. k: (k / 3) * k / (1 + ... + k)
  const values = Object.values(CENTRALITIES.closeness.of(graph));
  for (const [page, value] of [0, 1 / 3, 4 / 9, 1 / 2].entries()) expect(values[page]).toBeCloseTo(value, 12);
});

describe("how central pages are", () => {
  it("of a path: pages are closer the further down they are, and those in the middle lie between", () => {
    // page 2 is reached by 2 of 3 pages over 1 + 2 links: (2 / 3) (2 / 3); of 3 x 2 pairs, 0-2, 0-3 lead over 1
    near(values("closeness", path), [0, 1 / 3, 4 / 9, 1 / 2]);
    near(values("betweenness", path), [0, 2 / 6, 2 / 6, 0]);
    near(values("in-degree", path), [0, 1 / 3, 1 / 3, 1 / 3]);
    // each link is a hub and an authority of its own, all alike
    near(values("authority", path), [0, 1, 1, 1]);
    near(values("hub", path), [1, 1, 1, 0]);
  });

  it("of a star: all worth is at the centre, but hubs are the leaves", () => {
    near(values("closeness", star), [1, 0, 0, 0, 0, 0]);
    near(values("betweenness", star), [0, 0, 0, 0, 0, 0]);
    near(values("authority", star), [1, 0, 0, 0, 0, 0]);
    near(values("hub", star), [0, 1, 1, 1, 1, 1]);
    near(values("in-degree", star), [1, 0, 0, 0, 0, 0]);
  });

  it("in-degree counts other pages alone: a page that all others and itself link to has 1", () => {
    const own = [
      [0, 0],
      [1, 0],
    ] as const;
    near(values("in-degree", webOf(2, own, { selfLinks: "keep" })), [1, 0]);
  });

  it("of a cycle: all pages are alike", () => {
    // 1 + 2 + 3 + 4 links from 4 pages: 0.4; 6 of 12 pairs of others lead over a page
    near(values("closeness", cycle), new Array(5).fill(0.4));
    near(values("betweenness", cycle), new Array(5).fill(0.5));
    for (const name of ["eigenvector", "authority", "hub"] as const) near(values(name, cycle), new Array(5).fill(1));
  });

  it("of two stars with a bridge: the centres", () => {
    // a centre: 1 + 1 + 1 + 2 + 2 links from 5 pages; a leaf: 1 + 2 + 2 + 3 + 3
    near(values("closeness", stars), [5 / 7, 5 / 11, 5 / 11, 5 / 7, 5 / 11, 5 / 11]);
    // of 20 pairs, over a centre: its two leaves (2 pairs), and each of them with the 3 pages beyond (12)
    near(values("betweenness", stars), [14 / 20, 0, 0, 14 / 20, 0, 0]);
    // largest eigenvalue 2 = centre's (2 leaves of 1/2 each, and the other centre): leaf = centre / 2
    for (const name of ["eigenvector", "authority", "hub"] as const)
      near(values(name, stars), [1, 0.5, 0.5, 1, 0.5, 0.5]);
  });

  it("tells eigenvector from authority: what is passed on is kept where pages link in circles only", () => {
    near(values("eigenvector", tail), [0, 1, 1]);
    near(values("authority", tail), [0, 1, 0]); // two hubs link to page 1, one to page 2, apart from each other
  });

  for (const [name, expected] of Object.entries(literal) as [CentralityName, (web: Web) => number[]][]) {
    it(`${name} equals its definition on random webs, with repeated links and links to themselves`, () => {
      fc.assert(fc.property(anyWeb(), (web) => near(values(name, web), expected(web), 9)));
    });
  }

  it("settles where graphology-metrics 2.4.2 by itself does not: without links, on repeated ones, and slowly", () => {
    // HITS divides by the largest hub, 0 without links; refuses multigraphs; and gives up after 100 passes, too few on
    // two stars of 40 and 41 leaves, whose eigenvalues are that near
    const empty = webOf(3, []);
    const twice = webOf(
      2,
      [
        [0, 1],
        [0, 1],
      ],
      { duplicates: "keep" },
    );
    const leaves = Array.from({ length: 81 }, (_, leaf): Link => [leaf + 2, leaf < 40 ? 0 : 1]);
    for (const name of CENTRALITY_NAMES) near(values(name, empty), [0, 0, 0]);
    near(values("authority", twice), [0, 1]);
    near(values("authority", webOf(83, leaves)).slice(0, 2), [0, 1]);
  });

  it("is rounded: searches to 11 digits, solvers to 6 decimals", () => {
    expect(values("closeness", path)[1]).toBe(0.33333333333);
    expect(values("in-degree", path)[1]).toBe(0.33333333333);
    // a start that links to a pair in a circle, and the other way: 1 / (golden ratio) of the largest
    const golden = webOf(
      2,
      [
        [0, 1],
        [1, 0],
        [1, 1],
      ],
      { selfLinks: "keep" },
    );
    expect(values("eigenvector", golden)).toEqual([0.618034, 1]);
  });

  it("is nothing on a web of one page", () => {
    const one = webOf(1, [[0, 0]], { selfLinks: "keep" });
    for (const name of CENTRALITY_NAMES) expect(values(name, one)).toEqual([0]);
  });
});

describe("how long centralities take", () => {
  it("is so many nanoseconds a step: of a search pages times pages and links, of the others pages and links", () => {
    // path: 4 pages, 3 links; 4 x 7 steps of 9 and of 15 ns, 7 steps of 1 and of 45 µs
    const estimates = CENTRALITY_NAMES.map((name) => [name, centralityEstimate(path, name)]);
    expect(Object.fromEntries(estimates)).toEqual({
      closeness: (28 * 9) / 1e6,
      betweenness: (28 * 15) / 1e6,
      eigenvector: 0.315,
      authority: 0.315,
      hub: 0.315,
      "in-degree": 0.007,
    });
  });

  it("is refused to tell above a million links, and above 6e9 steps of a search", () => {
    const sized = (size: number, links: number) => ({ ...path, name: "large", graph: { ...path.graph, size, links } });
    const refused = (sizes: string, reason: string) =>
      coded(
        "option",
        `${sizes}, which is too large: ${reason}.\n  Take one site of it, siteOf(web, "www.example.org"), or a smaller web; or another importance: pageRankOf() takes any web`,
      );
    expect(centralityEstimate(sized(1, 1_000_000), "hub")).toBeGreaterThan(0);
    expect(() => centralityEstimate(sized(1, 1_000_001), "hub")).toThrow(
      refused("hub: large has 1 page and 1,000,001 links", "graphology holds webs of up to 1,000,000 links here"),
    );
    expect(centralityEstimate(sized(75_000, 5000), "closeness")).toBe(54_000); // 6e9 of 9 ns
    expect(() => centralityEstimate(sized(75_000, 5001), "closeness")).toThrow(
      refused(
        "closeness: large has 75,000 pages and 5,001 links",
        "pages times pages and links may be 6e+9 at the most, and are 6.0e+9",
      ),
    );
  });
});
