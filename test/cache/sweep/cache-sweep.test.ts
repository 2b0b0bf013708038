import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { defineCache } from "../../../src/cache/method.js";
import { powersOf2 } from "../../../src/cache/miss-curve.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { infinite } from "../../../src/cache/policy/infinite.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { min } from "../../../src/cache/policy/min.js";
import { random } from "../../../src/cache/policy/random.js";
import { wTinyLfu } from "../../../src/cache/policy/w-tiny-lfu.js";
import { simulate } from "../../../src/cache/simulate.js";
import { cacheMethodNamed, cacheMethodNames } from "../../../src/cache/sweep/cache-methods.js";
import { cacheSweep } from "../../../src/cache/sweep/cache-sweep.js";
import { CacheSweep } from "../../../src/cache/sweep/sweep.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { crawlTrace, traceOf } from "../../fixture/url-traces.js";

const trace = crawlTrace(6000, 4, 1);
const sizes = [1, 2, 3, 50, 400, trace.urls, 1e6];

/** Keeps the last URL, as LRU with one entry does, whatever the size. */
const mine = defineCache({
  name: "mine",
  title: "mine",
  source: "this test",
  options: {},
  create() {
    let last = -1;
    return {
      request(url) {
        const hit = url === last;
        last = url;
        return hit;
      },
    };
  },
});

describe("cacheSweep", () => {
  it("has the misses of a simulation, of every policy at every size", async () => {
    const policies = await Promise.all((await cacheMethodNames()).map(cacheMethodNamed));
    const sweep = await cacheSweep(trace, { policies: [...policies, mine], sizes, seed: 7 });
    const rows = sweep.rows();
    expect(rows.length).toBe((policies.length + 1) * sizes.length);
    for (const { policy, size, misses, missRate, hitRate } of rows) {
      const method = [...policies, mine].find(({ label }) => label === policy) ?? mine;
      expect(misses, `${policy} at ${size}`).toBe(simulate(trace, method, Math.min(size, trace.urls), { seed: 7 }));
      expect(missRate).toBe(misses / 6000);
      expect(hitRate).toBe(1 - missRate);
    }
    expect(rows[0]).toMatchObject({ trace: trace.name, requests: 6000, distinct: trace.urls, seed: 7 });
  });

  it("counts any number of sizes in any order, each once, and sizes far beyond memory", async () => {
    const many = Array.from({ length: 80 }, (_, i) => 80 - i);
    const sweep = await cacheSweep(trace, { policies: [clock, wTinyLfu], sizes: [...many, 3, 2 ** 40] });
    expect(sweep.sizes).toEqual([...many.toSorted((a, b) => a - b), 2 ** 40]);
    for (const { name, size, misses } of sweep.rows())
      if (name === "clock" && size < 100) expect(misses).toBe(simulate(trace, clock, size));
    expect(
      sweep
        .rows()
        .filter(({ size }) => size === 2 ** 40)
        .map(({ misses }) => misses),
    ).toEqual([trace.urls, trace.urls]);
  });

  it("runs RANDOM with several seeds where asked to, and nothing else", async () => {
    const sweep = await cacheSweep(trace, { policies: [random, lru], sizes: [50], repeats: 3, seed: 5 });
    expect(sweep.rows().map(({ name, seed }) => [name, seed])).toEqual([
      ["random", 5],
      ["random", 6],
      ["random", 7],
      ["lru", 5],
    ]);
    const own = sweep
      .rows()
      .slice(0, 3)
      .map(({ missRate }) => missRate);
    expect(new Set(own).size).toBeGreaterThan(1);
    expect(sweep.missRates("RANDOM").missRates[0]).toBeCloseTo((own[0] + own[1] + own[2]) / 3, 12);
  });

  it("refuses what gives no curve", async () => {
    const policies = [lru];
    await expect(cacheSweep(traceOf("empty", []), { policies, sizes })).rejects.toThrow("the trace empty is empty");
    await expect(cacheSweep(trace, { policies: [], sizes })).rejects.toThrow("a sweep needs policies");
    await expect(cacheSweep(trace, { policies: [lru, lru()], sizes })).rejects.toThrow('two policies are called "LRU"');
    const sparse = { name: "sparse", requests: Uint32Array.of(0, 2, 1), urls: 3 };
    await expect(cacheSweep(sparse, { policies, sizes })).rejects.toThrow(
      "request 1 is for URL 2, where 1 is the next new one",
    );
    await expect(cacheSweep({ ...sparse, requests: Uint32Array.of(0, 1) }, { policies, sizes })).rejects.toThrow(
      "says that it has 3 URLs",
    );
    const ordering = { kind: "ordering", name: "random" };
    await expect(cacheSweep(trace, { policies: [ordering as never], sizes })).rejects.toThrow(
      "found the ordering random. Did you mean caches.random?",
    );
    await expect(cacheSweep(trace, { policies: ["lru" as never], sizes })).rejects.toThrow("Did you mean caches.lru?");
    await expect(cacheSweep(trace, { policies, sizes: [] })).rejects.toThrow("a sweep needs sizes");
    await expect(cacheSweep(trace, { policies, sizes: [1, 0] })).rejects.toThrow("found 0");
    await expect(cacheSweep(trace, { policies, sizes: [1.5] })).rejects.toThrow("found 1.5");
    await expect(cacheSweep(trace, { policies, sizes, repeats: 0 })).rejects.toThrow(/repeats .*found 0/);
    await expect(cacheSweep(trace, { policies, sizes, workers: 0 })).rejects.toThrow("workers is a number of threads");
    await expect(cacheSweep(trace, { policies, sizes, worker: 2 } as never)).rejects.toThrow('no option "worker"');
    await expect(cacheSweep(trace, { policies, sizes, signal: AbortSignal.abort() })).rejects.toThrow(/was stopped/);
  });
});

describe("CacheSweep", async () => {
  const sweep = await cacheSweep(trace, { policies: [lru, clock, min, infinite], sizes: powersOf2(0, 12) });

  it("shows itself as a table with short headings", async () => {
    const text = inspect(sweep);
    expect(text).toMatch(/^crawl by 4 threads: 6,000 requests, [\d,]+ URLs; no cache misses less than [\d.]+ %\n/);
    expect(text).toMatch(/misses % +2\^0 +2\^1 /);
    const odd = (await cacheSweep(trace, { policies: [lru], sizes: [1, 3, 100, 50_000] })).table();
    expect(odd).toMatch(/\nmisses % +2\^0 +3 +100 +50,000\n/);
    for (const line of text.split("\n").slice(1)) expect(line.length).toBeLessThanOrEqual(112);
  });

  it("shows half the width of an estimate's interval below its miss rates, in percent", () => {
    // by hand: 50 and 20 of 100 requests miss; the intervals are 24 and 9 points wide
    const curve = { method: lru, policy: "LRU", sizes: [4, 8], misses: [50, 20], seed: 1 };
    const interval = { low: [0.38, 0.16], high: [0.62, 0.25] };
    const table = new CacheSweep({ name: "by hand", requests: 100, distinct: 9 }, [{ ...curve, ...interval }]).table();
    expect(table).toMatch(/\nLRU +50\.0 +20\.0\n +\+- +12\.0 +4\.5(\n|$)/);
  });

  it("sets each row beside MIN, or another policy", () => {
    const rows = sweep.relativeTo("MIN");
    expect(rows.length).toBe(4 * 13);
    for (const { policy, size, relative } of rows) {
      const of = (label: string) => sweep.rows().find((row) => row.policy === label && row.size === size)?.misses ?? 0;
      expect(relative).toBeCloseTo(of(policy) / of("MIN"), 12);
    }
    expect(sweep.relativeTo("lru")[0]).toMatchObject({ policy: "LRU", relative: 1, to: "LRU" });
    expect(() => sweep.relativeTo("FIFO")).toThrow('no curve of "FIFO". There are: LRU; CLOCK; MIN; INFINITE');
  });

  it("divides sizes by the threads of the trace, or those it is told", async () => {
    expect(sweep.threads).toBe(4);
    expect(sweep.perThread()[3]).toMatchObject({ size: 8, sizePerThread: 2, threads: 4 });
    expect(sweep.perThread(16)[3]).toMatchObject({ sizePerThread: 0.5 });
    const { pages, ...rest } = trace;
    const without = await cacheSweep(rest, { policies: [lru], sizes: [1] });
    expect(pages).toBeDefined();
    expect(() => without.perThread()).toThrow("does not tell its threads");
  });

  it("writes its rows with what they depend on", async () => {
    const folder = temporaryFolder();
    await sweep.save(join(folder, "sweep.json"));
    const { rows, provenance } = JSON.parse(readFileSync(join(folder, "sweep.json"), "utf8"));
    expect(rows).toEqual(sweep.rows());
    const sha256 = createHash("sha256").update(new Uint8Array(trace.requests.buffer)).digest("hex");
    expect(provenance).toMatchObject({ trace: { requests: 6000, distinct: trace.urls, sha256 }, seeds: [1] });
    await sweep.save(join(folder, "sweep.csv"));
    expect(readFileSync(join(folder, "sweep.csv"), "utf8").split("\n").length).toBe(rows.length + 2);
  });
});
