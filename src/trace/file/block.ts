import type { TracePages } from "../url-trace.js";
import { areWhole, packNumbers, unpackNumbers } from "./number-code.js";
import { type RequestCoder, unpackRequests } from "./request-code.js";

/** What a trace file is a trace of: its first block. */
export interface TraceAbout {
  readonly name: string;
  readonly process?: number;
  readonly processes?: number;
  /** What is kept besides requests, the same for all blocks. */
  readonly keeps: { readonly fingerprints: boolean; readonly hosts: boolean; readonly pages: boolean };
}

/** A part of a trace: requests, and what came up with them first. */
export interface TracePart {
  /**
   * URLs by number; those that are new have the numbers after all of earlier parts, in the order in which they come.
   */
  readonly requests: Uint32Array;
  /** Of the new URLs: low word, high word. */
  readonly fingerprints?: Uint32Array;
  /** Of the new URLs. */
  readonly hosts?: Uint32Array;
  /** Of the hosts that come after those of earlier parts. */
  readonly hostKeys?: Uint32Array;
  /** Pages of these requests: `ends` count from the first of them. */
  readonly pages?: TracePages;
}

const bytesOf = (words: ArrayBufferView) => new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

/** Packs a part: sections, each behind its length in bytes. @returns the bytes and the id of the next new URL */
export function packPart(part: TracePart, coder: RequestCoder, urls: number): { bytes: Buffer; next: number } {
  const { packed, next } = coder.pack(part.requests, urls);
  const sections: Uint8Array[] = [packed];
  if (part.fingerprints) sections.push(bytesOf(part.fingerprints));
  if (part.hosts) sections.push(packNumbers(part.hosts));
  if (part.hostKeys) sections.push(bytesOf(part.hostKeys));
  if (part.pages) {
    const { ends, threads, hosts, times } = part.pages;
    const whole = areWhole(times);
    sections.push(packNumbers(ends), packNumbers(threads), packNumbers(hosts));
    sections.push(Uint8Array.of(whole ? 1 : 0), whole ? packNumbers(times) : bytesOf(times));
  }
  const pieces = sections.flatMap((section) => [new Uint8Array(Uint32Array.of(section.length).buffer), section]);
  return { bytes: Buffer.concat(pieces), next };
}

/**
 * Unpacks a part.
 *
 * @param counts what the block's head says; `known` are the URLs and hosts of earlier parts
 * @returns the part, or what is wrong with it
 */
export function unpackPart(
  bytes: Uint8Array,
  keeps: TraceAbout["keeps"],
  counts: { readonly requests: number; readonly urls: number; readonly hosts: number; readonly pages: number },
  known: { readonly urls: number; readonly hosts: number },
): TracePart | string {
  const sections: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 <= bytes.length ? at + 4 + view.getUint32(at, true) : Infinity;
    if (end > bytes.length) return "its sections pass its end";
    sections.push(bytes.subarray(at + 4, end));
    at = end;
  }
  const { fingerprints, hosts, pages } = keeps;
  const expected = 1 + (fingerprints ? 1 : 0) + (hosts || pages ? 1 : 0) + (hosts ? 1 : 0) + (pages ? 5 : 0);
  if (sections.length !== expected) return `expected ${expected} sections, found ${sections.length}`;
  const section = () => sections.shift() as Uint8Array;
  if (counts.requests > 4 * bytes.length) return "it is too short for its requests";
  const requests = new Uint32Array(counts.requests);
  const next = unpackRequests(section(), requests, known.urls);
  if (next !== known.urls + counts.urls) return "its requests cannot be unpacked";
  const words = fingerprints ? wordsOf(section(), 2 * counts.urls) : undefined;
  const hostNumbers = hosts ? below(unpackNumbers(section(), counts.urls), known.hosts + counts.hosts) : undefined;
  const keys = hosts || pages ? wordsOf(section(), counts.hosts) : undefined;
  if ((fingerprints && !words) || (hosts && !hostNumbers) || ((hosts || pages) && !keys))
    return "its URLs cannot be unpacked";
  const unpacked = pages ? unpackPages(section, counts, known.hosts + counts.hosts) : undefined;
  if (pages && !unpacked) return "its pages cannot be unpacked";
  return {
    requests,
    ...(words && { fingerprints: words }),
    ...(hostNumbers && { hosts: hostNumbers }),
    ...(keys && { hostKeys: keys }),
    ...(unpacked && { pages: unpacked }),
  };
}

function unpackPages(
  section: () => Uint8Array,
  counts: { readonly requests: number; readonly pages: number },
  hosts: number,
): TracePages | undefined {
  const ends = below(unpackNumbers(section(), counts.pages), counts.requests + 1);
  const threads = below(unpackNumbers(section(), counts.pages), 1 << 16);
  const hostNumbers = below(unpackNumbers(section(), counts.pages), hosts);
  const [whole] = section();
  const packed = section();
  const times = whole ? unpackNumbers(packed, counts.pages) : floatsOf(packed, counts.pages);
  if (!ends || !threads || !hostNumbers || !times) return undefined;
  for (let i = 0; i < ends.length; i++) if (i > 0 && ends[i] < ends[i - 1]) return undefined;
  if ((ends.at(-1) ?? 0) !== counts.requests) return undefined;
  return { ends, threads: Uint16Array.from(threads), hosts: hostNumbers, times };
}

/** Numbers that must be below a limit. */
function below(values: Float64Array | undefined, limit: number): Uint32Array | undefined {
  if (!values) return undefined;
  for (let i = 0; i < values.length; i++) if (!(values[i] >= 0 && values[i] < limit)) return undefined;
  return Uint32Array.from(values);
}

const wordsOf = (bytes: Uint8Array, count: number): Uint32Array | undefined =>
  bytes.length === 4 * count ? new Uint32Array(new Uint8Array(bytes).buffer) : undefined;

const floatsOf = (bytes: Uint8Array, count: number): Float64Array | undefined =>
  bytes.length === 8 * count ? new Float64Array(new Uint8Array(bytes).buffer) : undefined;
