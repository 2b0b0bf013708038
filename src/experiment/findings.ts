import { unlessProblem } from "../base/attempt.js";
import { counted } from "../base/numbers.js";
import type { ClaimVerdict } from "./claim.js";
import { SINGLE_COPY, WITHOUT_REPEATS } from "./construction.js";
import { BUFFER_SIZE } from "./ours/limited-buffer.js";
import { inWords, manyOf, RecordedClaim } from "./recorded-claim.js";

/** One thing that the ledger teaches, in words for a newcomer and numbers that were recorded. */
export interface LedgerFinding {
  /** Unique, for links: "page-rank-order". */
  readonly name: string;
  /** One sentence, without settings. */
  readonly headline: string;
  readonly text: string;
  /** On how many webs and crawls it rests, and how far chance goes. */
  readonly sure: string;
  /** Claims of the ledger that it rests on. */
  readonly claims: readonly Pick<ClaimVerdict, "experiment" | "claim">[];
  /** Heading of docs/evidence.md, as a link has it. */
  readonly evidence: string;
}

interface Told extends Pick<LedgerFinding, "headline" | "text" | "sure"> {
  /** Whether the ledger bears the words out: they are told only as long as it does. */
  readonly holds: boolean;
}

interface Declared extends Pick<LedgerFinding, "name" | "evidence"> {
  /** Experiment and claim, by a short name. */
  readonly claims: Readonly<Record<string, readonly [experiment: string, claim: string]>>;
  tell(claims: Readonly<Record<string, RecordedClaim>>): Told;
}

const withoutRepeats = (speed: RecordedClaim): string =>
  `; without the repeats put back ${speed.varied("campus", WITHOUT_REPEATS)}, and on cnr-2000 ${speed.varied("cnr-2000", WITHOUT_REPEATS)}`;

// Every number of a text comes out of the ledger, or from the experiment; numbers in words too. A test reads this file
// for others.
const DECLARED: readonly Declared[] = [
  {
    name: "page-rank-order",
    evidence: "graph-2-does-pagerank-order-beat-backlink-order-when-hot-means-100-backlinks",
    claims: {
      lead: ["cho1998/graph-2", "PageRank order beats backlink order, though importance is the backlink count"],
      plain: ["cho1998/graph-2", "PageRank order beats breadth-first"],
      chance: ["cho1998/graph-2", "PageRank order beats chance"],
      share: ["cho1998/graph-2", "PageRank order beats backlink order, at the paper's share of hot pages"],
      drawn: [
        "ours/hot-clusters",
        "One crawl does not tell PageRank from backlink order: drawing clusters anew can turn the sign",
      ],
    },
    tell: ({ lead, plain, chance, share, drawn }) => ({
      holds:
        lead.count("mixed") === 0 &&
        lead.count("agrees") === 1 &&
        lead.count("disagrees") > 1 &&
        plain.websOf("agrees") === "web-NotreDame, wikispeedia" &&
        plain.websOf("disagrees") === "campus" &&
        plain.websOf("no difference") === "cnr-2000",
      headline: `No order is best everywhere: PageRank order finds popular pages sooner than backlink order on ${manyOf(lead.realWebs("agrees"), "real web")} of ${inWords(lead.realWebs())}, and later on ${inWords(lead.realWebs("disagrees"))}.`,
      text: `Cho, Garcia-Molina and Page (1998) reported that PageRank order wins. On web-NotreDame, the web nearest to theirs in year and kind, it does: ${lead.on("web-NotreDame", "IR'")}, against ${lead.on("web-NotreDame", "IB'")} for backlink order and ${chance.on("web-NotreDame", "closed form")} by chance. Backlink order is ahead on uci-ics-2019 (${lead.on("uci-ics-2019", "IB'")} against ${lead.on("uci-ics-2019", "IR'")}), cnr-2000 (${lead.on("cnr-2000", "IB'")} against ${lead.on("cnr-2000", "IR'")}) and debian-docs (${lead.on("debian-docs", "IB'")} against ${lead.on("debian-docs", "IR'")}); on wikispeedia neither is. PageRank order beats breadth-first on ${manyOf(plain.count("agrees"), "web")}: web-NotreDame (${plain.on("web-NotreDame", "IR'")} against ${plain.on("web-NotreDame", "breadth-first")}) and wikispeedia (${plain.on("wikispeedia", "IR'")} against ${plain.on("wikispeedia", "breadth-first")}). On campus breadth-first wins; elsewhere both are level, or the start page decides.`,
      sure: `${lead.crawls} crawls on each of ${lead.websOnce}. PageRank order's mean lead is ${lead.interval("web-NotreDame")} on web-NotreDame and ${lead.interval("uci-ics-2019")} on uci-ics-2019 (95 % intervals). With clusters of hot pages drawn anew it is ${drawn.on("web-NotreDame", "IB':")} to ${drawn.on("web-NotreDame", "IB':", " to ")} on web-NotreDame, in ${drawn.stated("tolerance", "middle")} % of the draws: the win is not certain. At the paper's share of hot pages, which adds ${share.websBeside(lead)}, PageRank order leads on ${manyOf(share.realWebs("agrees"), "real web")} of ${inWords(share.realWebs())}, backlink order on ${inWords(share.realWebs("disagrees"))}.`,
    }),
  },
  {
    name: "ties",
    evidence: "ties-decide-as-much-as-the-ordering",
    claims: {
      rule: [
        "ours/ties-decide",
        "Under backlink order, the rule for ties moves the area more than the choice between backlink and PageRank order does",
      ],
      rank: ["ours/ties-decide", "PageRank order depends less on ties than backlink order"],
      crawled: ["cho1998/graph-2", "PageRank order beats backlink order, though importance is the backlink count"],
    },
    tell: ({ rule, rank, crawled }) => ({
      holds: rule.count("agrees") > rule.tested.length / 2,
      headline: "Which of two equal pages goes first can matter more than the order itself.",
      text: `Many waiting pages have equally many known links, and no paper says which of them goes first. On web-NotreDame backlink order reaches ${rule.on("web-NotreDame", "fifo")} when the page found first goes first, ${rule.on("web-NotreDame", "lifo")} when the page found last does, and ${rule.on("web-NotreDame", "random")} when chance decides. PageRank scores are hardly ever equal: there the rule moves nothing by more than ${rank.numbers("PageRank").at(-1)}.`,
      sure: `${crawled.crawls} crawls on each of ${rule.webs}. On ${inWords(rule.count("agrees"))} of them the rule for ties moves backlink order by ${rule.range("ties", "agrees")}, which is more than the distance to PageRank order; on debian-docs by ${rule.on("debian-docs", "ties")}.`,
    }),
  },
  {
    name: "clusters",
    evidence: "a-curve-is-a-handful-of-observations",
    claims: {
      clusters: [
        "ours/hot-clusters",
        "The hot pages at G = 100 are a handful of clusters, so that a curve is a handful of observations",
      ],
      sign: [
        "ours/hot-clusters",
        "One crawl does not tell PageRank from backlink order: drawing clusters anew can turn the sign",
      ],
    },
    tell: ({ clusters, sign }) => ({
      holds: clusters.count("agrees") === clusters.tested.length && sign.count("agrees") > 0,
      headline:
        "Popular pages hang together, so a curve drawn from hundreds of them is only a handful of observations.",
      text: `The ${counted(Number(clusters.on("web-NotreDame")))} hot pages of web-NotreDame form ${clusters.on("web-NotreDame", "in")} clusters, and the largest outweighs the rest: in effect there are ${clusters.on("web-NotreDame", "effectively")}. Over all webs there are ${clusters.range("effectively")}. A crawler that meets the large cluster early looks good, by luck or by skill.`,
      sure: `Counted on ${clusters.webs}. When clusters are drawn anew (bootstrap, one crawl), the winner can change on ${inWords(sign.count("agrees"))} of the ${manyOf(sign.tested.length, "web")} with effectively more than one.`,
    }),
  },
  {
    name: "crawl-and-stop",
    evidence: "crawl-and-stop-saturates-graph-3",
    claims: {
      apart: ["cho1998/graph-3", "P_CS tells orderings apart throughout the crawl"],
    },
    tell: ({ apart }) => ({
      holds: apart.count("disagrees") > 0,
      headline: `On ${manyOf(apart.tested.length - apart.count("agrees"), "web")} of ${inWords(apart.tested.length)}, Crawl & Stop of Cho et al. gives every crawler full marks before ${apart.stated("tolerance", "at")} % of the crawl.`,
      text: `After K pages, Crawl & Stop asks what share of the web's K best pages the crawler has. Once the last of these has as few links as any page, all pages tie with it, and count as best. On webkb-1997 every crawler has full marks from ${apart.on("webkb-1997", "from")} % of the crawl on, on web-NotreDame from ${apart.on("web-NotreDame", "from")} %, on debian-docs only from ${apart.on("debian-docs", "from")} %. A stricter reading, \`stop({ tied: "strict" })\`, keeps telling crawlers apart.`,
      sure: `Measured on ${apart.webs}. It depends on the links of a web, not on the crawl.`,
    }),
  },
  {
    name: "topics",
    evidence: "topic-crawls-graphs-7-to-10-the-distance-to-hot-pages-matters-the-order-inside-hardly",
    claims: {
      distance: [
        "cho1998/section-8",
        "It is useful to visit URLs earlier that have a short link distance to a page known to be hot",
      ],
      children: ["cho1998/graph-7", "Children of hot pages are hotter than average"],
      inside: ["cho1998/graph-8", "Breadth-first inside is still the best"],
    },
    tell: ({ distance, children, inside }) => ({
      holds: children.count("agrees") === children.tested.length && distance.count("agrees") > 1,
      headline: "A crawl for one topic does well to stay near the pages on that topic.",
      text: `Pages that a page on the topic links to are ${children.range("")} times as often on the topic as pages at large. On uci-ics-2019-text a crawler that looks only at how near a page is to those found so far has ${distance.on("uci-ics-2019-text", "alone")} of the pages on the topic on average, plain breadth-first ${distance.on("uci-ics-2019-text", "breadth-first")}. The order among pages equally near matters little there: the best is at ${inside.on("uci-ics-2019-text", "the better other")}, breadth-first at ${inside.on("uci-ics-2019-text", "breadth-first inside")}.`,
      sure: `${distance.crawls} crawls on each of ${distance.webs}. Nearness helps on ${inWords(distance.count("agrees"))}, with a 95 % interval of ${distance.interval("uci-ics-2019-text")} on uci-ics-2019-text; on webkb-1997 it does not (${distance.on("webkb-1997", "alone")} against ${distance.on("webkb-1997", "breadth-first")}). On debian-docs the order among them matters, too: ${inside.on("debian-docs", "the better other")} against ${inside.on("debian-docs", "breadth-first inside")}.`,
    }),
  },
  {
    name: "small-store",
    evidence: "with-a-limited-buffer-random-order-keeps-the-most-hot-pages-on-most-webs",
    claims: {
      backlink: [
        "ours/limited-buffer",
        "With a small buffer the ranking is reversed: a random frontier keeps more hot pages than backlink order",
      ],
      rank: ["ours/limited-buffer", "A random frontier keeps more hot pages than PageRank order"],
    },
    tell: ({ backlink, rank }) => ({
      holds: backlink.count("disagrees") + rank.count("disagrees") === 0 && rank.count("agrees") > 1,
      headline: `A crawler with room for few pages keeps more of the popular ones when it crawls at random, on ${manyOf(backlink.count("agrees"), "web")} of ${inWords(backlink.tested.length)}.`,
      text: `Cho, Garcia-Molina and Page define this case, the limited buffer, and never ran it. Let ${100 * BUFFER_SIZE} % of the web fit. Of that many most-linked pages, random order holds ${backlink.on("wb-cs-stanford", "random")} at the end on wb-cs-stanford, backlink order ${backlink.on("wb-cs-stanford", "IB'")}, and PageRank order ${rank.on("wb-cs-stanford", "IR'")}. To meet popular pages early is to judge them early, when few of their links are known, and to discard them.`,
      sure: `${backlink.crawls} crawls on each of ${backlink.webs}. Random order is ahead of PageRank order on ${inWords(rank.count("agrees"))}, too, by ${rank.interval("web-NotreDame")} (95 % interval) on web-NotreDame. On debian-docs every order keeps nearly all in the median crawl.`,
    }),
  },
  {
    name: "small-cache",
    evidence: "url-caches-broder-najork-and-wiener-2003-the-shape-repeats-in-part-and-open-hosts-govern-it",
    claims: {
      hits: ["broder2003/figure-2", "100 entries per thread hit almost 80 % of the time"],
      alike: ["broder2003/figure-2", "LRU and CLOCK perform almost identically"],
      enough: ["broder2003/figure-8", "100 to 500 entries per thread are enough"],
      coincide: ["broder2003/figure-8", "Over entries per thread the curves almost coincide"],
    },
    tell: ({ hits, alike, enough, coincide }) => ({
      holds:
        hits.count("disagrees") === 1 &&
        Number(hits.numbers("")[1]) > 75 &&
        alike.count("agrees") === alike.tested.length &&
        enough.count("disagrees") > 1 &&
        coincide.count("agrees") === 0,
      headline: `A small cache answers most questions "was this URL seen before?", on ${inWords(hits.tested.length - hits.count("disagrees"))} webs of ${inWords(hits.tested.length)}.`,
      text: `A crawler asks this for every link. With ${hits.on("campus", "at")} entries per crawling thread and the policy CLOCK, ${hits.numbers("")[1]} to ${hits.numbers("").at(-1)} % of the requests hit the cache on those webs. Broder, Najork and Wiener (2003) reported almost ${hits.stated("published")} %. On webkb-1997 it is ${hits.on("webkb-1997")} %: most links of that small crawl lead to URLs that never come back, and a cache without limit would hit ${hits.on("webkb-1997", "without limit")} %. LRU misses about as often. Not all of the paper's advice holds: on ${manyOf(enough.count("disagrees"), "web")} even ${enough.stated("published", "to")} entries per thread miss over ${enough.stated("tolerance", "within")} points more than a cache without limit, and curves over entries per thread fully coincide on none.`,
      sure: `One trace of each of ${hits.webs}. On ${inWords(hits.byConstruction)} the verdict turns with what was put in: repeats that the source dropped, copies of the web, or inferred hosts.`,
    }),
  },
  {
    name: "crawl-order-and-cache",
    evidence: "url-caches-broder-najork-and-wiener-2003-the-shape-repeats-in-part-and-open-hosts-govern-it",
    claims: {
      similar: ["broder2003/crawl-order", "Caching performs very similarly whatever the crawl order"],
      served: ["broder2003/real-crawls", "Caching performs very similarly whatever the crawl order"],
    },
    tell: ({ similar, served }) => ({
      holds: similar.count("disagrees") > similar.tested.length / 2 && served.websOf("agrees") === "",
      headline: `Random order spoils a URL cache on ${manyOf(similar.count("disagrees"), "web")} of ${inWords(similar.tested.length)}; other orders spoil it less.`,
      text: `Broder, Najork and Wiener expected caching to be very similar under any order. At the cache size where they differ most, the miss rates of random order and breadth-first lie ${similar.range("random", "disagrees")} points apart. For the other orders it is ${similar.range("; ", "disagrees")} points there.`,
      sure: `One crawl per order on each of ${similar.webs}. On ${inWords(similar.byConstruction)} the verdict turns with the copies of the web. On webkb-1997 all orders lie within ${similar.on("webkb-1997", "random")} points. In real crawls of ${manyOf(served.tested.length, "web")}, random order was ${served.range("random")} off, backlink order ${served.range("backlink")}.`,
    }),
  },
  {
    name: "more-machines",
    evidence: "more-machines-hosts-not-machines-bound-a-crawl",
    claims: {
      speed: [
        "ours/scale-out",
        "On one web a hundred times the processes bring less than ten times the speed: hosts, not machines, are few",
      ],
      local: ["ours/scale-out", "Four of five links stay with the process that found them"],
    },
    tell: ({ speed, local }) => ({
      holds: speed.count("agrees") === speed.tested.length,
      headline: `On ${manyOf(speed.tested.length, "web")} a hundred times as many processes made a polite crawl at most ${speed.numbers("").at(-1)} times as fast, and on the real ones at most ${speed.numbers("", "real").at(-1)} times.`,
      text: `A polite crawler waits between two requests to a host, so hosts run short. From ${local.stated("published", "local, ")} processes to a hundred times as many, the same crawl becomes ${speed.on("campus")} times as fast on campus, ${speed.on("debian-docs")} on debian-docs, ${speed.on("cnr-2000")} on cnr-2000, ${speed.on("uci-ics-2019")} on uci-ics-2019, where few hosts hold most pages.`,
      sure: `One crawl per number of processes on each of ${speed.webs}, on a simulated clock. It is ${speed.on("debian-docs-small")} on debian-docs-small, ${speed.varied("campus", SINGLE_COPY)} on a single copy of campus${speed.byConstruction === 0 ? withoutRepeats(speed) : ""}.`,
    }),
  },
  {
    name: "freshness",
    evidence: "freshness-to-fetch-what-changes-most-is-worse-than-not-to-care",
    claims: {
      proportional: [
        "ours/freshness-policies",
        "Fetching pages as often as they change keeps fewer of them fresh than fetching all equally often",
      ],
      optimal: [
        "ours/freshness-policies",
        "The optimal frequencies keep more pages fresh than fetching all equally often",
      ],
      given: ["ours/freshness-policies", "The optimal policy gives up the pages that change too often"],
    },
    tell: ({ proportional, optimal, given }) => ({
      holds: proportional.count("agrees") === 1 && optimal.count("agrees") === 1,
      headline: "Fetching the pages again that change most keeps fewer pages fresh than treating all alike.",
      text: `Let pages change once a day on average, and let half as many be fetched a day. Then fetching in proportion to the rate of change keeps ${proportional.on("campus", "budget 0.5", "proportional")} of the pages fresh, fetching all alike ${proportional.on("campus", "budget 0.5", "uniform")}, and the optimum ${optimal.on("campus", "budget 0.5", "optimal")}. The optimum gives up ${given.on("campus")} % of the pages: those that change so often that no copy stays fresh. Cho and Garcia-Molina (2000) showed why.`,
      sure: `${proportional.on("campus", "positive in", " of ")} draws of the rates of change, on one generated web; the 95 % interval of the difference is ${proportional.on("campus", "budget 0.5: median", "95 % interval")} to ${proportional.on("campus", "budget 0.5: median", "95 % interval", " to ")}. Theory says the same for any rates; how often real pages change was not measured here.`,
    }),
  },
];

/** The ten findings, with the numbers of the ledger. One that it does not bear out, or whose webs it lacks, is left out. */
export const findingsOf = (ledger: readonly ClaimVerdict[]): LedgerFinding[] =>
  DECLARED.flatMap(({ claims, tell, ...rest }) => {
    const names = Object.entries(claims).map(([name, claim]) => [name, new RecordedClaim(ledger, ...claim)] as const);
    const found = unlessProblem("lacks", () => tell(Object.fromEntries(names)));
    if (!found?.holds) return [];
    const { holds, ...told } = found;
    return [{ ...rest, ...told, claims: names.map(([, { experiment, claim }]) => ({ experiment, claim })) }];
  });
