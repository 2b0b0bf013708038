import { describe, expect, it } from "vitest";
import { fifo } from "../../../src/cache/policy/fifo.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { s3Fifo } from "../../../src/cache/policy/s3-fifo.js";
import { sieve } from "../../../src/cache/policy/sieve.js";
import { outcome } from "./letters.js";

describe("S3-FIFO", () => {
  it("lets newcomers drive out newcomers, unlike FIFO, LRU and SIEVE", () => {
    // hand trace, one entry in each queue: A is in the small one, B passes into the main one while the cache fills; C
    // drives out A, D drives out C
    expect(outcome(s3Fifo, 2, "A B C D B")).toBe("- - - - h");
    for (const other of [fifo, lru, sieve]) expect(outcome(other, 2, "A B C D B")).toBe("- - - - -");
  });

  it("fills its small queue alone as the paper has it", () => {
    // hand trace: A and B are both in the small queue; C drives out A, D drives out B
    expect(outcome(s3Fifo({ filling: "small" }), 2, "A B C D B")).toBe("- - - - -");
  });

  it("takes what the ghost queue remembers into the main queue", () => {
    // hand trace: C evicts A, which is remembered; A comes back into the main queue and drives C out of the small one;
    // D drives out B, the older of two in the main queue, which has one too many; E drives out D
    expect(outcome(s3Fifo, 2, "A B C A D E A")).toBe("- - - - - - h");
    expect(outcome(s3Fifo({ ghost: 0 }), 2, "A B C A D E A")).toBe("- - - - - - -");
  });

  it("drives one URL more out of a full main queue where that is done at once", () => {
    // hand trace, two entries in each queue: A, asked for twice, moves to C and D at E, then B leaves. At once: C
    // leaves too
    expect(outcome(s3Fifo({ small: 0.5 }), 4, "A B C D A A E C")).toBe("- - - - h h - h");
    expect(outcome(s3Fifo({ small: 0.5, overflow: "at once" }), 4, "A B C D A A E C")).toBe("- - - - h h - -");
  });

  it("moves on what was asked for twice in the small queue, not once", () => {
    // hand trace, one entry in the small queue and one in the main one. Asked for twice: A moves at C, and drives out
    // B. Once: C drives out A
    expect(outcome(s3Fifo, 2, "A B A A C D A")).toBe("- - h h - - h");
    expect(outcome(s3Fifo, 2, "A B A C D B")).toBe("- - h - - h");
    expect(outcome(s3Fifo({ moves: 1 }), 2, "A B A C D B")).toBe("- - h - - -");
  });
});
