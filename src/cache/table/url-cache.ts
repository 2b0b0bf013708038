import { got, option, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";
import { Random } from "../../base/random.js";
import { CircularChaining } from "./circular-chaining.js";
import { clockCache } from "./clock-cache.js";
import type { FingerprintCache } from "./fingerprint-table.js";
import { randomCache } from "./random-cache.js";
import { ScatterTable } from "./scatter-table.js";

export interface UrlCacheOptions {
  /**
   * k = 2^r. Default 65,536, 541 KB: what section 7 recommends, 100 to 500 entries per thread, for 130 to 650 threads.
   */
  readonly entries?: number;
  /** "clock" (default) or "random". */
  readonly policy?: "clock" | "random";
  /**
   * "scatter" (default), the smaller and faster; "chaining", direct circular chaining, which evicts exactly as the
   * plain policy does.
   */
  readonly table?: "scatter" | "chaining";
  /** Of "random"; default 1. */
  readonly seed?: number;
}

/**
 * A crawler's cache of URLs, which it knows by 64-bit fingerprints: before a duplicate eliminator (`behind`), or before
 * the network, where URLs go out to the processes that own their hosts. Broder et al. 2003, sections 6 and 7.
 *
 * Takes 8.25 bytes per entry (l + 2 bits), 8.125 under "random"; with "chaining" 9 and 8.875 for 2^16 entries.
 *
 * @throws "option" for a number of entries that is no power of two, and for a word that names no policy or table
 */
export function urlCache(options: UrlCacheOptions = {}): FingerprintCache {
  checkOptions("urlCache", options, { entries: undefined, policy: undefined, table: undefined, seed: undefined });
  const { entries = 65_536, policy = "clock", table = "scatter", seed = 1 } = options;
  const Table = { scatter: ScatterTable, chaining: CircularChaining }[table];
  if (Table === undefined) throw problem.option`${option("table")} is "scatter" or "chaining"; ${got(table)}`;
  if (policy === "clock") return clockCache(new Table(entries, { marks: true }));
  if (policy === "random") return randomCache(new Table(entries), new Random(seed));
  throw problem.option`${option("policy")} is "clock" or "random"; ${got(policy)}`;
}
