import { describe, expect, it } from "vitest";
import { claims, comeCloser, graph8 } from "../../../src/experiment/cho1998/graph-8.js";
import { load } from "../../../src/web/dataset/load.js";
import { crawlsByHand } from "../crawls-by-hand.js";

// Gaps written by hand; the margin is 0.02 of area.
const five = (gap: number) => new Array<number>(5).fill(gap);
const shrinks = { figure4: five(0.1), figure5: five(0.01) };
const grows = { figure4: five(0.1), figure5: five(0.2) };
const stays = { figure4: five(0.1), figure5: five(0.09) };
const small = { figure4: five(0.01), figure5: five(0) };

describe("comeCloser", () => {
  it("agrees when every gap shrinks by more than the margin, and disagrees when none does and one grows", () => {
    expect(comeCloser({ backlink: shrinks, "page-rank": shrinks }).verdict).toBe("agrees");
    expect(comeCloser({ backlink: shrinks, "page-rank": stays }).verdict).toBe("mixed");
    expect(comeCloser({ backlink: stays, "page-rank": grows }).verdict).toBe("disagrees");
  });

  it("cannot be tested where all are as close as the margin under Figure 4, and says so for each", () => {
    const { verdict, ours, because } = comeCloser({ backlink: small, "page-rank": small });
    expect(verdict).toBe("cannot be tested");
    expect(ours).toBe("backlink: Figure 4 0.010, Figure 5 0.000; page-rank: Figure 4 0.010, Figure 5 0.000");
    const reason = "the gap under Figure 4 is at most 0.02, and cannot shrink by more";
    expect(because).toBe(`backlink: ${reason}; page-rank: ${reason}`);
  });

  it("agrees in part when one cannot be tested and the other agrees, and disagrees when the other does", () => {
    expect(comeCloser({ backlink: small, "page-rank": shrinks }).verdict).toBe("mixed");
    expect(comeCloser({ backlink: small, "page-rank": grows }).verdict).toBe("disagrees");
  });

  it("looks at the median gap: at the margin it cannot be tested, above it can", () => {
    const at = [0, 0, 0.02, 0.5, 0.5]; // median 0.02
    const above = [0, 0, 0.021, 0.5, 0.5];
    expect(comeCloser({ backlink: { figure4: at, figure5: five(0) } }).verdict).toBe("cannot be tested");
    // median difference 0.021, positive in 3 of 5
    expect(comeCloser({ backlink: { figure4: above, figure5: five(0) } }).verdict).toBe("mixed");
  });
});

describe("the claims of Graph 8", () => {
  const areasOf = ([first, counted, ranked]: readonly number[], rule: "Figure 4" | "Figure 5") => ({
    [`breadth-first, ${rule}`]: first,
    [`backlink, ${rule}`]: counted,
    [`page-rank, ${rule}`]: ranked,
  });
  /** @param single of 12 hot pages, those with one backlink; the others have none, or two */
  const verdicts = (
    figure4: readonly number[],
    figure5: readonly number[],
    graded: number,
    single: number,
    hot?: number,
  ) => {
    const areas = { ...areasOf(figure4, "Figure 4"), ...areasOf(figure5, "Figure 5"), "similarity, graded": graded };
    const backlinks = Uint32Array.from({ length: 12 }, (_, i) => (i < single ? 1 : i === 11 ? 0 : 2));
    return claims.map(({ test }) => test({ runs: crawlsByHand(areas, hot), pages: { backlinks } as never }).verdict);
  };
  const [apart, near] = [
    [0.6, 0.4, 0.4],
    [0.8, 0.7, 0.75],
  ];

  it("agree where all gain, the others most, breadth-first stays ahead, and graded relevance is ahead of all", () => {
    expect(verdicts(apart, near, 0.9, 5)).toEqual(new Array(5).fill("agrees"));
  });

  it("disagree where all lose, the gaps grow, one of the others is ahead, and graded relevance is behind", () => {
    expect(verdicts([0.7, 0.75, 0.75], [0.5, 0.3, 0.6], 0.6, 2)).toEqual(new Array(5).fill("disagrees"));
  });

  it("hold graded relevance against the best of the six, whichever it is", () => {
    for (const best of [0, 1, 2]) {
      const [four, five] = [[0.5, 0.5, 0.5].with(best, 0.9), [0.5, 0.5, 0.5]];
      expect([verdicts(four, five, 0.8, 5)[4], verdicts(five, four, 0.8, 5)[4]]).toEqual(["disagrees", "disagrees"]);
    }
  });

  it("ask for more than a third with one backlink, and take a quarter for a part", () => {
    const ofTwelve = (single: number) => verdicts(apart, near, 0.9, single)[3];
    expect([5, 4, 3, 2].map(ofTwelve)).toEqual(["agrees", "mixed", "mixed", "disagrees"]);
  });

  it("cannot be tested below 20 hot pages", () => {
    expect(verdicts(apart, near, 0.9, 5, 19)).toEqual(new Array(5).fill("cannot be tested"));
    expect(verdicts(apart, near, 0.9, 5, 20)).toEqual(new Array(5).fill("agrees"));
  });
});

it("draws Figure 5's crawler, whatever is inside, and no line of Figure 4's, which is Graph 7", async () => {
  const { figure } = await graph8.run(await load("campus", { pages: 120 }), { repeats: 1, cache: false });
  const { svg } = await figure();
  const lines = [...svg.matchAll(/>([^<]*, Figure \d)<\/text>/g)].map(([, text]) => text);
  expect(lines.toSorted()).toEqual(["PageRank, Figure 5", "backlink, Figure 5", "breadth-first, Figure 5"]);
});
