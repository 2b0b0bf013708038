import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { ColumnReader } from "../column/column-reader.js";
import type { Manifest } from "../manifest.js";

/** Counted up whenever the same shards give another merge. */
const VERSION = 1;

/** What a merge remembers of a shard. */
export interface MergedShard {
  /** Path from the folder of the merge. */
  readonly path: string;
  /** What identifies its contents. */
  readonly contents: string;
  /** What was added to the numbers of its threads in the trace. */
  readonly firstThread?: number;
}

/** What the state of a merged snapshot holds: what it was made from. */
export interface MergedFrom {
  readonly version: number;
  readonly shards: readonly MergedShard[];
}

/** @returns undefined for a snapshot that is no merge */
export function mergedFrom({ state }: Manifest): MergedFrom | undefined {
  const found = (state as { readonly merged?: MergedFrom } | null | undefined)?.merged;
  return Array.isArray(found?.shards) ? found : undefined;
}

/** Is it the merge of these shards as they are? */
export function isMergeOf(manifest: Manifest, shards: readonly MergedShard[]): boolean {
  const found = mergedFrom(manifest);
  if (found?.version !== VERSION) return false;
  const lines = (list: readonly MergedShard[]) => list.map(({ path, contents }) => `${contents} ${path}`).join("\n");
  return lines(found.shards) === lines(shards);
}

/** @param firstThreads by shard, where there is a trace */
export const stateOf = (shards: readonly MergedShard[], firstThreads?: readonly number[]) => ({
  merged: {
    version: VERSION,
    shards: shards.map((shard, i) => ({ ...shard, ...(firstThreads && { firstThread: firstThreads[i] }) })),
  } satisfies MergedFrom,
});

/** Times at the end of a shard that are looked at, bytes: two crawls of one size did not go on at the same moments. */
const LAST_TIMES = 1 << 13;

/**
 * What identifies a shard as of its commit: its counts, the lengths of its columns and archives, and when its last
 * captures were made.
 *
 * @throws "damaged" when its columns are shorter than it says
 */
export function shardAt(folder: string, manifest: Manifest, out: string): MergedShard {
  const { captures, pages, urls, hosts, links, types, files, archive, about, options, columns } = manifest;
  const told = { captures, pages, urls, hosts, links, types, files, archive, about, store: options.store };
  const hash = createHash("sha256").update(JSON.stringify([told, columns.index, columns.trace]));
  const reader = new ColumnReader(join(folder, "index"), columns.index);
  const end = reader.length("capture.time.f64");
  hash.update(reader.slice("capture.time.f64", Math.max(0, end - LAST_TIMES), end));
  return { path: relative(out, folder), contents: hash.digest("hex") };
}
