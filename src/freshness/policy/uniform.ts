import { definePolicy } from "../refresh-policy.js";

/** Fetches all pages equally often, at equal intervals, each page from a moment of its own that is drawn. */
export const uniform = definePolicy({
  name: "uniform",
  source: "Cho and Garcia-Molina 2000, section 5: the uniform allocation",
  options: {},
  create: ({ size, budget }) => ({ interval: () => size / budget }),
});
