import { expect, it } from "vitest";
import { clock } from "../../../src/cache/policy/clock.js";
import { fifo } from "../../../src/cache/policy/fifo.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { outcome } from "./letters.js";

it("evicts what came in first though it was asked for since, unlike CLOCK and LRU", () => {
  // hand trace: C drives out A, the oldest; the others drive out B, which was not asked for again
  expect(outcome(fifo, 2, "A B A C A")).toBe("- - h - -");
  expect(outcome(clock, 2, "A B A C A")).toBe("- - h - h");
  expect(outcome(lru, 2, "A B A C A")).toBe("- - h - h");
});
