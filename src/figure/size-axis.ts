import type { VegaLiteSpec } from "./draw.js";

const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** 10 is "2¹⁰", -2 is "2⁻²". */
const powerOf2 = (exponent: number): string =>
  `2${String(exponent)
    .replace("-", "⁻")
    .replace(/\d/g, (digit) => digits[Number(digit)])}`;

/** Pixels that a label takes with the gap beside it. */
const labelRoom = 32;

/** log2 of a size, short enough for a small file. */
export const log2 = (size: number): number => Math.round(Math.log2(size) * 1e4) / 1e4;

/**
 * A logarithmic axis of sizes for a channel that holds their `log2`: ticks at powers of 2, as many as have room for their
 * labels.
 *
 * @param sizes all that are drawn
 * @param width of the plotting area in pixels; default: the least that a legend leaves
 */
export function sizeAxis(title: string, sizes: readonly number[], width = 400): VegaLiteSpec {
  const low = Math.floor(log2(Math.min(...sizes)));
  const high = Math.max(low + 1, Math.ceil(log2(Math.max(...sizes))));
  const step = [1, 2, 4, 8].find((each) => ((high - low) / each + 1) * labelRoom <= width + labelRoom) ?? 8;
  const first = Math.ceil(low / step) * step;
  const values = Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
  const labels = values.map(powerOf2);
  return {
    type: "quantitative",
    title,
    scale: { domain: [low, high], nice: false },
    axis: { values, labelExpr: `${JSON.stringify(labels)}[(datum.value - ${first}) / ${step}]` },
  };
}
