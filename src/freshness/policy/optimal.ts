import { optimalFrequencies } from "../optimal-frequencies.js";
import { atFrequencies, definePolicy, of, ratesOf } from "../refresh-policy.js";

/**
 * Fetches each page as often as makes freshness greatest, the rates being known: pages that change too often are given
 * up.
 */
export const optimal = definePolicy({
  name: "optimal",
  source: "Cho and Garcia-Molina 2003, section 4",
  offline: true,
  options: {
    of,
  },
  create(setting, { of }) {
    const weights = of === "importance" ? setting.importance : undefined;
    return atFrequencies(optimalFrequencies(ratesOf(setting, "optimal"), setting.budget, weights));
  },
});
