import type { UrlSample } from "../cache/sampled/url-sampler.js";
import { sampleStream } from "../cache/sweep/sample-stream.js";
import { openSource } from "../trace/trace-source.js";
import type { CacheTraceFlags } from "./cache-trace.js";

/**
 * Room of a sample: 2^20 URLs and 2^24 requests, some 250 MB with what is counted on them. A share that needs more is
 * lowered, and a note says so.
 */
export const SAMPLE = { urls: 2 ** 20, requests: 2 ** 24 } as const;

interface SampleFlags extends CacheTraceFlags {
  sample?: number;
  seed: number;
}

/**
 * Fingerprints are sampled as they are read, so that the log may be larger than memory. Other formats are read whole,
 * and what is cut out of a log or stored is.
 */
export const willStream = (path: string, { format, sample, first, processes, cross, write }: SampleFlags): boolean =>
  sample !== undefined &&
  (format === "u64" || (format === "auto" && /\.u64(\.gz|\.zstd?)?$/i.test(path))) &&
  [first, processes, cross, write].every((flag) => flag === undefined);

/** @throws CrawlbenchError, "option" for a file that cannot be read, is empty or was cut */
export async function streamedSample(path: string, { sample, seed }: SampleFlags): Promise<UrlSample> {
  const { bytes } = await openSource(path);
  return sampleStream(bytes, { rate: sample, seed, ...SAMPLE });
}
