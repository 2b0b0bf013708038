import { setImmediate } from "node:timers/promises";
import { problem } from "../../base/error.js";
import { counted } from "../../base/numbers.js";
import { version } from "../../base/version.js";
import type { CacheMethod } from "../../cache/method.js";
import { missCurve, powersOf2 } from "../../cache/miss-curve.js";
import { lru } from "../../cache/policy/lru.js";
import { min } from "../../cache/policy/min.js";
import { simulate } from "../../cache/simulate.js";
import { replay } from "../../crawl/replay.js";
import { systemClock } from "../../fetch/clock.js";
import { ratioBars } from "../../figure/ratio-bars.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { pageRank } from "../../ordering/page-rank.js";
import { alphaBetaGamma } from "../../trace/model/alpha-beta-gamma.js";
import { load } from "../../web/dataset/load.js";
import { type Claim, type Finding, testClaims, worst } from "../claim.js";
import { checkScale, type LoadExperiment, resultOf, SCALE } from "../experiment.js";
import { ratioOf } from "../timed.js";

/** Pages and requests at scale 1. */
const PAGES = 400_000;
const REQUESTS = 8_000_000;
const FEWEST = 1_000;

const SIZES = powersOf2(0, 25);

/** Times each piece of work is done; the shortest counts, since what else the machine does only ever adds. */
const RUNS = 3;

/** Milliseconds that a piece of work is done for at least, each time. */
const TIMED_FOR = 100;

const ACCURATE = pageRank({ accuracy: 1e-3 });
const RANKED = pageRank({ accuracy: 1e-2 });

/** Milliseconds by piece of work. */
export type Evidence = Readonly<Record<Work, number>>;

const WORKS = {
  "breadth-first": "a crawl in breadth-first order",
  backlink: "a crawl in backlink order",
  "PageRank to 1e-2": "a crawl in PageRank order, accuracy 1e-2",
  "PageRank to 1e-3": "the same, accuracy 1e-3",
  "LRU in one pass": "misses of LRU at 26 sizes, in one pass",
  "LRU size by size": "the same by a simulation each",
  "MIN in one pass": "misses of MIN at 26 sizes, in one pass",
  "MIN size by size": "the same by a simulation each",
} as const;

type Work = keyof typeof WORKS;

/** What is drawn: how many times as long the first takes as the second. */
const COMPARED: readonly (readonly [called: string, slow: Work, fast: Work])[] = [
  ["backlink order over breadth-first", "backlink", "breadth-first"],
  ["PageRank order over backlink order", "PageRank to 1e-2", "backlink"],
  ["PageRank to 1e-3 over 1e-2", "PageRank to 1e-3", "PageRank to 1e-2"],
  ["LRU, size by size over one pass", "LRU size by size", "LRU in one pass"],
  ["MIN, size by size over one pass", "MIN size by size", "MIN in one pass"],
];

const titleOf = (evidence: Evidence): string => {
  const times = (slow: Work, fast: Work) => `${Number(ratioIn(evidence, slow, fast).toPrecision(2))} times`;
  return `PageRank order takes ${times("PageRank to 1e-2", "backlink")} as long as backlink order, and ${SIZES.length} LRU caches ${times("LRU size by size", "LRU in one pass")} as long one by one as in one pass`;
};

const ratioIn = (evidence: Evidence, slow: Work, fast: Work): number => evidence[slow] / evidence[fast];

const shown = (milliseconds: number) => `${Number(milliseconds.toPrecision(3))} ms`;

/** Is `slow` at least `factor` times as slow as `fast`? "mixed" when it is slower, by a quarter or more. */
function timesSlower(evidence: Evidence, slow: Work, fast: Work, factor: number): Finding {
  const ratio = ratioIn(evidence, slow, fast);
  return {
    ours: `${slow} ${shown(evidence[slow])}, ${fast} ${shown(evidence[fast])}: ${ratio.toFixed(1)}x`,
    verdict: ratio >= factor ? "agrees" : ratio >= 1.25 ? "mixed" : "disagrees",
    because: `the shortest of ${RUNS} times each, taken in turn`,
    ratios: ratioOf(`${slow} / ${fast}`, evidence[slow], evidence[fast]),
  };
}

const both = (findings: readonly Finding[]): Finding => ({
  ours: findings.map(({ ours }) => ours).join("; "),
  verdict: worst(findings.map(({ verdict }) => verdict)),
  because: findings[0].because,
  ratios: findings.flatMap(({ ratios = [] }) => ratios),
});

export const claims: readonly Claim<Evidence>[] = [
  {
    claim:
      "The misses of 26 cache sizes are counted in one pass, in less than a third of the time of a simulation each",
    source: "ours, beside Broder et al. 2003, Figures 2 to 9",
    published: "-",
    tolerance: "26 simulations take 3 times as long, for LRU and for MIN (mixed: 1.25 times)",
    wouldChange:
      "A trace whose requests nearly all repeat the last few URLs: a simulation is then as cheap as it can be, and a pass still keeps order among all URLs",
    test: (evidence) =>
      both([
        timesSlower(evidence, "LRU size by size", "LRU in one pass", 3),
        timesSlower(evidence, "MIN size by size", "MIN in one pass", 3),
      ]),
  },
  {
    claim: "PageRank order at accuracy 1e-2 takes less than a third of the time of 1e-3",
    source: "ours, on the PageRank order of all experiments",
    published: "-",
    tolerance: "1e-3 takes 3 times as long (mixed: 1.25 times)",
    wouldChange:
      "A web without cycles, where ranks settle in one round whatever the accuracy: the two would then take the same time",
    test: (evidence) => timesSlower(evidence, "PageRank to 1e-3", "PageRank to 1e-2", 3),
  },
  {
    claim: "The better an order is informed, the more it costs: backlink twice breadth-first, PageRank twice backlink",
    source: "ours, beside Cho et al. 1998, Figure 2",
    published: "-",
    tolerance: "twice at each step, PageRank at accuracy 1e-2 (mixed: 1.25 times)",
    wouldChange:
      "A PageRank that is computed anew only every thousand pages (reorderEvery): below the time of backlink order, the freshness of ranks and not their kind is what costs",
    test: (evidence) =>
      both([
        timesSlower(evidence, "backlink", "breadth-first", 2),
        timesSlower(evidence, "PageRank to 1e-2", "backlink", 2),
      ]),
  },
];

/** What the methods of this package cost beside each other. */
export const speed: LoadExperiment = {
  id: "ours/speed",
  title: "What an order costs, and what one pass saves",
  paper:
    "Ours: the time of a virtual crawl in the orders of Cho et al. 1998, and of the misses that Broder et al. 2003 draw for 26 sizes of a cache, each beside another way or another order in the same run. " +
    "Times of one machine say little; their ratios are what is claimed. Peers of other projects are in bench/.",
  load: "speed-load",
  async run({ seed = 1, scale = SCALE, onProgress, signal } = {}) {
    checkScale(scale, `${counted(PAGES)} pages`);
    const pages = Math.max(FEWEST, Math.round(PAGES * scale));
    const requests = Math.max(FEWEST, Math.round(REQUESTS * scale));
    const web = await load("campus", { pages });
    const trace = alphaBetaGamma({ requests, threads: 100, seed });
    const crawl = (method: OrderingMethod) => () => void replay(web, method, { seed });
    const pass = (method: CacheMethod) => () => void missCurve(trace, method, SIZES);
    const single = (method: CacheMethod) => () => SIZES.forEach((size) => void simulate(trace, method, size));
    const work: Readonly<Record<Work, () => void>> = {
      "breadth-first": crawl(breadthFirst),
      backlink: crawl(backlink),
      "PageRank to 1e-2": crawl(RANKED),
      "PageRank to 1e-3": crawl(ACCURATE),
      "LRU in one pass": pass(lru),
      "LRU size by size": single(lru),
      "MIN in one pass": pass(min),
      "MIN size by size": single(min),
    };
    const evidence = await shortestTimes(work, (done, total) => {
      if (signal?.aborted) throw problem.stopped`${speed.id} was stopped`;
      onProgress?.({ task: "timing", done, total });
    });
    const rows = (Object.keys(WORKS) as Work[]).map((each) => ({
      dataset: speed.load,
      ordering: each,
      group: WORKS[each],
      milliseconds: evidence[each],
    }));
    return resultOf(
      speed,
      speed.load,
      testClaims(claims, evidence),
      rows,
      { pages, requests, seed, scale, crawlbench: version },
      () =>
        ratioBars(
          COMPARED.map(([measure, slow, fast]) => ({ measure, ratio: ratioIn(evidence, slow, fast) })),
          {
            title: titleOf(evidence),
            one: "the time of the other",
            notes: [`campus of ${counted(pages)} pages · ${counted(requests)} requests by 100 threads, a model's`],
          },
        ),
    );
  },
};

/** Milliseconds of each piece of work, the shortest of several: all in turn, then all again. */
async function shortestTimes(
  work: Readonly<Record<Work, () => void>>,
  before: (done: number, total: number) => void,
): Promise<Evidence> {
  const names = Object.keys(work) as Work[];
  const shortest = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<Work, number>;
  for (let run = 0; run < RUNS; run++) {
    for (const [index, name] of names.entries()) {
      before(run * names.length + index, RUNS * names.length);
      await setImmediate(); // so that Ctrl-C is heard
      shortest[name] = Math.min(shortest[name], timeOf(work[name]));
    }
  }
  return shortest;
}

/** Milliseconds of a piece of work, done again and again until the clock, which counts whole ones, can tell. */
function timeOf(work: () => void): number {
  const clock = systemClock();
  let [calls, elapsed] = [0, 0];
  for (const begun = clock.now(); elapsed < TIMED_FOR; elapsed = clock.now() - begun) {
    work();
    calls++;
  }
  return elapsed / calls;
}
