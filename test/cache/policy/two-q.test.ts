import { describe, expect, it } from "vitest";
import { fifo } from "../../../src/cache/policy/fifo.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { twoQ } from "../../../src/cache/policy/two-q.js";
import { outcome } from "./letters.js";

describe("2Q", () => {
  it("keeps in its stack what came back while A1out remembered it, unlike FIFO and LRU", () => {
    // hand trace, Kin = 1, Kout = 2: E, F and G drive A, B and C into A1out, which forgets A; B comes into Am; H to K
    // drive newcomers out
    const trace = "A B C D E F G B H I J K B";
    expect(outcome(twoQ, 4, trace)).toBe("- - - - - - - - - - - - h");
    expect(outcome(fifo, 4, trace)).toBe("- - - - - - - - - - - - -");
    expect(outcome(lru, 4, trace)).toBe("- - - - - - - - - - - - -");
  });

  it("leaves a newcomer that is asked for again where it is in A1in", () => {
    // hand trace: E drives out A, the oldest, though it was asked for again; LRU drives out B
    expect(outcome(twoQ, 4, "A B C D A E A")).toBe("- - - - h - -");
    expect(outcome(lru, 4, "A B C D A E A")).toBe("- - - - h - h");
  });
});
