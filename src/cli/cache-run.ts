import type { CacheMethod } from "../cache/method.js";
import type { UrlSample } from "../cache/sampled/url-sampler.js";
import { missRateCurve } from "../figure/miss-rate-curve.js";
import { type CacheJobsOptions, SweepStopped } from "../run/cache-jobs.js";
import { cacheSweep } from "../run/cache-sweep.js";
import type { Crew } from "../run/crew.js";
import { perThreadSweep } from "../run/per-thread-sweep.js";
import { CrawlStopped } from "../run/run-crawl.js";
import { sampledSweep } from "../run/sampled-sweep.js";
import type { CacheSweep } from "../run/sweep.js";
import type { UrlTrace } from "../trace/url-trace.js";
import { inputName } from "./batch-lines.js";
import { adviceOn } from "./cache-advice.js";
import { checkMemory } from "./cache-memory.js";
import { policiesIn } from "./cache-policies.js";
import { contractOf, namedRows, saveCacheRows } from "./cache-rows.js";
import { SAMPLE, streamedSample, willStream } from "./cache-sample.js";
import { sizesIn, usualSizes } from "./cache-sizes.js";
import { cacheText } from "./cache-text.js";
import { type CacheTraceFlags, readTrace } from "./cache-trace.js";
import { ChoiceError } from "./choices.js";
import { withCrew } from "./join.js";
import { checkSuffix, print, printJson, tell } from "./output.js";
import { stoppable } from "./progress-line.js";
import { makeFolderFor } from "./stored.js";

export interface CacheFlags extends CacheTraceFlags {
  policies: string;
  sizes?: string;
  seed: number;
  targetMiss?: number;
  threads?: number;
  threadCaches?: boolean;
  sample?: number;
  workers?: number;
  join?: string;
  figure?: string;
  save?: string;
  json?: boolean;
}

/** What `crawlbench cache` does. All flags are looked at before the log is read. */
export async function runCache(path: string, flags: CacheFlags): Promise<void> {
  const policies = await policiesIn(flags.policies);
  const sizes = flags.sizes === undefined ? undefined : sizesIn(flags.sizes);
  checkSuffix("--save", flags.save, [".csv", ".json", ".parquet"]);
  checkSuffix("--figure", flags.figure, [".svg", ".png", ".csv", ".json"]);
  for (const file of [flags.save, flags.figure, flags.write]) if (file !== undefined) makeFolderFor(file);
  if (flags.sample !== undefined && flags.threadCaches)
    throw new ChoiceError("--sample says nothing about --thread-caches: leave one of them out");
  if (flags.sample !== undefined && flags.join !== undefined)
    throw new ChoiceError("--sample leaves so little that this machine counts it alone: leave out --join");
  await withCrew(flags.join, (crew) => countAndPrint(path, flags, { policies, sizes, crew }));
}

/** What to count, and with whose help. */
interface Counting {
  readonly policies: Awaited<ReturnType<typeof policiesIn>>;
  readonly sizes: readonly number[] | undefined;
  readonly crew: Crew | undefined;
}

async function countAndPrint(path: string, flags: CacheFlags, { policies, sizes, crew }: Counting): Promise<void> {
  const methods = [...new Map(policies.map(({ method }) => [method.label, method])).values()];
  const log = willStream(path, flags) ? await streamedSample(path, flags) : await readTrace(path, flags);
  await stopped(flags.workers, crew, async (jobs) => {
    const sweep = await sweepOf(inputName(path), log, methods, sizes, flags, jobs);
    const rows = namedRows(sweep, policies);
    if (rows.length === 0)
      throw new ChoiceError(`${sweep.notes().at(-1)}. Ask for larger --sizes, or sample more: --sample 10%`);
    if (flags.figure !== undefined) await (await missRateCurve(sweep)).save(flags.figure);
    if (flags.save !== undefined) await saveCacheRows(flags.save, rows, { provenance: sweep.provenance });
    for (const note of sweep.notes().slice(1)) tell(note);
    if (flags.json) return printJson(rows.map(contractOf));
    const advice = "hashes" in log ? {} : await adviceOn(sweep, log, flags, jobs);
    print(cacheText({ sweep, policies, threads: flags.threads ?? sweep.threads, ...advice }));
  });
}

/** The misses that the flags ask for: exact, with caches per thread beside them, or estimated. */
async function sweepOf(
  name: string,
  log: UrlTrace | UrlSample,
  policies: readonly CacheMethod[],
  asked: readonly number[] | undefined,
  { seed, sample, threadCaches, workers }: CacheFlags,
  jobs: CacheJobsOptions,
): Promise<CacheSweep> {
  if ("hashes" in log)
    return sampledSweep(log, { policies, sizes: asked ?? usualSizes(log.urls / log.rate), seed, name });
  const sizes = asked ?? usualSizes(log.urls);
  if (sample !== undefined) return sampledSweep(log, { policies, sizes, seed, rate: sample, ...SAMPLE });
  checkMemory(log, policies, sizes, workers);
  return (threadCaches ? perThreadSweep : cacheSweep)(log, { policies, sizes, seed, ...jobs });
}

/** Work that Ctrl-C stops. @throws CrawlStopped */
function stopped<T>(
  workers: number | undefined,
  crew: Crew | undefined,
  work: (jobs: CacheJobsOptions) => Promise<T>,
): Promise<T> {
  return stoppable(false, async (signal, onProgress) => {
    try {
      return await work({ signal, onProgress, crew, ...(workers !== undefined && { workers }) });
    } catch (error) {
      throw error instanceof SweepStopped ? new CrawlStopped(error.message) : error;
    }
  });
}
