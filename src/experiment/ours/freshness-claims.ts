import { quantile } from "../../base/statistics/quantile.js";
import { estimated } from "../../freshness/policy/estimated.js";
import { optimal } from "../../freshness/policy/optimal.js";
import { proportional } from "../../freshness/policy/proportional.js";
import { uniform } from "../../freshness/policy/uniform.js";
import type { RefreshPolicy } from "../../freshness/refresh-policy.js";
import type { RefreshRun } from "../../freshness/study.js";
import { type Claim, type Finding, howMany, larger, together } from "../claim.js";
import { BUDGETS, BY_IMPORTANCE, type FreshnessRuns, MIDDLE, MONTHLY, valuesOf } from "./freshness-runs.js";

/** Differences of freshness below this count as none. */
const MARGIN = 0.005;
/** What Cho and Garcia-Molina publish for their five classes of pages, each fetched once a month on the mean. */
const PUBLISHED: readonly (readonly [RefreshPolicy, number])[] = [
  [proportional, 0.12],
  [uniform, 0.57],
  [optimal, 0.62],
];

/** Is one policy better than another, under each budget? */
const better = (runs: FreshnessRuns, first: RefreshPolicy, second: RefreshPolicy) =>
  together(
    Object.fromEntries(
      BUDGETS.map((budget) => {
        const values = (policy: RefreshPolicy) => [policy.label, valuesOf(runs.gamma, policy, budget)] as const;
        return [`budget ${budget}`, larger(values(first), values(second), MARGIN)];
      }),
    ),
  );

/** How far the policy that learns comes on the way from the uniform to the optimal policy, at the middle budgets. */
function learned(runs: readonly RefreshRun[]): Finding {
  const gains = MIDDLE.map((budget) => {
    const [found, equal, best] = [estimated, uniform, optimal].map((policy) => valuesOf(runs, policy, budget));
    return quantile(
      found.map((value, i) => (value - equal[i]) / (best[i] - equal[i])),
      0.5,
    );
  });
  return {
    ours: gains.map((gain, i) => `${gain.toFixed(2)} at budget ${MIDDLE[i]}`).join(", "),
    verdict: howMany(gains.map((gain) => gain >= 0.5)),
    because: `${gains.filter((gain) => gain >= 0.5).length} of ${gains.length} reach 0.5`,
  };
}

export const claims: readonly Claim<FreshnessRuns>[] = [
  {
    claim: "Fetching pages as often as they change keeps fewer of them fresh than fetching all equally often",
    source: "Cho and Garcia-Molina 2000: the uniform and the proportional allocation",
    published: "for any distribution of rates",
    tolerance: `at each budget, freshness larger by ${MARGIN}, in 4 of 5 webs`,
    wouldChange:
      "Pages that do not change by Poisson processes: at fixed times, say, where a fetch just after each is worth more; proportional ahead by 0.005 there would bound this",
    test: (runs) => better(runs, uniform, proportional),
  },
  {
    claim: "The optimal frequencies keep more pages fresh than fetching all equally often",
    source: "Cho and Garcia-Molina 2000 and 2003",
    published: "for any distribution of rates",
    tolerance: `at each budget, freshness larger by ${MARGIN}, in 4 of 5 webs`,
    wouldChange: "A web whose pages all change equally often: there the two are one policy, and nothing is gained",
    test: (runs) => better(runs, optimal, uniform),
  },
  {
    claim: "Pages of the five classes, fetched once a month, are fresh to 0.12, 0.57 and 0.62 of the time",
    source: "Cho and Garcia-Molina 2003: proportional, uniform and optimal policy",
    kind: "theorem",
    published: "0.12, 0.57, 0.62",
    tolerance: "median within 0.02 of each",
    wouldChange:
      "Other shares of the classes: the numbers are those of the shares published; a policy more than 0.02 off with these would turn this",
    test({ monthly }) {
      const found = PUBLISHED.map(([policy]) => quantile(valuesOf(monthly, policy, MONTHLY), 0.5));
      const apart = found.map((value, i) => Math.abs(value - PUBLISHED[i][1]));
      return {
        ours: found.map((value) => value.toFixed(3)).join(", "),
        verdict: howMany(apart.map((difference) => difference <= 0.02)),
        because: `${apart.map((difference) => difference.toFixed(3)).join(", ")} apart`,
      };
    },
  },
  {
    claim: "The optimal policy gives up the pages that change too often",
    source: "Cho and Garcia-Molina 2000, the example of five pages",
    published: "of five pages that change 1 to 5 times a day, the last gets none of five fetches a day",
    tolerance: "some pages get no fetch, and each of them changes more often than any that does",
    wouldChange:
      "Budgets above the fastest page's rate: a plan that leaves none out there bounds this to scarce budgets; one that leaves out a slower page would turn it",
    test({ plan: { rates, frequencies } }) {
      const givenUp = rates.filter((_, page) => frequencies[page] === 0);
      const fetched = rates.filter((_, page) => frequencies[page] > 0);
      const least = givenUp.reduce((low, rate) => Math.min(low, rate), Number.MAX_VALUE);
      const most = fetched.reduce((high, rate) => Math.max(high, rate), 0);
      const share = givenUp.length / rates.length;
      return {
        ours: `${(100 * share).toFixed(1)} % of the pages, half a fetch per page`,
        verdict: howMany([share > 0, share > 0 && least >= most]),
        because:
          share > 0
            ? `they change ${least.toFixed(2)} times or more, the others ${most.toFixed(2)} or less`
            : "no page is given up",
      };
    },
  },
  {
    claim: "A policy that learns the rates by its fetches soon gains half of what knowing them would",
    source: "ours",
    published: "-",
    tolerance:
      "between the 4th and the 8th fetch per page, median over webs at least 0.5 of the way from uniform to optimal, at each middle budget",
    wouldChange:
      "Pages of one host that change alike, and an estimate that learns from the host: half of the gain by the 8th fetch would turn this",
    test: ({ gamma }) => learned(gamma),
  },
  {
    claim: "A policy that learns the rates by its fetches gains half of what knowing them would in the end",
    source: "ours",
    published: "-",
    tolerance:
      "between the 16th and the 24th fetch per page, median over webs at least 0.5 of the way from uniform to optimal, at each middle budget",
    wouldChange:
      "Pages whose rates drift within sixteen fetches: what was learned is stale then, and less than half would turn this",
    test: ({ later }) => learned(later),
  },
  {
    claim: "Where important pages change more often, what is best for pages is not best for their importance",
    source: "ours, on Azar et al. 2018, who weigh pages by importance",
    published: "-",
    tolerance:
      "correlation 0.5 with PageRank, half a fetch per page: freshness by PageRank larger by 0.02, in 4 of 5 webs",
    wouldChange:
      "Importance that is spread evenly: with PageRank replaced by 1 for all pages, the two policies are one",
    test({ correlated }) {
      const weighted = (policy: RefreshPolicy) =>
        [policy.label, valuesOf(correlated, policy, 1 / 2, (run) => run.weighted)] as const;
      return larger(weighted(BY_IMPORTANCE), weighted(optimal), 0.02);
    },
  },
];
