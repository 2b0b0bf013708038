import { describe, expect, it } from "vitest";
import { clock } from "../../../src/cache/policy/clock.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { simulate } from "../../../src/cache/simulate.js";
import { letters, outcome } from "./letters.js";

describe("LRU", () => {
  it("knows the order of requests, where CLOCK knows that there were some", () => {
    // hand trace: D drives out C in both. E drives out B, the older request; CLOCK has both unmarked, and its hand is
    // at A
    expect(outcome(lru, 3, "A B C B A D E A")).toBe("- - - h h - - h");
    expect(outcome(clock, 3, "A B C B A D E A")).toBe("- - - h h - - -");
  });

  it("misses every request of a loop that is one URL longer than the cache", () => {
    // closed form: what is asked for next is always what was evicted last
    const loop = letters(Array(50).fill("A B C D E").join(" "));
    expect(simulate(loop, lru, 4)).toBe(250);
    expect(simulate(loop, lru, 5)).toBe(5);
  });
});
