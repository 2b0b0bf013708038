import { availableParallelism } from "node:os";
import { problem } from "../base/error.js";
import { counted, plural } from "../base/numbers.js";
import type { CacheMethod } from "../cache/method.js";
import type { DenseTrace } from "../trace/url-trace.js";

/** Most sizes that are counted in one pass over the trace. */
const AT_ONCE = 32;

/**
 * Bytes that counting misses takes besides the trace, at the most, as the docstrings of the methods state them: what
 * the methods under way at the same time keep, and a copy of the requests for threads to share.
 *
 * @param workers methods at a time
 */
function bytesNeeded(
  trace: DenseTrace,
  methods: readonly CacheMethod[],
  sizes: readonly number[],
  workers: number,
): number {
  const own = methods.map((method) => bytesOf(method, trace, sizes)).sort((a, b) => b - a);
  const copy = workers > 1 ? 4 * trace.requests.length : 0;
  return own.slice(0, workers).reduce((sum, each) => sum + each, copy);
}

/** What a method keeps, for its largest sizes: per URL, per entry, per request. */
function bytesOf({ name, curve }: CacheMethod, { requests, urls }: DenseTrace, sizes: readonly number[]): number {
  const largest = sizes.slice(curve ? -AT_ONCE : -1);
  const entries = largest.reduce((sum, size) => sum + Math.min(size, urls), 0);
  if (name === "lru") return 4 * urls + requests.length / 8;
  if (name === "clock") return 8 * urls + 4 * entries;
  if (name === "random") return 4 * urls + 4 * entries;
  if (name === "min") return 5 * requests.length + 4 * Math.min(largest.at(-1) ?? 0, urls);
  if (name === "infinite" || name.startsWith("static")) return 8 * urls;
  return 4 * urls + (name === "lirs" ? 66 : 32) * entries;
}

/**
 * Refuses work that memory has no room for before it begins.
 *
 * @param workers methods at a time; undefined: one per core
 * @param available bytes
 * @throws "choice" with both numbers, and what to type
 */
export function checkMemory(
  trace: DenseTrace,
  methods: readonly CacheMethod[],
  sizes: readonly number[],
  workers: number = availableParallelism(),
  available: number = process.availableMemory(),
): void {
  const needed = bytesNeeded(trace, methods, sizes, workers);
  if (needed <= available) return;
  const alone = bytesNeeded(trace, methods, sizes, 1);
  const next =
    workers > 1 && alone <= available
      ? `One policy at a time takes ${inGigabytes(alone)}: --workers 1`
      : "Ask for fewer or smaller --sizes or other --policies, or estimate the curve: --sample 0.01";
  const { length } = sizes;
  throw problem.choice`${plural(length, "size")} of ${methods.map(({ label }) => label).join(", ")} on ${counted(trace.urls)} URLs take about ${inGigabytes(needed)} of memory, and ${inGigabytes(available)} are free. ${next}`;
}

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toPrecision(3)} GB`;
