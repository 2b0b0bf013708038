import { groupedBy } from "../base/grouped-by.js";
import { meanOf } from "../base/statistics/mean-of.js";
import { distinct } from "./check-rows.js";
import type { VegaLiteSpec } from "./draw.js";
import {
  axisRoom,
  besideRoom,
  FIGURE_WIDTH,
  legendBelow,
  legendBeside,
  PADDING,
  PLOT_WIDTH,
  TEXT_SIZE,
} from "./frame.js";
import { placeLabels } from "./line-labels.js";
import { type DrawnPaper, PAPER_INK } from "./paper-marks.js";
import { readable, type SeriesStyle } from "./series-style.js";

type Styles = ReadonlyMap<string, SeriesStyle>;

export const lineMark = { type: "line", strokeWidth: 2, strokeJoin: "round" };

/** A line with a dot at each point. */
export const dottedMark = { ...lineMark, point: { size: 14 } };

const thinMark = { ...lineMark, strokeWidth: 0.8, opacity: 0.5 };

/** A point of a line, in values of the axes. */
export interface LinePoint extends VegaLiteSpec {
  /** Name of its line. */
  readonly series: string;
  readonly x: number;
  readonly y: number;
  /** Ends of the band around it, both or neither. */
  readonly low?: number;
  readonly high?: number;
  /** What tells lines of one name apart. */
  readonly line?: string;
}

/** Both axes: title, scale, ticks. */
export type Axes = Readonly<Record<"x" | "y", VegaLiteSpec>>;

/** The ends of a linear scale where they are stated. */
function endsOf({ scale }: VegaLiteSpec): readonly number[] | undefined {
  const { domain, type } = (scale ?? {}) as { readonly domain?: readonly number[]; readonly type?: string };
  return type === undefined ? domain : undefined;
}

/** What layers of names are called, so that panels can have a legend in their place. */
export const NAMES = "names";

/** How a line looks in a legend. */
export const LINE_SYMBOL: VegaLiteSpec = {
  symbolType: "stroke",
  symbolSize: 700,
  symbolStrokeWidth: 2,
  symbolOpacity: 1,
};

interface NamedLines extends Axes {
  readonly styles: Styles;
  /** Of the plotting area in pixels. Default: what names, or a legend, leave of the picture. */
  readonly width?: number;
  readonly height: number;
  /** The paper's own marks, which are drawn over the lines and named as they are. */
  readonly paper?: DrawnPaper;
}

/**
 * Colour and dash of each line, and its name: beside it, in its colour, or where there is no room for all of them in a
 * legend on the right, in the order in which the lines stand above each other; below, where names are too long for that.
 *
 * @param points sorted along each line
 * @returns channels of the lines, layers to draw over them, width of the plotting area, and pixels beside it
 */
export function namedLines(points: readonly LinePoint[], of: NamedLines) {
  const { styles, x, y, paper } = of;
  const names = besideRoom([...styles.keys()]);
  const isBelow = names > PLOT_WIDTH / 2;
  const room = isBelow ? PADDING : names;
  const areas = of.width
    ? [{ width: of.width }]
    : [
        { width: PLOT_WIDTH, beside: PADDING },
        { width: PLOT_WIDTH - room, beside: room },
      ];
  const tried = areas.map((area) => ({ ...area, placed: labelPlaces(points, { ...of, ...area }) }));
  const { width, placed } = tried.find(({ placed }) => placed) ?? tried[tried.length - 1];
  const places = placed ?? (paper && labelPlaces(points, { ...of, width }, [paper.label]));
  const labels = placed ? [...styles.keys()] : fromTheTop(points, of);
  const legend = placed ? null : isBelow ? legendBelow(labels, width, LINE_SYMBOL) : legendBeside(LINE_SYMBOL);
  const by = (part: keyof SeriesStyle) => ({
    field: "series",
    type: "nominal",
    scale: { domain: labels, range: labels.map((label) => styles.get(label)![part]) },
    legend,
  });
  const text = (halo: boolean) => ({
    name: `${NAMES}${halo ? " behind" : ""}`,
    data: { values: places ?? [] },
    mark: {
      type: "text",
      align: "left",
      baseline: "middle",
      fontSize: TEXT_SIZE,
      ...(halo && { stroke: "white", strokeWidth: 4, strokeJoin: "round" }),
    },
    encoding: {
      x,
      y,
      text: { field: "label" },
      ...(!halo && {
        fill: {
          field: "label",
          type: "nominal",
          scale: {
            domain: [...labels, paper?.label].filter(Boolean),
            range: [...labels.map((label) => readable(styles.get(label)!.color)), PAPER_INK],
          },
          legend: null,
        },
      }),
    },
  });
  return {
    encoding: { color: by("color"), strokeDash: by("dash") },
    layers: [...(paper?.layers ?? []), ...(places ? [text(true), text(false)] : [])],
    width,
    room: of.width ? axisRoom + (placed ? 0 : room) : FIGURE_WIDTH - 2 * PADDING - width,
  };
}

interface Placing extends Axes {
  readonly width: number;
  readonly height: number;
  readonly paper?: Pick<DrawnPaper, "label" | "spots">;
  /** Pixels to the right of the plotting area in which a name may end. */
  readonly beside?: number;
}

/**
 * Where names stand, all of them or, inside the plotting area, some; in values of the axes. Undefined without room or
 * stated ends of an axis.
 */
export function labelPlaces(
  points: readonly LinePoint[],
  { paper, width, height, beside, ...axes }: Placing,
  labels?: readonly string[],
) {
  const [ofX, ofY] = [endsOf(axes.x), endsOf(axes.y)];
  if (!ofX || !ofY) return undefined;
  const [[left, right], [low, high]] = [ofX, ofY];
  const pixel = (across: number, up: number): readonly [number, number] => [
    (width * (across - left)) / (right - left),
    (height * (high - up)) / (high - low),
  ];
  const lines = groupedBy(
    points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)),
    ({ series, line }) => JSON.stringify([series, line]),
  ).map((line) => ({
    label: line[0].series,
    points: line.map(({ x, y }) => pixel(x, y)).sort((a, b) => a[0] - b[0]),
  }));
  const marks = (paper?.spots ?? []).map((spots) => {
    const points = spots.map(([across, up]) => pixel(across, up));
    return { label: paper!.label, points: points.length === 1 ? around(points[0]) : points };
  });
  return placeLabels([...lines, ...marks], { width, height, beside: labels ? 0 : beside }, labels)?.map((place) => ({
    label: place.label,
    x: left + ((right - left) * place.x) / width,
    y: high - ((high - low) * place.y) / height,
  }));
}

/** The outline of a hollow mark, in pixels. */
const around = ([x, y]: readonly [x: number, y: number]) =>
  [-1, 0, 1, 0, -1].map((side, i, sides) => [x + 6 * side, y + 6 * sides[(i + 1) % 4]] as const);

/** Names by the mean height of their lines. */
function fromTheTop(points: readonly LinePoint[], { styles }: NamedLines): string[] {
  const heights = new Map(
    [...styles.keys()].map((label) => [
      label,
      meanOf(points.filter(({ series }) => series === label).map(({ y }) => y)),
    ]),
  );
  return [...styles.keys()].sort((a, b) => heights.get(b)! - heights.get(a)!);
}

/** A band from `low` to `high` behind each line whose points have them, in the line's colour. */
export function bandsOf(
  points: readonly LinePoint[],
  styles: Styles,
  { y, ...channels }: Axes & VegaLiteSpec,
  fillOpacity = 0.2,
): VegaLiteSpec[] {
  const banded = distinct(points.filter(({ low }) => low !== undefined).map(({ series }) => series));
  return banded.map((name) => ({
    transform: [{ filter: `isValid(datum.low) && datum.series === ${JSON.stringify(name)}` }],
    mark: { type: "area", fill: styles.get(name)!.color, fillOpacity, strokeWidth: 0 },
    encoding: { ...channels, y: { ...y, field: "low" }, y2: { field: "high" } },
  }));
}

/**
 * Thin lines behind the others. Points of many lines in few characters, unpacked by Vega: a notebook keeps them, and
 * grows by a row a line.
 */
export function thinLines(points: readonly LinePoint[], encoding: VegaLiteSpec): VegaLiteSpec {
  const channels = ["x", "y"] as const;
  const values = groupedBy(points, ({ line }) => line).map((own) => ({
    ...own[0],
    ...Object.fromEntries(channels.map((name) => [name, own.map((point) => point[name]).join(" ")])),
  }));
  const each = (calculation: (name: string) => string) =>
    channels.map((name) => ({ calculate: calculation(name), as: name }));
  const transform = [
    ...each((name) => `split(datum.${name}, ' ')`),
    { flatten: channels },
    ...each((name) => `toNumber(datum.${name})`),
  ];
  return { data: { values }, transform, mark: thinMark, encoding };
}
