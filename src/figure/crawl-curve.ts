import { problem } from "../base/error.js";
import { groupedBy } from "../base/grouped-by.js";
import { checkRows, distinct, onlyValue } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { type FrameOptions, figureOptions, percent, percentAxis, percentEnds } from "./frame.js";
import { lineFigure } from "./line-frame.js";
import { type LinePoint, lineMark } from "./line-parts.js";
import type { PaperOptions } from "./paper-marks.js";
import { REFERENCE, type SeriesStyle, seriesStyles } from "./series-style.js";
import { shortNamed, written } from "./short-named.js";
import { type FoundCurve, whoIsFirst } from "./who-is-first.js";

/** One point of one crawl's curve. */
export interface CurveRow {
  readonly dataset: string;
  /** Label of the ordering; "random (closed form)" and "ideal (closed form)" are drawn as references, "chance" and "ideal", thin and grey. */
  readonly ordering: string;
  /** I(P) in words: "backlinks". */
  readonly importance: string;
  /** G: a page is hot from this importance on; undefined where the model has no threshold. */
  readonly hotAt: number | undefined;
  /**
   * Crawl & Stop (P_CS), Crawl & Stop with Threshold (P_ST), Limited Buffer Crawl (P_BC), Cho et al. 1998, section 3;
   * or a measure of focused crawling.
   */
  readonly model: string;
  /** Share of the reachable pages visited so far, in [0, 1]. */
  readonly crawled: number;
  /** P, in [0, 1]. */
  readonly performance: number;
  /** Ends of the band around `performance` (90 % of runs), both or neither. */
  readonly low?: number;
  readonly high?: number;
  /** Of a single crawl: 0, 1, ... It is drawn as a thin line where there are ten crawls or fewer. */
  readonly repeat?: number;
}

export interface CurveOptions<R extends CurveRow = CurveRow> extends FrameOptions, PaperOptions {
  /** Which line a row belongs to, as named in the legend. Default: the ordering, with G where it varies. */
  readonly series?: (row: R) => string;
}

const performanceTitle: Readonly<Record<string, string>> = {
  stop: "hot among the crawled (%), P_CS",
  threshold: "hot pages found (%), P_ST",
  buffer: "hot pages kept (%), P_BC",
  harvest: "relevant among the crawled (%)",
  "target-recall": "target pages found (%)",
  precision: "relevant among the first n (%)",
  mass: "importance found (% of all)",
  ndcg: "NDCG of the crawl order (%)",
};

/** What a curve that reaches 50 % says of its ordering. */
const halves: Readonly<Record<string, string>> = {
  threshold: "finds half of the hot pages",
  buffer: "keeps half of the hot pages",
  "target-recall": "finds half of the target pages",
  mass: "finds half of the importance",
};

/** Single crawls of a line that can still be followed by eye; more are told by their band. */
const MOST_CRAWLS = 10;

/** Their names in the picture: "random" is the random order there, which follows links. */
const references: Readonly<Record<string, { readonly name: string; readonly style: SeriesStyle }>> = {
  "random (closed form)": { name: "chance", style: { ...REFERENCE, dash: [2, 3] } },
  "ideal (closed form)": { name: "ideal", style: REFERENCE },
};

/**
 * Share of the important pages found over the share of the web crawled, a line per series: Graphs 1 to 5 and 7 to 10 of
 * Cho et al. 1998.
 *
 * @throws "rows" when there are no rows, a value is missing or out of range, or rows of several models (or,
 *   without `series`, of several datasets) are mixed
 */
export async function crawlCurve<R extends CurveRow>(
  rows: readonly R[],
  chosen: CurveOptions<R> = {},
): Promise<Figure<R>> {
  const options = figureOptions("crawlCurve", chosen, ["series", "paper"]);
  const { series } = options;
  checkRows<CurveRow>("crawlCurve", rows, {
    ordering: "text",
    crawled: "share",
    performance: "share",
    low: "share?",
    high: "share?",
  });
  const model = onlyValue("crawlCurve", rows, "model");
  if (!series) onlyValue("crawlCurve", rows, "dataset");

  const { shown: all, settings } = series ? { shown: rows, settings: [] } : shortNamed(rows);
  const shown = all.filter(({ repeat }) => repeat === undefined);
  if (shown.length === 0)
    throw problem.rows`crawlCurve: these rows are of single crawls alone, and lines are drawn over all: crawlCurve(runs.curveRows({ crawls: true }))`;
  const label = series ? (row: R) => written(series(row)) : defaultLabel(shown);
  const labelOf = (row: R) => references[row.ordering]?.name ?? label(row);
  const measured = shown.filter((row) => !isReference(row));
  const styles = seriesStyles(measured.map((row) => ({ label: label(row), method: row.ordering })));
  const compare = new Set(styles.keys());
  for (const each of distinct(rows.filter(isReference).map((row) => row.ordering)))
    styles.set(references[each].name, references[each].style);
  const curves = curvesOf(shown, [...styles.keys()], labelOf);
  const compared = () =>
    curves
      .filter(({ name, points }) => compare.has(name) && points.length > 0)
      .map((curve) => ({ ...curve, crawls: crawlsOf(all.filter((row) => labelOf(row) === curve.name)) }));
  const { points, singles } = pointsOf(all, labelOf);
  const isBanded = points.some(({ low }) => low !== undefined);
  const told = singles ? " · thin lines: single crawls" : isBanded ? " · bands: 90 % of the runs" : "";
  return lineFigure(rows, {
    options,
    finding: () => whoIsFirst(compared(), halves[model]),
    about: [`${about(shown)}${told}`],
    after: settings,
    points,
    styles,
    singles,
    x: { title: "pages crawled (% of the reachable pages)", ...percentAxis },
    y: { title: performanceTitle[model] ?? `performance, ${model} (%)`, ...percentAxis },
    toX: percent,
    toY: percent,
    bands: { opacity: 0.16 },
    layers: (encoding) =>
      [true, false].map((reference) => ({
        transform: [{ filter: `datum.reference === ${reference}` }],
        mark: { ...lineMark, strokeWidth: reference ? 1.2 : 2 },
        encoding,
      })),
    summary: atTenths(curves),
  });
}

const isReference = ({ ordering }: CurveRow): boolean => Object.hasOwn(references, ordering);

/** Points of the lines, and those of single crawls where these are few enough to be drawn in place of bands. */
function pointsOf<R extends CurveRow>(
  all: readonly R[],
  labelOf: (row: R) => string,
): { readonly points: LinePoint[]; readonly singles?: LinePoint[] | undefined } {
  const crawls = Math.max(0, ...all.map(({ repeat = -1 }) => repeat + 1));
  const isThin = crawls > 0 && crawls <= MOST_CRAWLS;
  const pointOf = (row: R) => ({
    series: labelOf(row),
    line: [labelOf(row), row.hotAt, row.repeat].join(" "),
    x: percent(row.crawled),
    y: percent(row.performance),
  });
  const [single, whole] = [true, false].map((is) => all.filter(({ repeat }) => (repeat !== undefined) === is));
  return {
    points: whole.map((row) => ({
      ...pointOf(row),
      reference: isReference(row),
      ...(!isThin && percentEnds(row)),
    })),
    singles: isThin ? single.map(pointOf) : undefined,
  };
}

const byCrawled = (a: CurveRow, b: CurveRow) => a.crawled - b.crawled;

/** The single crawls of a line. */
const crawlsOf = (rows: readonly CurveRow[]) =>
  groupedBy(rows, ({ repeat }) => repeat).flatMap((own) => {
    const [{ repeat }] = own;
    return repeat === undefined ? [] : [{ repeat, points: own.toSorted(byCrawled) }];
  });

/** The lines, each along the crawl. */
const curvesOf = <R extends CurveRow>(rows: readonly R[], labels: readonly string[], labelOf: (row: R) => string) =>
  labels.map((name) => ({
    name,
    points: rows.filter((row) => labelOf(row) === name).toSorted(byCrawled),
  }));

/** Ordering, G, or both: what tells the rows apart. */
function defaultLabel(rows: readonly CurveRow[]): (row: CurveRow) => string {
  const measured = rows.filter((row) => !isReference(row));
  const orderings = distinct(measured.map((row) => row.ordering)).length;
  const thresholds = distinct(measured.map((row) => row.hotAt)).length;
  if (thresholds <= 1) return (row) => row.ordering;
  const threshold = (row: CurveRow) => (row.hotAt === undefined ? "no threshold" : `G = ${row.hotAt}`);
  return orderings <= 1 ? threshold : (row) => `${row.ordering}, ${threshold(row)}`;
}

/** What the curves have in common, in one line. */
function about(rows: readonly CurveRow[]): string {
  const measured = rows.filter((row) => !isReference(row));
  const parts = [distinct(rows.map((row) => row.dataset)).join(", ")];
  const orderings = distinct(measured.map((row) => row.ordering));
  if (orderings.length === 1) parts.push(`ordered by ${orderings[0]}`);
  const importances = distinct(rows.map((row) => row.importance));
  const isVariant = (name: string) => importances.some((other) => name.startsWith(`${other}, `));
  parts.push(`importance: ${written(importances.filter((name) => !isVariant(name)).join(", "))}`);
  const thresholds = distinct(measured.map((row) => row.hotAt)).filter((value) => value !== undefined);
  if (thresholds.length === 1) parts.push(`hot from G = ${thresholds[0]}`);
  return parts.join(" · ");
}

/** The last point at or before each tenth of the crawl, a column per series: in percent, for people. */
const atTenths = (curves: readonly FoundCurve[]): object[] =>
  Array.from({ length: 10 }, (_, i) => ({
    "crawled %": 10 * (i + 1),
    ...Object.fromEntries(
      curves.map(({ name, points }) => {
        const last = points.findLast(({ crawled }) => crawled <= (i + 1) / 10 + 1e-9);
        return [`${name} %`, last && Math.round(last.performance * 1000) / 10];
      }),
    ),
  }));
