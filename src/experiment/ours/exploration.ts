import { compare } from "../../crawl/compare/compare.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { backlinks } from "../../crawl/importance/backlinks.js";
import { areaStrip } from "../../figure/area-strip.js";
import { backlink } from "../../ordering/backlink.js";
import { exploring } from "../../ordering/exploring.js";
import { PAGE_RANK } from "../cho1998/setting.js";
import { AREA_MARGIN, type Claim, larger, testClaims, tooFewHot } from "../claim.js";
import { forCompare, REPEATS, resultOf, type WebExperiment } from "../experiment.js";

const SHARES = [0, 0.05, 0.2] as const;
const greedy = [backlink, PAGE_RANK] as const;
const methods = greedy.flatMap((inner) =>
  SHARES.map((share) => ({ inner, share, method: share === 0 ? inner : exploring(inner, { share }) })),
);

const areas = (runs: Comparison, inner: (typeof greedy)[number], share: number) =>
  runs.areas(methods.find((each) => each.inner === inner && each.share === share)?.method.label ?? "");

/** As a sentence has them, at its beginning and in it. */
const ORDERS = [
  ["Backlink order", "backlink order"],
  ["PageRank order", "PageRank order"],
] as const;

export const claims: readonly Claim<Comparison>[] = greedy.map((inner, i) => ({
  claim: `${ORDERS[i][0]} finds hot pages sooner when one page in twenty is drawn at random from the frontier`,
  source: "ours; Menczer et al. 2004",
  published: "-",
  tolerance: `median area larger by ${AREA_MARGIN}, in 4 of 5 crawls`,
  wouldChange: `A web on which ${ORDERS[i][1]} is not caught in clusters (its hot pages are effectively ten clusters or more): a loss of 0.02 there would bound the help to clustered webs`,
  test: (runs) =>
    tooFewHot(runs.judgement.hot, "have 100 backlinks") ??
    larger(["5 % explored", areas(runs, inner, 0.05)], ["greedy", areas(runs, inner, 0)]),
}));

/** A little chance against clusters. */
export const exploration: WebExperiment = {
  id: "ours/exploration",
  title: "What a little exploration is worth",
  paper:
    "Cho et al. 1998, section 6, see backlink order caught in clusters. If that is its trouble, a few pages drawn at random from the frontier " +
    "should help it out, and help PageRank order less. Here 0, 5 and 20 % of the pages are drawn.",
  suits: "cho1998",
  async run(web, options = {}) {
    const runs = await compare(web, {
      repeats: REPEATS,
      ...forCompare(options),
      orderings: methods.map(({ method }) => method),
      importance: backlinks({ hotAt: 100 }),
    });
    const rows = methods.flatMap(({ inner, share }) =>
      areas(runs, inner, share).map((area, repeat) => ({
        dataset: web.name,
        ordering: inner.name,
        group: `${100 * share} % explored`,
        area,
        seed: repeat,
      })),
    );
    return resultOf(exploration, web.name, testClaims(claims, runs), rows, runs.provenance, () =>
      areaStrip(rows, {
        notes: ["hot pages found (P_ST), hot from 100 links on; part of the pages drawn at random", ...runs.notes()],
      }),
    );
  },
};
