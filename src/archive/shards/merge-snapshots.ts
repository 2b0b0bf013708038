import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { option, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { requireList, requireText } from "../../base/require-list.js";
import { ColumnSet } from "../column/column-set.js";
import { contentDigest } from "../content-digest.js";
import { replaceFile } from "../files.js";
import { FORMAT, MANIFEST, type Manifest, manifestText, readManifest, VERSION } from "../manifest.js";
import { Snapshot } from "../open-snapshot.js";
import { type IndexCounts, mergeIndex } from "./merge-index.js";
import { MergeSteps } from "./merge-steps.js";
import { mergeTraces, requestsOf, untraced } from "./merge-traces.js";
import { isMergeOf, type MergedShard, shardAt, stateOf } from "./merged-from.js";
import { replaceFolder } from "./replace-folder.js";
import { filesOf, openShard, type Shard } from "./shard.js";

export interface MergeOptions {
  readonly onProgress?: ProgressListener;
}

/** Several snapshots as one. */
export interface MergedSnapshot extends Omit<IndexCounts, "types"> {
  readonly folder: string;
  readonly shards: number;
  /** URLs in the trace; undefined where there is none. */
  readonly requests?: number;
  /** Shards without a trace of what they captured: the merge has a trace only if there are none. */
  readonly untraced: readonly string[];
  /** False when the folder held the merge of the shards as they are, and nothing was done. */
  readonly isNew: boolean;
}

/**
 * Makes one snapshot of the snapshots that several processes of a crawl wrote: what one process would have written, had
 * it made the same captures in order of time. Bodies stay where they lie: the merge lists the archives of its shards,
 * by paths from its own folder. A shard that is being written is taken as of its last commit. What `about` says the
 * same of all shards is kept; their `state` is not.
 *
 * Threads of the trace are numbered through: those of different processes are different threads. A body that two shards
 * keep has two records; one process would have written a revisit in place of the second.
 *
 * @param shards folders; their order does not matter
 * @param out made, or written anew when a shard has changed since; as it was before until that is done
 * @throws "not-a-snapshot", "damaged", naming the shard; "locked", "failed", see `replaceFolder`;
 *   "disk-full".
 * "option" for no shards, one that is named twice, or is `out`
 *
 * O(bytes of the shards' columns): 7 seconds of one core for 10 million links and 4.5 million URLs of four shards,
 * traces included. Memory: see `mergeIndex`.
 */
export async function mergeSnapshots(
  shards: readonly string[],
  out: string,
  options: MergeOptions = {},
): Promise<MergedSnapshot> {
  checkOptions("mergeSnapshots", options, { onProgress: undefined });
  requireList("mergeSnapshots takes a list of folders", shards);
  for (const folder of [...shards, out]) requireText("mergeSnapshots takes folders, by their paths", folder);
  const opened = inOrder(shards, out).map(openShard);
  const from = opened.map(({ folder, manifest }) => shardAt(folder, manifest, resolve(out)));
  const found = readManifest(out);
  if (found && isMergeOf(found, from)) return summaryOf(out, found, opened, false);
  const written = await replaceFolder(out, (aside) => write(opened, from, { aside, out, ...options }));
  return summaryOf(out, written, opened, true);
}

/** @throws "option", see `mergeSnapshots` */
function inOrder(shards: readonly string[], out: string): string[] {
  if (shards.length === 0) throw problem.option`${option("mergeSnapshots")} needs one shard or more: none was named`;
  const real = (path: string) => (existsSync(path) ? realpathSync(path) : resolve(path));
  const known = new Set<string>();
  for (const shard of shards) {
    if (real(shard) === real(out)) throw problem.option`${shard} is a shard and cannot hold the merge: name another`;
    if (known.has(real(shard))) throw problem.option`${shard} is named twice: name each shard once`;
    known.add(real(shard));
  }
  return shards.map((shard) => resolve(shard)).sort((a, b) => (a < b ? -1 : 1));
}

async function write(
  shards: readonly Shard[],
  from: readonly MergedShard[],
  { aside, out, onProgress }: MergeOptions & { readonly aside: string; readonly out: string },
): Promise<Manifest> {
  const hasTrace = untraced(shards).length === 0 && shards.some(({ manifest }) => manifest.columns.trace);
  const size = (shard: Shard) => shard.manifest.captures + shard.manifest.links + (hasTrace ? requestsOf(shard) : 0);
  const total = shards.reduce((sum, shard) => sum + size(shard), 0);
  const steps = new MergeSteps(`merge ${shards.length} shards into ${out}`, total, onProgress);
  const { files, ofShard } = filesOf(shards, resolve(out));
  const index = await written(join(aside, "index"), (set) => mergeIndex(shards, ofShard, set, steps));
  const trace = hasTrace ? await written(join(aside, "trace"), (set) => mergeTraces(shards, set, steps)) : undefined;
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    software: "crawlbench",
    about: commonOf(shards),
    options: optionsOf(shards),
    ...index.result,
    files,
    columns: { index: index.lengths, ...(trace && { trace: trace.lengths }) },
    state: stateOf(from, trace?.result.firstThreads),
  };
  const whole = { ...manifest, sha256: contentDigest(new Snapshot(aside, manifest)) };
  await replaceFile(join(aside, MANIFEST), manifestText(whole));
  return whole;
}

/** Columns that are written to the end, and are on disk. */
async function written<T>(folder: string, fill: (columns: ColumnSet) => Promise<T>) {
  const columns = new ColumnSet(folder);
  try {
    const result = await fill(columns);
    const lengths = columns.flush();
    await columns.sync();
    return { result, lengths };
  } finally {
    columns.close();
  }
}

/** What `about` says the same of all shards. */
function commonOf(shards: readonly Shard[]): Manifest["about"] {
  const [first, ...others] = shards.map(({ manifest }) => manifest.about);
  return Object.fromEntries(
    Object.entries(first).filter(([key, value]) => others.every((about) => about[key] === value)),
  );
}

function optionsOf(shards: readonly Shard[]): Manifest["options"] {
  const all = shards.map(({ manifest }) => manifest.options);
  return all.find(({ store }) => store === "warc") ?? all[0];
}

function summaryOf(folder: string, manifest: Manifest, shards: readonly Shard[], isNew: boolean): MergedSnapshot {
  const { captures, pages, urls, hosts, links, columns } = manifest;
  const requests = columns.trace && columns.trace["fingerprint.u64"] / 8;
  const lacking = untraced(shards).map((shard) => shard.folder);
  return {
    folder,
    shards: shards.length,
    captures,
    pages,
    urls,
    hosts,
    links,
    ...(requests !== undefined && { requests }),
    untraced: lacking,
    isNew,
  };
}
