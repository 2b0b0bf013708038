import { crc32 } from "node:zlib";
import { grownBuffer } from "../../base/growing.js";
import type { Origins } from "./origins.js";

/** What a record of the log says. */
export const RecordType = { add: 1, take: 2, confirm: 3, check: 4 } as const;

/** Bit 0 of a record's flags: the paper's procedures to the letter. */
export const AS_PRINTED = 1;

/**
 * Bytes of a record before its payload. The first is 0, which no URL's entry begins with: whoever walks along entries
 * sees where a record begins.
 */
export const HEADER = 32;

const MAGIC = 0x55626c43;

export interface RecordHeader {
  readonly type: number;
  /** AS_PRINTED, or 0. */
  readonly flags: number;
  /** Bytes after the header. */
  readonly length: number;
  readonly count: number;
  readonly checksum: number;
  /** Number of the first URL added. */
  readonly first: number;
  /** The log was on disk up to here when this was written. */
  readonly durable: number;
}

/** What the second varint of an entry says of the URL's origin; from there on its number. */
const Origin = { none: 0, next: 1, first: 2 } as const;

/** A record that is being written: a header, and a payload that grows. */
export class RecordBuilder {
  #buffer = Buffer.allocUnsafe(1 << 16);
  /** Bytes so far, header included. */
  length = HEADER;
  readonly #origins: Origins | undefined;
  /** How many there were before the record. */
  #before = 0;

  /** @param origins of the log; none: it is in the former format */
  constructor(origins?: Origins) {
    this.#origins = origins;
  }

  clear(): void {
    this.length = HEADER;
    this.#before = this.#origins?.size ?? 0;
    if (this.#buffer.length > 1 << 26) this.#buffer = Buffer.allocUnsafe(1 << 16);
  }

  /** The record is not written: what it numbered is forgotten. */
  takeBack(): void {
    this.#origins?.cutTo(this.#before);
  }

  /**
   * Appends the entry of a URL. Varints: twice the bytes of its rest, and 1, or 2 where depth and priority follow, which
   * else are 1 and 0; its origin; depth and priority. Then the rest: the URL without its origin, where that is known. In
   * the former format: varints of the URL's length, depth and priority, and the URL.
   */
  url(bytes: Uint8Array, start: number, end: number, depth: number, priority: number): void {
    const origins = this.#origins;
    this.#reserve(end - start + 20);
    const buffer = this.#buffer;
    let rest = start;
    let at = this.length;
    if (origins) {
      const known = origins.find(bytes, start, end);
      const isUsual = depth === 1 && priority === 0;
      if (known >= 0) rest += origins.lengthOf(known);
      at = putVarint(buffer, 2 * (end - rest) + (isUsual ? 1 : 2), at);
      const told = known >= 0 ? Origin.first + known : origins.add(bytes, start, end) ? Origin.next : Origin.none;
      at = putVarint(buffer, told, at);
      if (!isUsual) at = putVarint(buffer, priority, putVarint(buffer, depth, at));
    } else at = putVarint(buffer, priority, putVarint(buffer, depth, putVarint(buffer, end - start, at)));
    if (end - rest > 200) buffer.set(bytes.subarray(rest, end), at);
    else for (let i = rest, to = at; i < end; i++, to++) buffer[to] = bytes[i];
    this.length = at + end - rest;
  }

  /** Appends an integer below 2^48. */
  integer(value: number): void {
    this.#reserve(6);
    this.#buffer.writeUIntLE(value, this.length, 6);
    this.length += 6;
  }

  /** The whole record, a view. */
  finish(type: number, count: number, first: number, durable: number, flags = 0): Uint8Array {
    const buffer = this.#buffer;
    buffer[0] = 0;
    buffer[1] = type;
    buffer.writeUInt16LE(flags, 2);
    buffer.writeUInt32LE(this.length - HEADER, 4);
    buffer.writeUInt32LE(count, 8);
    buffer.writeUIntLE(first, 16, 6);
    buffer.writeUIntLE(durable, 22, 6);
    buffer.writeUInt32LE(MAGIC, 28);
    const record = buffer.subarray(0, this.length);
    buffer.writeUInt32LE(checksumOf(record), 12);
    return record;
  }

  #reserve(more: number): void {
    this.#buffer = grownBuffer(this.#buffer, this.length + more);
  }
}

/** The header at `at`; undefined when no record begins there. The payload is not looked at: see `checksumOf`. */
export function readHeader(buffer: Buffer, at: number): RecordHeader | undefined {
  if (at + HEADER > buffer.length || buffer[at] !== 0 || buffer.readUInt32LE(at + 28) !== MAGIC) return undefined;
  return {
    type: buffer[at + 1],
    flags: buffer.readUInt16LE(at + 2),
    length: buffer.readUInt32LE(at + 4),
    count: buffer.readUInt32LE(at + 8),
    checksum: buffer.readUInt32LE(at + 12),
    first: buffer.readUIntLE(at + 16, 6),
    durable: buffer.readUIntLE(at + 22, 6),
  };
}

/** CRC-32 over a record but for the four bytes that keep it. */
export const checksumOf = (record: Uint8Array): number => crc32(record.subarray(16), crc32(record.subarray(0, 12)));

/** Integers below 2^32, 7 bits a byte, the low ones first. @returns where the next begins */
function putVarint(buffer: Buffer, value: number, at: number): number {
  let rest = value;
  let to = at;
  while (rest > 127) {
    buffer[to++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  buffer[to++] = rest;
  return to;
}

/** Reads varints one after the other. */
class VarintReader {
  at = 0;

  /** @param end of what counts of the buffer. @returns -1 when that ends within it */
  read(buffer: Uint8Array, end: number = buffer.length): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      if (this.at >= end) return -1;
      const byte = buffer[this.at++];
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }
}

/** Reads entries of URLs: see `RecordBuilder.url`. */
export class EntryReader {
  /** Where the rest of the URL begins, and its bytes. */
  start = 0;
  length = 0;
  depth = 0;
  priority = 0;
  /** Number of the origin before the rest; -1: the rest is all of the URL. */
  origin = -1;
  /** The URL's origin got the next number. */
  isFirst = false;
  readonly #isFormer: boolean;
  readonly #varint = new VarintReader();

  constructor(isFormer: boolean) {
    this.#isFormer = isFormer;
  }

  /** Where the entry ends; that may be beyond what was read. */
  get end(): number {
    return this.start + this.length;
  }

  /** Reads the entry at `at`. @param end of what counts of the buffer. @returns false when its numbers do not end within */
  read(buffer: Uint8Array, at: number, end: number): boolean {
    const varint = this.#varint;
    varint.at = at;
    const first = varint.read(buffer, end);
    const told = this.#isFormer ? Origin.none : varint.read(buffer, end);
    const isUsual = !this.#isFormer && (first & 1) === 1;
    this.depth = isUsual ? 1 : varint.read(buffer, end);
    this.priority = isUsual ? 0 : varint.read(buffer, end);
    this.length = this.#isFormer ? first : (first - 1) >>> 1;
    this.origin = told < Origin.first ? -1 : told - Origin.first;
    this.isFirst = told === Origin.next;
    this.start = varint.at;
    const hasUrl = this.length > 0 || this.origin >= 0;
    return first > 0 && hasUrl && told >= 0 && this.depth >= 0 && this.priority >= 0;
  }
}
