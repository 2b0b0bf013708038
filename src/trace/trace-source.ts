import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { type CrawlbenchError, problem } from "../base/error.js";
import { ByteFeed, remaining } from "../base/file/byte-feed.js";
import { unpackWhole } from "../base/file/unpack.js";
import { inShell } from "../base/in-shell.js";
import { fileError } from "./trace-error.js";

/** Bytes of a file that formats are told by. */
const HEAD_BYTES = 65536;

/** Bytes of a trace, unpacked if they were gzip or zstd. */
export interface TraceSource {
  /** For messages: the path. */
  readonly path: string;
  /** Base name; "standard input". */
  readonly name: string;
  readonly head: Uint8Array;
  /** All bytes, the head included. To be read once. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Reads them once more; undefined for a stream, a pipe that has a name among them, and for what is packed. */
  readonly again?: () => AsyncIterable<Uint8Array>;
}

/**
 * Opens a file, "-" for standard input, or a stream of bytes.
 *
 * @throws "failed"; while it is read "cut" and "damaged" for gzip or zstd that is not whole
 */
export async function openSource(from: string | AsyncIterable<Uint8Array>): Promise<TraceSource> {
  const isFile = typeof from === "string" && from !== "-";
  const path = isFile ? from : "standard input";
  const raw = isFile ? fileBytes(from) : from === "-" ? (process.stdin as AsyncIterable<Uint8Array>) : from;
  let bytes: ByteFeed;
  let packed: boolean;
  try {
    const unpacked = await unpackWhole(
      raw as AsyncIterable<Uint8Array>,
      (why) => problem.failed`${path}: ${why}`,
      (why, after, isCut) => notWhole(isFile ? path : undefined, why, after, isCut),
    );
    packed = unpacked.compression !== "none";
    bytes = new ByteFeed(unpacked.bytes);
    await bytes.need(HEAD_BYTES);
  } catch (error) {
    throw fileError(error, path, "read");
  }
  return {
    path,
    name: isFile ? basename(from) : path,
    head: bytes.view.subarray(0, HEAD_BYTES),
    bytes: rest(bytes, path),
    ...(isFile && !packed && statSync(from, { throwIfNoEntry: false })?.isFile() && { again: () => fileBytes(from) }),
  };
}

/** The bytes of a file, some hundred thousand at a time. */
export async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw fileError(error, path, "read");
  }
}

/** @param path undefined for a stream */
function notWhole(path: string | undefined, why: string, after: number, isCut: boolean): CrawlbenchError {
  const cut = isCut ? problem.cut : problem.damaged;
  const next = path
    ? `Take the file from a copy, or read what is there: gzip -dc or zstd -dc ${inShell(path)} | crawlbench cache -`
    : "Take what it comes from anew; or read what is there, and unpack it before: ... | gzip -dc | crawlbench cache -, or zstd -dc";
  return cut`${path ?? "standard input"}: what it packs is not whole (${why}), after ${after} bytes of it. ${next}`;
}

async function* rest(feed: ByteFeed, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* remaining(feed);
  } catch (error) {
    throw fileError(error, path, "read");
  }
}

/**
 * Bytes as whole records of so many bytes, some ten thousand at a time, in a buffer that is used again: it begins where
 * 32-bit words may.
 *
 * @returns (at the end) bytes left over, that are no whole record
 */
export async function* records(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array, number> {
  const buffer = new Uint8Array(size << 15);
  let length = 0;
  for await (const piece of bytes) {
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + buffer.length - length);
      buffer.set(part, length);
      from += part.length;
      length += part.length;
      if (length < buffer.length) continue;
      yield buffer;
      length = 0;
    }
  }
  const left = length % size;
  if (length > left) yield buffer.subarray(0, length - left);
  return left;
}
