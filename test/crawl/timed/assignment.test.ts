import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignedKeys } from "../../../src/crawl/timed/assignment.js";
import { constantLatency } from "../../../src/crawl/timed/latency.js";
import { linkedUrls } from "../../../src/crawl/timed/linked-urls.js";
import { timedReplay } from "../../../src/crawl/timed/timed-replay.js";
import { crossTrace, splitByProcess } from "../../../src/trace/sub-trace.js";
import { ownerOf } from "../../../src/trace/url-trace.js";
import { keepsHosts, PARTITION_KEYS, partitioner } from "../../../src/url/partition.js";
import { campus } from "../../../src/web/campus/campus.js";
import { anyHostedWeb } from "./hosted-web.js";

const web = campus({ pages: 500 });
const linked = linkedUrls(web);

describe("assignedKeys", () => {
  it.each(PARTITION_KEYS)("by %s gives each URL the part that the crawler gives it", (by) => {
    const partOf = partitioner(64, by);
    const { keys, unitOf } = assignedKeys(linked, 1, { by, partitions: 64 });
    const { urls, size } = linked;
    expect(size).toBeGreaterThan(400);
    for (let url = 0; url < size; url++) expect(keys[unitOf ? unitOf[url] : url]).toBe(partOf(urls?.at(url) ?? ""));
    expect(unitOf !== undefined).toBe(keepsHosts(by));
  });

  it("without parts is the hash of the host, in the first copy as the web has it", () => {
    const { keys } = assignedKeys(linked, 3);
    expect([...keys.subarray(0, linked.hosts)]).toEqual([...linked.hostKeys]);
    expect(new Set(keys).size).toBe(3 * linked.hosts);
  });

  it("deals parts in turn, so that with P dividing their number none has more than another", () => {
    const parts = Uint32Array.from({ length: 64 }, (_, part) => part);
    const counts = new Uint32Array(16);
    for (const part of parts) counts[ownerOf(part, 16)]++;
    expect(new Set(counts)).toEqual(new Set([4]));
  });

  it("refuses what makes no sense", () => {
    expect(() => assignedKeys(linked, 1, { by: "site" as never })).toThrow(
      'by is one of host, domain, top-level, url; found "site"',
    );
    expect(() => assignedKeys(linked, 1, { partitions: 70_000 })).toThrow("from 1 to 65,536");
    expect(() => assignedKeys(linked, 1, { parts: 64 } as never)).toThrow("parts");
  });
});

describe("timedReplay, hosts in parts,", () => {
  const options = { processes: 4, threads: 3, copies: 2, latency: constantLatency(100) };

  it("crawls each page in the process that its part was dealt to, and tells so in its traces", () => {
    const crawl = timedReplay(web, { ...options, partitions: 256, log: true });
    const { keys } = assignedKeys(linked, 2, { partitions: 256 });
    const { hosts, processes } = crawl.log!;
    for (let i = 0; i < hosts.length; i++) expect(processes[i]).toBe(ownerOf(keys[hosts[i]], 4));
    for (const trace of crawl.traces) {
      if (trace.requests.length === 0) continue;
      const foreign = trace.requests.filter((url) => ownerOf(keys[trace.hosts![url]], 4) !== trace.process).length;
      expect(foreign).toBeGreaterThan(0);
      expect(crossTrace(trace).requests.length).toBe(foreign);
    }
  });

  it("is the same crawl as without, where the processes divide the parts", () => {
    // hash % 64 % 4 = hash % 4
    const [parts, plain] = [{ partitions: 64 }, {}].map((how) => timedReplay(web, { ...options, ...how }));
    expect(parts.milliseconds).toBe(plain.milliseconds);
    expect(parts.traces.map(({ requests }) => [...requests])).toEqual(
      plain.traces.map(({ requests }) => [...requests]),
    );
  });

  it("leaves processes idle that have no part", () => {
    const crawl = timedReplay(web, { ...options, processes: 5, partitions: 3 });
    expect(crawl.idleShares.slice(3)).toEqual([1, 1]);
    expect(crawl.traces.slice(3).map(({ requests }) => requests.length)).toEqual([0, 0]);
    for (const idle of crawl.idleShares.slice(0, 3)) expect(idle).toBeLessThan(1);
  });

  it("lets a crawl of one process be split by its parts", () => {
    const [whole] = timedReplay(web, { ...options, processes: 1, partitions: 64 }).traces;
    const { keys } = assignedKeys(linked, 2, { partitions: 64 });
    for (const { pages, process } of splitByProcess(whole, 4))
      for (const host of pages!.hosts) expect(ownerOf(keys[host], 4)).toBe(process);
  });

  it("keeps one domain in one process", () => {
    const { idleShares } = timedReplay(web, { ...options, copies: 1, by: "domain" });
    expect(idleShares.filter((idle) => idle < 1).length).toBe(
      new Set(assignedKeys(linked, 1, { by: "domain" }).keys.map((key) => ownerOf(key, 4))).size,
    );
  });

  it("refuses to split hosts, whose delay no process could keep", () => {
    expect(() => timedReplay(web, { by: "url" })).toThrow('by "url" splits hosts');
    expect(() => timedReplay(web, { partitions: 1.5 })).toThrow("partitions is a whole number");
  });

  it("has idle shares whose mean is that of all threads", () => {
    fc.assert(
      fc.property(anyHostedWeb, fc.integer({ min: 1, max: 5 }), ({ web: any, hostOf }, processes) => {
        const { idle, idleShares } = timedReplay(any, { hostOf, processes, threads: 2 });
        expect(idleShares.reduce((sum, share) => sum + share, 0) / processes).toBeCloseTo(idle, 9);
      }),
    );
  });
});
