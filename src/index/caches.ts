// URL caches: policies, sweeps, sizes.

export { kneeOf } from "../cache/advice/knee.js";
export { defineCache } from "../cache/method.js";
export { missCurve, powersOf2 } from "../cache/miss-curve.js";
export { sampleTrace, UrlSampler } from "../cache/sampled/url-sampler.js";
export { simulate } from "../cache/simulate.js";
export { staticFrom } from "../cache/static-from.js";
export { cacheExperiment } from "../cache/sweep/cache-experiment.js";
export { cacheMethodNamed, cacheMethodNames } from "../cache/sweep/cache-methods.js";
export { cacheSweep } from "../cache/sweep/cache-sweep.js";
export { missesOverTime } from "../cache/sweep/misses-over-time.js";
export { perThreadSweep } from "../cache/sweep/per-thread-sweep.js";
export { sampleStream } from "../cache/sweep/sample-stream.js";
export { sampledSweep } from "../cache/sweep/sampled-sweep.js";
export { CircularChaining } from "../cache/table/circular-chaining.js";
export { clockCache } from "../cache/table/clock-cache.js";
export { compareWithPlainClock } from "../cache/table/relocation.js";
export { ScatterTable } from "../cache/table/scatter-table.js";
export { tableRows } from "../cache/table/table-rows.js";
export { urlCache } from "../cache/table/url-cache.js";
export * from "./families/caches.js";
