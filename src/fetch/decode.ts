import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from "node:zlib";
import { gzipHeaderLength } from "../base/file/gzip-header.js";

/** A body without its content codings. */
export interface Decoded {
  readonly bytes: Uint8Array;
  /** There was more: `bytes` ends at the limit. */
  readonly cut: boolean;
  /** What was wrong with the coded data, where something was; `bytes` is what could be read of it. */
  readonly failed?: string;
}

/** Output decoded at once, on this thread: about 5 ms of it. More is decoded piece by piece, on others. */
const AT_ONCE = 1 << 20;
/** Codings on top of each other: more are an attack. */
const MOST_CODINGS = 4;
const PIECE = 65_536;
/** Damaged data loses at most this much of what stands before the damage. */
const DAMAGED_PIECE = 4_096;

type Coding = "gzip" | "deflate" | "deflate-raw" | "br";

const CODINGS: Readonly<Record<string, Coding>> = { gzip: "gzip", "x-gzip": "gzip", deflate: "deflate", br: "br" };

const SYNC = { gzip: gunzipSync, deflate: inflateSync, "deflate-raw": inflateRawSync, br: brotliDecompressSync };
const STREAM = {
  gzip: createGunzip,
  deflate: createInflate,
  "deflate-raw": createInflateRaw,
  br: createBrotliDecompress,
};

/**
 * Takes off the content codings of a body: gzip, x-gzip, deflate (zlib or raw), br, one or several (RFC 9110, section
 * 8.4), the last one named first. Never holds more than `limit` bytes of output (twice that, or 1 MB, where codings are
 * stacked), however much the data would make: 89 bytes of Brotli may be 100 MB.
 *
 * Damaged or cut data gives what stands before the damage, and wrong checksums are no loss; what is not coded as its
 * header says, or by a coding not known here, is given back as it is. Both say so in `failed`.
 *
 * @param contentEncoding value of the Content-Encoding header; undefined where there is none
 * @param limit bytes of output, default 16 MB
 */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string | undefined,
  limit = 16 << 20,
): Promise<Decoded> {
  const names = (contentEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  let decoded: Decoded = { bytes: body, cut: false };
  if (names.length > MOST_CODINGS) decoded = { ...decoded, failed: `${names.length} content codings` };
  else
    for (let i = names.length - 1; i >= 0; i--) {
      const next = await decodeOne(decoded.bytes, names[i], i === 0 ? limit : Math.max(limit, AT_ONCE));
      const failed = decoded.failed ?? (decoded.cut ? undefined : next.failed); // what was cut before ends too soon
      decoded = { bytes: next.bytes, cut: decoded.cut || next.cut, failed };
    }
  if (decoded.bytes.length <= limit) return decoded;
  return { ...decoded, bytes: decoded.bytes.subarray(0, limit), cut: true };
}

async function decodeOne(bytes: Uint8Array, name: string, limit: number): Promise<Decoded> {
  if (bytes.length === 0) return { bytes, cut: false };
  if (!Object.hasOwn(CODINGS, name)) return { bytes, cut: false, failed: `content coding ${JSON.stringify(name)}` };
  const coding = codingOf(bytes, CODINGS[name]);
  if (coding === "gzip" && !(bytes[0] === 0x1f && bytes[1] === 0x8b))
    return { bytes, cut: false, failed: "not gzip, though its header says so" };
  if (bytes.length > AT_ONCE) return settle(bytes, coding, limit, PIECE);
  try {
    return { bytes: SYNC[coding](bytes, { maxOutputLength: Math.min(limit, AT_ONCE) }), cut: false };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") return settle(bytes, coding, limit, PIECE);
    return salvage(bytes, coding, limit, message);
  }
}

/** Whole data that may be too long; damage is found on the way. */
async function settle(bytes: Uint8Array, coding: Coding, limit: number, piece: number): Promise<Decoded> {
  const found = await decodeStream(bytes, coding, limit, piece);
  return found.failed === undefined || found.cut ? found : salvage(bytes, coding, limit, found.failed);
}

/** What stands before the damage. The checksum behind the data is not looked at: it would cost the last piece. */
async function salvage(bytes: Uint8Array, coding: Coding, limit: number, failed: string): Promise<Decoded> {
  const skip = coding === "gzip" ? gzipHeaderLength(bytes) : coding === "deflate" ? 2 : 0;
  const bare = coding === "gzip" || coding === "deflate" ? "deflate-raw" : coding;
  const found = await decodeStream(bytes.subarray(skip), bare, limit, DAMAGED_PIECE);
  if (found.bytes.length === 0 && coding === bare) return { bytes, cut: false, failed };
  return { bytes: found.bytes, cut: found.cut, failed };
}

function decodeStream(bytes: Uint8Array, coding: Coding, limit: number, piece: number): Promise<Decoded> {
  const flush = coding === "br" ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  const options: ZlibOptions = { chunkSize: piece, finishFlush: flush }; // so that data cut short is no error
  const stream = STREAM[coding](options);
  const pieces: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const done = (cut: boolean, failed?: string) => {
      stream.destroy();
      resolve({ bytes: Buffer.concat(pieces, Math.min(length, limit)), cut, failed });
    };
    stream.on("data", (part: Buffer) => {
      if (length > limit) return;
      pieces.push(part);
      length += part.length;
      if (length > limit) done(true);
    });
    stream.on("end", () => done(false));
    stream.on("error", (error: Error) => done(false, error.message));
    stream.end(bytes);
  });
}

/** What "deflate" means here: RFC 9110 says zlib, and many servers send the bare data. */
function codingOf(bytes: Uint8Array, coding: Coding): Coding {
  if (coding !== "deflate") return coding;
  const zlib = (bytes[0] & 0x0f) === 8 && ((bytes[0] << 8) | bytes[1]) % 31 === 0; // RFC 1950, section 2.2
  return zlib ? "deflate" : "deflate-raw";
}
