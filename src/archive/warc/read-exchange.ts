import { gunzipSync } from "node:zlib";
import { isProblem, problem } from "../../base/error.js";
import { compressionOf } from "../../base/file/unpack.js";
import { unpackFrames } from "../../base/file/zstd/frame.js";
import type { Place } from "../capture.js";
import type { Exchange } from "../exchange.js";
import { arcHead } from "./arc-head.js";
import { exchangeOf } from "./exchange-of.js";
import { emptyLine } from "./http-block.js";
import { type ReadsPlaces, readingOnce } from "./place-reader.js";
import { type RecordHead, warcHead } from "./record-head.js";
import { WarcRecord } from "./warc-record.js";

/** Bytes that a record may have once unpacked. */
const UNPACKED_LIMIT = 128 << 20;

/**
 * Reads one exchange out of an archive by its place: a plain record, a gzip member or a zstd frame, of WARC or ARC,
 * also within a zip that stores the archive as it is. A revisit has an empty body.
 *
 * @param files where bytes come from; the body may be of theirs, and valid as long
 * @throws "moved" when no such record begins there, "damaged" when it cannot be unpacked or holds no
 *   exchange; the
 * system's error when the file cannot be opened
 */
export function readExchangeAt(
  path: string,
  place: Pick<Place, "offset" | "length">,
  files: ReadsPlaces = readingOnce,
): Exchange {
  const record = readRecordAt(path, place, files);
  const exchange = exchangeOf(record);
  if (exchange) return exchange;
  throw problem.damaged`${whereOf(path, place)}: expected a response, found a record of type ${record.type}`;
}

/** Reads one record, as `readExchangeAt` does, of any type. @throws as it does */
export function readRecordAt(
  path: string,
  place: Pick<Place, "offset" | "length">,
  files: ReadsPlaces = readingOnce,
): WarcRecord {
  const where = whereOf(path, place);
  const record = recordIn(unpacked(files.read(path, place), where));
  if (record) return record;
  throw problem.moved`${where}: expected a WARC or ARC record`;
}

const whereOf = (path: string, { offset, length }: Pick<Place, "offset" | "length">) =>
  `${path}, bytes ${offset} to ${offset + length}`;

function unpacked(bytes: Buffer, where: string): Buffer {
  const compression = compressionOf(bytes);
  if (compression === "none") return bytes;
  try {
    if (compression === "gzip") {
      return gunzipSync(bytes, { maxOutputLength: UNPACKED_LIMIT, chunkSize: chunkSizeOf(bytes) });
    }
    return unpackFrames(bytes, UNPACKED_LIMIT, (why) => problem.unsupported`${why}`);
  } catch (error) {
    if (isProblem(error)) throw error;
    throw problem.damaged`${where}: ${error}`;
  }
}

/**
 * Room for a whole record, as the end of a gzip member tells its size (RFC 1952, section 2.3.1), if that is credible.
 */
function chunkSizeOf(bytes: Buffer): number {
  const size = bytes.length < 18 ? 0 : bytes.readUInt32LE(bytes.length - 4);
  return Math.min(Math.max(size + 1, 1 << 10), 1 << 20, 64 * bytes.length + 64);
}

function recordIn(bytes: Buffer): WarcRecord | undefined {
  const found = headIn(bytes);
  if (!found) return undefined;
  const { head, from } = found;
  const size = head.length ?? bytes.length - from;
  const block = bytes.subarray(from, from + size);
  return new WarcRecord({ ...head, block, size, ...(block.length < size ? { cut: "file" as const } : {}) });
}

function headIn(bytes: Buffer): { readonly head: RecordHead; readonly from: number } | undefined {
  if (bytes.toString("latin1", 0, 5) === "WARC/") {
    const line = emptyLine(bytes);
    return line && { head: warcHead(bytes.toString("utf8", 0, line.start)), from: line.end };
  }
  const end = bytes.indexOf("\n");
  const head = end < 0 ? undefined : arcHead(bytes.toString("utf8", 0, end));
  return head && { head, from: end + 1 };
}
