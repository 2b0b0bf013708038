import { describe, expect, it } from "vitest";
import {
  byStatus,
  crawlersAccounts,
  publishedShare,
  STATUSES,
  serversAccounts,
  serversStatuses,
  TABLE_4_1,
} from "../../../src/experiment/shkapenyuk2001/accounts.js";
import { claims, deviations } from "../../../src/experiment/shkapenyuk2001/table-claims.js";
import type { TestbedCrawl } from "../../../src/experiment/shkapenyuk2001/testbed.js";
import type { CrawlStatus } from "../../../src/fetch/status.js";
import { TABLE_4_2 } from "../../../src/site/options.js";

// A crawl by hand: robots.txt of a, two pages and a dead link there; b never answers, c resets.
const asked = (host: string, path: string, status: number, bytes = 0) => ({
  time: 0,
  host,
  path,
  status,
  bytes,
  page: path === "/1" || path === "/2" ? 1 : -1,
  agent: "",
  kind: path === "/robots.txt" ? ("robots" as const) : ("page" as const),
});
const crawl = {
  pages: 2,
  hosts: 3,
  isSilent: (host: string) => host === "b",
  status: {
    requests: 6,
    robotsRequests: 1,
    bytes: 30_000,
    statuses: { 200: 2, 410: 1 },
    faults: { "header-timeout": 1, reset: 1 },
  } as unknown as CrawlStatus,
  log: [
    asked("a", "/robots.txt", 200, 10),
    asked("a", "/1", 200, 13_000),
    asked("a", "/2", 200, 13_500),
    asked("a", "/gone", 410, 3_500),
    asked("b", "/robots.txt", 0),
    asked("c", "/robots.txt", 0),
  ],
} as unknown as TestbedCrawl;

const verdictsOf = (evidence: TestbedCrawl) => claims.map(({ test }) => test(evidence).verdict);

describe("the accounts of a crawl", () => {
  it("are the same from both sides, counted by hand", () => {
    const expected = { requests: 6, networkErrors: 2, timeouts: 1, robots: 1, successful: 3, bytes: 30_000 };
    expect(crawlersAccounts(crawl)).toEqual(expected);
    expect(serversAccounts(crawl)).toEqual(expected);
    expect(serversStatuses(crawl)).toMatchObject({ 200: 2, 404: 0, other: 1 });
  });

  it("add up in both of the paper's tables", () => {
    expect(TABLE_4_1.networkErrors + TABLE_4_1.robots + TABLE_4_1.successful).toBe(TABLE_4_1.requests);
    expect(Object.values(TABLE_4_2).reduce((sum, count) => sum + count, 0)).toBe(TABLE_4_1.successful);
    expect(STATUSES.reduce((sum, name) => sum + publishedShare(name), 0)).toBeCloseTo(1, 12);
    expect(TABLE_4_1.bytes / 1e12).toBeCloseTo(1.85, 2);
  });

  it("gather statuses that have no row of their own", () => {
    expect(byStatus({ 200: 5, 418: 2, 503: 1 })).toMatchObject({ 200: 5, other: 3, 500: 0 });
  });

  it("agree where both sides do, and disagree with a crawler that loses a request, or a status", () => {
    const [addsUp, sameRows] = verdictsOf(crawl);
    expect([addsUp, sameRows, verdictsOf(crawl)[6]]).toEqual(["agrees", "agrees", "agrees"]);
    const losing = { ...crawl, status: { ...crawl.status, faults: { reset: 1 } } };
    expect(verdictsOf(losing).slice(0, 2)).toEqual(["disagrees", "disagrees"]);
    const mistaken = { ...crawl, status: { ...crawl.status, statuses: { 200: 1, 404: 1, 410: 1 } } };
    expect(verdictsOf(mistaken)[6]).toBe("disagrees");
  });

  it("have all successful requests in the rows of Table 4.2, to the last one", () => {
    const rowsOf = (statuses: Record<string, number>) => {
      const evidence = { ...crawl, status: { ...crawl.status, statuses } };
      const { test } = claims.find(({ claim }) => claim.startsWith("The rows of Table 4.2"))!;
      return [test(evidence).ours, test(evidence).verdict];
    };
    expect(rowsOf({ 200: 2, 410: 1 })).toEqual(["3 of 3", "agrees"]);
    expect(rowsOf({ 200: 2 })).toEqual(["2 of 3", "disagrees"]);
  });

  it("are mixed where one request in two thousand is lost, and disagree where three are", () => {
    const adding = (found: number) =>
      verdictsOf({ ...crawl, status: { ...crawl.status, requests: 2_000, statuses: { 200: found } } })[0];
    expect([1_997, 1_996, 1_994].map(adding)).toEqual(["agrees", "mixed", "disagrees"]); // and 2 errors, 1 robots.txt
  });

  it("are off by no deviation at the paper's own counts, and by many where every answer is a 404", () => {
    for (const off of Object.values(deviations({ ...TABLE_4_2 }))) expect(off).toBeCloseTo(0, 9);
    const lost = { ...byStatus({}), 404: 1_000 };
    expect(deviations(lost)[404]).toBeGreaterThan(100); // sqrt(1000 (1 - p) / p) = 133
    expect(deviations(lost)[200]).toBeLessThan(-80); // -sqrt(1000 p / (1 - p)) = -83
  });
});
