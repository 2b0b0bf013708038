import { crc32 } from "node:zlib";

/** "CBTR", the first bytes of each block and so of the file. */
export const MAGIC = 0x52544243;
export const HEAD_BYTES = 48;

/** What stands before each block of a trace file: twelve words of 32 bits, little-endian. */
export interface BlockHead {
  /** Counts from 0. */
  readonly index: number;
  readonly kind: BlockKind;
  /** Bytes behind this head. */
  readonly bytes: number;
  readonly requests: number;
  /** URLs, hosts and pages that this block adds. */
  readonly urls: number;
  readonly hosts: number;
  readonly pages: number;
  /** Requests of the file up to and with this block. */
  readonly total: number;
  /** CRC-32 of the bytes behind this head. */
  readonly checksum: number;
}

/** "about": the first block, what the trace is. "part": requests. "end": all that was written until here is whole. */
const BLOCK_KINDS = ["about", "part", "end"] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export function headBytes(head: BlockHead): Uint8Array {
  const words = [
    MAGIC,
    head.index,
    BLOCK_KINDS.indexOf(head.kind),
    head.bytes,
    head.requests,
    head.urls,
    head.hosts,
    head.pages,
    head.total % 2 ** 32,
    Math.floor(head.total / 2 ** 32),
    head.checksum,
  ];
  const bytes = Buffer.alloc(HEAD_BYTES);
  for (const [at, word] of words.entries()) bytes.writeUInt32LE(word, 4 * at);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, HEAD_BYTES - 4)), HEAD_BYTES - 4);
  return bytes;
}

/** @returns undefined for bytes that are no head, or a damaged one */
export function readHead(bytes: Buffer): BlockHead | undefined {
  if (bytes.length < HEAD_BYTES || bytes.readUInt32LE(0) !== MAGIC) return undefined;
  if (bytes.readUInt32LE(HEAD_BYTES - 4) !== crc32(bytes.subarray(0, HEAD_BYTES - 4))) return undefined;
  const [, index, kind, length, requests, urls, hosts, pages, low, high, checksum] = Array.from(
    { length: 11 },
    (_, at) => bytes.readUInt32LE(4 * at),
  );
  const total = low + high * 2 ** 32;
  if (kind >= BLOCK_KINDS.length) return undefined;
  return { index, kind: BLOCK_KINDS[kind], bytes: length, requests, urls, hosts, pages, total, checksum };
}
