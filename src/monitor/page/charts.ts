import type { PageDocument } from "../../figure/page/dom.js";
import type { Formats } from "./formats.js";

/** A value at a time, milliseconds since 1970. */
export interface Point {
  readonly time: number;
  readonly value: number;
}

/** What a chart shows: points in time, oldest first, `step` apart. */
export interface Line {
  readonly points: readonly Point[];
  readonly step: number;
  /** Ends of the time axis. */
  readonly from: number;
  readonly to: number;
}

/**
 * Small charts of one value over time. A closed function, see `formats`.
 *
 * A chart is drawn in a box of 300 x 60 units that is stretched to its place; the stroke is not. Where points lie more
 * than three steps apart nothing was measured, and no line is drawn.
 */
export function charts(document: PageDocument, formats: Formats) {
  const WIDTH = 300;
  const HEIGHT = 60;

  /** Least round number that is not below the value: a scale that does not jump with every point. */
  const ceiling = (value: number): number => {
    if (!(value > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    return ([1, 1.5, 2, 3, 4, 5, 6, 8].find((each) => each * power >= value) ?? 10) * power;
  };

  /** "1.5 MB" of "1.50 MB", "2" of "2.0": a scale ends at a round number. */
  const withoutZeros = (text: string): string => text.replace(/(\.\d*?)0+(?!\d)/, "$1").replace(/\.(?!\d)/, "");

  /** Path data: one open line per stretch that was measured, and the areas under them. */
  const paths = ({ points, step, from, to }: Line, top: number): { readonly line: string; readonly area: string } => {
    const x = (time: number) => ((WIDTH * (time - from)) / Math.max(1, to - from)).toFixed(1);
    const y = (value: number) => (HEIGHT - 1 - ((HEIGHT - 2) * value) / top).toFixed(1);
    const stretches: Point[][] = [];
    for (const point of points) {
      if (point.time < from || point.time > to) continue;
      const current = stretches[stretches.length - 1];
      const before = current?.[current.length - 1];
      if (before && point.time - before.time <= 3 * step) current.push(point);
      else stretches.push([point]);
    }
    let [line, area] = ["", ""];
    for (const stretch of stretches) {
      const corners = stretch.map(({ time, value }) => `${x(time)} ${y(value)}`).join("L");
      const [first, last] = [stretch[0], stretch[stretch.length - 1]];
      line += stretch.length === 1 ? `M${corners}h0.1` : `M${corners}`;
      area += `M${x(first.time)} ${HEIGHT}L${corners}L${x(last.time)} ${HEIGHT}Z`;
    }
    return { line, area };
  };

  /** The point nearest to a share of the axis. */
  const nearest = ({ points, from, to }: Line, share: number): Point | undefined => {
    const time = from + share * (to - from);
    let best: Point | undefined;
    for (const point of points) if (!best || Math.abs(point.time - time) < Math.abs(best.time - time)) best = point;
    return best;
  };

  /**
   * Makes the figure with this id a chart: an SVG before its caption, which tells the span, and under the pointer time
   * and value.
   *
   * @param write a value with its unit
   */
  const chart = (id: string, name: string, write: (value: number) => string) => {
    const figure = document.getElementById(id);
    const caption = document.getElementById(`${id}-caption`);
    const scale = document.getElementById(`${id}-top`);
    if (!figure || !caption || !scale) throw new Error(`the page has no chart "${id}"`);
    const shape = (tag: string, attributes: Readonly<Record<string, string>>) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
    const area = shape("path", { class: "area" });
    const line = shape("path", { class: "line", "vector-effect": "non-scaling-stroke" });
    const pointer = shape("path", { class: "pointer", "vector-effect": "non-scaling-stroke" });
    svg.append(area, line, pointer);
    figure.append(svg);
    let shown: Line = { points: [], step: 1, from: 0, to: 1 };
    let span = "";
    let share: number | undefined;

    const say = () => {
      const point = share === undefined ? undefined : nearest(shown, share);
      const text = point ? `${formats.moment(point.time, shown.to)}: ${write(point.value)}` : span;
      if (caption.textContent !== text) caption.textContent = text;
      const at = point ? (WIDTH * (point.time - shown.from)) / Math.max(1, shown.to - shown.from) : -9;
      pointer.setAttribute("d", `M${at.toFixed(1)} 0V${HEIGHT}`);
    };
    svg.addEventListener("pointermove", ({ clientX }) => {
      const { left, width } = svg.getBoundingClientRect();
      share = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
      say();
    });
    svg.addEventListener("pointerleave", () => {
      share = undefined;
      say();
    });

    /** @param about what the time axis spans, "last 10 min" */
    return (next: Line, about: string) => {
      shown = next;
      span = about;
      const values = next.points.filter(({ time }) => time >= next.from).map(({ value }) => value);
      const most = values.reduce((a, b) => Math.max(a, b), 0);
      const top = ceiling(most);
      const { line: outline, area: filled } = paths(next, top);
      line.setAttribute("d", outline);
      area.setAttribute("d", filled);
      scale.textContent = `0–${withoutZeros(write(top))}`;
      const least = values.reduce((a, b) => Math.min(a, b), most);
      const told = values.length === 0 ? "nothing measured yet" : `between ${write(least)} and ${write(most)}`;
      svg.setAttribute("aria-label", `${name}, ${about}: ${told}`);
      say();
    };
  };

  return { ceiling, withoutZeros, paths, nearest, chart };
}

export type Charts = ReturnType<typeof charts>;
