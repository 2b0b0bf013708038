import { number } from "../../base/method.js";
import { optimalFrequencies } from "../optimal-frequencies.js";
import { definePolicy, of } from "../refresh-policy.js";

/**
 * Fetches all pages equally often at first, estimates each one's rate from whether its fetches found it changed, and
 * plans anew from time to time as `optimal` would if the estimates were true. A part of the budget goes on equally to
 * all pages, so that none is given up for good on a few unlucky looks.
 *
 * The estimate is Cho and Garcia-Molina's, -ln(1 - X/n) / I, but each page's looks are joined by `prior` looks of a
 * usual page, in place of their half look: most pages are looked at once or twice, and theirs takes a page that did not
 * change then for one that never does.
 */
export const estimated = definePolicy({
  name: "estimated",
  source: "Cho and Garcia-Molina 2003 (Estimating frequency of change, ACM TOIT); prior, plan and exploration are ours",
  options: {
    explore: number(0.1, "[0, 1]", "the part of the budget that all pages get equally", { is: "a share from 0 to 1" }),
    prior: number(1, "(0, ∞)", "looks of a usual page that are added to each page's own"),
    replan: number(1, "(0, ∞)", "fetches per page, on the mean, between two plans"),
    of,
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
