import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { FrequencySketch } from "../../src/cache/frequency-sketch.js";

/** The finalizer of MurmurHash3 for 32 bits, as Appleby published it in 2011. */
function fmix32(number: number): number {
  let hash = number >>> 0;
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * The sketch as its text says: a key has a line of four rows of 16 counters, and in each row the counter that a byte of
 * its hash names.
 */
class LiteralSketch {
  readonly #lines: number[][][];
  #added = 0;

  constructor(
    lines: number,
    readonly sample: number,
  ) {
    this.#lines = Array.from({ length: lines }, () => Array.from({ length: 4 }, () => new Array<number>(16).fill(0)));
  }

  of(key: number): number {
    return Math.min(...this.#countersOf(key).map(([row, at]) => row[at]));
  }

  add(key: number): void {
    const least = this.of(key);
    for (const [row, at] of this.#countersOf(key)) if (row[at] === least && least < 15) row[at]++;
    if (++this.#added < this.sample) return;
    for (const row of this.#lines.flat()) for (const [at, count] of row.entries()) row[at] = Math.floor(count / 2);
    this.#added = Math.floor(this.#added / 2);
  }

  #countersOf(key: number): [row: number[], at: number][] {
    const hash = fmix32(key + 1);
    const golden = Math.imul(hash, 0x9e3779b1) >>> 0; // 2^32 over the golden ratio
    const line = this.#lines[Math.floor((golden / 2 ** 32) * this.#lines.length)];
    const places = [hash % 16, (hash >>> 8) % 16, (hash >>> 16) % 16, hash >>> 28];
    return line.map((row, index) => [row, places[index]]);
  }
}

describe("the sketch of frequencies", () => {
  it("mixes as MurmurHash3 does: the literal form here has the published values", () => {
    // fmix32 in the reference implementation: 0, and of 1 and 2
    expect([0, 1, 2].map(fmix32)).toEqual([0, 0x514e28b7, 0x30f4c306]);
  });

  it.each([
    [16, 1, 40],
    [64, 4, 200],
    [1000, 64, 5_000],
  ])("counts key by key as its text says: %i columns, which are %i lines, halved after %i", (width, lines, sample) => {
    const sketch = new FrequencySketch(width, sample);
    const literal = new LiteralSketch(lines, sample);
    const random = new Random(width);
    const keys = [...Array.from({ length: 3 * width }, (_, i) => i), 2 ** 31 - 1, 2 ** 32 - 2, 65_536, 1 << 24];
    const wrong: number[] = [];
    for (let step = 0; step < 20 * width; step++) {
      const key = keys[Math.min(random.below(keys.length), random.below(keys.length))]; // some come often
      sketch.add(key);
      literal.add(key);
      const other = keys[random.below(keys.length)];
      if (sketch.of(key) !== literal.of(key) || sketch.of(other) !== literal.of(other)) wrong.push(step);
    }
    expect(wrong, "steps").toEqual([]);
  });

  it("counts to 15 and no further, and forgets half of it after so many additions", () => {
    const sketch = new FrequencySketch(16, 40);
    for (let times = 1; times < 40; times++) {
      sketch.add(7);
      expect(sketch.of(7)).toBe(Math.min(times, 15));
    }
    sketch.add(7); // the fortieth
    expect(sketch.of(7)).toBe(7);
    // half of forty are forgotten, too: after twenty more it halves again
    for (let times = 0; times < 20; times++) sketch.add(7);
    expect(sketch.of(7)).toBe(7);
  });

  it.each([1, 2 ** 8, 2 ** 16, 2 ** 20])("takes few keys for others, though all are multiples of %i", (step) => {
    const sketch = new FrequencySketch(1024, 1e9);
    for (let i = 0; i < 256; i++) sketch.add(i * step);
    // four keys a line on average: a stranger meets one in each of its four rows with chance (1 - (15/16)^4)^4 = 0.003
    let taken = 0;
    for (let i = 256; i < 4096; i++) if (sketch.of(i * step) > 0) taken++;
    expect(taken / 3840).toBeLessThan(0.02);
  });

  it("takes a key for others no more often than chance does: line and counters say nothing of each other", () => {
    // closed form: as many keys as columns, 16 in a line on average (Poisson); in each of four rows the counter of a
    // stranger is one of 16, taken with chance 1 - (15/16)^keys
    let expected = 0;
    for (let keys = 0, chance = Math.exp(-16); keys < 80; keys++, chance *= 16 / keys)
      expected += chance * (1 - (15 / 16) ** keys) ** 4;
    const sketch = new FrequencySketch(2 ** 16, 1e9);
    for (let key = 0; key < 2 ** 16; key++) sketch.add(key);
    let taken = 0;
    for (let key = 2 ** 16; key < 2 ** 18; key++) if (sketch.of(key) > 0) taken++;
    expect(taken / (3 * 2 ** 16) / expected).toBeGreaterThan(0.97);
    expect(taken / (3 * 2 ** 16) / expected).toBeLessThan(1.03);
  });
});
