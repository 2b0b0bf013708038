import { defineChange } from "../change-model.js";

/** All pages change equally often. */
export const oneRate = defineChange<{
  /** Changes of a page per unit of time. */
  readonly mean?: number;
}>({
  name: "one-rate",
  source: "Cho and Garcia-Molina 2000, section 3: the uniform change frequency that others are held against",
  defaults: { mean: 1 },
  above: { mean: 0 },
  rates: ({ size }, { mean }) => new Float64Array(size).fill(mean),
});
