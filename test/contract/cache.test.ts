import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CacheFamily, CacheMethod } from "../../src/cache/method.js";
import { missCurve } from "../../src/cache/miss-curve.js";
import { infinite } from "../../src/cache/policy/infinite.js";
import { min } from "../../src/cache/policy/min.js";
import { simulate } from "../../src/cache/simulate.js";
import { Random } from "../../src/random.js";
import { literal } from "../cache/literal.js";
import { camelCase, methodsOf } from "../discover.js";

type Family = CacheFamily<Record<string, unknown>>;
const families = await methodsOf<Family>("cache/policy");

/** Values to try of each option, by "policy option". */
const choices: Readonly<Record<string, readonly unknown[]>> = {
  "clock newcomer": ["marked"],
  "min bypass": ["never"],
  "static preload": ["charged"],
  "s3-fifo filling": ["small"],
  "s3-fifo small": [0.3],
  "s3-fifo ghost": [0, 2.5],
  "s3-fifo moves": [1],
  "s3-fifo overflow": ["at once"],
  "lirs high": [0.4],
  "lirs remembered": [0, 0.5],
  "two-q newcomers": [0, 0.6],
  "two-q remembered": [0, 3],
  "w-tiny-lfu window": [0.5],
  "w-tiny-lfu protectedShare": [0, 1],
  "w-tiny-lfu sample": [1],
};

const variantsOf = (family: Family): CacheMethod[] => [
  family,
  ...Object.keys(family.options).flatMap((option) =>
    (choices[`${family.name} ${option}`] ?? []).map((value) => family({ [option]: value })),
  ),
];
const methods = families.flatMap(({ value }) => variantsOf(value));

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
      expect(() => method({ sizes: 3 })).toThrow(new RegExp(`^${method.name} has no option "sizes"`));
    });
  }
});

for (const method of methods) {
  describe(`the cache policy ${method.label}`, () => {
    it("misses every first request, unless it was loaded beforehand", () => {
      fc.assert(
        fc.property(anyTrace(), sizes, (trace, capacity) => {
          const seen = new Set<number>();
          hitsOf(method, trace, capacity).forEach((hit, time) => {
            const url = trace.requests[time];
            if (!seen.has(url) && method.name !== "static") expect(hit).toBe(false);
            seen.add(url);
          });
        }),
      );
    });

    it("misses first requests only when all URLs fit", () => {
      fc.assert(
        fc.property(anyTrace(), fc.nat(3), (trace, more) => {
          const misses = simulate(trace, method, trace.urls + more);
          expect(misses).toBe(method.label === "STATIC" ? 0 : distinct(trace));
        }),
      );
    });

    it("never misses less often than MIN, nor more seldom than INFINITE, once loading is charged", () => {
      fc.assert(
        fc.property(anyTrace(), sizes, (trace, capacity) => {
          if (method.label === "STATIC" || method.name === "infinite") return;
          const misses = simulate(trace, method, capacity);
          expect(misses).toBeGreaterThanOrEqual(simulate(trace, min, capacity));
          expect(misses).toBeGreaterThanOrEqual(simulate(trace, infinite, capacity));
        }),
      );
    });

    it("holds k URLs at the most: never more than k in a row of different ones hit", () => {
      fc.assert(
        fc.property(anyTrace(), sizes, (trace, capacity) => {
          const cache = method.create({ capacity, urls: trace.urls, random: new Random(3), trace: trace.requests });
          if (method.offline) return; // asked for other URLs than the trace has, it says so
          for (const url of trace.requests) cache.request(url);
          let inside = 0;
          for (let url = 0; url < trace.urls && inside <= capacity; url++) {
            const again = method.create({ capacity, urls: trace.urls, random: new Random(3) });
            for (const each of trace.requests) again.request(each);
            if (again.request(url)) inside++;
          }
          if (method.name !== "infinite") expect(inside).toBeLessThanOrEqual(capacity);
        }),
        { numRuns: 50 },
      );
    });

    if (method.curve) {
      it("has in one pass the misses of one simulation after the other", () => {
        fc.assert(
          fc.property(anyTrace(), fc.uniqueArray(sizes, { minLength: 1 }), (trace, any) => {
            const ascending = any.toSorted((a, b) => a - b);
            expect([...missCurve(trace, method, ascending)]).toEqual(
              ascending.map((size) => simulate(trace, method, size)),
            );
          }),
        );
      });
    }

    it("does not look ahead, unless it says so", () => {
      fc.assert(
        fc.property(anyTrace(), anyTrace(), sizes, (trace, other, capacity) => {
          if (method.offline) return;
          const urls = Math.max(trace.urls, other.urls);
          const longer = { urls, requests: Uint32Array.from([...trace.requests, ...other.requests]) };
          expect(hitsOf(method, longer, capacity).slice(0, trace.requests.length)).toEqual(
            hitsOf(method, { ...trace, urls }, capacity),
          );
        }),
      );
    });

    const byHand = literal[method.name];
    if (
      byHand !== undefined &&
      Object.values(method.options).every(
        (value, index) =>
          value ===
          Object.values(families.find(({ value: each }) => each.name === method.name)?.value.options ?? {})[index],
      )
    ) {
      it("hits when its text says so, request by request", () => {
        fc.assert(
          fc.property(anyTrace(120), fc.oneof(sizes, fc.constant(25)), (trace, capacity) => {
            expect(hitsOf(method, trace, capacity)).toEqual(byHand(capacity, [...trace.requests]));
          }),
          { numRuns: 1000 },
        );
      });
    }
  });
}
