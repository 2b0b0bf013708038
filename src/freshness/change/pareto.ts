import { number } from "../../base/method.js";
import { defineChange } from "../change-model.js";

/**
 * Rates with a heavy tail: a few pages change without end. Pareto's distribution from the least rate on, P(rate > x) =
 * (least / x)^exponent, cut off where a page would change 10,000 times as often as the mean.
 */
export const pareto = defineChange({
  name: "pareto",
  source: "ours, as the heavy-tailed counterpart of gamma",
  options: {
    mean: number(1, "(0, ∞)", "changes of a page per unit of time, on the mean, before the cut"),
    exponent: number(1.5, "(1, ∞)", "the smaller, the heavier the tail"),
  },
  rates({ size, random }, { mean, exponent }) {
    const least = (mean * (exponent - 1)) / exponent;
    return Float64Array.from({ length: size }, () =>
      Math.min(1e4 * mean, least * (1 - random.next()) ** (-1 / exponent)),
    );
  },
});
