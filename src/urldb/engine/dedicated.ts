import { type ChosenOf, number, valuesOf } from "../../base/method.js";
import { Folder } from "../dedicated/folder.js";
import { DedicatedStore } from "../dedicated/store.js";
import type { UrlDatabaseEngine } from "../engine.js";

const OPTIONS = {
  /** About 60 bytes each. Contracts try 3: a handful of URLs then meets all that happens with many. */
  recentUrls: number(2 ** 20, "[1, 134217728]", "URLs kept in memory before they are written to sorted runs", {
    whole: true,
    unit: "URLs",
    samples: [3],
  }),
} as const;

export type DedicatedOptions = ChosenOf<typeof OPTIONS>;

/**
 * The dedicated structure, with another share of memory. Beside the recent URLs it takes about 3.6 bytes per URL: 2.5
 * for the filters of the index, a half for places in the log, a half for states; and 1.7 MB.
 */
export function dedicatedWith(chosen: DedicatedOptions): UrlDatabaseEngine {
  const { recentUrls } = valuesOf("dedicated", OPTIONS, chosen);
  return {
    name: "dedicated",
    source: "Dorosz, section 2; log and sorted runs after Mercator's and IRLbot's disk structures (Lee et al. 2008)",
    durable: true,
    file: "log",
    open: async (path, settings) => new DedicatedStore(new Folder(path, settings, recentUrls), settings),
  };
}

dedicatedWith.declared = OPTIONS;

/**
 * The default: an append-only checksummed log of all URLs and all that was done with them; an index from hash to URL in
 * sorted runs, with a filter each, that are merged between the calls; Q and Q_c as queues of a heap and sorted runs.
 */
export const dedicated: UrlDatabaseEngine = dedicatedWith({});
