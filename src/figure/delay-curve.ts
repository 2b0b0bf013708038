import { quantile } from "../base/statistics/quantile.js";
import { checkRows, distinct } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { type Finding, quantity } from "./finding.js";
import { type FrameOptions, figureOptions } from "./frame.js";
import { lineFigure } from "./line-frame.js";
import { dottedMark } from "./line-parts.js";
import { methodStyles } from "./series-style.js";
import { ends } from "./who-is-first.js";

/** One point: what adding a URL cost while the database grew to this size. */
export interface DelayPoint {
  /** Which line it belongs to, as named in the legend. */
  readonly engine: string;
  /** URLs in the database. */
  readonly urls: number;
  /** Average delay of one URL, in microseconds; less than 0.01 is drawn as 0.01. */
  readonly microseconds: number;
}

/** Delays below this, in microseconds, are drawn as this: a logarithmic scale has no 0. */
const SHORTEST = 0.01;

/**
 * Delay of adding a URL over the number of URLs in the database, a line per engine; the delay on a logarithmic scale,
 * since engines differ by orders of magnitude: Figure 2 of Dorosz.
 *
 * @throws "rows" when there are no rows, or a value is missing or out of range
 */
export async function delayCurve<R extends DelayPoint>(
  rows: readonly R[],
  chosen: FrameOptions = {},
): Promise<Figure<R>> {
  const options = figureOptions("delayCurve", chosen);
  checkRows<DelayPoint>("delayCurve", rows, { engine: "text", urls: "count", microseconds: "count" });
  const engines = distinct(rows.map(({ engine }) => engine));
  const [unit, inUnit] = Math.max(...rows.map(({ urls }) => urls)) >= 2e6 ? [1e6, "millions"] : [1e3, "thousands"];
  return lineFigure(rows, {
    options,
    finding: () => findingOf(rows, engines),
    points: rows.map(({ engine, urls, microseconds }) => ({
      series: engine,
      x: urls / unit,
      y: Math.max(microseconds, SHORTEST),
    })),
    styles: methodStyles(engines),
    x: { title: `URLs in the database (${inUnit})`, scale: { zero: false } },
    y: { title: "delay per URL (µs, logarithmic)", scale: { type: "log" } },
    mark: dottedMark,
    summary: summaryOf(rows, engines),
  });
}

/** Who is slowest and who fastest, by medians over the blocks. */
const findingOf = (rows: readonly DelayPoint[], engines: readonly string[]): Finding =>
  ends(
    engines.map((name) => ({ name, value: medianOf(blocksOf(rows, name)) })),
    ["Slowest", "fastest"],
    (value) => quantity(value, Number(value.toPrecision(2)).toLocaleString("en"), " µs per URL"),
    0,
  );

/** First, median and last block of each engine. */
function summaryOf(rows: readonly DelayPoint[], engines: readonly string[]): object[] {
  const rounded = (value: number) => Number(value.toPrecision(3));
  return engines.map((engine) => {
    const blocks = blocksOf(rows, engine);
    return {
      engine,
      "first block µs": rounded(blocks[0].microseconds),
      "median µs": rounded(medianOf(blocks)),
      "last block µs": rounded(blocks[blocks.length - 1].microseconds),
    };
  });
}

const blocksOf = (rows: readonly DelayPoint[], engine: string): DelayPoint[] =>
  rows.filter((row) => row.engine === engine).toSorted((a, b) => a.urls - b.urls);

const medianOf = (blocks: readonly DelayPoint[]): number =>
  quantile(
    blocks.map(({ microseconds }) => microseconds),
    0.5,
  );
