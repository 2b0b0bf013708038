import { createReadStream, type Dirent, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join, relative } from "node:path";
import { isProblem, problem, within } from "../../base/error.js";
import { compressionOf, unpack } from "../../base/file/unpack.js";
import { DICTIONARY_LIMIT } from "../../base/file/zstd-frames.js";
import { UnpackedFeed } from "../warc/unpacked-feed.js";

/** A file with captures: of records (WARC, ARC, WAT), or a WACZ. */
export interface ArchiveFile {
  readonly path: string;
  readonly kind: "records" | "wacz";
}

/** What an archive is: files with captures, in the order in which they are read; or a folder of HTML files. */
export type Archive =
  | { readonly kind: "captures"; readonly files: readonly ArchiveFile[] }
  | { readonly kind: "html-folder" };

/** Entries of a folder that are looked at before it is taken for one without HTML. */
const MOST_ENTRIES = 20_000;

/** Bytes that tell what a file is, those of a zip's list at its end, and the most that are read of what is packed. */
const MAGIC = 16;
const END = 1 << 16;
const SAMPLE = DICTIONARY_LIMIT + (1 << 20);

/** Where a collection keeps its captures: pywb, browsertrix and WACZ; Heritrix. */
const KEPT_IN = ["archive", "warcs"];

/** Where programs keep collections, from their working folder or a folder of collections: pywb, browsertrix. */
const COLLECTIONS = ["", "collections", "crawls/collections"];

/**
 * Tells archives by content, whatever their names: records by "WARC/" or "filedesc:", packed or not, behind a byte order
 * mark, too; WACZ by a zip
 * whose entries name datapackage.json or archive/, cut or not.
 *
 * A folder is a collection when its folder `archive` or `warcs` holds such files, as pywb, browsertrix, an unpacked WACZ
 * and a launch of Heritrix have it: these are its captures, and what stands beside that folder was made of them. Else its
 * captures are, where no such file stands in it, those of the one collection that is kept in it; else all at any depth, as
 * where each day of a crawl has a folder. Else it is a folder of HTML when a file is named *.html or *.htm, at any
 * depth.
 *
 * @returns undefined for what is no archive, missing files included
 * @throws "unsupported" for a folder with several collections, and zstd that cannot be read
 */
export async function archiveAt(path: string): Promise<Archive | undefined> {
  const status = statusOf(path);
  if (!status) return undefined;
  if (status.isFile()) {
    const kind = await fileKind(path);
    return kind && { kind: "captures", files: [{ path, kind }] };
  }
  if (!status.isDirectory()) return undefined;
  for (const name of KEPT_IN) {
    const files = await archiveFiles(join(path, name));
    if (files.length > 0) return { kind: "captures", files };
  }
  const here = await archiveFiles(path);
  const [collection, ...others] = here.length > 0 ? [] : await collectionsIn(path);
  if (others.length > 0) {
    const names = [collection, ...others].map((each) => relative(path, each)).join(", ");
    throw problem.unsupported`${path} holds ${others.length + 1} collections, which are opened one by one: ${names}. Open ${collection}`;
  }
  if (collection !== undefined) return archiveAt(collection);
  const files = [...here, ...(await archivesBelow(path))];
  if (files.length > 0) return { kind: "captures", files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  return hasHtml(path) ? { kind: "html-folder" } : undefined;
}

/** Folders with captures in a folder of their own; where several links lead to one, the first. */
async function collectionsIn(path: string): Promise<string[]> {
  const found = new Map<string, string>();
  for (const entry of COLLECTIONS.flatMap((place) => entriesOf(join(path, place)))) {
    const folder = join(entry.parentPath, entry.name);
    if (!statusOf(folder)?.isDirectory() || found.has(realpathSync(folder))) continue;
    for (const name of KEPT_IN) {
      if ((await archiveFiles(join(folder, name))).length > 0) found.set(realpathSync(folder), folder);
    }
  }
  return [...found.values()];
}

/** Files with captures in a folder, not below it, by name. */
async function archiveFiles(folder: string): Promise<ArchiveFile[]> {
  const found: ArchiveFile[] = [];
  for (const { name } of entriesOf(folder)) {
    const path = join(folder, name);
    const kind = statusOf(path)?.isFile() ? await fileKind(path) : undefined;
    if (kind) found.push({ path, kind });
  }
  return found;
}

/** What stands in a folder, by name; nothing where there is none. */
function entriesOf(folder: string): Dirent[] {
  if (!statusOf(folder)?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What stands at a path, or where links lead from there; undefined for nothing, and for links that lead nowhere. */
function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

export const isHtmlName = (name: string): boolean => /\.x?html?(?:[?@].*)?$/i.test(name) && !name.startsWith(".");

/** Is there an HTML file among the first entries? */
function hasHtml(top: string): boolean {
  for (const file of filesBelow(top, MOST_ENTRIES)) if (isHtmlName(file.name)) return true;
  return false;
}

/** Files with captures below a folder, at any depth; those of names that archives have, since each is looked into. */
async function archivesBelow(top: string): Promise<ArchiveFile[]> {
  const found: ArchiveFile[] = [];
  for (const { parentPath, name } of filesBelow(top)) {
    if (parentPath === top) continue;
    const path = join(parentPath, name);
    const kind = /\.(?:w?arc|wacz|wat)\b/i.test(name) ? await fileKind(path) : undefined;
    if (kind) found.push({ path, kind });
  }
  return found;
}

/** The files in a folder and below it, breadth first, among its first `most` entries; what is hidden is passed by. */
function* filesBelow(top: string, most = Number.POSITIVE_INFINITY): Generator<Dirent> {
  const folders = [top];
  for (let looked = 0; folders.length > 0 && looked < most; ) {
    const folder = folders.shift() as string;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      looked++;
      if (entry.isFile()) yield entry;
      if (entry.isDirectory() && !entry.name.startsWith(".")) folders.push(join(folder, entry.name));
    }
  }
}

/** Records as they stand in a file: WARC 1.0 or 1.1, plain or by gzip; or ARC, drafts of WARC, other packings. */
export type RecordsKind = "warc" | "warc.gz" | "other";

/** What records begin at a place of a file; undefined for none. @throws "unsupported" for zstd that cannot be read */
export async function recordsAt(path: string, from: number): Promise<RecordsKind | undefined> {
  const file = await open(path);
  try {
    return await recordsIn(file, path, from);
  } finally {
    await file.close();
  }
}

async function recordsIn(file: FileHandle, path: string, from: number): Promise<RecordsKind | undefined> {
  const magic = await readOf(file, MAGIC, from);
  const compression = compressionOf(magic);
  const isPlain = compression === "none";
  const begin = isPlain ? magic.toString("latin1") : await unpackedStart(path, from);
  if (!/^(?:\xef\xbb\xbf)?\s*(?:WARC\/|filedesc:)/.test(begin)) return undefined;
  if (!/^WARC\/1\.[01]\r\n/.test(begin) || !(isPlain || compression === "gzip")) return "other";
  return isPlain ? "warc" : "warc.gz";
}

async function fileKind(path: string): Promise<ArchiveFile["kind"] | undefined> {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const magic = await readOf(file, MAGIC, 0);
    if (magic.toString("latin1", 0, 4) !== "PK\x03\x04") return (await recordsIn(file, path, 0)) && "records";
    const { size } = await file.stat();
    if (isWacz(await readOf(file, END, Math.max(0, size - END)))) return "wacz";
    return /\.wacz$/i.test(path) || isWacz(await firstName(file)) ? "wacz" : undefined;
  } finally {
    await file.close();
  }
}

async function readOf(file: FileHandle, length: number, from: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

/** A zip is one when the list at its end names what a WACZ holds; or, where that is cut off, its first entry or itself. */
const isWacz = (names: Buffer): boolean =>
  names.includes("datapackage.json") || /archive\/[^/]*\.w?arc/.test(names.toString("latin1"));

/** Name of the first entry of a zip: APPNOTE 6.3.10, section 4.3.7. */
async function firstName(file: FileHandle): Promise<Buffer> {
  const head = await readOf(file, 30, 0);
  return head.length < 30 ? head : readOf(file, head.readUInt16LE(26), 30);
}

async function unpackedStart(path: string, start: number): Promise<string> {
  try {
    const { pieces } = await unpack(
      createReadStream(path, { start, end: start + SAMPLE }),
      () => {},
      (why) => problem.unsupported`${why}`,
    );
    const feed = new UnpackedFeed(pieces, true);
    await feed.need(64);
    await feed.close();
    return feed.view.toString("latin1", 0, 64);
  } catch (error) {
    if (isProblem(error)) throw within(path, error);
    return "";
  }
}
