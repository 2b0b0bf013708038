import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random, requireRandom } from "../../src/base/random.js";
import { coded } from "../fixture/problems.js";

/** A generator whose state is given, as the reference implementation has it. */
function withState(...words: [number, number, number, number]): Random {
  const random = new Random(0);
  random.restore(Int32Array.from(words));
  return random;
}

const draws = (random: Random, count: number) => Array.from({ length: count }, () => random.bits());

describe("Random", () => {
  it("is xoshiro128**: state 1, 2, 3, 4", () => {
    // another implementation: the test vector of the Rust crate rand_xoshiro, made with the reference in C
    const expected = [
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ];
    expect(draws(withState(1, 2, 3, 4), 10)).toEqual(expected);
  });

  it("is xoshiro128**: state of the test data of edorfaus/xoshiro-6502", () => {
    // another implementation: outputs and states there were made with the reference in C
    const random = withState(0x964d4a0c | 0, 0xd40ab895 | 0, 0xad7fdecb | 0, 0x3006f0f0);
    expect(draws(random, 4)).toEqual([0xf1391922, 0x6fe53806, 0xa5be2840, 0xf510ee70]);
    expect([...random.save()].map((word) => word >>> 0)).toEqual([0xfc65379c, 0x52006d70, 0x87487639, 0xf1908343]);
  });

  it("gives equal sequences for equal seeds, and different ones for neighbours", () => {
    expect(draws(new Random(42), 5)).toEqual(draws(new Random(42), 5));
    expect(draws(new Random(42), 5)).not.toEqual(draws(new Random(43), 5));
    expect(draws(new Random(-1), 5)).toEqual(draws(new Random(0xffffffff), 5)); // the same low 32 bits
  });

  it("starts from no seed in the state of four zeros, which it could not leave", () => {
    for (let seed = -1000; seed <= 1000; seed++) expect(new Random(seed).save().some((word) => word !== 0)).toBe(true);
  });

  it("refuses a seed that is no integer", () => {
    for (const seed of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => new Random(seed)).toThrow(coded("option", `seed must be an integer, found ${seed}`));
    }
  });

  it("refuses a limit that no draw could be fair below", () => {
    for (const limit of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN])
      expect(() => new Random(1).below(limit)).toThrow(
        coded("option", `below(limit) takes a whole number from 1 to 2^32; found ${limit}`),
      );
  });

  it("is asked for where a seed alone is given", () => {
    expect(() => requireRandom("sample", new Random(1))).not.toThrow();
    const wanted = "sample takes a source of chance, new Random(1); ";
    for (const value of [1, undefined, null])
      expect(() => requireRandom("sample", value)).toThrow(coded("option", `${wanted}found ${value}`));
    expect(() => requireRandom("sample", { bits: 1 })).toThrow(coded("option", `${wanted}found an object (Object)`));
  });

  it("draws below a limit without bias (chi-square, seed 1)", () => {
    for (const limit of [1, 2, 3, 7, 1000]) {
      const random = new Random(1);
      const counts = new Float64Array(limit);
      for (let i = 0; i < 100 * limit; i++) counts[random.below(limit)]++;
      const chiSquare = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
      const freedom = limit - 1;
      expect(chiSquare).toBeLessThanOrEqual(freedom + 4 * Math.sqrt(2 * freedom)); // mean and 4 deviations
    }
  });

  it("rejects the draws that would favour small numbers, for the limit 3 * 2^30", () => {
    // 2^32 mod (3 * 2^30) = 2^30: without rejection, half of all draws would fall below 2^30, not a third
    const random = new Random(1);
    const trials = 20_000;
    let low = 0;
    for (let i = 0; i < trials; i++) if (random.below(3 * 2 ** 30) < 2 ** 30) low++;
    expect(Math.abs(low / trials - 1 / 3)).toBeLessThan(4 * Math.sqrt(2 / 9 / trials)); // 4 deviations of a binomial
  });

  it("draws from all 2^32 numbers when the limit is 2^32", () => {
    expect(withState(1, 2, 3, 4).below(2 ** 32)).toBe(11520);
  });

  it("gives numbers in [0, 1) with 53 bits, of mean 1/2 and variance 1/12 (seed 1)", () => {
    const random = new Random(1);
    const values = Array.from({ length: 40_000 }, () => random.next());
    expect(values.every((value) => value >= 0 && value < 1 && Number.isInteger(value * 2 ** 53))).toBe(true);
    expect(values.some((value) => !Number.isInteger(value * 2 ** 52))).toBe(true);
    const mean = values.reduce((sum, value) => sum + value) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / values.length));
    // its variance: 1/80 - 1/144
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / values.length));
  });

  it("goes on from where it was saved", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(50), (seed, drawn) => {
        const random = new Random(seed);
        draws(random, drawn);
        const saved = random.save();
        const other = new Random(seed + 1);
        const expected = draws(random, 10);
        other.restore(saved);
        expect(draws(other, 10)).toEqual(expected);
      }),
    );
  });

  it("forks into a sequence that depends on the seed and on the label, and goes on by one draw", () => {
    const fork = (seed: number, label?: number) => draws(new Random(seed).fork(label), 5);
    expect(fork(1, 2)).toEqual(fork(1, 2));
    expect(fork(1, 2)).not.toEqual(fork(1, 3));
    expect(fork(1, 2)).not.toEqual(fork(2, 2));
    expect(fork(1)).toEqual(fork(1, 0));
    const parent = new Random(1);
    parent.fork(7);
    expect(draws(parent, 5)).toEqual(draws(new Random(1), 6).slice(1));
    expect(fork(1)).not.toEqual(draws(new Random(1), 5));
  });

  it("fills an array with what as many calls of bits give, and goes on behind them", () => {
    const [one, many] = [new Random(9), new Random(9)];
    const words = new Uint32Array(100);
    many.fill(words);
    expect([...words]).toEqual(Array.from({ length: 100 }, () => one.bits()));
    expect(many.bits()).toBe(one.bits());
  });
});
