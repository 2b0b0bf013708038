import { describe, expect, it } from "vitest";
import { memoryOf } from "../../src/cache/memory.js";
import { clock } from "../../src/cache/policy/clock.js";
import { fifo } from "../../src/cache/policy/fifo.js";
import { lirs } from "../../src/cache/policy/lirs.js";
import { lru } from "../../src/cache/policy/lru.js";
import { random } from "../../src/cache/policy/random.js";
import { s3Fifo } from "../../src/cache/policy/s3-fifo.js";
import { cacheMethodNamed, cacheMethodNames } from "../../src/cache/sweep/cache-methods.js";
import { CircularChaining } from "../../src/cache/table/circular-chaining.js";
import { ScatterTable } from "../../src/cache/table/scatter-table.js";

const wholeWords = (bits: number) => 32 * Math.ceil(bits / 32);

describe("memoryOf", () => {
  it("is what the tables really allocate, for CLOCK, RANDOM and FIFO", () => {
    for (const size of [1, 2, 8, 128, 65_536]) {
      const bits = (method: Parameters<typeof memoryOf>[0]) => wholeWords(8 * memoryOf(method, size).bytes);
      expect(bits(clock)).toBe(new ScatterTable(size, { marks: true }).allocatedBits);
      expect(bits(random)).toBe(new ScatterTable(size).allocatedBits);
      expect(bits(fifo)).toBe(new CircularChaining(size).allocatedBits);
    }
  });

  it("pays for the places up to a power of two", () => {
    expect(memoryOf(clock, 3000)).toEqual({
      bytes: (4096 * 66) / 8, // l + 2 bits, Broder et al. 2003, section 6
      bits: (4096 * 66) / 3000,
      built: "in a scatter table of 2^12 places",
    });
  });

  it("counts links, counters and what is remembered of policies that keep lists", () => {
    expect(memoryOf(lru, 256).bits).toBe(65 + 2 * 32);
    expect(memoryOf(s3Fifo, 128).bytes).toBe((256 * (65 + 64 + 4)) / 8); // 128 + 115 remembered
    expect(memoryOf(s3Fifo({ ghost: 3 }), 128).bytes).toBe((512 * (65 + 64 + 4)) / 8);
    expect(memoryOf(lirs, 128).bytes).toBe((512 * (65 + 4 * 32 + 2)) / 8); // 3 * 128 places
  });

  it.each([
    ["sieve", 65 + 64 + 1], // its mark
    ["lfu", 65 + 64 + 32], // its count
    ["frequent", 65 + 64 + 4 + 16], // its count; four counters of four bits
    ["w-tiny-lfu", 65 + 64 + 2 + 64], // one of three lists; sixteen counters of four bits
    ["arc", 2 * (65 + 64 + 2)], // one of four lists; as many are remembered
    ["two-q", 2 * (65 + 64 + 2)], // one of three lists; half as many are remembered
  ])("counts for %s what its entries keep: %i bits", async (name, bits) => {
    expect(memoryOf(await cacheMethodNamed(name), 128).bits).toBe(bits);
  });

  it("knows every policy that can be built, and takes a policy of the user's for an LRU", async () => {
    const guess = ", if it keeps no more than LRU";
    for (const name of await cacheMethodNames()) {
      const method = await cacheMethodNamed(name);
      if (method.offline || name === "infinite") continue;
      expect(method.upkeep, `upkeep of ${name}, in its file`).toBeDefined();
      expect(memoryOf(method, 64).built, name).not.toContain(guess);
    }
    expect(memoryOf({}, 64)).toMatchObject({ bytes: memoryOf(lru, 64).bytes });
    expect(memoryOf({}, 64).built).toContain(guess);
  });
});
