import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import type { CacheMethod } from "../../src/cache/method.js";
import { missCurve } from "../../src/cache/miss-curve.js";
import { minCurve } from "../../src/cache/one-pass/min-curve.js";
import { passOf } from "../../src/cache/pass.js";
import { clock } from "../../src/cache/policy/clock.js";
import { infinite } from "../../src/cache/policy/infinite.js";
import { lru } from "../../src/cache/policy/lru.js";
import { min } from "../../src/cache/policy/min.js";
import { random } from "../../src/cache/policy/random.js";
import { sieve } from "../../src/cache/policy/sieve.js";
import { simulate } from "../../src/cache/simulate.js";
import type { DenseTrace } from "../../src/trace/url-trace.js";

/** Random traces with a few URLs, or with many, and some that come in bursts. */
const anyTrace = fc
  .record({
    seed: fc.integer(),
    urls: fc.constantFrom(1, 3, 10, 60),
    length: fc.integer({ min: 1, max: 400 }),
    repeats: fc.constantFrom(0, 0.5, 0.9),
  })
  .map(({ seed, urls, length, repeats }): DenseTrace => {
    const chance = new Random(seed);
    const ids = new Map<number, number>();
    const requests = new Uint32Array(length);
    for (let time = 0; time < length; time++) {
      const recent = time > 0 && chance.next() < repeats;
      const url = recent ? requests[Math.max(0, time - 1 - chance.below(5))] : -1;
      if (recent) requests[time] = url;
      else {
        const drawn = chance.below(urls);
        if (!ids.has(drawn)) ids.set(drawn, ids.size);
        requests[time] = ids.get(drawn) as number;
      }
    }
    return { requests, urls: ids.size };
  });

/** Often more than the 32 that a word of bits has room for. */
const anySizes = fc
  .uniqueArray(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 60 })
  .map((sizes) => sizes.sort((a, b) => a - b));

const curveOf = (method: CacheMethod) => (trace: DenseTrace, sizes: readonly number[]) =>
  method.curve?.(trace, sizes, new Random(1)) ?? new Float64Array();
const equals = (curve: (trace: DenseTrace, sizes: readonly number[]) => Float64Array, each: typeof simulateAt) =>
  fc.assert(
    fc.property(anyTrace, anySizes, (trace, sizes) => {
      expect([...curve(trace, sizes)]).toEqual(sizes.map((size) => each(trace, size)));
    }),
    { numRuns: 500 },
  );
const simulateAt = (trace: DenseTrace, size: number): number => simulate(trace, lru, size);

describe("a curve in one pass", () => {
  it("of LRU has the misses of a simulation at each size", () => equals(curveOf(lru), simulateAt));

  it("of MIN has the misses of a simulation at each size, where a URL that missed may stay out", () =>
    equals(
      (trace, sizes) => minCurve(trace, sizes, true),
      (trace, size) => simulate(trace, min, size),
    ));

  it("of MIN has the misses of a simulation at each size, where it must come in", () =>
    equals(
      (trace, sizes) => minCurve(trace, sizes, false),
      (trace, size) => simulate(trace, min({ bypass: "never" }), size),
    ));

  it("of CLOCK has the misses of a simulation at each size, with newcomers unmarked", () =>
    equals(curveOf(clock), (trace, size) => simulate(trace, clock, size)));

  it("of CLOCK has the misses of a simulation at each size, with newcomers marked", () =>
    equals(curveOf(clock({ newcomer: "marked" })), (trace, size) =>
      simulate(trace, clock({ newcomer: "marked" }), size),
    ));

  it("of SIEVE has the misses of a simulation at each size", () =>
    equals(curveOf(sieve), (trace, size) => simulate(trace, sieve, size)));

  it("of RANDOM has the misses of a simulation at each size, draw by draw", () =>
    equals(
      (trace, sizes) => random.curve?.(trace, sizes, new Random(7)) ?? new Float64Array(),
      (trace, size) => simulate(trace, random, size, { seed: 7 }),
    ));

  it("counts the same in stretches as at once, with room for more URLs and requests, at any time", () => {
    fc.assert(
      fc.property(anyTrace, anySizes, fc.nat(400), fc.nat(100), ({ requests, urls }, sizes, cut, more) => {
        for (const method of [lru, clock, clock({ newcomer: "marked" }), sieve, random, infinite]) {
          const setting = { sizes, urls: urls + more, requests: requests.length + more, seed: 1 };
          const pass = passOf(method, setting);
          let from = 0;
          for (const to of [Math.min(cut, requests.length), requests.length]) {
            pass.add(requests.subarray(from, to));
            from = to;
            const part = { requests: requests.subarray(0, to), urls };
            expect([...pass.misses()]).toEqual(sizes.map((size) => simulate(part, method, size)));
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it("of LRU tells sizes apart on either side of 256, up to which it counts bits", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 300 }), (seed, first) => {
        const chance = new Random(seed);
        const ids = new Map<number, number>();
        const requests = Uint32Array.from({ length: 3000 }, () => {
          const url = chance.below(1 + chance.below(700));
          if (!ids.has(url)) ids.set(url, ids.size);
          return ids.get(url) as number;
        });
        const trace = { requests, urls: ids.size };
        const sizes = [...new Set([first, 255, 256, 257, 300, 600])].sort((a, b) => a - b);
        expect([...missCurve(trace, lru, sizes)]).toEqual(sizes.map((size) => simulateAt(trace, size)));
      }),
      { numRuns: 40 },
    );
  });

  it("of MIN takes more sizes than a byte tells apart", () => {
    const chance = new Random(3);
    const requests = Uint32Array.from({ length: 1200 }, (_, time) => (time < 400 ? time : chance.below(400)));
    const trace = { requests, urls: 400 };
    const sizes = Array.from({ length: 300 }, (_, i) => i + 1);
    const some = [1, 2, 100, 254, 255, 256, 257, 300];
    for (const method of [min, min({ bypass: "never" })]) {
      const curve = minCurve(trace, sizes, method === min);
      expect(some.map((size) => curve[size - 1])).toEqual(some.map((size) => simulate(trace, method, size)));
    }
  });

  it("of MIN keeps the laws: never rises with the size, and bypass(k) <= MIN(k) <= bypass(k - 1)", () => {
    fc.assert(
      fc.property(anyTrace, (trace) => {
        const sizes = Array.from({ length: 30 }, (_, index) => index + 1);
        const [bypass, forced] = [true, false].map((may) => minCurve(trace, sizes, may));
        for (let i = 0; i < sizes.length; i++) {
          expect(bypass[i]).toBeLessThanOrEqual(forced[i]);
          if (i === 0) continue;
          expect(forced[i]).toBeLessThanOrEqual(bypass[i - 1]);
          expect(forced[i]).toBeLessThanOrEqual(forced[i - 1]);
        }
      }),
    );
  });
});
