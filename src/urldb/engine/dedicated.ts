import type { UrlDatabaseEngine } from "../database.js";
import { Folder } from "../dedicated/folder.js";
import { DedicatedStore } from "../dedicated/store.js";

export interface DedicatedOptions {
  /** URLs kept in memory before they are written to sorted runs; default 2^20. About 60 bytes each. */
  readonly recentUrls?: number;
}

/**
 * The dedicated structure, with another share of memory. Beside the recent URLs it takes about 3.6 bytes per URL: 2.5 for the
 * filters of the index, a half for places in the log, a half for states.
 */
export const dedicatedWith = ({ recentUrls = 2 ** 20 }: DedicatedOptions): UrlDatabaseEngine => {
  if (!Number.isInteger(recentUrls) || recentUrls < 1 || recentUrls > 2 ** 27)
    throw new RangeError(`recentUrls is an integer from 1 to 134217728; found ${recentUrls}`);
  return {
    name: "dedicated",
    source: "Dorosz, section 2; log and sorted runs after Mercator's and IRLbot's disk structures (Lee et al. 2008)",
    durable: true,
    open: async (path, settings) => new DedicatedStore(new Folder(path, settings, recentUrls), settings),
  };
};

/**
 * The default: an append-only checksummed log of all URLs and all that was done with them; an index from hash to URL in sorted
 * runs, with a filter each, that are merged between the calls; Q and Q_c as queues of a heap and sorted runs.
 */
export const dedicated: UrlDatabaseEngine = dedicatedWith({});
