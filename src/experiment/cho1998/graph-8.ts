import { inPercent } from "../../base/numbers.js";
import { quantile } from "../../base/statistics/quantile.js";
import { hotPageCurve } from "../../figure/hot-page-curve.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { INSIDES } from "../../ordering/frontier/queue-metric.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { random } from "../../ordering/random.js";
import { similarity } from "../../ordering/similarity.js";
import { AREA_MARGIN, type Claim, type Finding, larger, together, untestable } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import {
  byName,
  crawlForTopic,
  type TopicEvidence as Evidence,
  hotPages,
  nameIn,
  onTopic,
  TOPIC_NEEDS,
  testOnTopic,
  tooFewOnTopic,
  topicsOf,
  twoQueues,
} from "./topic-setting.js";

const OTHERS = ["backlink", "page-rank"] as const;
const RULES = ["figure4", "figure5"] as const;
const GRADED = "similarity, graded";

const areas = ({ runs }: Evidence, rule: (typeof RULES)[number], inside: (typeof INSIDES)[number]) =>
  runs.areas(nameIn(rule, inside));

/** How far the area with another metric inside is from that with breadth-first, crawl by crawl. */
const gaps = (evidence: Evidence, rule: (typeof RULES)[number], other: (typeof OTHERS)[number]) => {
  const first = areas(evidence, rule, "breadth-first");
  return areas(evidence, rule, other).map((area, crawl) => Math.abs(first[crawl] - area));
};

/** Distances in area from breadth-first inside, in [0, 1], one per crawl. */
export interface Gaps {
  readonly figure4: readonly number[];
  readonly figure5: readonly number[];
}

/**
 * Do the others come closer to breadth-first, from Figure 4's rule to Figure 5's? A gap that is no larger than the
 * margin cannot shrink by more than the margin: of that other it cannot be tested.
 *
 * @param others by what is inside: "backlink"
 */
export function comeCloser(others: Readonly<Record<string, Gaps>>): Finding {
  const findings = byName(Object.keys(others), (other) => closer(others[other]));
  const none = Object.values(findings).every(({ verdict }) => verdict === "cannot be tested");
  return { ...together(findings), ...(none && { verdict: "cannot be tested" }) };
}

function closer({ figure4, figure5 }: Gaps): Finding {
  const found = larger(["Figure 4", figure4], ["Figure 5", figure5]);
  return quantile(figure4, 0.5) > AREA_MARGIN
    ? found
    : untestable(`the gap under Figure 4 is at most ${AREA_MARGIN}, and cannot shrink by more`, found.ours);
}

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "The distance to hot pages helps: all three are better under Figure 5's rule than under Figure 4's",
    source: "section 7, Graph 8",
    published: "significant improvement of all",
    tolerance: `median area larger by ${AREA_MARGIN}, in 4 of 5 crawls; each inside counts`,
    quote: "All crawlers showed significant improvement",
    wouldChange:
      "A topic scattered so that hot pages are rarely within 2 links of each other: an area no larger than Figure 4's there would bound the claim to clustered topics",
    test: (evidence) =>
      tooFewOnTopic(evidence.runs) ??
      together(
        byName(INSIDES, (inside) =>
          larger(["Figure 5", areas(evidence, "figure5", inside)], ["Figure 4", areas(evidence, "figure4", inside)]),
        ),
      ),
  },
  {
    claim: "Under Figure 5's rule the others come closer to breadth-first",
    source: "section 7, Graph 8",
    published: "the difference decreased",
    tolerance: `median distance in area smaller by ${AREA_MARGIN}, in 4 of 5 crawls; backlink and page-rank inside count; not to be tested below such a distance under Figure 4`,
    quote: "the difference between the breadth-first crawler and the others decreased",
    wouldChange:
      "A web on which the gap under Figure 4 exceeds 0.1 for both others, as the paper's seems to: that it shrinks there in fewer than 4 of 5 crawls would turn this",
    test: (evidence) =>
      tooFewOnTopic(evidence.runs) ??
      comeCloser(
        Object.fromEntries(
          OTHERS.map((other) => [
            other,
            { figure4: gaps(evidence, "figure4", other), figure5: gaps(evidence, "figure5", other) },
          ]),
        ),
      ),
  },
  {
    claim: "Breadth-first inside is still the best",
    source: "section 7, Graph 8",
    published: "breadth-first still superior",
    tolerance: `median area larger than that of the better of the others by ${AREA_MARGIN}, in 4 of 5 crawls`,
    quote: "the breadth-first strategy is still superior",
    wouldChange:
      "Ties drawn inside backlink order: if it is then ahead of breadth-first by 0.02, first-in-first-out ties had made breadth-first the best",
    test(evidence) {
      const [counted, ranked] = OTHERS.map((other) => areas(evidence, "figure5", other));
      const better = counted.map((area, crawl) => Math.max(area, ranked[crawl]));
      return (
        tooFewOnTopic(evidence.runs) ??
        larger(["breadth-first inside", areas(evidence, "figure5", "breadth-first")], ["the better other", better])
      );
    },
  },
  {
    claim: "More than a third of the hot pages have only one backlink",
    source: "section 7, on Graph 8",
    published: "more than a third",
    tolerance: "more than 33 % (mixed: at least 25 %)",
    quote: "more than a third of the hot pages have only one backlink to them",
    wouldChange:
      "Backlinks from the whole Web in place of one site's: pages that seem to have one backlink may have more; a share below 25 % on a web with outside links counted would turn this",
    test({ runs, pages: { backlinks } }) {
      const single = backlinks.filter((count) => count === 1).length;
      const share = single / backlinks.length;
      return (
        tooFewOnTopic(runs) ?? {
          ours: inPercent(share),
          verdict: share > 1 / 3 ? "agrees" : share >= 0.25 ? "mixed" : "disagrees",
          because: `${single} of ${backlinks.length} hot pages, links from reachable pages`,
        }
      );
    },
  },
  {
    claim: "Graded relevance (shark-search) beats the best of Figures 4 and 5",
    source: "ours, beside Graph 8; Hersovici et al. 1998",
    published: "-",
    tolerance: `median area larger than that of the best of the six by ${AREA_MARGIN}, in 4 of 5 crawls`,
    wouldChange:
      "Figure 5 with its distance and its threshold fitted to the topic as shark-search's decay was: an area within 0.02 would leave grading without a lead",
    test(evidence) {
      const six = RULES.flatMap((rule) => INSIDES.map((inside) => nameIn(rule, inside)));
      const best = six.toSorted(
        (a, b) => quantile(evidence.runs.areas(b), 0.5) - quantile(evidence.runs.areas(a), 0.5),
      )[0];
      return (
        tooFewOnTopic(evidence.runs) ??
        larger(["graded", evidence.runs.areas(GRADED)], [best, evidence.runs.areas(best)])
      );
    },
  },
];

/** The crawlers of Figures 4 and 5, graded relevance, and two that know of no topic. */
const orderings = (topic: string): readonly OrderingMethod[] => [
  ...RULES.flatMap((rule) => INSIDES.map((inside) => twoQueues(topic, rule, inside))),
  { ...similarity(topic), label: GRADED },
  breadthFirst,
  random,
];

/** A crawl for a topic that stays near hot pages. Cho et al. 1998, section 7, Figure 5 and Graph 8. */
export const graph8: WebExperiment = {
  id: "cho1998/graph-8",
  title: "Crawling for a topic near hot pages",
  paper:
    "Cho et al. 1998, section 7, Graph 8: the crawler of Figure 5 also takes URLs first that are near a hot page by links seen so far; P_ST with I = IS as in " +
    "Graph 7. All orderings inside improve significantly and the others come closer to breadth-first, which stays ahead: more than a third of the hot pages have " +
    "one backlink only, and are found late where they are far from other hot pages.",
  suits: "cho1998-topic",
  needs: TOPIC_NEEDS,
  async run(web, options) {
    const [topic] = topicsOf(web, options);
    const runs = await crawlForTopic(web, orderings(topic), onTopic(topic), options);
    const drawn = runs.only(({ method }) => !method.label.includes("Figure 4"));
    return resultOf(
      graph8,
      web.name,
      testOnTopic(topic, claims, { runs, pages: hotPages(runs, options?.seed) }),
      runs.curveRows(),
      runs.provenance,
      () => hotPageCurve(drawn, { notes: [`Figure 5's crawler, topic ${topic}`, ...drawn.notes()] }),
      { runs },
    );
  },
};
