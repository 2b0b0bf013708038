import { inPercent } from "../../base/numbers.js";
import type { Regret } from "../../crawl/compare/regret.js";
import { regretBars } from "../../figure/regret-bars.js";
import { PAGE_RANK } from "../cho1998/setting.js";
import { beyond, type Claim, testClaims } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { crawlModern } from "./modern-setting.js";

/** Mean share of an ordering's regret that one part has. */
function shares(regret: Regret, ordering: string) {
  const of = (part: string) =>
    regret.summary().find((each) => each.ordering === ordering && each.part === part)?.mean as number;
  const total = of("total");
  return {
    total,
    links: of("mustFollowLinks") / total,
    information: of("lackOfInformation") / total,
    policy: of("badPolicy") / total,
  };
}

export const claims: readonly Claim<Regret>[] = [
  {
    claim: "PageRank order loses more for want of information than by its choices",
    source: "ours",
    published: "-",
    tolerance: "of its regret, lack of information (at most) a larger part than bad policy (at least), by 10 points",
    wouldChange:
      "An ordering added to the comparison that passes all others: what it gains moves from lack of information to bad policy",
    test(regret) {
      const { total, links, information, policy } = shares(regret, PAGE_RANK.label);
      return {
        ours: `of ${total.toFixed(3)}: follows links ${inPercent(links, 0)}, information ${inPercent(information, 0)}, policy ${inPercent(policy, 0)}`,
        verdict: beyond(information - policy, 0.1),
        because: "bounds: a better policy than those compared would move more to policy",
      };
    },
  },
];

/** What orderings lose, and why. */
export const regret: WebExperiment = {
  id: "ours/regret",
  title: "What orderings lose against the ideal, and why",
  paper:
    "The ideal crawler of Cho et al. 1998, section 3, knows every page's importance and may go anywhere. What an ordering falls short of it has " +
    "three parts: crawlers must follow links; they know only what was revealed; and they may choose badly among what they know. The second is " +
    "known from above and the third from below, by the best ordering of the comparison.",
  suits: "cho1998",
  async run(web, options) {
    const runs = await crawlModern(web, options);
    const found = await runs.regret(options?.cache === undefined ? {} : { cache: options.cache });
    return resultOf(regret, web.name, testClaims(claims, found), found.rows(), runs.provenance, () =>
      regretBars(found),
    );
  },
};
