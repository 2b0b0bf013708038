import { beforeAll, describe, expect, it } from "vitest";
import type { CacheMethod } from "../../../src/cache/method.js";
import { runCacheJobs } from "../../../src/cache/sweep/cache-jobs.js";
import { cacheMethodNamed, cacheMethodNames } from "../../../src/cache/sweep/cache-methods.js";
import { cacheSweep } from "../../../src/cache/sweep/cache-sweep.js";
import { depth } from "../../depth.js";
import { coded } from "../../fixture/problems.js";
import { crawlTrace } from "../../fixture/url-traces.js";

let policies: CacheMethod[];
beforeAll(async () => {
  policies = await Promise.all((await cacheMethodNames()).map(cacheMethodNamed));
});

const trace = crawlTrace(depth({ everyday: 6_000, prove: 20_000 }), 10, 1);
const sizes = [1, 8, 64, 512, 4096];

/** Does `work`; tells how many threads were started meanwhile. */
async function countingThreads<T>(work: () => Promise<T>): Promise<{ result: T; threads: number }> {
  let threads = 0;
  const count = () => threads++;
  process.on("worker", count);
  try {
    return { result: await work(), threads };
  } finally {
    process.off("worker", count);
  }
}

describe("runCacheJobs", () => {
  it("counts the same in threads as in this one, whatever their number", async () => {
    const one = await countingThreads(() => cacheSweep(trace, { policies, sizes, workers: 1 }));
    const three = await countingThreads(() => cacheSweep(trace, { policies, sizes, workers: 3 }));
    expect([one.threads, three.threads]).toEqual([0, 3]);
    expect(three.result.rows()).toEqual(one.result.rows());
    expect(three.result.rows().length).toBe(policies.length * sizes.length);
  });

  it("runs the user's own methods in this thread, beside the others", async () => {
    let made = 0;
    const spied: CacheMethod = {
      ...policies[0],
      label: "mine",
      curve: undefined,
      create(setting) {
        made++;
        return policies[0].create(setting);
      },
    };
    const sweep = await cacheSweep(trace, { policies: [...policies.slice(0, 3), spied], sizes, workers: 2 });
    expect(made).toBe(sizes.length);
    expect(sweep.missRates("mine")).toEqual(sweep.missRates(policies[0].label));
  });

  it("tells progress that rises to its total", async () => {
    const told: number[] = [];
    let end = 0;
    const onProgress = ({ done, total }: { done: number; total: number }) => {
      told.push(done);
      end = total;
    };
    await cacheSweep(trace, { policies, sizes, workers: 2, onProgress });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(end);
  });

  it("starts no thread for little work", async () => {
    const { threads } = await countingThreads(() => cacheSweep(trace, { policies: policies.slice(0, 2), sizes }));
    expect(threads).toBe(0);
  });

  it.each([1, 2])("stops at the signal, %i at a time", async (workers) => {
    const stop = new AbortController();
    const work = cacheSweep(trace, {
      policies,
      sizes,
      workers,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(work).rejects.toThrow(coded("stopped"));
  });

  it("starts no thread when it was told to stop before it began", async () => {
    const work = () =>
      expect(cacheSweep(trace, { policies, sizes, workers: 2, signal: AbortSignal.abort() })).rejects.toThrow(
        coded("stopped"),
      );
    expect((await countingThreads(work)).threads).toBe(0);
  });

  it("serves what waits in this thread between two jobs: a signal that comes during the first stops it before the last", async () => {
    const stop = new AbortController();
    let done = 0;
    const work = cacheSweep(trace, {
      policies: policies.slice(0, 2),
      sizes,
      workers: 1,
      signal: stop.signal,
      onProgress: () => {
        if (done++ === 0) setImmediate(() => stop.abort());
      },
    });
    await expect(work).rejects.toThrow(coded("stopped"));
    expect(done).toBe(1);
  });

  it("brings errors back from threads", async () => {
    const [method] = policies;
    const jobs = [{ trace: 0, method, sizes: [0], seed: 1 }];
    await expect(runCacheJobs([trace], jobs, { workers: 2 })).rejects.toThrow("a cache has room for 1 URL or more");
  });
});
