import { describe, expect, it } from "vitest";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import { histogram } from "../../src/figure/histogram.js";
import { missRateCurve } from "../../src/figure/miss-rate-curve.js";
import { type PaperMark, paperMarks } from "../../src/figure/paper-marks.js";
import { textWidth } from "../../src/figure/text-width.js";
import { expectGolden, overhang } from "./golden.js";
import { curveOf } from "./rows.js";

const said = (at: Partial<PaperMark>): PaperMark => ({
  says: "over 80 % after 40 %",
  quote: "after having seen only 40% of the pages, these crawlers have obtained over 80%",
  source: "1998, section 7",
  ...at,
});

const axes = {
  x: { field: "x", type: "quantitative", scale: { domain: [0, 100] } },
  y: { field: "y", type: "quantitative", scale: { domain: [0, 100] } },
  toX: (share: number) => 100 * share,
  toY: (share: number) => 100 * share,
};
const drawn = (...marks: Partial<PaperMark>[]) => paperMarks(marks.map(said), axes);
const shapes = (...marks: Partial<PaperMark>[]) => drawn(...marks)?.layers.map(({ mark }) => Object(mark).type);

describe("a paper's marks", () => {
  it("are drawn over the curves, with the year beside them and their words below the title", async () => {
    const rows = [...curveOf("breadth-first", 2), ...curveOf("PageRank", 5)];
    const figure = await crawlCurve(rows, { paper: [said({ x: 0.4, y: 0.8 })] });
    expectGolden(figure, "paper-marks");
    expect(overhang(figure)).toBe(0);
    expect(figure.description).toContain("the paper, 1998: over 80 % after 40 %");
    expect(figure.svg).toContain(">1998<");
    expect(JSON.stringify(figure.spec)).toContain("these crawlers have obtained over 80%");
  });

  it("stand at the paper's numbers, in the units of the axes", () => {
    expect(drawn({ x: 0.4, y: 0.8 })?.spots).toEqual([[[40, 80]]]);
  });

  it("are a point, a stretch with two ends, or a line across or up the picture, by what the paper states", () => {
    expect(shapes({ x: 0.4, y: 0.8 })).toEqual(["point"]);
    expect(shapes({ x: [0.1, 0.3], y: 0.8 })).toEqual(["rule", "point"]);
    expect(shapes({ y: 0.8 })).toEqual(["rule"]);
    expect(shapes({ x: 0.2 })).toEqual(["rule"]);
    expect(drawn({ x: [0.2, 0.3] })?.spots).toHaveLength(2);
  });

  it("are cut off where the axis ends, and left out beyond it", () => {
    const cut = drawn({ x: [0.5, 3], y: 0.2 });
    expect(cut?.spots).toEqual([
      [
        [50, 20],
        [100, 20],
      ],
      [[50, 20]],
    ]);
    expect(drawn({ x: [2, 3], y: 0.2 })).toBeUndefined();
    expect(paperMarks([], axes)).toBeUndefined();
  });

  it("stand at entries on the axis of sizes, as stretches in a small print of one line", async () => {
    const rows = Array.from({ length: 11 }, (_, i) => ({ policy: "CLOCK", size: 2 ** i, missRate: 0.8 - i / 20 }));
    const paper = [
      said({ x: [1, 16], y: 0.7, says: "70, then 20 %" }),
      said({ x: [64, 4096], y: 0.2, says: "70, then 20 %" }),
    ];
    const figure = await missRateCurve(rows, { paper });
    expectGolden(figure, "paper-marks-stretches");
    expect(overhang(figure)).toBe(0);
    expect(figure.description.match(/70, then 20 %/g)).toHaveLength(1);
  });

  it("are not covered by the year beside them", async () => {
    const figure = await crawlCurve(curveOf("PageRank", 5), { paper: [said({ x: 0.4, y: 0.6 })] });
    const { layer } = figure.spec as {
      layer: { name?: string; data?: { values: { label: string; x: number; y: number }[] } }[];
    };
    const { x, y } = layer.find(({ name }) => name === "names")!.data!.values.find(({ label }) => label === "1998")!;
    // 604 pixels of 100 % across, 300 up; the text is 14 high, and a mark 5 from its middle to its ends
    const left = ((x - 40) * 604) / 100;
    const across = Math.max(left, -left - textWidth("1998", 12));
    expect(Math.max(across, Math.abs(((y - 60) * 300) / 100) - 7)).toBeGreaterThan(5);
  });

  it("have their year within the picture where a legend stands beside it, also at a steep line", async () => {
    // all lines on one: their names find no room, so that a legend on the right has them
    const rows = ["a", "b", "c"].flatMap((policy) =>
      Array.from({ length: 11 }, (_, i) => ({ policy, size: 2 ** i, missRate: 0.5 })),
    );
    for (const mark of [{ y: 0.7 }, { x: 8 }, { x: [1, 16] as const, y: 0.9 }, { x: 1024, y: 1 }]) {
      const { spec } = await missRateCurve(rows, { paper: [said(mark)] });
      const { layer, width } = spec as {
        width: number;
        layer: { name?: string; data?: { values: { label: string; x: number }[] } }[];
      };
      const values = layer.find(({ name }) => name === "names")?.data?.values;
      expect(values?.map(({ label }) => label)).toEqual(["1998"]);
      expect((values![0].x * width) / 10 + textWidth("1998", 12)).toBeLessThanOrEqual(width); // the axis ends at 2^10
    }
  });

  it("have their year beside them on ratios, too, whose axis ends at a round number", async () => {
    const rows = [1, 2, 4, 8].flatMap((size, i) => [
      { policy: "MIN", size, missRate: 0.2 },
      { policy: "LRU", size, missRate: 0.2 + i / 10 },
    ]);
    const figure = await missRateCurve(rows, { relative: true, paper: [said({ y: 1.05 })] });
    expect(figure.svg).toContain(">1998<");
    // from 1 to 2.5, in fifths of at least 0.3: steps of 0.5
    expect(JSON.stringify(figure.spec)).toContain('"domain":[1,2.5]');
  });

  it("stand in front of the bar that the paper's count excludes", async () => {
    const rows = Array.from({ length: 20 }, (_, i) => ({ dataset: "campus", backlinks: i, pages: 20 - i }));
    const figure = await histogram(rows, { lastBin: 20, paper: [said({ x: 10, says: "fewer than 10" })] });
    expect(JSON.stringify(figure.spec)).toContain('"x":9.5');
    expect(figure.svg).toContain(">1998<");
    expect(overhang(figure)).toBe(0);
  });
});
