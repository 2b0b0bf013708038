import { accessSync, constants, existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { makeFolder } from "../archive/files.js";
import { openArchive } from "../archive/import/import-cache.js";
import { openSnapshot, type Snapshot } from "../archive/open-snapshot.js";
import { openShards } from "../archive/shards/open-shards.js";
import { problem } from "../base/error.js";
import { notWritten } from "../base/file/write-result.js";
import { inShell } from "../base/in-shell.js";
import type { ProgressListener } from "../base/progress-event.js";
import { findBuilt } from "../web/dataset/built.js";
import { datasets } from "../web/dataset/card.js";
import { findArchive } from "../web/dataset/find-archive.js";
import { dataFolder } from "../web/dataset/load.js";

/** What the commands over stored pages take, for their help. */
export const STORED =
  "folder of a crawl, or of the processes that shared one, or an archive of others: WARC, ARC, WACZ, or a folder of HTML files";

/** Endings that tell compression or format, not which web it is. */
const SUFFIX = /\.(?:gz|zst|zstd|warc|arc|wat|wacz)$/i;

/**
 * The pages stored at a path: the snapshot of a crawl, of a dataset that was built here, of the processes that shared a
 * crawl (see `openShards`), or of an archive, through an index that is made at the first time and kept (see
 * `openArchive`).
 *
 * @throws "choice" when neither is there; "empty" for a file of 0 bytes; CrawlbenchError when it cannot be read
 */
export async function storedPages(path: string, onProgress: ProgressListener): Promise<Snapshot> {
  const built = datasets().find(({ id, builder }) => builder && id === path);
  const place = (built && findBuilt(built, dataFolder())) || path;
  const kind = await findArchive(place);
  if (kind === "snapshot") return openSnapshot(place);
  if (kind === "shards") return openShards(place, onProgress);
  if (kind) return (await openArchive(place, { name: nameOf(place), onProgress })).snapshot;
  const status = statSync(place, { throwIfNoEntry: false });
  if (status?.isFile() && status.size === 0) throw problem.empty`${path} is empty: 0 bytes. Fetch it again.`;
  throw problem.choice`${path} holds no stored pages: expected the ${STORED}. Make one: crawlbench crawl https://... --out ${inShell(path)}`;
}

/** Bodies of a merge stay with its shards. @throws "choice" when what holds the bodies is not there any more */
export function requireBodies({ folder, manifest }: Snapshot, path: string): void {
  const away = manifest.files.map((file) => resolve(folder, file.path)).find((file) => !existsSync(file));
  if (away === undefined) return;
  throw problem.choice`${path} has its bodies in ${away}, which is not there. Put it back; or, of a merge whose shards were moved, merge them anew: crawlbench merge FOLDER --out ${inShell(path)}`;
}

/** As `open` names it, so that both share one index: "crawl.warc.gz" is named crawl. */
function nameOf(path: string): string {
  let name = basename(resolve(path));
  while (SUFFIX.test(name) && name.replace(SUFFIX, "") !== "") name = name.replace(SUFFIX, "");
  return name;
}

/** Makes the folder in which a file is to stand. @throws "failed" when it cannot be made */
export function makeFolderFor(path: string): void {
  try {
    makeFolder(dirname(resolve(path)));
  } catch (error) {
    throw notWritten((error as Error).cause, path, "Name another place");
  }
}

/** Finds out whether a folder can be made and written, and makes none. @throws "failed" when it cannot */
export function requireFolder(path: string): void {
  let place = resolve(path);
  while (!existsSync(place)) place = dirname(place);
  try {
    accessSync(`${place}/.`, constants.W_OK); // "/.": a file is refused, too
  } catch (error) {
    throw notWritten(error, path, "Name another folder");
  }
}
