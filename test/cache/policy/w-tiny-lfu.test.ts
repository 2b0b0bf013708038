import { describe, expect, it } from "vitest";
import { lfu } from "../../../src/cache/policy/lfu.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { wTinyLfu } from "../../../src/cache/policy/w-tiny-lfu.js";
import { simulate } from "../../../src/cache/simulate.js";
import { alphaBetaGamma } from "../../../src/trace/model/alpha-beta-gamma.js";
import { literal } from "../literal.js";
import { outcome } from "./letters.js";

describe("W-TinyLFU", () => {
  it("remembers how often it was asked for what it does not hold, unlike LFU", () => {
    // hand trace, one entry in the window and one behind it: A, asked for twice, is behind it; B and C drive each other
    // out of the window until B was asked for three times. LFU counts B anew each time
    expect(outcome(wTinyLfu, 2, "A A B C B C B C B")).toBe("- h - - - - - - h");
    expect(outcome(lfu, 2, "A A B C B C B C B")).toBe("- h - - - - - - -");
  });

  it("keeps out of its main part what is asked for once, unlike LRU", () => {
    // hand trace: B, C and D pass the window, A stays
    expect(outcome(wTinyLfu, 2, "A A B C D A")).toBe("- h - - - h");
    expect(outcome(lru, 2, "A A B C D A")).toBe("- h - - - -");
  });

  it("is LRU with one entry, which is the window", () => {
    expect(outcome(wTinyLfu, 1, "A A B A A B B")).toBe("- h - - h - h");
  });

  it("misses within a point of what it would with exact counts: its sketch is wide enough", () => {
    // behind the critical region, where it admits by the sketch alone; with a quarter of the width it is 2.2 points off
    const trace = alphaBetaGamma({ requests: 60_000, threads: 2 });
    const exact = literal["w-tiny-lfu"](1024, [...trace.requests]).filter((hit) => !hit).length;
    expect(Math.abs(simulate(trace, wTinyLfu, 1024) - exact) / 60_000).toBeLessThan(0.01);
  });
});
