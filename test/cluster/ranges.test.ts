import fc from "fast-check";
import { expect, it } from "vitest";
import { Ranges } from "../../src/cluster/ranges.js";

const anyRange = fc.tuple(fc.nat(60), fc.nat(12)).map(([from, length]): [number, number] => [from, from + length]);
const anyStep = fc.tuple(fc.boolean(), anyRange);

it("ranges hold the numbers that a set holds, after any additions and deletions, as few ranges apart from one another", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), anyRange, (steps, [from, to]) => {
      const ranges = new Ranges();
      const set = new Set<number>();
      for (const [isAdded, [first, last]] of steps) {
        if (isAdded) ranges.add(first, last);
        else ranges.delete(first, last);
        for (let number = first; number <= last; number++) {
          if (isAdded) set.add(number);
          else set.delete(number);
        }
      }
      const asked = Array.from({ length: to - from + 1 }, (_, at) => from + at);
      expect(ranges.has(from, to)).toBe(asked.every((number) => set.has(number)));
      const listed = ranges.list.flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      );
      expect(listed).toEqual([...set].sort((a, b) => a - b));
      for (const [at, [first]] of ranges.list.entries())
        if (at > 0) expect(first - ranges.list[at - 1][1]).toBeGreaterThan(1);
    }),
  );
});
