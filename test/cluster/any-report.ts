import fc from "fast-check";
import type { ProcessReport } from "../../src/cluster/reports.js";
import type { CrawlStatus, HostStatus, Trap } from "../../src/fetch/status.js";
import { largestTraps } from "../../src/fetch/tally.js";
import { NOON } from "../monitor/fake-crawl.js";

const count = fc.nat(1e9);
const rate = fc.double({ min: 0.001, max: 1e6, noNaN: true });
const time = fc.integer({ min: NOON - 1e9, max: NOON });

/** Names that a plain object takes for its own are among them. */
const name = fc.oneof(
  fc.constantFrom("200", "refused", "__proto__", "constructor", "toString"),
  fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
);
const byName = fc.array(fc.tuple(name, count), { maxLength: 6 }).map((entries) => Object.fromEntries(entries));

const host: fc.Arbitrary<HostStatus> = fc.record(
  {
    host: fc.domain(),
    fetched: count,
    queued: count,
    state: fc.constantFrom("ready", "waiting", "down", "in use", "done", "blocked"),
    nextAllowed: time,
  },
  { requiredKeys: ["host", "fetched", "queued", "state"] },
);

const trap = fc.record<Trap>({ url: fc.webUrl(), prefix: fc.webUrl(), pages: count });

/** Those of one status fit together only as far as a sum needs it: memory knew no more URLs than were found. */
export const anyStatus: fc.Arbitrary<CrawlStatus> = fc
  .record(
    {
      state: fc.constantFrom("running", "paused", "draining", "done", "stopped"),
      ordering: fc.constantFrom("breadth-first", "page-rank"),
      started: time,
      elapsed: count,
      requests: count,
      robotsRequests: count,
      faults: byName,
      dropped: byName,
      oddities: byName,
      statuses: byName,
      pages: count,
      bytes: count,
      disallowed: count,
      frontier: count,
      found: fc.record({
        found: fc.integer({ min: 1, max: 1e9 }),
        fresh: count,
        outOfScope: byName,
        known: fc.nat(1e9),
      }),
      hosts: fc.record({ known: count, ready: count, waiting: count, down: count, inUse: count }),
      inFlight: count,
      rate: fc.record({ pagesPerSecond: rate, bytesPerSecond: rate }),
      speed: rate,
      urlCache: fc.record({ entries: count, asked: count, hits: count }),
      exchange: fc.record({
        foreign: count,
        sent: count,
        messages: count,
        bytes: count,
        received: count,
        fresh: count,
      }),
      nearDuplicates: fc.record({
        pages: count,
        unfollowed: count,
        traps: fc.array(trap, { maxLength: 3 }).map(largestTraps),
      }),
      checkpoint: time,
      blocked: fc.uniqueArray(fc.domain(), { maxLength: 3 }),
      memory: count,
    },
    { noNullPrototype: true },
  )
  .chain((status) =>
    fc.record({ speed: fc.boolean(), cache: fc.boolean(), exchange: fc.boolean(), near: fc.boolean() }).map((has) => {
      const { found, speed, urlCache, exchange, nearDuplicates, ...rest } = status;
      const { known, ...links } = found;
      return {
        ...rest,
        now: NOON,
        links,
        cacheHits: Math.min(known, links.found) / links.found,
        ...(has.speed && { speed }),
        ...(has.cache && { urlCache }),
        ...(has.exchange && { exchange }),
        ...(has.near && { nearDuplicates }),
      };
    }),
  );

const line = fc.string({ maxLength: 100, unit: "grapheme" });

export const anyReport: fc.Arbitrary<ProcessReport> = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
    partitions: fc.nat(64),
    leaving: fc.boolean(),
    checkpoint: fc.record({ number: fc.nat(9), failure: line }, { requiredKeys: ["number"] }),
    status: anyStatus,
    hosts: fc.uniqueArray(host, { maxLength: 8, selector: (each) => each.host }),
    errors: fc
      .array(fc.record({ time, url: line, fault: name, message: line }), { maxLength: 5 })
      .map((errors) => errors.sort((a, b) => b.time - a.time)),
  },
  { requiredKeys: ["name", "partitions", "status", "hosts", "errors"] },
);
