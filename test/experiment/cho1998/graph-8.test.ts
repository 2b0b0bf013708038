import { describe, expect, it } from "vitest";
import { comeCloser, graph8 } from "../../../src/experiment/cho1998/graph-8.js";
import { load } from "../../../src/web/dataset/load.js";

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

it("draws Figure 5's crawler, whatever is inside, and no line of Figure 4's, which is Graph 7", async () => {
  const { figure } = await graph8.run(await load("campus", { pages: 120 }), { repeats: 1, cache: false });
  const { svg } = await figure();
  const lines = [...svg.matchAll(/>([^<]*, Figure \d)<\/text>/g)].map(([, text]) => text);
  expect(lines.toSorted()).toEqual(["PageRank, Figure 5", "backlink, Figure 5", "breadth-first, Figure 5"]);
});
