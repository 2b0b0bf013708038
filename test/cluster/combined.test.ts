import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { combinedErrors, combinedHosts, combinedStatus } from "../../src/cluster/combined.js";
import type { ProcessReport } from "../../src/cluster/reports.js";
import type { HeardReport } from "../../src/cluster/roll-call.js";
import type { CrawlStatus, HostStatus } from "../../src/fetch/status.js";
import { NOON, someStatus } from "../monitor/fake-crawl.js";
import { anyReport } from "./any-report.js";

const report = (name: string, status: Partial<CrawlStatus> = {}, more: Partial<ProcessReport> = {}): ProcessReport => ({
  name,
  partitions: 16,
  status: { ...someStatus, ...status },
  hosts: [],
  errors: [],
  ...more,
});
const heard = (told: ProcessReport, ago = 0): HeardReport => ({ report: told, heard: NOON - ago });
const anyHeard = fc.record({ report: anyReport, heard: fc.constantFrom(NOON, NOON - 4999, NOON - 5000, NOON - 1e6) });
const anyReports = fc.uniqueArray(anyHeard, { maxLength: 6, selector: (each) => each.report.name });

describe("the status of all processes", () => {
  it("is the status of the one when there is one", () => {
    fc.assert(
      fc.property(anyReport, (told) => {
        const { processes, ...status } = combinedStatus([heard(told)], NOON);
        expect(status).toEqual(told.status);
        expect(processes).toHaveLength(1);
      }),
    );
  });

  it("does not depend on who was heard first", () => {
    const shuffled = anyReports.chain((reports) =>
      fc.tuple(fc.constant(reports), fc.shuffledSubarray(reports, { minLength: reports.length })),
    );
    fc.assert(
      fc.property(shuffled, ([a, b]) => {
        expect(combinedStatus(a, NOON)).toEqual(combinedStatus(b, NOON));
        const toldBy = (reports: readonly HeardReport[]) => reports.map((each) => each.report);
        expect(combinedHosts(toldBy(a), 10)).toEqual(combinedHosts(toldBy(b), 10));
        expect(combinedErrors(toldBy(a))).toEqual(combinedErrors(toldBy(b)));
      }),
    );
  });

  it("has k times the counts and rates, and the same times and shares, when k processes tell the same", () => {
    const times = ["started", "elapsed", "now", "checkpoint", "ordering", "blocked", "state"] as const;
    fc.assert(
      fc.property(anyReport, fc.integer({ min: 2, max: 7 }), (told, k) => {
        const { status } = told;
        const all = combinedStatus(
          Array.from({ length: k }, (_, index) => heard({ ...told, name: `p${index}` })),
          NOON,
        );
        for (const name of times) expect(all[name]).toEqual(status[name]);
        for (const name of [
          "requests",
          "robotsRequests",
          "pages",
          "bytes",
          "disallowed",
          "frontier",
          "inFlight",
          "memory",
        ] as const)
          expect(all[name], name).toBe(k * status[name]);
        for (const name of ["faults", "statuses", "dropped", "oddities"] as const)
          expect(Object.entries(all[name]), name).toEqual(
            Object.entries(status[name]).map(([each, count]) => [each, k * count]),
          );
        expect(all.rate.pagesPerSecond).toBeCloseTo(k * status.rate.pagesPerSecond, 3);
        expect(all.cacheHits).toBeCloseTo(status.cacheHits, 12);
        expect(all.exchange?.sent).toBe(status.exchange && k * status.exchange.sent);
        expect(all.nearDuplicates?.pages).toBe(status.nearDuplicates && k * status.nearDuplicates.pages);
        expect(all.nearDuplicates?.traps[0]).toEqual(status.nearDuplicates?.traps[0]); // the largest
        expect(all.urlCache?.hits).toBe(status.urlCache && k * status.urlCache.hits);
        expect(all.hosts.known).toBe(k * status.hosts.known);
      }),
    );
  });

  it("adds up by hand as here", () => {
    const a = report("a", {
      pages: 30,
      elapsed: 5000,
      started: NOON - 9000,
      checkpoint: NOON - 100,
      speed: 20,
      blocked: ["x.org"],
      faults: { refused: 1, timeout: 2 },
      links: { found: 100, fresh: 50, outOfScope: { host: 5 } },
      cacheHits: 0.5,
      exchange: { foreign: 10, sent: 4, messages: 1, bytes: 400, received: 3, fresh: 2 },
    });
    const b = report("b", {
      pages: 12,
      elapsed: 7000,
      started: NOON - 7000,
      checkpoint: NOON - 900,
      speed: 30,
      blocked: ["y.org", "x.org"],
      faults: { refused: 4 },
      links: { found: 300, fresh: 60, outOfScope: { depth: 1 } },
      cacheHits: 0.9,
    });
    const all = combinedStatus([heard(b), heard(a)], NOON);
    expect(all).toMatchObject({
      pages: 42,
      elapsed: 7000,
      started: NOON - 9000,
      checkpoint: NOON - 900,
      speed: 50,
      faults: { refused: 5, timeout: 2 },
      links: { found: 400, fresh: 110, outOfScope: { host: 5, depth: 1 } },
      cacheHits: (50 + 270) / 400,
      blocked: ["x.org", "y.org"],
      ordering: "breadth-first",
      exchange: { foreign: 10, sent: 4, messages: 1, bytes: 400, received: 3, fresh: 2 },
    });
    expect(all.processes?.map(({ name, pages, exchange }) => [name, pages, exchange.sent])).toEqual([
      ["a", 30, 4],
      ["b", 12, 0],
    ]);
  });

  it("began when the first began that has begun", () => {
    const started = (...times: readonly number[]) =>
      combinedStatus(
        times.map((time, i) => heard(report(`p${i}`, { started: time }))),
        NOON,
      ).started;
    expect([started(0, NOON - 5, NOON - 9), started(0, 0)]).toEqual([NOON - 9, 0]);
  });

  it("counts what a process that is away has done, and what waits there, but nothing as under way", () => {
    const all = combinedStatus([heard(report("a")), heard(report("b", { speed: 9 }), 5000)], NOON);
    expect([all.pages, all.frontier, all.hosts.known]).toEqual([2 * 3800, 2 * 45_678, 2 * 1234]);
    expect([all.inFlight, all.memory, all.rate.pagesPerSecond, all.hosts.waiting]).toEqual([16, 312_000_000, 56.7, 88]);
    expect(all.speed).toBeUndefined(); // the one that works has no limit
    const [a, b] = all.processes ?? [];
    expect([a.state, b.state]).toEqual(["running", "away"]);
    expect([b.pages, b.frontier, b.inFlight, b.pagesPerSecond, b.memory]).toEqual([3800, 45_678, 0, 0, 0]);
    expect(combinedStatus([heard(report("b"), 4999)], NOON).processes?.[0].state).toBe("running");
  });

  it("has a limit of speed only where all that work have one", () => {
    const [a, b] = [heard(report("a", { speed: 9 })), heard(report("b"))];
    expect(combinedStatus([a, b], NOON).speed).toBeUndefined();
    expect(combinedStatus([a, heard(report("b", { speed: 0.5 }))], NOON).speed).toBe(9.5);
  });

  it("counts nothing of one that has just ended as under way while others work", () => {
    const all = combinedStatus([heard(report("a")), heard(report("b", { state: "done" }))], NOON);
    expect([all.pages, all.inFlight, all.rate.pagesPerSecond]).toEqual([2 * 3800, 16, 56.7]);
  });

  it.each([
    [["running", "paused", "draining", "done"], "running"],
    [["paused", "paused", "done"], "paused"],
    [["paused", "draining"], "draining"],
    [["done", "draining"], "draining"],
    [["done", "done"], "done"],
    [["done", "stopped"], "stopped"],
  ] as const)("has of %j the state %s", (states, expected) => {
    const reports = states.map((state, index) => heard(report(`p${index}`, { state })));
    expect(combinedStatus(reports, NOON).state).toBe(expected);
  });

  it("is done when all that ended did so long ago, and stopped when one is missed", () => {
    const done = heard(report("a", { state: "done" }), 60_000);
    expect(combinedStatus([done], NOON).state).toBe("done");
    expect(combinedStatus([done, heard(report("b"), 60_000)], NOON).state).toBe("stopped");
    expect(combinedStatus([], NOON).state).toBe("stopped");
  });

  it("tells of each process whether it joins, leaves, has ended, is away or was never heard", () => {
    const reports = [
      heard(report("joins", {}, { partitions: 0 })),
      heard(report("leaves", {}, { leaving: true })),
      heard(report("paused", { state: "paused" })),
      heard(report("gone", {}, { leaving: true }), 8000),
      heard(report("ended", { state: "done" }), 8000),
    ];
    const names = ["joins", "gone", "ended", "unheard", "unheard"];
    const { processes = [] } = combinedStatus(reports, NOON, names);
    expect(processes.map(({ name, state, heard }) => [name, state, heard && NOON - heard])).toEqual([
      ["ended", "done", 8000],
      ["gone", "away", 8000],
      ["joins", "joining", 0],
      ["leaves", "leaving", 0],
      ["paused", "paused", 0],
      ["unheard", "away", 0],
    ]);
    const { exchange, ...counts } = processes[5];
    expect(Object.values({ ...counts, ...exchange }).filter((each) => typeof each === "number" && each > 0)).toEqual(
      [],
    );
  });

  it("keeps what a process did that was given up or has left, but nothing that waits there, and misses it no more", () => {
    const reports = [heard(report("stays", { state: "done" })), heard(report("lost"), 60_000)];
    const missed = combinedStatus(reports, NOON, ["stays", "lost"]);
    expect([missed.state, missed.pages, missed.frontier]).toEqual(["stopped", 2 * 3800, 2 * 45_678]);
    expect(missed.processes).toHaveLength(2);
    const given = combinedStatus(reports, NOON, ["stays"]);
    expect([given.state, given.pages, given.frontier]).toEqual(["done", 2 * 3800, 45_678]);
    expect(given.processes?.map(({ name }) => name)).toEqual(["stays"]);
  });

  it("is all zero before anyone was heard, and no number is none", () => {
    const nothing = combinedStatus([], NOON);
    expect(nothing).toMatchObject({ started: 0, elapsed: 0, pages: 0, cacheHits: 0, checkpoint: 0, processes: [] });
    expect(JSON.stringify(nothing)).not.toContain("null");
  });
});

describe("the hosts of all processes", () => {
  const host = (name: string, queued: number, more: Partial<HostStatus> = {}): HostStatus => ({
    host: name,
    queued,
    fetched: 1,
    state: "ready",
    ...more,
  });

  it("are those with the longest queues of all", () => {
    const reports = [
      report("a", {}, { hosts: [host("a1", 9), host("a2", 2)] }),
      report("b", {}, { hosts: [host("b1", 7), host("b2", 3)] }),
    ];
    expect(combinedHosts(reports, 3).map((each) => each.host)).toEqual(["a1", "b1", "b2"]);
  });

  it("are one where several know it: with the sums, and what is under way", () => {
    const reports = [
      report("a", {}, { hosts: [host("x", 0, { state: "done", fetched: 40, nextAllowed: 1 })] }),
      report("b", {}, { hosts: [host("x", 5, { state: "waiting", fetched: 2, nextAllowed: NOON + 9 })] }),
      report("c", {}, { hosts: [host("x", 1, { state: "waiting", fetched: 0, nextAllowed: NOON + 4 })] }),
    ];
    expect(combinedHosts(reports, 9)).toEqual([
      { host: "x", queued: 6, fetched: 42, state: "waiting", nextAllowed: NOON + 4 },
    ]);
    const done = { state: "done", fetched: 1, nextAllowed: undefined } as const;
    const ended = ["a", "b"].map((name) => report(name, {}, { hosts: [host("y", 0, done)] }));
    expect(combinedHosts(ended, 9)).toEqual([{ host: "y", queued: 0, fetched: 2, state: "done" }]);
  });
});

describe("the errors of all processes", () => {
  it("stand newest first, each after the name of its process", () => {
    const error = (time: number) => ({ time, url: "http://x.org/", fault: "refused", message: `no ${time}` });
    const reports = [
      report("a", {}, { errors: [error(9), error(4)] }),
      report("b", {}, { errors: [error(7), error(4)] }),
    ];
    expect(combinedErrors(reports).map(({ message }) => message)).toEqual(["a: no 9", "b: no 7", "a: no 4", "b: no 4"]);
  });
});
