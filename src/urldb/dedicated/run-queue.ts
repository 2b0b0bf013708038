import { EntryHeap } from "./entry-heap.js";
import { isBefore } from "./merge.js";
import type { RunCursor } from "./run-reader.js";
import { type Run, type RunFiles, RunSet } from "./run-set.js";

/** Queue runs that are merged into one: each costs a comparison per entry popped, and 64 KiB. */
const FAN = 32;

/** An entry of a queue: (rank, hash, number) in that order. */
export interface QueueEntry {
  readonly rank: number;
  readonly high: number;
  readonly low: number;
  readonly number: number;
}

/**
 * A priority queue larger than memory (Sanders 2000, a sequence heap in spirit): what was pushed lately is a heap in
 * memory, the rest lies in sorted runs on disk that are read from their fronts.
 */
export class RunQueue {
  readonly heap: EntryHeap;
  readonly runs: RunSet;

  /** @param name of its files. @param capacity entries in memory at first */
  constructor(files: RunFiles, name: string, capacity: number) {
    this.heap = new EntryHeap(capacity);
    this.runs = new RunSet(files, name, "queue", FAN);
  }

  push(rank: number, high: number, low: number, number: number): void {
    this.heap.push(rank, high, low, number);
  }

  /** The least entry, if its rank is at most `limit`; undefined when there is none. */
  pop(limit = Number.POSITIVE_INFINITY): QueueEntry | undefined {
    const { heap } = this;
    heap.order();
    const run = this.#leastRun();
    const inHeap = heap.size > 0 && (run === undefined || isHeapFirst(heap, run.cursor as RunCursor));
    if (inHeap) {
      const entry = entryOf(heap, 0);
      if (entry.rank > limit) return undefined;
      heap.pop();
      return entry;
    }
    if (!run) return undefined;
    const cursor = run.cursor as RunCursor;
    const { rank, high, low, number } = cursor;
    if (rank > limit) return undefined;
    cursor.advance();
    if (cursor.isDone && !run.isMerging) this.runs.drop(run);
    return { rank, high, low, number };
  }

  /** Writes the heap to a run. @throws "disk-full", and nothing changed */
  flush(): void {
    const { heap } = this;
    if (heap.size === 0) return;
    this.runs.write(heap.size, (writer) => {
      for (const index of heap.sorted()) {
        writer.push(heap.rank(index), heap.high(index), heap.low(index), heap.number(index));
      }
    });
    heap.clear();
  }

  /** All entries, in no order. */
  *entries(): Generator<QueueEntry> {
    const { heap } = this;
    for (let i = 0; i < heap.size; i++) yield entryOf(heap, i);
    for (const run of this.runs.runs) yield* this.runs.entries(run);
  }

  #leastRun(): Run | undefined {
    let least: Run | undefined;
    for (const run of this.runs.runs) {
      const cursor = run.cursor as RunCursor;
      if (!cursor.isDone && (!least || isBefore(cursor, least.cursor as RunCursor))) least = run;
    }
    return least;
  }
}

const entryOf = (heap: EntryHeap, index: number): QueueEntry => ({
  rank: heap.rank(index),
  high: heap.high(index),
  low: heap.low(index),
  number: heap.number(index),
});

function isHeapFirst(heap: EntryHeap, run: RunCursor): boolean {
  if (heap.rank(0) !== run.rank) return heap.rank(0) < run.rank;
  if (heap.high(0) !== run.high) return heap.high(0) < run.high;
  if (heap.low(0) !== run.low) return heap.low(0) < run.low;
  return heap.number(0) < run.number;
}
