import { describe, expect, it } from "vitest";
import { lfu } from "../../../src/cache/policy/lfu.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { wTinyLfu } from "../../../src/cache/policy/w-tiny-lfu.js";
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
});
