import { describe, expect, it } from "vitest";
import { lirs } from "../../../src/cache/policy/lirs.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { twoQ } from "../../../src/cache/policy/two-q.js";
import { outcome } from "./letters.js";

describe("LIRS", () => {
  it("lets newcomers share one entry, unlike LRU and 2Q", () => {
    // hand trace: A and B are LIR, C and D pass the queue of one entry
    expect(outcome(lirs, 3, "A B C D A")).toBe("- - - - h");
    expect(outcome(lru, 3, "A B C D A")).toBe("- - - - -");
    expect(outcome(twoQ, 3, "A B C D A")).toBe("- - - - -");
  });

  it("takes in what comes back while the stack remembers it, for the LIR that was not asked for for the longest time", () => {
    // hand trace: C is gone and on the stack, so it becomes LIR, D leaves the queue, and A comes down to the queue,
    // where it hits
    expect(outcome(lirs, 3, "A B C D C B A")).toBe("- - - - - h h");
    // and E drives A out of the queue
    expect(outcome(lirs, 3, "A B C D C E B C A")).toBe("- - - - - - h h -");
  });

  it("forgets what is gone where it is to remember none", () => {
    // hand trace: C comes back as any newcomer; A and B stay LIR
    expect(outcome(lirs({ remembered: 0 }), 3, "A B C D C E B C A")).toBe("- - - - - - h - h");
  });

  it("makes LIR of what is asked for twice in a row, as the paper is written, or not, as its authors' program", () => {
    // hand trace: C, asked for twice, is LIR for A, so that D drives A out of the queue; or it stays there, and D
    // drives it out
    expect(outcome(lirs, 3, "A B C C D C A")).toBe("- - - h - h -");
    expect(outcome(lirs({ repeats: "once" }), 3, "A B C C D A C")).toBe("- - - h - h -");
  });
});
