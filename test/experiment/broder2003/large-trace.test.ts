import { describe, expect, it } from "vitest";
import { largeTrace } from "../../../src/experiment/broder2003/large-trace.js";
import { chosenFrom, experiments } from "../../../src/experiment/found.js";

describe("the large trace", () => {
  it("has 500 threads on as many requests as are asked for, and names web and trace by their digests", async () => {
    const { provenance, verdicts, rows } = await largeTrace.run({ scale: 0.002 });
    type Provenance = {
      readonly threads: number;
      readonly trace: { readonly requests: number; readonly sha256: string };
    };
    const { threads, trace } = provenance as Provenance;
    expect(threads).toBe(500);
    // 100 million by a five hundredth; the page that reaches them is read to its end, and a web that ends gives fewer
    expect(trace.requests).toBeGreaterThan(0.9 * 200_000);
    expect(trace.requests).toBeLessThan(1.02 * 200_000);
    expect(trace.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(provenance).toMatchObject({ dataset: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    expect(verdicts.every(({ real }) => !real)).toBe(true);
    expect(new Set(rows.map((row) => (row as { policy: string }).policy))).toContain("MIN");
  });

  it("is run when it is named, not among all or its family", async () => {
    const all = (await experiments()).map((experiment) => ({ experiment }));
    const ids = (which: string) => chosenFrom(all, which).map(({ experiment }) => experiment.id);
    expect(ids(largeTrace.id)).toEqual([largeTrace.id]);
    expect(ids("broder2003")).not.toContain(largeTrace.id);
    await expect(largeTrace.run({ scale: 0 })).rejects.toThrow(/scale is a share/);
  });
});
