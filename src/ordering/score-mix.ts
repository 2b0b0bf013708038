import { number } from "../base/method.js";
import type { PageId } from "../web/graph/graph.js";
import { MIX_SCORES, type MixScore, RevealedScores } from "./frontier/revealed-scores.js";
import { scoredFrontier } from "./frontier/scored-frontier.js";
import { accuracy, ties } from "./frontier/shared-options.js";
import { defineOrdering } from "./ordering.js";

/** What the logarithm of each score counts; any finite number. */
export type MixWeights = Readonly<Record<MixScore, number>>;

const weight = (usual: number, score: MixScore) =>
  number(usual, "(-∞, ∞)", `what the logarithm of ${score} counts`, {
    called: `the weight of ${score}`,
    samples: [usual, -1, 0.5],
  });

/**
 * Crawls by several scores at once: the page with the largest sum of weight times logarithm of its backlinks seen,
 * PageRank in what was seen, OPIC cash, depth and number in the order of discovery; see `MIX_SCORES`. `trainMix` learns
 * the weights on a web whose importance is known: scoreMix(trainMix(web, { importance })).
 *
 * Logarithms, so that weights carry over to other webs: a factor that all pages of a web share, such as more links on
 * every page, is then the same summand for all and changes no order.
 *
 * O(log w) per link to one of w waiting pages, and, with a weight on pageRank, the pushes of the ordering `pageRank`.
 */
export const scoreMix = defineOrdering({
  name: "score-mix",
  source: "linear mix of built-in scores; ours",
  needs: ["links"],
  options: {
    backlinks: weight(1, "backlinks"),
    pageRank: weight(1, "pageRank"),
    cash: weight(0, "cash"),
    depth: weight(0, "depth"),
    discovered: weight(0, "discovered"),
    /** Of the PageRank in the mix, as that of `pageRank`. */
    accuracy: accuracy(1e-2),
    ties,
  },
  together: { weights: MIX_SCORES },
  create({ size, random }, { accuracy, ties, ...weights }) {
    const frontier = scoredFrontier({ size, random, ties, reorderEvery: 1 });
    const scores = new RevealedScores(size, weights.pageRank === 0 ? undefined : accuracy);
    const mixed = MIX_SCORES.filter((score) => weights[score] !== 0);
    let begun = false;
    const scoreOf = (page: PageId) => {
      let sum = 0;
      for (const score of mixed) sum += weights[score] * scores.log(score, page);
      return sum;
    };
    const refile = () =>
      scores.changed((page) => {
        frontier.file(page, scoreOf(page));
      });
    return {
      discover: (pages, count) => scores.discover(pages, count, !begun),
      reveal: (page, links, count) => scores.reveal(page, links, count),
      next() {
        begun = true;
        refile();
        return frontier.pop();
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
