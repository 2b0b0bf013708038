import { problem } from "../base/error.js";
import { inShell } from "../base/in-shell.js";
import { min } from "../cache/policy/min.js";
import { type CacheExperiment, cacheExperiment } from "../cache/sweep/cache-experiment.js";
import type { CacheSweep } from "../cache/sweep/sweep.js";
import { type NamedPolicy, policiesIn } from "./cache-policies.js";
import { contractOf, namedRows, type PolicyMisses } from "./cache-rows.js";
import { sizesIn, usualSizes } from "./cache-sizes.js";
import { cacheText } from "./cache-text.js";
import { CACHE_SWEEP, type SweepFlags } from "./sweep-flags.js";

/** URL caches that are counted alongside a crawl, and how they are told. */
export interface CrawlSweep {
  readonly experiment: CacheExperiment;
  /** Its misses, as `crawlbench cache` prints them: as text, and as rows. */
  text(sweep: CacheSweep, folder: string): string;
  rows(sweep: CacheSweep): PolicyMisses[];
}

/** @throws "choice" for names, options and sizes that there are not, and policies that know the future */
export function crawlSweep({ cacheSweep, cacheSizes, seed }: SweepFlags): CrawlSweep | undefined {
  if (cacheSweep === undefined) {
    if (cacheSizes === undefined) return undefined;
    throw problem.choice`--cache-sizes are those of ${CACHE_SWEEP}. Say which policies: ${CACHE_SWEEP} clock,lru,sieve --cache-sizes ${cacheSizes}`;
  }
  const policies = policiesIn(cacheSweep, CACHE_SWEEP);
  const seer = policies.find(({ method }) => method.offline);
  if (seer)
    throw problem.choice`${CACHE_SWEEP} ${seer.name}: it looks at requests that have not come yet. Leave it out: ${seer.method.name === "min" ? "min is added when the crawl ends" : `afterwards, crawlbench cache DIR --policies ${seer.name}`}`;
  const sizes = cacheSizes === undefined ? undefined : sizesIn(cacheSizes, "--cache-sizes");
  const methods = [...new Map(policies.map(({ method }) => [method.label, method])).values()];
  const experiment = cacheExperiment({
    policies: methods,
    ...(sizes && { sizes }),
    ...(seed !== undefined && { seed }),
  });
  const all: readonly NamedPolicy[] = [...policies, { name: "min", method: min }];
  return {
    experiment,
    rows: (sweep) => namedRows(sweep, all).map(contractOf),
    text: (sweep, folder) =>
      cacheText({
        sweep,
        policies: all,
        threads: sweep.threads,
        sizes: sizes ?? usualSizes(sweep.distinct),
        instead: [
          ...sweep.notes().slice(1),
          `The critical region, and what to build: crawlbench cache ${inShell(folder)}`,
        ].join("\n"),
      }),
  };
}
