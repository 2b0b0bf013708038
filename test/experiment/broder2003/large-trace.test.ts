import { describe, expect, it } from "vitest";
import { largeTrace } from "../../../src/experiment/broder2003/large-trace.js";
import { chosenFrom, experiments } from "../../../src/experiment/reproduce.js";

describe("the large trace", () => {
  it("has the paper's threads on as many requests as are asked for, each known by its digest", async () => {
    const { provenance, verdicts, rows } = await largeTrace.run({ scale: 0.002 });
    expect(provenance).toMatchObject({ repeats: expect.stringMatching(/^as in the source/) });
    type Made = readonly { readonly threads: number; readonly requests: number; readonly sha256: string }[];
    const { crawls: made } = provenance as { readonly crawls: Made };
    expect(made.map(({ threads }) => threads)).toEqual([20, 100, 500]);
    // 53 and 100 million, by a five hundredth; the page that reaches them is read to its end
    for (const { threads, requests } of made) {
      const least = threads === 500 ? 200_000 : 106_000;
      expect(requests).toBeGreaterThanOrEqual(least);
      expect(requests).toBeLessThan(1.02 * least);
    }
    expect(new Set(made.map(({ sha256 }) => sha256)).size).toBe(3);
    for (const { sha256 } of made) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(verdicts.every(({ real }) => !real)).toBe(true);
    expect(new Set(rows.map((row) => (row as { policy: string }).policy))).toContain("MIN, 500 threads");
  });

  it("is run when it is named, not among all or its family", async () => {
    const all = (await experiments()).map((experiment) => ({ experiment }));
    const ids = (which: string) => chosenFrom(all, which).map(({ experiment }) => experiment.id);
    expect(ids(largeTrace.id)).toEqual([largeTrace.id]);
    expect(ids("broder2003")).not.toContain(largeTrace.id);
    await expect(largeTrace.run({ scale: 0 })).rejects.toThrow(/scale is a share/);
  });
});
