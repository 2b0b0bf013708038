import { describe, expect, it } from "vitest";
import { inWords } from "../../src/figure/finding.js";
import {
  missRateFinding as missRateFound,
  missRatioFinding as missRatioFound,
  type RatePoint,
  type Region,
} from "../../src/figure/miss-rate-finding.js";

const missRateFinding = (points: readonly RatePoint[], region: Region | undefined, per: string) =>
  inWords(missRateFound(points, region, per));
const missRatioFinding = (points: readonly RatePoint[], to: string) => inWords(missRatioFound(points, to));

/** A line by its values at 1, 4, 16 and so on. */
const line = (policy: string, ...values: readonly number[]) =>
  values.map((value, i) => ({ policy, size: 4 ** i, value }));

describe("what miss rates show", () => {
  it("is the fall of CLOCK across the region, else of the first that is no bound", () => {
    const region = { from: 2, to: 8 };
    // half way between the points on a logarithmic scale: 2 between 1 and 4, 8 between 4 and 16
    const lines = [...line("MIN", 0.5, 0.4, 0.3), ...line("LRU", 0.9, 0.7, 0.3), ...line("CLOCK", 1, 0.8, 0.2)];
    expect(missRateFinding(lines, region, "")).toBe("CLOCK misses 90 % with 2 entries, 50 % with 8");
    expect(missRateFinding(lines.slice(0, 6), region, " per thread")).toBe(
      "LRU misses 80 % with 2 entries per thread, 50 % with 8",
    );
    // outside of the line it goes on as it ends
    expect(missRateFinding(lines, { from: 0.5, to: 64 }, "")).toBe("CLOCK misses 100 % with 0.5 entries, 20 % with 64");
    expect(missRateFinding(lines, { from: 1, to: 2000 }, "")).toBe("CLOCK misses 100 % with 1 entry, 20 % with 2,000");
  });

  it("is the fall from end to end of a line that is alone, bounds only where there is nothing else", () => {
    expect(missRateFinding([...line("MIN", 0.5, 0.4), ...line("LRU", 0.9, 0.7)], undefined, "")).toBe(
      "LRU misses 90 % with 1 entry, 70 % with 4",
    );
    expect(missRateFinding(line("INFINITE, x", 0.25, 0.25), undefined, "")).toBe(
      "INFINITE, x misses 25 % with 1 entry, 25 % with 4",
    );
  });

  it("is where the lines that are no bounds are furthest apart, at sizes that all have", () => {
    const lines = [...line("MIN", 0, 0, 0), ...line("LRU", 0.9, 0.7, 0.3), ...line("FIFO", 0.92, 0.9, 0.4, 0.1)];
    expect(missRateFinding(lines, undefined, "")).toBe("Misses differ most at 4 entries: 90 % for FIFO, 70 % for LRU");
    const near = [...line("LRU", 0.9, 0.7), ...line("FIFO", 0.93, 0.74)];
    expect(missRateFinding(near, undefined, "")).toBe("No difference: all lines run together"); // less than 5 %
  });

  it("is from where on they run together, per thread or host, where they do so in the end and not before", () => {
    const lines = [...line("1 thread", 0.9, 0.8, 0.34, 0.2), ...line("4 threads", 0.86, 0.65, 0.3, 0.18)];
    expect(missRateFinding(lines, undefined, " per thread")).toBe(
      "All lie within 5 points from 16 entries per thread on; they are 15 apart at 4", // 0.34 - 0.30, 0.80 - 0.65
    );
    const apart = [...line("1 thread", 0.9, 0.8), ...line("4 threads", 0.9, 0.7)];
    expect(missRateFinding(apart, undefined, " per thread")).toBe(
      "Misses differ most at 4 entries per thread: 80 % for 1 thread, 70 % for 4 threads",
    );
    const near = [...line("1 thread", 0.9, 0.72), ...line("4 threads", 0.9, 0.7)];
    expect(missRateFinding(near, undefined, " per thread")).toBe("No difference: all lines run together");
  });

  it("is the mean of each where no size is in all", () => {
    const apart = [...line("LRU", 0.9, 0.7), { policy: "FIFO", size: 64, value: 0.2 }];
    expect(missRateFinding(apart, undefined, "")).toBe("Most misses: LRU, 80 %; fewest: FIFO, 20 %");
  });
});

describe("what miss rates over another's show", () => {
  it("is each at its worst, the best of them first", () => {
    const lines = [
      ...line("LRU", 1.5, 1.2),
      ...line("FIFO", 1.1, 1.75),
      ...line("CLOCK", 1.6, 1.3),
      ...line("MIN", 1, 1),
    ];
    expect(missRatioFinding(lines, "MIN")).toBe("At worst, LRU misses 1.50 times as often as MIN, FIFO 1.75 times");
    expect(missRatioFinding(line("LRU", 1.5, 1.2), "MIN")).toBe("At worst, LRU misses 1.50 times as often as MIN");
    expect(missRatioFinding([...lines.slice(0, 2), ...line("CLOCK", 1, 1)], "CLOCK")).toBe(
      "At worst, LRU misses 1.50 times as often as CLOCK",
    );
    expect(missRatioFinding(line("MIN", 1, 1), "MIN")).toBe("Miss rate over that of MIN");
  });

  it("is one number where all are as bad, and names a choice in brackets", () => {
    const charged = line("STATIC, preload charged", 1.5, 1.2);
    expect(missRatioFinding([...charged, ...line("STATIC", 1.501, 0)], "MIN")).toBe(
      "At worst, STATIC (preload charged) and STATIC miss 1.50 times as often as MIN",
    );
    expect(missRatioFinding([...charged, ...line("STATIC", 1.7, 0)], "MIN")).toBe(
      "At worst, STATIC (preload charged) misses 1.50 times as often as MIN, STATIC 1.70 times",
    );
  });
});
