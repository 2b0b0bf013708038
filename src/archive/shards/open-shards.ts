import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isProblem, problem } from "../../base/error.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { MANIFEST, readManifest } from "../manifest.js";
import { openSnapshot, type Snapshot } from "../open-snapshot.js";
import { mergeSnapshots } from "./merge-snapshots.js";
import { isCrawl } from "./shard.js";

/** Where the merge of a folder of shards is put, within it. */
export const WHOLE = "whole";

/**
 * Shards that lie in a folder, by name: its subfolders that hold a snapshot of their own, merges left out. One whose
 * manifest is damaged counts where there are others.
 *
 * @returns none for what is no folder, or is a snapshot itself
 */
export function shardsIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory() || existsSync(join(folder, MANIFEST))) return [];
  const found = readdirSync(folder)
    .filter((name) => name !== WHOLE && existsSync(join(folder, name, MANIFEST)))
    .sort()
    .map((name) => ({ path: join(folder, name), kind: kindOf(join(folder, name)) }))
    .filter(({ kind }) => kind !== "other");
  return found.some(({ kind }) => kind === "shard") ? found.map(({ path }) => path) : [];
}

function kindOf(folder: string): "shard" | "damaged" | "other" {
  try {
    const manifest = readManifest(folder);
    return manifest && isCrawl(manifest) ? "shard" : "other";
  } catch (error) {
    return isProblem(error, "not-a-snapshot") ? "other" : "damaged";
  }
}

/** Shards of different crawls are no one web. @throws CrawlbenchError naming one of each */
function refuseStrangers(folder: string, shards: readonly string[]): void {
  const crawls = new Map<unknown, string>();
  for (const shard of shards) {
    const { neighbours } = (stateOf(shard) ?? {}) as { neighbours?: { crawlId?: unknown } };
    if (!crawls.has(neighbours?.crawlId)) crawls.set(neighbours?.crawlId, shard);
  }
  if (crawls.size <= 1) return;
  const [one, other] = crawls.values();
  const text = `${folder} holds different crawls, ${one} and ${other} among them: open one of them; or, to have them as one web all the same, crawlbench merge ${folder} --out <another folder>`;
  throw problem.notASnapshot`${text}`;
}

/** What the manifest of a shard holds for its crawl; undefined where it is damaged, which the merge says better. */
function stateOf(shard: string): unknown {
  try {
    return readManifest(shard)?.state;
  } catch {
    return undefined;
  }
}

/** Codes of a disk or folder in which nothing may be written. */
const READ_ONLY = ["EACCES", "EPERM", "EROFS"];

/**
 * The shards of a folder as one snapshot, which is made in its subfolder "whole" at the first time, and anew when a
 * shard has changed.
 *
 * @throws CrawlbenchError as `mergeSnapshots`; "not-a-snapshot" for folders of different crawls; "failed" with what to
 *   type where the folder cannot be written and something is to be
 */
export async function openShards(folder: string, onProgress?: ProgressListener): Promise<Snapshot> {
  const shards = shardsIn(folder);
  const whole = join(folder, WHOLE);
  refuseStrangers(folder, shards);
  try {
    await mergeSnapshots(shards, whole, { ...(onProgress && { onProgress }) });
  } catch (error) {
    const { code = "" } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (!READ_ONLY.includes(code)) throw error;
    const text = `${folder} holds ${shards.length} shards that are to be merged first, and cannot be written (${code}): crawlbench merge ${folder} --out <another folder>`;
    throw problem.failed({ cause: error })`${text}`;
  }
  return openSnapshot(whole);
}
