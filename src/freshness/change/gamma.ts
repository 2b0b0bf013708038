import { defineChange } from "../change-model.js";
import { gammaDraw } from "../draws.js";

/**
 * Rates drawn from a gamma distribution: most pages change seldom, some often. The smaller the shape, the more they differ: the
 * variance is mean^2 / shape.
 */
export const gamma = defineChange<{
  /** Changes of a page per unit of time, on the mean. */
  readonly mean?: number;
  /** Above 0; 1 is the exponential distribution. Default 0.5. */
  readonly shape?: number;
}>({
  name: "gamma",
  source: "Cho and Garcia-Molina 2003, section 4: rates by a gamma distribution; the default shape is ours",
  defaults: { mean: 1, shape: 0.5 },
  above: { mean: 0, shape: 0 },
  rates: ({ size, random }, { mean, shape }) =>
    Float64Array.from({ length: size }, () => (mean / shape) * gammaDraw(shape, random)),
});
