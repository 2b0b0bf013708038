import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { random as randomPolicy } from "../../../src/cache/policy/random.js";
import { CircularChaining } from "../../../src/cache/table/circular-chaining.js";
import { clockByCalls, clockCache } from "../../../src/cache/table/clock-cache.js";
import type { FingerprintCache, FingerprintTable } from "../../../src/cache/table/fingerprint-table.js";
import { randomCache } from "../../../src/cache/table/random-cache.js";
import { ScatterTable } from "../../../src/cache/table/scatter-table.js";
import { tableRows } from "../../../src/cache/table/table-rows.js";
import type { UrlCache } from "../../../src/urldb/seen/behind.js";
import { depth } from "../../depth.js";
import { kinds } from "./tables.js";

/**
 * Fingerprints of URLs 0 .. urls - 1, all different by their low words. With `crowded` their first bits are those of
 * few lists.
 */
function fingerprints(urls: number, seed: number, crowded = false) {
  const random = new Random(seed);
  const high = Uint32Array.from({ length: urls }, () => random.bits() & (crowded ? 0x90000001 : -1));
  const low = Uint32Array.from({ length: urls }, (_, url) => url);
  for (let url = urls - 1; url > 0; url--) {
    const other = random.below(url + 1);
    [low[url], low[other]] = [low[other], low[url]];
  }
  return { high, low };
}

const anySetting = fc.record({
  r: fc.integer({ min: 0, max: 5 }),
  seed: fc.integer(),
  crowded: fc.boolean(),
  requests: fc.array(fc.nat(79), { maxLength: 300 }),
});

const plain = (capacity: number, urls: number, seed: number) => ({ capacity, urls, random: new Random(seed) });

describe("a cache on direct circular chaining, where a fingerprint keeps its entry", () => {
  for (const x of [0, 2, 5])
    for (const newcomer of ["unmarked", "marked"] as const)
      it(`hits exactly as CLOCK does, request by request: x = ${x}, newcomers ${newcomer}`, () => {
        fc.assert(
          fc.property(anySetting, ({ r, seed, crowded, requests }) => {
            const { high, low } = fingerprints(80, seed, crowded);
            const table = new CircularChaining(2 ** r, { marks: true, x: Math.min(x, r) });
            const cache = clockCache(table, { newcomer });
            const expected = clock({ newcomer }).create(plain(2 ** r, 80, 0));
            expect(requests.map((url) => cache.request(high[url], low[url]))).toEqual(
              requests.map((url) => expected.request(url)),
            );
          }),
          { numRuns: 300 },
        );
      });

  it("hits exactly as RANDOM does, request by request, with the same draws", () => {
    fc.assert(
      fc.property(anySetting, ({ r, seed, crowded, requests }) => {
        const { high, low } = fingerprints(80, seed, crowded);
        const cache = randomCache(new CircularChaining(2 ** r), new Random(seed));
        const expected = randomPolicy.create(plain(2 ** r, 80, seed));
        expect(requests.map((url) => cache.request(high[url], low[url]))).toEqual(
          requests.map((url) => expected.request(url)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("hits exactly as both do in many requests for 2^12 entries", () => {
    const urls = 20_000;
    const { high, low } = fingerprints(urls, 5);
    const draws = new Random(9);
    const pairs = [
      [clockCache(new CircularChaining(4096, { marks: true })), clock.create(plain(4096, urls, 1))],
      [randomCache(new CircularChaining(4096, { x: 0 }), new Random(1)), randomPolicy.create(plain(4096, urls, 1))],
    ] as const;
    for (let i = 0; i < depth({ everyday: 200_000, prove: 1_000_000 }); i++) {
      const url = Math.floor(urls * draws.next() ** 3);
      for (const [cache, expected] of pairs)
        if (cache.request(high[url], low[url]) !== expected.request(url)) expect.fail(`request ${i} differs`);
    }
  });
});

describe("a cache on a scatter table", () => {
  it("answers as CLOCK call by call does, request by request, and leaves the same table behind", () => {
    fc.assert(
      fc.property(anySetting, fc.boolean(), ({ r, seed, crowded, requests }, marked) => {
        const { high, low } = fingerprints(80, seed, crowded);
        const [table, other] = [1, 2].map(() => new ScatterTable(2 ** r, { marks: true }));
        const cache = clockCache(table, { newcomer: marked ? "marked" : "unmarked" });
        const byCalls = clockByCalls(other, marked);
        for (const url of requests) {
          expect(cache.request(high[url], low[url])).toBe(byCalls.request(high[url], low[url]));
          expect(cache.hand()).toBe(byCalls.hand());
        }
        expect(tableRows(table)).toEqual(tableRows(other));
      }),
      { numRuns: 300 },
    );
  });

  it("is CLOCK but for what moves past the hand: all that was asked for since the hand last came round is spared", () => {
    fc.assert(
      fc.property(anySetting, ({ r, seed, crowded, requests }) => {
        const { high, low } = fingerprints(80, seed, crowded);
        const table = new ScatterTable(2 ** r, { marks: true });
        const cache = clockCache(table);
        const inside = new Set<number>();
        for (const url of requests) {
          const marked = [...inside].filter((each) => table.isMarked(table.find(high[each], low[each])));
          const hit = cache.request(high[url], low[url]);
          expect(hit).toBe(inside.has(url));
          inside.add(url);
          const gone = [...inside].filter((each) => table.find(high[each], low[each]) < 0);
          expect(gone.length).toBe(inside.size > 2 ** r ? 1 : 0);
          if (marked.length < inside.size - 1) for (const each of gone) expect(marked).not.toContain(each);
          for (const each of gone) inside.delete(each);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("a cache on a table of fingerprints", () => {
  it("may stand before an eliminator", () => {
    const caches: UrlCache[] = [randomCache(new ScatterTable(2), new Random(1))];
    expect(caches[0].request(0, 0)).toBe(false);
    expect(caches[0].request(0, 0)).toBe(true);
  });

  it("of one entry hits when a URL is asked for again at once, and else never", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3)), (requests) => {
        const { high, low } = fingerprints(4, 2);
        for (const kind of kinds)
          for (const cache of [clockCache(kind.make(0, true)), randomCache(kind.make(0, false), new Random(1))])
            expect(requests.map((url) => cache.request(high[url], low[url]))).toEqual(
              requests.map((url, time) => time > 0 && requests[time - 1] === url),
            );
      }),
    );
  });

  it("refuses CLOCK on a table without marks", () => {
    expect(() => clockCache(new ScatterTable(8))).toThrow("make it with { marks: true }");
  });

  it("refuses the choices that CLOCK refuses", () => {
    const table = new ScatterTable(8, { marks: true });
    expect(() => clockCache(table, { newcomer: "on" } as never)).toThrow("newcomer");
  });

  for (const kind of kinds)
    it(`evicts each entry with the same chance under RANDOM, long lists or short: ${kind.name}`, () => {
      // 24 of 32 URLs share one list, 8 stand alone: a bucket-weighted choice would take those too often.
      const high = Uint32Array.from({ length: 33 }, (_, url) => (url < 24 ? 7 : url) * 2 ** 27);
      const evicted = new Uint32Array(32);
      const fates = new Random(77);
      const trials = depth({ everyday: 4_000, prove: 16_000 });
      const isIn = (table: FingerprintTable, url: number) => table.find(high[url % 32], url) >= 0;
      for (let trial = 0; trial < trials; trial++) {
        const cache: FingerprintCache = randomCache(kind.make(5, false), fates);
        for (let url = 0; url <= 32; url++) cache.request(high[url % 32], url);
        for (let url = 0; url < 32; url++) if (!isIn(cache.table, url)) evicted[url]++;
      }
      const mean = trials / 32;
      expect(evicted.reduce((sum, each) => sum + each)).toBe(trials);
      const chiSquare = evicted.reduce((sum, each) => sum + (each - mean) ** 2 / mean, 0);
      expect(chiSquare).toBeLessThan(61.1); // 31 degrees of freedom, p = 0.001
    });
});
