import { inWhole } from "../../base/numbers.js";
import type { CacheMethod } from "../method.js";

/** Misses of one method at several sizes, as counted or estimated. */
export interface SweepCurve {
  readonly method: CacheMethod;
  /** As tables and figures name it: the method's label, with what else tells it apart. */
  readonly policy: string;
  /** Entries in all, ascending. */
  readonly sizes: readonly number[];
  readonly misses: ArrayLike<number>;
  readonly seed: number;
  /** Ends of the 95 % interval of the miss rate, in [0, 1], where misses are estimated. */
  readonly low?: ArrayLike<number>;
  readonly high?: ArrayLike<number>;
}

/** One policy at one size, as a tidy row; rates in [0, 1]. */
export interface CacheRow {
  readonly trace: string;
  /** Label with all choices: "CLOCK, newcomer marked". */
  readonly policy: string;
  /** Name of the method: "clock". */
  readonly name: string;
  /** Entries. */
  readonly size: number;
  readonly requests: number;
  readonly distinct: number;
  /** A whole number where counted; any where estimated from a sample. */
  readonly misses: number;
  readonly missRate: number;
  readonly hitRate: number;
  readonly seed: number;
  /** Ends of the 95 % interval of `missRate`, where it is estimated. */
  readonly low?: number;
  readonly high?: number;
}

/** A row beside the same size under another policy. */
export interface RelativeRow extends CacheRow {
  /** Misses over those of `to`; 1 is as good. */
  readonly relative: number;
  readonly to: string;
}

/** A row of a trace whose process had so many threads. */
export interface PerThreadRow extends CacheRow {
  readonly threads: number;
  /** Entries per thread; no whole number where they do not divide. */
  readonly sizePerThread: number;
}

/** What all rows of one trace share. */
export interface TraceCounts {
  readonly name: string;
  readonly requests: number;
  readonly distinct: number;
}

/** Rows of a curve; sizes that could not be estimated have none. */
export function rowsOf({ name, requests, distinct }: TraceCounts, curve: SweepCurve): CacheRow[] {
  const { method, policy, sizes, misses, seed, low, high } = curve;
  return sizes.flatMap((size, i) =>
    Number.isNaN(misses[i])
      ? []
      : [
          {
            trace: name,
            policy,
            name: method.name,
            size,
            requests,
            distinct,
            misses: misses[i],
            missRate: misses[i] / requests,
            hitRate: 1 - misses[i] / requests,
            seed,
            ...(low && high && { low: low[i], high: high[i] }),
          },
        ],
  );
}

/** "2^10" for a power of two, else the number with commas: short headings of columns. */
export function sizeInShort(size: number): string {
  const exponent = Math.log2(size);
  return Number.isInteger(exponent) ? `2^${exponent}` : inWhole(size);
}
