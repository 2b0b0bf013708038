import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { promises, Readable } from "node:stream";
import { either, problem } from "../../base/error.js";
import type { Snapshot } from "../open-snapshot.js";
import { cdxjOf } from "../write-cdxj.js";

/** A file within the archive. */
interface Resource {
  readonly path: string;
  /** Its bytes, as often as asked for. */
  open(): Readable;
}

/**
 * Writes a snapshot as WACZ 1.1.1 (Webrecorder 2022, specs.webrecorder.net/wacz/1.1.1): a zip file, nothing deflated
 * twice, of the WARC files, an index of them as CDXJ, a list of pages, and their SHA-256. Dates are those of the last
 * capture, so that equal snapshots give equal bytes.
 *
 * @throws "not-a-snapshot" when only the index was kept, or archives lie elsewhere that are no WARC files
 */
export async function writeWacz(snapshot: Snapshot, path: string): Promise<void> {
  const { ZipFile } = await import("yazl");
  const resources = [
    ...archives(snapshot),
    resource("indexes/index.cdx", () => cdxjOf(snapshot, (file) => nameOf(snapshot, file))),
    resource("pages/pages.jsonl", () => pageLines(snapshot)),
  ];
  const times = snapshot.columns.f64("capture.time");
  const mtime = new Date(times.reduce((last, time) => Math.max(last, time), 0));
  const dataPackage = {
    profile: "data-package",
    wacz_version: "1.1.1",
    title: snapshot.about.title ?? snapshot.about.name ?? basename(resolve(snapshot.folder)),
    software: snapshot.manifest.software,
    created: mtime.toISOString(),
    ...(snapshot.about.start !== undefined && { mainPageUrl: snapshot.about.start }),
    resources: await Promise.all(resources.map(describe)),
  };
  const description = Buffer.from(`${JSON.stringify(dataPackage, null, 2)}\n`);
  const hash = `sha256:${createHash("sha256").update(description).digest("hex")}`;
  const digest = Buffer.from(`${JSON.stringify({ path: "datapackage.json", hash }, null, 2)}\n`);
  const zip = new ZipFile();
  const written = promises.pipeline(zip.outputStream, createWriteStream(path));
  for (const { path: name, open } of resources) {
    const options = { mtime, mode: 0o100644, compress: !name.startsWith("archive/") };
    zip.addReadStreamLazy(name, options, (use) =>
      use(
        null,
        open().on("error", (error) => zip.emit("error", error)),
      ),
    );
  }
  for (const [name, bytes] of [
    ["datapackage.json", description] as const,
    ["datapackage-digest.json", digest] as const,
  ]) {
    zip.addBuffer(bytes, name, { mtime, mode: 0o100644, compress: true });
  }
  zip.end();
  zip.on("error", (error) => (zip.outputStream as Readable).destroy(error));
  await written;
}

const resource = (path: string, lines: () => Iterable<string | Buffer>): Resource => ({
  path,
  open: () => Readable.from(lines(), { objectMode: false }),
});

async function describe({ path, open }: Resource) {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of open()) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { name: basename(path), path, hash: `sha256:${hash.digest("hex")}`, bytes };
}

/** Name of a WARC file within the archive; numbered where two files elsewhere are called alike. */
function nameOf({ manifest: { files } }: Snapshot, file: number): string {
  const name = basename(files[file].path);
  const isFirst = files.findIndex(({ path }) => basename(path) === name) === file;
  return isFirst ? name : `${file}-${name}`;
}

function archives(snapshot: Snapshot): Resource[] {
  if (!snapshot.hasBodies) {
    const text = `${snapshot.folder} keeps no bodies: a WACZ file holds them. Export its index: --to pages.parquet`;
    throw problem.notASnapshot`${text}`;
  }
  const { files, archive } = snapshot.manifest;
  const last = files.findLastIndex(({ own }) => own);
  return files.map(({ path }, file) => {
    if (!/\.warc(\.gz)?$/i.test(path)) {
      throw problem.notASnapshot`${path} is no WARC file: a WACZ file holds no others. Pack it again first: ${either(`exportSnapshot(snapshot, DIR, { kind: "snapshot" })`, "crawlbench export SNAPSHOT DIR --kind snapshot")}`;
    }
    const where = resolve(snapshot.folder, path);
    const end = (file === last && archive ? archive.bytes : statSync(where).size) - 1;
    return {
      path: `archive/${nameOf(snapshot, file)}`,
      open: () => (end < 0 ? Readable.from([], { objectMode: false }) : createReadStream(where, { end })),
    };
  });
}

function* pageLines(snapshot: Snapshot): Generator<string> {
  yield `${JSON.stringify({ format: "json-pages-1.0", id: "pages", title: "All Pages" })}\n`;
  for (const row of snapshot.columns.u32("page.capture")) {
    const { url, time, status, title = "", bytes } = snapshot.capture(row);
    if (status !== 200) continue;
    yield `${JSON.stringify({ id: String(row), url, ts: new Date(time).toISOString(), title, size: bytes })}\n`;
  }
}
