import { describe, expect, it } from "vitest";
import type { Declared } from "../../src/base/method.js";
import { CRAWL_OPTIONS } from "../../src/fetch/crawl-options.js";
import { addressOptions, nearOptions, retryOptions, timeoutOptions } from "../../src/fetch/declared-options.js";
import { SCHEDULER_OPTIONS } from "../../src/fetch/politeness/settings.js";
import { SCOPE_OPTIONS } from "../../src/fetch/scope-options.js";

// A crawl that is told nothing is to be as polite tomorrow as it is today. All are the defaults of 0.1.0, or what
// docs/crawler.md says of an option that came later.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Defaults, without the options that have none. */
const defaultsOf = (declared: Declared) =>
  Object.fromEntries(
    Object.entries(declared).flatMap(([name, rule]) => (rule.default === undefined ? [] : [[name, rule.default]])),
  );

describe("the defaults of a crawl", () => {
  it("wait for hosts as Shkapenyuk and Suel's crawler did, and give up the dead", () => {
    expect(defaultsOf(SCHEDULER_OPTIONS)).toEqual({
      policy: "suel",
      delay: 30 * SECOND, // their 30 seconds
      factor: 10, // Heydon and Najork 1999
      maxDelay: 5 * MINUTE,
      maxCrawlDelay: 5 * MINUTE,
      longCrawlDelay: "cap",
      maxRetryAfter: 24 * HOUR,
      queues: 500, // WebBase: Cho and Garcia-Molina 2002
      domainDelay: 0,
      addressDelay: 0,
      downDelay: 5 * MINUTE,
      maxDownDelay: HOUR,
      robotsDelay: 10 * SECOND,
      deadAfter: 6,
      deadAfterRefused: 3, // section 4.4: more look like a port scan
      robots: true,
      schedule: [],
      timeZone: "UTC",
      control: "pace",
      connections: 1000, // section 2.2
      readyHosts: 10_000, // x of section 3.5
      maxQueued: 2_000_000,
      connectionsPerHost: 1,
    });
  });

  it("leave out what is no page and what looks like a trap", () => {
    const { suffixes, ...others } = defaultsOf(SCOPE_OPTIONS);
    expect(others).toEqual({
      ...{ seeds: [], hosts: [], domains: [], prefixes: [], exclude: [], schemes: ["http", "https"] },
      ...{ within: "domain", depth: Number.POSITIVE_INFINITY, cgiBin: true, sessionIds: "allow" },
      ...{ urlLength: 2048, pathDepth: 30, repeatedSegments: 3, queryParameters: 20 },
      ...{ numericVariants: 10_000, hostsPerDomain: 100_000 },
      queriesPerPath: Number.POSITIVE_INFINITY,
      queriesPerHost: Number.POSITIVE_INFINITY,
      pagesPerHost: Number.POSITIVE_INFINITY,
    });
    expect(suffixes).toEqual(expect.arrayContaining([".pdf", ".png", ".zip"]));
  });

  it("are patient with an answer, and try again thrice", () => {
    expect(defaultsOf(timeoutOptions)).toEqual({
      connect: 15 * SECOND,
      headers: 30 * SECOND,
      body: 30 * SECOND,
      total: 120 * SECOND,
    });
    expect(defaultsOf(retryOptions)).toEqual({
      retries: 3,
      delay: MINUTE,
      maxDelay: HOUR,
      maxRetryAfter: 24 * HOUR,
      jitter: 0.5,
    });
    expect(defaultsOf(addressOptions)).toEqual({ addressDelay: 0 });
    expect(defaultsOf(nearOptions)).toEqual({ distance: 3, words: 50, trap: 50 }); // Manku et al. 2007, section 4
  });

  it("obey robots.txt, keep everything, ask no private address, and stop nowhere", () => {
    const { out, contact, scope, politeness, retry, timeouts, normalize, ...others } = defaultsOf(CRAWL_OPTIONS);
    expect([out, contact, scope, politeness, retry, timeouts]).toEqual(["", "", {}, {}, {}, {}]);
    expect(normalize).toEqual(["fragment", "credentials"]);
    expect(others).toEqual({
      ...{ robots: "obey", metaRobots: "obey", nofollow: "follow", sitemaps: "ignore", links: "anchors", follow: true },
      ...{ content: "all", store: "warc", trace: true, order: "found", seen: "memory", gzipLevel: 1 },
      ...{ allowPrivate: false, cookies: false },
      ...{ seeds: [], block: [], resolve: [], header: [], auth: [], insecure: [], alongside: [] },
      ...{ connections: 100, mostUrls: 2 ** 22, urlCache: 0, seed: 1 },
      pages: Number.POSITIVE_INFINITY,
      time: Number.POSITIVE_INFINITY,
      checkpointEvery: 30 * SECOND,
      checkpointPages: 1000,
      bodyLimit: 16 * 2 ** 20, // Mercator's: Heydon and Najork 1999
      mostHops: 10,
      robotsFreshFor: 24 * HOUR, // RFC 9309, section 2.4
      segmentBytes: 2 ** 30,
    });
  });
});
