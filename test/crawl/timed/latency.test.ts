import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { byteLatency, constantLatency, lognormalLatency } from "../../../src/crawl/timed/latency.js";

const setting = { random: new Random(3), urls: 100_000, hosts: 20_000 };
const deviation = (values: readonly number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) };
};

describe("latencies", () => {
  it("are lognormal about their median, with one spread between hosts and another between pages", () => {
    const hosts = lognormalLatency({ median: 300, hostSpread: 0.9, pageSpread: 0 }).create(setting);
    const logs = Array.from({ length: 20_000 }, (_, host) => Math.log(hosts(0, host) / 300));
    // standard error of the mean: 0.9 / sqrt(20000) = 0.0064; four of them
    expect(Math.abs(deviation(logs).mean)).toBeLessThan(0.026);
    expect(Math.abs(deviation(logs).deviation - 0.9)).toBeLessThan(0.03);
    const below = (limit: number) => logs.filter((log) => log < limit * 0.9).length / logs.length;
    expect(Math.abs(below(1) - 0.8413)).toBeLessThan(0.015); // the normal distribution, by its tables
    expect(Math.abs(below(-2) - 0.0228)).toBeLessThan(0.006);
    const both = lognormalLatency({ hostSpread: 0.9, pageSpread: 0.4 }).create(setting);
    const pages = Array.from({ length: 20_000 }, (_, url) => Math.log(both(url, 5)));
    expect(Math.abs(deviation(pages).deviation - 0.4)).toBeLessThan(0.02);
  });

  it("are the same whenever the same URL is asked about, and others for another seed", () => {
    const of = (seed: number) => lognormalLatency().create({ ...setting, random: new Random(seed) });
    const [a, b] = [of(1), of(1)];
    expect([a(5, 2), a(9, 3)]).toEqual([a(5, 2), b(9, 3)]);
    expect(a(5, 2)).not.toBe(of(2)(5, 2));
    expect(a(5, 2)).not.toBe(a(6, 2));
  });

  it("are drawn the same from version to version", () => {
    // Regression: own output, of the seed 3
    const latency = lognormalLatency({ median: 300, hostSpread: 0.9, pageSpread: 0.4 }).create({
      ...setting,
      random: new Random(3),
    });
    expect([latency(0, 0), latency(1, 0), latency(0, 1), latency(99_999, 19_999)]).toEqual([
      241.34605477310504, 84.3242355576016, 677.538249082895, 415.74426201611055,
    ]);
  });

  it("say in their labels what they are", () => {
    expect([
      constantLatency(),
      constantLatency(250),
      byteLatency([1]),
      byteLatency([1], { rate: 1, setup: 2 }),
    ]).toEqual([
      expect.objectContaining({ kind: "latency", label: "constant, 1000 ms" }),
      expect.objectContaining({ kind: "latency", label: "constant, 250 ms" }),
      expect.objectContaining({ kind: "latency", label: "100 ms and 1 ms for 100 bytes" }),
      expect.objectContaining({ kind: "latency", label: "2 ms and 1 ms for 1 byte" }),
    ]);
    expect(constantLatency(7).create(setting)(3, 4)).toBe(7);
  });

  it("have the documented median at no spread at all, to the last bit", () => {
    expect(lognormalLatency({ median: 250, hostSpread: 0, pageSpread: 0 }).create(setting)(7, 7)).toBe(250);
  });

  it("grow with the bytes of a page where those are known, in every copy of a web alike", () => {
    const latency = byteLatency([1000, 50], { rate: 10, setup: 20 }).create({ ...setting, urls: 2 });
    expect([latency(0, 0), latency(1, 0), latency(2, 0)]).toEqual([120, 25, 120]);
    expect(() => byteLatency([1]).create(setting)).toThrow(/bytes of each of 100000 URLs are needed; found 1/);
  });

  it("refuse times that do not pass", () => {
    expect(() => constantLatency(0)).toThrow(/milliseconds is a number above 0; found 0/);
    expect(() => lognormalLatency({ median: Number.NaN })).toThrow(/median/);
    expect(() => lognormalLatency({ pageSpread: -1 })).toThrow(/pageSpread is a number from 0; found -1/);
  });
});
