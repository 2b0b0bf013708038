import { describe, expect, it } from "vitest";
import { kneeOf, missRateAt } from "../../../src/cache/advice/knee.js";
import { missCurve, powersOf2 } from "../../../src/cache/miss-curve.js";
import { lru } from "../../../src/cache/policy/lru.js";
import type { UrlTrace } from "../../../src/trace/url-trace.js";
import { crawlTrace, traceOf, zipfTrace } from "../../fixture/url-traces.js";

const sizes = powersOf2(0, 20);
/** A curve that is told at each exponent. */
const curve = (rate: (exponent: number) => number) => ({ sizes, missRates: sizes.map((_, i) => rate(i)) });
const clamp = (value: number) => Math.min(1, Math.max(0, value));

const lruKnee = (trace: UrlTrace) => {
  const all = powersOf2(0, Math.ceil(Math.log2(trace.urls)));
  const missRates = [...missCurve(trace, lru, all)].map((misses) => misses / trace.requests.length);
  return kneeOf({ sizes: all, missRates }, trace.urls);
};

describe("kneeOf", () => {
  it("finds a straight fall between two plateaus, and its knee after nine tenths", () => {
    // closed form: 0.7 to 2^10, down to 0.2 at 2^14, flat: 90 % of the fall are made after 3.6 of 4 doublings
    const found = kneeOf(
      curve((x) => 0.7 - 0.5 * clamp((x - 10) / 4)),
      2 ** 20,
    );
    expect(found).toMatchObject({
      kind: "region",
      from: 2 ** 10,
      to: 2 ** 14,
      plateau: 0.7,
      steepest: expect.closeTo(0.125, 9),
    });
    expect(found).toMatchObject({ floor: expect.closeTo(0.2, 9), knee: expect.closeTo(2 ** 13.6, 3) });
  });

  it("finds a jump in three doublings, and says of two that they are too few", () => {
    const all = { sizes: [1, 2, 4, 8], missRates: [0.9, 0.9, 0.2, 0.2] };
    expect(kneeOf(all, 8)).toMatchObject({ kind: "jump", from: 2, to: 4, knee: 4 });
    const few = { kind: "none", reason: "there are too few sizes below the number of URLs" };
    expect(kneeOf(all, 7)).toEqual(few);
    expect(kneeOf({ sizes: [1, 2, 4], missRates: [0.9, 0.9, 0.2] }, 8)).toEqual(few);
  });

  it("leaves out steps that fall less than half as steeply as the steepest", () => {
    // falls per doubling from 2^8 on: 0.02, 0.04, 0.1, 0.06, 0.02
    const falls = [0, 0, 0, 0, 0, 0, 0, 0, 0.02, 0.04, 0.1, 0.06, 0.02];
    const fallen = (x: number) => falls.slice(0, x).reduce((sum, each) => sum + each, 0);
    expect(
      kneeOf(
        curve((x) => 0.7 - fallen(x)),
        2 ** 20,
      ),
    ).toMatchObject({ from: 2 ** 10, to: 2 ** 12 });
  });

  it("takes the longer of two falls, though the shorter is steeper", () => {
    // 0.15 within the first doubling, as pages repeat their links; then 0.1 in each of 2^9 .. 2^13
    const found = kneeOf(
      curve((x) => 0.9 - 0.15 * clamp(x) - 0.4 * clamp((x - 9) / 4)),
      2 ** 20,
    );
    expect(found).toMatchObject({ kind: "region", from: 2 ** 9, to: 2 ** 13 });
  });

  it("finds none where each doubling gains as much as the others", () => {
    expect(
      kneeOf(
        curve((x) => 0.9 - 0.04 * x),
        2 ** 20,
      ),
    ).toEqual({ kind: "none", reason: expect.stringMatching(/falls evenly/) });
  });

  it("finds none where the fall takes more than half of the doublings", () => {
    const kindOf = (doublings: number, width: number) => {
      const { missRates } = curve((x) => 0.7 - 0.5 * clamp((x - 5) / width));
      const all = { sizes: sizes.slice(0, doublings + 1), missRates: missRates.slice(0, doublings + 1) };
      return kneeOf(all, 2 ** doublings).kind;
    };
    expect([kindOf(20, 10), kindOf(20, 11), kindOf(19, 9), kindOf(19, 10)]).toEqual([
      "region",
      "none",
      "region",
      "none",
    ]);
  });

  it("finds none where the curve falls steeper and steeper until all URLs fit", () => {
    const found = kneeOf(
      curve((x) => 1 - 0.8 * (2 ** x / 2 ** 20) ** 0.3),
      2 ** 20,
    );
    expect(found).toEqual({ kind: "none", reason: expect.stringMatching(/until all URLs fit/) });
  });

  it("finds none where the fall has no end within the sizes asked for, or no beginning", () => {
    const open = kneeOf(
      curve((x) => 0.7 - 0.5 * clamp((x - 16) / 8)),
      2 ** 30,
    );
    expect(open).toEqual({ kind: "none", reason: expect.stringMatching(/still falls at the largest size/) });
    const { sizes: all, missRates } = curve((x) => 0.7 - 0.5 * clamp((x - 8) / 4));
    const cut = kneeOf({ sizes: all.slice(10), missRates: missRates.slice(10) }, 2 ** 20);
    expect(cut).toEqual({ kind: "none", reason: expect.stringMatching(/what comes before is not seen/) });
  });

  describe("on the edges of its rules, by hand", () => {
    /** Of a curve from `first` on that falls by these sixty-fourths, doubling by doubling, until all URLs fit. */
    const kindOf = (falls: readonly number[], first = 1) => {
      const missRates = [0.9];
      for (const fall of falls) missRates.push(missRates[missRates.length - 1] - fall / 64);
      const all = missRates.map((_, i) => first * 2 ** i);
      return kneeOf({ sizes: all, missRates }, all[all.length - 1]).kind;
    };

    it("takes a fall twice as steep as what is before and after it, each as long as itself or up to the end", () => {
      // 4 and 2 are 3 a doubling: twice 1.5, which is less than half of 4, the steepest
      for (const falls of [
        (around: number) => [0, 0, 0, around, around, 4, 2, 0, 0, 0],
        (around: number) => [around, 4, 2, 0, 0, 0],
        (around: number) => [0, 0, 0, 4, 2, around, around, 0, 0, 0],
        (around: number) => [0, 0, 0, 0, 2, 4, around],
      ])
        expect([1.5, 1.75].map((around) => kindOf(falls(around)))).toEqual(["region", "none"]);
    });

    it("calls a step that makes half of the whole fall a jump", () => {
      expect([1, 1.25].map((last) => kindOf([0, 0, 4, 0, 0, 1, 1, 1, last]))).toEqual(["jump", "region"]);
    });

    it("takes a fall from the first size on where that is one entry, for there is no smaller cache", () => {
      expect([1, 2].map((first) => kindOf([4, 0, 0, 0, 0], first))).toEqual(["jump", "none"]);
    });

    it("asks for sizes up to four times apart, of those below the number of URLs", () => {
      expect(kneeOf({ sizes: [1, 4, 16, 64], missRates: [0.9, 0.9, 0.2, 0.2] }, 64).kind).toBe("region");
      expect(kneeOf({ sizes: [1, 2, 4, 8, 99], missRates: [0.9, 0.9, 0.2, 0.2, 0.2] }, 8).kind).toBe("jump");
    });
  });

  it("calls the one step of a loop a jump: LRU misses all until the loop fits", () => {
    // 1000 URLs in turn: closed form, LRU misses 100 % below 1000 entries and 1000 of 50,000 from there on
    const loop = traceOf(
      "loop",
      Array.from({ length: 50_000 }, (_, i) => i % 1000),
    );
    expect(lruKnee(loop)).toMatchObject({ kind: "jump", from: 512, to: 1000, knee: 1000, plateau: 1, floor: 0.02 });
  });

  it("has nothing to say on URLs that never come back, on few sizes, and on sizes far apart", () => {
    const once = traceOf(
      "once",
      Array.from({ length: 5000 }, (_, i) => i),
    );
    expect(lruKnee(once)).toMatchObject({ kind: "none", reason: expect.stringMatching(/^the curve is flat/) });
    expect(lruKnee(traceOf("tiny", [1, 2, 1]))).toMatchObject({ reason: expect.stringMatching(/too few sizes/) });
    const apart = kneeOf({ sizes: [1, 1024, 2 ** 20], missRates: [0.7, 0.5, 0.2] }, 2 ** 20);
    expect(apart).toMatchObject({ reason: expect.stringMatching(/too far apart/) });
  });

  it("finds none in requests by Zipf's law, whatever its exponent", () => {
    for (const exponent of [0.6, 0.8, 1, 1.2])
      expect(lruKnee(zipfTrace(300_000, 100_000, exponent, 1)).kind, `exponent ${exponent}`).toBe("none");
  });

  it("finds the region of a crawl, further right by the number of threads", () => {
    const knees = [5, 20].map((threads) => lruKnee(crawlTrace(400_000, threads, 1)));
    const [few, many] = knees.map((knee) => (knee.kind === "region" ? knee.knee : Number.NaN));
    // the model's working set is about 60 URLs a thread and what passes by meanwhile: between 60 and 500 each
    expect(few / 5).toBeGreaterThan(60);
    expect(few / 5).toBeLessThan(500);
    expect(many / few).toBeGreaterThan(3);
    expect(many / few).toBeLessThan(5.3);
  });
});

describe("missRateAt", () => {
  it("is linear in log2 of the size, and holds on at the ends", () => {
    const two = { sizes: [4, 16], missRates: [0.8, 0.4] };
    expect([1, 4, 8, 16, 99].map((size) => missRateAt(two, size))).toEqual([
      0.8,
      0.8,
      expect.closeTo(0.6, 12),
      0.4,
      0.4,
    ]);
  });
});
