import { plural } from "../../base/numbers.js";
import { version } from "../../base/version.js";
import type { CacheMethod } from "../../cache/method.js";
import { powersUpTo } from "../../cache/miss-curve.js";
import { clock } from "../../cache/policy/clock.js";
import { infinite } from "../../cache/policy/infinite.js";
import { lru } from "../../cache/policy/lru.js";
import { min } from "../../cache/policy/min.js";
import { random } from "../../cache/policy/random.js";
import { staticCache } from "../../cache/policy/static-cache.js";
import { cacheSweep } from "../../cache/sweep/cache-sweep.js";
import type { CacheRow } from "../../cache/sweep/sweep-rows.js";
import { type LinkedUrls, linkedUrls } from "../../crawl/timed/linked-urls.js";
import { timedReplay } from "../../crawl/timed/timed-replay.js";
import { crossTrace } from "../../trace/sub-trace.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import type { Web } from "../../web/web.js";
import { checkScale, type ExperimentOptions, inferring } from "../experiment.js";
import { threadsInWords } from "./reading.js";

/** Section 4.2: four machines. */
export const PROCESSES = 4;

/** Threads per process of the three crawls of sections 4.2 and 5.2. */
export const PAPER_THREADS = [20, 100, 500] as const;

/**
 * Share of the paper's threads unless asked otherwise: 2, 10 and 50, which copies of the webs at hand can keep busy.
 */
export const SCALE = 0.1;

/** Back-end queues a thread: what Mercator advises. */
const QUEUES_PER_THREAD = 3;

/**
 * A web with too few hosts for all threads is crawled as several copies of itself, side by side; but no more than this.
 */
const MOST_COPIES = 64;

/** Section 4.2: 62.55 links a page, 42.74 of them different. For webs whose source dropped repeats. */
const REPEATS = 1 - 42.74 / 62.55;

/** Share of all links that a crawl may meet: the paper's stopped long before its web was exhausted. */
const SHARE = 0.5;

/**
 * Requests of all processes together at the paper's threads; less at a smaller scale. The two short crawls of section
 * 5.2 gave 4 x 53 to 75 million.
 */
const REQUESTS = 160_000_000;

/** The trace that one process logged, and of how many threads. */
export interface ThreadedTrace {
  readonly threads: number;
  /** Hosts of one process that had a URL waiting or a request under way, in the mean over the crawl. */
  readonly openHosts: number;
  /** Every URL that the process met. */
  readonly full: UrlTrace;
  /** Those that belong to another process. */
  readonly cross: UrlTrace;
  /** What the other processes met; of the crawl with most threads alone. */
  readonly others?: readonly UrlTrace[];
}

/** One crawl for each number of threads, ascending. */
export interface Crawls {
  readonly traces: readonly ThreadedTrace[];
  readonly provenance: object;
}

/** Miss rates of many policies on one trace. */
export interface Sweep {
  readonly threads: number;
  readonly openHosts: number;
  readonly trace: UrlTrace;
  readonly requests: number;
  readonly distinct: number;
  readonly rows: readonly CacheRow[];
}

/**
 * The paper's six, and what they are held against. MIN may refuse the newcomer, STATIC's preload is free, as in Figures
 * 2 to 5.
 */
export const PAPER_POLICIES = [infinite, min, lru, clock, random, staticCache] as const;
export const CHARGED = staticCache({ preload: "charged" });

const kept = new WeakMap<Web, Map<string, Promise<unknown>>>();

/** What is asked for again of a web: ten figures share three crawls. */
function once<T>(web: Web, key: string, make: () => Promise<T>): Promise<T> {
  const own = kept.get(web) ?? new Map<string, Promise<unknown>>();
  kept.set(web, own);
  const known = own.get(key) as Promise<T> | undefined;
  if (known) return known;
  const made = make();
  own.set(key, made);
  made.catch(() => own.delete(key));
  return made;
}

/** Threads per process of the three crawls at this scale. */
export function threadsAt(scale: number): number[] {
  checkScale(scale, "the paper's 20, 100 and 500 threads");
  return [...new Set(PAPER_THREADS.map((threads) => Math.max(1, Math.round(threads * scale))))];
}

/** How a web is crawled at a scale, whatever the order and the threads. */
export interface CrawlPlan {
  readonly source: LinkedUrls;
  /** Threads per process, ascending. */
  readonly threads: readonly number[];
  readonly settings: {
    readonly processes: number;
    readonly copies: number;
    readonly seed: number;
    readonly until: { readonly requests: number };
  };
  readonly provenance: object;
}

/**
 * How many hosts of equal size a web's pages amount to: (sum n)^2 / sum n^2 over the stored pages n of each host. A
 * large host keeps one thread busy to the end of a crawl, however many small ones there are.
 */
function effectiveHosts({ hosts, hostOf, stored }: LinkedUrls): number {
  const pages = new Float64Array(hosts);
  for (let page = 0; page < stored; page++) pages[hostOf[page]]++;
  return stored ** 2 / pages.reduce((sum, count) => sum + count * count, 0);
}

/**
 * What crawls of a web have in common: enough copies of it that the threads find hosts, and half of its links.
 *
 * @param threads per process, ascending
 * @param hostOf host of each page, where the web does not name them; default: inferred
 */
export function crawlPlan(
  web: Web,
  { seed = 1, scale = SCALE, putBack = REPEATS, copies: asked, pagesPerHost }: ExperimentOptions = {},
  threads: readonly number[] = threadsAt(scale),
  hostOf?: Uint32Array,
): CrawlPlan {
  const hosts = hostOf ? { hostOf } : inferring(web, pagesPerHost);
  const source = linkedUrls(web, { seed, repeats: putBack, ...hosts });
  const wanted = PROCESSES * QUEUES_PER_THREAD * Math.max(...threads);
  const effective = effectiveHosts(source);
  const copies = asked ?? Math.min(MOST_COPIES, Math.ceil(wanted / effective));
  const requests = Math.round(Math.min(SHARE * copies * source.links, REQUESTS * scale));
  const settings = { processes: PROCESSES, copies, seed, until: { requests } };
  return {
    source,
    threads,
    settings,
    provenance: {
      dataset: { name: web.name, sha256: web.sha256 },
      ...settings,
      threads,
      effectiveHosts: Math.round(effective),
      ...source.assumptions,
      crawlbench: version,
    },
  };
}

const choicesOf = ({ seed = 1, scale = SCALE, putBack = REPEATS, copies, pagesPerHost }: ExperimentOptions) =>
  `${seed} ${scale} ${putBack} ${copies} ${pagesPerHost}`;

/** Crawls a web as section 4 did, with few, more and many threads. Kept for as long as the web is. */
export function crawlsOf(web: Web, options: ExperimentOptions = {}): Promise<Crawls> {
  return once(web, `crawls ${choicesOf(options)}`, async () => {
    const { source, threads, settings, provenance } = crawlPlan(web, options);
    const traces = threads.map((each): ThreadedTrace => {
      const replay = timedReplay(source, { ...settings, threads: each });
      const full = { ...replay.traces[0], name: `${web.name}, ${threadsInWords(each)}` };
      const others = replay.traces.slice(1);
      const isLast = each === threads[threads.length - 1];
      return {
        threads: each,
        openHosts: replay.openHosts[0],
        full,
        cross: crossTrace(full),
        ...(isLast && { others }),
      };
    });
    return { traces, provenance };
  });
}

/** All sizes of Figures 2 to 5, as far as they differ: up to the first that holds every URL. */
export const sizesFor = ({ urls }: UrlTrace): number[] => powersUpTo(Math.max(urls, 2), 25);

/** The paper's policies at the paper's sizes, on the trace of the crawl with most threads. */
export function sweepOf(web: Web, which: "full" | "cross", options: ExperimentOptions = {}): Promise<Sweep> {
  return once(web, `sweep ${which} ${choicesOf(options)}`, async () => {
    const { traces } = await crawlsOf(web, options);
    const { threads, openHosts, [which]: trace } = traces[traces.length - 1];
    return sweepTrace(trace, { threads, openHosts }, options, [...PAPER_POLICIES, CHARGED]);
  });
}

const asDrawn: ReadonlySet<string> = new Set(PAPER_POLICIES.map(({ label }) => label));

/** The rows of a sweep that Figures 3 to 5 draw: of the paper's own policies. */
export const drawnRows = ({ name: dataset }: Web, { rows }: Sweep) =>
  rows.filter(({ policy }) => asDrawn.has(policy)).map((row) => ({ dataset, ...row }));

/** What Figures 4 and 5 show, miss rates on the URLs that go to other processes, and what they are held against. */
export async function crossSetting(web: Web, options?: ExperimentOptions) {
  const [full, cross] = [await sweepOf(web, "full", options), await sweepOf(web, "cross", options)];
  const { provenance } = await crawlsOf(web, options);
  return { full, cross, provenance, rows: drawnRows(web, cross) };
}

/** CLOCK at the paper's sizes, for each number of threads: Figures 6 to 9. */
export function clockByThreads(web: Web, which: "full" | "cross", options: ExperimentOptions = {}): Promise<Sweep[]> {
  return once(web, `clock ${which} ${choicesOf(options)}`, async () => {
    const { traces } = await crawlsOf(web, options);
    return Promise.all(
      traces.map(({ threads, openHosts, [which]: trace }) => sweepTrace(trace, { threads, openHosts }, options)),
    );
  });
}

/** What caches miss on the trace of a crawl, at the paper's sizes. */
export async function sweepTrace(
  trace: UrlTrace,
  crawl: Pick<Sweep, "threads" | "openHosts">,
  options: ExperimentOptions,
  policies: readonly CacheMethod[] = [clock, infinite],
): Promise<Sweep> {
  const sweep = await cacheSweep(trace, { policies, sizes: sizesFor(trace), ...simulationOptions(options) });
  return { ...crawl, trace, requests: trace.requests.length, distinct: trace.urls, rows: sweep.rows() };
}

/** What simulations take of an experiment's options. */
export const simulationOptions = ({ seed = 1, workers, crew, signal }: ExperimentOptions) => ({
  seed,
  ...(workers !== undefined && { workers }),
  ...(crew && { crew }),
  ...(signal && { signal }),
});

/** The size of section 5.2's last experiment, 2^18 for 500 threads, for this many. */
export const wellPast = (threads: number): number => Math.max(1, Math.round((2 ** 18 / 500) * threads));

/** What a reader must know of the trace behind a figure. */
export const notesOn = ({ trace, requests, distinct, threads, openHosts }: Omit<Sweep, "rows">): string[] => [
  `${trace.name} · ${plural(requests, "request")} for ${plural(distinct, "URL")} · one of ${PROCESSES} processes with ${threadsInWords(threads)}, ` +
    `${openHosts.toFixed(0)} hosts open on average`,
];
