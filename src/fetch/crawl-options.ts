import { existsSync } from "node:fs";
import { either, got, option, problem } from "../base/error.js";
import { given } from "../base/given.js";
import { inShell } from "../base/in-shell.js";
import {
  type ChosenOf,
  checkedElsewhere,
  checkOptions,
  commonRules,
  flag,
  list,
  number,
  ruleOf,
  text,
  type ValuesOf,
  valuesOf,
} from "../base/method.js";
import { requireMethod } from "../base/methods-in.js";
import { CACHES } from "../cache/method.js";
import type { CacheExperiment } from "../cache/sweep/cache-experiment.js";
import { checkExperiments } from "../cache/sweep/check-experiments.js";
import { ORDERINGS, type OrderingMethod } from "../ordering/ordering.js";
import {
  applySteps,
  DEFAULT_STEPS,
  NORMALIZE_STEP_NAMES,
  type NormalizeStepName,
  normalizeUrl,
} from "../url/normalize.js";
import { type Agent, agentOf } from "./agent.js";
import { type Clock, systemClock } from "./clock.js";
import type { CrawlStorage } from "./crawl-storage.js";
import { fetchOptions, nearOptions, retryOptions, timeoutOptions } from "./declared-options.js";
import type { Transport } from "./fetched.js";
import type { FoundOrder } from "./frontier/disk-frontier.js";
import type { Neighbours } from "./neighbours.js";
import { hostName } from "./politeness/name-map.js";
import { type SchedulerOptions, settingsOf } from "./politeness/settings.js";
import { periodAt } from "./politeness/speed-schedule.js";
import type { RetryOptions } from "./retry.js";
import type { ScopeOptions } from "./scope.js";
import type { CrawlStatus } from "./status.js";
import { type Proxies, proxiesOf } from "./transport/proxies.js";
import { insecureHosts, secretsFor } from "./transport/secrets.js";
import { type UrlCacheChoice, urlCacheOf } from "./url-memory.js";

/** How a site is crawled. Times in milliseconds, sizes in bytes. */
export interface CrawlOptions {
  /** URLs to start from; none are needed to go on with a crawl that was stopped. */
  readonly seeds?: readonly string[];
  /** Folder of the snapshot; a crawl that stands there goes on. */
  readonly out: string;
  /** http(s) URL or mail address of who is responsible: servers read it. */
  readonly contact: string;
  /** Name and version as servers and robots.txt see it; default "crawlbench/" and the version. */
  readonly agent?: string;
  /** Default: breadth-first, with its queue on disk. Any ordering of the virtual crawler that is not offline. */
  readonly ordering?: OrderingMethod;
  /** Of an ordering that leaves choices to chance, and of the spread of retries; default 1. */
  readonly seed?: number;
  /** URLs that may be met at the most under another ordering than breadth-first; default 4,194,304. */
  readonly mostUrls?: number;
  /** Breadth-first: "found" (default), or "unshuffled": the URLs of each batch spread over domains. */
  readonly order?: FoundOrder;
  /**
   * Where URLs that were met are told from new ones: "memory" (default), 16 to 32 bytes a URL; or "filter", on disk, with
   * 2.5 bytes of filter a URL in memory, where a URL that was met costs a read unless the URL cache knows it. The crawl
   * is the same. It may be gone on with under another.
   */
  readonly seen?: "memory" | "filter";
  /**
   * A URL cache before the set of all URLs that were met: entries of CLOCK, a power of two, or a policy of `caches` and
   * its entries; default 0: none. Broder et al. 2003, section 7, advise 100 to 500 per connection: 65,536 for 130
   * connections or more. The crawl is the same with any.
   */
  readonly urlCache?: number | UrlCacheChoice;
  /**
   * URLs taken out of the ordering before their turn at the most; default 10,000 for breadth-first, as Suel's x, and
   * `connections` for other orderings, or where that is 1.
   */
  readonly ahead?: number;
  /**
   * Which URLs are followed; by default those of the registered domains of the seeds, and of hosts that `resolve`
   * names.
   */
  readonly scope?: ScopeOptions;
  /**
   * Delays and speed; see SchedulerOptions. Another `delay` than 30 s changes the waits for hosts that do not answer,
   * and before retries, in step, unless they are given.
   */
  readonly politeness?: SchedulerOptions;
  /**
   * Steps by which URLs that are alike become one, besides those of the WHATWG parser; default: DEFAULT_STEPS, which
   * change nothing that is fetched.
   */
  readonly normalize?: readonly NormalizeStepName[];
  /** Hosts and domains that are never asked. */
  readonly block?: readonly string[];
  readonly retry?: RetryOptions;
  /** Requests under way at most; default 100. 1: strictly one page after the other, in the ordering's own order. */
  readonly connections?: number;
  /** Stop after so many HTML pages, those of earlier runs included; what is under way then is broken off. */
  readonly pages?: number;
  /** Stop after so many milliseconds of this run; what is under way then is broken off a second later. */
  readonly time?: number;
  /** "anchors" (default): what a person follows; "all": every URL in any tag. */
  readonly links?: "anchors" | "all";
  /** Follow what pages link to; default true. False: the start pages alone are fetched. */
  readonly follow?: boolean;
  /** rel=nofollow: "follow" (default) or "obey". */
  readonly nofollow?: "follow" | "obey";
  /** nofollow of meta robots and X-Robots-Tag: "obey" (default) or "ignore". */
  readonly metaRobots?: "obey" | "ignore";
  /** Sitemaps that robots.txt files name: "ignore" (default), or "follow": breadth-first, what they name is found. */
  readonly sitemaps?: "ignore" | "follow";
  /** robots.txt: "obey" (default) or "ignore", for sites of one's own. */
  readonly robots?: "obey" | "ignore";
  /** What is kept of answers: "all" (default) or "html". The index has all of them. */
  readonly content?: "all" | "html";
  /**
   * Tell pages whose text is nearly one that their host gave before: their bodies are stored once, their links followed
   * until they are a trap. `{}` for the usual `distance` 3, `words` 50 and `trap` 50; default: none is told.
   */
  readonly nearDuplicates?: ChosenOf<typeof nearOptions>;
  /** "warc" (default) keeps what came back; "none" the index alone. */
  readonly store?: "warc" | "none";
  /** 0 to 9; default 1. */
  readonly gzipLevel?: number;
  /** A WARC file is closed when it holds so many bytes; default 1 GB. */
  readonly segmentBytes?: number;
  /** Write the trace of URL requests; default true. */
  readonly trace?: boolean;
  /**
   * Experiments that are fed the trace while it is written: `caches.cacheExperiment({ policies: [clock, lru] })`. A crawl
   * that goes on counts from the first URL of its trace. Each counts in a thread of its own.
   */
  readonly alongside?: readonly CacheExperiment[];
  /** Body of an answer at most; default 16 MB, as Mercator. */
  readonly bodyLimit?: number;
  /** How long is waited for what; default: connect 15 s, headers 30 s, body 30 s, total 120 s. */
  readonly timeouts?: ChosenOf<typeof timeoutOptions>;
  /** How long a robots.txt is good for; default and at most 24 hours (RFC 9309, section 2.4). */
  readonly robotsFreshFor?: number;
  /** Redirects followed one after the other; default 10. */
  readonly mostHops?: number;
  /** Fixed addresses: "*.example=127.0.0.1:8080". */
  readonly resolve?: readonly string[];
  /** Headers that one host gets, or one origin: "www.example.org=Name: value". They are written down nowhere. */
  readonly header?: readonly string[];
  /** Basic authentication, by host or origin: `https://www.example.org=user:password`. Written down nowhere. */
  readonly auth?: readonly string[];
  /**
   * URL of the proxy for all hosts: `http:`, `https:`, `socks5:` or `socks5h:`, perhaps with name and password, which are
   * written down nowhere. Default: what HTTP_PROXY, HTTPS_PROXY and ALL_PROXY name; "none" leaves them alone. Hosts of
   * NO_PROXY, "localhost", and hosts that `resolve` names are asked directly.
   */
  readonly proxy?: string;
  /**
   * Keep cookies, and send them; default false. They stand in `state/cookies.json` of the folder, as long as the crawl
   * does, and nowhere else: in WARC records values that are set are masked.
   */
  readonly cookies?: boolean;
  /** Hosts whose certificates are not checked. */
  readonly insecure?: readonly string[];
  /** File to which each answer is told as it comes: see `RequestLine`. It grows over runs. */
  readonly requestLog?: string;
  /** Contact private and loopback addresses too; default false. Hosts that `resolve` names may always be contacted. */
  readonly allowPrivate?: boolean;
  /** Put everything on disk after so long; default 30 s. */
  readonly checkpointEvery?: number;
  /** ... or after so many answers; default 1,000. After a kill, at most these and those under way are fetched again. */
  readonly checkpointPages?: number;
  /**
   * Folder of an earlier snapshot: its pages are the seeds, and are asked for with If-None-Match and If-Modified-Since.
   */
  readonly previous?: string;
  /** Drains and stops the crawl. */
  readonly signal?: AbortSignal;
  /** Told about twice a second. */
  readonly onStatus?: (status: CrawlStatus) => void;
  /** Told of every URL met for the first time, and in a word why it is left out; undefined: it is to be fetched. */
  readonly onMet?: (url: string, depth: number, reason: string | undefined) => void;
  /** The other processes of a crawl that several share; see `joinCrawl`. Breadth-first alone. */
  readonly neighbours?: Neighbours;
  /** For simulations: another clock, another transport, another disk. */
  readonly clock?: Clock;
  readonly transport?: Transport;
  readonly storage?: CrawlStorage;
}

/** Options with every default filled in. */
export interface CrawlSettings
  extends Required<Omit<CrawlOptions, Optional | "seeds" | "contact" | "agent" | "nofollow" | "metaRobots" | "proxy">> {
  readonly ordering: OrderingMethod | undefined;
  readonly urlCache: UrlCacheChoice | undefined;
  readonly agent: Agent;
  /**
   * The form of a URL by which pages are told apart. @param url as the WHATWG parser serialises it, without fragment
   */
  readonly canonical: (url: string) => string;
  readonly seeds: readonly string[];
  readonly obeyNofollow: boolean;
  readonly follow: boolean;
  readonly obeyMetaRobots: boolean;
  readonly pages: number;
  readonly time: number;
  readonly previous: string | undefined;
  readonly requestLog: string | undefined;
  readonly proxies: Proxies | undefined;
  readonly nearDuplicates: ValuesOf<typeof nearOptions> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onStatus: ((status: CrawlStatus) => void) | undefined;
  readonly onMet: ((url: string, depth: number, reason: string | undefined) => void) | undefined;
  readonly neighbours: Neighbours | undefined;
  readonly transport: Transport | undefined;
  readonly storage: CrawlStorage | undefined;
}

type Optional =
  | "nearDuplicates"
  | "ordering"
  | "urlCache"
  | "requestLog"
  | "previous"
  | "signal"
  | "onStatus"
  | "onMet"
  | "neighbours"
  | "transport"
  | "storage";

const parts = ruleOf<object>({}, "", "options in braces", (value) => typeof value === "object" && value !== null);
const words = text("", "", []);
const { onProgress: listener, signal } = commonRules;

/** What a crawl takes, and what each may be where `check` does not tell. */
const RULES = {
  ...checkedElsewhere("out ordering mostUrls urlCache ahead connections pages time".split(" ")),
  ...checkedElsewhere("checkpointEvery checkpointPages neighbours clock transport storage".split(" ")),
  seeds: list,
  contact: words,
  agent: words,
  seed: commonRules.seed,
  links: ["anchors", "all"],
  follow: flag(""),
  nofollow: ["follow", "obey"],
  normalize: list,
  metaRobots: ["obey", "ignore"],
  sitemaps: ["ignore", "follow"],
  robots: ["obey", "ignore"],
  content: ["all", "html"],
  store: ["warc", "none"],
  order: ["found", "unshuffled"],
  seen: ["memory", "filter"],
  scope: parts,
  politeness: parts,
  retry: parts,
  timeouts: parts,
  nearDuplicates: parts,
  block: list,
  resolve: list,
  ...checkedElsewhere(["header", "auth", "proxy"]), // no message may show what they hold
  cookies: flag(""),
  insecure: list,
  requestLog: words,
  gzipLevel: number(1, "[0, 9]", "", { whole: true }),
  ...fetchOptions,
  trace: flag(""),
  alongside: list,
  allowPrivate: flag(""),
  previous: words,
  signal,
  onStatus: listener,
  onMet: listener,
} as const;

/** @throws "option" for an option that is not known, out of range, a seed that is no http(s) URL, or no contact */
export function crawlSettings(options: CrawlOptions, version: string): CrawlSettings {
  checkOptions("a crawl", options, RULES);
  if (options.ordering !== undefined) requireMethod("a crawl", ORDERINGS, options.ordering);
  if (typeof options.out !== "string" || options.out === "")
    throw problem.option`a crawl needs a folder for its snapshot: ${either(`out: "DIR"`, "--out DIR")}; ${got(options.out)}`;
  const { ordering, connections = 100 } = options;
  const onDisk = ordering === undefined || ordering.name === "breadth-first";
  const settings: CrawlSettings = {
    ...USUAL,
    ahead: onDisk && connections > 1 ? 100_000 : connections,
    connections,
    clock: systemClock(),
    ...given(options),
    politeness: { ...inStepWith(options.politeness?.delay), ...options.politeness },
    retry: valuesOf(
      "retry",
      retryOptions,
      { ...retriesInStepWith(options.politeness?.delay), ...options.retry },
      { prefix: true },
    ),
    ordering: onDisk ? undefined : ordering,
    agent: agentOf(options.contact, options.agent ?? `crawlbench/${version}`),
    canonical: canonicalBy(options.normalize ?? DEFAULT_STEPS),
    seeds: (options.seeds ?? []).map((seed) => seedUrl(seed, options.normalize)),
    obeyNofollow: options.nofollow === "obey",
    follow: options.follow ?? true,
    obeyMetaRobots: options.metaRobots !== "ignore",
    urlCache: urlCacheOf(options.urlCache ?? 0),
    nearDuplicates:
      options.nearDuplicates && valuesOf("nearDuplicates", nearOptions, options.nearDuplicates, { prefix: true }),
    proxies: options.transport ? undefined : proxiesOf(options.proxy, process.env),
  };
  check(settings);
  return settings;
}

/** @throws "option" for a number out of range, and for options that do not go together */
function check(settings: CrawlSettings): void {
  const { connections, ahead, checkpointPages, mostUrls, seeds, previous, neighbours, out } = settings;
  if (seeds.length === 0 && previous === undefined && neighbours === undefined && !existsSync(out))
    throw problem.option`nothing to start from: ${either(`seeds: ["https://..."]`, `crawlbench crawl https://... --out ${inShell(out)}`)}`;
  for (const [name, value] of Object.entries({ connections, ahead, checkpointPages, mostUrls }))
    if (!(Number.isInteger(value) && value >= 1))
      throw problem.option`${option(name)} is an integer from 1; ${got(value)}`;
  const { pages, time, checkpointEvery } = settings;
  for (const [name, value] of Object.entries({ pages, time, checkpointEvery }))
    if (!(typeof value === "number" && value > 0))
      throw problem.option`${option(name)} is a positive number; ${got(value)}`;
  const { urlCache, ordering, block } = settings;
  if (urlCache) checkUrlCache(urlCache);
  for (const name of block) hostName(name);
  const { schedule, timeZone } = settingsOf(settings.politeness);
  periodAt(schedule, timeZone);
  if (neighbours) checkShared(settings);
  valuesOf("timeouts", timeoutOptions, settings.timeouts, { prefix: true });
  secretsFor(settings.header, settings.auth);
  insecureHosts(settings.insecure);
  if (settings.proxies?.looksUp && (settings.politeness.addressDelay ?? 0) > 0)
    throw problem.option`${option("addressDelay")} cannot be kept through a proxy that looks names up: leave it out, or give ${option("proxy")} socks5://, which is told addresses`;
  const { alongside, trace } = settings;
  checkExperiments(alongside);
  if (alongside.length > 0 && !trace)
    throw problem.option`${option("alongside")} counts on the trace: leave ${option("trace")} out`;
  if (ordering && settings.sitemaps === "follow")
    throw problem.option`sitemaps are for breadth-first alone, since an ordering knows of links on pages only; found ${ordering.label}: leave ${option("sitemaps")} out`;
}

/** @throws "option" for what a crawl that several processes share cannot do */
export function checkShared({ ordering, previous, alongside }: CrawlSettings): void {
  if (ordering)
    throw problem.option`processes that share a crawl go breadth-first; found ${ordering.label}: leave ${either("ordering", "--by")} out, or --join`;
  if (previous !== undefined)
    throw problem.option`processes that share a crawl fetch all pages anew: leave ${either("previous", "--recrawl")} out, or --join`;
  if (alongside.length > 0)
    throw problem.option`each of the processes that share a crawl logs what it meets itself: leave ${either("alongside", "--cache-sweep")} out, and count when it has ended: ${either("caches.cacheSweep(await traces.open(DIR), ...)", "crawlbench cache DIR")}`;
}

function checkUrlCache({ policy, entries }: UrlCacheChoice): void {
  requireMethod("a URL cache", CACHES, policy);
  if (!(Number.isInteger(Math.log2(entries)) && entries >= 1 && entries <= 2 ** 26))
    throw problem.option`${option("urlCache")} is a power of two up to 67108864, or 0 for none; ${got(entries)}; try 65536`;
}

/** What is done unless the options say otherwise. */
const USUAL = {
  seed: 1,
  mostUrls: 2 ** 22,
  scope: {},
  normalize: DEFAULT_STEPS,
  block: [],
  pages: Number.POSITIVE_INFINITY,
  time: Number.POSITIVE_INFINITY,
  links: "anchors",
  sitemaps: "ignore",
  robots: "obey",
  content: "all",
  store: "warc",
  order: "found",
  seen: "memory",
  gzipLevel: 1,
  trace: true,
  alongside: [],
  ...valuesOf("a crawl", fetchOptions),
  timeouts: {},
  resolve: [],
  header: [],
  auth: [],
  cookies: false,
  insecure: [],
  requestLog: undefined,
  allowPrivate: false,
  checkpointEvery: 30_000,
  checkpointPages: 1_000,
  previous: undefined,
  signal: undefined,
  onStatus: undefined,
  onMet: undefined,
  neighbours: undefined,
  transport: undefined,
  storage: undefined,
} as const;

function canonicalBy(steps: readonly NormalizeStepName[]): (url: string) => string {
  const wrong = steps.find((step) => !NORMALIZE_STEP_NAMES.includes(step));
  if (wrong !== undefined)
    throw problem.option`there is no step "${wrong}" of normalisation: ${NORMALIZE_STEP_NAMES.join(", ")}`;
  const more = steps.filter((step) => step !== "fragment" && step !== "credentials");
  if (more.length > 0) return (url) => applySteps(url, steps);
  return (url) => (url.includes("@") ? applySteps(url, ["credentials"]) : url);
}

/**
 * Waits for hosts that do not answer are ten to 120 times the delay, as 5 minutes and an hour are of 30 s; those before
 * robots.txt is asked for again are no longer.
 */
const inStepWith = (delay: number | undefined) =>
  delay === undefined
    ? {}
    : {
        downDelay: Math.max(1_000, 10 * delay),
        maxDownDelay: Math.max(60_000, 120 * delay),
        robotsDelay: Math.min(10_000, Math.max(1_000, 10 * delay)),
      };

/** A minute is twice 30 s. */
const retriesInStepWith = (delay: number | undefined) =>
  delay === undefined ? {} : { delay: Math.max(1_000, 2 * delay) };

/** A seed as the crawl knows it. "example.org" means http://example.org/. */
function seedUrl(seed: string, steps: CrawlOptions["normalize"]): string {
  if (typeof seed !== "string") throw problem.option`a seed is an http or https URL, as text; ${got(seed)}`;
  const text = /^[a-z][a-z0-9+.-]*:/i.test(seed) && !/^[^/]*:\d+(?:\/|$)/.test(seed) ? seed : `http://${seed}`;
  const url = normalizeUrl(text, { ...(steps && { steps: [...steps, ...DEFAULT_STEPS] }) });
  if (url === undefined || !/^https?:/.test(url)) throw problem.option`a seed is an http or https URL; ${got(seed)}`;
  return url;
}
