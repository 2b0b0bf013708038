import { version } from "../../base/version.js";
import { replay } from "../../crawl/replay.js";
import { bars } from "../../figure/bars.js";
import { backlink } from "../../ordering/backlink.js";
import { pageRank } from "../../ordering/page-rank.js";
import { pageRankKernel } from "../../web/graph/page-rank.js";
import { type Claim, howMany, testClaims } from "../claim.js";
import { type LoadExperiment, resultOf, SCALE } from "../experiment.js";
import { CLUSTER_A, PAGE_2, scene, surf } from "./scene.js";

const TIES = ["fifo", "lifo", "random"] as const;
const DRAWS = 20;
const STEPS = 400_000;

/** Places in a crawl, from 1. */
interface Places {
  readonly page2: number;
  readonly firstOfA: number;
  readonly lastOfA: number;
}

export interface Evidence {
  readonly counted: Places;
  readonly ranked: Places;
  /** IR' with 0.1 for the share that flows along links: what the prose of section 2 comes to. */
  readonly rankedByProse: Places;
  /** By tie rule: crawls in backlink order that visit all of A first, of how many. */
  readonly caught: Readonly<Record<(typeof TIES)[number], readonly [caught: number, of: number]>>;
  /**
   * L1 distance of IR / n from where a surfer is who leaves for any page with probability 1 - d, and with probability
   * d.
   */
  readonly byFormula: number;
  readonly byProse: number;
}

const isCaught = ({ page2, lastOfA }: Places) => lastOfA < page2;
const places = ({ page2, firstOfA, lastOfA }: Places) =>
  `page 2 comes ${nth(page2)}, A ${nth(firstOfA)} to ${nth(lastOfA)}`;
const nth = (place: number) =>
  `${place}${["th", "st", "nd", "rd"][place % 100 > 10 && place % 100 < 14 ? 0 : place % 10] ?? "th"}`;

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "Backlink order visits all of cluster A before page 2",
    source: "section 6, Figure 3",
    kind: "construction", // the scene was made so
    published: "the A pages temporarily have more backlinks, so page 2 is delayed",
    tolerance: "page 2 after the last page of A, ties first-in-first-out (mixed: after the first)",
    quote: "The A pages temporarily have more backlinks than page 2, so the visit of page 2 is delayed",
    wouldChange:
      "The same scene with two entrances known before page 1 is crawled: page 2 then gets its turn while A's pages still tie with it",
    test: ({ counted }) => ({
      ours: places(counted),
      verdict: isCaught(counted) ? "agrees" : counted.page2 > counted.firstOfA ? "mixed" : "disagrees",
      because: "the scene is ours, made after the drawing: that such a web exists is shown, not that webs are such",
    }),
  },
  {
    claim: "PageRank order reaches page 2 before cluster A",
    source: "section 6, Figure 3",
    kind: "construction", // the scene was made so
    published: "page 2 may have the higher rank, and is reached faster",
    tolerance: "page 2 before the first page of A (mixed: before the last)",
    quote:
      "with IR'(P) ordering, page 2 may have higher rank ... than the pages in cluster A ... Therefore, page 2 is reached faster",
    wouldChange:
      "A page 1 with two links in place of six: its rank is then shared by two pages of A, and they come first under IR' too",
    test: ({ ranked }) => ({
      ours: places(ranked),
      verdict: ranked.page2 < ranked.firstOfA ? "agrees" : ranked.page2 < ranked.lastOfA ? "mixed" : "disagrees",
      because: "its link comes from a page with three backlinks; those of A come from a page with one",
    }),
  },
  {
    claim: "Backlink order is caught whatever the rule for ties",
    source: "ours, on Figure 3",
    kind: "construction", // the scene was made so
    published: "-",
    tolerance: `all of A before page 2 with ties first-in-first-out, last-in-first-out, and in 4 of 5 of ${DRAWS} draws; each rule counts`,
    wouldChange:
      "A scene in which A has more than one backlink at once, as a navigation bar gives: no tie is left to be decided then",
    test({ caught }) {
      const shares = TIES.map((ties) => caught[ties][0] / caught[ties][1]);
      return {
        ours: TIES.map((ties) => `${ties} ${caught[ties].join(" of ")}`).join(", "),
        verdict: howMany(shares.map((share) => share >= 0.8)),
        because: "until its second page, A ties with page 2 at one backlink",
      };
    },
  },
  {
    claim: "d is the probability that the next page is a random one",
    source: "section 2, in the prose; by the formula beside it that is 1 - d",
    kind: "theorem", // IR is where a surfer is who jumps with probability 1 - d, on any web
    published: "d, which is 0.9 throughout section 6",
    tolerance:
      "where a surfer is who goes anywhere with probability d: within 0.02 of IR / n in all pages together (mixed: 0.1)",
    quote: "there is some probability, d, that the next visited page will be completely random",
    wouldChange:
      "A surfer of 400,000 steps who goes anywhere nine times of ten and is found where IR says: the formula would have to be read the other way round",
    test: ({ byProse, byFormula }) => ({
      ours: `${byProse.toFixed(3)} off by the prose, ${byFormula.toFixed(3)} by the formula`,
      verdict: byProse <= 0.02 ? "agrees" : byProse <= 0.1 ? "mixed" : "disagrees",
      because: "a slip of the pen: IR(P) = (1 - d) + d (...) follows links with probability d",
    }),
  },
  {
    claim: "Read either way, d leaves the order of page 2 and cluster A as it is",
    source: "ours, on section 2",
    kind: "construction", // the scene was made so
    published: "-",
    tolerance: "page 2 before the first page of A with 0.9 and with 0.1; each counts",
    wouldChange:
      "A damping in between at which A comes first: rank must then flow far enough to gather in A and not far enough to reach page 2",
    test: ({ ranked, rankedByProse }) => ({
      ours: `0.9: ${places(ranked)}; 0.1: ${places(rankedByProse)}`,
      verdict: howMany([ranked.page2 < ranked.firstOfA, rankedByProse.page2 < rankedByProse.firstOfA]),
      because: "the slip would not have changed this figure",
    }),
  },
];

/** A cluster that backlink order is caught in. Cho et al. 1998, section 6, Figure 3. */
export const figure3: LoadExperiment = {
  id: "cho1998/figure-3",
  title: "A cluster that backlink order is caught in",
  paper:
    "Cho et al. 1998, section 6, Figure 3: page 1 leads to a cluster A whose pages point at each other; page 2 is elsewhere, and an important page links to it. Backlink order visits A first, PageRank order page 2. " +
    "A drawing that explains Graph 2, made from crawls that were followed by hand. Here it is a web of 21 pages.",
  load: "figure-3-web",
  repeatable: true,
  async run({ seed = 1, scale = SCALE } = {}) {
    const web = scene();
    const crawled = (method: Parameters<typeof replay>[1], crawlSeed = seed): Places => {
      const order = [...replay(web, method, { seed: crawlSeed })];
      const ofA = CLUSTER_A.map((page) => order.indexOf(page) + 1);
      return { page2: order.indexOf(PAGE_2) + 1, firstOfA: Math.min(...ofA), lastOfA: Math.max(...ofA) };
    };
    const caughtWith = (ties: (typeof TIES)[number]): readonly [number, number] => {
      const draws = Array.from({ length: ties === "random" ? DRAWS : 1 }, (_, draw) =>
        crawled(backlink({ ties }), seed + draw),
      );
      return [draws.filter(isCaught).length, draws.length];
    };
    const rank = pageRankKernel(web.graph, { form: "probability" });
    const distance = (visits: Float64Array) =>
      visits.reduce((sum, share, page) => sum + Math.abs(share - rank[page]), 0);
    const evidence: Evidence = {
      counted: crawled(backlink),
      ranked: crawled(pageRank),
      rankedByProse: crawled(pageRank({ damping: 0.1 })),
      caught: { fifo: caughtWith("fifo"), lifo: caughtWith("lifo"), random: caughtWith("random") },
      byFormula: distance(surf(web, 0.9, STEPS, seed)),
      byProse: distance(surf(web, 0.1, STEPS, seed)),
    };
    const orders = {
      "backlink order": evidence.counted,
      "PageRank order": evidence.ranked,
      "PageRank order, d read as in the prose": evidence.rankedByProse,
    };
    const rows = Object.entries(orders).flatMap(([ordering, { page2, firstOfA, lastOfA }]) =>
      (
        [
          ["page 2", page2],
          ["first of A", firstOfA],
          ["last of A", lastOfA],
        ] as const
      ).map(([group, place]) => ({ dataset: figure3.load, ordering, group, place, value: place / web.graph.size })),
    );
    return resultOf(
      figure3,
      figure3.load,
      testClaims(claims, evidence),
      rows,
      { pages: web.graph.size, links: web.graph.links, seed, scale, crawlbench: version },
      () =>
        bars(rows, {
          title: `Page 2 is crawled as number ${evidence.ranked.page2} of ${web.graph.size} in PageRank order, ${evidence.counted.page2} in backlink order`,
          axis: "share of the crawl (%)",
          notes: [`${web.graph.size} pages, made after Figure 3: cluster A and page 2`],
        }),
    );
  },
};
