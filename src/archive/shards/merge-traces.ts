import { join } from "node:path";
import { problem } from "../../base/error.js";
import { ColumnReader } from "../column/column-reader.js";
import type { ColumnSet } from "../column/column-set.js";
import { ColumnCursor } from "./column-cursor.js";
import { cursorsOf, numbersOf } from "./column-cursors.js";
import { earliest } from "./earliest.js";
import type { MergeSteps } from "./merge-steps.js";
import { damaged, type Shard } from "./shard.js";

/** As a crawl's TraceWriter writes them. */
const FILES = {
  fingerprint: "fingerprint.u64",
  count: "run.count.u32",
  host: "run.host.u64",
  thread: "run.thread.u16",
  time: "run.time.f64",
};

/** Numbers of threads are kept in 16 bits. */
const MOST_THREADS = 65_536;

/** What was written of the traces of all shards. */
export interface MergedTrace {
  /** URLs requested. */
  readonly requests: number;
  /** What was added to the numbers of each shard's threads: those of different processes are different threads. */
  readonly firstThreads: readonly number[];
}

/** Shards that captured something and recorded no trace of it. */
export const untraced = (shards: readonly Shard[]): readonly Shard[] =>
  shards.filter(({ manifest }) => manifest.captures > 0 && manifest.columns.trace === undefined);

/** Requests of a shard's trace, as its lengths say. */
export const requestsOf = ({ manifest }: Shard): number => (manifest.columns.trace?.[FILES.fingerprint] ?? 0) / 8;

/**
 * Writes the stream of URL requests of all shards, page by page in order of time, see `mergeIndex`.
 *
 * @throws "damaged" for a trace whose columns do not fit together, naming its shard
 */
export async function mergeTraces(
  shards: readonly Shard[],
  columns: ColumnSet,
  steps: MergeSteps,
): Promise<MergedTrace> {
  const traces = shards.map(({ folder, manifest }) => {
    const path = join(folder, "trace");
    return { folder: path, columns: new ColumnReader(path, manifest.columns.trace) };
  });
  const firstThreads = numbered(traces);
  const write = numbersOf(columns, FILES);
  const cursors = traces.map(({ columns, folder }) => cursorsOf(columns, folder, FILES));
  const times = cursors.map(({ time }) => time);
  for (let i = earliest(times); i >= 0; i = earliest(times)) {
    const read = cursors[i];
    const count = read.count.next();
    write.count.push(count);
    write.time.push(read.time.next());
    write.thread.push(firstThreads[i] + read.thread.next());
    for (const word of read.host.take(2)) write.host.push(word);
    const words = read.fingerprint.take(2 * count);
    for (let at = 0; at < words.length; at++) write.fingerprint.push(words[at]);
    const pause = steps.add(count);
    if (pause) await pause;
  }
  for (const [i, { fingerprint }] of cursors.entries())
    if (fingerprint.left > 0) throw damaged(traces[i], `${fingerprint.left / 2} of its requests belong to no page`);
  return { requests: write.fingerprint.length / 2, firstThreads };
}

/** The first number of each shard's threads, so that no two shards share one. */
function numbered(traces: readonly Pick<Shard, "columns" | "folder">[]): number[] {
  let next = 0;
  return traces.map(({ columns, folder }) => {
    const first = next;
    const threads = new ColumnCursor(columns, FILES.thread, folder);
    let most = -1;
    while (threads.left > 0) most = Math.max(most, threads.next());
    next += most + 1;
    if (next <= MOST_THREADS) return first;
    const text = `the traces of ${traces.length} shards have more than ${MOST_THREADS} threads in all: merge fewer of them`;
    throw problem.failed`${text}`;
  });
}
