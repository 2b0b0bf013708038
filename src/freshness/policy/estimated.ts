import { optimalFrequencies } from "../optimal-frequencies.js";
import { definePolicy } from "../refresh-policy.js";

/**
 * Fetches all pages equally often at first, estimates each one's rate from whether its fetches found it changed, and plans anew from time
 * to time as `optimal` would if the estimates were true. A part of the budget goes on equally to all pages, so that none is given
 * up for good on a few unlucky looks.
 *
 * The estimate is Cho and Garcia-Molina's, -ln(1 - X/n) / I, but each page's looks are joined by `prior` looks of a usual page, in
 * place of their half look: most pages are looked at once or twice, and theirs takes a page that did not change then for one that never does.
 */
export const estimated = definePolicy<{
  /** Share of the budget that all pages get equally; default 0.1. */
  readonly explore?: number;
  /** Looks of a usual page that are added to each page's own, above 0; default 1. */
  readonly prior?: number;
  /** Fetches per page, on the mean, between two plans; default 1. */
  readonly replan?: number;
  /** What is made greatest: the share of fresh "pages" (default), or their "importance". */
  readonly of?: "pages" | "importance";
}>({
  name: "estimated",
  source: "Cho and Garcia-Molina 2003 (Estimating frequency of change, ACM TOIT); prior, plan and exploration are ours",
  defaults: { explore: 0.1, prior: 1, replan: 1, of: "pages" },
  choices: { of: ["pages", "importance"] },
  check({ explore, prior, replan }) {
    if (!(explore >= 0 && explore <= 1))
      throw new RangeError(`estimated: explore is a share from 0 to 1; found ${explore}`);
    for (const [name, value] of Object.entries({ prior, replan }))
      if (!(value > 0 && Number.isFinite(value)))
        throw new RangeError(`estimated: ${name} is a number above 0; found ${value}`);
  },
  create({ size, budget, importance }, { explore, prior, replan, of }) {
    const looks = new Uint32Array(size);
    const changes = new Uint32Array(size);
    const watched = new Float64Array(size);
    const equal = budget / size;
    let frequencies = new Float64Array(size).fill(equal);
    const between = (replan * size) / budget;
    let planAt = between;
    const plan = () => {
      const sum = (counts: Uint32Array) => counts.reduce((all, count) => all + count, 0);
      const usual = (prior * sum(changes)) / sum(looks);
      const rates = Float64Array.from({ length: size }, (_, page) => {
        const n = looks[page] + prior;
        const unchanged = Math.max(1e-9, 1 - (changes[page] + usual) / n); // 0 only where every look found a change
        return (-Math.log(unchanged) * n) / (watched[page] + prior / equal);
      });
      const best = optimalFrequencies(rates, (1 - explore) * budget, of === "importance" ? importance : undefined);
      frequencies = best.map((frequency) => frequency + explore * equal);
    };
    return {
      interval: (page) => 1 / frequencies[page],
      observe(page, changed, since, time) {
        looks[page]++;
        if (changed) changes[page]++;
        watched[page] += since;
        if (time < planAt) return;
        plan();
        planAt = time + between;
      },
    };
  },
});
