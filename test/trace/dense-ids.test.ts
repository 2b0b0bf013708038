import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { murmurMixOf } from "../../src/base/mix.js";
import { DenseIds, denseIds, UrlEstimate } from "../../src/trace/dense-ids.js";
import { proving } from "../depth.js";
import { coded } from "../fixture/problems.js";
import { renumber, wordsOf } from "./any-trace.js";

/** Values that share their low word, their high word, or lie side by side: what a careless comparison mixes up. */
const likely = fc.oneof(
  fc.bigInt({ min: 0n, max: 20n }),
  fc.bigInt({ min: 0n, max: 20n }).map((x) => x << 32n),
  fc.bigInt({ min: 0n, max: 20n }).map((x) => 2n ** 64n - 1n - x),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
);

describe("dense ids", () => {
  it("are those of a map of whole fingerprints, in order of first appearance; fingerprint 0 is one as any", () => {
    fc.assert(
      fc.property(fc.array(likely, { maxLength: 600, size: "max" }), (values) => {
        const { requests, urls, fingerprints } = denseIds(wordsOf(values));
        const first = [...new Set(values)];
        expect([...requests]).toEqual(renumber(values));
        expect(urls).toBe(first.length);
        expect(fingerprints).toEqual(wordsOf(first));
      }),
    );
  });

  it("are the same when fingerprints come in parts, and the table grows under way", () => {
    const values = Array.from({ length: 40_000 }, (_, i) => BigInt((i * 7919) % 17_000) * 0x100000001n);
    const words = wordsOf(values);
    const ids = new DenseIds();
    const requests = new Uint32Array(values.length);
    for (let from = 0, size = 1; from < values.length; from += size, size = (size * 3 + 1) % 1999) {
      ids.number(words.subarray(2 * from, 2 * (from + size)), requests, from);
    }
    expect([...requests]).toEqual(renumber(values));
    expect(ids.fingerprints()).toEqual(denseIds(words).fingerprints);
    expect(ids.idOf(5, 5)).toBe(renumber(values)[values.indexOf(5n * 0x100000001n)]);
    expect(ids.idOf(5, 6)).toBe(-1);
  });

  it("are found where the table ends and begins again, and stay so when it grows", () => {
    // of all mixes of words the highest: their places are at the end of a table, whatever its size, and pass it
    const last = Array.from({ length: 300_000 }, (_, i) => i).filter(
      (i) => murmurMixOf(0, i) >>> 0 >= 2 ** 32 - 2 ** 20,
    );
    expect(last.length).toBeGreaterThan(40); // 300,000 / 4096 = 73
    const values = last.map(BigInt);
    const [unknown, ...known] = values;
    const ids = new DenseIds();
    const requests = new Uint32Array(values.length);
    const number = (some: readonly bigint[]) => ids.number(wordsOf(some), requests);
    const idOf = (value: bigint) => ids.idOf(0, Number(value));
    number(known);
    for (let others = 0; others < 2; others++) {
      expect(known.map(idOf)).toEqual(known.map((_, i) => i));
      expect(idOf(unknown)).toBe(-1);
      number(known);
      expect([...requests.subarray(0, known.length)]).toEqual(known.map((_, i) => i));
      // so many of other places that the table has grown
      const most = Array.from({ length: 40_000 }, (_, i) => (1n << 32n) + BigInt(i));
      ids.number(wordsOf(most), new Uint32Array(most.length));
    }
  });

  it("are 0 .. n - 1 for n different fingerprints whose words count up", () => {
    for (const step of [1n, 1n << 20n, 1n << 32n, 1n << 44n]) {
      const { requests, urls } = denseIds(wordsOf(Array.from({ length: 5000 }, (_, i) => BigInt(i) * step)));
      expect(urls).toBe(5000);
      expect(requests.every((id, i) => id === i)).toBe(true);
    }
  });

  it("are refused beyond the limit, naming it and the ways out; up to the limit they are given", () => {
    const words = wordsOf(Array.from({ length: 1000 }, (_, i) => BigInt(i)));
    expect(denseIds(words, { mostUrls: 1000 }).urls).toBe(1000);
    expect(() => denseIds(words, { mostUrls: 999 })).toThrow(/more than the 999 .* caches\.sampleStream.* mostUrls/);
    expect(() => denseIds(words, { mostUrls: 999 })).toThrow(expect.objectContaining({ code: "too-many-urls" }));
    expect(() => new DenseIds({ mostUrls: 0 })).toThrow(coded("option"));
  });

  it("are refused, instead of the process dying, where memory has no room for the table, with no word of a limit", () => {
    expect(() => new DenseIds({ expected: 1e12 })).toThrow(expect.objectContaining({ code: "too-many-urls" }));
    expect(() => new DenseIds({ expected: 1e12 })).toThrow(
      /^too many URLs: a table for its URLs takes \d+ MB, and \d+ MB are free\. Estimate the curve from a sample of its fingerprints in a \.u64 file, which is never held whole: [^;]*$/,
    );
  });

  // room that is not used is not taken: the table of 9 GB costs some MB
  it.runIf(proving && process.availableMemory() > 16e9)("stand in a table of more than 2^31 words", () => {
    const ids = new DenseIds({ expected: 480_000_000 });
    const words = wordsOf(Array.from({ length: 2000 }, (_, i) => (BigInt(i) * 0x9e3779b97f4a7c15n) % 2n ** 64n));
    const numbers = new Uint32Array(2000);
    for (let again = 0; again < 2; again++) ids.number(words, numbers);
    expect([...numbers]).toEqual(Array.from({ length: 2000 }, (_, i) => i));
    expect(ids.size).toBe(2000);
  });

  it("have room made for them that is not far too large: within 60 % above, for 20,000 URLs asked for thrice", () => {
    // words of any kind, and such that differ in the low word or in the high word alone
    for (const step of [0x9e3779b97f4a7c15n, 1n, 1n << 32n]) {
      const estimate = new UrlEstimate();
      estimate.add(wordsOf(Array.from({ length: 60_000 }, (_, i) => (BigInt(i % 20_000) * step) % 2n ** 64n)));
      expect(estimate.urls).toBeGreaterThan(17_000);
      expect(estimate.urls).toBeLessThan(32_000);
    }
  });
});
