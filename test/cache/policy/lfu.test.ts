import { describe, expect, it } from "vitest";
import { lfu } from "../../../src/cache/policy/lfu.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { outcome } from "./letters.js";

describe("LFU", () => {
  it("keeps what was asked for more often, unlike LRU", () => {
    // hand trace: C drives out B, asked for once; LRU drives out A
    expect(outcome(lfu, 2, "A A B C A")).toBe("- h - - h");
    expect(outcome(lru, 2, "A A B C A")).toBe("- h - - -");
  });

  it("evicts the oldest request of several counts that are equal", () => {
    // hand trace: A and B were asked for twice, A later; C drives out B
    expect(outcome(lfu, 2, "A B B A C A")).toBe("- - h h - h");
    expect(outcome(lfu, 2, "A B B A C B")).toBe("- - h h - -");
  });
});
