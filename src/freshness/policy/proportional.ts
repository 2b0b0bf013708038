import { atFrequencies, definePolicy, ratesOf } from "../refresh-policy.js";

/**
 * Fetches each page as many times more often as it changes more often. Plausible, and worse than uniform: see the
 * source.
 */
export const proportional = definePolicy({
  name: "proportional",
  source: "Cho and Garcia-Molina 2000, section 5: the proportional allocation",
  offline: true,
  options: {},
  create(setting) {
    const rates = ratesOf(setting, "proportional");
    const sum = rates.reduce((all, rate) => all + rate, 0);
    return atFrequencies(rates.map((rate) => (setting.budget * rate) / sum));
  },
});
