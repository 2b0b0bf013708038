import { describe, expect, it } from "vitest";
import { powersOf2 } from "../../../src/cache/miss-curve.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { infinite } from "../../../src/cache/policy/infinite.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { simulate } from "../../../src/cache/simulate.js";
import { missesOverTime } from "../../../src/cache/sweep/misses-over-time.js";
import { perThreadSweep } from "../../../src/cache/sweep/per-thread-sweep.js";
import { crawlTrace, traceOf } from "../../fixture/url-traces.js";

const trace = crawlTrace(8000, 3, 1);

/** What each thread asked for, page by page, and how many entries of k it has: written out. */
function apart(method: typeof lru, size: number): number {
  const { pages } = trace;
  if (!pages) throw new Error("the trace has pages");
  const threads = [0, 1, 2].map((thread) => {
    const urls = [...pages.ends].flatMap((end, page) =>
      pages.threads[page] === thread ? [...trace.requests.subarray(pages.ends[page - 1] ?? 0, end)] : [],
    );
    return traceOf("one thread", urls);
  });
  const rooms = [0, 1, 2].map((thread) => Math.floor(size / 3) + (thread < size % 3 ? 1 : 0));
  expect(rooms.reduce((sum, room) => sum + room, 0)).toBe(size);
  return threads.reduce((sum, own, thread) => sum + simulate(own, method, rooms[thread]), 0);
}

describe("perThreadSweep", () => {
  it("shares k entries out over the threads, to the last, and adds up their misses", async () => {
    const sizes = [...powersOf2(0, 10), 100, 101];
    const sweep = await perThreadSweep(trace, { policies: [lru, clock], sizes });
    for (const method of [lru, clock]) {
      const own = sweep.rows().filter(({ policy }) => policy === `${method.label}, one per thread`);
      expect(own.map(({ size }) => size)).toEqual(sizes.filter((size) => size >= 3).toSorted((a, b) => a - b));
      for (const { size, misses } of own) expect(misses).toBe(apart(method, size));
      for (const { size, misses } of sweep.rows().filter(({ policy }) => policy === method.label))
        expect(misses).toBe(simulate(trace, method, size));
    }
    expect(sweep.threads).toBe(3);
  });

  it("needs to know the threads", async () => {
    await expect(perThreadSweep(traceOf("plain", [1, 2]), { policies: [lru], sizes: [1] })).rejects.toThrow(
      "plain does not tell its threads",
    );
  });
});

describe("missesOverTime", () => {
  it("counts first requests in each stretch for INFINITE, and adds up to a simulation", () => {
    const rows = missesOverTime(trace, infinite, 1, { intervals: 4 });
    const seen = new Set<number>();
    for (const [i, { until, requests, misses, missRate }] of rows.entries()) {
      const before = seen.size;
      for (const url of trace.requests.subarray(2000 * i, 2000 * (i + 1))) seen.add(url);
      expect({ until, requests, misses }).toEqual({
        until: 2000 * (i + 1),
        requests: 2000,
        misses: seen.size - before,
      });
      expect(missRate).toBe(misses / 2000);
    }
    const both = missesOverTime(trace, lru, [64, 8], { intervals: 7 });
    expect(both.length).toBe(14);
    for (const size of [8, 64])
      expect(both.filter((row) => row.size === size).reduce((sum, { misses }) => sum + misses, 0)).toBe(
        simulate(trace, lru, size),
      );
  });
});
