import { expect, it } from "vitest";
import { clock } from "../../../src/cache/policy/clock.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { sieve } from "../../../src/cache/policy/sieve.js";
import { outcome } from "./letters.js";

it("leaves behind what its hand spared, where the hand of CLOCK comes round to it", () => {
  // hand trace: D takes the mark off A and evicts B, E evicts C. The hand of SIEVE goes on to D, a newcomer, and F
  // evicts it; CLOCK put D and E in the places of B and C, so its hand is at A again
  expect(outcome(sieve, 3, "A B C A D E F A")).toBe("- - - h - - - h");
  expect(outcome(clock, 3, "A B C A D E F A")).toBe("- - - h - - - -");
  expect(outcome(lru, 3, "A B C A D E F A")).toBe("- - - h - - - -");
});
