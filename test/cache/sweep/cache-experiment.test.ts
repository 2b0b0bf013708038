import { describe, expect, it } from "vitest";
import { powersOf2 } from "../../../src/cache/miss-curve.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { min } from "../../../src/cache/policy/min.js";
import { staticCache } from "../../../src/cache/policy/static-cache.js";
import { cacheExperiment, sweepOfCounts } from "../../../src/cache/sweep/cache-experiment.js";
import { checkExperiments } from "../../../src/cache/sweep/check-experiments.js";
import type { LiveCounts } from "../../../src/cache/sweep/live-sweep.js";

describe("cacheExperiment", () => {
  it("has the sizes of the paper's figures and the bounds that docs/caches.md states unless it is told otherwise", () => {
    const bounds = { urls: 2_000_000, requests: 32_000_000 };
    expect(cacheExperiment({ policies: [clock] })).toMatchObject({ sizes: powersOf2(0, 25), seed: 1, ...bounds });
    expect(cacheExperiment({ policies: [clock], sizes: [8, 2, 8] }).sizes).toEqual([2, 8]); // as cacheSweep
  });

  it.each([
    [{ policies: [] }, "a sweep needs policies"],
    [{ policies: ["clokc"] }, 'found "clokc". Did you mean caches.clock? caches has arc, clock'],
    [{ policies: [lru, lru()] }, 'two policies are called "LRU"'],
    [{ policies: [lru, min] }, "MIN looks at requests that have not come yet.*MIN is added when the crawl ends"],
    [{ policies: [staticCache] }, "STATIC looks at requests .* caches.cacheSweep counts it on the stored trace"],
    [{ policies: [lru], sizes: [0] }, "a cache has room for 1 URL or more, a whole number; found 0"],
    [{ policies: [lru], urls: 5 }, "urls is the size of the sample, 100 or more; found 5"],
    [{ policies: [lru], size: [1] }, 'cacheExperiment has no option "size"'],
  ])("refuses %j", (options, message) => {
    expect(() => cacheExperiment(options as never)).toThrow(new RegExp(message.replace(/[()?]/g, "\\$&")));
  });

  it("is told from other things by a crawl", () => {
    expect(() => checkExperiments([cacheExperiment({ policies: [lru] })])).not.toThrow();
    for (const wrong of [lru, [lru], [undefined], { policies: [lru] }])
      expect(() => checkExperiments(wrong as never)).toThrow("alongside is a list of experiments");
  });

  it("holds exact counts against the laws of all traces", async () => {
    const experiment = cacheExperiment({ policies: [lru], sizes: [1, 2] });
    const counts = { seen: 9, distinct: 3, sample: { rate: 1, urls: 3, requests: 9 } };
    const sweep = await sweepOfCounts(experiment, { ...counts, curves: [{ misses: [8, 7] }] }, { name: "some" });
    expect(sweep.rows().map(({ trace, policy, missRate }) => [trace, policy, missRate])).toEqual([
      ["some", "LRU", 8 / 9],
      ["some", "LRU", 7 / 9],
    ]);
    await expect(
      sweepOfCounts(experiment, { ...counts, curves: [{ misses: [7, 8] }] }, { name: "some" }),
    ).rejects.toThrow("its misses never rise with the size");
  });

  it("says of estimates that their intervals come with the end of the crawl, and how they were made", async () => {
    const experiment = cacheExperiment({ policies: [lru], sizes: [128, 256] });
    const counts = { seen: 1800, distinct: 600, sample: { rate: 0.5, urls: 300, requests: 900 } };
    const misses = [800, 700];
    const noteOn = async (curve: LiveCounts["curves"][number]) =>
      (await sweepOfCounts(experiment, { ...counts, curves: [curve] }, { name: "some" })).notes()[1];
    expect(await noteOn({ misses })).toMatch(/; intervals when the crawl has ended$/);
    expect(await noteOn({ misses, low: [790, 690], high: [810, 710] })).toMatch(/; intervals 95 %, jackknife/);
  });
});
