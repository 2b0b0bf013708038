import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/cluster/engine.js";
import { type ProcessReport, packReport, readReport, reportOf, tellReports } from "../../src/cluster/reports.js";
import { FakeClock } from "../fetch/fake-clock.js";
import { coded } from "../fixture/problems.js";
import { FakeCrawl, NOON, someStatus } from "../monitor/fake-crawl.js";
import { anyReport } from "./any-report.js";
import { inMemoryEngine } from "./in-memory-engine.js";

const some: ProcessReport = { name: "a", partitions: 16, status: someStatus, hosts: [], errors: [] };
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const asRead = (value: unknown) => JSON.parse(new TextDecoder().decode(packReport(value as ProcessReport)));

describe("a report", () => {
  it("is read as it was packed, whatever the names in it", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        expect(readReport(packReport(report))).toEqual(report);
      }),
    );
  });

  it("takes up no more than 1 MB, however much there is to tell", () => {
    const long = "\u0001".repeat(5000); // JSON writes each as six bytes: the worst there is
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}${long}`, 1e300]));
    const names = { faults: many, dropped: many, oddities: many, statuses: many };
    const links = { found: 1e300, fresh: 1e300, outOfScope: many };
    const status = { ...someStatus, ...names, links, ordering: long, blocked: Array(10_000).fill(long) };
    const hosts = Array(1000).fill({ host: long, fetched: 1e300, queued: 1e300, state: "in use", nextAllowed: 1e300 });
    const errors = Array(1000).fill({ time: 1e300, url: long, fault: long, message: long });
    const packed = packReport({ ...some, name: long, status, hosts, errors });
    expect(packed.length).toBeLessThan(1_000_000);
    const read = readReport(packed);
    expect([read.hosts.length, read.errors.length, read.status.blocked.length]).toEqual([50, 20, 200]);
    expect(read.errors[0].url).toBe("\u0001".repeat(500));
    expect(read.hosts[0].host).toBe("\u0001".repeat(253));
  });

  it("adds up the counts that are told under one name, so that none is lost", () => {
    const statuses = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`s${index}`, index + 1]));
    const told = readReport(packReport({ ...some, status: { ...someStatus, statuses } })).status.statuses;
    expect(told.s149).toBe(150);
    expect(told.other).toBe((51 * 52) / 2); // the 51 smallest: 1 + 2 + ... + 51
    expect(Object.keys(told)).toHaveLength(100);
  });

  it("is cut between characters and not within one", () => {
    const message = `${"x".repeat(499)}😀😀`;
    const [error] = readReport(
      packReport({ ...some, errors: [{ time: 1, url: message, fault: "f", message }] }),
    ).errors;
    expect(error.message).toBe("x".repeat(499));
  });

  it("leaves out a speed without limit, and what it does not know", () => {
    const report = { ...some, more: 1, status: { ...someStatus, speed: Infinity, mood: "good" } };
    expect(readReport(bytesOf({ ...asRead(report), more: 1 }))).toEqual(some);
  });

  it("is refused, naming the field, when it is none of this version", () => {
    expect(() => readReport(new TextEncoder().encode("{"))).toThrow(
      "expected a report as JSON; found 1 byte of something else",
    );
    expect(() => readReport(bytesOf(null))).toThrow("expected a report of version 1, found version none");
    expect(() => readReport(bytesOf({ ...asRead(some), version: 2 }))).toThrow("found version 2: run the same");
    const spoilt = (more: object) => readReport(bytesOf({ ...asRead(some), ...more }));
    expect(() => spoilt({ name: 7 })).toThrow("report.name: expected a text, found 7");
    expect(() => spoilt({ hosts: {} })).toThrow("report.hosts: expected a list, found {}");
    expect(() => spoilt({ hosts: [{ host: "a" }] })).toThrow(
      "report.hosts[0].fetched: expected a number, found nothing",
    );
    expect(() => spoilt({ leaving: "yes" })).toThrow('report.leaving: expected true or false, found "yes"');
    expect(() => spoilt({ status: { ...someStatus, state: "gone" } })).toThrow(
      "report.status.state: expected running,",
    );
    expect(() => spoilt({ status: { ...someStatus, faults: { refused: "3" } } })).toThrow(
      "report.status.faults.refused",
    );
  });

  it("is refused as one when any of its fields that must be there is not", () => {
    const whole = asRead(some);
    for (const name of Object.keys(whole)) {
      const { [name]: _, ...rest } = whole;
      expect(() => readReport(bytesOf(rest)), `without ${name}`).toThrow(coded("version"));
    }
    for (const name of Object.keys(whole.status)) {
      const { [name]: _, ...status } = whole.status;
      expect(() => readReport(bytesOf({ ...whole, status })), `without status.${name}`).toThrow(coded("version"));
    }
  });
});

describe("the reports of a process", () => {
  it("come at once, every second, and once more when it ends", async () => {
    const clock = new FakeClock(NOON);
    const engine = inMemoryEngine().open("crawl");
    const heard: (readonly [second: number, state: string])[] = [];
    await engine.listen("status", (body) => {
      heard.push([(clock.now() - NOON) / 1000, readReport(body).status.state]);
      return undefined;
    });
    const crawl = new FakeCrawl();
    const end = tellReports(
      engine,
      clock,
      () => reportOf(crawl, { name: "a", partitions: 1 }),
      () => expect.unreachable(),
    );
    await clock.run(new Promise<void>((resolve) => clock.after(2500, resolve)));
    await crawl.stop();
    crawl.current = { ...crawl.current, state: "done" };
    end();
    await clock.run(new Promise<void>((resolve) => clock.after(5000, resolve)));
    expect(heard).toEqual([
      [0, "running"],
      [1, "running"],
      [2, "running"],
      [2.5, "done"],
    ]);
  });

  it("go on after one that could not be made", async () => {
    const clock = new FakeClock(NOON);
    const told: Uint8Array[] = [];
    const engine = { tell: (_: string, body: Uint8Array) => void told.push(body) } as unknown as Engine;
    const crawl = new FakeCrawl();
    crawl.trouble = new Error("no status");
    const troubles: unknown[] = [];
    const end = tellReports(
      engine,
      clock,
      () => reportOf(crawl, { name: "a", partitions: 1 }),
      (error) => troubles.push(error),
    );
    expect([told.length, troubles]).toEqual([0, [new Error("no status")]]);
    await clock.run(new Promise<void>((resolve) => clock.after(1500, resolve)));
    expect(told).toHaveLength(1);
    end();
  });
});
