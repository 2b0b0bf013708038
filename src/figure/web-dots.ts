import { plural } from "../base/numbers.js";
import { checkRows, distinct } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { type Finding, said } from "./finding.js";
import {
  FIGURE_WIDTH,
  type FrameOptions,
  figureOptions,
  framedFigure,
  legendBelow,
  PADDING,
  TEXT_SIZE,
} from "./frame.js";
import { PAPER_INK, type PaperOptions, paperMarks, yearsOf } from "./paper-marks.js";
import { methodStyles, REFERENCE } from "./series-style.js";
import { textWidth } from "./text-width.js";
import { AREA_MARGIN, ends } from "./who-is-first.js";

/** One number of one web. */
export interface WebDotRow {
  readonly dataset: string;
  /** Whose number it is, as the legend names it: "PageRank". */
  readonly series: string;
  readonly value: number;
}

export interface WebDotOptions extends FrameOptions, PaperOptions {
  /** Title of the axis. */
  readonly axis?: string;
  /** Ends of the axis. Default: from 0 on. */
  readonly ends?: readonly [number, number];
  /** What a row is, in the title. Default: "web". */
  readonly of?: string;
  /** What the title says of what is highest, and of what is lowest: "Most hits", "fewest". Default: "Highest", "lowest". */
  readonly extremes?: readonly [highest: string, lowest: string];
  /** A number in the title. Default: two decimals. */
  readonly inWords?: (value: number) => string;
  /** A difference below it is none. Default 0.02. */
  readonly margin?: number;
}

const ROW_HEIGHT = 26;

const dot = { type: "circle", size: 90, opacity: 1, yOffset: { expr: "datum.lift" } };
/** Pixels between the middles of two dots within which one would hide the other, and to which they are then put. */
const HIDES = 5;
const APART = 7;
const number = { type: "text", fontSize: TEXT_SIZE };
/** Pixels between a dot and its number. */
const GAP = 9;
const SIDES = [
  { isLeft: false, align: "left", dx: GAP },
  { isLeft: true, align: "right", dx: -GAP },
];
const text = { field: "label" };

/**
 * A row a web, a dot a series: which is higher, where, and by how much. Webs and series come as they do in the rows.
 *
 * await webDots([{ dataset: "campus", series: "PageRank", value: 0.83 }])
 *
 * @throws "rows" when there are no rows, or a value is missing or NaN
 */
export async function webDots<R extends WebDotRow>(rows: readonly R[], chosen: WebDotOptions = {}): Promise<Figure<R>> {
  const own = ["axis", "ends", "of", "extremes", "inWords", "margin", "paper"] as const;
  const {
    axis = "share found so far, mean over the crawl",
    inWords = twoDecimals,
    ...options
  } = figureOptions("webDots", chosen, own);
  checkRows<WebDotRow>("webDots", rows, { dataset: "text", series: "text", value: "number" });
  const [datasets, series] = [distinct(rows.map(({ dataset }) => dataset)), distinct(rows.map((row) => row.series))];
  const room = Math.ceil(Math.max(...datasets.map((name) => textWidth(name, TEXT_SIZE)))) + 10;
  const domain = options.paper ? ["", ...datasets] : datasets; // the year of a paper stands in a row of its own
  const { width = FIGURE_WIDTH - 2 * PADDING - room, height = ROW_HEIGHT * domain.length, notes = [] } = options;
  const x = {
    field: "value",
    type: "quantitative",
    title: axis,
    scale: { domain: options.ends, zero: true },
    axis: { tickCount: 6 },
  };
  const y = {
    field: "dataset",
    type: "nominal",
    sort: datasets,
    scale: { domain },
    title: null,
    axis: { ticks: false, domain: false, labelPadding: 8 },
  };
  const styles = methodStyles(series);
  const fill = {
    field: "series",
    type: "nominal",
    scale: { domain: series, range: series.map((name) => styles.get(name)!.color) },
    legend: legendBelow(series, width, { symbolType: "circle", symbolSize: 90 }),
  };
  const paper = paperMarks(options.paper, { x, y, toX: (value) => value, toY: (value) => value });
  const across = options.ends ? options.ends[1] - options.ends[0] : Number.NaN; // unknown ends cross nothing
  const crossed = (options.paper ?? []).flatMap(({ x: at = [] }) => at);
  const lifts = liftsOf(rows, width / (across || Math.max(...rows.map(({ value }) => value)) || 1));
  const values = rows.map((row) => {
    const label = inWords(row.value);
    const pixelsTo = (at: number) => ((at - row.value) / across) * width;
    const isIn = (far: number) => far > GAP - 2 && far < GAP + textWidth(label, TEXT_SIZE) + 2;
    return { ...row, label, isLeft: crossed.some((at) => isIn(pixelsTo(at))), lift: lifts.get(row)! };
  });
  const layer = [
    ...(paper ? [...paper.layers, yearsOf(paper, x)] : []),
    {
      mark: { type: "rule", stroke: REFERENCE.color },
      encoding: { y, x: { ...x, aggregate: "min" }, x2: { field: "value", aggregate: "max" } },
    },
    ...(series.length > 1
      ? [{ mark: dot, encoding: { x, y, fill } }]
      : [
          { mark: { ...dot, fill: "#0066cd" }, encoding: { x, y } },
          ...SIDES.filter(({ isLeft }) => values.some((each) => each.isLeft === isLeft)).flatMap(
            ({ isLeft, ...side }) =>
              [{ stroke: "white", strokeWidth: 4 }, { fill: PAPER_INK }].map((look) => ({
                transform: [{ filter: { field: "isLeft", equal: isLeft } }],
                mark: { ...number, ...side, ...look },
                encoding: { x, y, text },
              })),
          ),
        ]),
  ];
  return framedFigure({ width, height, data: { values }, layer }, rows, {
    title: options.title ?? findingOf(rows, datasets, { ...options, inWords }),
    lines: [...notes, ...(paper?.notes ?? [])],
    width,
    room,
    summary: datasets.map((dataset) => ({
      dataset,
      ...Object.fromEntries(rows.filter((row) => row.dataset === dataset).map((row) => [row.series, row.value])),
    })),
  });
}

/** Pixels up or down for dots of a row that would hide each other: they stand in a column. @param scale pixels of 1 */
function liftsOf<R extends WebDotRow>(rows: readonly R[], scale: number): Map<R, number> {
  const sorted = rows.toSorted((a, b) => a.value - b.value);
  const lifts = distinct(rows.map(({ dataset }) => dataset)).flatMap((dataset) => {
    const columns: R[][] = [];
    for (const row of sorted.filter((each) => each.dataset === dataset)) {
      const last = columns.at(-1);
      if (last && (row.value - last[0].value) * scale < HIDES) last.push(row);
      else columns.push([row]);
    }
    return columns.flatMap((column) => column.map((row, i) => [row, (i - (column.length - 1) / 2) * APART] as const));
  });
  return new Map(lifts);
}

/** On how many webs each series is highest, and on how many none is; of a single one, where it is most and least. */
function findingOf(
  rows: readonly WebDotRow[],
  datasets: readonly string[],
  {
    of = "web",
    extremes = ["Highest", "lowest"],
    inWords = twoDecimals,
    margin = AREA_MARGIN,
  }: Pick<WebDotOptions, "of" | "extremes" | "inWords" | "margin">,
): Finding {
  const on = datasets.map((dataset) => rows.filter((row) => row.dataset === dataset).sort((a, b) => b.value - a.value));
  if (on.every((own) => own.length === 1))
    return ends(
      rows.map(({ dataset, value }) => ({ name: dataset, value })),
      extremes,
      inWords,
    );
  const first = on.flatMap(([a, b]) => (b && a.value - b.value < margin ? [] : [a.series]));
  if (first.length === 0) return said`No difference on any ${of}`;
  const counts = distinct(first).map((name) => ({ name, count: first.filter((each) => each === name).length }));
  const [most, ...others] = counts.sort((a, b) => b.count - a.count);
  const level = { name: "level", count: on.length - first.length };
  const told = [...others, ...(level.count > 0 ? [level] : [])].map(({ name, count }) => `, ${name} on ${count}`);
  return said`${extremes[0]}: ${most.name} on ${plural(most.count, of)} of ${String(datasets.length)}${told.join("")}`;
}

const twoDecimals = (value: number): string => value.toFixed(2);
