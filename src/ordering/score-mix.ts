import { MIX_SCORES, type MixScore, RevealedScores } from "../frontier/revealed-scores.js";
import { scoredFrontier, type Ties } from "../frontier/scored-frontier.js";
import type { PageId } from "../graph/graph.js";
import { defineOrdering } from "./ordering.js";

/** What the logarithm of each score counts; any finite number. */
export type MixWeights = Readonly<Record<MixScore, number>>;

export interface ScoreMixOptions extends Partial<MixWeights> {
  /** Of the PageRank in the mix, as that of the ordering `pageRank`; in (0, 1). */
  readonly accuracy?: number;
  readonly ties?: Ties;
}

/**
 * Crawls by several scores at once: the page with the largest sum of weight times logarithm of its backlinks seen, PageRank in
 * what was seen, OPIC cash, depth and number in the order of discovery; see `MIX_SCORES`. `trainMix` learns the weights on a web
 * whose importance is known: scoreMix(trainMix(web, { importance })).
 *
 * Logarithms, so that weights carry over to other webs: a factor that all pages of a web share, such as more links on every page,
 * is then the same summand for all and changes no order.
 *
 * O(log w) per link to one of w waiting pages, and, with a weight on pageRank, the pushes of the ordering `pageRank`.
 */
export const scoreMix = defineOrdering<ScoreMixOptions, "links">({
  name: "score-mix",
  source: "linear mix of built-in scores; ours",
  needs: ["links"],
  defaults: { backlinks: 1, pageRank: 1, cash: 0, depth: 0, discovered: 0, accuracy: 1e-2, ties: "fifo" },
  named: ["ties"],
  together: { weights: MIX_SCORES },
  choices: { ties: ["fifo", "lifo", "random"] },
  check(options) {
    for (const score of MIX_SCORES) {
      if (!Number.isFinite(options[score])) {
        throw new RangeError(`the weight of ${score} is a finite number; found ${options[score]}`);
      }
    }
    if (!(options.accuracy > 0 && options.accuracy < 1)) {
      throw new RangeError(`accuracy lies in (0, 1); found ${options.accuracy}`);
    }
  },
  create({ size, random }, { accuracy, ties, ...weights }) {
    const frontier = scoredFrontier({ size, random, ties, reorderEvery: 1 });
    const scores = new RevealedScores(size, weights.pageRank === 0 ? undefined : accuracy);
    const mixed = MIX_SCORES.filter((score) => weights[score] !== 0);
    /** Taken out, and perhaps not revealed yet. */
    const taken = new Uint8Array(size);
    let begun = false;
    const scoreOf = (page: PageId) => {
      let sum = 0;
      for (const score of mixed) sum += weights[score] * scores.log(score, page);
      return sum;
    };
    const refile = () =>
      scores.changed((page) => {
        if (taken[page] === 0) frontier.file(page, scoreOf(page));
      });
    return {
      discover: (pages, count) => scores.discover(pages, count, !begun),
      reveal: (page, links, count) => scores.reveal(page, links, count),
      next() {
        begun = true;
        refile();
        const page = frontier.pop();
        if (page !== -1) taken[page] = 1;
        return page;
      },
      explain(page) {
        refile();
        const [sum, tie] = frontier.explain(page, "sum of the mix");
        const parts = mixed.map((score) => ({
          name: `weight x log ${score}`,
          value: weights[score] * scores.log(score, page),
        }));
        return [sum, tie, ...parts];
      },
    };
  },
});
