/**
 * What a crawl costs, from our benches and papers: the numbers that `scalePlan` multiplies. docs/scale.md says where
 * each was measured, and what of it is carried over to sizes at which it was not.
 */
export const COSTS = {
  /**
   * CPU seconds per page: bench/README.md, crawl; 0.376 per 1,000 in a run of a million pages, and 0.345 for the
   * archive.
   */
  cpuPerPage: 0.721e-3,
  /**
   * Of them 40 links and one URL of its own are in that; more cost: docs/crawler.md, 0.82 us per link; bench/README.md,
   * urldb, 4 us per URL at 100 million.
   */
  linksIncluded: 40,
  cpuPerLink: 0.82e-6,
  cpuPerOwnUrl: 4e-6,
  /**
   * Of a process before its tables: bench/README.md, crawl; at most 358 MB in a run of a million pages, tables of 66 MB
   * among them.
   */
  memoryPerProcess: 0.3e9,
  /** Per URL that a process knows, its own or not: src/archive/url-table.ts, 14 to 27. */
  memoryPerUrl: 27,
  /** Per URL of its own: docs/urldb.md. */
  memoryPerOwnUrl: 3.6,
  /** Per page, to tell equal bodies: src/archive/stored-bodies.ts, 18 to 35. */
  memoryPerPage: 35,
  /** Bytes of a URL: the crawl of docs/scale.md; Shkapenyuk and Suel 2001, section 3.2, have about 50. */
  urlBytes: 52.5,
  /** On disk per URL that a process knows: its text, where that ends, its host. */
  diskPerUrl: 60.5,
  /** On disk per URL of its own: bench/README.md, urldb. */
  diskPerOwnUrl: 51,
  /** On disk per link: columns 8, anchor text 20, trace 8. */
  diskPerLink: 36,
  /**
   * On disk per page: columns of captures and pages 81, title 28, trace 22, CDXJ 273, taking and confirming its URL 23.
   */
  diskPerPage: 427,
  /** Bytes of a page: Shkapenyuk and Suel 2001, Table 4.1, have 13,354; our bench serves 13,111. */
  pageBytes: 13_000,
  /** In the archive per page: a quarter of its bytes, and 1,094 for heads and records. */
  archivePerPage: 4_344,
  /** Bytes of URLs that one snapshot takes: ends of 32 bits. */
  urlText: 2 ** 32 - 1,
  /** Bytes of a known host in state/hosts.jsonl, which holds those asked within a day. */
  hostBytes: 268,
  /** Bytes sent per URL that is alone in its message: itself, the page that shows it, 6 of form. */
  sentBytes: 111,
  /** URLs of a message at most, and seconds that the first of them waits for others. */
  batch: 1_000,
  longestWait: 0.5,
  /**
   * URLs per second through one JetStream server with files, in batches of 1,000, and one by one: bench/README.md,
   * `exchange`.
   */
  exchange: 2.2e6,
  exchangeOneByOne: 26_800,
} as const;

/** What is assumed of the web and of the crawl. */
export const ASSUMPTIONS = {
  /** Broder et al. 2003, section 4.2. */
  linksPerPage: 62.55,
  /**
   * URLs new to the crawl, per link: figure 2 of Broder et al. 2003 leaves about 20 % misses to a large cache;
   * uci-ics-2019 has 0.18.
   */
  newPerLink: 0.2,
  /**
   * Share of links that stay on their host: 81.5 % local with 4 processes (Broder et al. 2003, section 4.1) is this and
   * a quarter of the others.
   */
  onHost: 0.753,
  /**
   * Of URLs that cross, those that a cache in the host splitter lets through: section 7 says almost 80 % hits; ours
   * miss 11 to 18 %.
   */
  missRate: 0.2,
  /** Shkapenyuk and Suel 2001, section 4.1: 120 million pages on about 5 million hosts. */
  pagesPerHost: 24,
  /** Seconds between two requests to a host: the crawler's default. */
  delay: 30,
} as const;

/** A machine of this many cores, bytes of memory, bytes of disk. */
export const MACHINE = { cores: 8, memory: 64e9, disk: 8e12 } as const;
