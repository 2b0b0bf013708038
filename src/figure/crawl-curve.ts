import { groupedBy } from "../base/grouped-by.js";
import { checkRows, distinct, onlyValue } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { whoIsFirst } from "./finding.js";
import {
  type FrameOptions,
  figureOptions,
  framedFigure,
  PLOT_HEIGHT,
  percent,
  percentAxis,
  percentEnds,
} from "./frame.js";
import { bandsOf, lineMark, namedLines } from "./line-parts.js";
import { type PaperOptions, paperMarks } from "./paper-marks.js";
import { REFERENCE, type SeriesStyle, seriesStyles } from "./series-style.js";
import { shortNamed } from "./short-named.js";

/** One point of one crawl's curve. */
export interface CurveRow {
  readonly dataset: string;
  /** Label of the ordering; "random (closed form)" and "ideal (closed form)" are drawn as references, thin and grey. */
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
  stop: "visited pages that are hot, P_CS (%)",
  threshold: "hot pages visited, P_ST (% of all hot)",
  buffer: "hot pages in the buffer, P_BC (%)",
  harvest: "visited pages that are relevant, harvest rate (%)",
  "target-recall": "target pages visited, target recall (%)",
  precision: "of the first n pages, relevant and visited (%)",
  mass: "importance of the pages visited (% of all)",
  ndcg: "NDCG of the crawl order (%)",
};

/** What a curve that reaches 50 % has found half of. */
const halves: Readonly<Record<string, string>> = {
  threshold: "half of the hot pages",
  buffer: "half of the hot pages",
  "target-recall": "half of the target pages",
  mass: "half of the importance",
};

/** Single crawls of a line that can still be followed by eye; more are told by their band. */
const MOST_CRAWLS = 10;

const thinMark = { ...lineMark, strokeWidth: 0.8, opacity: 0.5 };

const references: Readonly<Record<string, SeriesStyle>> = {
  "random (closed form)": { ...REFERENCE, dash: [2, 3] },
  "ideal (closed form)": REFERENCE,
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
  const {
    notes = [],
    width,
    height = PLOT_HEIGHT,
    series,
    paper: stated,
  } = figureOptions("crawlCurve", chosen, ["series", "paper"]);
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
  const label = series ?? defaultLabel(shown);
  const isReference = (row: CurveRow) => Object.hasOwn(references, row.ordering);
  const labelOf = (row: R) => (isReference(row) ? row.ordering : label(row));
  const measured = shown.filter((row) => !isReference(row));
  const styles = seriesStyles(measured.map((row) => ({ label: label(row), method: row.ordering })));
  for (const name of distinct(rows.filter(isReference).map((row) => row.ordering))) styles.set(name, references[name]);
  const labels = [...styles.keys()];

  const crawls = Math.max(0, ...all.map(({ repeat = -1 }) => repeat + 1));
  const isThin = crawls > 0 && crawls <= MOST_CRAWLS;
  const pointOf = (row: R) => ({
    series: labelOf(row),
    line: [labelOf(row), row.hotAt, row.repeat].join(" "),
    crawled: percent(row.crawled),
    performance: percent(row.performance),
  });
  const inOrder = (a: ReturnType<typeof pointOf>, b: ReturnType<typeof pointOf>) =>
    labels.indexOf(a.series) - labels.indexOf(b.series) || a.crawled - b.crawled;
  const points = shown
    .map((row) => ({ ...pointOf(row), reference: isReference(row), ...(!isThin && percentEnds(row)) }))
    .sort(inOrder);
  const singles = isThin
    ? all
        .filter(({ repeat }) => repeat !== undefined)
        .map(pointOf)
        .sort(inOrder)
    : [];

  const { scale, axis } = percentAxis;
  const x = { field: "crawled", type: "quantitative", scale };
  const y = { field: "performance", type: "quantitative", scale };
  const detail = { field: "line" };
  const curves = distinct(points.filter(({ reference }) => !reference).map((point) => point.series)).map((name) => ({
    name,
    points: shown.filter((row) => labelOf(row) === name).toSorted((a, b) => a.crawled - b.crawled),
  }));
  const { title = whoIsFirst(curves, halves[model]) } = chosen;
  const paper = paperMarks(stated, { x, y, toX: percent, toY: percent });
  const named = namedLines(points, { field: "series", styles, width, height, x, y, detail: "line", paper });
  const line = (strokeWidth: number, reference: boolean) => ({
    transform: [{ filter: `datum.reference === ${reference}` }],
    mark: { ...lineMark, strokeWidth },
    encoding: {
      x: { ...x, title: "pages crawled (% of the reachable pages)", axis },
      y: { ...y, title: performanceTitle[model] ?? `performance, ${model} (%)`, axis },
      ...named.encoding,
      detail,
    },
  });
  const spread = isThin
    ? [{ ...packed(singles), mark: thinMark, encoding: { x, y, color: named.encoding.color, detail } }]
    : bandsOf(points, "series", styles, { x, y, detail }, 0.16);
  const told = isThin ? " · thin lines: single crawls" : " · bands: 90 % of the runs";
  const lines = [`${about(shown)}${spread.length > 0 ? told : ""}`, ...notes, ...(paper?.notes ?? []), ...settings];
  const layer = [...spread, line(1.2, true), line(2, false), ...named.layers];
  const body = { width: named.width, height, data: { values: points }, layer };
  return framedFigure(body, rows, {
    title,
    lines,
    width: named.width,
    room: named.room,
    summary: atTenths(shown, labels, labelOf),
  });
}

/** Points of many lines in few characters, unpacked by Vega: a notebook keeps them, and grows by a row a line. */
function packed(points: readonly { readonly line: string; readonly crawled: number; readonly performance: number }[]) {
  const channels = ["crawled", "performance"] as const;
  const values = groupedBy(points, ({ line }) => line).map((own) => ({
    ...own[0],
    ...Object.fromEntries(channels.map((name) => [name, own.map((point) => point[name]).join(" ")])),
  }));
  const each = (calculation: (name: string) => string) =>
    channels.map((name) => ({ calculate: calculation(name), as: name }));
  return {
    data: { values },
    transform: [
      ...each((name) => `split(datum.${name}, ' ')`),
      { flatten: channels },
      ...each((name) => `toNumber(datum.${name})`),
    ],
  };
}

/** Ordering, G, or both: what tells the rows apart. */
function defaultLabel(rows: readonly CurveRow[]): (row: CurveRow) => string {
  const measured = rows.filter((row) => !Object.hasOwn(references, row.ordering));
  const orderings = distinct(measured.map((row) => row.ordering)).length;
  const thresholds = distinct(measured.map((row) => row.hotAt)).length;
  if (thresholds <= 1) return (row) => row.ordering;
  const threshold = (row: CurveRow) => (row.hotAt === undefined ? "no threshold" : `G = ${row.hotAt}`);
  return orderings <= 1 ? threshold : (row) => `${row.ordering}, ${threshold(row)}`;
}

/** What the curves have in common, in one line. */
function about(rows: readonly CurveRow[]): string {
  const measured = rows.filter((row) => !Object.hasOwn(references, row.ordering));
  const parts = [distinct(rows.map((row) => row.dataset)).join(", ")];
  const orderings = distinct(measured.map((row) => row.ordering));
  if (orderings.length === 1) parts.push(`ordered by ${orderings[0]}`);
  parts.push(`importance: ${distinct(rows.map((row) => row.importance)).join(", ")}`);
  const thresholds = distinct(measured.map((row) => row.hotAt)).filter((value) => value !== undefined);
  if (thresholds.length === 1) parts.push(`hot from G = ${thresholds[0]}`);
  return parts.join(" · ");
}

/** The last point at or before each tenth of the crawl, a column per series: in percent, for people. */
function atTenths<R extends CurveRow>(
  rows: readonly R[],
  labels: readonly string[],
  labelOf: (row: R) => string,
): object[] {
  const bySeries = new Map<string, R[]>(labels.map((label) => [label, []]));
  for (const row of rows) bySeries.get(labelOf(row))?.push(row);
  const tenths = Array.from({ length: 10 }, (_, i) => (i + 1) / 10);
  return tenths.map((tenth) => {
    const line: Record<string, unknown> = { "crawled %": Math.round(tenth * 100) };
    for (const [label, points] of bySeries) {
      const before = points.filter(({ crawled }) => crawled <= tenth + 1e-9);
      const last = before.reduce<R | undefined>(
        (best, row) => (best && best.crawled > row.crawled ? best : row),
        undefined,
      );
      line[`${label} %`] = last && Math.round(last.performance * 1000) / 10;
    }
    return line;
  });
}
