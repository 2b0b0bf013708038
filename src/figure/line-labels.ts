import { TEXT_SIZE } from "./frame.js";
import { textWidth } from "./text-width.js";

/** A line of a chart as it is drawn: points in pixels from the upper left corner of the plotting area, by x. */
export interface DrawnLine {
  readonly label: string;
  readonly points: readonly Point[];
}

type Point = readonly [x: number, y: number];

interface LabelArea {
  readonly width: number;
  readonly height: number;
  readonly beside?: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A place for the label of a line, which is drawn from `x` on, its middle at `y`. Pixels. */
export interface LabelPlace {
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

/** Height of a label with ascenders, in pixels. */
const HEIGHT = 14;

/** Pixels between a label and its line. */
const GAP = 5;

/** Pixels by which a label is nearer to its own line than to any other, and free of other labels. */
const CLEAR = 4;

/** Pixels of room beyond which more is no better. */
const FAR = 40;

/** What a place behind the end of a line is better by, in pixels of room. */
const AT_END = 20;

/** Pixels between places that are tried along a line; places kept for each; combinations tried in all. */
const STEP = 6;
const KEPT = 80;
const TRIES = 20_000;

/**
 * Places for labels beside their lines: behind the end of the line, or inside the plotting area; over no line and no
 * other label, and nearer to their own line than to any other. The more room around it, the better a place is.
 *
 * @param width of the plotting area, pixels
 * @param beside pixels to the right of it in which a label may end; default: as many as it takes
 * @param labels those that are placed where a legend names the others: over no line is enough then; default: all
 * @returns one place for each label, or undefined where not all of them find one
 */
export function placeLabels(
  lines: readonly DrawnLine[],
  { width, height, beside = Number.POSITIVE_INFINITY }: LabelArea,
  labels?: readonly string[],
): LabelPlace[] | undefined {
  const traces = lines.flatMap(({ label, points }) => traceOf(points).map((point) => ({ label, point })));
  const byX = traces.toSorted((a, b) => a.point[0] - b.point[0]);
  const choices = (labels ?? [...new Set(lines.map(({ label }) => label))]).map((label) => {
    const own = traces.filter((each) => each.label === label).map(({ point }) => point);
    const near = new PointsByX(byX.filter((each) => each.label === label));
    const foreign = new PointsByX(byX.filter((each) => each.label !== label));
    return { label, boxes: placesOf(label, { own, near, foreign }, { width, height, beside, isNamed: !labels }) };
  });
  choices.sort((a, b) => a.boxes.length - b.boxes.length);
  const chosen = fitting(choices.map(({ boxes }) => boxes));
  return chosen?.map((box, i) => ({
    label: choices[i].label,
    x: box.left,
    y: (box.top + box.bottom) / 2,
  }));
}

/** Points along a line, two pixels from each other at most. */
function traceOf(points: readonly Point[]): Point[] {
  return points.flatMap(([x, y], i): Point[] => {
    const [nextX, nextY] = points[i + 1] ?? [x, y];
    const steps = Math.max(1, Math.ceil(Math.hypot(nextX - x, nextY - y) / 2));
    return Array.from({ length: steps }, (_, k) => [x + ((nextX - x) * k) / steps, y + ((nextY - y) * k) / steps]);
  });
}

/** The best places beside a line, best first. */
function placesOf(
  label: string,
  { own, near, foreign }: { readonly own: readonly Point[]; readonly near: PointsByX; readonly foreign: PointsByX },
  { width, height, beside, isNamed }: Required<LabelArea> & { readonly isNamed: boolean },
) {
  const room = textWidth(label, TEXT_SIZE);
  const found: { readonly box: Box; readonly score: number }[] = [];
  const add = (box: Box, more: number) => {
    const toOwn = near.distanceTo(box, GAP - 2);
    if (toOwn < GAP - 2) return;
    const least = isNamed ? toOwn + CLEAR : GAP - 2;
    const toOthers = foreign.distanceTo(box, least);
    if (toOthers >= least) found.push({ box, score: toOthers - 2 * toOwn + more });
  };
  for (const [x, y] of own.filter(([at]) => at >= width - 1 && at + GAP + room <= width + beside))
    add({ left: x + GAP, top: y - HEIGHT / 2, right: x + GAP + room, bottom: y + HEIGHT / 2 }, AT_END);
  let [lastX, lastY] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x, y] of own) {
    if (Math.hypot(x - lastX, y - lastY) < STEP) continue;
    [lastX, lastY] = [x, y];
    for (const box of around(x, y, room)) {
      if (box.left < 2 || box.top < 0 || box.right > width - 2 || box.bottom > height - 2) continue;
      add(box, 0);
    }
  }
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, KEPT)
    .map(({ box }) => box);
}

/** Above, below, and at the four corners of a point. */
function around(x: number, y: number, room: number): Box[] {
  return [x - room / 2, x + GAP, x - GAP - room].flatMap((left) =>
    [y - GAP - HEIGHT, y + GAP, y - HEIGHT / 2].map((top) => ({
      left,
      top,
      right: left + room,
      bottom: top + HEIGHT,
    })),
  );
}

/** Points by x: only those within `FAR` of a box are looked at. */
class PointsByX {
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;

  constructor(sorted: readonly { readonly point: Point }[]) {
    this.#xs = Float64Array.from(sorted, ({ point }) => point[0]);
    this.#ys = Float64Array.from(sorted, ({ point }) => point[1]);
  }

  /**
   * Pixels between a box and the nearest of the points, `FAR` at most; 0 where it covers one. What is below `least` is
   * any such number: it is not looked further.
   */
  distanceTo({ left, top, right, bottom }: Box, least: number): number {
    let nearest = FAR * FAR;
    const end = right + FAR;
    for (let i = firstFrom(this.#xs, left - FAR); this.#xs[i] <= end; i++) {
      const across = Math.max(left - this.#xs[i], 0, this.#xs[i] - right);
      const down = Math.max(top - this.#ys[i], 0, this.#ys[i] - bottom);
      const squared = across * across + down * down;
      if (squared >= nearest) continue;
      nearest = squared;
      if (Math.sqrt(nearest) < least) break;
    }
    return Math.sqrt(nearest);
  }
}

/** Index of the first of sorted numbers that is not below a bound. */
function firstFrom(sorted: Float64Array, bound: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

const areApart = (a: Box, b: Box): boolean =>
  a.right + CLEAR < b.left || b.right + CLEAR < a.left || a.bottom + CLEAR < b.top || b.bottom + CLEAR < a.top;

/** One box of each list, none over another. */
function fitting(lists: readonly (readonly Box[])[]): Box[] | undefined {
  let tries = 0;
  const chosen: Box[] = [];
  const next = (): boolean => {
    if (chosen.length === lists.length) return true;
    for (const box of lists[chosen.length]) {
      if (++tries > TRIES) return false;
      if (!chosen.every((other) => areApart(box, other))) continue;
      chosen.push(box);
      if (next()) return true;
      chosen.pop();
    }
    return false;
  };
  return next() ? chosen : undefined;
}
