import type { Settings } from "../../../../urldb/settings.js";
import type { UrlBatch } from "../../../../urldb/url-batch.js";

/** URLs on their way into the table. */
export interface NewRows {
  readonly batch: UrlBatch;
  /** Which of the batch, ascending. */
  readonly indices: Int32Array;
  /** G of each of them. */
  readonly depths: Int32Array;
}

/** Numbers of types: pg_type.oid. */
const INT4 = 23;
const INT8 = 20;
const BYTEA = 17;

/** Bytes before the elements of an array of one dimension. */
const ARRAY_HEAD = 20;

/** "PGCOPY", what tells damage by text conversion, no flags, no extension. */
const copyHead = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");

/**
 * 32 and 64 bits without a sign, as PostgreSQL's integers, which have one: less by half the range, so that the order
 * stays. Written as the high word with its top bit turned.
 */
const signed = (word: number): number => word ^ 0x80000000;

/** p(K) as it stands in the table. */
export const storedPriority = signed;

/** p(K) of what stands in the table. */
export const priorityOf = (stored: number): number => (stored ^ 0x80000000) >>> 0;

/** h(K) of one URL, a bigint. */
export function storedHash(hash: Settings["hash"], url: Uint8Array): Buffer {
  const words = new Uint32Array(4);
  hash(url, 0, url.length, words);
  const stored = Buffer.allocUnsafe(8);
  stored.writeInt32BE(signed(words[0]), 0);
  stored.writeUInt32BE(words[1], 4);
  return stored;
}

/** Values one after the other, big-endian, in PostgreSQL's binary forms; a value is its length and its bytes. */
class Writer {
  readonly buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  head(head: Uint8Array): void {
    this.buffer.set(head, this.#at);
    this.#at += head.length;
  }

  arrayHead(type: number, size: number): void {
    for (const each of [1, 0, type, size, 1]) this.#word(each); // dimensions, no nulls, type, length, first index
  }

  fields(count: number): void {
    this.#at = this.buffer.writeInt16BE(count, this.#at);
  }

  int4(value: number): void {
    this.#word(4);
    this.#word(value | 0);
  }

  int8(high: number, low: number): void {
    this.#word(8);
    this.#word(high | 0);
    this.#word(low | 0);
  }

  bytes(value: Uint8Array): void {
    this.#word(value.length);
    this.head(value);
  }

  #word(value: number): void {
    this.#at = this.buffer.writeInt32BE(value, this.#at);
  }
}

/** bytea[] */
export function byteaArray(values: readonly Uint8Array[]): Buffer {
  const writer = new Writer(values.reduce((sum, { length }) => sum + 4 + length, ARRAY_HEAD));
  writer.arrayHead(BYTEA, values.length);
  for (const value of values) writer.bytes(value);
  return writer.buffer;
}

/**
 * One array per column: int4[] of indices, int8[] of hashes, int4[] of depths, int4[] of priorities, bytea[] of URLs.
 */
export function columnsOf({ batch, indices, depths }: NewRows, hash: Settings["hash"]): Buffer[] {
  const { length } = indices;
  const [index, depth, priority] = [0, 1, 2].map(() => new Writer(ARRAY_HEAD + 8 * length));
  const hashes = new Writer(ARRAY_HEAD + 12 * length);
  for (const each of [index, depth, priority]) each.arrayHead(INT4, length);
  hashes.arrayHead(INT8, length);
  const words = new Uint32Array(4);
  for (let row = 0; row < length; row++) {
    const at = indices[row];
    hash(batch.bytes, batch.startOf(at), batch.ends[at], words);
    index.int4(at);
    hashes.int8(signed(words[0]), words[1]);
    depth.int4(depths[row]);
    priority.int4(signed(batch.priorities?.[at] ?? 0));
  }
  const urls = byteaArray(Array.from(indices, (at) => batch.at(at)));
  return [index.buffer, hashes.buffer, depth.buffer, priority.buffer, urls];
}

/** The same columns row by row, as COPY ... (FORMAT binary) reads them. */
export function copyOf({ batch, indices, depths }: NewRows, hash: Settings["hash"]): Buffer {
  let size = copyHead.length + 2;
  for (const at of indices) size += 42 + batch.ends[at] - batch.startOf(at);
  const writer = new Writer(size);
  writer.head(copyHead);
  const words = new Uint32Array(4);
  for (let row = 0; row < indices.length; row++) {
    const at = indices[row];
    hash(batch.bytes, batch.startOf(at), batch.ends[at], words);
    writer.fields(5);
    writer.int4(at);
    writer.int8(signed(words[0]), words[1]);
    writer.int4(depths[row]);
    writer.int4(signed(batch.priorities?.[at] ?? 0));
    writer.bytes(batch.at(at));
  }
  writer.fields(-1);
  return writer.buffer;
}
