import { problem } from "../base/error.js";
import { checkRows } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { inWords, quantity } from "./finding.js";
import { FIGURE_WIDTH, type FrameOptions, figureOptions, framedFigure, PADDING, TEXT_SIZE } from "./frame.js";
import { PAPER_INK } from "./paper-marks.js";
import { textWidth } from "./text-width.js";
import { ends } from "./who-is-first.js";

/** One measure, each over a value of its own that it is compared with. */
export interface RatioRow {
  readonly measure: string;
  /** Ours over the other, above 0. */
  readonly ratio: number;
}

export interface RatioBarOptions extends FrameOptions {
  /** What the line at 1 stands for: "the paper's own". Default "1". */
  readonly one?: string;
}

const rowHeight = 44;

/**
 * How many times as much as what it is compared with each measure is: a bar from 1, on a logarithmic scale, to the right
 * where it is more.
 *
 * @throws "rows" when there are no rows, or a ratio is missing or not above 0
 */
export async function ratioBars<R extends RatioRow>(
  rows: readonly R[],
  chosen: RatioBarOptions = {},
): Promise<Figure<R>> {
  const { notes = [], one = "1", ...options } = figureOptions("ratioBars", chosen, ["one"]);
  checkRows<RatioRow>("ratioBars", rows, { measure: "text", ratio: "count" });
  const none = rows.find(({ ratio }) => ratio === 0);
  if (none) throw problem.rows`ratioBars: a logarithmic scale has no ratio 0, found under ${none.measure}`;
  const values = rows.map(({ measure, ratio }) => ({
    measure,
    ratio,
    end: Math.max(1, ratio),
    label: inWords(inTimes(ratio)),
  }));
  const room = Math.ceil(Math.max(...rows.map(({ measure }) => textWidth(measure, TEXT_SIZE)))) + 16;
  const { width = FIGURE_WIDTH - 2 * PADDING - room, height = rowHeight * rows.length } = options;
  const named = rows.map(({ measure, ratio }) => ({ name: measure, value: ratio }));
  const { title = ends(named, ["Most", "least"], inTimes, 0) } = options;
  const domain = [
    Math.min(1, ...rows.map(({ ratio }) => ratio)) / 2,
    2 * Math.max(1, ...rows.map(({ ratio }) => ratio)),
  ];
  const x = {
    field: "ratio",
    type: "quantitative",
    title: `times ${one} (logarithmic)`,
    scale: { type: "log", domain },
    axis: { labelOverlap: "greedy", labelSeparation: 6 },
  };
  const sort = rows.map(({ measure }) => measure);
  const y = { field: "measure", type: "nominal", sort, title: null, axis: { ticks: false, domain: false } };
  const text = { type: "text", align: "left", baseline: "middle", dx: 6, fontSize: TEXT_SIZE, fill: PAPER_INK };
  const layer = [
    { mark: { type: "bar", fill: "#0072b2", height: 18 }, encoding: { x, x2: { datum: 1 }, y } },
    { mark: { type: "rule", stroke: PAPER_INK }, encoding: { x: { ...x, field: undefined, datum: 1 } } },
    { mark: text, encoding: { x: { ...x, field: "end" }, y, text: { field: "label" } } },
  ];
  const body = { width, height, data: { values }, layer };
  return framedFigure(body, rows, { title, lines: notes, width, room });
}

/** "18 times": two digits, as bars are labelled. */
export const inTimes = (ratio: number) =>
  quantity(ratio, ratio.toLocaleString("en", { maximumSignificantDigits: 2 }), " times");
