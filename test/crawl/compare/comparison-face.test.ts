import { describe, expect, it } from "vitest";
import { type IntervalCell, NameCell } from "../../../src/base/face/cell.js";
import { threeDecimals } from "../../../src/base/rows/three-decimals.js";
import { type CompareOptions, compare } from "../../../src/crawl/compare/compare.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { random } from "../../../src/ordering/random.js";
import { grownWeb } from "../small-web.js";

const web = grownWeb(300, 3, 2);
const comparing = (more: Partial<CompareOptions<"links">> = {}) =>
  compare(web, {
    orderings: [random, breadthFirst, backlink],
    importance: backlinks({ hotAt: 6 }),
    cache: false,
    ...more,
  });

describe("what a notebook shows of a comparison", () => {
  it("is a line per ordering, with its intervals on scales that all share, and how far it is behind the first", async () => {
    const runs = await comparing({ repeats: 4 });
    const [table] = runs.face().tables ?? [];
    const rows = table.rows as Record<string, unknown>[];
    const summary = runs.summary();
    const differences = runs.differences();
    const best = differences[0].ordering;
    expect(rows.map((row) => String(row.ordering))).toEqual(summary.map(({ ordering }) => ordering));
    expect(rows.every((row) => row.ordering instanceof NameCell)).toBe(true);
    const ends = {
      low: Math.min(...summary.map(({ low }) => low)),
      high: Math.max(...summary.map(({ high }) => high)),
    };
    for (const [i, row] of rows.entries()) {
      const { ordering, area, low, high, at10, at80 } = summary[i];
      const behind = differences.find(({ baseline }) => baseline === ordering);
      expect(Object.keys(row)).toEqual([
        ...["ordering", "median area", "90 % of 4 crawls", "behind, on the mean", "95 % interval", "told apart"],
        ...[10, 20, 40, 60, 80].map((at) => `at ${at} %`),
      ]);
      expect(
        [Number(row["median area"]), Number(row["at 10 %"]), Number(row["at 80 %"])].map((each) => each.toFixed(2)),
      ).toEqual([area, at10, at80].map((each) => each.toFixed(2)));
      const own = row["90 % of 4 crawls"] as IntervalCell;
      expect([own.interval, own.scale]).toEqual([{ low, high, at: area }, ends]);
      expect(own.color).toBe((row.ordering as NameCell).color);
      if (behind === undefined) {
        expect(ordering).toBe(best);
        expect([row["behind, on the mean"], row["95 % interval"], row["told apart"]]).toEqual(["0", "", ""]);
      } else {
        const interval = row["95 % interval"] as IntervalCell;
        expect(row["behind, on the mean"]).toBe(threeDecimals(behind.mean));
        expect(interval.interval).toMatchObject({ low: behind.low, high: behind.high, at: behind.mean });
        expect([interval.scale.low, interval.scale.high]).toEqual([
          Math.min(0, ...differences.map((each) => each.low)),
          Math.max(0, ...differences.map((each) => each.high)),
        ]);
        expect(row["told apart"]).toBe(behind.moreStarts === 0 ? "yes" : "no");
      }
    }
  });

  it("says what is concluded, what was judged, and what a reader should mind", async () => {
    const runs = await comparing({ repeats: 4 });
    const { say, notes, warnings } = runs.face();
    expect(say).toBe(runs.conclusions().join(" ").replaceAll(backlink.label, "backlink")); // in short
    expect(notes?.length).toBe(1); // no web of the catalogue
    expect(notes?.[0]).toMatch(/^.*, importance backlinks.*, model .*\. Point at a name for its settings\.$/);
    expect(warnings).toEqual([]);
    const generated = { ...web, name: "campus" };
    const other = await compare(generated, { orderings: [random], importance: backlinks({ hotAt: 6 }), cache: false });
    expect(other.face().notes?.[1]).toBe(
      "campus is generated: what holds here alone is not established. datasets() lists real webs.",
    );
  });

  it("has no intervals of one crawl each, and tells nothing apart", async () => {
    const runs = await comparing();
    const [{ rows }] = runs.face().tables ?? [];
    for (const row of rows)
      expect(Object.keys(row)).toEqual(["ordering", "area", ...[10, 20, 40, 60, 80].map((at) => `at ${at} %`)]);
  });
});
