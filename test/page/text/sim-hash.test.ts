import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { hammingDistance, simHash } from "../../../src/page/text/sim-hash.js";
import { termCounts } from "../../../src/page/text/tokens.js";
import { depth } from "../../depth.js";

const random = new Random(7);
const words = (count: number, letter = "w") => Array.from({ length: count }, () => `${letter}${random.bits() % 5000}`);
const hashOf = (text: readonly string[]) => simHash(termCounts(text.join(" ")));

describe("SimHash", () => {
  it("of one word is the word's own hash, and of none is 0", () => {
    expect(simHash([])).toEqual({ high: 0, low: 0 });
    expect(simHash([["a", 1]])).toEqual(simHash([["a", 5]]));
    expect(simHash([["a", 1]])).not.toEqual(simHash([["b", 1]]));
  });

  it("is the majority of the words' votes by their counts", () => {
    const [a, b, c] = ["a", "b", "c"].map((term) => simHash([[term, 1]]));
    const majority = (x: number, y: number, z: number) => ((x & y) | (x & z) | (y & z)) >>> 0;
    const all = simHash([
      ["a", 1],
      ["b", 1],
      ["c", 1],
    ]);
    expect(all).toEqual({ high: majority(a.high, b.high, c.high), low: majority(a.low, b.low, c.low) });
    expect(
      simHash([
        ["a", 3],
        ["b", 1],
        ["c", 1],
      ]),
    ).toEqual(a);
    expect(
      simHash([
        ["a", 1],
        ["b", 1],
      ]),
    ).toEqual({ high: (a.high & b.high) >>> 0, low: (a.low & b.low) >>> 0 });
  });

  it("does not depend on the order of the words", () => {
    const text = words(300);
    expect(hashOf([...text].reverse())).toEqual(hashOf(text));
  });

  it("is near for texts that are nearly the same, and half of the bits away for others", () => {
    const runs = depth({ everyday: 20, prove: 50 });
    let near = 0;
    let far = 0;
    for (let run = 0; run < runs; run++) {
      const text = words(1000);
      near += hammingDistance(hashOf(text), hashOf([...text.slice(2), "new", "words"]));
      far += hammingDistance(hashOf(text), hashOf(words(1000, "v")));
    }
    // Charikar 2002: a bit differs with probability angle / pi. Two words of 1,000: 64 acos(1 - 2 / 1000) / pi = 1.3;
    // no word alike: 32.
    expect(near / runs).toBeLessThan(2);
    expect(far / runs).toBeGreaterThan(32 - 4 * (4 / Math.sqrt(runs))); // binomial(64, 1/2): deviation 4
    expect(far / runs).toBeLessThan(32 + 4 * (4 / Math.sqrt(runs)));
  });

  it("is the same on every machine (regression)", () => {
    expect(simHash([["crawler", 1]])).toMatchInlineSnapshot(`
      {
        "high": 2728617405,
        "low": 744138349,
      }
    `);
  });
});

describe("the Hamming distance", () => {
  it("counts the bits that differ", () => {
    expect(hammingDistance({ high: 0, low: 0 }, { high: 0xffffffff, low: 0xffffffff })).toBe(64);
    expect(hammingDistance({ high: 0x80000000, low: 5 }, { high: 0, low: 6 })).toBe(3); // 101 and 110 differ in two
  });
});
