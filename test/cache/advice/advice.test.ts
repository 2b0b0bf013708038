import { describe, expect, it } from "vitest";
import { chosenPolicy, smallestSize, takingFor, worthwhileSize } from "../../../src/cache/advice/advice.js";

const sizes = [1, 2, 4, 8];
const candidate = (name: string, missRates: number[]) => ({ policy: name.toUpperCase(), name, sizes, missRates });
const clock = candidate("clock", [0.9, 0.6, 0.3, 0.2]);
/** Bytes of an entry by policy. */
const bytes: Readonly<Record<string, number>> = { clock: 10, fifo: 10, lru: 16, arc: 30 };
const taking = (candidates: readonly (typeof clock)[], target: number) =>
  takingFor(candidates, target, ({ name }, entries) => entries * (bytes[name] ?? 20));
const chosen = (candidates: readonly (typeof clock)[], target: number, margin: number) =>
  chosenPolicy(taking(candidates, target), margin)?.candidate;

describe("takingFor", () => {
  it("tells the smallest size that reaches the target and its bytes, simplest policy first", () => {
    const mine = candidate("mine", clock.missRates);
    const lru = candidate("lru", [0.9, 0.3, 0.2, 0.2]);
    const random = candidate("random", [0.9, 0.7, 0.4, 0.35]);
    expect(taking([mine, lru, random, clock], 0.3)).toEqual([
      { candidate: clock, entries: 4, bytes: 40 },
      { candidate: lru, entries: 2, bytes: 32 },
      { candidate: mine, entries: 4, bytes: 80 }, // RANDOM never reaches it
    ]);
  });
});

describe("chosenPolicy", () => {
  it("takes CLOCK unless another takes fewer of its bytes by more than the margin", () => {
    const lru = candidate("lru", [0.9, 0.3, 0.2, 0.2]);
    expect(chosen([lru, clock], 0.3, 0.2)).toBe(clock); // 32 bytes of 40 are not less than 80 %
    expect(chosen([lru, clock], 0.3, 0.19)).toBe(lru);
  });

  it("does not take a policy that misses less, but needs more bytes for the target", () => {
    const arc = candidate("arc", [0.9, 0.3, 0.2, 0.2]);
    expect(chosen([arc, clock], 0.3, 0)).toBe(clock); // 2 * 30 of 4 * 10 bytes
  });

  it("takes the one of fewest bytes, the simpler of equals", () => {
    const fifo = candidate("fifo", [0.9, 0.3, 0.2, 0.2]);
    const early = candidate("lru", [0.3, 0.2, 0.2, 0.2]);
    expect(chosen([clock, fifo, early], 0.3, 0.2)).toBe(early); // 20 and 16 of 40
    const equal = candidate("fifo", clock.missRates);
    expect(chosen([equal, clock], 0.3, 0)).toBe(clock);
  });

  it("takes none where none reaches the target", () => {
    expect(chosen([clock], 0.1, 0.2)).toBeUndefined();
  });
});

describe("worthwhileSize", () => {
  it("goes on from the critical region while twice the entries gain as much as asked", () => {
    const curve = { sizes: [1, 2, 4, 8, 16, 32], missRates: [0.9, 0.5, 0.416, 0.306, 0.29, 0.2] };
    expect(worthwhileSize(curve, 4, 0.02)).toEqual({ size: 8, missRate: 0.306 }); // 0.11, then 0.016
    expect(worthwhileSize(curve, 4, 0.2)).toEqual({ size: 4, missRate: 0.416 });
    expect(worthwhileSize(curve, 2, 0.01)).toEqual({ size: 32, missRate: 0.2 });
  });

  it("ends at the size that holds all, which need not be a doubling", () => {
    const curve = { sizes: [1, 2, 4, 5], missRates: [0.9, 0.5, 0.4, 0.1] };
    expect(worthwhileSize(curve, 2, 0.02)).toEqual({ size: 5, missRate: 0.1 });
  });
});

describe("smallestSize", () => {
  it("is one of those asked for", () => {
    expect(smallestSize(clock, 0.3)).toBe(4);
    expect(smallestSize(clock, 0.1)).toBeUndefined();
  });
});
