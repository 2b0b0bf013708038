import { describe, expect, it } from "vitest";
import type { AccessEntry } from "../../src/site/access-log.js";
import { audit } from "../../src/site/audit.js";

/** A request to host h that came in at `time` and was answered with 200 within `took` ms. */
const entry = (path: string, time: number, took = 10, more: Partial<AccessEntry> = {}): AccessEntry => ({
  time,
  end: time + took,
  host: "h",
  path,
  status: 200,
  bytes: 1,
  kind: path === "/robots.txt" ? "robots" : "page",
  page: -1,
  agent: "",
  ...more,
});

const polite = [entry("/robots.txt", 0), entry("/a", 1010), entry("/b", 2020, 500), entry("/c", 3520)];

describe("the auditor", () => {
  it("finds nothing in a polite log, whichever way gaps are counted", () => {
    for (const from of ["start", "end"] as const) {
      const { violations, examples, counts, requests, hosts } = audit(polite, { delay: 1000, from });
      expect({ violations, examples, requests, hosts }).toEqual({ violations: 0, examples: [], requests: 4, hosts: 1 });
      expect(counts).toEqual({ overlap: 0, gap: 0, disallowed: 0, "robots-first": 0, repeat: 0 });
    }
    expect(audit(polite).shortestGap).toBe(1010);
    expect(audit(polite, { from: "end" }).shortestGap).toBe(1000);
  });

  it("does not mind hosts that are asked at the same time", () => {
    const others = polite.map((each) => ({ ...each, host: "other" }));
    expect(audit([...polite, ...others], { delay: 1000 }).violations).toBe(0);
  });

  it("finds each planted violation, and only that", () => {
    const planted: readonly (readonly [string, AccessEntry[]])[] = [
      ["overlap", [entry("/d", 4540, 2000), entry("/e", 5550)]],
      ["gap", [entry("/d", 4519.999)]],
      ["disallowed", [entry("/d", 5000, 10, { disallowed: true })]],
      ["repeat", [entry("/b", 5000)]],
      [
        "robots-first",
        [
          entry("/x", 0, 10, { host: "i" }),
          entry("/robots.txt", 1010, 10, { host: "i" }),
          entry("/y", 2020, 10, { host: "i" }),
        ],
      ],
    ];
    for (const [rule, entries] of planted) {
      const { counts, violations, examples } = audit([...polite, ...entries].reverse(), { delay: 1000 });
      expect(violations, rule).toBe(1);
      expect(counts, rule).toEqual({ overlap: 0, gap: 0, disallowed: 0, "robots-first": 0, repeat: 0, [rule]: 1 });
      expect(examples).toMatchObject([{ rule }]);
    }
  });

  it("takes no HEAD for a repeat, nor for a reading of robots.txt", () => {
    const asked = [entry("/b", 5000, 10, { method: "HEAD" }), entry("/b", 6010, 10, { method: "HEAD" })];
    expect(audit([...polite, ...asked]).violations).toBe(0);
    const unread = polite.map((each) => (each.path === "/robots.txt" ? { ...each, method: "HEAD" } : each));
    expect(audit(unread).counts["robots-first"]).toBe(1);
  });

  it("tells by how much, and after which request", () => {
    const { examples } = audit([entry("/robots.txt", 0), entry("/a", 100, 50), entry("/b", 120, 5)], { delay: 100 });
    expect(examples).toEqual([
      { rule: "overlap", host: "h", path: "/b", time: 120, milliseconds: 30, before: "/a" },
      { rule: "gap", host: "h", path: "/b", time: 120, milliseconds: 20, before: "/a" },
    ]);
  });

  it("finds an overlap with a long response that others came after", () => {
    const log = [entry("/robots.txt", 0), entry("/long", 10, 1000), entry("/b", 20, 5), entry("/c", 900, 5)];
    expect(audit(log).counts.overlap).toBe(2);
    const { shortestGap, counts } = audit(log, { delay: 0, from: "end" });
    expect([shortestGap, counts.gap]).toEqual([-990, 0]);
  });

  it("holds a crawler to the end of a response when told to: Mercator waits after it, others from their own request on", () => {
    const log = [entry("/robots.txt", 0), entry("/a", 1000, 900), entry("/b", 2000)];
    expect(audit(log, { delay: 1000, from: "start" }).violations).toBe(0);
    expect(audit(log, { delay: 1000, from: "end" }).counts.gap).toBe(2);
    expect(audit(log, { delay: 1000, from: "end", tolerance: 10 }).counts.gap).toBe(1);
  });

  it("asks of each host what its robots.txt asks for, where that is more", () => {
    const both = [...polite, ...polite.map((each) => ({ ...each, host: "slow" }))];
    const { counts, examples } = audit(both, { delay: 500, delayOf: (host) => (host === "slow" ? 1200 : 100) });
    expect(counts.gap).toBe(2); // 1010 twice; the third gap is 1500
    expect(examples.every(({ host }) => host === "slow")).toBe(true);
  });

  it("lets robots.txt come along with a page, where that is allowed", () => {
    const log = [entry("/robots.txt", 0), entry("/a", 20), entry("/b", 1020)];
    expect(audit(log, { delay: 1000 }).counts.gap).toBe(1);
    expect(audit(log, { delay: 1000, robotsCount: false }).counts.gap).toBe(0);
  });

  it("says what a log cannot tell: ends, rules, and times finer than its own", () => {
    const foreign = (path: string, time: number): AccessEntry => ({
      time,
      host: "h",
      path,
      status: 200,
      bytes: 1,
      page: -1,
      agent: "",
    });
    const log = [foreign("/robots.txt", 0), foreign("/a", 0), foreign("/b", 1000)];
    const { counts } = audit(log, { delay: 1000, resolution: 1000 });
    expect(counts).toEqual({ overlap: undefined, gap: 0, disallowed: undefined, "robots-first": 0, repeat: 0 });
    expect(audit(log, { delay: 1001, resolution: 1000 }).counts.gap).toBe(1);
  });

  it("does not take a second try for a repeat, nor a page that had not changed", () => {
    const log = [
      entry("/robots.txt", 0),
      entry("/a", 20, 1, { status: 503 }),
      entry("/a", 40, 1),
      entry("/a", 60, 1, { status: 304 }),
    ];
    expect(audit(log).violations).toBe(0);
  });

  it("keeps a few examples of each rule, and counts them all", () => {
    const log = [entry("/robots.txt", 0), ...Array.from({ length: 20 }, (_, i) => entry("/a", 20 + 20 * i))];
    const { counts, examples } = audit(log, { examples: 3 });
    expect(counts.repeat).toBe(19);
    expect(examples).toHaveLength(3);
  });
});
