import { distinct } from "./check-rows.js";
import type { VegaLiteSpec } from "./draw.js";
import type { Figure } from "./figure.js";
import type { Finding } from "./finding.js";
import { type FrameOptions, framedFigure, PLOT_HEIGHT } from "./frame.js";
import { type Axes, bandsOf, type LinePoint, lineMark, namedLines, thinLines } from "./line-parts.js";
import { type PaperOptions, type Place, paperMarks } from "./paper-marks.js";
import type { SeriesStyle } from "./series-style.js";

type Channels = ReturnType<typeof namedLines>["encoding"] & Axes;

/** What a picture of lines is made of, besides the rows. */
interface LineFigure extends Axes, Partial<Pick<Place, "toX" | "toY">> {
  /** What its caller said. */
  readonly options: FrameOptions & PaperOptions;
  /** The title, unless the caller said one. */
  readonly finding: () => Finding;
  /** Small print before and after that of the caller and the paper. */
  readonly about?: readonly string[];
  readonly after?: readonly (string | undefined)[];
  readonly points: readonly LinePoint[];
  /** Of each line, in the order of the legend. */
  readonly styles: ReadonlyMap<string, SeriesStyle>;
  /** Single crawls, drawn in place of bands. */
  readonly singles?: readonly LinePoint[] | undefined;
  /** What bands are, in the small print, and how dense they are. */
  readonly bands?: { readonly says?: string; readonly opacity?: number };
  /** What is drawn behind the lines. */
  readonly behind?: readonly VegaLiteSpec[];
  readonly mark?: VegaLiteSpec;
  /** What is drawn in place of one line a name. */
  readonly layers?: (channels: Channels) => readonly VegaLiteSpec[];
  readonly summary: readonly object[];
}

const itself = (value: number) => value;

/** Lines, the paper's own marks over them, and the name of each, in the frame that all figures share. */
export function lineFigure<R extends object>(rows: readonly R[], of: LineFigure): Promise<Figure<R>> {
  const { options, finding, about = [], after = [], styles, bands, behind = [], mark = lineMark, summary } = of;
  const { title = finding(), notes = [], width, height = PLOT_HEIGHT } = options;
  const order = new Map([...styles.keys()].map((name, i) => [name, i]));
  const inOrder = (some: readonly LinePoint[]) =>
    some.toSorted((a, b) => order.get(a.series)! - order.get(b.series)! || a.x - b.x);
  const points = inOrder(of.points);
  const x = { type: "quantitative", ...of.x, field: "x" };
  const y = { type: "quantitative", ...of.y, field: "y" };
  const paper = paperMarks(options.paper, { x, y, toX: of.toX ?? itself, toY: of.toY ?? itself });
  const named = namedLines(points, { styles, width, height, x, y, paper });
  const detail = points.some(({ line }) => line !== undefined) && { detail: { field: "line" } };
  const channels = { x, y, ...named.encoding, ...detail };
  const { strokeDash, ...plain } = channels;
  const shades = of.singles
    ? [thinLines(inOrder(of.singles), plain)]
    : bandsOf(points, styles, { x, y, ...detail }, bands?.opacity);
  const { layers = () => [{ mark, encoding: channels }] } = of;
  const last = [...after, shades.length > 0 && bands?.says].filter(Boolean).join(" · ");
  const lines = [...about, ...notes, ...(paper?.notes ?? []), last].filter(Boolean);
  const layer = [...behind, ...shades, ...layers(channels), ...named.layers];
  const body = { width: named.width, height, data: { values: points }, layer };
  return framedFigure(body, rows, { title, lines, width: named.width, room: named.room, summary });
}

/** For people: a line per policy, its value at some places, a column each. */
export const acrossPlaces = <P extends number>(
  points: readonly { readonly policy: string }[],
  places: readonly P[],
  nameOf: (place: P) => string,
  valueAt: (policy: string, place: P) => number | undefined,
): object[] =>
  distinct(points.map(({ policy }) => policy)).map((policy) => ({
    policy,
    ...Object.fromEntries(places.map((place) => [nameOf(place), valueAt(policy, place)])),
  }));
