import { readRecords } from "../../../src/archive/warc/warc-reader.js";
import type { WarcRecord } from "../../../src/archive/warc/warc-record.js";

/** A stream of `bytes` in pieces of `size`. */
export async function* inPieces(bytes: Uint8Array | string, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(bytes as Uint8Array);
  for (let at = 0; at < all.length; at += size) yield Buffer.from(all.subarray(at, at + size));
}

/** A WARC record as ISO 28500:2017, section 5, has it; the length is that of the block unless told otherwise. */
export function record(type: string, url: string, block: string, more: Readonly<Record<string, string>> = {}): string {
  const fields = {
    "WARC-Type": type,
    "WARC-Target-URI": url,
    "WARC-Date": "2020-02-03T04:05:06Z",
    "Content-Length": String(Buffer.byteLength(block)),
    ...more,
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `WARC/1.0\r\n${head.join("")}\r\n${block}\r\n\r\n`;
}

export const html = (body: string, status = "200 OK") => `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\n\r\n${body}`;

/** All records, and what was not read as it should be. */
export async function readAll(bytes: AsyncIterable<Uint8Array>, blockLimit?: number) {
  const records: WarcRecord[] = [];
  const skipped: Record<string, number> = {};
  const count = (reason: string) => {
    skipped[reason] = (skipped[reason] ?? 0) + 1;
  };
  for await (const each of readRecords(bytes, { count, ...(blockLimit !== undefined && { blockLimit }) }))
    records.push(each);
  return { records, skipped };
}

export const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
