import { exponential } from "../draws.js";
import { definePolicy } from "../refresh-policy.js";

/**
 * Fetches all pages equally often, but at intervals that are drawn: exponential ones, as if each next page were drawn
 * from all.
 */
export const purelyRandom = definePolicy({
  name: "purely-random",
  source: "Cho and Garcia-Molina 2000, section 4: the purely random order",
  options: {},
  create: ({ size, budget, random }) => ({
    interval: () => (size / budget) * exponential(random),
    phase: () => 1, // an exponential interval looks the same from any moment within it
  }),
});
