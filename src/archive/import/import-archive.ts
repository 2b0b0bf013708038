import { createReadStream, realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type CrawlbenchError, isProblem, problem, within } from "../../base/error.js";
import { Pace } from "../../base/pace.js";
import type { ProgressListener } from "../../base/progress-event.js";
import type { SnapshotWriter } from "../capture.js";
import { type ArchiveFile, archiveAt } from "./archive-kind.js";
import { folderPages } from "./html-folder.js";
import { copyNeeded, RecordImporter } from "./import-records.js";
import { ImportCounts, type ImportSummary } from "./import-summary.js";
import { newCapture } from "./new-capture.js";
import { waczArchives } from "./wacz.js";

/** A writer that can list archives which lie elsewhere. */
export interface ImportTarget extends SnapshotWriter {
  addFile(path: string): number;
}

export interface ImportOptions {
  readonly onProgress?: ProgressListener;
  /** Of a folder of HTML: what its files' URLs begin with; default `https://<folder name>.example/`. */
  readonly base?: string;
  /** Does the writer keep bodies that cannot be read where they lie? Default true; false refuses them. */
  readonly copy?: boolean;
}

/**
 * Reads an archive into a snapshot: WARC, ARC, WAT, WACZ, a folder or collection of such files (see `archiveAt`), or a
 * folder of HTML. Bodies stay in
 * the archive, whose path the snapshot lists; what cannot be read alone there (one compressed stream for all records, a
 * deflated entry of a WACZ, HTML files) is copied. Nothing is committed: that is the caller's.
 *
 * @throws "not-an-archive", "unsupported", "damaged"; "no-links" for WET, and for what holds no http capture;
 * "copy-needed" when there is something to copy and that is not wanted
 */
export async function importArchive(
  path: string,
  writer: ImportTarget,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const real = realpathSync(path);
  const archive = await archiveAt(real);
  if (!archive) throw problem.notAnArchive`${path}: expected WARC, ARC, WACZ, or a folder of such or of HTML files`;
  const counts = new ImportCounts();
  try {
    if (archive.kind === "captures") await readFiles(archive.files, writer, counts, options);
    else await readFolder(real, writer, counts, options);
  } catch (error) {
    throw isProblem(error) && error.facts.path === undefined ? within(path, error) : error;
  }
  const summary = counts.summary();
  if (summary.captures === 0) throw empty(path, summary);
  return summary;
}

async function readFiles(
  archives: readonly ArchiveFile[],
  writer: ImportTarget,
  counts: ImportCounts,
  { onProgress, copy }: ImportOptions,
): Promise<void> {
  const files = archives.map((each) => ({ ...each, file: writer.addFile(each.path), size: statSync(each.path).size }));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const importer = new RecordImporter(writer, counts, new Map(files.map(({ file, path }) => [file, path])), copy);
  const progress = new ReadProgress(files[0].path, total, onProgress);
  for (const { path, kind, file } of files) {
    progress.path = path;
    if (kind === "records") {
      await importer.read({ bytes: progress.through(createReadStream(path, { highWaterMark: 1 << 18 })), file });
      continue;
    }
    for await (const archive of waczArchives(path)) {
      const bytes = progress.through(archive.bytes);
      const source = { bytes, ...(archive.offset !== undefined && { file, offset: archive.offset }) };
      await importer.read(source).catch((error: unknown) => {
        if (!isProblem(error, "not-an-archive")) throw error;
        counts.skip("no-archive"); // an empty file, or one of another kind
      });
      if (archive.intact() === false) counts.skip("differs-from-datapackage-digest");
    }
  }
  importer.finish();
}

async function readFolder(
  path: string,
  writer: ImportTarget,
  counts: ImportCounts,
  { base, onProgress, copy = true }: ImportOptions,
): Promise<void> {
  if (!copy) throw copyNeeded();
  const progress = new ReadProgress(path, Number.POSITIVE_INFINITY, onProgress);
  for (const { exchange, read } of folderPages(path, base, counts.skip)) {
    const capture = newCapture(exchange, counts.skip, { depth: 0 });
    if (exchange.status === 200) counts.record("file");
    writer.add(capture);
    counts.capture(exchange.url, exchange.body.length, capture.page !== undefined);
    if (progress.at(read)) await setImmediate(); // who listens may be asked to stop
  }
}

class ReadProgress {
  #done = 0;
  readonly #pace = new Pace();

  constructor(
    public path: string,
    private readonly total: number,
    private readonly listener: ProgressListener | undefined,
  ) {}

  async *through(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      yield piece;
      this.at(this.#done + piece.length);
    }
  }

  /** @returns whether it was told */
  at(done: number): boolean {
    this.#done = done;
    if (!this.listener || !this.#pace.isDue()) return false;
    const total = Math.max(done, Number.isFinite(this.total) ? this.total : 0);
    this.listener({ task: `import ${basename(this.path)}`, done, total });
    return true;
  }
}

function empty(path: string, { byType, skipped }: ImportSummary): CrawlbenchError {
  if (byType.conversion > 0) {
    return problem.noLinks`${path} is WET: the text of pages, without links. Open the WARC (x.warc.gz) or WAT (x.warc.wat.gz) that it was made from`;
  }
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(", ");
  return problem.noLinks`${path} holds no response of an http or https URL: found ${list(byType) || "no records"} (left out: ${list(skipped) || "none"})`;
}
