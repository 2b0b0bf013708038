import { readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { isProblem, problem, within } from "../../base/error.js";
import { compressionOf, unpack } from "../../base/file/unpack.js";
import { UnpackedFeed } from "../warc/unpacked-feed.js";

/** What an archive is: one file of records, WACZ, a folder with files of records, or a folder of HTML files. */
export type ArchiveKind = "records" | "wacz" | "records-folder" | "html-folder";

/** Entries of a folder that are looked at before it is taken for one without HTML. */
const MOST_ENTRIES = 20_000;

/** Bytes that are looked at. */
const SAMPLE = 1 << 16;

/**
 * Tells archives by content, whatever their names: records by "WARC/" or "filedesc:", packed or not; WACZ by a zip
 * whose entries name datapackage.json or archive/. A folder is one when a file in it is; else when one is named *.html
 * or *.htm, at any depth.
 *
 * @returns undefined for what is no archive, missing files included
 */
export async function archiveKind(path: string): Promise<ArchiveKind | undefined> {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return undefined;
  if (status.isFile()) return fileKind(path);
  if (!status.isDirectory()) return undefined;
  if ((await recordFiles(path)).length > 0) return "records-folder";
  return hasHtml(path) ? "html-folder" : undefined;
}

/** Files of records in a folder, not below it, by name. */
export async function recordFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() && (await fileKind(path)) === "records") found.push(path);
  }
  return found;
}

export const isHtmlName = (name: string): boolean => /\.x?html?(?:[?@].*)?$/i.test(name) && !name.startsWith(".");

/** Is there an HTML file among the first entries, breadth first? */
function hasHtml(top: string): boolean {
  const folders = [top];
  for (let looked = 0; folders.length > 0 && looked < MOST_ENTRIES; ) {
    const folder = folders.shift() as string;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      looked++;
      if (entry.isFile() && isHtmlName(entry.name)) return true;
      if (entry.isDirectory() && !entry.name.startsWith(".")) folders.push(join(folder, entry.name));
    }
  }
  return false;
}

async function fileKind(path: string): Promise<"records" | "wacz" | undefined> {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const read = async (length: number, from: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    const magic = await read(9, 0);
    const text = magic.toString("latin1");
    if (text.startsWith("WARC/") || text === "filedesc:") return "records";
    if (text.startsWith("PK\x03\x04")) return (await isWacz((await file.stat()).size, read)) ? "wacz" : undefined;
    if (compressionOf(magic) === "none") return undefined;
    const begin = await unpackedStart(await read(SAMPLE, 0), path);
    return /^\s*(?:WARC\/|filedesc:)/.test(begin) ? "records" : undefined;
  } finally {
    await file.close();
  }
}

/** A zip is one when the list at its end names what a WACZ holds. */
async function isWacz(size: number, read: (length: number, from: number) => Promise<Buffer>): Promise<boolean> {
  const end = (await read(SAMPLE, Math.max(0, size - SAMPLE))).toString("latin1");
  return end.includes("datapackage.json") || /archive\/[^/]*\.w?arc/.test(end);
}

async function unpackedStart(first: Buffer, path: string): Promise<string> {
  try {
    const { pieces } = await unpack(
      once(first),
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

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
