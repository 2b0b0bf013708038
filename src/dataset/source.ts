import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open as openFile, stat } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Decompress } from "fzstd";
import type { ProgressListener } from "../progress.js";

/** A file as a stream of its bytes, decompressed. */
export interface Source {
  readonly path: string;
  readonly compression: Compression;
  /** Reads the file once. @throws SourceError when the compressed stream is damaged or cut short */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** SHA-256 (hex) of the file as it lies on the disk; counted along with `bytes`, what that left unread is read now. */
  sha256(): Promise<string>;
}

export type Compression = "none" | "gzip" | "zstd";

/** A file that cannot be read. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** "NOT_FOUND", "FOLDER", "EMPTY", "COMPRESSION" or the operating system's: "EACCES". */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const READ_BYTES = 1 << 18;
/** Milliseconds between two progress events. */
const PROGRESS_INTERVAL = 250;

/**
 * Opens a file and looks at its first bytes for its compression; the suffix plays no part.
 *
 * @param onProgress told the bytes read, of all bytes on the disk
 * @throws SourceError for a file that is missing, empty, a folder, or compressed in a way that is not read here
 */
export async function openSource(path: string, onProgress?: ProgressListener): Promise<Source> {
  const size = await fileSize(path);
  const compression = await detect(path);
  const hash = createHash("sha256");
  let hashed = 0;
  async function* raw(from: number): AsyncGenerator<Uint8Array> {
    let told = Date.now();
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES, start: from })) {
      hash.update(chunk);
      hashed += chunk.length;
      if (onProgress && Date.now() - told > PROGRESS_INTERVAL) {
        told = Date.now();
        onProgress({ task: `read ${path}`, done: hashed, total: size });
      }
      yield chunk;
    }
  }
  let digest: string | undefined;
  return {
    path,
    compression,
    bytes: decompress(raw(0), compression, path),
    async sha256() {
      if (digest === undefined && hashed < size) for await (const _ of raw(hashed));
      digest ??= (hash as Hash).digest("hex");
      return digest;
    },
  };
}

/** The first `count` bytes of a file, decompressed; fewer when the file is shorter. @throws SourceError */
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

/** SHA-256 (hex) of a file as it lies on the disk. @throws SourceError */
export async function digest(path: string): Promise<string> {
  return (await openSource(path)).sha256();
}

async function fileSize(path: string): Promise<number> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const missing = error.code === "ENOENT" || error.code === "ENOTDIR";
    throw new SourceError(
      missing ? "NOT_FOUND" : (error.code ?? "UNKNOWN"),
      missing ? `no file ${path}` : error.message,
    );
  });
  if (status.isDirectory()) throw new SourceError("FOLDER", `${path} is a folder: expected a file`);
  if (status.size === 0) throw new SourceError("EMPTY", `${path} is empty: 0 bytes. Fetch it again.`);
  return status.size;
}

/** Compressions that are recognised, to say so, but not read. */
const FOREIGN: readonly (readonly [magic: string, name: string, command: string])[] = [
  ["425a68", "bzip2", "bunzip2"],
  ["fd377a585a00", "xz", "unxz"],
  ["504b0304", "zip", "unzip"],
];

async function detect(path: string): Promise<Compression> {
  const file = await openFile(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(6), 0, 6, 0);
    const magic = buffer.toString("hex");
    if (magic.startsWith("1f8b")) return "gzip";
    if (magic.startsWith("28b52ffd") || /^5.2a4d18/.test(magic)) return "zstd"; // a frame, or a skippable frame before it
    for (const [start, name, command] of FOREIGN) {
      if (magic.startsWith(start)) {
        throw new SourceError(
          "COMPRESSION",
          `${path} is ${name}: expected plain, gzip or zstd.\n  Unpack it: ${command} ${path}`,
        );
      }
    }
    return "none";
  } finally {
    await file.close();
  }
}

async function* decompress(
  raw: AsyncGenerator<Uint8Array>,
  compression: Compression,
  path: string,
): AsyncGenerator<Uint8Array> {
  if (compression === "none") {
    yield* raw;
    return;
  }
  const pieces = compression === "gzip" ? gunzip(raw) : unzstd(raw);
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return;
      yield value;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceError(
      "COMPRESSION",
      `${path}: the ${compression} stream is damaged or cut short (${reason}). Fetch it again.`,
    );
  } finally {
    await pieces.return(undefined);
  }
}

/** All members of a gzip file. */
async function* gunzip(raw: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip({ chunkSize: READ_BYTES });
  pipeline(Readable.from(raw, { objectMode: false }), unzip, () => {}); // errors come out of the loop below
  for await (const chunk of unzip) yield chunk;
}

/** All frames of a zstd file. Checksums inside the file are not verified: fzstd does not. */
async function* unzstd(raw: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const unzip = new Decompress((data) => {
    if (data.length > 0) ready.push(data);
  });
  for await (const chunk of raw) {
    unzip.push(chunk);
    yield* ready;
    ready = [];
  }
  unzip.push(new Uint8Array(0), true);
  yield* ready;
}

/** SHA-256 (hex) of a text in UTF-8. */
export const textDigest = (text: string): string => createHash("sha256").update(text).digest("hex");
