import { clock } from "../../cache/policy/clock.js";
import { infinite } from "../../cache/policy/infinite.js";
import { lru } from "../../cache/policy/lru.js";
import { cacheSweep } from "../../cache/sweep/cache-sweep.js";
import { perThreadSweep } from "../../cache/sweep/per-thread-sweep.js";
import { type CacheRow, sizeInShort } from "../../cache/sweep/sweep-rows.js";
import { timedReplay } from "../../crawl/timed/timed-replay.js";
import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { type Claim, testClaims } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { curveOf, points, threadsInWords } from "./reading.js";
import { crawlPlan, crawlsOf, notesOn, type Sweep, simulationOptions, sizesFor } from "./setting.js";
import { tooSmall } from "./shape-claims.js";
import { largestGap } from "./thread-figures.js";

interface Evidence extends Sweep {
  /** LRU and CLOCK at equal memory, for all threads together and one for each. */
  readonly rows: readonly CacheRow[];
  /** CLOCK where as many threads keep fewer hosts open, and where fewer threads keep as many. */
  readonly crawls: readonly Sweep[];
}

const apart = (policy: string) => `${policy}, one per thread`;

/** Excess of the caches per thread over the one for all, by size. */
function excess(rows: readonly CacheRow[], policy: string): { size: number; excess: number }[] {
  const together = curveOf(rows, policy);
  const single = curveOf(rows, apart(policy));
  return single.sizes.map((size, i) => ({
    size,
    excess: single.missRates[i] - together.missRates[together.sizes.indexOf(size)],
  }));
}

/** A difference below this is none. */
const SAME = 0.001;

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "One cache for all threads misses less often than one for each, at equal memory",
    source: "section 7, second open question",
    published: "in general, but not always; to be verified",
    tolerance: "LRU and CLOCK: never more often at any size, by more than 0.1 points (mixed: at most sizes)",
    quote:
      "In general, but not always, a global cache performs better than a collection of separate caches, because common items need to be stored only once",
    wouldChange:
      "Threads that each stay on one host for its whole life (hosts bound to threads): a cache per thread ahead at most sizes would give the exception that the paper allows for",
    test(evidence) {
      const all = ["LRU", "CLOCK"].flatMap((policy) => excess(evidence.rows, policy));
      const worse = all.filter(({ excess: by }) => by < -SAME);
      const most = all.reduce((widest, each) => (each.excess > widest.excess ? each : widest));
      return (
        tooSmall(evidence) ?? {
          ours: `ahead by ${points(most.excess)} at most, behind at ${worse.length} of ${all.length} sizes`,
          verdict:
            worse.length === 0 && most.excess > SAME ? "agrees" : worse.length < all.length / 2 ? "mixed" : "disagrees",
          because: `most at ${sizeInShort(most.size)} entries in all, ${(most.size / evidence.threads).toFixed(0)} per thread`,
        }
      );
    },
  },
  {
    claim: "What governs is entries per open host, of which threads are a proxy",
    source: "ours, on section 5.2: the model says that each thread works on a host",
    published: "the controlling variable is the allocated cache size per thread",
    tolerance:
      "CLOCK's curves of crawls with other queues per thread lie half as far apart over entries per open host as over entries per thread (mixed: nearer)",
    wouldChange:
      "A crawl in which every thread has exactly one open host: both scales are then the same, and curves that still differ by threads would speak for threads",
    test({ crawls, ...sweep }) {
      const [byHost, byThread] = [
        largestGap(crawls, ({ openHosts }) => openHosts),
        largestGap(crawls, ({ threads }) => threads),
      ];
      return (
        tooSmall(sweep) ?? {
          ours: `${points(byHost)} apart over entries per open host, ${points(byThread)} over entries per thread`,
          verdict: byHost <= byThread / 2 ? "agrees" : byHost < byThread ? "mixed" : "disagrees",
          because: crawls
            .map(({ threads, openHosts }) => `${threadsInWords(threads)} with ${openHosts.toFixed(0)} open hosts`)
            .join(", "),
        }
      );
    },
  },
];

/** One cache or one for each thread? The second open question of Broder et al. 2003, section 7. */
export const threadCaches: WebExperiment = {
  id: "broder2003/thread-caches",
  title: "One cache or one per thread: the second open question",
  paper:
    "Broder et al. 2003, section 7: the size that is needed grows with the threads; does a cache per thread make sense? In general a global cache is better, " +
    "since common items are stored once; the authors leave it to be verified. Here both get the same number of entries in all.",
  suits: "broder2003",
  async run(web, options = {}) {
    const { source, threads: all, settings, provenance } = crawlPlan(web, options);
    const { traces } = await crawlsOf(web, options);
    const { threads, openHosts, full: trace } = traces[traces.length - 1];
    const simulation = simulationOptions(options);
    const sizes = sizesFor(trace);
    const sweep = await perThreadSweep(trace, { policies: [lru, clock], sizes, ...simulation });
    const counts = { requests: trace.requests.length, distinct: trace.urls };
    const crawls: Sweep[] = [];
    for (const [few, queues] of [
      [threads, 3 * threads],
      [threads, threads],
      [all[all.length - 2] ?? 1, 3 * threads],
    ]) {
      const replay = timedReplay(source, { ...settings, threads: few, backEndQueues: queues });
      const [own] = replay.traces;
      const { rows } = await cacheSweepOf(own);
      crawls.push({
        threads: few,
        openHosts: replay.openHosts[0],
        trace: own,
        requests: own.requests.length,
        distinct: own.urls,
        rows,
      });
    }
    const evidence: Evidence = { threads, openHosts, trace, ...counts, rows: sweep.rows(), crawls };
    const rows = evidence.rows.map((row) => ({ dataset: web.name, ...row }));
    return resultOf(threadCaches, web.name, testClaims(claims, evidence), rows, provenance, () =>
      missRateCurve(rows, { notes: notesOn(evidence) }),
    );

    async function cacheSweepOf(own: typeof trace) {
      const clocked = await cacheSweep(own, { policies: [clock, infinite], sizes: sizesFor(own), ...simulation });
      return { rows: clocked.rows() };
    }
  },
};
