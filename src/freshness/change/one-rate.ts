import { number } from "../../base/method.js";
import { defineChange } from "../change-model.js";

/** All pages change equally often. */
export const oneRate = defineChange({
  name: "one-rate",
  source: "Cho and Garcia-Molina 2000, section 3: the uniform change frequency that others are held against",
  options: {
    mean: number(1, "(0, ∞)", "changes of a page per unit of time"),
  },
  rates: ({ size }, { mean }) => new Float64Array(size).fill(mean),
});
