import { describe, expect, it } from "vitest";
import { type RepeatPlace, repeatsIn, withRepeats } from "../../../src/crawl/timed/repeats.js";
import { coded } from "../../fixture/problems.js";

/** Pages of 0, 1, 3 and 100 links, each to another URL. */
const sizes = [0, 1, 3, 100];
const offsets = Uint32Array.of(0, 0, 1, 4, 104);
const targets = Uint32Array.from({ length: 104 }, (_, i) => (i * 7) % 104);
const PLACES: readonly RepeatPlace[] = ["mixed", "adjacent", "spread"];

describe("repeats that are put back", () => {
  it.each(PLACES)(
    "are as many as links at a share of one half, on each page, and leave first links in order: %s",
    (place) => {
      // L x 0.5 / (1 - 0.5) = L
      for (let seed = 0; seed < 20; seed++) {
        const found = withRepeats({ offsets, targets }, 0.5, place, seed);
        for (const [page, size] of sizes.entries()) {
          const row = [...found.targets.subarray(found.offsets[page], found.offsets[page + 1])];
          expect(row).toHaveLength(2 * size);
          expect([...new Set(row)]).toEqual([...targets.subarray(offsets[page], offsets[page + 1])]);
        }
        expect(repeatsIn(found, 104)).toBe(104);
      }
    },
  );

  it("stand right behind what they repeat where they are adjacent, and seldom where they are spread", () => {
    const apart = (place: RepeatPlace) => {
      const found = withRepeats({ offsets, targets }, 0.5, place, 1);
      const row = found.targets.subarray(found.offsets[3], found.offsets[4]);
      return row.filter((target, i) => row.indexOf(target) < i && row[i - 1] !== target).length;
    };
    // of 100; of spread ones 1 + 1/2 + ... + 1/100 = 5.2 are drawn right behind their link, of mixed ones 0.4 besides
    expect(apart("adjacent")).toBe(0);
    expect(apart("spread")).toBeGreaterThan(80);
    expect(apart("mixed")).toBeGreaterThan(40);
    expect(apart("mixed")).toBeLessThan(apart("spread"));
  });

  it("are none at a share of 0, and refused at 1, below 0, and where it is no number", () => {
    expect(withRepeats({ offsets, targets }, 0, "mixed", 1)).toEqual({ offsets, targets });
    for (const share of [1, -0.1, Number.NaN])
      expect(() => withRepeats({ offsets, targets }, share, "mixed", 1)).toThrow(coded("option"));
  });

  it("are refused where they would be more links than 32 bits can number", () => {
    // of 104 links 104 / 2^-26 = 7.0e9; of 104 / 2^-53 = 9.4e17
    for (const share of [1 - 2 ** -26, 1 - 2 ** -53])
      expect(() => withRepeats({ offsets, targets }, share, "mixed", 1)).toThrow(coded("option"));
  });
});

describe("repeats in rows", () => {
  it("are links that name what an earlier link of the same page names, not of another page", () => {
    // 0 1 0 0 | 1 0 | nothing | 2 2
    const rows = { offsets: Uint32Array.of(0, 4, 6, 6, 8), targets: Uint32Array.of(0, 1, 0, 0, 1, 0, 2, 2) };
    expect(repeatsIn(rows, 3)).toBe(3);
  });
});
