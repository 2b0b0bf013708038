import { distinct } from "./check-rows.js";
import type { VegaLiteSpec } from "./draw.js";
import type { Figure } from "./figure.js";
import { type FrameOptions, framedFigure, PLOT_HEIGHT } from "./frame.js";
import { type NamedLines, namedLines } from "./line-parts.js";
import { type PaperOptions, type Place, paperMarks } from "./paper-marks.js";

/** What a picture of lines is made of, besides the rows. */
interface LineFigure
  extends Pick<NamedLines, "field" | "styles" | "x" | "y" | "detail">,
    Partial<Pick<Place, "toX" | "toY">> {
  /** What its caller said. */
  readonly options: FrameOptions & PaperOptions;
  /** The title, unless the caller said one. */
  readonly finding: () => string;
  /** Small print before and after that of the caller and the paper. */
  readonly about?: readonly string[];
  readonly after?: readonly string[];
  /** Sorted along each line. */
  readonly points: readonly VegaLiteSpec[];
  /** What is drawn, from the channels that tell the lines apart. */
  readonly layers: (told: ReturnType<typeof namedLines>["encoding"]) => readonly VegaLiteSpec[];
  readonly summary: readonly object[];
}

const itself = (value: number) => value;

/** Lines, the paper's own marks over them, and the name of each, in the frame that all figures share. */
export function lineFigure<R extends object>(rows: readonly R[], of: LineFigure): Promise<Figure<R>> {
  const { options, finding, about = [], after = [], points, layers, summary } = of;
  const { title = finding(), notes = [], width, height = PLOT_HEIGHT } = options;
  const { field, styles, x, y, detail, toX = itself, toY = itself } = of;
  const paper = paperMarks(options.paper, { x, y, toX, toY });
  const named = namedLines(points, { field, styles, width, height, x, y, detail, paper });
  const lines = [...about, ...notes, ...(paper?.notes ?? []), ...after].filter(Boolean);
  const layer = [...layers(named.encoding), ...named.layers];
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
