import { describe, expect, it } from "vitest";
import type { Fingerprint } from "../../src/url/fingerprint.js";
import { fingerprintCollisions } from "../../src/url/fingerprint-collisions.js";
import { depth } from "../depth.js";

const urls = (count: number) => Array.from({ length: count }, (_, i) => `http://www.a.example/${i}.html`);

const N = depth({ everyday: 30_000, prove: 100_000 });

describe("fingerprintCollisions", () => {
  it("counts by hand: three URLs with one fingerprint are three pairs, repeats are none", () => {
    const byLength: Fingerprint = (_, start, end, out) => out.set([end - start, 0]);
    const found = fingerprintCollisions(["a", "b", "c", "dd", "ee", "fff", "a", "a"], { fingerprint: byLength });
    // lengths 1, 1, 1, 2, 2, 3: 3 + 1 pairs; 6 * 5 / 2 pairs in all
    expect(found).toEqual({ urls: 6, bits: 64, fingerprints: 3, pairs: 4, expected: 15 / 2 ** 64 });
  });

  it("compares the leading bits, those of the low word too", () => {
    const numbered: Fingerprint = (bytes, start, _, out) => out.set([1, bytes[start] - 97]);
    const pairs = (bits: number) => fingerprintCollisions("abcd", { bits, fingerprint: numbered }).pairs;
    // low words 0, 1, 2, 3 behind equal high words: all alike, then by their last bit but one, then none
    expect([1, 32, 62, 63, 64].map(pairs)).toEqual([6, 6, 6, 2, 0]);
  });

  it.each([16, 20, 24, 28, 33])("finds as many pairs at %i bits as the closed form says", (bits) => {
    const { pairs, expected, fingerprints, urls: n } = fingerprintCollisions(urls(N), { bits });
    expect(expected).toBe((N * (N - 1)) / 2 ** (bits + 1));
    expect(Math.abs(pairs - expected)).toBeLessThan(4 * Math.sqrt(expected) + 2); // nearly Poisson: four deviations
    const places = 2 ** bits; // occupied, of so many, by n balls
    const occupied = places * -Math.expm1(n * Math.log1p(-1 / places));
    expect(Math.abs(fingerprints - occupied)).toBeLessThan(4 * Math.sqrt(n - occupied + 1) + 2);
  });

  it("finds none at 64 bits", () => {
    const { pairs, expected, fingerprints } = fingerprintCollisions(urls(N));
    expect({ pairs, fingerprints }).toEqual({ pairs: 0, fingerprints: N });
    expect(expected).toBeCloseTo((N * N) / 2 ** 65, 12);
  });

  it("has no pairs where there is no URL", () => {
    expect(fingerprintCollisions([])).toMatchObject({ urls: 0, fingerprints: 0, pairs: 0 });
  });

  it("refuses bits that a fingerprint has not", () => {
    for (const bits of [0, 65, 1.5])
      expect(() => fingerprintCollisions([], { bits })).toThrow(/^bits is a whole number/);
    expect(() => fingerprintCollisions([], { bit: 3 } as object)).toThrow(/^fingerprintCollisions has no option "bit"/);
  });
});
