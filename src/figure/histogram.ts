import { plural } from "../base/numbers.js";
import { checkRows, onlyValue } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { quantity, said, wholePercent } from "./finding.js";
import { type FrameOptions, figureOptions, framedFigure, PLOT_HEIGHT, PLOT_WIDTH } from "./frame.js";
import { type PaperOptions, paperMarks, yearsOf } from "./paper-marks.js";

/** How many pages have one number of backlinks. */
export interface HistogramRow {
  readonly dataset: string;
  /** Links from other pages, an integer >= 0. */
  readonly backlinks: number;
  readonly pages: number;
}

export interface HistogramOptions extends FrameOptions, PaperOptions {
  /** All pages with this many backlinks or more share the last bar. Default 50. */
  readonly lastBin?: number;
  /** "linear" (default), or "log": bars then start at half a page, as a log scale has no zero. */
  readonly scale?: "linear" | "log";
}

/** Where a bar starts on a log scale, so that one page is still a bar. */
const logFloor = 0.5;

/**
 * Pages per number of backlinks: Graph 6 of Cho et al. 1998.
 *
 * @throws "rows" when there are no rows, a count is missing, negative or NaN, or rows of several datasets are
 *   mixed
 */
export async function histogram<R extends HistogramRow>(
  rows: readonly R[],
  chosen: HistogramOptions = {},
): Promise<Figure<R>> {
  const {
    title,
    notes = [],
    width = PLOT_WIDTH,
    height = PLOT_HEIGHT,
    ...options
  } = figureOptions("histogram", chosen, ["lastBin", "scale", "paper"]);
  const { lastBin = 50, scale = "linear" } = options;
  checkRows<HistogramRow>("histogram", rows, { dataset: "text", backlinks: "count", pages: "count" });
  const dataset = onlyValue("histogram", rows, "dataset");

  const pages = new Array<number>(lastBin + 1).fill(0);
  for (const row of rows) pages[Math.min(lastBin, Math.floor(row.backlinks))] += row.pages;
  const bars = pages.flatMap((count, backlinks) =>
    count > 0 ? [{ from: backlinks - 0.42, to: backlinks + 0.42, backlinks, pages: count }] : [],
  );

  const total = pages.reduce((sum, count) => sum + count, 0);
  const few = pages.slice(0, Math.min(10, lastBin)).reduce((sum, count) => sum + count, 0);
  const finding = said`${inPercent(few / total)} of the pages have fewer than ${String(Math.min(10, lastBin))} backlinks`;
  const isLog = scale === "log";
  const x = {
    field: "from",
    type: "quantitative",
    title: "backlinks of a page",
    scale: { domain: [-0.8, lastBin + 0.8], nice: false },
    axis: backlinkAxis(lastBin),
  };
  const y = {
    field: "pages",
    type: "quantitative",
    title: isLog ? "pages (log scale)" : "pages",
    scale: isLog ? { type: "log", domainMin: logFloor, nice: false } : { zero: true },
    axis: isLog
      ? { values: powersOfTen(Math.max(...pages)), format: ",d" }
      : { format: ",d", tickCount: 5, tickMinStep: 1 },
  };
  // a bar stands around its number: "fewer than 10" ends in front of the bar of 10
  const paper = paperMarks(options.paper, { x, y, toX: (links) => links - 0.5, toY: (count) => count });
  const lines = [`${dataset} · ${plural(total, "page")}`, ...notes, ...(paper?.notes ?? [])];
  const body = {
    width,
    height,
    layer: [
      {
        data: { values: bars },
        mark: { type: "rect", fill: "#0072b2" },
        encoding: { x, x2: { field: "to" }, y, y2: { datum: isLog ? logFloor : 0 } },
      },
      ...(paper ? [...paper.layers, yearsOf(paper, x)] : []),
    ],
  };
  const summary = bars.map(({ backlinks, pages: count }) => ({
    backlinks: backlinks === lastBin ? `>= ${lastBin}` : String(backlinks),
    pages: count,
    "pages %": Math.round((1000 * count) / total) / 10,
  }));
  return framedFigure(body, rows, { title: title ?? finding, lines, width, summary });
}

/** "93 %"; "99.6 %" where whole percents would say that it is all. */
const inPercent = (share: number) =>
  share >= 0.995 && share < 1 ? quantity(share, `${Math.floor(1000 * share) / 10}`, " %") : wholePercent(share);

/** Ticks as far apart as their number asks for, and one at the last bar, which holds all that is beyond. */
function backlinkAxis(lastBin: number) {
  const step = lastBin >= 40 ? 10 : lastBin >= 20 ? 5 : lastBin >= 10 ? 2 : 1;
  const ticks = Array.from({ length: Math.ceil(lastBin / step) }, (_, i) => i * step);
  return {
    values: [...ticks.filter((tick) => tick <= lastBin - step / 2), lastBin],
    labelExpr: `datum.value === ${lastBin} ? '≥ ${lastBin}' : datum.label`,
    labelFlush: false,
    grid: false,
  };
}

const powersOfTen = (most: number): number[] =>
  Array.from({ length: Math.floor(Math.log10(Math.max(1, most))) + 1 }, (_, i) => 10 ** i);
