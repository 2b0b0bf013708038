import { crc32 } from "node:zlib";
import { grownBuffer } from "../../base/growing.js";

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

/** A record that is being written: a header, and a payload that grows. */
export class RecordBuilder {
  #buffer = Buffer.allocUnsafe(1 << 16);
  /** Bytes so far, header included. */
  length = HEADER;

  clear(): void {
    this.length = HEADER;
    if (this.#buffer.length > 1 << 26) this.#buffer = Buffer.allocUnsafe(1 << 16);
  }

  /** Appends the entry of a URL: varints of its length, depth and priority, and its bytes. */
  url(bytes: Uint8Array, start: number, end: number, depth: number, priority: number): void {
    const length = end - start;
    this.#reserve(length + 16);
    const buffer = this.#buffer;
    let at = putVarint(buffer, length, this.length);
    at = putVarint(buffer, depth, at);
    at = putVarint(buffer, priority, at);
    if (length > 200) buffer.set(bytes.subarray(start, end), at);
    else for (let i = 0; i < length; i++) buffer[at + i] = bytes[start + i];
    this.length = at + length;
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
export class VarintReader {
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
