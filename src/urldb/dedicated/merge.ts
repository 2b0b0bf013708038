import type { RunCursor } from "./run-reader.js";
import type { RunWriter } from "./run-writer.js";

/** Merges sorted runs into one, a few entries at a time. */
export class Merge {
  readonly writer: RunWriter;
  #cursors: RunCursor[];

  constructor(cursors: readonly RunCursor[], writer: RunWriter) {
    this.#cursors = cursors.filter(({ isDone }) => !isDone);
    this.writer = writer;
  }

  /**
   * Merges up to `entries` entries. @returns whether all are merged. @throws "disk-full", "damaged"
   */
  step(entries: number): boolean {
    const { writer } = this;
    for (let left = entries; left > 0 && this.#cursors.length > 0; left--) {
      let least = this.#cursors[0];
      for (let i = 1; i < this.#cursors.length; i++) {
        if (isBefore(this.#cursors[i], least)) least = this.#cursors[i];
      }
      writer.push(least.rank, least.high, least.low, least.number);
      least.advance();
      if (least.isDone) this.#cursors = this.#cursors.filter((each) => each !== least);
    }
    return this.#cursors.length === 0;
  }
}

/** The order of entries: by rank, hash, number. */
export function isBefore(a: RunCursor, b: RunCursor): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  if (a.high !== b.high) return a.high < b.high;
  if (a.low !== b.low) return a.low < b.low;
  return a.number < b.number;
}
