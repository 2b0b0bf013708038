import { number } from "../../base/method.js";
import { defineChange } from "../change-model.js";
import { gammaDraw } from "../draws.js";

/**
 * Rates drawn from a gamma distribution: most pages change seldom, some often. The smaller the shape, the more they
 * differ: the variance is mean^2 / shape.
 */
export const gamma = defineChange({
  name: "gamma",
  source: "Cho and Garcia-Molina 2003, section 4: rates by a gamma distribution; the default shape is ours",
  options: {
    mean: number(1, "(0, ∞)", "changes of a page per unit of time, on the mean"),
    /** 1 is the exponential distribution. */
    shape: number(0.5, "(0, ∞)", "of the gamma distribution"),
  },
  rates: ({ size, random }, { mean, shape }) =>
    Float64Array.from({ length: size }, () => (mean / shape) * gammaDraw(shape, random)),
});
