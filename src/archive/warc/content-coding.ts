import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { isProblem, problem } from "../../base/error.js";
import { gzipHeaderLength } from "../../base/file/gzip-header.js";
import { unpackFrames } from "../../base/file/zstd/frame.js";
import { headersOf } from "./http-block.js";

/** Bytes that a decoded body may have: 291,608 bytes of gzip can be 300 MB, 152 bytes of Brotli 100 MB. */
export const DECODED_LIMIT = 64 << 20;

/** A body as a browser would see it. */
export interface Decoded {
  readonly body: Uint8Array;
  /** Why the body was left as it is: its coding is not known here, it is damaged, or it would be over the limit. */
  readonly fault?: "unknown-coding" | "bad-coding" | "over-limit";
}

/**
 * Takes content codings off a body (RFC 9110, section 8.4.1; RFC 8878): gzip, deflate with or without its zlib header,
 * br, zstd; and gzip and deflate as transfer codings. A stream that is cut short gives what is there, but for zstd; a
 * wrong checksum of gzip or deflate is no loss. A body that bears no sign of the coding that its head declares is taken
 * as decoded already: archives do so.
 *
 * @param head status line and headers; see Exchange.head
 * @param limit bytes that come out at the most; more is "over-limit"
 */
export function decodeContent(body: Uint8Array, head: string, limit: number = DECODED_LIMIT): Decoded {
  const codings = [
    ...codingsIn(head, "content-encoding").filter((coding) => coding !== "identity"),
    ...codingsIn(head, "(?:x-orig-)?transfer-encoding").filter((coding) => PACKED.test(coding)),
  ];
  let decoded = body;
  for (const coding of codings.reverse()) {
    if (decoded.length === 0) return { body: decoded };
    const decode = CODINGS[coding];
    if (!decode) return { body, fault: "unknown-coding" };
    try {
      decoded = decode(decoded, limit);
    } catch (error) {
      if (isOverLimit(error)) return { body, fault: "over-limit" };
      return beginsAsText(body) ? { body } : { body, fault: "bad-coding" };
    }
  }
  return { body: decoded };
}

/** Transfer codings that stay on a body when its chunks are gone (RFC 9112, section 7.2). */
const PACKED = /^(?:x-)?gzip$|^deflate$/;

const codingsIn = (head: string, header: string): string[] =>
  headersOf(head, header)
    .flatMap((value) => value.toLowerCase().split(","))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "");

/** Of zlib; of zstd, whose window has a limit, too. */
const isOverLimit = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" || isProblem(error, "unsupported");

/** "<" or a byte order mark, after blanks. */
const beginsAsText = (body: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?\s*</.test(Buffer.from(body.subarray(0, 64)).toString("latin1"));

type Decode = (body: Uint8Array, limit: number) => Uint8Array;

const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

const gzip: Decode = (body, maxOutputLength) => {
  if (!(body[0] === 0x1f && body[1] === 0x8b)) return body;
  const options = { ...lenient, maxOutputLength };
  return unchecked(
    () => gunzipSync(body, options),
    () => inflateRawSync(body.subarray(gzipHeaderLength(body)), options),
  );
};

const deflate: Decode = (body, maxOutputLength) => {
  const options = { ...lenient, maxOutputLength };
  const bare = (from: number) => inflateRawSync(body.subarray(from), options);
  const zlibHeader = (body[0] & 15) === 8 && ((body[0] << 8) | body[1]) % 31 === 0;
  return zlibHeader
    ? unchecked(
        () => inflateSync(body, options),
        () => bare(2),
      )
    : bare(0);
};

/** What `checked` makes of data; where a checksum behind the data is wrong, what `bare` makes of it. */
function unchecked(checked: () => Buffer, bare: () => Buffer): Buffer {
  try {
    return checked();
  } catch (error) {
    if (/^incorrect (?:data|length) check$/.test((error as Error).message)) return bare();
    throw error;
  }
}

const brotli: Decode = (body, maxOutputLength) =>
  brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength });

const zstd: Decode = (body, limit) =>
  unpackFrames(Buffer.from(body.buffer, body.byteOffset, body.length), limit, (why) => problem.unsupported`${why}`);

const CODINGS: Readonly<Record<string, Decode | undefined>> = { gzip, "x-gzip": gzip, deflate, br: brotli, zstd };
