import { either, problem } from "../../base/error.js";
import { type ChosenOf, number, word } from "../../base/method.js";
import { bestSums } from "../best-sums.js";
import { defineModel } from "../model.js";

const OPTIONS = {
  /** NDCG@n; the curve stays as it is from there on. */
  at: number(Number.POSITIVE_INFINITY, "[1, ∞]", "n: count only the first n pages", {
    whole: true,
    is: "a number of pages, 1 or more",
    unit: "pages",
    inTitle: true,
  }),
  /** "linear": I(P). "exponential": for grades such as 0 .. 4, as Burges et al. 2005 have it. */
  gain: word(["linear", "exponential"], "gain of a page: I(P), or 2^I(P) - 1 for grades", {
    told: (gain) => `${gain} gain`,
  }),
} as const;

export type NdcgOptions = ChosenOf<typeof OPTIONS>;

/**
 * Normalized discounted cumulative gain of the crawl order, after Järvelin and Kekäläinen 2002 (ACM Transactions on
 * Information Systems 20(4)): the order is read as a ranking of all pages. The gain of the page in place i counts 1 /
 * log2(i + 1) of itself, and the sum over the first K places, DCG, is divided by that of the K most important pages in
 * order of importance.
 *
 * The branch taken: log2(i + 1) discounts the second place already, as is usual now; Järvelin and Kekäläinen divide by
 * log_b(i) from place b on. This is the NDCG of the order. Fetterly, Craswell and Vinay 2009 (SIGIR) ask another
 * question of a crawl: what NDCG a search engine could reach at best that has the crawled pages only; there the order
 * of the pages does not matter, and queries with judged answers are needed.
 *
 * Ideal: 1. Random: the expectation over all orders, mean gain times the sum of the discounts, over the DCG of the
 * ideal. A web without gain has P = 1 throughout.
 *
 * O(T log T).
 *
 * @throws "option" for `at` that is no whole number from 1; and, when it judges, for a page of importance below 0,
 *   and for gains whose sum is not finite
 */
export const ndcg = defineModel({
  name: "ndcg",
  source: "Järvelin and Kekäläinen 2002, of the crawl order",
  noneAtStart: true,
  tellsInTheEnd: true,
  options: OPTIONS,
  create({ at, gain }) {
    const gainOf = gain === "linear" ? (value: number) => value : (value: number) => 2 ** value - 1;
    const tooLarge = (largest: number) =>
      problem.option`model ndcg with exponential gain takes grades, such as 0 .. 4; the largest importance is ${largest}, and the sum of 2 ** I(P) is no finite number. Judge by ${either(`ndcg({ gain: "linear" })`, "--model ndcg:gain=linear")}`;
    const sumsBy = (weight: (rank: number) => number) =>
      bestSums("ndcg", weight, gainOf, gain === "linear" ? undefined : tooLarge);
    const sums = sumsBy(discount);
    const plain = sumsBy(() => 1);
    return {
      curve(crawl) {
        const best = sums(crawl.importance);
        const curve = new Float64Array(crawl.order.length);
        let sum = 0;
        for (let k = 0; k < curve.length; k++) {
          if (k < at) sum += gainOf(crawl.importance[crawl.order[k]]) * discount(k + 1);
          curve[k] = ratio(sum, best[Math.min(k + 1, at)]);
        }
        return curve;
      },
      ideal: () => 1,
      random(visited, crawl) {
        const { length } = crawl.importance;
        const places = Math.min(visited, at, length);
        const best = sums(crawl.importance)[places];
        return ratio((plain(crawl.importance)[length] / length) * discounts(places), best);
      },
    };
  },
});

function discount(place: number): number {
  return 1 / Math.log2(place + 1);
}

/** Sums of the discounts of the first places, kept as far as they were asked for. */
const known: number[] = [0];

function discounts(places: number): number {
  while (known.length <= places) known.push(known[known.length - 1] + discount(known.length));
  return known[places];
}

/** Sums of one set in two orders may differ in their last bits. */
const ratio = (sum: number, best: number): number => (best === 0 ? 1 : Math.min(1, sum / best));
