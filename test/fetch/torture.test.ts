import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/snapshot/open-snapshot.js";
import { startTorture } from "../fixture/torture/torture.js";
import { temporaryFolder } from "../run/temporary.js";
import { crawlInChild } from "./child/child.js";

describe("a crawl of a server that does everything wrong", () => {
  it("ends, stays small, and counts each fault under its name", async () => {
    const torture = await startTorture();
    const out = join(temporaryFolder(), "crawl");
    try {
      const status = await crawlInChild({
        ...{ out, seeds: [torture.start], contact: "crawl@torture.example", resolve: torture.resolve },
        ...{ links: "anchors", robots: "ignore", retry: { retries: 0 }, bodyLimit: 2 ** 20 },
        politeness: { delay: 0, factor: 0, downDelay: 10, maxDownDelay: 20 },
        scope: { within: "any", ports: "any", numericVariants: 50, pagesPerHost: 200, hostsPerDomain: 400 },
        timeouts: { connect: 500, headers: 700, body: 700, total: 1_500 },
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
  }, 120_000);
});
