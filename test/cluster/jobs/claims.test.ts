import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Claims } from "../../../src/cluster/jobs/claims.js";
import { pairsOf } from "../../fixture/pairs.js";

const one = { worker: "one", slot: 0 };
const other = { worker: "other", slot: 0 };

describe("Claims", () => {
  it("keeps a job with the thread that took it, for as long as it is heard of", () => {
    const claims = new Claims(100);
    claims.take(one, 7, 0);
    expect(claims.hear({ ...one, index: 7 }, 90)).toBe(true);
    expect(claims.expire(190)).toEqual([]); // 100 since, and no more
    expect(claims.of(one)).toBe(7);
    expect(claims.expire(191)).toEqual([{ ...one, index: 7, losses: 1 }]);
    expect([claims.of(one), claims.size, claims.hear({ ...one, index: 7 }, 191)]).toEqual([undefined, 0, false]);
  });

  it("tells the threads of a worker apart, and workers", () => {
    const claims = new Claims(100);
    claims.take(one, 1, 0);
    claims.take({ worker: "one", slot: 1 }, 2, 0);
    claims.take(other, 3, 0);
    expect([one, { worker: "one", slot: 1 }, other].map((slot) => claims.of(slot))).toEqual([1, 2, 3]);
    expect(claims.leave("one")).toEqual([1, 2]);
    expect([claims.of(one), claims.of(other)]).toEqual([undefined, 3]);
  });

  it("does not let go of a job for what is said about another", () => {
    const claims = new Claims(100);
    claims.take(one, 1, 0);
    claims.release({ ...one, index: 2 });
    expect(claims.hear({ ...one, index: 2 }, 90)).toBe(false);
    expect(claims.of(one)).toBe(1);
    expect(claims.expire(101)).toEqual([{ ...one, index: 1, losses: 1 }]);
  });

  it("counts how many workers a job has ended, over workers and not over jobs", () => {
    const claims = new Claims(100);
    const losses = [one, other, one].map((slot, i) => {
      claims.take(slot, 7, 1000 * i);
      claims.take({ worker: "third", slot: 0 }, 8 + i, 1000 * i);
      return claims.expire(1000 * i + 101).map(({ index, losses: count }) => [index, count]);
    });
    expect(losses).toEqual([pairsOf("7,1 8,1"), pairsOf("7,2 9,1"), pairsOf("7,3 10,1")]);
  });

  it("gives up a claim, and blames nobody, while the engine is away", () => {
    const claims = new Claims(100);
    claims.take(one, 7, 0);
    claims.excuse();
    expect(claims.expire(101)).toEqual([{ ...one, index: 7, losses: 0 }]);
    claims.take(other, 7, 200);
    claims.excuse();
    claims.hear({ ...other, index: 7 }, 250); // it is back
    expect(claims.expire(351)).toEqual([{ ...other, index: 7, losses: 1 }]);
  });

  it("does not count the time in which nobody could hear", () => {
    const claims = new Claims(100);
    claims.take(one, 7, 0);
    claims.pause(1000);
    expect(claims.expire(1100)).toEqual([]);
    expect(claims.expire(1101)).toHaveLength(1);
  });

  it("holds one job for each thread that took one and is not through, whatever happens", () => {
    const event = fc.record({
      what: fc.constantFrom("take", "hear", "release", "expire"),
      worker: fc.constantFrom("a", "b"),
      slot: fc.nat(1),
      index: fc.nat(5),
      after: fc.nat(150),
    });
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const claims = new Claims(100);
        const expected = new Map<string, { index: number; heard: number }>();
        let now = 0;
        for (const { what, worker, slot, index, after } of events) {
          now += after;
          const name = `${worker}${slot}`;
          const held = expected.get(name);
          if (what === "take") {
            claims.take({ worker, slot }, index, now);
            expected.set(name, { index, heard: now });
          } else if (what === "hear") {
            expect(claims.hear({ worker, slot, index }, now)).toBe(held?.index === index);
            if (held?.index === index) held.heard = now;
          } else if (what === "release") {
            claims.release({ worker, slot, index });
            if (held?.index === index) expected.delete(name);
          } else {
            const lost = [...expected].filter(([, { heard }]) => now - heard > 100).map(([key]) => key);
            expect(
              claims
                .expire(now)
                .map((each) => `${each.worker}${each.slot}`)
                .sort(),
            ).toEqual(lost.sort());
            for (const key of lost) expected.delete(key);
          }
          expect(claims.size).toBe(expected.size);
        }
      }),
    );
  });
});
