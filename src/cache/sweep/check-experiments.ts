import { problem } from "../../base/error.js";
import type { CacheExperiment } from "./cache-experiment.js";

// Apart from the experiments: a crawl without one need not load the caches.

/** @throws "option" for what is no list of experiments */
export function checkExperiments(experiments: readonly CacheExperiment[]): void {
  if (Array.isArray(experiments) && experiments.every((each) => each?.kind === "cache-experiment")) return;
  throw problem.option`alongside is a list of experiments: [caches.cacheExperiment({ policies: [caches.clock, caches.lru] })]`;
}
