import type { VegaLiteSpec } from "./draw.js";
import { TEXT_SIZE } from "./frame.js";

/**
 * What a paper states in words or in a table, in the units of a figure's rows. `x` or `y` alone is a line across the
 * picture, two numbers are a stretch from one to the other.
 */
export interface PaperMark {
  readonly x?: number | readonly [from: number, to: number];
  readonly y?: number;
  /** What the paper says there, in short. */
  readonly says: string;
  /** Its own words, shown on hovering. */
  readonly quote: string;
  /** Year and place: "1998, section 6". */
  readonly source: string;
}

type Ends = readonly number[];
type Spot = readonly [x: number, y: number];

export interface PaperOptions {
  /** What the paper says of this picture: hollow marks and thin lines, with its year beside them. */
  readonly paper?: readonly PaperMark[];
}

/** Marks of a paper, ready to be drawn. */
export interface DrawnPaper {
  readonly layers: readonly VegaLiteSpec[];
  /** Small print: what they say. */
  readonly notes: readonly string[];
  /** What stands beside them: the year. */
  readonly label: string;
  /** What it stands beside, in values of the axes: points, or two ends of a line. */
  readonly spots: readonly (readonly Spot[])[];
}

export interface Place {
  /** Channels of the axes. */
  readonly x: VegaLiteSpec;
  readonly y: VegaLiteSpec;
  /** From a value of the rows to one of the axis. */
  readonly toX: (value: number) => number;
  readonly toY: (value: number) => number;
}

export const PAPER_INK = "#222222";

const line = { type: "rule", stroke: PAPER_INK, strokeWidth: 1.2, opacity: 1 };
const hollow = {
  type: "point",
  shape: "diamond",
  size: 100,
  filled: true,
  fill: "white",
  stroke: PAPER_INK,
  strokeWidth: 1.5,
  opacity: 1,
};

/** Ends of a scale where they are stated. */
const endsOf = ({ scale }: VegaLiteSpec): Ends | undefined => (scale as { readonly domain?: Ends } | undefined)?.domain;

/** A paper's own numbers over a picture: hollow marks and thin lines. What lies beyond the axes is cut off. */
export function paperMarks(marks: readonly PaperMark[] = [], { x, y, toX, toY }: Place): DrawnPaper | undefined {
  const [left, right] = endsOf(x) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isInside = (at: number) => at >= left && at <= right;
  const values = marks.flatMap(({ x: stated, y: height, ...about }) => {
    const [from, to] = stated === undefined ? [left, right] : [[stated].flat()[0], [stated].flat().at(-1)!].map(toX);
    if (from > right || to < left) return [];
    const at = height === undefined ? undefined : toY(height);
    return [{ about, from, to, at, isAcross: stated === undefined }];
  });
  if (values.length === 0) return undefined;
  const ends = values.map(({ from, to, ...rest }) => ({ ...rest, ends: [...new Set([from, to])].filter(isInside) }));
  const upright = ends.flatMap(({ about, at, ends }) => (at === undefined ? ends.map((x) => ({ x, ...about })) : []));
  const across = values.flatMap(({ about, at, isAcross }) => (isAcross ? [{ y: at, ...about }] : []));
  const stretches = values.flatMap(({ about, at, from, to, isAcross }) =>
    at !== undefined && from < to && !isAcross
      ? [{ x: Math.max(from, left), x2: Math.min(to, right), y: at, ...about }]
      : [],
  );
  const points = ends.flatMap(({ about, at, ends, isAcross }) =>
    at !== undefined && !isAcross ? ends.map((x) => ({ x, y: at, ...about })) : [],
  );
  const [ofX, ofY] = [
    { ...x, field: "x" },
    { ...y, field: "y" },
  ];
  const layer = (of: readonly object[], mark: VegaLiteSpec, encoding: VegaLiteSpec) =>
    of.length === 0 ? [] : [{ data: { values: of }, mark, encoding: { ...encoding, tooltip } }];
  const [low, high] = endsOf(y) ?? [0, 1];
  return {
    layers: [
      ...layer(upright, line, { x: ofX }),
      ...layer(across, line, { y: ofY }),
      ...layer(stretches, line, { x: ofX, x2: { field: "x2" }, y: ofY }),
      ...layer(points, hollow, { x: ofX, y: ofY }),
    ],
    notes: [...new Set(marks.map(({ says, source }) => `the paper, ${yearOf(source)}: ${says}`))],
    label: yearOf(marks[0].source),
    spots: spotsOf(
      [...upright, ...across, ...stretches, ...points],
      [
        [left, right],
        [low, high],
      ],
    ),
  };
}

/** A mark as it is drawn: across or up the picture, a stretch, or a point. */
interface DrawnMark {
  readonly says?: string;
  readonly x?: number;
  readonly x2?: number;
  readonly y?: number;
}

/** What a paper's marks, among all that is drawn, take up: points, or two ends of a line. @param ends of both axes */
export const spotsOf = (drawn: readonly DrawnMark[], [[left, right], [low, high]]: readonly Ends[]): Spot[][] =>
  drawn
    .filter(({ says }) => says !== undefined)
    .map(({ x, x2, y }) => {
      if (y === undefined) return [high, low].map((at): Spot => [x!, at]);
      if (x === undefined) return [left, right].map((at): Spot => [at, y]);
      return (x2 === undefined ? [x] : [x, x2]).map((at): Spot => [at, y]);
    });

/** The year at the top of a paper's upright lines. */
export const yearsOf = ({ label, spots }: DrawnPaper, x: VegaLiteSpec): VegaLiteSpec => ({
  data: { values: spots.map(([[from]]) => ({ from })) },
  mark: {
    type: "text",
    text: label,
    align: "left",
    baseline: "top",
    dx: 5,
    y: 0,
    fontSize: TEXT_SIZE,
    fill: PAPER_INK,
  },
  encoding: { x: { ...x, field: "from" } },
});

const yearOf = (source: string): string => source.split(",")[0];

const tooltip = ["says", "quote", "source"].map((field) => ({ field, type: "nominal" }));
