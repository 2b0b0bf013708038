import { describe, expect, it } from "vitest";
import { claims } from "../../../src/experiment/cho1998/graph-7.js";
import type { HotChildren } from "../../../src/experiment/hot-children.js";
import { crawlsByHand } from "../crawls-by-hand.js";

const agreeing = {
  "breadth-first, Figure 4": 0.7,
  "backlink, Figure 4": 0.5,
  "page-rank, Figure 4": 0.5,
  "breadth-first": 0.6,
  "backlink, Figure 4, ties lifo": 0.6,
  "backlink, Figure 4, ties random": 0.8,
};
const turned = {
  "breadth-first, Figure 4": 0.4,
  "backlink, Figure 4": 0.7,
  "page-rank, Figure 4": 0.7,
  "breadth-first": 0.6,
  "backlink, Figure 4, ties lifo": 0.6,
  "backlink, Figure 4, ties random": 0.8,
};

const found = (areas: Readonly<Record<string, number>>, [low, high]: readonly [number, number], hot?: number) => {
  const children = { ratio: 1, low, high, children: 9, hotChildren: 3, hot: 4, pages: 40, groups: 12 } as HotChildren;
  const pages = { children, drawn: "hosts", backlinks: new Uint32Array(0) } as const;
  return claims.map(({ test }) => test({ runs: crawlsByHand(areas, hot), pages }));
};
const verdicts = (...evidence: Parameters<typeof found>) => found(...evidence).map(({ verdict }) => verdict);

describe("the claims of Graph 7", () => {
  it("agree where breadth-first alone is ahead of chance, and ties move backlink by more than it is behind", () => {
    // ties 0.8 - 0.5, inside |0.5 - 0.7|
    expect(verdicts(agreeing, [1.5, 3])).toEqual(new Array(8).fill("agrees"));
    expect(
      found(agreeing, [1.5, 3])
        .slice(5)
        .map(({ ours }) => ours),
    ).toEqual([
      "1.0 times (1.5 to 3.0)",
      "inside Figure 4 0.700, breadth-first 0.600",
      "ties 0.300 (fifo 0.500, lifo 0.600, random 0.800), inside 0.200",
    ]);
  });

  it("disagree where breadth-first is behind chance and the others, and by more than ties move backlink", () => {
    // ties 0.8 - 0.6, inside |0.7 - 0.4|
    expect(verdicts(turned, [0.2, 0.9])).toEqual(new Array(8).fill("disagrees"));
  });

  it("leave it open whether children are hotter while the interval holds 1, at its ends too", () => {
    const children = (low: number, high: number) => verdicts(agreeing, [low, high])[5];
    expect([children(1, 2), children(0.5, 1), children(0.5, 2)]).toEqual(["mixed", "mixed", "mixed"]);
  });

  it("cannot be tested below 20 hot pages", () => {
    expect(verdicts(agreeing, [1.5, 3], 19)).toEqual(new Array(8).fill("cannot be tested"));
    expect(verdicts(agreeing, [1.5, 3], 20)).toEqual(new Array(8).fill("agrees"));
  });
});
