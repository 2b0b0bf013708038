import type { CacheMethod, CurvePass } from "../method.js";
import { missCurve } from "../miss-curve.js";
import { passOf } from "../pass.js";
import { min } from "../policy/min.js";
import { sampledRate, scaledSize, smallestSizeOf } from "../sampled/sampled-curve.js";
import { UrlSampler } from "../sampled/url-sampler.js";
import { isPortableCache } from "./cache-methods.js";
import { type SampleSize, sampledSweep } from "./sampled-sweep.js";
import type { SweepCurve } from "./sweep-rows.js";

/** What is counted while requests come in. */
export interface LiveSetting {
  /** Methods that need no future. */
  readonly policies: readonly CacheMethod[];
  /** Entries, ascending, each once. */
  readonly sizes: readonly number[];
  readonly seed: number;
  /** Different URLs, and requests, up to which counts are exact; beyond, they are estimated from so many at the most. */
  readonly urls: number;
  readonly requests: number;
}

/** Misses so far, as plain data. */
export interface LiveCounts {
  /** Requests. */
  readonly seen: number;
  /** Different URLs; estimated where not all are in the sample. */
  readonly distinct: number;
  readonly sample: SampleSize;
  /** One for each policy; behind them that of MIN, once there is one. Sizes that cannot be estimated have NaN. */
  readonly curves: readonly Pick<SweepCurve, "misses" | "low" | "high">[];
}

/** Misses of one policy on the sample. */
interface Counting {
  /** For each size, where what stands for it is counted; -1 for a size that the sample is too small for. */
  readonly places: readonly number[];
  readonly counters: readonly Counter[];
}

/** What counts some sizes together. */
interface Counter {
  readonly sizes: readonly number[];
  /** Undefined as long as a cache of the library holds all URLs: each has missed once. */
  pass: CurvePass | undefined;
}

/**
 * Misses of some policies at some sizes, counted while requests come in, in bounded memory: at any time those of
 * `cacheSweep` on all requests so far, and once there are more URLs or requests than the bounds, those that
 * `sampledSweep` estimates from a sample of them (SHARDS). See `UrlSampler`: what is kept of requests is the sample, and
 * where that shrinks, counting begins anew on what is left of it. A policy without a way to count all sizes in one pass
 * is simulated at those that URLs have filled, from the first request on.
 *
 * 4 bytes per request of the sample and 24 to 40 per URL; 8 per URL for CLOCK and SIEVE, 4 for LRU and RANDOM, at all
 * sizes; 1 or 4 per URL and filled size for others, besides 4 to 66 per entry.
 */
export class LiveSweep {
  readonly #setting: LiveSetting;
  /** For each policy: is it one of the library, for which a cache that holds all URLs is like any larger one? */
  readonly #isOurs: readonly boolean[];
  readonly #sampler: UrlSampler;
  #countings: readonly Counting[] = [];
  /** The rate for which is counted, and requests of the sample that were. */
  #rate = 1;
  #counted = 0;

  private constructor(setting: LiveSetting, isOurs: readonly boolean[]) {
    this.#setting = setting;
    this.#isOurs = isOurs;
    const { urls, requests, seed } = setting;
    this.#sampler = new UrlSampler({ urls, requests, seed });
    this.#begin();
  }

  static async open(setting: LiveSetting): Promise<LiveSweep> {
    return new LiveSweep(setting, await Promise.all(setting.policies.map(isPortableCache)));
  }

  /** Goes on with the next requests. @param fingerprints low word of request i in [2i], high in [2i + 1] */
  add(fingerprints: Uint32Array): void {
    this.#sampler.add(fingerprints);
    if (this.#sampler.rate !== this.#rate) this.#begin();
    const fresh = this.#sampler.from(this.#counted);
    for (const [i, { counters }] of this.#countings.entries())
      for (const counter of counters) {
        if (counter.pass) counter.pass.add(fresh);
        else if (this.#sampler.urls > counter.sizes[0]) {
          counter.pass = this.#passOf(this.#setting.policies[i], counter.sizes);
          counter.pass.add(this.#sampler.from(0));
        }
      }
    this.#counted += fresh.length;
  }

  counts(): LiveCounts {
    const { seen, rate, urls } = this.#sampler;
    return this.#with(
      this.#countings.map(({ places, counters }) => {
        const counted = counters.flatMap(({ sizes, pass }) => (pass ? [...pass.misses()] : sizes.map(() => urls)));
        const missesAt = (place: number) =>
          place < 0 ? Number.NaN : rate < 1 ? seen * sampledRate(counted[place], rate, seen) : counted[place];
        return { misses: places.map(missesAt) };
      }),
    );
  }

  /** No more requests will come: MIN is counted too, and estimates get their intervals. */
  finish(): LiveCounts {
    const { policies, sizes, seed } = this.#setting;
    if (this.#sampler.rate < 1) {
      const { curves } = sampledSweep(this.#sampler.sample(), { policies: [...policies, min], sizes, seed });
      return this.#with(curves.map(({ misses, low, high }) => ({ misses, low, high })));
    }
    const trace = { requests: this.#sampler.from(0), urls: this.#sampler.urls };
    return this.#with([...this.counts().curves, { misses: missCurve(trace, min, sizes) }]);
  }

  #with(curves: LiveCounts["curves"]): LiveCounts {
    const { seen, rate, urls } = this.#sampler;
    return {
      seen,
      distinct: Math.round(urls / rate),
      sample: { rate, urls, requests: this.#sampler.from(0).length },
      curves,
    };
  }

  #begin(): void {
    const { policies, sizes, urls } = this.#setting;
    const { rate } = this.#sampler;
    const least = smallestSizeOf({ rate });
    this.#rate = rate;
    this.#counted = 0;
    this.#countings = policies.map((method, i): Counting => {
      const entries = sizes.map((size) => {
        if (size < least) return -1;
        const scaled = rate < 1 ? scaledSize(size, rate) : size;
        return this.#isOurs[i] ? Math.min(scaled, urls) : scaled;
      });
      const different = [...new Set(entries.filter((each) => each > 0))];
      const places = entries.map((each) => different.indexOf(each));
      if (method.pass) return { places, counters: [{ sizes: different, pass: this.#passOf(method, different) }] };
      const counters = different.map((size): Counter => {
        return { sizes: [size], pass: this.#isOurs[i] ? undefined : this.#passOf(method, [size]) };
      });
      return { places, counters };
    });
  }

  #passOf(method: CacheMethod, sizes: readonly number[]): CurvePass {
    const { urls, requests, seed } = this.#setting;
    return passOf(method, { sizes, urls, requests, seed });
  }
}
