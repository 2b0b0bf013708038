import { describe, expect, it } from "vitest";
import { frequent } from "../../../src/cache/policy/frequent.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { staticCache } from "../../../src/cache/policy/static-cache.js";
import { wTinyLfu } from "../../../src/cache/policy/w-tiny-lfu.js";
import { simulate } from "../../../src/cache/simulate.js";
import { zipfTrace } from "../../fixture/url-traces.js";
import { outcome } from "./letters.js";

const times = (count: number, letter: string) => Array.from({ length: count }, () => letter).join(" ");

describe("FREQUENT", () => {
  it("takes in a newcomer when it was asked for more often than the one held that was asked for least", () => {
    // hand trace, one entry: B comes in with its fourth request, A having had three; A's fourth is no more than B's
    expect(outcome(frequent, 1, "A A B A B B B A B")).toBe("- h - h - - - - h");
    expect(outcome(wTinyLfu, 1, "A A B A B B B A B")).toBe("- h - - - h h - -"); // one entry is its window
    // two entries: C, asked for twice, drives out B, asked for once; of A and B with equal counts the older goes
    expect(outcome(frequent, 2, "A A B C C B A C")).toBe("- h - - - - h h");
    expect(outcome(frequent, 2, "A B C C B A")).toBe("- - - - h -");
  });

  it("forgets: after `sample` requests per entry, 16 at the least, all counts are halved", () => {
    // By hand, one entry: at the 16th request A has 10 and B 6, halved 5 and 3; B has 6 with its ninth.
    const trace = `${times(10, "A")} ${times(12, "B")}`;
    const firstHit = (sample: number) => outcome(frequent({ sample }), 1, trace).split(" ").slice(10).indexOf("h") + 1;
    expect(firstHit(1)).toBe(10);
    expect(firstHit(Number.POSITIVE_INFINITY)).toBe(12); // in with its eleventh
  });

  it("lies between STATIC and LRU where requests are independent, and nearer to STATIC the longer it remembers", () => {
    const trace = zipfTrace(100_000, 10_000, 0.9, 5);
    const misses = [staticCache(), frequent({ sample: 30 }), frequent(), lru()].map((each) =>
      simulate(trace, each, 300),
    );
    expect(misses).toEqual(misses.toSorted((a, b) => a - b));
    expect(new Set(misses).size).toBe(4);
  });
});
