import { describe, expect, it } from "vitest";
import * as caches from "../../src/index/caches.js";
import * as traces from "../../src/index/traces.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ caches, traces });
const trace = { name: "t", requests: Uint32Array.of(0, 1, 0), urls: 2 };
const sweep = (options: object) => js.caches.cacheSweep(trace, { policies: [js.caches.lru], sizes: [1], ...options });
const misspelt = { sed: 2 };
const ownCache = (request: unknown) =>
  js.caches.defineCache({ name: `own ${typeof request}`, source: "here", create: () => ({ request }) });

const calls: readonly WrongCall[] = [
  [
    "cacheSweep, a name",
    () => sweep({ policies: ["lri"] }),
    /found "lri"\. Did you mean caches\.lru\? caches has arc, clock, /,
  ],
  [
    "cacheSweep, sizes",
    () => sweep({ sizes: ["8"] }),
    /^a cache has room for 1 URL or more, a whole number; found "8"$/,
  ],
  ["cacheSweep, an option", () => sweep({ size: [8] }), /^cacheSweep has no option "size": .*Did you mean sizes\?$/],
  [
    "cacheSweep, no trace",
    () => js.caches.cacheSweep(undefined, { policies: [], sizes: [] }),
    /^a sweep takes a trace, .*found undefined$/,
  ],
  [
    "an own policy, async",
    () =>
      js.caches.simulate(
        trace,
        ownCache(async () => false),
        1,
      ),
    /^own function: request\(url\) returns whether the URL was in the cache, true or false; found a promise: write request without async$/,
  ],
  [
    "an own policy, no answer, over time",
    () =>
      js.caches.missesOverTime(
        trace,
        ownCache(() => {}),
        1,
      ),
    /true or false; found undefined$/,
  ],
  ["an own policy, in a sweep", () => sweep({ policies: [ownCache(() => 1)] }), /true or false; found 1$/],
  [
    "cacheSweep, a list of URLs",
    () => js.caches.cacheSweep(["/a"], { policies: [js.caches.lru], sizes: [1] }),
    /^a sweep takes a trace, .* or traces\.traceFrom\(urls\); found an object \(Array\)$/,
  ],
  [
    "cacheSweep, requests that are no Uint32Array",
    () => js.caches.cacheSweep({ ...trace, requests: [0, 1, 0] }, { policies: [js.caches.lru], sizes: [1] }),
    /^a sweep: requests of a trace are numbers in a Uint32Array; found an object \(Array\)\. traces\.traceFrom\(requests\) numbers them anew$/,
  ],
  [
    "simulate, URLs that are not numbered as they turn up",
    () => js.caches.simulate({ name: "t", requests: Uint32Array.of(5, 7, 5), urls: 2 }, js.caches.lru, 2),
    /^the trace t does not number its URLs as they turn up: request 0 is for URL 5, .* traces\.traceFrom\(requests\)/,
  ],
  [
    "missCurve, more URLs than the trace says",
    () => js.caches.missCurve({ ...trace, urls: 1 }, js.caches.lru, [1]),
    /^the trace t says that it has 1 URLs, its requests are for 2$/,
  ],
  [
    "sampleTrace, a number",
    () => js.caches.sampleTrace(trace, 0.5),
    /^a sample takes its options in braces, .*found 0\.5$/,
  ],
  ["sampleTrace, a list", () => js.caches.sampleTrace([1, 2]), /^sampleTrace takes a trace, /],
  ["kneeOf, rows", () => js.caches.kneeOf([{ size: 1 }]), /^kneeOf takes one curve, \{ sizes, missRates \}/],
  [
    "missCurve, an option",
    () => js.caches.missCurve(trace, js.caches.lru, [1], { sed: 2 }),
    /^missCurve .*mean seed\?$/,
  ],
  ["perThreadSweep, an option", () => js.caches.perThreadSweep(trace, misspelt), /^perThreadSweep has no option "sed"/],
  ["sampledSweep, an option", () => js.caches.sampledSweep(trace, misspelt), /^sampledSweep has no option "sed"/],
  [
    "missesOverTime, an option",
    () => js.caches.missesOverTime(trace, js.caches.lru, 1, misspelt),
    /^missesOverTime has no option "sed"/,
  ],
  [
    "compareWithPlainClock, an option",
    () => js.caches.compareWithPlainClock(trace, [1], misspelt),
    /^compareWithPlainClock has no option "sed"/,
  ],
  [
    "fitAlphaBetaGamma, an option",
    () => js.traces.fitAlphaBetaGamma(trace, misspelt),
    /^fitAlphaBetaGamma has no option "sed"/,
  ],
  ["urlCache, an option", () => js.caches.urlCache(misspelt), /^urlCache has no option "sed"/],
  ["missCurve, no sizes", () => js.caches.missCurve(trace, js.caches.lru, 4), /^a curve needs at least one size/],
  ["missCurve, a name", () => js.caches.missCurve(trace, "lru", [1]), /^missCurve: .*Did you mean caches\.lru\?/],
  [
    "missCurve, no await",
    () => js.caches.missCurve(Promise.resolve(trace), js.caches.lru, [1]),
    /^missCurve takes a trace, .*; found a promise: write await before what made it$/,
  ],
  ["simulate, an option", () => js.caches.simulate(trace, js.caches.lru, 1, { sed: 2 }), /^simulate .*mean seed\?$/],
  ["simulate, a name", () => js.caches.simulate(trace, "lru", 1), /^simulate: .*Did you mean caches\.lru\?/],
  ["fitAlphaBetaGamma()", () => js.traces.fitAlphaBetaGamma(), /^fitAlphaBetaGamma takes a trace, .*found undefined$/],
  ["staticFrom()", () => js.caches.staticFrom(trace), /^staticFrom takes a trace, .*found undefined$/],
  ["kneeOf()", () => js.caches.kneeOf(), /^kneeOf takes one curve, \{ sizes, missRates \}/],
  ["clockCache()", () => js.caches.clockCache(), /^clockCache takes a table, .*found undefined$/],
  ["tableRows()", () => js.caches.tableRows(), /^expected a ScatterTable, a CircularChaining, /],
  [
    "sampleStream, a path",
    () => js.caches.sampleStream("urls.u64"),
    /^sampleStream takes a stream of bytes, .*urls\.u64"$/,
  ],
  [
    "cacheMethodNamed()",
    () => js.caches.cacheMethodNamed(),
    /^cacheMethodNamed takes the name of a cache, .*undefined$/,
  ],
  [
    "compareWithPlainClock, a size",
    () => js.caches.compareWithPlainClock(trace, 4),
    /^compareWithPlainClock takes a list of sizes; found 4$/,
  ],
  ...[0, 1.5, -2].flatMap((size): WrongCall[] => [
    [
      `missCurve, a size of ${size}`,
      () => js.caches.missCurve(trace, js.caches.lru, [size]),
      new RegExp(`^a cache has room for 1 URL or more.*; found ${size}$`),
    ],
    [
      `simulate, a size of ${size}`,
      () => js.caches.simulate(trace, js.caches.lru, size),
      new RegExp(`^a cache has room for 1 URL or more.*; found ${size}$`),
    ],
  ]),
  [
    "missCurve, sizes that fall",
    () => js.caches.missCurve(trace, js.caches.lru, [1, 4, 2]),
    /^sizes ascend, each once; found 2 behind 4$/,
  ],
  [
    "missCurve, a size twice",
    () => js.caches.missCurve(trace, js.caches.lru, [1, 4, 4]),
    /^sizes ascend, each once; found 4 behind 4$/,
  ],
  ...[
    [3, 2],
    [-1, 2],
    [0, 32],
    [0.5, 2],
  ].map(
    ([low, high]): WrongCall => [
      `powersOf2(${low}, ${high})`,
      () => js.caches.powersOf2(low, high),
      new RegExp(`0 <= low <= high <= 31; found ${low}, ${high}$`),
    ],
  ),
  [
    "sampleTrace, half a seed",
    () => js.caches.sampleTrace(trace, { seed: 0.5 }),
    /^seed is a whole number; found 0\.5$/,
  ],
  ["cacheSweep, no threads", () => sweep({ workers: 0 }), /^workers is a number of threads, 1 or more; found 0$/],
  [
    "fitAlphaBetaGamma, no sizes",
    () => js.traces.fitAlphaBetaGamma(trace, { sizes: [] }),
    /sizes are cache sizes to compare at, one or more$/,
  ],
  [
    "fitAlphaBetaGamma, no requests",
    () => js.traces.fitAlphaBetaGamma(trace, { requests: 0 }),
    /requests is a whole number from 1; found 0$/,
  ],
  [
    "CircularChaining, lists",
    () => new js.caches.CircularChaining(64, { x: 7 }),
    /^a table of 64 entries has 2\^\(6 - x\) lists, x a whole number from 0 to 6; found x = 7; try 2$/,
  ],
  [
    "CircularChaining, few entries",
    () => new js.caches.CircularChaining(2, { x: -1 }),
    /from 0 to 1; found x = -1; try 1$/,
  ],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

describe("a policy without options", () => {
  it("has none", () => {
    const all = js.caches.defineCache({ name: "all", source: "here", create: () => ({ request: () => true }) });
    expect(js.caches.simulate(trace, all, 1)).toBe(0);
    expect(() => all({ size: 1 })).toThrow('all has no option "size": it takes none');
  });
});
