import { createHash, type Hash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Entry, ZipFile } from "yauzl";
import { fact, got, problem } from "../../base/error.js";
import { inShell } from "../../base/in-shell.js";

/** An archive within a WACZ. */
export interface WaczArchive {
  readonly name: string;
  /** Where its bytes begin in the file; missing where they are deflated. */
  readonly offset?: number;
  /** Its bytes, inflated. */
  readonly size: number;
  /** Reads it once. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * Are the bytes those that datapackage.json names? undefined where it does not; after `bytes` were read to the end.
   */
  intact(): boolean | undefined;
}

/** Where a zip stands: the whole of a file, or an entry that another zip there stores as it is. */
interface ZipPlace {
  readonly path: string;
  readonly start: number;
  readonly size: number;
}

/** Bytes of datapackage.json that are read. */
const PACKAGE_LIMIT = 16 << 20;

/**
 * The archives in a WACZ (Web Archive Collection Zipped 1.1.1, Webrecorder): archive/*.warc.gz in a zip with
 * datapackage.json, which has a digest of each; and WACZ files in one, as Browsertrix downloads several crawls.
 *
 * @throws "damaged" for a zip that cannot be read, or one without archives; "unsupported" for WACZ files that are packed
 *   within it, or lie deeper
 */
export async function* waczArchives(path: string): AsyncGenerator<WaczArchive> {
  yield* archivesIn({ path, start: 0, size: statSync(path).size });
}

async function* archivesIn(place: ZipPlace): AsyncGenerator<WaczArchive> {
  const { path } = place;
  const zip = await openZip(place);
  try {
    const entries = await entriesOf(zip, path);
    const digests = await readDigests(zip, entries);
    const nested = entries.filter(({ fileName }) => fileName.endsWith(".wacz"));
    const archives = entries.filter((entry) => /^archive\/.*[^/]$/.test(entry.fileName) && !nested.includes(entry));
    if (archives.length + nested.length === 0)
      throw problem.damaged`${fact("path", path)}: expected files in archive/, ${got(entries.length)} entries elsewhere. If WARC files are among them, unzip ${inShell(path)} -d FOLDER; then open FOLDER`;
    if (nested.length > 0 && (place.start > 0 || nested.some(({ compressionMethod }) => compressionMethod !== 0)))
      throw problem.unsupported`${fact("path", path)} holds packed WACZ files, which are opened unpacked: unzip ${inShell(path)} -d FOLDER; then open FOLDER`;
    for (const entry of nested)
      yield* archivesIn({ path, start: await dataOffset(place, entry), size: entry.compressedSize });
    for (const entry of archives) {
      const expected = digests.get(entry.fileName);
      const hash = createHash(expected?.kind ?? "sha256");
      let digest: string | undefined;
      const offset = entry.compressionMethod === 0 ? await dataOffset(place, entry) : undefined;
      const open = async () =>
        offset === undefined ? inflated(zip, entry) : stored(path, offset, entry.compressedSize);
      yield {
        name: entry.fileName,
        size: entry.uncompressedSize,
        ...(offset !== undefined && { offset }),
        bytes: hashed(open, hash, path),
        intact: () => expected && (digest ??= hash.digest("hex")) === expected.digest,
      };
    }
  } finally {
    zip.close();
  }
}

async function openZip({ path, start, size }: ZipPlace): Promise<ZipFile> {
  const yauzl = await import("yauzl");
  class PartOfFile extends yauzl.RandomAccessReader {
    override _readStreamForRange(from: number, end: number): Readable {
      return createReadStream(path, { start: start + from, end: start + end - 1 });
    }
  }
  return new Promise((settle, reject) => {
    const options = { lazyEntries: true, autoClose: false };
    yauzl.fromRandomAccessReader(new PartOfFile(), size, options, (error, zip) => {
      if (error) reject(damagedZip(path, error));
      else settle(zip);
    });
  });
}

const damagedZip = (path: string, error: Error) =>
  problem.damaged({
    cause: error,
  })`${fact("path", path)} is a WACZ (a zip) that is cut or damaged: ${error.message.replace(/\.$/, "")}. Fetch it again, or export it again from its crawl.`;

function entriesOf(zip: ZipFile, path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  return new Promise((settle, reject) => {
    zip.on("entry", (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.once("end", () => settle(entries.sort((a, b) => (a.fileName < b.fileName ? -1 : 1))));
    zip.once("error", (error: Error) => reject(damagedZip(path, error)));
    zip.readEntry();
  });
}

const inflated = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((settle, reject) =>
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(problem.damaged`${entry.fileName}: ${error}`) : settle(stream),
    ),
  );

const stored = (path: string, offset: number, length: number): AsyncIterable<Uint8Array> =>
  length === 0
    ? nothing()
    : createReadStream(path, { start: offset, end: offset + length - 1, highWaterMark: 1 << 18 });

async function* nothing(): AsyncGenerator<Uint8Array> {}

/**
 * The bytes of an entry follow its local header: 30 bytes, its name and extra fields (APPNOTE 6.3.10, section 4.3.7).
 */
async function dataOffset({ path, start }: ZipPlace, entry: Entry): Promise<number> {
  const header = start + entry.relativeOffsetOfLocalHeader;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(30), 0, 30, header);
    if (buffer.readUInt32LE(0) !== 0x04034b50)
      throw problem.damaged`${fact("path", path)} is a WACZ (a zip) that is cut or damaged: no header of ${entry.fileName}. Fetch it again, or export it again from its crawl.`;
    return header + 30 + buffer.readUInt16LE(26) + buffer.readUInt16LE(28);
  } finally {
    await file.close();
  }
}

/** @param open opens the file, when the first byte is asked for: who asks for none leaves nothing open */
async function* hashed(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  hash: Hash,
  path: string,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of await open()) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    throw damagedZip(path, error as Error);
  }
}

/**
 * Digests by path: "hash": "sha256:..." of WACZ 1.1, "stats": {"hash"} of 1.0. A datapackage.json that is none has
 * none.
 */
async function readDigests(zip: ZipFile, entries: readonly Entry[]) {
  const digests = new Map<string, { readonly kind: string; readonly digest: string }>();
  const entry = entries.find(({ fileName }) => fileName === "datapackage.json");
  if (!entry || entry.uncompressedSize > PACKAGE_LIMIT) return digests;
  const parts: Uint8Array[] = [];
  try {
    for await (const part of await inflated(zip, entry)) parts.push(part);
    const { resources } = JSON.parse(Buffer.concat(parts).toString("utf8"));
    for (const { path, hash, stats } of Array.isArray(resources) ? resources : []) {
      const match = /^(?:(sha256|md5):)?([0-9a-f]{32,64})$/i.exec(hash ?? stats?.hash ?? "");
      if (match) digests.set(path, { kind: match[1] ?? "sha256", digest: match[2].toLowerCase() });
    }
  } catch {
    return new Map<string, never>();
  }
  return digests;
}
