import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SeenIndex } from "../../../src/urldb/dedicated/seen-index.js";
import { runFiles } from "./run-files.js";
import { pause } from "./story.js";

const hash = fc.oneof(fc.tuple(fc.nat(1), fc.nat(1)), fc.tuple(fc.nat(0xffffffff), fc.nat(0xffffffff)));

describe("the index of what was seen", () => {
  it("offers every number of a hash, and no other, wherever it lies: in memory, in runs, in runs of runs", async () => {
    const rounds = fc.array(fc.tuple(fc.array(hash, { maxLength: 25 }), fc.nat(30)), { minLength: 3, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(rounds, async (list) => {
        const index = new SeenIndex(runFiles(), 4);
        const all: (readonly [number, number])[] = [];
        for (const [hashes, work] of list) {
          for (const each of hashes) index.recent.push(...each);
          all.push(...hashes);
          if (work % 3) index.flush();
          index.runs.work(work);
          await pause(2);
        }
        for (const [high, low] of [...all.slice(-60), [0, 0], [1, 1]]) {
          const numbers = new Set<number>();
          expect(index.find(high, low, (number) => numbers.size === numbers.add(number).size && false)).toBe(-1);
          const expected = all.flatMap(([h, l], i) => (h === high && l === low ? i : []));
          expect([...numbers].sort((a, b) => a - b)).toEqual(expected);
          for (const one of expected.slice(0, 5)) expect(index.find(high, low, (number) => number === one)).toBe(one);
        }
        index.runs.close();
      }),
      { numRuns: 40 },
    );
  });

  it("numbers the next URL after a flush as if there had been none, and an empty flush writes nothing", () => {
    const index = new SeenIndex(runFiles(), 4);
    index.flush();
    expect(index.runs.runs.length).toBe(0);
    for (let i = 0; i < 5; i++) index.recent.push(i, i);
    index.flush();
    expect([index.recent.first, index.recent.size]).toEqual([5, 0]);
    index.recent.push(9, 9);
    expect(index.find(9, 9, () => true)).toBe(5);
    expect(index.find(4, 4, () => true)).toBe(4);
    index.runs.close();
  });
});
