import { corrupt } from "../../archive/error.js";
import { openArchive } from "../../archive/import/import-cache.js";
import type { ImportSummary } from "../../archive/import/import-summary.js";
import { openSnapshot, type Snapshot } from "../../archive/open-snapshot.js";
import { openShards } from "../../archive/shards/open-shards.js";
import { isProblem, problem, shown } from "../../base/error.js";
import { plural } from "../../base/numbers.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { parseUrl } from "../../url/parse.js";
import type { LinkPolicy } from "../graph/builder.js";
import type { PageId } from "../graph/graph.js";
import { chooseStart } from "../graph/reach.js";
import { type SnapshotWeb, webOf } from "../snapshot/snapshot-web.js";
import { changed, type Web } from "../web.js";
import type { FoundArchive } from "./find-archive.js";

/** What was captured: in `archive` of a web that comes from an archive or a snapshot. */
export interface ArchiveSummary extends ImportSummary {
  /** Of `pages`, those of another status than 200, as of errors and redirects: they are no pages of the web. */
  readonly otherPages: number;
}

/** A web out of an archive. */
export interface ArchiveWeb extends Web {
  readonly archive: ArchiveSummary;
}

/**
 * The web of an archive, through an index that is made at the first time and kept (see `openArchive`), of a snapshot,
 * or of the shards in a folder, merged at the first time (see `openShards`).
 *
 * @param name of the web, where the archive does not tell
 * @throws "empty" when it has no HTML page of status 200; see `openArchive`, `openSnapshot`
 */
export async function openArchiveWeb(
  path: string,
  kind: FoundArchive,
  name: string,
  { duplicates, selfLinks, onProgress }: LinkPolicy & { readonly onProgress?: ProgressListener },
): Promise<ArchiveWeb> {
  const { snapshot, summary } =
    kind === "snapshot"
      ? ownSnapshot(await openSnapshot(path))
      : kind === "shards"
        ? ownSnapshot(await openShards(path, onProgress))
        : await openArchive(path, { name, onProgress });
  try {
    const web = webOf(snapshot, { duplicates, selfLinks });
    const start =
      snapshot.about.start === undefined ? chooseStart(web.graph, firstSeed(snapshot, web)).page : web.start;
    return changed(web, {
      name: snapshot.about.name || name,
      start,
      archive: { ...summary, otherPages: otherPagesOf(snapshot) },
    });
  } catch (error) {
    if (!isProblem(error, "empty")) throw error;
    const { captures, pages } = summary;
    throw problem.empty`${path} holds no HTML page of status 200: ${plural(captures, "capture")}, ${pages} of them HTML`;
  }
}

function otherPagesOf({ columns }: Snapshot): number {
  const status = columns.u16("capture.status");
  return columns.u32("page.capture").reduce((sum, row) => sum + (status[row] === 200 ? 0 : 1), 0);
}

function ownSnapshot(snapshot: Snapshot): { readonly snapshot: Snapshot; readonly summary: ImportSummary } {
  const urls = snapshot.columns.u32("capture.url");
  const hosts = new Set<string>();
  for (const url of new Set(urls)) hosts.add(hostOf(snapshot, snapshot.urls.at(url)));
  const bytes = snapshot.columns.u32("capture.bytes").reduce((sum, each) => sum + each, 0);
  const { captures, pages } = snapshot;
  const byType = { capture: captures };
  return { snapshot, summary: { records: captures, byType, captures, pages, hosts: hosts.size, bytes, skipped: {} } };
}

/** The first page that no link led to; the first of all where each was reached by one. */
function firstSeed({ columns }: Snapshot, { storedPages }: SnapshotWeb): PageId {
  const [captures, depths] = [columns.u32("page.capture"), columns.u16("capture.depth")];
  return Math.max(
    0,
    storedPages.findIndex((row) => depths[captures[row]] === 0),
  );
}

function hostOf({ folder }: Snapshot, text: string): string {
  const url = parseUrl(text);
  if (url) return url.host;
  throw corrupt(folder, `it holds a page of ${shown(text)}, which is no URL`, "take the folder from a copy");
}
