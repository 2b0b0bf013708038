import { describe, expect, it } from "vitest";
import { type CurveRow, crawlCurve } from "../../src/figure/crawl-curve.js";
import { expectGolden, overhang } from "./golden.js";
import { curveOf, idealOf } from "./rows.js";

/** Stroke colours of lines (not areas) in the SVG, in drawing order. */
const strokes = (svg: string) =>
  [...svg.matchAll(/class="mark-line[^"]*"[\s\S]*?stroke="([^"]+)"/g)].map((match) => match[1]);

const random = (more: Partial<CurveRow> = {}) => curveOf("random (closed form)", 1, more);

describe("crawlCurve", () => {
  it("draws orderings with bands, and the two references thin and grey", async () => {
    const rows = [
      ...curveOf("breadth-first", 2, { band: 0.2 }),
      ...curveOf("backlink", 3, { band: 0.4 }),
      ...curveOf("PageRank", 5, { band: 0.2 }),
      ...random(),
      ...idealOf(0.1),
    ];
    const figure = await crawlCurve(rows, { notes: ["1,000 pages, all reachable · ties: at random · seeds 1 to 10"] });
    expectGolden(figure, "crawl-curve");
    expect(overhang(figure)).toBe(0);
  });

  it("draws one ordering at several thresholds, named by G, as Graph 1 does", async () => {
    const rows = [3, 10, 100].flatMap((hotAt, i) => [...curveOf("backlink", 1 + i, { hotAt }), ...random({ hotAt })]);
    const figure = await crawlCurve(rows);
    expectGolden(figure, "crawl-curve-thresholds");
    expect(overhang(figure)).toBe(0);
    expect(Object.keys(figure.summary![0])).toEqual(["crawled %", "G = 3 %", "G = 10 %", "G = 100 %", "chance %"]);
  });

  it("names ordering and G where both vary", async () => {
    const rows = ["backlink", "PageRank"].flatMap((name) => [3, 100].flatMap((hotAt) => curveOf(name, 2, { hotAt })));
    const { svg } = await crawlCurve(rows);
    for (const label of ["backlink, G = 3", "backlink, G = 100", "PageRank, G = 3", "PageRank, G = 100"]) {
      expect(svg).toContain(`>${label}<`);
    }
  });

  it("draws an ordering in the same colour when the others are left out", async () => {
    const all = await crawlCurve([...curveOf("breadth-first", 2), ...curveOf("my own", 4), ...curveOf("PageRank", 5)]);
    const alone = await crawlCurve(curveOf("PageRank", 5));
    const mine = await crawlCurve([...curveOf("PageRank", 5), ...curveOf("my own", 4)]);
    expect(strokes(all.svg)).toHaveLength(3);
    expect(strokes(alone.svg)).toEqual(["#008a5a"]); // green
    expect(strokes(all.svg)[2]).toBe("#008a5a");
    expect(strokes(mine.svg)).toEqual(["#008a5a", strokes(all.svg)[1]]);
  });

  it("keeps single crawls in its rows, thin where there are ten or fewer and a band where there are more", async () => {
    const withCrawls = (crawls: number) => [
      ...curveOf("backlink", 3, { band: 0.2 }),
      ...Array.from({ length: crawls }, (_, repeat) => curveOf("backlink", 2 + repeat, { repeat })).flat(),
    ];
    const few = await crawlCurve(withCrawls(10));
    const many = await crawlCurve(withCrawls(11));
    expect([few, many].map(({ svg }) => [strokes(svg).length, svg.includes("mark-area")])).toEqual([
      [11, false],
      [1, true],
    ]);
    expect(few.csv().trim().split("\n")).toHaveLength(1 + 11 * 21);
    expect(few.csv().split("\n")[0]).toContain("repeat");
    expect(few.summary).toEqual(many.summary); // of the line, not of crawls
    expect(few.title).toBe((await crawlCurve(curveOf("backlink", 3))).title);
    expect(overhang(few)).toBe(0);
  });

  it("summarises each tenth of the crawl by the last point at or before it, in percent", async () => {
    // closed form: 1 - (1 - 0.3)^2 = 0.51
    const { summary } = await crawlCurve(curveOf("breadth-first", 2));
    expect(summary).toHaveLength(10);
    expect(summary![2]).toEqual({ "crawled %": 30, "breadth-first %": 51 });
  });

  it("lays out the same picture whatever the order of the rows within a series", async () => {
    const rows = curveOf("breadth-first", 2);
    expect((await crawlCurve(rows.toReversed())).svg).toBe((await crawlCurve(rows)).svg);
  });

  it("keeps shares in its rows and percent in its picture", async () => {
    const figure = await crawlCurve(curveOf("breadth-first", 2));
    expect(Math.max(...figure.rows.map((row) => row.crawled))).toBe(1);
    expect(JSON.stringify(figure.spec)).toContain('"x":100');
  });

  it("refuses no rows, NaN and percent, naming row and column", async () => {
    await expect(crawlCurve([])).rejects.toThrow("crawlCurve: expected at least one row, found none");
    const rows = curveOf("backlink", 2);
    const spoiled = rows.map((row, i) => (i === 4 ? { ...row, performance: Number.NaN } : row));
    await expect(crawlCurve(spoiled)).rejects.toThrow(/row 4: performance must be a share.*found NaN, in .*'backlink'/);
    const inPercent = rows.map((row) => ({ ...row, crawled: row.crawled * 100 }));
    await expect(crawlCurve(inPercent)).rejects.toThrow(
      "row 1: crawled must be a share, 0 <= share <= 1 (not percent), found 5",
    );
  });

  it("refuses rows of two models, and of two datasets unless the caller names the series", async () => {
    const rows = curveOf("backlink", 2);
    const other = rows.map((row) => ({ ...row, dataset: "stanford" }));
    await expect(crawlCurve([...rows, ...rows.map((row) => ({ ...row, model: "stop" as const }))])).rejects.toThrow(
      "one picture shows one model, found 'threshold', 'stop'. Filter first: rows.filter((row) => row.model === 'threshold')",
    );
    await expect(crawlCurve([...rows, ...other])).rejects.toThrow("one picture shows one dataset");
    const { svg } = await crawlCurve([...rows, ...other], { series: (row) => `${row.ordering} on ${row.dataset}` });
    expect(svg).toContain(">backlink on stanford<");
  });

  it("writes names of methods as people do in lines that the caller names, too", async () => {
    const { svg } = await crawlCurve(curveOf("page-rank", 5), { series: (row) => `${row.ordering}, strict` });
    expect(svg).toContain(">PageRank, strict<");
  });
});
