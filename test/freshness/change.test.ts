import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { classes } from "../../src/freshness/change/classes.js";
import { gamma } from "../../src/freshness/change/gamma.js";
import { hostClasses } from "../../src/freshness/change/host-classes.js";
import { oneRate } from "../../src/freshness/change/one-rate.js";
import { pareto } from "../../src/freshness/change/pareto.js";
import { CHANGE_CLASSES } from "../../src/freshness/change-classes.js";
import type { ChangeFamily, ChangeModel } from "../../src/freshness/change-model.js";
import { correlated } from "../../src/freshness/correlated.js";
import { poissonHistory, versionAt } from "../../src/freshness/history.js";
import { snapshots } from "../../src/freshness/snapshots.js";
import { camelCase, type Exported, exportsOf, variantsOf } from "../discover.js";

const size = 40_000;
const setting = () => ({
  size,
  random: new Random(7),
  hosts: Uint32Array.from({ length: size }, (_, page) => page >> 4),
});
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const models = (await exportsOf("freshness/change")) as readonly (Exported & { readonly value: ChangeFamily })[];

describe("the folder of change models", () => {
  it("holds models of change", () => expect(models.length).toBeGreaterThanOrEqual(5));

  for (const { file, export: name, value: model } of models) {
    it(`${file} exports ${camelCase(file)}: a rate above 0 for each page, the same for equal seeds`, () => {
      expect([name, model.name, model.kind]).toEqual([camelCase(file), file, "change"]);
      expect(model.source.length).toBeGreaterThan(3);
      for (const each of variantsOf<ChangeModel>(model)) {
        const rates = each.rates(setting());
        expect(rates.length, each.label).toBe(size);
        expect(rates.every((rate) => rate > 0 && Number.isFinite(rate))).toBe(true);
        expect(each.rates(setting())).toEqual(rates);
      }
      expect(() => model({ sizes: 3 } as object)).toThrow(`${file} has no option "sizes"`);
    });
  }
});

describe("rates", () => {
  it("of gamma have mean 1 and variance 1 / shape", () => {
    // standard error of the mean: sqrt(2 / 40,000) = 0.007; of the variance, by its fourth moment 60: sqrt(56 / 40,000)
    // = 0.037
    const rates = gamma.rates(setting());
    expect(Math.abs(mean(rates) - 1)).toBeLessThan(4 * 0.007);
    expect(Math.abs(mean(rates.map((rate) => (rate - 1) ** 2)) - 2)).toBeLessThan(4 * 0.037);
    expect(Math.abs(mean(gamma({ mean: 5, shape: 2 }).rates(setting())) - 5)).toBeLessThan(4 * 0.018);
  });

  it("of pareto have the tail that its exponent says", () => {
    const rates = pareto({ exponent: 2 }).rates(setting()); // least rate 1/2
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.5);
    for (const factor of [2, 4, 8]) {
      const share = mean(rates.map((rate) => (rate > 0.5 * factor ? 1 : 0)));
      expect(Math.abs(share - factor ** -2)).toBeLessThan(4 * Math.sqrt(factor ** -2 / size));
    }
  });

  it("of classes are shared out as published", () => {
    const rates = classes.rates(setting());
    for (const { perDay, share } of CHANGE_CLASSES)
      expect(Math.abs(mean(rates.map((rate) => (rate === perDay ? 1 : 0))) - share)).toBeLessThan(
        4 * Math.sqrt(0.25 / size),
      );
    expect(CHANGE_CLASSES.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it("of host-classes are the same on all of a host, and unknown where hosts are", () => {
    const rates = hostClasses.rates(setting());
    expect(rates.findIndex((rate, page) => rate !== rates[page & ~15])).toBe(-1);
    expect(new Set(rates).size).toBe(CHANGE_CLASSES.length);
    expect(() => hostClasses.rates({ size, random: new Random(1) })).toThrow("host-classes needs a web with URLs");
  });

  it("refuse a mean that is none", () => {
    expect(() => oneRate({ mean: 0 })).toThrow("one-rate: mean is a number above 0; found 0");
    expect(() => pareto({ exponent: 1 })).toThrow("pareto: exponent is a number above 1; found 1");
  });
});

describe("correlated", () => {
  const importance = Float64Array.from({ length: 2000 }, (_, page) => (page * 7919) % 2000);
  const rates = gamma.rates({ size: 2000, random: new Random(2) });
  /** Spearman's coefficient: of the places, which differ all. */
  const spearman = (a: Float64Array, b: Float64Array) => {
    const places = (values: Float64Array) => {
      const order = [...values.keys()].sort((x, y) => values[x] - values[y]);
      const place = new Float64Array(values.length);
      for (const [rank, page] of order.entries()) place[page] = rank;
      return place;
    };
    const [first, second] = [places(a), places(b)];
    const n = a.length;
    return 1 - (6 * first.reduce((sum, each, i) => sum + (each - second[i]) ** 2, 0)) / (n * (n * n - 1));
  };

  it("deals out the same rates", () => {
    expect(correlated(rates, importance, 0.5, new Random(3)).toSorted()).toEqual(rates.toSorted());
  });

  it.each([-1, -0.5, 0, 0.5, 1])("has, at %d, the rank correlation of two normals", (correlation) => {
    // Pearson 1907: (6 / pi) asin(correlation / 2); standard error about 1 / sqrt(2000) = 0.022
    const found = spearman(correlated(rates, importance, correlation, new Random(3)), importance);
    expect(Math.abs(found - (6 / Math.PI) * Math.asin(correlation / 2))).toBeLessThan(0.08);
  });

  it("refuses what is no correlation", () => {
    expect(() => correlated(rates, importance, 2, new Random(1))).toThrow("from -1 to 1; found 2");
  });
});

describe("a history", () => {
  it("has changes in ascending order, as many as its rates tell, and versions that count them", () => {
    const rates = Float64Array.from({ length: 5000 }, (_, page) => (page % 5) / 2);
    const { offsets, times } = poissonHistory(rates, 10, new Random(1));
    for (let of5 = 0; of5 < 5; of5++) {
      const counts = [...rates.keys()]
        .filter((page) => page % 5 === of5)
        .map((page) => offsets[page + 1] - offsets[page]);
      const expected = 5 * of5; // rate times duration; Poisson: variance the same
      expect(Math.abs(mean(counts) - expected)).toBeLessThanOrEqual(4 * Math.sqrt(expected / 1000));
      expect(Math.abs(mean(counts.map((count) => (count - expected) ** 2)) - expected)).toBeLessThanOrEqual(
        4 * Math.sqrt((2 * expected ** 2 + expected) / 1000),
      );
    }
    const history = { duration: 10, offsets, times };
    for (const page of [0, 1, 4, 4999])
      for (const time of [0, 2.5, 10]) {
        const own = times.subarray(offsets[page], offsets[page + 1]);
        expect([...own]).toEqual([...own].sort((a, b) => a - b));
        expect(versionAt(history, page, time)).toBe(own.filter((each) => each <= time).length);
      }
  });

  it("has no change of a page whose rate is 0, whatever its sign", () => {
    expect(poissonHistory(Float64Array.of(0, -0), 10, new Random(1)).times).toHaveLength(0);
    // room is made for a mean of 1 change and six standard errors; chance may bring more: here one each 0.0010005
    const often = Object.assign(new Random(1), { next: () => 0.001 });
    const { offsets, times } = poissonHistory(Float64Array.of(1, 1), 1, often);
    const gap = -Math.log(0.999);
    expect([...offsets]).toEqual([0, 999, 1998]);
    for (const at of [0, 998]) expect(times[at]).toBeCloseTo((at + 1) * gap, 9);
  });

  it("refuses more changes than fit, no time, and less than no change", () => {
    for (const rate of [-1, Number.NaN])
      expect(() => poissonHistory(Float64Array.of(2, rate), 10, new Random(1))).toThrow(
        `the rate of a page is 0 or more; that of page 1 is ${rate}`,
      );
    expect(() => poissonHistory(Float64Array.of(1e9), 1, new Random(1))).toThrow(
      "1,000,000,000 changes are more than fit",
    );
    expect(() => poissonHistory(Float64Array.of(1), 0, new Random(1))).toThrow("duration is a time above 0; found 0");
  });
});

describe("snapshots", () => {
  it("are the versions of a web at moments, the same for equal seeds", () => {
    const found = snapshots({ size: 500 }, gamma, [1, 3], { seed: 4 });
    expect(found.snapshots.map(({ time }) => time)).toEqual([1, 3]);
    const [first, second] = found.snapshots.map(({ versions }) => versions);
    expect(second.every((version, page) => version >= first[page])).toBe(true);
    const { offsets, times } = found.history;
    expect(first).toEqual(
      Uint32Array.from(
        found.rates,
        (_, page) => times.subarray(offsets[page], offsets[page + 1]).filter((t) => t <= 1).length,
      ),
    );
    expect(snapshots({ size: 500 }, gamma, [1, 3], { seed: 4 }).snapshots).toEqual(found.snapshots);
    expect(() => snapshots({ size: 5 }, gamma, [3, 1])).toThrow("times ascend from above 0; found 3, 1");
  });
});
