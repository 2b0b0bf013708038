import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open as openFile, stat } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { problem } from "../../base/error.js";
import { ByteFeed, remaining } from "../../base/file/byte-feed.js";
import { compressionOf, unpackWhole } from "../../base/file/unpack.js";
import { inShell } from "../../base/in-shell.js";
import { Pace } from "../../base/pace.js";
import type { ProgressListener } from "../../base/progress-event.js";

/** A file as a stream of its bytes, decompressed. */
export interface Source {
  readonly path: string;
  /** Reads the file once. @throws CrawlbenchError when the compressed stream is damaged or cut short */
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * SHA-256 (hex) of the file as it lies on the disk; counted along with `bytes`, what that left unread is read now.
   */
  sha256(): Promise<string>;
}

const READ_BYTES = 1 << 18;

/**
 * Opens a file and looks at its first bytes for its compression; the suffix plays no part.
 *
 * @param onProgress told the bytes read, of all bytes on the disk
 * @throws CrawlbenchError for a file that is missing, empty, a folder, or compressed in a way that is not read here
 */
export async function openSource(path: string, onProgress?: ProgressListener): Promise<Source> {
  const size = await fileSize(path);
  await refuseForeign(path);
  const hash = createHash("sha256");
  let hashed = 0;
  async function* raw(from: number): AsyncGenerator<Uint8Array> {
    const pace = new Pace();
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES, start: from })) {
      hash.update(chunk);
      hashed += chunk.length;
      if (onProgress && pace.isDue()) onProgress({ task: `read ${path}`, done: hashed, total: size });
      yield chunk;
    }
  }
  let digest: string | undefined;
  return {
    path,
    bytes: unpacked(raw(0), path),
    async sha256() {
      if (digest === undefined && hashed < size) for await (const _ of raw(hashed));
      digest ??= (hash as Hash).digest("hex");
      return digest;
    },
  };
}

async function* unpacked(raw: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  const refuse = (why: string) => problem.damaged`${path}: ${why}`;
  const damaged = (why: string) => refuse(`the compressed stream is damaged or cut short (${why}). Fetch it again.`);
  const feed = new ByteFeed(raw);
  await feed.need(4);
  const isGzip = compressionOf(feed.view) === "gzip";
  yield* isGzip ? gunzip(remaining(feed), damaged) : (await unpackWhole(remaining(feed), refuse, damaged)).bytes;
}

/**
 * All members of a gzip file. By the stream of zlib, which does not tell where members begin, and takes two thirds of
 * the time of `gzipPieces` for one large member: see bench/loading.mjs.
 */
async function* gunzip(raw: AsyncIterable<Uint8Array>, damaged: (why: string) => Error): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip({ chunkSize: READ_BYTES });
  pipeline(Readable.from(raw, { objectMode: false }), unzip, () => {}); // errors come out of the loop below
  try {
    for await (const chunk of unzip) yield chunk;
  } catch (error) {
    throw damaged((error as Error).message);
  }
}

/** The first `count` bytes of a file, decompressed; fewer when the file is shorter. @throws CrawlbenchError */
export async function head(path: string, count: number): Promise<Uint8Array> {
  const { bytes } = await openSource(path);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length >= count) break;
  }
  return Buffer.concat(pieces).subarray(0, count);
}

/** SHA-256 (hex) of a file as it lies on the disk. @throws CrawlbenchError */
export async function digest(path: string): Promise<string> {
  return (await openSource(path)).sha256();
}

/** @param what "x is a pipe" */
export const onlyOnce = (what: string) =>
  problem.option`${what}, which can be read only once. Keep what it gives in a file, and name that: ... > FILE`;

async function fileSize(path: string): Promise<number> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") throw problem.notFound`no file ${path}`;
    throw problem.failed({ system: error.code })`${error}`;
  });
  if (status.isDirectory()) throw problem.folder`${path} is a folder: expected a file`;
  if (status.isFIFO()) throw onlyOnce(`${path} is a pipe`);
  if (status.size === 0) throw problem.empty`${path} is empty: 0 bytes. Fetch it again.`;
  return status.size;
}

/** Compressions that are recognised, to say so, but not read. */
const FOREIGN: readonly (readonly [magic: string, name: string, command: string])[] = [
  ["425a68", "bzip2", "bunzip2"],
  ["fd377a585a00", "xz", "unxz"],
  ["504b0304", "zip", "unzip"],
];

/** Refuses compressions that are recognised, but not read. @throws CrawlbenchError */
async function refuseForeign(path: string): Promise<void> {
  const file = await openFile(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(6), 0, 6, 0);
    const magic = buffer.toString("hex");
    for (const [start, name, command] of FOREIGN) {
      if (!magic.startsWith(start)) continue;
      const text = `${path} is ${name}: expected plain, gzip or zstd.\n  Unpack it: ${command} ${inShell(path)}`;
      throw problem.damaged`${text}`;
    }
  } finally {
    await file.close();
  }
}

/** SHA-256 (hex) of a text in UTF-8. */
export const textDigest = (text: string): string => createHash("sha256").update(text).digest("hex");
