import { problem } from "../../base/error.js";
import { FingerprintIds } from "../../base/fingerprint-ids.js";
import { grown } from "../../base/growing.js";
import { type ChosenOf, number, valuesOf } from "../../base/method.js";
import { murmurMix } from "../../base/mix.js";
import { type DenseTrace, requireTrace, type UrlTrace } from "../../trace/url-trace.js";

/** Hashes are below this: P of the paper. */
const HASHES = 2 ** 31;

export const SAMPLER_OPTIONS = {
  /** Share of the URLs to begin with, in (0, 1]; default 1. Left so where the sample stays small enough. */
  rate: number(1, "(0, 1]", "", { is: "a share of the URLs, above 0, at most 1" }),
  /** Most URLs in the sample, s_max of the paper; default 1,000,000. */
  urls: number(1_000_000, "[100, ∞]", "", { is: "the size of the sample, 100 or more" }),
  /** Most requests in the sample; default 8,000,000. */
  requests: number(8_000_000, "[100, ∞]", "", { is: "the size of the sample, 100 or more" }),
  /** Which URLs are taken; default 1. */
  seed: number(1, "(-∞, ∞)", "", { whole: true, is: "a whole number" }),
} as const;

export interface SamplerOptions extends ChosenOf<typeof SAMPLER_OPTIONS> {}

/** All requests for some of the URLs, those whose hash lies below a threshold. */
export interface UrlSample extends DenseTrace {
  /** Hash of each URL in [0, 2^31), below the threshold. */
  readonly hashes: Uint32Array;
  /** R: share of the URLs that were taken, in (0, 1]. */
  readonly rate: number;
  /** Requests that were seen, those that were not taken included. */
  readonly seen: number;
}

/**
 * Takes a spatially hashed sample of requests as they come by, in bounded memory: a request is taken if the hash of its
 * URL lies below a threshold, so a URL is taken with all its requests or not at all. SHARDS, Waldspurger et al. 2015
 * (FAST), sections 3.1 and 3.3.
 *
 * Where the sample grows beyond its bounds the threshold is lowered, and what lies above it is dropped, as in their
 * fixed-size variant. They rescale counts that were made meanwhile; here requests are kept, not counts, so that the
 * sample is in the end that of the last threshold, taken from the start.
 *
 * A URL that alone has more requests than the sample may have is left out. 4 bytes per request of the sample and about
 * 40 per URL; the trace itself is not kept. Nothing is numbered but URLs of the sample.
 */
export class UrlSampler {
  #threshold: number;
  readonly #mostUrls: number;
  readonly #mostRequests: number;
  readonly #seed: number;
  #seen = 0;
  #requests = new Uint32Array(1 << 12);
  #length = 0;
  #ids = new FingerprintIds();
  #hashes = new Uint32Array(1 << 10);

  /** @throws "option" for options that make no sense */
  constructor(options: SamplerOptions = {}) {
    const { rate, urls, requests, seed } = valuesOf("a sample", SAMPLER_OPTIONS, options);
    this.#threshold = Math.max(1, Math.round(rate * HASHES));
    this.#mostUrls = urls;
    this.#mostRequests = requests;
    this.#seed = murmurMix(seed);
  }

  /**
   * Goes on with the next requests.
   *
   * @param fingerprints low word of request i in [2i], high in [2i + 1]
   */
  add(fingerprints: Uint32Array): void {
    if (fingerprints.length % 2 === 1) throw problem.option`a fingerprint is two words; found an odd number of words`;
    const seed = this.#seed;
    for (let i = 0; i < fingerprints.length; i += 2) {
      const hash = murmurMix(fingerprints[i] ^ murmurMix(fingerprints[i + 1] ^ seed)) >>> 1;
      if (hash < this.#threshold) this.#take(hash, fingerprints[i], fingerprints[i + 1]);
    }
    this.#seen += fingerprints.length / 2;
  }

  /** R: share of the URLs that are taken, in (0, 1]; it only falls. */
  get rate(): number {
    return this.#threshold / HASHES;
  }

  /** Requests so far, those that were not taken included. */
  get seen(): number {
    return this.#seen;
  }

  /** URLs of the sample. */
  get urls(): number {
    return this.#ids.size;
  }

  /**
   * Requests of the sample from one on, valid until the next `add`. What was seen here before holds as long as the rate
   * stands.
   */
  from(first: number): Uint32Array {
    return this.#requests.subarray(first, this.#length);
  }

  /** The sample of all requests so far; a copy. */
  sample(): UrlSample {
    return {
      requests: this.#requests.slice(0, this.#length),
      urls: this.#ids.size,
      hashes: this.#hashes.slice(0, this.#ids.size),
      rate: this.rate,
      seen: this.#seen,
    };
  }

  #take(hash: number, low: number, high: number): void {
    const url = this.#ids.add(high, low);
    this.#hashes = grown(this.#hashes, url + 1);
    this.#hashes[url] = hash;
    this.#requests = grown(this.#requests, this.#length + 1);
    this.#requests[this.#length++] = url;
    while (this.#ids.size > this.#mostUrls || this.#length > this.#mostRequests) this.#lower();
  }

  /**
   * Drops the URLs with the highest hashes, so that at most seven eighths of the bounds are left; those that stay are
   * numbered as they turn up.
   */
  #lower(): void {
    const sorted = this.#hashes.slice(0, this.#ids.size).sort();
    const kept = Math.max(1, Math.floor((7 / 8) * this.#ids.size));
    this.#threshold = sorted[Math.min(kept, this.#ids.size - 1)];
    const { high, low, size } = this.#ids;
    const numbers = new Uint32Array(size);
    const ids = new FingerprintIds();
    for (let url = 0; url < size; url++) {
      if (this.#hashes[url] >= this.#threshold) continue;
      this.#hashes[ids.size] = this.#hashes[url];
      ids.add(high[url], low[url]);
      numbers[url] = ids.size;
    }
    let length = 0;
    for (let i = 0; i < this.#length; i++) {
      const number = numbers[this.#requests[i]];
      if (number > 0) this.#requests[length++] = number - 1;
    }
    this.#ids = ids;
    this.#length = length;
  }
}

/**
 * Samples a trace that is in memory already: by its fingerprints where it has them, else by its URL numbers.
 *
 * @throws "option" for an empty trace
 */
export function sampleTrace(trace: UrlTrace, options: SamplerOptions = {}): UrlSample {
  requireTrace("sampleTrace", trace);
  const { requests, fingerprints, name } = trace;
  if (requests.length === 0) throw problem.option`the trace ${name} is empty: there is nothing to sample`;
  const sampler = new UrlSampler(options);
  const chunk = new Uint32Array(2 * Math.min(requests.length, 1 << 15));
  for (let start = 0; start < requests.length; start += 1 << 15) {
    const count = Math.min(1 << 15, requests.length - start);
    for (let i = 0; i < count; i++) {
      const url = requests[start + i];
      chunk[2 * i] = fingerprints ? fingerprints[2 * url] : url;
      chunk[2 * i + 1] = fingerprints ? fingerprints[2 * url + 1] : 0;
    }
    sampler.add(chunk.subarray(0, 2 * count));
  }
  return sampler.sample();
}
