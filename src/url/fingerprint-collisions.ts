import { got, option, problem } from "../base/error.js";
import { checkOptions } from "../base/method.js";
import { requireIterable, requireText } from "../base/require-list.js";
import { type Fingerprint, fingerprint as usual } from "./fingerprint.js";

/** How many URLs share their fingerprints, beside how many are to be expected. */
export interface FingerprintCollisions {
  /** Different URLs, n. */
  readonly urls: number;
  /** Bits of each fingerprint, b. */
  readonly bits: number;
  /** Different fingerprints; as many as URLs where none collide. */
  readonly fingerprints: number;
  /** Pairs of different URLs with one fingerprint. */
  readonly pairs: number;
  /** Pairs to be expected where all fingerprints are equally likely: n (n - 1) / 2^(b + 1), exactly. */
  readonly expected: number;
}

export interface FingerprintCollisionsOptions {
  /** Leading bits of the 64 that are compared, 1 to 64; default 64. */
  readonly bits?: number;
  readonly fingerprint?: Fingerprint;
}

/**
 * Do different URLs have different fingerprints? Counts both, as Broder et al. 2003, section 4.2, did for their logs;
 * with fewer bits it shows collisions where 64 have none.
 *
 * @param urls repeats count once
 * @throws "option" when `bits` is no whole number from 1 to 64
 *
 * O(n log n); the URLs once, and 8 bytes for each.
 */
export function fingerprintCollisions(
  urls: Iterable<string>,
  options: FingerprintCollisionsOptions = {},
): FingerprintCollisions {
  requireIterable("fingerprintCollisions takes a list of URLs, as texts", urls);
  checkOptions("fingerprintCollisions", options, { bits: undefined, fingerprint: undefined });
  const { bits = 64, fingerprint = usual } = options;
  if (!(Number.isInteger(bits) && bits >= 1 && bits <= 64))
    throw problem.option`${option("bits")} is a whole number from 1 to 64; ${got(bits)}`;
  const different = [...new Set(urls)];
  const found = new BigUint64Array(different.length);
  const words = new Uint32Array(found.buffer);
  const out = new Uint32Array(2);
  const encoder = new TextEncoder();
  const [highMask, lowMask] = [leading(Math.min(bits, 32)), leading(bits - 32)];
  for (const [i, url] of different.entries()) {
    requireText("fingerprintCollisions takes a list of URLs, as texts", url);
    const bytes = encoder.encode(url);
    fingerprint(bytes, 0, bytes.length, out);
    words[2 * i] = out[1] & lowMask;
    words[2 * i + 1] = out[0] & highMask;
  }
  found.sort();
  let fingerprints = 0;
  let pairs = 0;
  for (let i = 0, first = 0; i < found.length; i++) {
    if (i === 0 || found[i] !== found[first]) {
      fingerprints++;
      first = i;
    }
    pairs += i - first;
  }
  const n = different.length;
  return { urls: n, bits, fingerprints, pairs, expected: (n * (n - 1)) / 2 ** (bits + 1) };
}

/** A mask of the first so many bits of 32; none below 1. */
const leading = (bits: number): number => (bits < 1 ? 0 : (-1 << (32 - bits)) >>> 0);
