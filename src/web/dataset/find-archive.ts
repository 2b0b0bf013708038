import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Archive, archiveAt } from "../../archive/import/archive-kind.js";
import { MANIFEST, readManifest } from "../../archive/manifest.js";
import { shardsIn } from "../../archive/shards/shards-in.js";

/** For people, as the other formats have it. */
export const ARCHIVE_TITLES = {
  file: ["WARC, ARC or WAT (plain, gzip, zstd)", "WACZ"],
  folder: [
    "WARC, ARC or WACZ files, or a collection (pywb, browsertrix, an unpacked WACZ)",
    "HTML files (a mirror by wget, for instance)",
    "a snapshot that crawlbench crawl wrote",
    "the snapshots of several processes that crawled together",
  ],
} as const;

/** What there is: an archive, a snapshot of our own, or a folder of such that are one web. */
export type FoundArchive = Archive["kind"] | "snapshot" | "shards";

/**
 * What kind of archive there is, by content.
 *
 * @throws "unsupported" for zstd that cannot be read, and for a folder with several collections
 */
export async function findArchive(path: string): Promise<FoundArchive | undefined> {
  if (existsSync(join(path, MANIFEST)) && readManifest(path)) return "snapshot";
  return shardsIn(path).length > 0 ? "shards" : (await archiveAt(path))?.kind;
}
