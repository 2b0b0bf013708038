import { readFileSync } from "node:fs";
import fc from "fast-check";
import { MultiDirectedGraph } from "graphology";
import pagerank from "graphology-metrics/centrality/pagerank.js";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import type { Graph } from "../../../src/web/graph/graph.js";
import { outDegree } from "../../../src/web/graph/graph.js";
import { type PageRankOptions, pageRankKernel } from "../../../src/web/graph/page-rank.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { anyGraph, attachmentWeb, type Link, linksIn } from "../../fixture/webs.js";
import { realData } from "../read/real-data.js";

const KEEP = { duplicates: "keep", selfLinks: "keep" } as const;
const EXACT = { tolerance: 1e-13 } as const;
const d = 0.9;

const clique = (pages: readonly number[]): Link[] =>
  pages.flatMap((from) => pages.filter((to) => to !== from).map((to): Link => [from, to]));
const numbers = (size: number, first = 0) => Array.from({ length: size }, (_, i) => first + i);
const total = (ranks: Float64Array) => ranks.reduce((sum, rank) => sum + rank, 0);
const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0);

function expectRanks(graph: Graph, expected: readonly number[], options: PageRankOptions = {}): void {
  const ranks = pageRankKernel(graph, { ...EXACT, ...options });
  expect(ranks.length).toBe(expected.length);
  for (const [page, rank] of ranks.entries())
    expect(Math.abs(rank - expected[page]), `page ${page}`).toBeLessThan(1e-9);
}

/**
 * The equations as a matrix, solved by elimination: page v passes d / c(v) along each of its links, or d / n to every
 * page.
 */
function byElimination(graph: Graph, { damping = d, dangling = "everywhere", linkCounts }: PageRankOptions): number[] {
  const { size } = graph;
  const count = (page: number) => linkCounts?.[page] ?? outDegree(graph, page);
  const rows = numbers(size).map((row) => [...numbers(size).map((column) => (row === column ? 1 : 0)), 1 - damping]);
  for (const [from, to] of linksIn(graph)) rows[to][from] -= damping / count(from);
  for (const from of numbers(size)) {
    if (count(from) === 0 && dangling === "everywhere") for (const row of rows) row[from] -= damping / size;
  }
  for (const pivot of numbers(size)) {
    for (const row of numbers(size)) {
      if (row === pivot) continue; // the matrix is diagonally dominant by column: no row need be exchanged
      const factor = rows[row][pivot] / rows[pivot][pivot];
      for (let column = pivot; column <= size; column++) rows[row][column] -= factor * rows[pivot][column];
    }
  }
  return rows.map((row, page) => row[size] / row[page]);
}

describe("pageRankKernel: closed forms", () => {
  it("gives 1 to every page of a clique, of a directed cycle, and of two cliques of different size", () => {
    expectRanks(graphFrom(6, clique(numbers(6))), Array(6).fill(1));
    expectRanks(
      graphFrom(
        7,
        numbers(7).map((page): Link => [page, (page + 1) % 7]),
      ),
      Array(7).fill(1),
    );
    expectRanks(graphFrom(8, [...clique(numbers(3)), ...clique(numbers(5, 3))]), Array(8).fill(1));
  });

  it("gives 1 - d^(i + 1) to page i of a chain, where rank is lost at its end", () => {
    const chain = graphFrom(
      20,
      numbers(19).map((page): Link => [page, page + 1]),
    );
    expectRanks(
      chain,
      numbers(20).map((i) => 1 - d ** (i + 1)),
      { dangling: "none" },
    );
  });

  it("gives the hub of a star that k pages point at (1 - d)(1 + d k)", () => {
    const star = graphFrom(
      11,
      numbers(10, 1).map((leaf): Link => [leaf, 0]),
    );
    expectRanks(star, [(1 - d) * (1 + 10 * d), ...Array(10).fill(1 - d)], { dangling: "none" });
  });

  it("gives the leaves of a star that points at k pages (1 - d)(1 + d / k)", () => {
    const star = graphFrom(
      11,
      numbers(10, 1).map((leaf): Link => [0, leaf]),
    );
    expectRanks(star, [1 - d, ...Array(10).fill((1 - d) * (1 + d / 10))], { dangling: "none" });
  });

  it("multiplies all ranks by n / (their sum) when dangling pages link to every page", () => {
    const star = graphFrom(
      11,
      numbers(10, 1).map((leaf): Link => [leaf, 0]),
    );
    const sum = (1 - d) * (11 + 10 * d);
    expectRanks(
      star,
      [(1 - d) * (1 + 10 * d), ...Array(10).fill(1 - d)].map((x) => (x * 11) / sum),
    );
    expectRanks(graphFrom(4, []), Array(4).fill(1)); // nothing but dangling pages
    expectRanks(graphFrom(4, []), Array(4).fill(1 - d), { dangling: "none" });
  });

  it("follows a one-way bridge from a clique of a pages to one of b pages", () => {
    // u: the page of the bridge, v: the others of its clique; w: where the bridge ends, z: the others there. By
    // symmetry
    //   u = (1 - d) + d v               v = (1 - d) + d (u / a + (a - 2) v / (a - 1))
    //   w = (1 - d) + d z + d u / a     z = (1 - d) + d (w + (b - 2) z) / (b - 1)
    const [a, b] = [4, 6];
    const v = ((1 - d) * (1 + d / a)) / (1 - (d * (a - 2)) / (a - 1) - (d * d) / a);
    const u = 1 - d + d * v;
    const into = 1 - d + (d * u) / a;
    const z = (1 - d + (d * into) / (b - 1)) / (1 - (d * (b - 2)) / (b - 1) - (d * d) / (b - 1));
    const w = into + d * z;
    const graph = graphFrom(a + b, [...clique(numbers(a)), ...clique(numbers(b, a)), [0, a]]);
    expectRanks(graph, [u, v, v, v, w, z, z, z, z, z]);
  });

  it("lets a page vote for itself, and twice for another, where such links are kept", () => {
    expectRanks(graphFrom(2, pairsOf("0,0 0,1"), KEEP), [(1 - d) / (1 - d / 2), (1 - d) * (1 + d / 2 / (1 - d / 2))], {
      dangling: "none",
    });
    expectRanks(graphFrom(1, [[0, 0]], KEEP), [1]);
    expectRanks(graphFrom(3, pairsOf("0,1 0,1 0,2"), KEEP), [0.1, 0.1 + 0.06, 0.1 + 0.03], { dangling: "none" });
  });

  it("divides by linkCounts where pages hold links that the graph does not", () => {
    // page 0 shows one of its three links; page 1 shows none of its two, so it is not dangling: that rank leaves the
    // web
    const linkCounts = Uint32Array.of(3, 2);
    for (const dangling of ["none", "everywhere"] as const) {
      expectRanks(graphFrom(2, [[0, 1]]), [0.1, 0.1 + (0.9 * 0.1) / 3], { linkCounts, dangling });
    }
  });

  it("is empty for a web without pages", () => {
    expect(pageRankKernel(graphFrom(0, []))).toEqual(new Float64Array());
  });
});

describe("pageRankKernel", () => {
  const options = fc.record({
    damping: fc.constantFrom(0.1, 0.5, 0.85, 0.9, 0.99),
    dangling: fc.constantFrom("none" as const, "everywhere" as const),
  });

  it("solves the equations that elimination solves", () => {
    fc.assert(
      fc.property(anyGraph(15), options, (graph, chosen) => {
        expectRanks(graph, byElimination(graph, chosen), chosen);
      }),
      { numRuns: 300 },
    );
  });

  it("solves them with linkCounts too", () => {
    fc.assert(
      fc.property(anyGraph(12), options, fc.infiniteStream(fc.nat(2)), (graph, chosen, outside) => {
        const counts = numbers(graph.size).map((page) => outDegree(graph, page) + (outside.next().value as number));
        const linkCounts = Uint32Array.from(counts);
        expectRanks(graph, byElimination(graph, { ...chosen, linkCounts }), { ...chosen, linkCounts });
      }),
    );
  });

  it("sums to n, or to 1 as a probability, n times smaller", () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const paper = pageRankKernel(graph, EXACT);
        const probability = pageRankKernel(graph, { ...EXACT, form: "probability" });
        expect(total(paper)).toBeCloseTo(graph.size, 9);
        expect(total(probability)).toBeCloseTo(1, 9);
        expect(
          distance(
            paper.map((rank) => rank / graph.size),
            probability,
          ),
        ).toBeLessThan(1e-12);
      }),
    );
  });

  it("keeps the L1 error that was allowed, from any start", () => {
    fc.assert(
      fc.property(
        anyGraph(40),
        options,
        fc.constantFrom(1e-2, 1e-4, 1e-7),
        fc.option(fc.integer()),
        (graph, chosen, tolerance, seed) => {
          const random = seed === null ? undefined : new Random(seed);
          const start = random && Float64Array.from({ length: graph.size }, () => 3 * random.next());
          const exact = pageRankKernel(graph, { ...chosen, ...EXACT });
          const error = distance(pageRankKernel(graph, { ...chosen, tolerance, start }), exact);
          // the kernel bounds it by the rank that it found, 1 % off at most
          expect(error).toBeLessThanOrEqual(1.03 * tolerance * total(exact));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("keeps it on a web of 5,000 pages", () => {
    const { graph } = attachmentWeb(5000, 5, new Random(1));
    const exact = pageRankKernel(graph, EXACT);
    for (const tolerance of [1e-2, 1e-4, 1e-8]) {
      expect(distance(pageRankKernel(graph, { tolerance }), exact) / graph.size).toBeLessThanOrEqual(tolerance);
    }
  });

  it("is done at once when it starts from the solution, in whichever form that is", () => {
    fc.assert(
      fc.property(
        anyGraph(),
        options,
        fc.constantFrom("paper" as const, "probability" as const),
        (graph, chosen, form) => {
          const start = pageRankKernel(graph, { ...chosen, ...EXACT, form });
          const before = start.slice();
          // one pass would be far off from a start read in another form: tolerance 0.9 stops after the first
          const again = pageRankKernel(graph, { ...chosen, form, tolerance: 0.9, start });
          expect(distance(again, start)).toBeLessThan(1e-10 * total(start));
          expect(start).toEqual(before);
        },
      ),
    );
  });

  it("refuses options that make no sense, naming them", () => {
    const graph = graphFrom(3, [[0, 1]]);
    for (const value of [0, 1, -0.5, Number.NaN]) {
      expect(() => pageRankKernel(graph, { damping: value })).toThrow(
        coded("option", `damping lies in (0, 1); found ${value}`),
      );
      expect(() => pageRankKernel(graph, { tolerance: value })).toThrow(
        coded("option", `tolerance lies in (0, 1); found ${value}`),
      );
    }
    expect(() => pageRankKernel(graph, { start: new Float64Array(2) })).toThrow(
      coded("option", "start has one entry per page, 3; found 2"),
    );
    expect(() => pageRankKernel(graph, { linkCounts: new Uint32Array(4) })).toThrow(
      coded("option", "linkCounts has one entry per page, 3; found 4"),
    );
  });
});

describe("pageRankKernel and graphology-metrics", () => {
  /*
   * graphology-metrics 2.4.2: sums to 1; alpha, 0.85 unless given, is our damping; a page without links links to every
   * page; parallel edges of a multigraph and self-loops each count, as links do that our builder kept; stops when the
   * L1 change of an iteration is below n * tolerance, and throws after maxIterations. So: form "probability", dangling
   * "everywhere", one graph for both with all links kept, and a tolerance that allows an L1 error of 9 * n * 1e-14
   * (change times d / (1 - d)).
   */
  const secondOpinion = (graph: Graph): number[] => {
    const other = new MultiDirectedGraph();
    for (const page of numbers(graph.size)) other.addNode(page);
    for (const [from, to] of linksIn(graph)) other.addDirectedEdge(from, to);
    const ranks = pagerank(other, { alpha: d, tolerance: 1e-14, maxIterations: 2000, getEdgeWeight: null });
    return numbers(graph.size).map((page) => ranks[page]);
  };

  it("agree on random multigraphs with self-links", () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const ours = pageRankKernel(graph, { ...EXACT, form: "probability" });
        expect(distance(ours, secondOpinion(graph))).toBeLessThan(1e-10);
      }),
    );
  });

  const file = realData("graphs/wb-cs-stanford/wb-cs.stanford.smat");
  it.skipIf(!file)("agree on wb-cs-stanford, a site of 9,914 pages and 36,854 links of 2001, within 1e-6", () => {
    const [head, ...rows] = readFileSync(file as string, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number));
    expect(head).toEqual([9914, 9914, 36_854]); // as its publisher counts
    const graph = graphFrom(
      head[0],
      rows.map(([from, to]): Link => [from, to]),
      KEEP,
    );
    expect(graph.links).toBe(36_854);
    const theirs = secondOpinion(graph);
    expect(distance(pageRankKernel(graph, { form: "probability" }), theirs)).toBeLessThan(1e-6); // the default tolerance
    expect(distance(pageRankKernel(graph, { ...EXACT, form: "probability" }), theirs)).toBeLessThan(1e-9);
  });
});
