import { join } from "node:path";
import { attempt } from "../../base/attempt.js";
import { problem } from "../../base/error.js";
import { inShell } from "../../base/in-shell.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { requireText } from "../../base/require-list.js";
import { readManifest } from "../manifest.js";
import { openSnapshot, type Snapshot } from "../open-snapshot.js";
import { mergeSnapshots } from "./merge-snapshots.js";
import { shardsIn, WHOLE } from "./shards-in.js";

/** Shards of different crawls are no one web. @throws CrawlbenchError naming one of each */
function refuseStrangers(folder: string, shards: readonly string[]): void {
  const crawls = new Map<unknown, string>();
  for (const shard of shards) {
    const manifest = attempt(() => readManifest(shard)); // what is wrong with it, the merge says better
    if (manifest === undefined) continue;
    const { neighbours, ordering } = (manifest.state ?? {}) as {
      neighbours?: { crawlId?: unknown };
      ordering?: unknown;
    };
    const crawl = neighbours?.crawlId ?? (ordering === undefined ? undefined : shard); // by one process: a crawl by itself
    if (!crawls.has(crawl)) crawls.set(crawl, shard);
  }
  if (crawls.size <= 1) return;
  const [one, other] = crawls.values();
  const text = `${folder} holds different crawls, ${one} and ${other} among them: open one of them; or, to have them as one web all the same, crawlbench merge ${inShell(folder)} --out <another folder>`;
  throw problem.notASnapshot`${text}`;
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
  requireText("openShards takes a folder of shards", folder);
  const shards = shardsIn(folder);
  if (shards.length === 0)
    throw problem.notASnapshot`${folder} is no folder of shards: none of its subfolders holds a snapshot that a crawl wrote`;
  const whole = join(folder, WHOLE);
  refuseStrangers(folder, shards);
  try {
    await mergeSnapshots(shards, whole, { onProgress });
  } catch (error) {
    const { code = "" } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (!READ_ONLY.includes(code)) throw error;
    const text = `${folder} holds ${shards.length} shards that are to be merged first, and cannot be written (${code}): crawlbench merge ${inShell(folder)} --out <another folder>`;
    throw problem.failed({ cause: error })`${text}`;
  }
  return openSnapshot(whole);
}
