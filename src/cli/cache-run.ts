import type { Crew } from "../base/crew/crew.js";
import { problem } from "../base/error.js";
import { counted } from "../base/numbers.js";
import { rowSuffixes, saveRows } from "../base/rows/save-rows.js";
import type { CacheMethod } from "../cache/method.js";
import { smallestSizeOf } from "../cache/sampled/sampled-curve.js";
import type { UrlSample } from "../cache/sampled/url-sampler.js";
import { staticFrom } from "../cache/static-from.js";
import type { CacheJobsOptions } from "../cache/sweep/cache-jobs.js";
import { cacheSweep } from "../cache/sweep/cache-sweep.js";
import { perThreadSweep } from "../cache/sweep/per-thread-sweep.js";
import { sampledSweep } from "../cache/sweep/sampled-sweep.js";
import type { CacheSweep } from "../cache/sweep/sweep.js";
import { figureSuffixes } from "../figure/figure.js";
import { missRateCurve } from "../figure/miss-rate-curve.js";
import type { UrlTrace } from "../trace/url-trace.js";
import { inputName } from "./batch-lines.js";
import { adviceOn } from "./cache-advice.js";
import { checkMemory } from "./cache-memory.js";
import { type NamedPolicy, policiesIn } from "./cache-policies.js";
import { contractOf, namedRows } from "./cache-rows.js";
import { SAMPLE, streamedSample, willStream } from "./cache-sample.js";
import { sizesIn, usualSizes } from "./cache-sizes.js";
import { cacheText } from "./cache-text.js";
import { type CacheTraceFlags, readTrace } from "./cache-trace.js";
import { checkWebFlags } from "./cache-web-flags.js";
import { withCrew } from "./join.js";
import { checkNamed, checkSuffix, print, printJson, tell } from "./output.js";
import { stoppable } from "./stoppable.js";
import { makeFolderFor } from "./stored.js";

/** A share that still fits into memory where the whole does not. */
const LARGER = 0.1;

export interface CacheFlags extends CacheTraceFlags {
  policies: string;
  sizes?: string;
  seed: number;
  earlier?: string;
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
  checkWebFlags(path, flags);
  const policies = policiesIn(flags.policies);
  const sizes = flags.sizes === undefined ? undefined : sizesIn(flags.sizes);
  checkNamed("--write", flags.write, "log.trace");
  checkSuffix("--save", flags.save, rowSuffixes);
  checkSuffix("--figure", flags.figure, figureSuffixes);
  for (const file of [flags.save, flags.figure, flags.write]) if (file !== undefined) makeFolderFor(file);
  if (flags.sample !== undefined && flags.threadCaches)
    throw problem.choice`--sample says nothing about --thread-caches: leave one of them out`;
  if (flags.earlier !== undefined && (flags.sample !== undefined || flags.threadCaches))
    throw problem.choice`--earlier needs the log as one whole: leave out --sample and --thread-caches`;
  if (flags.sample !== undefined && flags.join !== undefined)
    throw problem.choice`--sample leaves so little that this machine counts it alone: leave out --join`;
  await withCrew(flags.join, (crew) => countAndPrint(path, flags, { policies, sizes, crew }));
}

/** What to count, and with whose help. */
interface Counting {
  readonly policies: readonly NamedPolicy[];
  readonly sizes: readonly number[] | undefined;
  readonly crew: Crew | undefined;
}

async function countAndPrint(path: string, flags: CacheFlags, { sizes, crew, ...named }: Counting): Promise<void> {
  const log = willStream(path, flags) ? await streamedSample(path, flags) : await readTrace(path, flags);
  const policies = [...named.policies, ...("hashes" in log ? [] : await earlierPolicies(log, flags))];
  const methods = [...new Map(policies.map(({ method }) => [method.label, method])).values()];
  await stopped(flags.workers, crew, async (jobs) => {
    const sweep = await sweepOf(inputName(path), log, methods, sizes, flags, jobs);
    const rows = namedRows(sweep, policies);
    if (rows.length === 0)
      throw problem.choice`${sweep.notes().at(-1)}. Ask for larger --sizes, or ${moreThan(flags, sizesFor(log, sizes))}`;
    if (flags.figure !== undefined) await (await missRateCurve(sweep)).save(flags.figure);
    if (flags.save !== undefined) await saveRows(flags.save, rows, { provenance: sweep.provenance });
    for (const note of sweep.notes().slice(1)) tell(note);
    if (flags.json) return printJson(rows.map(contractOf));
    const advice = "hashes" in log ? {} : await adviceOn(sweep, log, flags, jobs);
    print(cacheText({ sweep, policies, threads: flags.threads ?? sweep.threads, ...advice }));
  });
}

/** What to type in place of a sample that estimates none of the sizes: a larger one where that estimates some. */
const moreThan = ({ sample = 1 }: CacheFlags, sizes: readonly number[]): string =>
  sample < LARGER && Math.max(...sizes) >= smallestSizeOf({ rate: LARGER })
    ? `sample more: --sample ${100 * LARGER}%`
    : "leave out --sample to count all requests";

/** The sizes that are asked for, or else the usual ones for so many URLs. */
const sizesFor = (log: UrlTrace | UrlSample, asked: readonly number[] | undefined): readonly number[] =>
  asked ?? usualSizes("hashes" in log ? log.urls / log.rate : log.urls);

/** STATIC of the log that --earlier names; how much of it comes again is told on stderr. */
async function earlierPolicies(log: UrlTrace, flags: CacheFlags): Promise<NamedPolicy[]> {
  if (flags.earlier === undefined) return [];
  const earlier = await readTrace(flags.earlier, { ...flags, first: undefined, write: undefined });
  const method = staticFrom(earlier, log);
  tell(`${log.name} asks for ${counted(method.shared)} of the ${counted(method.known)} URLs of ${earlier.name}`);
  return [{ name: method.name, method }];
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
  const sizes = sizesFor(log, asked);
  if ("hashes" in log) return sampledSweep(log, { policies, sizes, seed, name });
  if (sample !== undefined) return sampledSweep(log, { policies, sizes, seed, rate: sample, ...SAMPLE });
  checkMemory(log, policies, sizes, workers);
  return (threadCaches ? perThreadSweep : cacheSweep)(log, { policies, sizes, seed, ...jobs });
}

/** Work that Ctrl-C stops. @throws "stopped" */
function stopped<T>(
  workers: number | undefined,
  crew: Crew | undefined,
  work: (jobs: CacheJobsOptions) => Promise<T>,
): Promise<T> {
  return stoppable(false, (signal, onProgress) =>
    work({ signal, onProgress, crew, ...(workers !== undefined && { workers }) }),
  );
}
