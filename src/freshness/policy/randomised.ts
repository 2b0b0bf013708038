import { exponential } from "../draws.js";
import { optimalRandomFrequencies } from "../optimal-frequencies.js";
import { definePolicy, of, ratesOf } from "../refresh-policy.js";

/**
 * The best of the policies that fetch each page at random moments, the rates being known: in closed form, importance
 * included.
 */
export const randomised = definePolicy({
  name: "randomised",
  source: "Azar et al. 2018 (PNAS): the optimal randomised policy",
  offline: true,
  options: {
    of,
  },
  create(setting, { of }) {
    const weights = of === "importance" ? setting.importance : undefined;
    const frequencies = optimalRandomFrequencies(ratesOf(setting, "randomised"), setting.budget, weights);
    return {
      interval: (page) => exponential(setting.random) / frequencies[page],
      phase: () => 1, // an exponential interval looks the same from any moment within it
    };
  },
});
