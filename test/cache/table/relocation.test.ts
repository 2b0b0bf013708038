import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { compareWithPlainClock } from "../../../src/cache/table/relocation.js";

/** Requests by what `draw` says, renumbered as they turn up. */
function trace(name: string, length: number, draw: (time: number) => number) {
  const numbers = new Map<number, number>();
  const requests = Uint32Array.from({ length }, (_, time) => {
    const url = draw(time);
    const number = numbers.get(url) ?? numbers.size;
    numbers.set(url, number);
    return number;
  });
  return { name, requests, urls: numbers.size };
}

describe("CLOCK on a scatter table beside CLOCK", () => {
  it("is CLOCK for one entry, and for a cache that holds all", () => {
    const random = new Random(1);
    const small = trace("uniform", 5000, () => random.below(60));
    for (const { scatter, plain, difference } of compareWithPlainClock(small, [1, 64, 256], { seeds: [1, 2, 3] })) {
      expect(scatter).toBe(plain);
      expect(difference).toBe(0);
    }
  });

  it("hits in a loop one longer than the cache, where CLOCK never does: newcomers do not all stand behind the hand", () => {
    const loop = trace("loop", 50_000, (time) => time % 257);
    for (const row of compareWithPlainClock(loop, [256], { seeds: [1, 2, 3] })) {
      expect(row.plain).toBe(50_000); // each URL goes out just before it is asked for again
      expect(row.scatter).toBeLessThan(40_000);
    }
  });

  it("leaves 0.37 of the newcomers in the victim's place where nothing hits, however fingerprints are drawn", () => {
    const once = trace("each once", 300_000, (time) => time);
    for (const { plain, scatter, inPlace } of compareWithPlainClock(once, [4096], { seeds: [1, 2] })) {
      expect([plain, scatter]).toEqual([300_000, 300_000]);
      // regression: measured on independent fingerprints, 3M requests
      expect(Math.abs(inPlace - 0.372)).toBeLessThan(0.01);
    }
  });

  it("uses the trace's own fingerprints, and refuses a trace without", () => {
    const once = trace("each once", 10, (time) => time);
    expect(() => compareWithPlainClock(once, [4])).toThrow("the trace each once has no fingerprints: draw them");
    const fingerprints = Uint32Array.from({ length: 20 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
    expect(compareWithPlainClock({ ...once, fingerprints }, [4])[0]).toMatchObject({ seed: 0, plain: 10, scatter: 10 });
  });
});
