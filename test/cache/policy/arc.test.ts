import { describe, expect, it } from "vitest";
import { arc } from "../../../src/cache/policy/arc.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { outcome } from "./letters.js";

describe("ARC", () => {
  it("keeps what was asked for twice before what was asked for once, unlike LRU", () => {
    // hand trace: A is in T2; C drives B out of T1, as p = 0; LRU drives out A
    expect(outcome(arc, 2, "A A B C A")).toBe("- h - - h");
    expect(outcome(lru, 2, "A A B C A")).toBe("- h - - -");
  });

  it("moves its target with what the ghosts remember", () => {
    // hand trace: B is in B1, so p = 1; T1 holds C alone, which is not more than p, so A leaves T2 for B2. A is in B2,
    // so p = 0, and C leaves T1
    expect(outcome(arc, 2, "A A B C B A B")).toBe("- h - - - - h");
    // the same up to p = 1: without it C would have left, and A been there
    expect(outcome(arc, 2, "A A B C B C")).toBe("- h - - - h");
  });
});
