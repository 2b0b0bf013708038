import { describe, expect, it } from "vitest";
import {
  FNV_START,
  fnvNext,
  fnvOf,
  goldenTimes,
  murmurMix,
  murmurMixOf,
  murmurRound,
  murmurStir,
  murmurTimes,
  prospectorMix,
} from "../../src/base/mix.js";

describe("murmurMix", () => {
  it("is the finalizer of MurmurHash3 of 32 bits", () => {
    // fmix32 of the reference implementation, smhasher MurmurHash3.cpp, worked out in C's unsigned arithmetic
    expect([0, 1, 2, 0xffffffff].map((bits) => murmurMix(bits) >>> 0)).toEqual([0, 0x514e28b7, 0x30f4c306, 0x81f16f39]);
  });

  it("sends different words to different ones, as one to one it must", () => {
    const words = Array.from({ length: 5000 }, (_, i) => i * 858_993);
    expect(new Set(words.map(murmurMix)).size).toBe(5000);
    expect(new Set(words.map((low) => murmurMixOf(77, low))).size).toBe(5000);
  });

  it("takes the high word of two in, and the low one alone where that is 0", () => {
    expect(murmurMixOf(0, 99)).toBe(murmurMix(99));
    expect(murmurMixOf(1, 99)).toBe(murmurMix(99 ^ 0x9e3779b1)); // goldenTimes(1)
    expect(goldenTimes(2) >>> 0).toBe(0x3c6ef362); // 2 * 0x9e3779b1 - 2^32
  });
});

describe("murmurStir", () => {
  it("makes MurmurHash3 of 32 bits of the words of a text, with its length and murmurMix behind them", () => {
    const hash = (text: string, seed: number) => {
      const bytes = Buffer.from(text);
      let state = seed;
      for (let at = 0; at < bytes.length; at += 4) state = murmurStir(state, bytes.readInt32LE(at));
      return murmurMix(state ^ bytes.length) >>> 0;
    };
    // published values of MurmurHash3_x86_32 (Wikipedia, "MurmurHash", table of examples)
    expect([hash("test", 0), hash("test", 0x9747b28c)]).toEqual([0xba6bd213, 0x704b81dc]);
  });
});

describe("murmurRound", () => {
  it("is one round: shift by 15, times the first factor of murmurMix, shift by 13", () => {
    // worked out in Python's integers, the product cut to 32 bits
    expect([1, 0x10000, 0xffffffff].map((bits) => murmurRound(bits) >>> 0)).toEqual([
      0x85efe535, 0xd64426c2, 0x6b295950,
    ]);
    expect(murmurTimes(1) >>> 0).toBe(0x85ebca6b);
  });
});

describe("prospectorMix", () => {
  it("keeps 0 and sends different words to different ones", () => {
    expect(prospectorMix(0)).toBe(0);
    expect(new Set(Array.from({ length: 5000 }, (_, i) => prospectorMix(i * 858_993))).size).toBe(5000);
  });

  it("is [16 21f0aaad 15 735a2d97 15] in the words of the hash prospector", () => {
    // worked out in another language's integers of any length, each product cut to 32 bits
    expect([1, 2, 0xffffffff].map((bits) => prospectorMix(bits) >>> 0)).toEqual([0x86d2fa73, 0x0da7f4e7, 0x99b5e683]);
  });
});

describe("fnvOf", () => {
  it("gives the published values of FNV-1a of 32 bits", () => {
    // draft-eastlake-fnv, appendix C: "", "a", "foobar"
    expect(["", "a", "foobar"].map((text) => fnvOf(text) >>> 0)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  });

  it("goes on from where it is told to begin", () => {
    expect(fnvOf("bar", fnvOf("foo"))).toBe(fnvOf("foobar"));
    expect(fnvNext(FNV_START, 0x61)).toBe(fnvOf("a"));
  });
});
