import { got, option, problem } from "../base/error.js";
import { checkedElsewhere, checkOptions, flag, ruleOf } from "../base/method.js";

/** Responses by status; "other" are all the rest. */
export interface StatusMix {
  readonly 200: number;
  readonly 301: number;
  readonly 302: number;
  readonly 401: number;
  readonly 403: number;
  readonly 404: number;
  readonly 500: number;
  readonly other: number;
}

/** Responses, robots.txt apart, of a crawl of 120 million pages: Shkapenyuk and Suel 2001, Table 4.2, by its counts. */
export const TABLE_4_2: StatusMix = {
  200: 121_292_132,
  404: 7_379_633,
  302: 6_065_464,
  301: 2_885_665,
  403: 488_132,
  401: 413_853,
  500: 91_891,
  other: 125_414,
};

/** What a site does that real ones do. Shares are of pages or hosts, in [0, 1]; 0 and false: not at all. */
export interface Faults {
  /** Dead links and redirects woven into pages, as many as make the responses to a crawl come out as in Table 4.2. */
  readonly statuses: boolean;
  /** Pages that answer their first request with 503 and Retry-After: 1, and are well from then on. */
  readonly transient: number;
  /** Hosts that reset every connection, or never answer. */
  readonly deadHosts: number;
  /** Hosts whose bodies trickle. */
  readonly slowHosts: number;
  /** Bytes per second of a slow host. */
  readonly slowRate: number;
  /** robots.txt differs by host: rules, Crawl-delay, 404, 503, redirect, byte order mark. */
  readonly robots: boolean;
  /** Seconds that a Crawl-delay asks for. */
  readonly crawlDelay: number;
  /** Hosts with links into an endless space under /trap/. */
  readonly traps: number;
  /** Pages that stand under a second URL too. */
  readonly copies: number;
  /** gzip and deflate for those who ask for it. */
  readonly encodings: boolean;
  /** Responses in chunks, without a Content-Length. */
  readonly chunked: number;
  /** ETag, Last-Modified, and 304 for those who have the page. */
  readonly validators: boolean;
  /** Pages that differ from one epoch to the next. */
  readonly change: number;
}

const NO_FAULTS: Faults = {
  statuses: false,
  transient: 0,
  deadHosts: 0,
  slowHosts: 0,
  slowRate: 20_000,
  robots: false,
  crawlDelay: 1,
  traps: 0,
  copies: 0,
  encodings: false,
  chunked: 0,
  validators: false,
  change: 0,
};

/**
 * What `faults: true` means. Shares other than those of Table 4.2 are ours: enough of each to be met in a crawl of a
 * few thousand pages.
 */
export const USUAL_FAULTS: Faults = {
  ...NO_FAULTS,
  statuses: true,
  transient: 0.005,
  deadHosts: 0.02,
  slowHosts: 0.02,
  robots: true,
  traps: 0.05,
  copies: 0.02,
  encodings: true,
  chunked: 0.3,
  validators: true,
};

export interface SiteOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Seed of every choice left to chance; default 1. */
  readonly seed?: number;
  /** For webs without URLs: hosts that the pages are spread over; default one per 200 pages. */
  readonly hosts?: number;
  /**
   * Mean size of a page; sizes are log-normal, and a page is never shorter than its text and links. Default 13,354:
   * Table 4.1.
   */
  readonly bytes?: number;
  /** Milliseconds before a response, median over hosts; each host has its own, log-normal. Default 0: at once. */
  readonly latency?: number;
  /** Links to pages outside the web, as many as `references` counts beyond the links within. Default false. */
  readonly outside?: boolean;
  /** sitemap.xml, named in robots.txt. Default true. */
  readonly sitemaps?: boolean;
  /** true: the usual mix; an object: those only, the usual mix apart. Default false. */
  readonly faults?: boolean | Partial<Faults>;
  /** How often the web has changed since it was first served, a whole number; see `change`. Default 0. */
  readonly epoch?: number;
  /** File that receives the access log; without one, the log is kept in memory. */
  readonly log?: string;
  /** Goes into the head of the log: what to give to `loadOrOpen` to have the web again. */
  readonly source?: LogSource;
}

/** How a web was loaded. */
export interface LogSource {
  readonly web: string;
  readonly pages?: number;
  readonly duplicates?: "drop" | "keep";
  readonly selfLinks?: "drop" | "keep";
  readonly format?: string;
}

/** Options of which nothing is left open. */
export interface SiteSettings {
  readonly seed: number;
  readonly hosts?: number;
  readonly bytes: number;
  readonly latency: number;
  readonly outside: boolean;
  readonly sitemaps: boolean;
  readonly faults: Faults;
}

const known = Object.fromEntries(
  ["port", "seed", "hosts", "bytes", "latency", "outside", "sitemaps", "faults", "epoch", "log", "source"].map(
    (name) => [name, undefined],
  ),
);
const flags = { outside: flag("links to pages outside the web"), sitemaps: flag("sitemap.xml") };
const faultsRule = ruleOf<boolean | object>(
  false,
  "what goes wrong",
  "true, false or an object, such as { deadHosts: 0.1 }",
  (value) => typeof value === "boolean" || (typeof value === "object" && value !== null),
);
const shares = ["transient", "deadHosts", "slowHosts", "traps", "copies", "chunked", "change"] as const;

/** @throws "option" for an option that is not known, or a value that makes no sense, naming it */
export function settingsOf(options: SiteOptions): SiteSettings {
  checkOptions("serve", options, { ...known, faults: faultsRule, ...flags });
  const { seed = 1, hosts, bytes = 13_354, latency = 0, outside = false, sitemaps = true, faults = false } = options;
  const chosen = faults === true ? USUAL_FAULTS : { ...NO_FAULTS, ...(faults || {}) };
  checkOptions("faults", chosen, checkedElsewhere(Object.keys(NO_FAULTS)));
  const { port = 0 } = options;
  check(Number.isInteger(port) && port >= 0 && port < 2 ** 16, "port", "0 to 65535; 0 is any that is free", port);
  check(Number.isInteger(seed), "seed", "a whole number", seed);
  check(typeof bytes === "number" && bytes >= 0 && bytes <= 1e7, "bytes", "a mean size from 0 to 10,000,000", bytes);
  check(
    typeof latency === "number" && latency >= 0 && latency <= 600_000,
    "latency",
    "0 to 600,000 milliseconds",
    latency,
  );
  for (const name of shares) check(chosen[name] >= 0 && chosen[name] <= 1, name, "a share from 0 to 1", chosen[name]);
  check(chosen.slowRate > 0, "slowRate", "bytes per second, more than 0", chosen.slowRate);
  check(chosen.crawlDelay >= 0, "crawlDelay", "seconds, 0 or more", chosen.crawlDelay);
  return { seed, ...(hosts !== undefined && { hosts }), bytes, latency, outside, sitemaps, faults: chosen };
}

function check(holds: boolean, name: string, expected: string, found: unknown): void {
  if (!holds) throw problem.option`${option(name, "serve")} is ${expected}; ${got(found)}`;
}
