import { join } from "node:path";
import { problem } from "../../base/error.js";
import { inPassingFolder } from "../../base/file/passing-folder.js";
import { counted, plural } from "../../base/numbers.js";
import { meanOf } from "../../base/statistics/mean-of.js";
import { version } from "../../base/version.js";
import { realCrawl } from "../../fetch/real-crawl.js";
import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { backlink } from "../../ordering/backlink.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { depthFirst } from "../../ordering/depth-first.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import { random } from "../../ordering/random.js";
import { addressesOf } from "../../site/addresses-of.js";
import { type Site, serve } from "../../site/server.js";
import { openTrace } from "../../trace/open-trace.js";
import { crossTrace, splitByProcess } from "../../trace/sub-trace.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import { changed, type Web } from "../../web/web.js";
import { type Claim, testClaims } from "../claim.js";
import { type ExperimentOptions, ExperimentResult, type WebExperiment } from "../experiment.js";
import { CROSS } from "../ledger.js";
import { TIMED_RUNS } from "../over-runs.js";
import { type OrderSweep, claims as ofOrders } from "./crawl-order.js";
import { claims as ofFigure2 } from "./figure-2.js";
import { shareClaim } from "./figure-4.js";
import { relativeClaims, staticClaim } from "./relative-claims.js";
import { CHARGED, PAPER_POLICIES, PAPER_THREADS, PROCESSES, type Sweep, sweepTrace } from "./setting.js";
import { shapeClaims } from "./shape-claims.js";
import { coincides, regionMoves } from "./thread-figures.js";
import { alongTrace, risesAtTheEnd, stable } from "./time-figures.js";

/** Connections of the crawls that differ in their order. */
const MIDDLE = PAPER_THREADS[1];

/** Back-end queues a thread: what Mercator advises. A web with fewer hosts is served from so many made for it. */
const HOSTS = 3 * Math.max(...PAPER_THREADS);

/** Pages after which a crawl stops: some ten seconds of it. */
const MOST_PAGES = 10_000;

/** Milliseconds before an answer, median over hosts: what keeps many connections under way. Ours. */
const LATENCY = 20;

/** Bytes of a page: URLs are what counts here. */
const BYTES = 2_000;

/** What one of four processes would have met and sent to the others, had they shared the crawl. */
interface OfOneProcess {
  readonly full: Sweep;
  readonly cross: Sweep;
}

/** Crawls of one web by the real crawler. */
interface RealCrawls {
  /** Breadth-first, by connections, ascending. */
  readonly byConnections: readonly OrderSweep[];
  /** The same crawls, hosts dealt to four processes by their hash. */
  readonly shared: readonly OfOneProcess[];
  /** With MIDDLE connections, breadth-first the first. */
  readonly byOrder: readonly OrderSweep[];
}

/** Claims that are made of a part of the crawls. @param where what tells them from the same claims of another part */
const about = <E>(claims: readonly Claim<E>[], part: (crawls: RealCrawls) => E, where = ""): Claim<RealCrawls>[] =>
  claims.map((claim) => ({ ...claim, claim: claim.claim + where, test: (crawls) => claim.test(part(crawls)) }));

const most = ({ byConnections }: RealCrawls): OrderSweep => byConnections[byConnections.length - 1];
const mostShared = ({ shared }: RealCrawls): OfOneProcess => shared[shared.length - 1];
const crossed = ({ shared }: RealCrawls): Sweep[] => shared.map(({ cross }) => cross);
const overTime = ({ trace, threads }: Pick<Sweep, "trace" | "threads">) => alongTrace(trace, threads).evidence;

export const claims: readonly Claim<RealCrawls>[] = [
  ...about(ofFigure2, most),
  ...about(relativeClaims("Figure 3"), most),
  ...about(regionMoves("Figure 6"), ({ byConnections }) => byConnections),
  ...about(coincides("Figure 8"), ({ byConnections }) => byConnections),
  ...about([shareClaim, staticClaim], mostShared),
  ...about(shapeClaims("Figure 4"), (crawls) => mostShared(crawls).cross, CROSS),
  ...about(relativeClaims("Figure 5"), (crawls) => mostShared(crawls).cross, CROSS),
  ...about(regionMoves("Figure 7"), crossed, CROSS),
  ...about(coincides("Figure 9"), crossed, CROSS),
  ...about(
    [
      stable("Figure 10"),
      risesAtTheEnd(`our crawls end with the web, or after ${counted(MOST_PAGES)} pages; the paper's web did not end`),
    ],
    (crawls) => overTime(most(crawls)),
  ),
  ...about([stable("Figure 11")], (crawls) => overTime(mostShared(crawls).cross), CROSS),
  ...about(ofOrders, ({ byOrder }) => byOrder),
];

/** A web as it is served: from its own hosts where it has enough of them, else from hosts made for it. */
function served(web: Web): { readonly site: Promise<Site>; readonly ownHosts: boolean; readonly hosts: number } {
  const own = web.urls ? addressesOf(web).hosts : 0;
  const ownHosts = own >= Math.max(...PAPER_THREADS);
  const hosts = ownHosts ? own : Math.min(HOSTS, web.graph.size);
  const settings = { bytes: BYTES, latency: LATENCY };
  return {
    site: ownHosts ? serve(web, settings) : serve(changed(web, { urls: undefined }), { ...settings, hosts }),
    ownHosts,
    hosts,
  };
}

/** Crawls a site, and sweeps the URLs that it met. @throws "stopped" when the signal says so */
async function sweepOfCrawl(
  site: Site,
  web: Web,
  [ordering, connections]: readonly [OrderingMethod, number],
  options: ExperimentOptions,
): Promise<OrderSweep> {
  const openHosts: number[] = [];
  return inPassingFolder(async (folder) => {
    await realCrawl({
      out: join(folder, "crawl"),
      seeds: [site.start],
      contact: "crawl@web.example",
      resolve: [`*=127.0.0.1:${site.port}`],
      store: "none",
      ordering,
      connections,
      pages: MOST_PAGES,
      politeness: { delay: 0, factor: 0 },
      onProgress: false,
      onStatus: ({ hosts }) => openHosts.push(hosts.ready + hosts.waiting + hosts.inUse),
      ...(options.signal && { signal: options.signal }),
    });
    if (options.signal?.aborted) throw problem.stopped`the crawl of ${web.name} was stopped`;
    const name = `${web.name}, ${connections} connections, ${ordering.label}`;
    const trace = { ...(await openTrace(join(folder, "crawl"))), name };
    // a crawl that is over before it was asked had all hosts open at once
    const open = openHosts.length > 0 ? meanOf(openHosts) : site.content.addresses.hosts;
    const crawl = { threads: connections, openHosts: open };
    return {
      ordering: ordering.name,
      ...(await sweepTrace(trace, crawl, options, [...PAPER_POLICIES, CHARGED])),
    };
  });
}

/** The share of one of four processes in a crawl that one process made: the one that would send most. */
async function shareOf({ trace, threads, openHosts }: OrderSweep, options: ExperimentOptions): Promise<OfOneProcess> {
  const sent = splitByProcess(trace, PROCESSES)
    .map((full) => ({ full, cross: crossTrace(full) }))
    .reduce((a, b) => (b.cross.requests.length > a.cross.requests.length ? b : a));
  const crawl = { threads: threads / PROCESSES, openHosts: openHosts / PROCESSES };
  const sweep = (part: UrlTrace) => sweepTrace(part, crawl, options, [...PAPER_POLICIES, CHARGED]);
  return { full: await sweep(sent.full), cross: await sweep(sent.cross) };
}

async function crawlAll(site: Site, web: Web, options: ExperimentOptions): Promise<RealCrawls> {
  const plan: readonly (readonly [OrderingMethod, number])[] = [
    ...PAPER_THREADS.map((connections) => [breadthFirst, connections] as const),
    ...[backlink, random, depthFirst].map((ordering) => [ordering, MIDDLE] as const),
  ];
  const sweeps: OrderSweep[] = [];
  for (const [done, each] of plan.entries()) {
    options.onProgress?.({ task: `crawling ${web.name}`, done, total: plan.length });
    sweeps.push(await sweepOfCrawl(site, web, each, options));
  }
  const byConnections = sweeps.slice(0, PAPER_THREADS.length);
  const middle = byConnections.filter(({ threads }) => threads === MIDDLE);
  const shared: OfOneProcess[] = [];
  for (const each of byConnections) shared.push(await shareOf(each, options));
  return { byConnections, shared, byOrder: [...middle, ...sweeps.slice(PAPER_THREADS.length)] };
}

/** What the paper's figures show on the URLs that real crawls met. Broder et al. 2003, sections 4.2, 5.2 and 7. */
export const realCrawls: WebExperiment = {
  id: "broder2003/real-crawls",
  title: "Miss rates on the URLs of real crawls",
  paper:
    "Broder et al. 2003, sections 4.2 and 5.2: Mercator crawled the web with 20, 100 and 500 threads, and the caches were run on the URLs that it met. Here " +
    "the crawler of this project crawls the web, served on this machine, with as many connections; breadth-first, and with 100 also by backlinks, at random " +
    "and depth-first. The claims of Figures 2, 3, 6, 8 and 10 and of the first open question are tested on these URLs; those of Figures 4, 5, 7, 9 and 11 on " +
    "what one of four processes would have sent to the others, hosts dealt to them by hash. A web with fewer hosts than connections " +
    "is served from hosts made for it; its verdicts do not count as those of a real web.",
  suits: "broder2003",
  alone: "six crawls of up to 10,000 pages, one to four minutes a web; recorded from five runs",
  runs: TIMED_RUNS, // answers come in another order each time, and verdicts near a bound turn with it
  repeatable: false,
  async run(web, options = {}) {
    const { site: starting, ownHosts, hosts } = served(web);
    const site = await starting;
    try {
      const crawls = await crawlAll(site, web, options);
      const rows = crawls.byConnections.flatMap(({ threads, rows: own }) =>
        own
          .filter(({ policy }) => policy === "CLOCK")
          .map((row) => ({ dataset: web.name, ...row, policy: `${threads} connections`, threads })),
      );
      const verdicts = testClaims(claims, crawls)(realCrawls, web.name);
      const { requests, distinct } = most(crawls);
      const notes = [
        `${web.name}, ${plural(hosts, "host")} ${ownHosts ? "of its own" : "made for it"} · CLOCK · breadth-first · ${plural(requests, "request")} for ${plural(distinct, "URL")} with most connections`,
      ];
      return new ExperimentResult(
        realCrawls,
        web.name,
        ownHosts ? verdicts : verdicts.map((verdict) => ({ ...verdict, real: false })),
        rows,
        {
          dataset: { name: web.name, sha256: web.sha256 },
          ...{ hosts, ownHosts, latency: LATENCY, mostPages: MOST_PAGES, connections: PAPER_THREADS },
          ...{ repeats: "as served", crawlbench: version },
        },
        () => missRateCurve(rows, { notes }),
      );
    } finally {
      await site.close();
    }
  },
};
