import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { realCrawl } from "../../src/fetch/real-crawl.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { brokenRobots, longRobots, noRobots } from "../fixture/torture/cases/robots.js";
import { type RunningCase, startTorture } from "../fixture/torture/torture.js";
import { type Ending, endsByTime, TORTURE_LIMITS, type TortureCase } from "../fixture/torture/torture-case.js";
import { crawlInChild } from "./child/child.js";

/** Pages and hosts that a trap is worth; more hosts than there are cases. */
const most = depth({
  everyday: { numericVariants: 5, pagesPerHost: 15, hostsPerDomain: 220 },
  prove: { numericVariants: 50, pagesPerHost: 200, hostsPerDomain: 400 },
});
/** Short ones, where what ends by time at all, ends as it would anyway: without its rules. */
const SHORT = { connect: 700, headers: 500, body: 200, total: 1_000 };

/** With 160 connections at a time a busy machine may take seconds for an answer that comes at once. */
const PATIENT = { connect: 6_000, headers: 6_000, body: 3_000, total: 9_000 };

describe("a crawl of a server that does everything wrong", () => {
  it("ends, stays small, and counts each fault under its name", async () => {
    const torture = await startTorture();
    const out = join(temporaryFolder(), "crawl");
    try {
      const status = await crawlInChild({
        out,
        seeds: [torture.start],
        contact: "crawl@torture.example",
        resolve: torture.resolve,
        links: "anchors",
        robots: "ignore",
        retry: { retries: 0 },
        connections: 160, // what ends by time does so at once
        bodyLimit: depth({ everyday: 2 ** 18, prove: 2 ** 20 }),
        politeness: { delay: 0, factor: 0, downDelay: 10, maxDownDelay: 20 },
        scope: { within: "any", ports: "any", ...most },
        timeouts: PATIENT,
      }).ended;
      if (status === undefined) return expect.unreachable("the crawl did not end by itself");
      expect(status).toMatchObject({ state: "done", frontier: 0 });
      expect(status.peak).toBeLessThan(512 * 2 ** 20);
      const { faults, dropped, oddities, requests, robotsRequests, statuses } = status;
      for (const fault of ["reset", "header-timeout", "bad-response", "header-overflow", "tls", "forbidden-address"])
        expect(Object.keys(faults)).toContain(fault);
      for (const oddity of [
        "decompression-bomb",
        "bad-content-encoding",
        "bad-redirect",
        "truncated-length",
        "lenient",
      ])
        expect(Object.keys(oddities)).toContain(oddity);
      expect(Object.keys(dropped)).toContain("too-many-redirects");
      const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);
      expect(robotsRequests + sum(faults) + sum(statuses)).toBe(requests); // as Table 4.1 adds up
      const snapshot = await openSnapshot(out);
      const files = Array.from({ length: snapshot.captures }, (_, row) => snapshot.capture(row).url);
      expect(files.length).toBeGreaterThan(100);
    } finally {
      await torture.close();
    }
  });
});

describe("a crawl of hosts each of which has one fault", () => {
  const isWhole = (ending: Ending) => !("fault" in ending) && (!ending.truncated || ending.truncated === "length");

  it("fetches no page where robots.txt did not come as a whole, whatever the fault (RFC 9309, 2.3.1.4)", async () => {
    const torture = await startTorture();
    const opened = async (cases: readonly RunningCase[], others: readonly RunningCase[], timeouts = {}) => {
      await realCrawl({
        out: join(temporaryFolder(), "crawl"),
        contact: "crawl@torture.example",
        resolve: torture.resolve,
        seeds: [...cases.map(({ url }) => new URL("/open", url).href), ...others.map(({ url }) => url)],
        politeness: { delay: 0, factor: 0, downDelay: 10, maxDownDelay: 20, robotsDelay: 10, maxRetryAfter: 10 },
        scope: { within: "any", ports: "any" },
        follow: false,
        retry: { retries: 0 },
        timeouts,
      });
      return cases
        .filter(({ name }) => torture.log.includes(`${name}.at.torture.example/open`))
        .map(({ name }) => name);
    };
    try {
      // a status that is no 2xx or 4xx, a redirect that is followed, and a coding have tests of their own
      const plain = torture
        .at("robots")
        .filter(({ name }) => !/^(status|redirect|gzip|deflate|brotli|bomb|coding)-/.test(name));
      const whole = plain.filter(({ expect }) => isWhole(expect));
      const lacking = plain.filter(({ expect }) => !isWhole(expect));
      expect(whole.length).toBeGreaterThan(40);
      expect(lacking.length).toBeGreaterThan(40);
      const hosts = torture.cases.filter(({ url }) => /(at-once|reset|nobody|silent|plain|\.tls)\./.test(url));
      const found = [
        opened(lacking, hosts, depth({ everyday: SHORT, prove: TORTURE_LIMITS.timeouts })),
        opened(whole, []),
      ];
      expect(await Promise.all(found)).toEqual([[], whole.map(({ name }) => name)]);
      expect(torture.log.filter((url) => url.includes(".tls."))).toEqual([]); // TLS stands before robots.txt
    } finally {
      await torture.close();
    }
  });
});

describe("a crawl of hosts whose robots.txt is broken", () => {
  const names = (cases: readonly TortureCase[]) => cases.map(({ name }) => name);

  /** Asks for two pages of each host. The files disallow /private, in a part that may be missing. */
  async function crawled(cases: readonly TortureCase[], timeouts = {}) {
    const torture = await startTorture();
    try {
      const status = await realCrawl({
        out: join(temporaryFolder(), "crawl"),
        contact: "crawl@torture.example",
        resolve: torture.resolve,
        seeds: names(cases).flatMap((name) =>
          ["open", "private"].map((path) => `http://${name}.torture.example/${path}`),
        ),
        politeness: { delay: 0, factor: 0, downDelay: 10, maxDownDelay: 20, robotsDelay: 10 },
        timeouts,
      });
      const paths = names(cases).map((name) => {
        const host = `${name}.torture.example`;
        return [name, ...torture.log.filter((url) => url.startsWith(`${host}/`)).map((url) => url.slice(host.length))];
      });
      return { status, paths };
    } finally {
      await torture.close();
    }
  }

  it("asks again for what does not come as a whole, and for no page of the host (RFC 9309, 2.3.1.4)", async () => {
    const slow = brokenRobots.filter(({ expect }) => endsByTime(expect));
    const others = brokenRobots.filter(({ expect }) => !endsByTime(expect));
    const crawls = await Promise.all([crawled(slow, { total: 1_500 }), crawled(others)]);
    const thrice = ["/robots.txt", "/robots.txt", "/robots.txt"]; // as often as it asks where no answer comes
    for (const [at, hosts] of [slow, others].entries()) {
      const { status, paths } = crawls[at];
      expect(paths).toEqual(names(hosts).map((name) => [name, ...thrice]));
      expect(status).toMatchObject({ postponed: 2 * hosts.length, faults: {}, statuses: {} }); // all seeds
      expect(status.robotsRequests).toBe(3 * hosts.length);
    }
    const oddities = [{ "truncated-time": 3 }, { "truncated-disconnect": 12, "bad-content-encoding": 15 }]; // 1, 4 + 5 hosts
    expect(crawls.map(({ status }) => status.oddities)).toEqual(oddities);
  });

  it("obeys a file of which it reads 500 KiB, whatever comes behind them", async () => {
    const { status, paths } = await crawled(longRobots);
    expect(paths).toEqual(names(longRobots).map((name) => [name, "/robots.txt", "/open"]));
    expect(status).toMatchObject({ disallowed: longRobots.length, oddities: {} }); // /private of each
  });

  it("takes a cut 404 or redirect as it takes a whole one: what counts is the status", async () => {
    const { paths } = await crawled(noRobots);
    expect(paths).toEqual([
      ["robots-not-found-cut", "/robots.txt", "/open", "/private"],
      ["robots-redirect-cut", "/robots.txt", "/elsewhere", "/open", "/private"], // /elsewhere is not found
    ]);
  });
});
