import { describe, expect, it } from "vitest";
import { claims as figure3 } from "../../../src/experiment/cho1998/figure-3.js";
import { CLUSTER_A, PAGE_1, PAGE_2, scene, surf } from "../../../src/experiment/cho1998/scene.js";
import { randomCrawlers, claims as section3 } from "../../../src/experiment/cho1998/section-3.js";
import { largestHost, claims as section5 } from "../../../src/experiment/cho1998/section-5.js";
import { linksOf } from "../../../src/graph/graph.js";
import { inDegrees } from "../../../src/graph/statistics.js";
import { Random } from "../../../src/random.js";
import { webOf } from "../../fixture/webs.js";

describe("the scene of Figure 3", () => {
  const { graph } = scene();

  it("is as drawn: pages of A point at each other, page 1 at all of them, and page 2 gets the most backlinks in the end", () => {
    for (const page of CLUSTER_A) {
      expect([...linksOf(graph, page)].toSorted((a, b) => a - b)).toEqual(CLUSTER_A.filter((other) => other !== page));
    }
    expect([...linksOf(graph, PAGE_1)]).toEqual(CLUSTER_A);
    const backlinks = inDegrees(graph);
    expect(backlinks[PAGE_2]).toBe(9);
    expect(CLUSTER_A.map((page) => backlinks[page])).toEqual(new Array(6).fill(6));
  });

  it("turns its claims when the orders are exchanged", () => {
    const [caught, reached] = figure3;
    const evidence = {
      counted: { page2: 5, firstOfA: 16, lastOfA: 21 },
      ranked: { page2: 13, firstOfA: 7, lastOfA: 12 },
    } as Parameters<typeof caught.test>[0];
    expect([caught.test(evidence).verdict, reached.test(evidence).verdict]).toEqual(["disagrees", "disagrees"]);
  });
});

describe("a surfer", () => {
  it("is found everywhere alike when links are never followed, and where they lead when always", () => {
    const ring = webOf(4, [[0, 1], [1, 2], [2, 3], [3, 0]]); // biome-ignore format: one line
    for (const share of surf(ring, 0, 40_000, 1)) expect(share).toBeCloseTo(0.25, 1);
    const pair = webOf(4, [[0, 1], [1, 0], [2, 0], [3, 0]]); // biome-ignore format: one line
    expect([...surf(pair, 1, 1_000, 1)]).toEqual([0.5, 0.5, 0, 0]);
  });
});

describe("random crawlers", () => {
  const hot = Uint8Array.from({ length: 2_000 }, (_, page) => (page % 4 === 0 ? 1 : 0));
  const { revisiting, once } = randomCrawlers(hot, new Random(1), 20);

  it("find K / T of the hot pages when they visit each page once, and 1 - (1 - 1/T)^K when they may come back", () => {
    for (const [tenth, share] of once.entries()) expect(share).toBeCloseTo((tenth + 1) / 10, 1);
    expect(once[9]).toBeCloseTo(1, 12);
    for (const [tenth, share] of revisiting.entries()) {
      const expected = 1 - (1 - 1 / 2_000) ** (200 * (tenth + 1)); // closed form; 20 crawls of 500 hot pages: sd below 0.005
      expect(Math.abs(share - expected)).toBeLessThan(0.02);
    }
  });

  it("turn the claim about those that come back where they would not miss any page", () => {
    const evidence = { hot: 500, pages: 2_000, revisiting: once, once: revisiting } as unknown as Parameters<(typeof section3)[0]["test"]>[0]; // biome-ignore format: one line
    expect(section3.slice(0, 2).map(({ test }) => test(evidence).verdict)).toEqual(["agrees", "disagrees"]);
  });
});

describe("how much of a web is reached", () => {
  it("agrees near the paper's shares, and disagrees far from them", () => {
    const verdicts = (reachable: number, largest: number | undefined) =>
      section5.map(({ test }) => test({ dataset: "web", pages: 1_000, reachable, largestHost: largest }).verdict);
    expect(verdicts(796, 450)).toEqual(["agrees", "agrees", "cannot be tested here"]);
    expect(verdicts(640, 300)).toEqual(["partly", "partly", "cannot be tested here"]);
    expect(verdicts(1_000, 50)).toEqual(["disagrees", "disagrees", "cannot be tested here"]);
    expect(verdicts(796, undefined)[1]).toBe("cannot be tested here");
  });

  it("finds the largest host by names, and none where there are no names", () => {
    const urls = ["http://a.test/", "http://b.test/1", "http://b.test/2"];
    expect(largestHost(webOf(3, [], { urls }))).toBe(2);
    expect(largestHost(webOf(3, []))).toBeUndefined();
  });
});
