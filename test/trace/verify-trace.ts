import { FingerprintIds } from "../../src/base/fingerprint-ids.js";
import type { Strings } from "../../src/base/strings.js";
import type { CrawlTrace } from "../../src/trace/crawl-trace.js";
import { fingerprint } from "../../src/url/fingerprint.js";

/** What a trace says when it is held against the URLs of its crawl. */
export interface TraceCheck {
  /** URLs, in the trace and in the snapshot. */
  readonly requests: number;
  readonly urls: number;
  /** Different URLs that have the same fingerprint, as pairs of ids; none in a sound trace. */
  readonly shared: readonly (readonly [number, number])[];
  /** Requests whose fingerprint is that of no URL; none in a sound trace. */
  readonly unknown: number;
}

/**
 * Checks that no two URLs share a fingerprint (Broder et al. 2003, section 4, did so for theirs), and that every
 * request is for a known URL.
 *
 * @param urls all URLs of the snapshot, each once
 *
 * O(requests + urls); 16 to 32 bytes of memory per URL.
 */
export function verifyTrace(trace: CrawlTrace, urls: Strings): TraceCheck {
  const table = new FingerprintIds();
  const words = new Uint32Array(2);
  const shared: (readonly [number, number])[] = [];
  const { bytes, offsets } = urls;
  const urlOf: number[] = [];
  for (let id = 0; id < urls.size; id++) {
    fingerprint(bytes, offsets[id], offsets[id + 1], words);
    const found = table.add(words[0], words[1]);
    if (found < urlOf.length) shared.push([urlOf[found], id]);
    else urlOf.push(id);
  }
  let unknown = 0;
  const { fingerprints } = trace;
  for (let i = 0; i < fingerprints.length; i += 2) if (table.idOf(fingerprints[i + 1], fingerprints[i]) < 0) unknown++;
  return { requests: trace.size, urls: urls.size, shared, unknown };
}
