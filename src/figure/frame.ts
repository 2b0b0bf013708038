import { checkOptions, list, number, type OptionRules, ruleOf } from "../base/method.js";
import type { VegaLiteSpec } from "./draw.js";
import { type Figure, renderFigure } from "./figure.js";
import { asFinding, type Finding, inWords } from "./finding.js";
import { balancedText, textWidth, wrapText } from "./text-width.js";

/** Pixels that axis labels and title add on the left, so titles wrap where the picture ends. */
export const axisRoom = 56;

/** Pixels around a picture. */
export const PADDING = 10;

/** Pixels across every picture of one panel, and of it what is between the axis and the right end. */
export const FIGURE_WIDTH = 680;
export const PLOT_WIDTH = FIGURE_WIDTH - 2 * PADDING - axisRoom;

/** Pixels up the plotting area: with title, small print and axis the picture is about 16:10. */
export const PLOT_HEIGHT = 300;

/** Pixels of every text but the titles. */
export const TEXT_SIZE = 12;
export const TITLE_SIZE = 16;

/** What every figure lets its caller say. */
export interface FrameOptions {
  readonly title?: string | Finding;
  /** Lines under the title, after the one that the figure writes itself: pages, tie rule, seeds, provenance. */
  readonly notes?: readonly string[];
  /** Width and height of the plotting area in pixels. */
  readonly width?: number;
  readonly height?: number;
}

const pixels = number(FIGURE_WIDTH, "(0, ∞)", "of the plotting area", { is: "a number of pixels above 0" });
const isTitle = (value: unknown) => typeof value === "string" || Array.isArray((value as Finding | null)?.said);
const title = ruleOf(undefined, "above the picture", "a text", isTitle);
const RULES = { title, notes: list, width: pixels, height: pixels };

/** Those that several figures have beside. */
const SHARED: OptionRules = {
  series: ruleOf(undefined, "", "a function of a row", (value) => typeof value === "function"),
  paper: list,
};

/**
 * The options of a figure, checked.
 *
 * @param own names of those that no other figure has
 * @throws "option" for one that the figure does not take, or a value that makes no sense
 */
export function figureOptions<O extends FrameOptions>(
  owner: string,
  options: O,
  own: readonly (keyof O & string)[] = [],
): O {
  checkOptions(owner, options, { ...RULES, ...Object.fromEntries(own.map((name) => [name, SHARED[name]])) });
  return options;
}

const ink = "#222222";

const config = {
  font: "DejaVu Sans, Verdana, sans-serif",
  background: "white",
  padding: PADDING,
  aria: false,
  view: { stroke: null },
  axis: {
    labelFontSize: TEXT_SIZE,
    titleFontSize: TEXT_SIZE,
    titleFontWeight: "normal",
    titlePadding: 8,
    labelColor: ink,
    titleColor: ink,
    gridColor: "#e4e4e4",
    domainColor: "#777777",
    tickColor: "#777777",
    labelLimit: 0,
    titleLimit: 0,
    labelFlush: false,
  },
  header: { labelFontSize: TEXT_SIZE, labelFontWeight: "bold", labelColor: ink, title: null, labelLimit: 0 },
  legend: {
    labelFontSize: TEXT_SIZE,
    labelColor: ink,
    labelLimit: 0,
    titleFontSize: TEXT_SIZE,
    titleFontWeight: "normal",
  },
  title: {
    anchor: "start",
    fontSize: TITLE_SIZE,
    color: ink,
    subtitleFontSize: TEXT_SIZE,
    subtitleColor: "#444444",
    offset: 12,
    limit: 0,
  },
};

interface Framing {
  readonly title: string | Finding;
  /** Small print under the title, one after the other. */
  readonly lines: readonly string[];
  /** Of the plotting area in pixels. */
  readonly width: number;
  /** Pixels that stand left and right of the plotting area, for wrapping the title. */
  readonly room?: number;
  /** Default: the small print. */
  readonly description?: string;
  readonly summary?: readonly object[];
}

/**
 * Draws a Vega-Lite spec in the dress that all figures share: white ground, DejaVu Sans, a title that wraps, notes
 * under it.
 */
export function framedFigure<R extends object>(
  body: VegaLiteSpec,
  rows: readonly R[],
  { title, lines, width, room = axisRoom, description = lines.join("; "), summary }: Framing,
): Promise<Figure<R>> {
  const limit = width + room;
  const sentence = inWords(title);
  const heading = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
  const spec = {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: {
      text: balancedText(heading, limit, TITLE_SIZE, "bold"),
      subtitle: wrapParts(lines.filter(Boolean).join(" · "), limit),
    },
    ...body,
    config,
  };
  return renderFigure(spec, rows, { title: heading, description, summary, finding: asFinding(title) });
}

/** A frame that says why nothing is drawn in it: no page reaches the threshold, so there is no area and no curve. */
export function nothingToFind<R extends object>({
  title = "No page is hot",
  notes = [],
  width = PLOT_WIDTH,
  height = PLOT_HEIGHT,
}: FrameOptions): Promise<Figure<R>> {
  const body = {
    width,
    height,
    data: { values: [{ text: "No page reaches the threshold: there is nothing to find" }] },
    mark: { type: "text", fontSize: TEXT_SIZE },
    encoding: { text: { field: "text" } },
  };
  return framedFigure<R>(body, [], { title, lines: notes, width, summary: [] });
}

/** Breaks a line at its middle dots first, and inside a part only where the part alone is too long. */
function wrapParts(line: string, limit: number): string[] {
  const lines: string[] = [];
  for (const part of line.split(" · ")) {
    const last = lines.at(-1);
    const joined = `${last} · ${part}`;
    if (last !== undefined && textWidth(joined, TEXT_SIZE) <= limit) lines[lines.length - 1] = joined;
    else lines.push(...wrapText(part, limit, TEXT_SIZE));
  }
  return lines;
}

/**
 * A legend under the chart, in as many columns as its labels allow; line samples are long enough to show their dash.
 */
export function legendBelow(labels: readonly string[], width: number, symbol: VegaLiteSpec): VegaLiteSpec {
  const longest = Math.max(...labels.map((label) => textWidth(label, TEXT_SIZE)));
  const columns = Math.max(1, Math.min(labels.length, Math.floor((width + axisRoom) / (longest + 56))));
  return { orient: "bottom", title: null, columns, columnPadding: 18, rowPadding: 3, offset: 14, ...symbol };
}

/** A legend beside the chart, a name in each row. */
export const legendBeside = (symbol: VegaLiteSpec): VegaLiteSpec => ({
  orient: "right",
  title: null,
  columns: 1,
  rowPadding: 4,
  offset: 14,
  ...symbol,
});

/** Pixels that a legend beside the chart takes. */
export const besideRoom = (labels: readonly string[]): number =>
  Math.ceil(Math.max(...labels.map((label) => textWidth(label, TEXT_SIZE)))) + 56;

/** A share as percent, to a thousandth of a percent: fine enough for any print, short enough for a small file. */
export const percent = (share: number): number => Math.round(share * 100_000) / 1000;

/** Both ends of an interval as percent; none where one lacks. */
export const percentEnds = ({ low, high }: { readonly low?: number; readonly high?: number }) =>
  low !== undefined && high !== undefined ? { low: percent(low), high: percent(high) } : {};

/** Scale and ticks of an axis in percent. */
export const percentAxis = { scale: { domain: [0, 100] }, axis: { values: [0, 20, 40, 60, 80, 100] } };
