import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { NEVER, RecrawlPlan } from "../../src/freshness/recrawl-plan.js";

const everyTime = (interval: number) => ({ interval: () => interval, phase: () => 0.5 });

describe("a plan of fetching again", () => {
  it("owes the next interval what rounding takes from one, and leaves two slots between fetches", () => {
    // 10 fetches a unit of time: 0.37 is 3.7 slots, of which 0.7 are owed; then 4.4, 4.1, 3.8
    const plan = new RecrawlPlan(everyTime(0.37), 1, 10, new Random(1));
    expect([1, 2, 3, 4].map(() => plan.after(0))).toEqual([3, 4, 4, 3]);
    const often = new RecrawlPlan(everyTime(0.05), 1, 10, new Random(1));
    expect([1, 2, 3].map(() => often.after(0))).toEqual([2, 2, 2]);
  });

  it("begins after a share of the interval, at time 0 or in the midst of it", () => {
    const plan = new RecrawlPlan(everyTime(2), 2, 10, new Random(1));
    expect([plan.first(0), plan.fetchedAt(0)]).toEqual([10, 0]); // 0.5 x 2 x 10 slots
    expect([plan.first(1, true), plan.fetchedAt(1)]).toEqual([10, -1]); // one interval before time 1
    const drawn = new RecrawlPlan({ interval: () => 1e6 }, 1, 1, new Random(1));
    expect(drawn.first(0)).toBe(Math.floor(1e6 * new Random(1).next()));
  });

  it("never fetches a page whose interval has no end", () => {
    const plan = new RecrawlPlan(everyTime(Number.POSITIVE_INFINITY), 1, 10, new Random(1));
    expect([plan.first(0, true), plan.after(0), plan.fetchedAt(0), NEVER]).toEqual([0, 0, 0, 0]);
    expect(new RecrawlPlan(everyTime(2 ** 52), 1, 2, new Random(1)).after(0)).toBe(NEVER); // 2^53 slots
  });

  it("tells the policy the time since the fetch before", () => {
    const told: unknown[] = [];
    const observe = (...each: unknown[]) => told.push(each);
    const plan = new RecrawlPlan({ ...everyTime(1), observe }, 2, 10, new Random(1));
    plan.fetched(1, 5, true);
    plan.fetched(1, 25, false);
    plan.fetched(0, 30, false);
    expect(told).toEqual([
      [1, true, 0.5, 0.5],
      [1, false, 2, 2.5],
      [0, false, 3, 3],
    ]);
    expect([plan.fetchedAt(0), plan.fetchedAt(1)]).toEqual([3, 2.5]);
  });
});
