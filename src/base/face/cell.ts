import { escapeXml } from "../escape-xml.js";
import { threeDecimals } from "../rows/three-decimals.js";

/** A value of a table with two faces: text for a terminal, HTML for a notebook. */
export abstract class Cell {
  abstract toString(): string;
  abstract html(): string;
}

/** The name of a method, in short; pointing at it shows all its settings. The colour is that of its line in figures. */
export class NameCell extends Cell {
  constructor(
    readonly full: string,
    readonly short: string,
    readonly color?: string,
  ) {
    super();
  }

  toString(): string {
    return this.full;
  }

  html(): string {
    const mark = this.color
      ? `<span style="display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:8px;background:${this.color}"></span>`
      : "";
    return `${mark}<b title="${escapeXml(this.full)}">${escapeXml(this.short)}</b>`;
  }
}

/** What an interval is drawn on: the smallest and the largest end of those below each other. */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** An interval, drawn small on a scale that it shares with those below it; 0 is marked where the scale holds it. */
export class IntervalCell extends Cell {
  constructor(
    readonly interval: { readonly low: number; readonly high: number; readonly at: number },
    readonly scale: Scale,
    readonly color = "#777",
  ) {
    super();
  }

  toString(): string {
    return `${threeDecimals(this.interval.low)} to ${threeDecimals(this.interval.high)}`;
  }

  html(): string {
    const { low, high, at } = this.interval;
    const span = this.scale.high - this.scale.low || 1;
    const place = (value: number) => (100 * (value - this.scale.low)) / span;
    const piece = (left: number, width: string, top: number, height: number, color: string) =>
      `<span style="position:absolute;left:${left.toFixed(1)}%;width:${width};top:${top}px;height:${height}px;background:${color}"></span>`;
    const hasZero = this.scale.low <= 0 && this.scale.high >= 0;
    return [
      `<span title="${escapeXml(`${threeDecimals(at)}, ${this}`)}" style="position:relative;display:inline-block;width:120px;height:14px">`,
      hasZero ? piece(place(0), "1px", 0, 14, "#999") : "",
      piece(place(low), `${Math.max(1, place(high) - place(low)).toFixed(1)}%`, 6, 2, this.color),
      piece(place(at), "3px", 2, 10, this.color),
      "</span>",
    ].join("");
  }
}

/** The scale of intervals that stand below each other. */
export const scaleOf = (intervals: readonly { readonly low: number; readonly high: number }[]): Scale => ({
  low: Math.min(...intervals.map(({ low }) => low)),
  high: Math.max(...intervals.map(({ high }) => high)),
});
