import { got, problem } from "../../base/error.js";
import { type ChosenOf, checkOptions, number, valuesOf } from "../../base/method.js";
import { GOLDEN, goldenTimes, murmurMix } from "../../base/mix.js";
import { plural } from "../../base/numbers.js";
import type { Random } from "../../base/random.js";
import { requireList } from "../../base/require-list.js";

/** How long downloads take. */
export interface LatencyModel {
  readonly kind: "latency";
  /** For people, with every choice. */
  readonly label: string;
  /** @returns milliseconds of a download, above 0; the same whenever the same URL is asked about */
  create(setting: LatencySetting): (url: number, host: number) => number;
}

export interface LatencySetting {
  readonly random: Random;
  /** URLs of one copy of the web: URL u of copy c is c urls + u. */
  readonly urls: number;
  /** Hosts of all copies. */
  readonly hosts: number;
}

const positive = (usual: number) => number(usual, "(0, ∞)", "");
const notNegative = (usual: number) => number(usual, "[0, ∞)", "", { is: "a number from 0" });

const LOGNORMAL = {
  /** Milliseconds; default 1,000. Only its ratio to other times matters. */
  median: positive(1000),
  /** Standard deviation of the logarithm between hosts; default 0.8. */
  hostSpread: notNegative(0.8),
  /** The same between pages of a host; default 0.5. */
  pageSpread: notNegative(0.5),
} as const;

export interface LognormalOptions extends ChosenOf<typeof LOGNORMAL> {}

/**
 * median exp(hostSpread X + pageSpread Y), with X drawn for each host and Y for each URL, both about normal: sums of
 * twelve uniforms, so that |X| < 6. The spreads are assumptions: slow hosts and slow pages exist, the papers on
 * Mercator do not say how slow.
 *
 * Computed by the four basic operations alone, whose results every machine agrees on.
 */
export function lognormalLatency(options: LognormalOptions = {}): LatencyModel {
  const { median, hostSpread, pageSpread } = valuesOf("lognormalLatency", LOGNORMAL, options);
  return {
    kind: "latency",
    label: `lognormal, median ${median} ms, spread ${hostSpread} between hosts and ${pageSpread} between pages`,
    create({ random, hosts }) {
      const [hostSeed, pageSeed] = [random.bits(), random.bits()];
      const medians = Float64Array.from(
        { length: hosts },
        (_, host) => median * exponential(hostSpread * normal(hostSeed, host)),
      );
      return (url, host) => medians[host] * exponential(pageSpread * normal(pageSeed, url));
    },
  };
}

/** Every download takes the same time. @param milliseconds above 0 */
export function constantLatency(milliseconds = 1000): LatencyModel {
  checkOptions("constantLatency", { milliseconds }, { milliseconds: positive(1000) });
  return { kind: "latency", label: `constant, ${milliseconds} ms`, create: () => () => milliseconds };
}

/**
 * setup + bytes / rate.
 *
 * @param bytes of each URL of the web
 * @param options.rate bytes in a millisecond, above 0; default 100
 * @param options.setup milliseconds before the first byte, above 0; default 100
 */
export function byteLatency(
  bytes: ArrayLike<number>,
  options: { readonly rate?: number; readonly setup?: number } = {},
): LatencyModel {
  requireList("byteLatency takes the bytes of each URL", bytes);
  const { rate, setup } = valuesOf("byteLatency", { rate: positive(100), setup: positive(100) }, options);
  return {
    kind: "latency",
    label: `${setup} ms and 1 ms for ${plural(rate, "byte")}`,
    create({ urls }) {
      if (bytes.length !== urls) throw problem.option`bytes of each of ${urls} URLs are needed; ${got(bytes.length)}`;
      return (url) => setup + bytes[url % urls] / rate;
    },
  };
}

/**
 * A number that is about normal, and a function of its arguments alone: twelve uniforms of 16 bits, less their mean.
 */
function normal(seed: number, id: number): number {
  let state = murmurMix(seed ^ goldenTimes(id + 1));
  let sum = 0;
  for (let i = 0; i < 6; i++) {
    state = murmurMix(state + GOLDEN);
    sum += (state & 0xffff) + (state >>> 16);
  }
  return (sum + 6) / 65536 - 6;
}

/**
 * e^x within 1e-12 of itself for |x| < 50: a series for x / 1024, squared ten times. `Math.exp` may differ in its last
 * bit between machines.
 */
function exponential(x: number): number {
  const y = x / 1024;
  let power = 1 + y * (1 + (y / 2) * (1 + (y / 3) * (1 + (y / 4) * (1 + (y / 5) * (1 + y / 6)))));
  for (let i = 0; i < 10; i++) power *= power;
  return power;
}
