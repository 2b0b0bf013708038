import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import type { CacheFamily, CacheMethod } from "../../src/cache/method.js";
import { missCurve } from "../../src/cache/miss-curve.js";
import { infinite } from "../../src/cache/policy/infinite.js";
import { min } from "../../src/cache/policy/min.js";
import { simulate } from "../../src/cache/simulate.js";
import { LiveSweep } from "../../src/cache/sweep/live-sweep.js";
import { literal } from "../cache/literal.js";
import { depth } from "../depth.js";
import { camelCase, methodsOf, variantsOf } from "../discover.js";

const families = await methodsOf<CacheFamily>("cache/policy");
const methods = families.flatMap(({ value }) => variantsOf<CacheMethod>(value));

/** A trace whose URLs are numbered as they turn up. */
const dense = (urls: readonly number[]) => {
  const ids = new Map<number, number>();
  const requests = Uint32Array.from(urls, (url) => {
    if (!ids.has(url)) ids.set(url, ids.size);
    return ids.get(url) as number;
  });
  return { requests, urls: ids.size };
};

/** Short traces of few URLs, where everything that can happen does. */
const anyTrace = (most = 60) =>
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.infiniteStream(fc.nat(1000)), fc.integer({ min: 1, max: most }))
    .map(([urls, numbers, length]) => dense(Array.from({ length }, () => (numbers.next().value as number) % urls)));

const sizes = fc.integer({ min: 1, max: 14 });
const distinct = ({ urls }: { readonly urls: number }) => urls;
const hitsOf = (method: CacheMethod, trace: ReturnType<typeof dense>, capacity: number) => {
  const cache = method.create({ capacity, urls: trace.urls, random: new Random(7), trace: trace.requests });
  return [...trace.requests].map((url) => cache.request(url));
};

describe("the folder of cache policies", () => {
  it("holds one method per file, named as the file is", () => {
    expect(families.length).toBeGreaterThan(8);
    expect(families.map(({ file }) => file)).toEqual([...new Set(families.map(({ file }) => file))]);
  });

  for (const { file, export: name, value: method } of families) {
    it(`${file} exports ${camelCase(file)}, with a source, a label and plain options`, () => {
      expect(name).toBe(camelCase(file));
      expect([file, `${method.name}-cache`, method.name]).toContain(file);
      expect(method.kind).toBe("cache");
      expect(method.source.length).toBeGreaterThan(3);
      expect(structuredClone(method.options)).toEqual(method.options);
    });

    it(`${file} refuses an option that it has not`, () => {
      expect(() => method({ sizes: 3 } as object)).toThrow(new RegExp(`^${method.name} has no option "sizes"`));
    });
  }
});

const usual = new Set(families.map(({ value }) => value.label));

for (const method of methods) {
  /** Traces drawn: of another choice among a policy's options fewer. */
  const drawn = (prove: number) => ({ numRuns: usual.has(method.label) ? prove : depth({ everyday: 10, prove }) });
  describe(`the cache policy ${method.label}`, () => {
    it("misses every first request, unless it was loaded beforehand", (context) => {
      context.skip(method.name === "static", "it was loaded beforehand");
      fc.assert(
        fc.property(anyTrace(), sizes, (trace, capacity) => {
          const seen = new Set<number>();
          hitsOf(method, trace, capacity).forEach((hit, time) => {
            const url = trace.requests[time];
            if (!seen.has(url)) expect(hit).toBe(false);
            seen.add(url);
          });
        }),
        drawn(100),
      );
    });

    it("misses first requests only when all URLs fit", () => {
      fc.assert(
        fc.property(anyTrace(), fc.nat(3), (trace, more) => {
          const misses = simulate(trace, method, trace.urls + more);
          expect(misses).toBe(method.label === "STATIC" ? 0 : distinct(trace));
        }),
        drawn(100),
      );
    });

    it("never misses less often than MIN, nor more seldom than INFINITE, once loading is charged", (context) => {
      context.skip(method.options.preload === "uncharged", "its loading is not charged, as in the paper's figures");
      context.skip(method.name === "infinite", "its size has no bound");
      fc.assert(
        fc.property(anyTrace(), sizes, (trace, capacity) => {
          const misses = simulate(trace, method, capacity);
          expect(misses).toBeGreaterThanOrEqual(simulate(trace, min, capacity));
          expect(misses).toBeGreaterThanOrEqual(simulate(trace, infinite, capacity));
        }),
        drawn(100),
      );
    });

    it("holds k URLs at the most: never more than k in a row of different ones hit", (context) => {
      context.skip(method.offline, "asked for other URLs than the trace has, it says so");
      context.skip(method.name === "infinite", "its size has no bound");
      fc.assert(
        fc.property(anyTrace(), sizes, (trace, capacity) => {
          let inside = 0;
          for (let url = 0; url < trace.urls && inside <= capacity; url++) {
            const again = method.create({ capacity, urls: trace.urls, random: new Random(3) });
            for (const each of trace.requests) again.request(each);
            if (again.request(url)) inside++;
          }
          expect(inside).toBeLessThanOrEqual(capacity);
        }),
        drawn(50),
      );
    });

    it("has in one pass the misses of one simulation after the other", (context) => {
      context.skip(method.curve === undefined, "it has no pass of its own");
      fc.assert(
        fc.property(anyTrace(), fc.uniqueArray(sizes, { minLength: 1 }), (trace, any) => {
          const ascending = any.toSorted((a, b) => a - b);
          expect([...missCurve(trace, method, ascending)]).toEqual(
            ascending.map((size) => simulate(trace, method, size)),
          );
        }),
        drawn(100),
      );
    });

    it("is counted while requests come in as by a simulation of what came so far, request by request", async (context) => {
      context.skip(method.offline, "it looks ahead");
      await fc.assert(
        fc.asyncProperty(anyTrace(), fc.uniqueArray(sizes, { minLength: 1 }), async (trace, any) => {
          const ascending = any.toSorted((a, b) => a - b);
          const setting = { policies: [method], sizes: ascending, seed: 7, urls: 100, requests: 100 };
          const sweep = await LiveSweep.open(setting);
          const hits = ascending.map((capacity) => hitsOf(method, trace, capacity));
          const misses = ascending.map(() => 0);
          trace.requests.forEach((url, time) => {
            sweep.add(Uint32Array.of(url, 1));
            hits.forEach((hit, size) => {
              misses[size] += Number(!hit[time]);
            });
            expect(Array.from(sweep.counts().curves[0].misses)).toEqual(misses);
          });
        }),
        drawn(40),
      );
    });

    it("does not look ahead, unless it says so", (context) => {
      context.skip(method.offline, "it says so");
      fc.assert(
        fc.property(anyTrace(), anyTrace(), sizes, (trace, other, capacity) => {
          const urls = Math.max(trace.urls, other.urls);
          const longer = { urls, requests: Uint32Array.from([...trace.requests, ...other.requests]) };
          expect(hitsOf(method, longer, capacity).slice(0, trace.requests.length)).toEqual(
            hitsOf(method, { ...trace, urls }, capacity),
          );
        }),
        drawn(100),
      );
    });

    it("hits when its text says so, request by request", (context) => {
      const byHand = literal[method.name];
      if (byHand === undefined) return context.skip("it is not written out by hand: test/cache/literal.ts");
      const usual = families.find(({ value }) => value.name === method.name)?.value.options;
      context.skip(JSON.stringify(method.options) !== JSON.stringify(usual), "by hand with its default options");
      fc.assert(
        fc.property(anyTrace(120), fc.oneof(sizes, fc.constant(25)), (trace, capacity) => {
          expect(hitsOf(method, trace, capacity)).toEqual(byHand(capacity, [...trace.requests]));
        }),
        { numRuns: 1000 },
      );
    });
  });
}
