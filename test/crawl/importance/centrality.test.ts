import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare } from "../../../src/crawl/compare/compare.js";
import { centrality } from "../../../src/crawl/importance/centrality.js";
import { mix } from "../../../src/crawl/importance/mix.js";
import { mass } from "../../../src/crawl/model/mass.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { CENTRALITY_NAMES, type CentralityName } from "../../../src/web/graph/centralities.js";
import type { Web } from "../../../src/web/web.js";
import { anyWeb, type Link, linksIn, webOf } from "../../fixture/webs.js";

const both = (links: readonly Link[]): Link[] =>
  links.flatMap(([a, b]): Link[] => [
    [a, b],
    [b, a],
  ]);
const values = (name: CentralityName, web: Web) => [...centrality(name).of(web)];
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
    for (const link of different) counts[Number(link.split(" ")[1])] += 1 / (size - 1);
    return size > 1 ? counts : [0];
  },
};

describe("centrality", () => {
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

  it("refuses a web that is too large before it is crawled, with the sizes, the limit and what to do", async () => {
    const size = 80_000; // 80,000 x 80,001 pages and links are more than 6e9
    const large = webOf(size, [[0, 1]], { name: "large" });
    const message =
      "betweenness: large has 80,000 pages and 1 link, which is too large: .* 6e\\+9 .*6\\.4e\\+9[^]*siteOf\\(web";
    expect(() => centrality("betweenness").of(large)).toThrow(new RegExp(message));
    const options = { orderings: [breadthFirst], importance: centrality("betweenness"), model: mass(), cache: false };
    const tasks: string[] = [];
    await expect(compare(large, { ...options, onProgress: ({ task }) => tasks.push(task) })).rejects.toThrow(
      "too large",
    );
    expect(tasks).toEqual([]);
    expect(centrality("in-degree").of(large)[1]).toBeCloseTo(1 / (size - 1));
  });

  it("tells how long it takes before it starts, where that is seconds", async () => {
    const size = 8_400; // 8,400 x 16,799 steps of 15 ns are 2.1 s
    const star = Array.from({ length: size - 1 }, (_, i) => [0, i + 1] as const);
    const tasks: string[] = [];
    const importance = centrality("betweenness");
    const begun = compare(webOf(size, star, { name: "wide" }), {
      orderings: [breadthFirst],
      importance,
      model: mass(),
      cache: false,
      onProgress: ({ task }) => {
        tasks.push(task);
        if (/about/.test(task)) throw new Error("told"); // what takes so long need not be done
      },
    });
    await expect(begun).rejects.toThrow("told");
    expect(tasks.at(-1)).toBe("betweenness of wide, about 2 s");
    expect(
      mix([
        [1, importance],
        [2, importance],
      ]).estimate?.(webOf(2, [[0, 1]])),
    ).toBeCloseTo(2 * 2 * 3 * 15e-6);
  });

  it("names what there is when asked for another", () => {
    expect(() => centrality("between" as CentralityName)).toThrow(
      /no centrality "between".*There are: closeness, between/,
    );
  });
});
