import { describe, expect, it } from "vitest";
import { clock } from "../../../src/cache/policy/clock.js";
import { fifo } from "../../../src/cache/policy/fifo.js";
import { outcome } from "./letters.js";

describe("CLOCK", () => {
  it("spares once what was asked for again, unlike FIFO", () => {
    // hand trace: at C the hand takes the mark off A and evicts B; at D it evicts A, whose mark is gone
    expect(outcome(clock, 2, "A B A C D A")).toBe("- - h - - -");
    expect(outcome(clock, 2, "A B A C A D A")).toBe("- - h - h - h");
    expect(outcome(fifo, 2, "A B A C A D A")).toBe("- - h - - - h");
  });

  it("evicts another URL where newcomers are marked", () => {
    // hand trace. Unmarked: C evicts A; at D the hand takes the mark off B and evicts C, so B hits.
    // Marked: C takes both marks off and evicts A; at D the hand takes the marks off B and C, and evicts B
    expect(outcome(clock, 2, "A B C B D B")).toBe("- - - h - h");
    expect(outcome(clock({ newcomer: "marked" }), 2, "A B C B D B")).toBe("- - - h - -");
  });
});
