import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BitReader, type Code } from "../../../src/web/read/bit-reader.js";
import { coded } from "../../fixture/problems.js";
import { BitWriter, codeword } from "./bvgraph-writer.js";

const read = (bits: string, code: Code, k = 3) => {
  const writer = new BitWriter();
  writer.raw(bits);
  return new BitReader(writer.bytes(), "bits").reader(code, k)();
};

describe("BitReader", () => {
  // Boldi and Vigna 2004, "Codes for the World-Wide Web", table 1, which numbers x + 1 = 1, 2, 3, ..., 8
  it.each<[Code, number, readonly string[]]>([
    ["GAMMA", 0, ["1", "010", "011", "00100", "00101", "00110", "00111", "0001000"]],
    ["DELTA", 0, ["1", "0100", "0101", "01100", "01101", "01110", "01111", "00100000"]],
    ["ZETA", 1, ["1", "010", "011", "00100", "00101", "00110", "00111", "0001000"]],
    ["ZETA", 2, ["10", "110", "111", "01000", "01001", "01010", "01011", "011000"]],
    ["ZETA", 3, ["100", "1010", "1011", "1100", "1101", "1110", "1111", "0100000"]],
    ["ZETA", 4, ["1000", "10010", "10011", "10100", "10101", "10110", "10111", "11000"]],
    ["NIBBLE", 0, ["1000", "1001", "1010", "1011", "1100", "1101", "1110", "1111", "00011000"]],
    ["UNARY", 0, ["1", "01", "001", "0001"]],
    // Golomb 1966, modulus 3: remainders 0, 10, 11 behind the quotient in unary
    ["GOLOMB", 3, ["10", "110", "111", "010", "0110", "0111", "0010"]],
  ])("reads the published codewords of %s (k = %d) as 0, 1, 2, ...", (code, k, words) => {
    expect(words.map((word) => read(word, code, k))).toEqual(words.map((_, value) => value));
  });

  it("reads any sequence of codes of any numbers, wherever they fall in a word", () => {
    const item = fc.oneof(
      fc.tuple(fc.constantFrom<Code>("GAMMA", "DELTA", "ZETA", "NIBBLE"), fc.integer({ min: 0, max: 2 ** 33 })),
      fc.tuple(fc.constantFrom<Code>("GAMMA", "DELTA", "ZETA", "NIBBLE"), fc.integer({ min: 0, max: 40 })),
      fc.tuple(fc.constantFrom<Code>("UNARY", "GOLOMB"), fc.integer({ min: 0, max: 200 })),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.array(item, { maxLength: 30 }), (k, items) => {
        const writer = new BitWriter();
        for (const [code, value] of items) writer.code(code, value, k);
        const bits = new BitReader(writer.bytes(), "bits");
        expect(items.map(([code]) => bits.reader(code, k)())).toEqual(items.map(([, value]) => value));
        expect(bits.position).toBe(writer.bits.length);
      }),
    );
  });

  it("reads numbers around each power of two, where the short and the long path of a code meet", () => {
    for (let power = 0; power <= 33; power++) {
      for (const value of [2 ** power - 2, 2 ** power - 1, 2 ** power].filter((number) => number >= 0)) {
        for (const code of ["GAMMA", "DELTA", "NIBBLE"] as const)
          expect(read(codeword(code, value, 3), code)).toBe(value);
        for (let k = 1; k <= 7; k++) expect(read(codeword("ZETA", value, k), "ZETA", k)).toBe(value);
      }
    }
  });

  it("says at which bit a run of zeros meets the end of the stream", () => {
    const bits = new BitReader(new Uint8Array(5), "bits");
    expect(() => bits.unary()).toThrow(coded("format"));
    expect(() => new BitReader(new Uint8Array(5), "bits").unary()).toThrow(/^bits, bit 64: expected a one/);
  });

  it("reads numbers of up to 53 bits, and refuses longer ones", () => {
    const zeros = (count: number) => "0".repeat(count);
    const ones = (count: number) => "1".repeat(count);
    // gamma: the length less one in unary, then the bits below the highest
    expect(read(`${zeros(52)}1${ones(52)}`, "GAMMA")).toBe(2 ** 53 - 2);
    expect(() => read(`${zeros(53)}1${ones(53)}`, "GAMMA")).toThrow(
      /expected numbers below 2\^53, found one of 54 bits/,
    );
    // zeta, k = 3: 17 in unary is h; then 17 x 3 + 2 = 53 bits, one too many
    expect(read(`${zeros(16)}1${zeros(50)}`, "ZETA")).toBe(2 ** 48 - 1);
    expect(() => read(`${zeros(17)}1${zeros(53)}`, "ZETA")).toThrow(
      /expected numbers below 2\^52, found a zeta code of 54 bits/,
    );
    // nibbles: 18 groups of three bits are 54
    expect(read(`${"0111".repeat(16)}1111`, "NIBBLE")).toBe(2 ** 51 - 1);
    expect(() => read(`${"0111".repeat(18)}1111`, "NIBBLE")).toThrow(
      /expected numbers below 2\^52, found a longer nibble code/,
    );
    expect(() => read("0111", "NIBBLE")).toThrow("a longer nibble code"); // the stream ends
    expect([read("1", "ZETA", 1), read("1", "UNARY")]).toEqual([0, 0]);
  });
});
