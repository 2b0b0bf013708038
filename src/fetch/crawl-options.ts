import {
  type ChosenOf,
  commonRules,
  flag,
  number,
  type OptionRule,
  ruleOf,
  text,
  undecided,
  unruled,
  word,
} from "../base/method.js";
import type { CacheExperiment } from "../cache/sweep/cache-experiment.js";
import type { OrderingMethod } from "../ordering/ordering.js";
import { DEFAULT_STEPS } from "../url/normalize.js";
import type { Clock } from "./clock.js";
import type { CrawlStorage } from "./crawl-storage.js";
import { fetchOptions, nearOptions, retryOptions, timeoutOptions } from "./declared-options.js";
import type { Transport } from "./fetched.js";
import type { FoundOrder } from "./frontier/disk-frontier.js";
import type { Neighbours } from "./neighbours.js";
import { SCHEDULER_OPTIONS, type SchedulerOptions } from "./politeness/settings.js";
import type { RetryOptions } from "./retry.js";
import { SCOPE_OPTIONS, type ScopeOptions } from "./scope-options.js";
import type { CrawlStatus } from "./status.js";
import type { UrlCacheChoice } from "./url-memory.js";

const fromOne = (usual: number) => number(usual, "[1, ∞)", "", { whole: true, is: "an integer from 1" });
const positive = (usual: number) => number(usual, "(0, ∞]", "", { is: "a positive number" });
const words = text("", "", []);
const yes = { ...flag(""), default: true };
const lists = <T>(usual: readonly T[] = []) => ruleOf(usual, "", "a list", Array.isArray);
const parts = <T>(usual: T, holds: object) =>
  ruleOf(usual, "", "options in braces", (value) => typeof value === "object" && value !== null, {
    holds: Object.keys(holds),
  });
const asOption = <T>(rule: OptionRule<undefined>) => rule as OptionRule<T | undefined>;

/**
 * How a site is crawled, with what is done unless the options say otherwise. Times in milliseconds, sizes in bytes. What
 * stands in no rule is checked where it is read: no message may show what `header`, `auth` and `proxy` hold.
 */
export const CRAWL_OPTIONS = {
  out: unruled(""),
  /** Default: breadth-first, with its queue on disk. Any ordering of the virtual crawler that is not offline. */
  ordering: unruled<OrderingMethod | undefined>(undefined),
  /** URLs that may be met at the most under another ordering than breadth-first; default 4,194,304. */
  mostUrls: fromOne(2 ** 22),
  /**
   * A URL cache before the set of all URLs that were met: entries of CLOCK, a power of two, or a policy of `caches` and
   * its entries; default 0: none. Broder et al. 2003, section 7, advise 100 to 500 per connection: 65,536 for 130
   * connections or more. The crawl is the same with any.
   */
  urlCache: unruled<number | UrlCacheChoice>(0),
  /**
   * URLs taken out of the ordering before their turn at the most; default 100,000 for breadth-first, which stops at
   * `readyHosts` besides, and `connections` for other orderings, or where that is 1.
   */
  ahead: undecided(fromOne(100_000)),
  /** Requests under way at most; default 100. 1: strictly one page after the other, in the ordering's own order. */
  connections: fromOne(100),
  /** Stop after so many HTML pages, those of earlier runs included; what is under way then is broken off. */
  pages: positive(Number.POSITIVE_INFINITY),
  /** Stop after so many milliseconds of this run; what is under way then is broken off a second later. */
  time: positive(Number.POSITIVE_INFINITY),
  /** Put everything on disk after so long; default 30 s. */
  checkpointEvery: positive(30_000),
  /** ... or after so many answers; default 1,000. After a kill, at most these and those under way are fetched again. */
  checkpointPages: fromOne(1_000),
  /** The other processes of a crawl that several share; see `joinCrawl`. Breadth-first alone. */
  neighbours: unruled<Neighbours | undefined>(undefined),
  /** For simulations: another clock, another transport, another disk. */
  clock: unruled<Clock | undefined>(undefined),
  transport: unruled<Transport | undefined>(undefined),
  storage: unruled<CrawlStorage | undefined>(undefined),
  /** URLs to start from; none are needed to go on with a crawl that was stopped. */
  seeds: lists<string>(),
  contact: words,
  /** Name and version as servers and robots.txt see it; default "crawlbench/" and the version. */
  agent: undecided(words),
  /** Of an ordering that leaves choices to chance, and of the spread of retries; default 1. */
  seed: commonRules.seed,
  /** "anchors" (default): what a person follows; "all": every URL in any tag. */
  links: word(["anchors", "all"], ""),
  /** Follow what pages link to; default true. False: the start pages alone are fetched. */
  follow: yes,
  /** rel=nofollow: "follow" (default) or "obey". */
  nofollow: word(["follow", "obey"], ""),
  /**
   * Steps by which URLs that are alike become one, besides those of the WHATWG parser; default: DEFAULT_STEPS, which
   * change nothing that is fetched.
   */
  normalize: lists(DEFAULT_STEPS),
  /** nofollow of meta robots and X-Robots-Tag: "obey" (default) or "ignore". */
  metaRobots: word(["obey", "ignore"], ""),
  /** Sitemaps that robots.txt files name: "ignore" (default), or "follow": breadth-first, what they name is found. */
  sitemaps: word(["ignore", "follow"], ""),
  /** robots.txt: "obey" (default) or "ignore", for sites of one's own. */
  robots: word(["obey", "ignore"], ""),
  /** What is kept of answers: "all" (default) or "html". The index has all of them. */
  content: word(["all", "html"], ""),
  /** "warc" (default) keeps what came back; "none" the index alone. */
  store: word(["warc", "none"], ""),
  /** Breadth-first: "found" (default), or "unshuffled": the URLs of each batch spread over domains. */
  order: word<FoundOrder>(["found", "unshuffled"], ""),
  /**
   * Where URLs that were met are told from new ones: "memory" (default), 16 to 32 bytes a URL; or "filter", on disk, with
   * 2.5 bytes of filter a URL in memory, where a URL that was met costs a read unless the URL cache knows it. The crawl
   * is the same. It may be gone on with under another.
   */
  seen: word(["memory", "filter"], ""),
  /**
   * Which URLs are followed; by default those of the registered domains of the seeds, and of hosts that `resolve`
   * names.
   */
  scope: parts<ScopeOptions>({}, SCOPE_OPTIONS),
  /**
   * Delays and speed; see SchedulerOptions. Another `delay` than 30 s changes the waits for hosts that do not answer,
   * and before retries, in step, unless they are given.
   */
  politeness: parts<SchedulerOptions>({}, SCHEDULER_OPTIONS),
  retry: parts<RetryOptions>({}, retryOptions),
  /** How long is waited for what; default: connect 15 s, headers 30 s, body 30 s, total 120 s. */
  timeouts: parts<ChosenOf<typeof timeoutOptions>>({}, timeoutOptions),
  /**
   * Tell pages whose text is nearly one that their host gave before: their bodies are stored once, their links followed
   * until they are a trap. `{}` for the usual `distance` 3, `words` 50 and `trap` 50; default: none is told.
   */
  nearDuplicates: parts<ChosenOf<typeof nearOptions> | undefined>(undefined, nearOptions),
  /** Hosts and domains that are never asked. */
  block: lists<string>(),
  /** Fixed addresses: "*.example=127.0.0.1:8080". */
  resolve: ruleOf<readonly string[]>([], "", 'a list, such as ["*.example=127.0.0.1:8080"]', Array.isArray),
  /** Headers that one host gets, or one origin: "www.example.org=Name: value". They are written down nowhere. */
  header: unruled<readonly string[]>([]),
  /** Basic authentication, by host or origin: `https://www.example.org=user:password`. Written down nowhere. */
  auth: unruled<readonly string[]>([]),
  /**
   * URL of the proxy for all hosts: `http:`, `https:`, `socks5:` or `socks5h:`, perhaps with name and password, which are
   * written down nowhere. Default: what HTTP_PROXY, HTTPS_PROXY and ALL_PROXY name; "none" leaves them alone. Hosts of
   * NO_PROXY, "localhost", and hosts that `resolve` names are asked directly.
   */
  proxy: unruled<string | undefined>(undefined),
  /**
   * Keep cookies, and send them; default false. They stand in `state/cookies.json` of the folder, as long as the crawl
   * does, and nowhere else: in WARC records values that are set are masked.
   */
  cookies: flag(""),
  /** Hosts whose certificates are not checked. */
  insecure: lists<string>(),
  /** File to which each answer is told as it comes: see `RequestLine`. It grows over runs. */
  requestLog: undecided(words),
  /** 0 to 9; default 1. */
  gzipLevel: number(1, "[0, 9]", "", { whole: true }),
  /** Body of an answer at most; default 16 MB, as Mercator. */
  bodyLimit: fetchOptions.bodyLimit,
  /** Redirects followed one after the other; default 10. */
  mostHops: fetchOptions.mostHops,
  /** How long a robots.txt is good for; default and at most 24 hours (RFC 9309, section 2.4). */
  robotsFreshFor: fetchOptions.robotsFreshFor,
  /** A WARC file is closed when it holds so many bytes; default 1 GB. */
  segmentBytes: fetchOptions.segmentBytes,
  /** Write the trace of URL requests; default true. */
  trace: yes,
  /**
   * Experiments that are fed the trace while it is written: `caches.cacheExperiment({ policies: [clock, lru] })`. A crawl
   * that goes on counts from the first URL of its trace. Each counts in a thread of its own.
   */
  alongside: lists<CacheExperiment>(),
  /** Contact private and loopback addresses too; default false. Hosts that `resolve` names may always be contacted. */
  allowPrivate: flag(""),
  /**
   * Folder of an earlier snapshot: its pages are the seeds, and are asked for with If-None-Match and If-Modified-Since.
   */
  previous: undecided(words),
  /** Drains and stops the crawl. */
  signal: asOption<AbortSignal>(commonRules.signal),
  /** Told about twice a second. */
  onStatus: asOption<(status: CrawlStatus) => void>(commonRules.onProgress),
  /** Told of every URL met for the first time, and in a word why it is left out; undefined: it is to be fetched. */
  onMet: asOption<(url: string, depth: number, reason: string | undefined) => void>(commonRules.onProgress),
} as const;

/** How a site is crawled. Times in milliseconds, sizes in bytes. */
export interface CrawlOptions extends ChosenOf<typeof CRAWL_OPTIONS> {
  /** Folder of the snapshot; a crawl that stands there goes on. */
  readonly out: string;
  /** http(s) URL or mail address of who is responsible: servers read it. */
  readonly contact: string;
}
