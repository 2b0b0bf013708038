import type { VegaLiteSpec } from "./draw.js";
import { legendBelow } from "./frame.js";

/** Bars whose shade tells what `field` says, and the legend below, which explains it where there are several. */
export const shadedBars = (
  encoding: VegaLiteSpec,
  field: string,
  shades: ReadonlyMap<string, string>,
  width: number,
) => ({
  mark: { type: "bar", stroke: "#333333", strokeWidth: 0.6 },
  encoding: {
    ...encoding,
    fill: {
      field,
      type: "nominal",
      scale: { domain: [...shades.keys()], range: [...shades.values()] },
      legend:
        shades.size > 1 ? legendBelow([...shades.keys()], width, { symbolType: "square", symbolSize: 160 }) : null,
    },
  },
});

/** Lines over bars: the white one keeps the dark one visible on a dark bar. */
export const intervalLines = (source: VegaLiteSpec, encoding: VegaLiteSpec) =>
  [
    { stroke: "white", strokeWidth: 4 },
    { stroke: "#222222", strokeWidth: 1.6 },
  ].map((look) => ({ ...source, mark: { type: "rule", ...look }, encoding }));
