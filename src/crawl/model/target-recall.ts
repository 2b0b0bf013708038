import { number } from "../../base/method.js";
import { defineModel, type JudgedCrawl, randomCoverage, requireHotAt, revisits } from "../model.js";
import { ranked } from "../ranked-values.js";

/**
 * Target recall: of a known set of relevant pages, the share visited so far. Menczer, Pant and Srinivasan 2004, Topical
 * web crawlers (ACM Transactions on Internet Technology 4).
 *
 * On the live web nobody knows all relevant pages; the recall of a target that is a random part of them estimates the
 * recall of all. Here the target is drawn from the H hot pages, I(P) >= G, by the seed of the judge, whatever the
 * order: crawls judged with one seed have one target. Its mean over all targets is P_ST, see `threshold`; how far one
 * target is off, this model shows.
 *
 * For N pages in the target: ideal: K/N while K < N, then 1. Random: K/T. Without a hot page there is no P: NaN
 * throughout, 0 of 0.
 *
 * O(T).
 */
export const targetRecall = defineModel({
  name: "target-recall",
  title: "target recall",
  source: "Menczer, Pant and Srinivasan 2004, target recall",
  needsHotAt: true,
  options: {
    /** At least one page is drawn, where there is one. */
    share: number(0.5, "(0, 1]", "size of the target, as a share of the hot pages", {
      is: "in (0, 1]",
      unit: "share",
      called: "share of the hot pages in the target",
    }),
    revisits,
  },
  create({ share, revisits }) {
    const sizeOf = ({ importance, hotAt }: JudgedCrawl) => {
      const hot = ranked(importance).atLeast(requireHotAt(hotAt, "target-recall"));
      return hot === 0 ? 0 : Math.max(1, Math.round(share * hot));
    };
    return {
      curve(crawl) {
        const size = sizeOf(crawl);
        const isTarget = drawTarget(crawl, size);
        const curve = new Float64Array(crawl.order.length);
        let found = 0;
        for (let k = 0; k < curve.length; k++) {
          found += isTarget[crawl.order[k]];
          curve[k] = found / size;
        }
        return curve;
      },
      ideal(visited, crawl) {
        const size = sizeOf(crawl);
        return size === 0 ? Number.NaN : Math.min(1, visited / size);
      },
      random: (visited, crawl) =>
        sizeOf(crawl) === 0 ? Number.NaN : randomCoverage(visited, crawl.graph.size, { revisits }),
    };
  },
});

/**
 * 1 for pages of the target: `size` of the hot pages, all choices equally likely. Knuth, The art of computer
 * programming 2, section 3.4.2, algorithm S.
 */
function drawTarget({ importance, hotAt, random }: JudgedCrawl, size: number): Uint8Array {
  const isTarget = new Uint8Array(importance.length);
  const g = requireHotAt(hotAt, "target-recall");
  let missing = size;
  let left = ranked(importance).atLeast(g);
  for (let page = 0; page < importance.length && missing > 0; page++) {
    if (importance[page] < g) continue;
    if (random.below(left--) < missing) {
      isTarget[page] = 1;
      missing--;
    }
  }
  return isTarget;
}
