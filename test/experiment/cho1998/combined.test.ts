import { describe, expect, it } from "vitest";
import { combinedClaims } from "../../../src/experiment/cho1998/combined.js";
import { crawlsByHand } from "../crawls-by-hand.js";

const claims = combinedClaims("Graph 9");

/** Areas with breadth-first, PageRank and backlink inside Figure 5, and of PageRank order alone. */
const runsOf = ([first, ranked, counted, alone]: readonly number[], hot?: number) =>
  crawlsByHand(
    {
      "breadth-first, Figure 5": first,
      "page-rank, Figure 5": ranked,
      "backlink, Figure 5": counted,
      "page-rank": alone,
    },
    hot,
  );
const verdicts = (areas: readonly number[], atLarge: readonly number[], hot?: number) =>
  claims.map(({ test }) => test({ runs: runsOf(areas, hot), relevant: runsOf(atLarge) }).verdict);

describe("the claims of Graph 9", () => {
  it("agree where the two that are named have 0.9, are ahead of backlink, and pages at large come later", () => {
    expect(verdicts([0.9, 0.9, 0.6, 0.6], [0.7, 0.7, 0.5, 0.5])).toEqual(new Array(5).fill("agrees"));
  });

  it("disagree where the two have less than 0.8, are behind backlink, and pages at large come sooner", () => {
    expect(verdicts([0.6, 0.5, 0.7, 0.6], [0.7, 0.7, 0.8, 0.5])).toEqual(new Array(5).fill("disagrees"));
  });

  it("tell the areas of the two beside that of backlink by their names", () => {
    const { ours } = claims[2].test({ runs: runsOf([0.9, 0.8, 0.6, 0.5]), relevant: runsOf([0, 0, 0, 0]) });
    for (const each of ["breadth-first 0.900", "backlink 0.600"]) expect(ours).toContain(each);
  });

  it("count 0.8 after 40 % and 0.9 after 60 % as found, each of the two apart", () => {
    const early = (...two: readonly number[]) => verdicts([...two, 0.5, 0.5], [0, 0, 0, 0]).slice(0, 2);
    expect(early(0.8, 0.8)).toEqual(["agrees", "disagrees"]);
    expect(early(0.9, 0.79)).toEqual(["mixed", "mixed"]);
    expect(early(0.79, 0.9)).toEqual(["mixed", "mixed"]);
  });

  it("cannot be tested below 20 hot pages", () => {
    const some = [0.9, 0.9, 0.6, 0.6];
    expect(verdicts(some, some, 19)).toEqual(new Array(5).fill("cannot be tested"));
    expect(verdicts(some, some, 20)).not.toContain("cannot be tested");
  });

  it("are of the paper beside Graph 9, and beside Graph 10 where it says so again", () => {
    const quoted = (graph: "Graph 9" | "Graph 10") => combinedClaims(graph).map(({ quote }) => quote !== undefined);
    expect(quoted("Graph 9")).toEqual([true, true, true, true, true]);
    expect(quoted("Graph 10")).toEqual([false, false, false, false, true]);
    expect(combinedClaims("Graph 10").map(({ source }) => source.split(":")[0])).toEqual([
      ...new Array(4).fill("ours, on Graph 10"),
      "section 7, Graph 10; section 8",
    ]);
  });
});
