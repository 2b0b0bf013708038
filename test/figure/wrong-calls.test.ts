import { describe } from "vitest";
import { compare } from "../../src/crawl/compare/compare.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { hotPageCurve } from "../../src/figure/hot-page-curve.js";
import { report } from "../../src/figure/report/save-report.js";
import * as figures from "../../src/index/families/figures.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { webOf } from "../fixture/webs.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ backlinks, breadthFirst, compare, figures, hotPageCurve, report });
const web = webOf(3, [
  [0, 1],
  [1, 2],
]);
const hot = js.backlinks({ hotAt: 1 });
const runs = (options: object) =>
  js.compare(web, { orderings: [js.breadthFirst], importance: hot, cache: false, ...options });

const calls: readonly WrongCall[] = [
  [
    "hotPageCurve, an option",
    async () => js.hotPageCurve(await runs({}), { titel: "x" }),
    /^hotPageCurve has no option "titel": it takes title, .*Did you mean title\?$/,
  ],
  [
    "missRateCurve, an option",
    () => js.figures.missRateCurve([], { log: true }),
    /^missRateCurve has no option "log": it takes title, notes, width, height, x, relative, to, region, paper$/,
  ],
  [
    "regretBars, no await",
    async () => js.figures.regretBars((await runs({})).regret()),
    /^regretBars draws .*: write await/,
  ],
  [
    "regretBars, a comparison",
    async () => js.figures.regretBars(await runs({})),
    /^regretBars draws a regret: regretBars\(await runs\.regret\(\)\); found an object \(Comparison\)$/,
  ],
  ["panels, no await", () => js.figures.panels([runs({})]), /^panels draws figures, .*: write await/],
  ["panels, nothing", () => js.figures.panels([undefined]), /^panels draws figures, .*; found undefined$/],
  [
    "missRateCurve(null)",
    () => js.figures.missRateCurve(null),
    /^missRateCurve: expected a list of rows with .*; found null$/,
  ],
  [
    "crawlCurve, no await",
    () => js.figures.crawlCurve(runs({})),
    /^crawlCurve: expected a list of rows with ordering, crawled and performance; .*write await/,
  ],
  [
    "crawlCurve, no rows",
    async () => js.figures.crawlCurve(await runs({})),
    /^crawlCurve: .*; found an object \(Comparison\)\. Write \.rows\(\) behind it$/,
  ],
  ["areaStrip, other rows", async () => js.figures.areaStrip(await runs({})), /; found an object \(Comparison\)$/],
  [
    "crawlCurve of single crawls",
    async () => js.figures.crawlCurve((await runs({})).rows()),
    /^crawlCurve: these rows are of single crawls alone, .*runs\.curveRows\(\{ crawls: true \}\)\)$/,
  ],
  ["report, a text", () => js.report("x.html", "hi"), /^a report takes a list of items: .*; found "hi"$/],
  [
    "report, an option",
    () => js.report("x.html", [], { titel: "x" }),
    /^report has no option "titel": .*mean title\?$/,
  ],
  [
    "hotPageCurve, a number as series",
    async () => js.hotPageCurve(await runs({}), { series: 5 }),
    /^series is a function of a row; found 5$/,
  ],
  [
    "hotPageCurve, the paper's name",
    async () => js.hotPageCurve(await runs({}), { paper: "cho1998" }),
    /^paper is a list; found "cho1998"$/,
  ],
  ["missRateCurve, a number as title", () => js.figures.missRateCurve([], { title: 5 }), /^title is a text; found 5$/],
  [
    "missRateCurve, no width",
    () => js.figures.missRateCurve([], { width: "9" }),
    /^width is a number of pixels .*; found "9"$/,
  ],
  ["report, a number as title", () => js.report("x.html", [], { title: 5 }), /^title is a text; found 5$/],
  ["panels, a figure", () => js.figures.panels({}), /^panels draws a list of figures; found an object \(Object\)$/],
  [
    "areaStrip()",
    () => js.figures.areaStrip(),
    /^areaStrip: expected a list of rows with dataset, ordering and group; found undefined$/,
  ],
  [
    "bars()",
    () => js.figures.bars(),
    /^bars: expected a list of rows with ordering, group and value; found undefined$/,
  ],
  ["tableDiagram()", () => js.figures.tableDiagram(), /^tableDiagram draws a list of rows, .*; found undefined$/],
  [
    "missRateCurve, no row",
    () => js.figures.missRateCurve([null]),
    /^missRateCurve: row 0: expected an object; found null$/,
  ],
  ["report, no item", () => js.report("x.html", [undefined]), /^item 1 of a report is a text, .*; found undefined$/],
  ["report, no await", () => js.report("x.html", [runs({})]), /^item 1 of a report is a text, .*: write await before/],
  ["hotPageCurve", () => js.hotPageCurve(web), /^hotPageCurve draws what compare gives: .*found an object/],
];

describe("a wrong call in plain JavaScript", () => refused(calls));
