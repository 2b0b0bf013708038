import { distinct } from "./check-rows.js";
import type { VegaLiteSpec } from "./draw.js";
import { legendBelow } from "./frame.js";
import type { SeriesStyle } from "./series-style.js";

type Styles = ReadonlyMap<string, SeriesStyle>;

export const lineMark = { type: "line", strokeWidth: 2, strokeJoin: "round" };

/** Colour and dash of each line by the field that names it, and the legend below, which explains both. */
export function lineEncoding(field: string, styles: Styles, width: number) {
  const labels = [...styles.keys()];
  const legend = legendBelow(labels, width, { symbolType: "stroke", symbolSize: 700, symbolStrokeWidth: 2 });
  const by = (part: keyof SeriesStyle) => ({
    field,
    type: "nominal",
    scale: { domain: labels, range: labels.map((label) => styles.get(label)![part]) },
    legend,
  });
  return { color: by("color"), strokeDash: by("dash") };
}

/** A band from `low` to `high` behind each line whose points have them, in the line's colour. */
export function bandsOf<K extends string>(
  points: readonly (Readonly<Record<K, string>> & { readonly low?: number })[],
  field: K,
  styles: Styles,
  { x, y, ...more }: Readonly<Record<"x" | "y", VegaLiteSpec>> & VegaLiteSpec,
  fillOpacity = 0.2,
): VegaLiteSpec[] {
  const banded = distinct(points.filter(({ low }) => low !== undefined).map((point) => point[field]));
  return banded.map((name) => ({
    transform: [{ filter: `isValid(datum.low) && datum.${field} === ${JSON.stringify(name)}` }],
    mark: { type: "area", fill: styles.get(name)!.color, fillOpacity, strokeWidth: 0 },
    encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, ...more },
  }));
}
