import type { ChosenOf } from "../base/method.js";
import type { CacheExperiment } from "../cache/sweep/cache-experiment.js";
import type { OrderingMethod } from "../ordering/ordering.js";
import type { NormalizeStepName } from "../url/normalize.js";
import type { Clock } from "./clock.js";
import type { CrawlStorage } from "./crawl-storage.js";
import type { nearOptions, timeoutOptions } from "./declared-options.js";
import type { Transport } from "./fetched.js";
import type { FoundOrder } from "./frontier/disk-frontier.js";
import type { Neighbours } from "./neighbours.js";
import type { SchedulerOptions } from "./politeness/settings.js";
import type { RetryOptions } from "./retry.js";
import type { ScopeOptions } from "./scope.js";
import type { CrawlStatus } from "./status.js";
import type { UrlCacheChoice } from "./url-memory.js";

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
   * URLs taken out of the ordering before their turn at the most; default 100,000 for breadth-first, which stops at
   * `readyHosts` besides, and `connections` for other orderings, or where that is 1.
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
