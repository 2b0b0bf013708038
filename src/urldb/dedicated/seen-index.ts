import { RecentUrls } from "./recent.js";
import { type RunFiles, RunSet } from "./run-set.js";

/** Index runs that are merged into one: few, since each is asked for every new URL. */
const FAN = 4;

/**
 * From the 64-bit hash of a URL to its number: recent ones in a table, the others in sorted runs with a filter in
 * memory each.
 */
export class SeenIndex {
  readonly recent: RecentUrls;
  readonly runs: RunSet;

  constructor(files: RunFiles, capacity: number) {
    this.recent = new RecentUrls(0, capacity);
    this.runs = new RunSet(files, "index", "index", FAN);
  }

  /**
   * Which of many hashes may stand in runs: 1 for those.
   *
   * @param hashes high and low word of each
   */
  screen(hashes: Uint32Array): Uint8Array {
    const marks = new Uint8Array(hashes.length / 2);
    this.recent.touch(hashes);
    for (const { index } of this.runs.runs) index?.markAll(hashes, marks);
    return marks;
  }

  /**
   * The number of the URL with this hash that `isIt` accepts; -1 when there is none.
   *
   * @param mayBeInRuns false: `screen` has ruled it out
   */
  find(high: number, low: number, isIt: (number: number) => boolean, mayBeInRuns = true): number {
    const number = this.recent.find(high, low, isIt);
    if (number >= 0 || !mayBeInRuns) return number;
    for (const { index } of this.runs.runs) {
      if (!index?.mayHold(high, low)) continue;
      const found = index.find(high, low, isIt);
      if (found >= 0) return found;
    }
    return -1;
  }

  /** Writes the recent URLs to a run. @throws "disk-full", and nothing changed */
  flush(): void {
    const { recent } = this;
    if (recent.size === 0) return;
    this.runs.write(recent.size, (writer) => {
      for (const index of recent.sorted()) {
        writer.push(0, recent.high(index), recent.low(index), recent.first + index);
      }
    });
    recent.clear(recent.first + recent.size);
  }
}
