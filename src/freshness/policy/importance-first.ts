import { number } from "../../base/method.js";
import { atFrequencies, definePolicy } from "../refresh-policy.js";

/** Fetches the most important pages equally often, and the others never: as many as the budget reaches. */
export const importanceFirst = definePolicy({
  name: "importance-first",
  source: "ours: the order of the first crawl, by importance, used again",
  options: {
    every: number(1, "(0, ∞)", "time between two fetches of a page", { is: "a time above 0" }),
  },
  create({ size, budget, importance }, { every }) {
    const order = Uint32Array.from(importance.keys()).sort((a, b) => importance[b] - importance[a] || a - b);
    const frequencies = new Float64Array(size);
    let left = budget;
    for (const page of order) {
      if (left <= 0) break;
      frequencies[page] = Math.min(left, 1 / every);
      left -= frequencies[page];
    }
    const more = Math.max(0, left) / size; // when all are fetched every time, what is left goes to all
    return atFrequencies(frequencies.map((own) => own + more));
  },
});
