import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { compareSnapshots } from "../../src/freshness/observed/compare-snapshots.js";
import { storedSite } from "./stored-site.js";

describe("snapshots of one site", () => {
  it("show what changed from one to the next, what went and came, and how often each page changes", async () => {
    const folders = await storedSite();
    const { steps, pages } = compareSnapshots(await Promise.all(folders.map((folder) => openSnapshot(folder))));
    // two days apart: of n looks x found a change, the likeliest rate is -ln(1 - x / n) / 2
    expect(steps).toEqual([
      { unchanged: 1, changed: 1, gone: 1, added: 1, days: 2, rate: expect.closeTo(Math.log(2) / 2, 9) },
      { unchanged: 2, changed: 1, gone: 0, added: 0, days: 2, rate: expect.closeTo(Math.log(3 / 2) / 2, 9) },
    ]);
    // the estimator with reduced bias: -ln((n - x + 0.5) / (n + 0.5)) / 2
    const found = Object.fromEntries(pages.map(({ url, ...page }) => [url.slice(17), page]));
    expect(found).toEqual({
      a: { looks: 2, changed: 0, rate: expect.closeTo(0, 12) },
      b: { looks: 2, changed: 2, rate: expect.closeTo(Math.log(5) / 2, 12) },
      d: { looks: 1, changed: 0, rate: expect.closeTo(0, 12) },
    });
  });

  it("that share no page show no days and no rate", async () => {
    const [first] = await storedSite([{ a: "1" }]);
    const [other] = await storedSite([{ b: "1" }]);
    const { steps, pages } = compareSnapshots([await openSnapshot(first), await openSnapshot(other)]);
    expect(steps).toEqual([{ unchanged: 0, changed: 0, gone: 1, added: 1, days: 0, rate: undefined }]);
    expect(pages).toEqual([]);
  });
});
