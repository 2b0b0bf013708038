import { describe, expect, it } from "vitest";
import { blockMisses, equalBlocks } from "../../src/cache/block-misses.js";
import { staticCache } from "../../src/cache/policy/static-cache.js";
import { simulate } from "../../src/cache/simulate.js";
import { libraryCaches } from "../../src/cache/sweep/cache-methods.js";
import { coded } from "../fixture/problems.js";
import { crawlTrace, traceOf } from "../fixture/url-traces.js";

describe("blockMisses", () => {
  it("adds up to the misses of a simulation, whatever the policy and the stretches", async () => {
    const trace = crawlTrace(5000, 3, 1);
    const methods = [...(await libraryCaches()), staticCache({ preload: "charged" })];
    expect(methods.length).toBeGreaterThan(10);
    for (const method of methods) {
      for (const ends of [[5000], [1, 1700, 1700, 5000], equalBlocks(5000, 16)]) {
        const misses = blockMisses(trace, method, 50, ends);
        expect(misses.length).toBe(ends.length);
        expect(
          misses.reduce((sum, each) => sum + each, 0),
          method.label,
        ).toBe(simulate(trace, method, 50));
      }
    }
  });

  it("goes on with the cache that the last stretch left", async () => {
    const [lru] = (await libraryCaches()).filter(({ name }) => name === "lru");
    expect([...blockMisses(traceOf("twice", [1, 2, 1, 2]), lru, 2, [2, 4])]).toEqual([2, 0]); // hand trace
  });

  it("refuses a size or ends that make no sense", async () => {
    const [lru] = await libraryCaches();
    const trace = traceOf("twice", [1, 2, 1, 2]);
    expect(() => blockMisses(trace, lru, 0, [4])).toThrow("a cache has room for 1 URL or more; found 0");
    expect(() => blockMisses(trace, lru, 1, [3])).toThrow("the last stretch ends with the trace, at 4; found 3");
  });
});

describe("equalBlocks", () => {
  it("cuts as evenly as whole numbers allow, and never finer than the requests", () => {
    expect(equalBlocks(10, 4)).toEqual([3, 5, 8, 10]);
    expect(equalBlocks(2, 16)).toEqual([1, 2]);
    expect(() => equalBlocks(10, 0)).toThrow(coded("option"));
  });
});
