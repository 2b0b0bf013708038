import type { CacheSweep } from "../cache/sweep/sweep.js";
import type { CacheRow } from "../cache/sweep/sweep-rows.js";
import type { NamedPolicy } from "./cache-policies.js";

/** One policy at one size, as `--json` prints it. */
export interface PolicyMisses extends Pick<CacheRow, "requests" | "distinct" | "low" | "high"> {
  /** As it was typed: "min-mandatory"; with ", one per thread" behind it where each thread has a cache of its own. */
  readonly policy: string;
  /** Entries; in all threads. */
  readonly size: number;
  /** A whole number; with `--sample` an estimate. */
  readonly misses: number;
}

/** Rows of a sweep, policies in the order in which they were typed, sizes ascending. */
export function namedRows(sweep: CacheSweep, policies: readonly NamedPolicy[]): CacheRow[] {
  const rows = sweep.rows();
  return policies.flatMap(({ name, method: { label } }) =>
    rows
      .filter(({ policy }) => policy === label || policy.startsWith(`${label}, one per thread`))
      .map((row) => ({ ...row, policy: name + row.policy.slice(label.length) })),
  );
}

export const contractOf = ({ policy, size, requests, distinct, misses, low, high }: CacheRow): PolicyMisses => ({
  policy,
  size,
  requests,
  distinct,
  misses: Math.round(misses), // of a sample, an estimate
  ...(low !== undefined && { low, high }),
});
