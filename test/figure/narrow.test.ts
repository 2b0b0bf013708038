import { expect, it } from "vitest";
import { ScatterTable } from "../../src/cache/table/scatter-table.js";
import { tableRows } from "../../src/cache/table/table-rows.js";
import { areaStrip } from "../../src/figure/area-strip.js";
import { bars } from "../../src/figure/bars.js";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import type { Figure } from "../../src/figure/figure.js";
import { leagueTable } from "../../src/figure/league-table.js";
import { narrowSvg } from "../../src/figure/narrow.js";
import { panels } from "../../src/figure/panels.js";
import { ratioBars } from "../../src/figure/ratio-bars.js";
import { tableDiagram } from "../../src/figure/table-diagram.js";
import { textWidth } from "../../src/figure/text-width.js";
import { webDots } from "../../src/figure/web-dots.js";
import { overhang } from "./golden.js";
import { curveOf } from "./rows.js";

/** Pixels: what a telephone of 375 shows between the margins of a page, nearly as drawn. */
const TELEPHONE = 340;
const widthOf = (svg = "") => Number(/width="([\d.]+)"/.exec(svg)?.[1]);
const curve = (dataset = "campus") =>
  crawlCurve([...curveOf("breadth-first", 2, { dataset }), ...curveOf("PageRank", 5, { dataset })]);

it("draws lines as wide as a telephone, and names them in a legend though the wide picture names them beside", async () => {
  const figure = await curve();
  expect(figure.svg).not.toContain("role-legend");
  const svg = await narrowSvg(figure);
  expect(widthOf(svg)).toBe(TELEPHONE);
  expect(svg).toContain("role-legend");
  for (const name of ["breadth-first", "PageRank"]) expect(svg?.split(`>${name}</text>`)).toHaveLength(2);
});

it("draws what it is given as a notebook keeps it: the spec alone", async () => {
  const { spec, title } = await curve();
  expect(widthOf(await narrowSvg({ spec, title }))).toBe(TELEPHONE);
});

it("puts panels one below the other", async () => {
  const both = await panels([await curve(), await curve("other")]);
  const svg = await narrowSvg(both);
  expect(widthOf(svg)).toBeLessThan(1.05 * TELEPHONE);
  expect(widthOf(svg)).toBeLessThan(0.6 * widthOf(both.svg));
});

const bar = (ordering: string, group = "first") => ({ dataset: "campus", ordering, group, value: 0.5 });

it("draws bars, strips and dots as wide as a telephone, with every name and number whole", async () => {
  const area = { dataset: "campus", ordering: "backlink", group: "ties fifo", area: 0.8, seed: 1 };
  const four = ["breadth-first", "backlink", "PageRank", "random"].flatMap((name) => [bar(name), bar(name, "second")]);
  const other = await bars(four.map((row) => ({ ...row, dataset: "other" })));
  const figures = [
    await bars(four),
    await panels([await bars(four), other]),
    await areaStrip([area, { ...area, ordering: "PageRank" }, { ...area, ordering: "PageRank", group: "ties random" }]),
    await ratioBars([{ measure: "sustained", ratio: 1.7 }]),
    await webDots([
      { dataset: "uci-ics-2019-text", series: "PageRank", value: 0.8 },
      { dataset: "uci-ics-2019-text", series: "nearest to the topic first", value: 0.7 },
      { dataset: "campus", series: "PageRank", value: 0.8 },
    ]),
    await webDots(
      [
        { dataset: "uci-ics-2019", series: "CLOCK", value: 86.3 },
        { dataset: "campus, generated", series: "CLOCK", value: 76.9 },
      ],
      { ends: [0, 100], inWords: (value) => `${value} %` }, // the first is written beyond the end of the axis
    ),
  ];
  for (const figure of figures) {
    const svg = (await narrowSvg(figure)) ?? "";
    expect(widthOf(svg)).toBeGreaterThan(0);
    expect(widthOf(svg)).toBeLessThan(1.05 * TELEPHONE);
    expect(overhang({ ...figure, svg } as Figure)).toBeLessThan(1);
  }
});

it("explains bars of one group in no legend, as the wide picture does not", async () => {
  const one = ["breadth-first", "backlink"].map((name) => bar(name, "pages kept"));
  const figure = await bars(one);
  for (const svg of [figure.svg, await narrowSvg(figure)]) expect(svg).not.toContain(">pages kept<");
  const other = await bars(one.map((row) => ({ ...row, dataset: "other" })));
  expect((await panels([figure, other])).svg).not.toContain(">pages kept<");
});

it("leaves tables, diagrams, many bars and rows with long names as they are: their texts would lie over each other", async () => {
  const figure = await bars(Array.from({ length: 15 }, (_, i) => bar(`ordering ${i}`)));
  const cell = { dataset: "campus", ordering: "random", area: 0.5, rank: 1, shared: false };
  const others = [
    await leagueTable([cell, { ...cell, dataset: "other" }]),
    await ratioBars([{ measure: "PageRank order over backlink order", ratio: 18 }]),
    await tableDiagram(tableRows(new ScatterTable(4))),
  ];
  for (const each of [figure, ...others]) expect(await narrowSvg(each)).toBeUndefined();
});

it("places the year of a paper anew: it lies over no line that is nearer now", async () => {
  const figure = await crawlCurve(curveOf("PageRank", 5), {
    paper: [{ x: [0.2, 0.28], says: "between", quote: "q", source: "1998, section 6" }],
  });
  const gapsIn = (svg = "") => {
    const [, year] = /<text [^>]*transform="translate\(([\d.]+),[^>]*>1998</.exec(svg) ?? [];
    const rules = [...svg.matchAll(/<line transform="translate\(([\d.]+),[^>]* x2="0" [^>]*stroke="#222222"/g)];
    return rules.map(([, rule]) => Number(rule) - Number(year));
  };
  const [wide, narrow] = [gapsIn(figure.svg), gapsIn(await narrowSvg(figure))];
  expect([wide.length, narrow.length]).toEqual([2, 2]);
  for (const gap of [...wide, ...narrow]) expect(gap < 0 || gap > textWidth("1998", 12)).toBe(true);
});
