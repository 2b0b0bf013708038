import { drawClass } from "../change-classes.js";
import { defineChange } from "../change-model.js";

/**
 * Five classes of pages, from those that change daily to those that change yearly; each page draws its own. The unit of
 * time is a day.
 */
export const classes = defineChange({
  name: "classes",
  source: "Cho and Garcia-Molina 2003: 23 % daily, 15 % weekly, 16 % monthly, 16 % every four months, 30 % yearly",
  options: {},
  rates: ({ size, random }) => Float64Array.from({ length: size }, () => drawClass(random)),
});
