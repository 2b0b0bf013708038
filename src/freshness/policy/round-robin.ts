import { definePolicy } from "../refresh-policy.js";

/**
 * Fetches all pages in turn, in the order of their numbers, again and again: a crawler that starts over when it is
 * done.
 */
export const roundRobin = definePolicy({
  name: "round-robin",
  source: "Cho and Garcia-Molina 2000, section 4: the fixed order",
  options: {},
  create: ({ size, budget }) => ({
    interval: () => size / budget,
    phase: (page) => page / size,
  }),
});
