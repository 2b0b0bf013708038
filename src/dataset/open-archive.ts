import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LinkPolicy } from "../graph/builder.js";
import { chooseStart } from "../graph/reach.js";
import { type Web, WebError } from "../graph/web.js";
import type { ProgressListener } from "../progress.js";
import { type ArchiveKind, archiveKind } from "../snapshot/import/archive-kind.js";
import { openArchive } from "../snapshot/import/import-cache.js";
import type { ImportSummary } from "../snapshot/import/import-summary.js";
import { MANIFEST, readManifest } from "../snapshot/manifest.js";
import { openSnapshot, type Snapshot } from "../snapshot/open-snapshot.js";
import { webOf } from "../snapshot/snapshot-web.js";

/** What was captured: in `archive` of a web that comes from an archive or a snapshot. */
export type ArchiveSummary = ImportSummary;

/** A web out of an archive. */
export interface ArchiveWeb extends Web {
  readonly archive: ArchiveSummary;
}

/** For people, as the other formats have it. */
export const ARCHIVE_TITLES = {
  file: ["WARC, ARC or WAT (plain, gzip, zstd)", "WACZ"],
  folder: [
    "WARC or ARC files",
    "HTML files (a mirror by wget, for instance)",
    "a snapshot that crawlbench crawl wrote",
  ],
} as const;

/** What there is: an archive, or a snapshot of our own. */
export type FoundArchive = ArchiveKind | "snapshot";

/** What kind of archive there is, by content. @throws ArchiveError "unsupported" for zstd that cannot be read */
export async function findArchive(path: string): Promise<FoundArchive | undefined> {
  return existsSync(join(path, MANIFEST)) && readManifest(path) ? "snapshot" : archiveKind(path);
}

/**
 * The web of an archive, through an index that is made at the first time and kept (see `openArchive`), or of a snapshot.
 *
 * @param name of the web, where the archive does not tell
 * @throws WebError when it has no HTML page of status 200; ArchiveError; SnapshotError
 */
export async function openArchiveWeb(
  path: string,
  kind: FoundArchive,
  name: string,
  { duplicates, selfLinks, onProgress }: LinkPolicy & { readonly onProgress?: ProgressListener },
): Promise<ArchiveWeb> {
  const { snapshot, summary } =
    kind === "snapshot"
      ? await ownSnapshot(path)
      : await openArchive(path, { name, ...(onProgress && { onProgress }) });
  try {
    const web = webOf(snapshot, { ...(duplicates && { duplicates }), ...(selfLinks && { selfLinks }) });
    const start = snapshot.about.start === undefined ? chooseStart(web.graph).page : web.start;
    return { ...web, name: snapshot.about.name || name, start, archive: summary };
  } catch (error) {
    if (!(error instanceof WebError)) throw error;
    const { captures, pages } = summary;
    throw new WebError(`${path} holds no HTML page of status 200: ${captures} captures, ${pages} of them HTML`);
  }
}

async function ownSnapshot(path: string): Promise<{ readonly snapshot: Snapshot; readonly summary: ArchiveSummary }> {
  const snapshot = await openSnapshot(path);
  const urls = snapshot.columns.u32("capture.url");
  const hosts = new Set<string>();
  for (const url of new Set(urls)) hosts.add(new URL(snapshot.urls.at(url)).host);
  const bytes = snapshot.columns.u32("capture.bytes").reduce((sum, each) => sum + each, 0);
  const { captures, pages } = snapshot;
  const byType = { capture: captures };
  return { snapshot, summary: { records: captures, byType, captures, pages, hosts: hosts.size, bytes, skipped: {} } };
}
