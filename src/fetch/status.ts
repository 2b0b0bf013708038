/** Hosts by what they wait for. */
export interface HostCounts {
  /** Known so far. */
  readonly known: number;
  /** May be asked now. */
  readonly ready: number;
  /** Asked lately: their delay runs. */
  readonly waiting: number;
  /** Did not answer: a longer wait runs. */
  readonly down: number;
  /** Being asked. */
  readonly inUse: number;
}

/** One host as the dashboard lists it. */
export interface HostStatus {
  readonly host: string;
  /** URLs that were answered, with any status, and URLs that wait. */
  readonly fetched: number;
  readonly queued: number;
  /** "done": nothing is queued; links may still bring more. */
  readonly state: "ready" | "waiting" | "down" | "in use" | "done" | "blocked";
  /** When it may be asked next, milliseconds since 1970. */
  readonly nextAllowed?: number;
}

/** URLs that went between the processes of a crawl that several share; since this run began. */
export interface ExchangeCounts {
  /** URLs found that belong to another process, repeats included. */
  readonly foreign: number;
  /** Of those, sent: the rest was known to have been sent before. */
  readonly sent: number;
  /** Messages that they were sent in, and their bytes. */
  readonly messages: number;
  readonly bytes: number;
  /** URLs that others sent, and how many of them were new. */
  readonly received: number;
  readonly fresh: number;
}

/** Miss rates of URL caches on the URLs that a crawl met, of an experiment that runs alongside. */
export interface MissCurves {
  /** URLs that were counted, repeats included: those met up to a second ago; and different ones. */
  readonly requests: number;
  readonly distinct: number;
  /** Entries, ascending. */
  readonly sizes: readonly number[];
  /** By size, in [0, 1]; null where a sample is too small to tell. MIN is there when the crawl has ended. */
  readonly curves: readonly { readonly policy: string; readonly missRates: readonly (number | null)[] }[];
  /** What a reader should know: that they are estimated, and how. */
  readonly notes: readonly string[];
}

/** Pages whose text is nearly one that their host gave before. */
export interface NearCounts {
  readonly pages: number;
  /** Of those, pages whose links were not followed, since they are a trap. */
  readonly unfollowed: number;
  /** The 20 with most pages, these first. */
  readonly traps: readonly Trap[];
}

/** Pages without end that are nearly one. */
export interface Trap {
  /** Of the page that they are nearly equal to. */
  readonly url: string;
  /** What the URLs of all begin with. */
  readonly prefix: string;
  /** That page not counted. */
  readonly pages: number;
}

/** One of the processes that share a crawl, as it told last. */
export interface ProcessStatus extends Pick<CrawlStatus, "pages" | "frontier" | "inFlight" | "memory"> {
  readonly name: string;
  /**
   * "away": it has not told anything for a while; "joining": it has no hosts yet; "leaving": it hands its hosts over.
   */
  readonly state: CrawlStatus["state"] | "away" | "joining" | "leaving";
  /** When it was heard last, milliseconds since 1970; 0: never. */
  readonly heard: number;
  /** Parts of the hosts that are its own, of all parts. */
  readonly partitions: number;
  readonly pagesPerSecond: number;
  readonly exchange: ExchangeCounts;
}

/**
 * What a crawl has done so far: Shkapenyuk and Suel 2001, Tables 4.1 and 4.2, and what is under way. Counts are of the
 * whole crawl, earlier runs included.
 */
export interface CrawlStatus {
  readonly state: "running" | "paused" | "draining" | "done" | "stopped";
  readonly ordering: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly now: number;
  /** Milliseconds of crawling, pauses between runs not counted. */
  readonly elapsed: number;
  /** HTTP requests (Table 4.1): those under way, `robotsRequests`, `faults` and `statuses` together. */
  readonly requests: number;
  /** Requests for robots.txt that were answered. */
  readonly robotsRequests: number;
  /** Requests without a usable response, those for robots.txt included, by fault (Table 4.1). */
  readonly faults: Readonly<Record<string, number>>;
  /** URLs that were given up without being asked for: "dead-host", "blocked", "crawl-delay", "too-many-redirects". */
  readonly dropped: Readonly<Record<string, number>>;
  /**
   * Answers that were odd, by name: "decompression-bomb", "bad-content-encoding", "bad-redirect", "truncated-length",
   * "lenient", "sitemap-cut", "sitemap-not-understood".
   */
  readonly oddities: Readonly<Record<string, number>>;
  /** Responses that are no robots.txt, by status (Table 4.2). */
  readonly statuses: Readonly<Record<string, number>>;
  /** Responses with HTML that was parsed. */
  readonly pages: number;
  /** Bytes of bodies, of responses that are no robots.txt. */
  readonly bytes: number;
  /**
   * URLs found on pages, redirects included; how many of them were seen for the first time; how many no rule of scope
   * let in.
   */
  readonly links: {
    readonly found: number;
    readonly fresh: number;
    readonly outOfScope: Readonly<Record<string, number>>;
  };
  /** URLs not fetched since robots.txt disallows them. */
  readonly disallowed: number;
  /** URLs that wait, those on disk included. */
  readonly frontier: number;
  /** Of these, URLs of hosts whose robots.txt cannot be had: no crawl waits for them; a later run asks again. */
  readonly postponed?: number;
  readonly hosts: HostCounts;
  readonly inFlight: number;
  /** Over the last ten seconds. */
  readonly rate: { readonly pagesPerSecond: number; readonly bytesPerSecond: number };
  /** Requests per second aimed at; undefined: as fast as politeness allows. */
  readonly speed?: number;
  /** Share of found URLs that memory knew without asking the URL database. */
  readonly cacheHits: number;
  /**
   * The URL cache before the set of all URLs that were met, where the crawl has one: how often this run asked, and how
   * often it knew.
   */
  readonly urlCache?: { readonly entries: number; readonly asked: number; readonly hits: number };
  /** Where the crawl tells near-duplicates. */
  readonly nearDuplicates?: NearCounts;
  /** Of each experiment with caches that runs alongside, where there are any. */
  readonly missCurves?: readonly MissCurves[];
  /** For a crawl that several processes share: what this one sent and received; in a status of all, all of them. */
  readonly exchange?: ExchangeCounts;
  /** In the status of all processes of a crawl: each of them, by name. */
  readonly processes?: readonly ProcessStatus[];
  /** What the user should know of how this run began. */
  readonly warnings?: readonly string[];
  /** Through which proxies URLs are asked for, in words; none where there are none. */
  readonly proxies?: readonly string[];
  /** When everything was last on disk, milliseconds since 1970; 0: never. */
  readonly checkpoint: number;
  readonly blocked: readonly string[];
  /** Bytes of the process in memory. */
  readonly memory: number;
}

/** What whoever watches a crawl may do to it. */
export interface CrawlControl {
  status(): CrawlStatus;
  /** Hosts with most URLs queued first. */
  hosts(count: number): readonly HostStatus[];
  /** The last errors, newest first: when, where, under which name, and what was said. */
  errors(): readonly {
    readonly time: number;
    readonly url: string;
    readonly fault: string;
    readonly message: string;
  }[];
  /** Requests per second; undefined: no limit. @throws "option" for a number that is not positive */
  setSpeed(requestsPerSecond: number | undefined): void;
  pause(): void;
  proceed(): void;
  /** Resolves when all that was fetched is on disk. */
  checkpoint(): Promise<void>;
  /**
   * Asks no more of a host, or of all hosts of a domain; what is queued for it is dropped. @throws "option" for a
   * text that is no host name
   */
  block(hostOrDomain: string): void;
  /**
   * Asks again of what was blocked by that name: for URLs that are found from now on, since what was dropped stays so.
   * @throws "option" for a name that is not blocked, or no host name
   */
  unblock(hostOrDomain: string): void;
  /** Drains, checkpoints, and ends. */
  stop(): Promise<void>;
}
