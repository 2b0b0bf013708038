import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename, resolve } from "node:path";
import { Readable } from "node:stream";
import { isProblem, problem } from "../../base/error.js";
import { writePieces } from "../../base/file/write-pieces.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { NONE } from "../capture-columns.js";
import { besides } from "../files.js";
import { openSnapshot, type Snapshot } from "../open-snapshot.js";
import { PlaceReader } from "../warc/place-reader.js";
import { cdxjOf } from "../write-cdxj.js";
import { openSnapshotWriter } from "../write-snapshot.js";
import { likeness, parsed } from "./repack.js";
import { told } from "./told.js";
import { type WarcPart, warcParts } from "./warc-parts.js";

/** A file within the archive. */
interface Resource {
  readonly path: string;
  /** Its bytes, as often as asked for. */
  open(): Readable;
}

/**
 * Writes a snapshot as WACZ 1.1.1 (Webrecorder 2022, specs.webrecorder.net/wacz/1.1.1): a zip file, nothing deflated
 * twice, of the WARC files, an index of them as CDXJ, a list of pages, and their SHA-256. Dates are those of the last
 * capture, so that equal snapshots give equal bytes. Opened again, it is the same web, but for the links of pages that are `near`
 * another: there they are those of the body that was kept.
 *
 * WARC files are taken as they are, also out of a WACZ. Where captures stand in other files (see `warcParts`), they are
 * written as new WARC records, into a folder beside `path` for the time being: without the requests.
 *
 * Captures that cannot be read are named neither in the index nor among the pages.
 *
 * @param onProgress what it throws ends the work
 * @returns how many those are
 * @throws "not-a-snapshot" when the index alone was kept, of some of the captures or all; "damaged" when none can be
 *   read, or one that is to be written as a new record
 */
export async function writeWacz(snapshot: Snapshot, path: string, onProgress?: ProgressListener): Promise<number> {
  if (snapshot.captures === 0) throw problem.notASnapshot`${snapshot.folder} holds no captures yet: crawl first`;
  if (snapshot.columns.u32("capture.length").includes(0)) throw snapshot.notStored();
  const parts = await warcParts(snapshot);
  const title = snapshot.about.title ?? snapshot.about.name ?? basename(resolve(snapshot.folder));
  if (parts) {
    const damaged = await damagedRows(snapshot, onProgress);
    await writeParts(snapshot, parts, path, title, onProgress, damaged);
    return damaged.size;
  }
  await besides(path, async (folder) => {
    const written = await rewritten(snapshot, folder, onProgress);
    try {
      await writeParts(written, (await warcParts(written)) as WarcPart[], path, title, onProgress);
    } finally {
      written.close();
    }
  });
  return 0;
}

/** Rows of captures that cannot be read. @throws "damaged" when that is all of them; "failed" */
async function damagedRows(snapshot: Snapshot, onProgress: ProgressListener | undefined): Promise<ReadonlySet<number>> {
  const damaged = new Set<number>();
  const files = new PlaceReader();
  let first: unknown;
  try {
    for await (const row of toldRows(snapshot, onProgress)) {
      try {
        snapshot.exchange(row, files);
      } catch (error) {
        if (!isProblem(error, "damaged")) throw error;
        first ??= error;
        damaged.add(row);
      }
    }
  } finally {
    files.close();
  }
  if (damaged.size === snapshot.captures) throw first;
  return damaged;
}

const toldRows = (snapshot: Snapshot, onProgress: ProgressListener | undefined) =>
  told(Array(snapshot.captures).keys(), {
    onProgress,
    task: `read captures of ${snapshot.folder}`,
    total: snapshot.captures,
  });

/** The same captures in the same order, in WARC files of their own. */
async function rewritten(
  snapshot: Snapshot,
  folder: string,
  onProgress: ProgressListener | undefined,
): Promise<Snapshot> {
  const { columns } = snapshot;
  const finders = columns.u32("capture.via");
  const now = lastTime(snapshot);
  const writer = await openSnapshotWriter(folder, { about: snapshot.about, now });
  const files = new PlaceReader();
  try {
    for await (const row of toldRows(snapshot, onProgress)) {
      const { url, type, depth, redirect } = snapshot.capture(row);
      const page = snapshot.pageOf(row);
      writer.add({
        exchange: snapshot.exchange(row, files),
        type,
        depth,
        ...(finders[row] !== NONE && { via: snapshot.urls.at(finders[row]) }),
        ...(redirect !== undefined && { redirect }),
        ...(page >= 0 && { page: parsed(snapshot, page, url) }),
        ...likeness(snapshot, row, (original) => original, files),
      });
    }
    await writer.commit();
  } finally {
    files.close();
    await writer.close();
  }
  return openSnapshot(folder);
}

const lastTime = (snapshot: Snapshot): number =>
  snapshot.columns.f64("capture.time").reduce((last, time) => Math.max(last, time), 0);

async function writeParts(
  snapshot: Snapshot,
  parts: readonly WarcPart[],
  path: string,
  title: string,
  onProgress: ProgressListener | undefined,
  without: ReadonlySet<number> = new Set(),
) {
  const { ZipFile } = await import("yazl");
  const resources = [
    ...parts.map(archive),
    resource("indexes/index.cdx", () => cdxjOf(snapshot, (file, offset) => placeIn(parts, file, offset), without)),
    resource("pages/pages.jsonl", () => pageLines(snapshot, without)),
  ];
  const mtime = new Date(lastTime(snapshot));
  const ofBytes = (task: string) => ({
    onProgress,
    task: `${task} ${snapshot.folder}`,
    total: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    unitsOf: (piece: Uint8Array) => piece.length,
  });
  const described: Awaited<ReturnType<typeof describe>>[] = [];
  for (const each of resources) described.push(await describe(each, (pieces) => told(pieces, ofBytes("digest"))));
  const dataPackage = {
    profile: "data-package",
    wacz_version: "1.1.1",
    title,
    software: snapshot.manifest.software,
    created: mtime.toISOString(),
    ...(snapshot.about.start !== undefined && { mainPageUrl: snapshot.about.start }),
    resources: described,
  };
  const description = Buffer.from(`${JSON.stringify(dataPackage, null, 2)}\n`);
  const hash = `sha256:${createHash("sha256").update(description).digest("hex")}`;
  const digest = Buffer.from(`${JSON.stringify({ path: "datapackage.json", hash }, null, 2)}\n`);
  const zip = new ZipFile();
  let reading: Readable | undefined;
  const written = writePieces(path, told<Uint8Array>(zip.outputStream as Readable, ofBytes("pack")));
  for (const { path: name, open } of resources) {
    const options = { mtime, mode: 0o100644, compress: !name.startsWith("archive/") };
    zip.addReadStreamLazy(name, options, (use) => {
      reading = open().on("error", (error) => zip.emit("error", error));
      use(null, reading);
    });
  }
  for (const [name, bytes] of [
    ["datapackage.json", description] as const,
    ["datapackage-digest.json", digest] as const,
  ]) {
    zip.addBuffer(bytes, name, { mtime, mode: 0o100644, compress: true });
  }
  zip.end();
  zip.on("error", (error) => (zip.outputStream as Readable).destroy(error));
  await written.finally(() => reading?.destroy()); // where it was stopped, the file is open still
}

const resource = (path: string, lines: () => Iterable<string | Buffer>): Resource => ({
  path,
  open: () => Readable.from(lines(), { objectMode: false }),
});

async function describe({ path, open }: Resource, through: (pieces: Readable) => AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of through(open())) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { name: basename(path), path, hash: `sha256:${hash.digest("hex")}`, bytes };
}

const archive = ({ path, from, bytes, name }: WarcPart): Resource => ({
  path: `archive/${name}`,
  open: () =>
    bytes === 0
      ? Readable.from([], { objectMode: false })
      : createReadStream(path, { start: from, end: from + bytes - 1 }),
});

function placeIn(parts: readonly WarcPart[], file: number, offset: number) {
  const within = (part: WarcPart) => part.file === file && offset >= part.from && offset < part.from + part.bytes;
  const { name, from } = parts.find(within) as WarcPart;
  return { filename: name, offset: offset - from };
}

function* pageLines(snapshot: Snapshot, without: ReadonlySet<number>): Generator<string> {
  yield `${JSON.stringify({ format: "json-pages-1.0", id: "pages", title: "All Pages" })}\n`;
  for (const row of snapshot.columns.u32("page.capture")) {
    const { url, time, status, title = "", bytes } = snapshot.capture(row);
    if (status !== 200 || without.has(row)) continue;
    yield `${JSON.stringify({ id: String(row), url, ts: new Date(time).toISOString(), title, size: bytes })}\n`;
  }
}
