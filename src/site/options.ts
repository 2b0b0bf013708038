import {
  type ChosenOf,
  checkedElsewhere,
  checkOptions,
  flag,
  number,
  ruleOf,
  unruled,
  type ValuesOf,
  valuesOf,
} from "../base/method.js";

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

const share = () => number(0, "[0, 1]", "", { is: "a share from 0 to 1" });

const FAULTS = {
  /** Dead links and redirects woven into pages, as many as make the responses to a crawl come out as in Table 4.2. */
  statuses: unruled<boolean>(false),
  /** Pages that answer their first request with 503 and Retry-After: 1, and are well from then on. */
  transient: share(),
  /** Hosts that reset every connection, or never answer. */
  deadHosts: share(),
  /** Hosts whose bodies trickle. */
  slowHosts: share(),
  /** Bytes per second of a slow host. */
  slowRate: number(20_000, "(0, ∞]", "", { is: "bytes per second, more than 0" }),
  /** robots.txt differs by host: rules, Crawl-delay, 404, 503, redirect, byte order mark. */
  robots: unruled<boolean>(false),
  /** Seconds that a Crawl-delay asks for. */
  crawlDelay: number(1, "[0, ∞]", "", { is: "seconds, 0 or more" }),
  /** Hosts with links into an endless space under /trap/. */
  traps: share(),
  /** Pages that stand under a second URL too. */
  copies: share(),
  /** gzip and deflate for those who ask for it. */
  encodings: unruled<boolean>(false),
  /** Responses in chunks, without a Content-Length. */
  chunked: share(),
  /** ETag, Last-Modified, and 304 for those who have the page. */
  validators: unruled<boolean>(false),
  /** Pages that differ from one epoch to the next. */
  change: share(),
} as const;

/** What a site does that real ones do. Shares are of pages or hosts, in [0, 1]; 0 and false: not at all. */
export interface Faults extends ValuesOf<typeof FAULTS> {}

/**
 * What `faults: true` means. Shares other than those of Table 4.2 are ours: enough of each to be met in a crawl of a
 * few thousand pages.
 */
export const USUAL_FAULTS: Faults = {
  ...valuesOf("faults", FAULTS),
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

/** How a web was loaded. */
export interface LogSource {
  readonly web: string;
  readonly pages?: number;
  readonly duplicates?: "drop" | "keep";
  readonly selfLinks?: "drop" | "keep";
  readonly format?: string;
}

const faultsRule = ruleOf<boolean | Partial<Faults>>(
  false,
  "what goes wrong",
  "true, false or an object, such as { deadHosts: 0.1 }",
  (value) => typeof value === "boolean" || (typeof value === "object" && value !== null),
);

const SITE = {
  /** Default 0: any free port. */
  port: number(0, "[0, 65535]", "", { whole: true, is: "0 to 65535; 0 is any that is free" }),
  /** Seed of every choice left to chance; default 1. */
  seed: number(1, "(-∞, ∞)", "", { whole: true, is: "a whole number" }),
  /** For webs without URLs: hosts that the pages are spread over; default one per 200 pages. */
  hosts: unruled<number | undefined>(undefined),
  /**
   * Mean size of a page; sizes are log-normal, and a page is never shorter than its text and links. Default 13,354:
   * Table 4.1.
   */
  bytes: number(13_354, "[0, 1e7]", "", { is: "a mean size from 0 to 10,000,000" }),
  /** Milliseconds before a response, median over hosts; each host has its own, log-normal. Default 0: at once. */
  latency: number(0, "[0, 600000]", "", { is: "0 to 600,000 milliseconds" }),
  /** Links to pages outside the web, as many as `references` counts beyond the links within. Default false. */
  outside: flag("links to pages outside the web"),
  /** sitemap.xml, named in robots.txt. Default true. */
  sitemaps: { ...flag("sitemap.xml"), default: true },
  /** true: the usual mix; an object: those only, the usual mix apart. Default false. */
  faults: faultsRule,
  /** How often the web has changed since it was first served, a whole number; see `change`. Default 0. */
  epoch: unruled<number | undefined>(undefined),
  /** File that receives the access log; without one, the log is kept in memory. */
  log: unruled<string | undefined>(undefined),
  /** Goes into the head of the log: what to give to `loadOrOpen` to have the web again. */
  source: unruled<LogSource | undefined>(undefined),
} as const;

export interface SiteOptions extends ChosenOf<typeof SITE> {}

/** Options of which nothing is left open. */
export interface SiteSettings
  extends Pick<Required<SiteOptions>, "seed" | "bytes" | "latency" | "outside" | "sitemaps">,
    Pick<SiteOptions, "hosts"> {
  readonly faults: Faults;
}

/** @throws "option" for an option that is not known, or a value that makes no sense, naming it */
export function settingsOf(options: SiteOptions): SiteSettings {
  checkOptions("serve", options, { ...SITE, ...checkedElsewhere(["port", "seed", "bytes", "latency"]) });
  const values = valuesOf("serve", SITE, options, { prefix: true });
  const { seed, hosts, bytes, latency, outside, sitemaps } = values;
  const asked = values.faults === true ? USUAL_FAULTS : values.faults || {};
  checkOptions("faults", asked, checkedElsewhere(Object.keys(FAULTS)));
  const faults = valuesOf("serve", FAULTS, asked, { prefix: true });
  return { seed, ...(hosts !== undefined && { hosts }), bytes, latency, outside, sitemaps, faults };
}
