import { plural } from "../../base/numbers.js";
import { version } from "../../base/version.js";
import { freshnessCurve } from "../../figure/freshness-curve.js";
import { refreshRows } from "../../freshness/study.js";
import { testClaims } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { claims } from "./freshness-claims.js";
import { BUDGETS, freshnessRuns, ROUNDS } from "./freshness-runs.js";

/** How fresh a store of pages is kept, by which are fetched again how often. */
export const freshnessPolicies: WebExperiment = {
  id: "ours/freshness-policies",
  title: "Which pages to fetch again, and how often",
  paper:
    "The crawls of Cho et al. 1998 and Broder et al. 2003 end; a store that is to stay up to date fetches its pages again. Dorosz's URL databases do so after r(K), " +
    "and leave open what r(K) is. Cho and Garcia-Molina 2000 and 2003 and Azar et al. 2018 say how often a page is best fetched under a budget. Here their " +
    "policies give r(K), and a crawler in virtual time fetches the pages of a web whose changes are drawn.",
  suits: "freshness",
  async run(web, options = {}) {
    const evidence = await freshnessRuns(web, options);
    const { pages, seeds } = evidence;
    const tidy = (rates: string, runs: typeof evidence.gamma) =>
      refreshRows(runs).map((row) => ({ dataset: web.name, rates, ...row }));
    const drawn = tidy("gamma", evidence.gamma);
    const rows = [
      ...drawn,
      ...tidy("classes", evidence.monthly),
      ...tidy("gamma, correlation 0.5", evidence.correlated),
    ];
    const notes = [
      `${web.name}: ${plural(pages.size, "page")} · rates by gamma, mean 1, shape 0.5 · ${seeds.length} drawn`,
    ];
    return resultOf(
      freshnessPolicies,
      web.name,
      testClaims(claims, evidence),
      rows,
      {
        dataset: { name: web.name, sha256: web.sha256 },
        pages: pages.size,
        budgets: BUDGETS,
        seeds,
        ...ROUNDS,
        crawlbench: version,
      },
      () => freshnessCurve(drawn, { notes }),
    );
  },
};
