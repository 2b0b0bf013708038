import { createHash } from "node:crypto";
import { got, option, problem } from "../../base/error.js";
import { counted } from "../../base/numbers.js";
import { version } from "../../base/version.js";
import { clock } from "../../cache/policy/clock.js";
import { infinite } from "../../cache/policy/infinite.js";
import { type LinkedUrls, linkedUrls } from "../../crawl/timed/linked-urls.js";
import { timedReplay } from "../../crawl/timed/timed-replay.js";
import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { hostWeb } from "../../web/model/host-web.js";
import { testClaims } from "../claim.js";
import { type ExperimentOptions, ExperimentResult, type LoadExperiment } from "../experiment.js";
import { claims as ofFigure2 } from "./figure-2.js";
import { threadsInWords } from "./reading.js";
import { relativeClaims } from "./relative-claims.js";
import { CHARGED, PAPER_POLICIES, PAPER_THREADS, type Sweep, sweepTrace } from "./setting.js";
import { coincides, regionMoves } from "./thread-figures.js";
import { alongTrace, type OverTime, risesAtTheEnd, stable } from "./time-figures.js";

/** Requests of the crawl with most threads; a process of the paper's logged some 6.7 billion. */
const REQUESTS = 100_000_000;

/** Of each crawl with fewer: the least that a process of the paper's short crawls logged, section 5.2. */
const SHORT = 53_000_000;

/** Pages of the generated web, before it is copied. */
const PAGES = 1_000_000;

const PAGES_PER_HOST = 100;

/** Share of all links that the longest crawl meets: it is cut long before its web ends, as the paper's was. */
const SHARE = 0.5;

const MOST_THREADS = PAPER_THREADS[PAPER_THREADS.length - 1];

/** One crawl, and what caches miss on it. */
interface CountedCrawl {
  /** Its requests are let go of: three such traces at a time are more than a gigabyte. */
  readonly sweep: Sweep;
  /** SHA-256 of its requests, 32 bits each. */
  readonly sha256: string;
  /** Of the crawl with most threads. */
  readonly overTime?: OverTime;
}

async function countedCrawl(
  source: LinkedUrls,
  { threads, ...settings }: { threads: number; copies: number; seed: number; until: { requests: number } },
  options: ExperimentOptions,
): Promise<CountedCrawl> {
  const isLongest = threads === MOST_THREADS;
  const { traces, openHosts } = timedReplay(source, { ...settings, processes: 1, threads });
  const trace = { ...traces[0], name: threadsInWords(threads) };
  if (options.signal?.aborted) throw problem.stopped`${largeTrace.id} was stopped`;
  const policies = isLongest ? [...PAPER_POLICIES, CHARGED] : [clock, infinite];
  const sweep = await sweepTrace(trace, { threads, openHosts: openHosts[0] }, options, policies);
  return {
    sweep: { ...sweep, trace: { ...trace, requests: new Uint32Array(0) } },
    sha256: createHash("sha256").update(trace.requests).digest("hex"),
    ...(isLongest && { overTime: alongTrace(trace, threads, settings.seed).evidence }),
  };
}

function verdictsOn(crawls: readonly CountedCrawl[]) {
  const { sweep, overTime } = crawls[crawls.length - 1];
  const { id, load } = largeTrace;
  return [
    ...testClaims({ id, load }, load, [...ofFigure2, ...relativeClaims("Figure 3")], sweep),
    ...testClaims(
      { id, load },
      load,
      [...regionMoves("Figure 6"), ...coincides("Figure 8")],
      crawls.map((each) => each.sweep),
    ),
    ...(overTime
      ? testClaims(
          { id, load },
          load,
          [stable("Figure 10"), risesAtTheEnd("the crawl is cut when it has met half of all links")],
          overTime,
        )
      : []),
  ];
}

/** The paper's threads, and traces of the length of its short crawls, on a web that is made and copied. */
export const largeTrace: LoadExperiment = {
  id: "broder2003/large-trace",
  title: "Miss rates on 100 million requests of 500 threads",
  paper:
    "Broder et al. 2003, section 5.2: crawls with 20, 100 and 500 threads; with fewer threads a process logged 53 to 75 million URLs, with 500 some 6.7 " +
    "billion. Other experiments take a tenth of the threads, since real webs at hand end sooner. Here timed replays have the paper's threads, and 53 and 100 " +
    "million requests, on a generated web of hosts, copied so often that half of its links are enough. It is no real web, and its verdicts never count as those of one.",
  load: "generated-web",
  repeatable: true,
  alone: "three crawls of 53 to 100 million requests: some ten CPU minutes and 3 GB",
  async run(options = {}) {
    const { seed = 1, scale = 1, onProgress } = options;
    if (!(scale > 0 && scale <= 10))
      throw problem.option`${option("scale")} is a share of 100 million requests, above 0 and at most 10; ${got(scale)}`;
    const pages = Math.ceil(PAGES * scale);
    const web = hostWeb({ pages, hosts: Math.ceil(pages / PAGES_PER_HOST), duplicates: "keep", seed }, (text) =>
      createHash("sha256").update(text).digest("hex"),
    );
    const source = linkedUrls(web);
    const longest = Math.round(REQUESTS * scale);
    const copies = Math.ceil(longest / SHARE / source.links);
    const crawls: CountedCrawl[] = [];
    for (const [done, threads] of PAPER_THREADS.entries()) {
      onProgress?.({ task: `crawling with ${threadsInWords(threads)}`, done, total: PAPER_THREADS.length });
      const requests = threads === MOST_THREADS ? longest : Math.round(SHORT * scale);
      crawls.push(await countedCrawl(source, { threads, copies, seed, until: { requests } }, options));
    }
    const { sweep } = crawls[crawls.length - 1];
    const rows = crawls.flatMap(({ sweep: { threads, rows: own } }) =>
      own
        .filter(({ policy }) => policy === clock.label || (threads === MOST_THREADS && policy !== CHARGED.label))
        .map((row) => ({ ...row, policy: `${row.policy}, ${threadsInWords(threads)}` })),
    );
    return new ExperimentResult(
      largeTrace,
      largeTrace.load,
      verdictsOn(crawls),
      rows,
      {
        dataset: { name: web.name, sha256: web.sha256 },
        ...{ copies, seed, scale, ...source.assumptions },
        crawls: crawls.map(({ sha256, sweep: { threads, openHosts, requests, distinct } }) => ({
          ...{ threads, openHosts: Math.round(openHosts), requests, distinct, sha256 },
        })),
        crawlbench: version,
      },
      () =>
        missRateCurve(rows, {
          notes: [
            `${copies} copies of ${web.name}, generated · one process with ${threadsInWords(MOST_THREADS)} · ${counted(sweep.requests)} requests for ${counted(sweep.distinct)} URLs`,
          ],
        }),
    );
  },
};
