import { hash } from "node:crypto";
import type { Exchange } from "../exchange.js";
import { base32 } from "./base32.js";
import { GzipMembers } from "./gzip-members.js";
import { headersOf } from "./http-block.js";

/** Names and values of application/warc-fields; those that are undefined are left out. */
export type Fields = Readonly<Record<string, string | number | undefined>>;

const IDENTICAL = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
/**
 * A revisit is "either a complete or substantial duplicate of material previously archived" (ISO 28500:2017, section
 * 6.7), and its profile says which; those of the standard are for complete ones. A reader that does not know a profile
 * leaves the record alone.
 */
const NEAR = "urn:x-crawlbench:revisit:near-duplicate";
const RESPONSE = "application/http;msgtype=response";
const REQUEST = "application/http;msgtype=request";
const FIELDS = "application/warc-fields";
const END = Buffer.from("\r\n\r\n");

/** Bytes of a record that are put together in memory which all records share. */
const SHARED = 1 << 16;

/** A capture whose body is that of another, or nearly, by URL and time. */
export interface Original {
  readonly url: string;
  readonly time: number;
  /** It is nearly the same. */
  readonly near?: boolean;
}

/** Lines "name: value". Line breaks in values become blanks. */
export const warcFields = (fields: Fields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${oneLine(name).replaceAll(":", "")}: ${oneLine(String(value))}\r\n`)
    .join("");

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, " ");

/**
 * A URL as a header line can hold it: blanks, controls and angle brackets escaped, which a serialised URL does not
 * hold.
 */
const lineUrl = (url: string): string =>
  /[\0-\x20\x7f<>]/.test(url) ? url.replace(/[\0-\x20\x7f<>]/g, (found) => encodeURIComponent(found)) : url;

/**
 * Bytes of WARC 1.1 records (ISO 28500:2017, section 5), packed: each a gzip member, or plain at level 0. They last until
 * the next record is made.
 */
export class WarcRecords {
  readonly #members: GzipMembers | undefined;
  readonly #block = Buffer.allocUnsafeSlow(SHARED);
  readonly #record = Buffer.allocUnsafeSlow(SHARED);

  constructor(gzipLevel: number) {
    if (gzipLevel > 0) this.#members = new GzipMembers(gzipLevel);
  }

  /** @param seed what tells this record from all others of the archive: the ids are made from it */
  warcinfo(seed: string, name: string, time: number, fields: string): Uint8Array {
    const block = Buffer.from(fields);
    const head = [
      "WARC-Type: warcinfo",
      `WARC-Record-ID: ${recordId("warcinfo", seed, time, name)}`,
      dateLine(time),
      `WARC-Filename: ${oneLine(name)}`,
      `WARC-Block-Digest: ${sha1(block)}`,
      `Content-Type: ${FIELDS}`,
    ];
    return this.#packed(head, block);
  }

  /** A response; or, when the body stands in an `original`, a revisit. */
  response(
    seed: string,
    exchange: Exchange,
    digest: Uint8Array,
    original?: Original,
  ): { readonly bytes: Uint8Array; readonly id: string } {
    const { url, time, ip, head: httpHead, body, truncated } = exchange;
    const stored = Buffer.from(storedHead(httpHead), "latin1");
    const block = original ? stored : joined(this.#block, stored, body);
    const payload = base32(digest);
    const id = recordId(original ? "revisit" : "response", seed, time, `${url} ${payload}`);
    const head = [`WARC-Type: ${original ? "revisit" : "response"}`, `WARC-Record-ID: ${id}`];
    head.push(`WARC-Target-URI: ${lineUrl(url)}`, dateLine(time));
    if (ip !== undefined && /^[\d.a-f:]+$/i.test(ip)) head.push(`WARC-IP-Address: ${ip}`);
    if (original) {
      head.push(
        `WARC-Profile: ${original.near ? NEAR : IDENTICAL}`,
        `WARC-Refers-To-Target-URI: ${lineUrl(original.url)}`,
      );
      head.push(`WARC-Refers-To-Date: ${date(original.time)}`);
    }
    head.push(`WARC-Block-Digest: ${sha1(block)}`, `WARC-Payload-Digest: sha1:${payload}`);
    if (truncated) head.push(`WARC-Truncated: ${truncated}`);
    head.push(`Content-Type: ${RESPONSE}`);
    return { bytes: this.#packed(head, block), id };
  }

  request(seed: string, { url, time, ip, request }: Exchange, concurrentTo: string): Uint8Array {
    const block = Buffer.from(request, "latin1");
    const head = ["WARC-Type: request", `WARC-Record-ID: ${recordId("request", seed, time, url)}`];
    head.push(`WARC-Target-URI: ${lineUrl(url)}`, dateLine(time), `WARC-Concurrent-To: ${concurrentTo}`);
    if (ip !== undefined && /^[\d.a-f:]+$/i.test(ip)) head.push(`WARC-IP-Address: ${ip}`);
    head.push(`WARC-Block-Digest: ${sha1(block)}`, `Content-Type: ${REQUEST}`);
    return this.#packed(head, block);
  }

  metadata(seed: string, url: string, time: number, fields: Fields, concurrentTo: string): Uint8Array {
    const block = Buffer.from(warcFields(fields));
    const head = ["WARC-Type: metadata", `WARC-Record-ID: ${recordId("metadata", seed, time, url)}`];
    head.push(`WARC-Target-URI: ${lineUrl(url)}`, dateLine(time), `WARC-Concurrent-To: ${concurrentTo}`);
    head.push(`WARC-Block-Digest: ${sha1(block)}`, `Content-Type: ${FIELDS}`);
    return this.#packed(head, block);
  }

  #packed(head: readonly string[], block: Uint8Array): Uint8Array {
    const lines = Buffer.from(`WARC/1.1\r\n${head.join("\r\n")}\r\nContent-Length: ${block.length}\r\n\r\n`);
    const record = joined(this.#record, lines, block, END);
    return this.#members ? this.#members.pack(record) : record;
  }
}

/** Parts one after the other: in `room` where they fit. */
function joined(room: Buffer, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = length > room.length ? Buffer.allocUnsafeSlow(length) : room.subarray(0, length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * A head as it is stored. An Exchange holds its body less the chunks, so that a head with "Transfer-Encoding: chunked"
 * would lie; browsertrix and others rename that header likewise. Then the payload is what stands behind the head, however
 * a reader takes it, and its digest is right for each.
 */
function storedHead(httpHead: string): string {
  if (!/chunked/i.test(httpHead)) return httpHead;
  if (!headersOf(httpHead, "transfer-encoding").some((coding) => /\bchunked\b/i.test(coding))) return httpHead;
  return httpHead.replace(/(?<=\n)(?=transfer-encoding[ \t]*:)/gi, "X-Orig-");
}

const date = (time: number): string => new Date(time).toISOString();
const dateLine = (time: number): string => `WARC-Date: ${date(time)}`;

const sha1 = (bytes: Uint8Array): string => `sha1:${base32(hash("sha1", bytes, "buffer"))}`;

/** A name-based UUID (RFC 9562, section 5.5): equal records of equal crawls have equal ids. */
function recordId(kind: string, seed: string, time: number, about: string): string {
  const hex = hash("sha1", `${kind} ${seed} ${time} ${about}`, "hex");
  const variant = "89ab"[Number.parseInt(hex[16], 16) & 3];
  return `<urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}>`;
}
