import { basename } from "node:path";
import { crc32 } from "node:zlib";
import type { CrawlbenchError } from "../../base/error.js";
import { WORDS } from "./entry-words.js";
import { corrupt } from "./files.js";

/** "index": (hash, number), with a filter; "queue": (rank, hash, number). */
export type RunKind = "index" | "queue";

/** Bytes of rank (0 in an index), hash and number, each. */
const FIELD = 8;

/** Bytes of a block before its entries: how many bytes each field leaves out, and the first entry whole. */
const HEADER = 3 + 3 * FIELD;

/** Bytes of the checksum that ends a block. */
const SUM = 4;

/** Bytes of a block of the former format: entries whole, 13 or 19 bytes each, zeros, and a checksum. */
export const FORMER_BLOCK = 4096;

const formerWidth = (kind: RunKind) => (kind === "index" ? 13 : 19);

/** Entries of each block but the last, in both formats. */
export const entriesPerBlock = (kind: RunKind): number => Math.floor((FORMER_BLOCK - SUM) / formerWidth(kind));

/** Most bytes of a block. */
export const LONGEST_BLOCK = HEADER + FORMER_BLOCK;

/**
 * Where the checksums of a run begin: at its name, and at the number of the block, so that no run or block passes for
 * another.
 */
export const seedOf = (path: string, block: number): number => (crc32(basename(path)) + block) >>> 0;

/** @throws "damaged" */
export function checkBlock(block: Buffer, seed: number, path: string): void {
  const end = block.length - SUM;
  if (end < 0 || crc32(block.subarray(0, end), seed >>> 0) !== block.readUInt32LE(end)) throw damaged(path);
}

export const damaged = (path: string): CrawlbenchError =>
  corrupt(
    path,
    "a block differs from what was written",
    "delete the file manifest.json beside it and open again: everything is rebuilt",
  );

/**
 * Writes a block: big-endian fields, each without the leading bytes that it has in common in all entries, so that bytes
 * compare as entries do. Sorted hashes begin alike, ranks are often the same, and numbers small: 10 bytes an entry,
 * where 19 and 13 are its fields' most.
 *
 * @param words of the entries
 * @returns where the block ends in `buffer`
 */
export function writeBlock(buffer: Buffer, start: number, words: Uint32Array, count: number, seed: number): number {
  const dropped = [0, 2, 4].map((at) => commonBytes(words, at, WORDS * count));
  const [ofRank, ofHash, ofNumber] = dropped;
  const end = start + HEADER + count * (3 * FIELD - ofRank - ofHash - ofNumber);
  // from the last to the first: what a field leaves out is written over by what stands before it
  for (let at = WORDS * (count - 1), to = end; at >= 0; at -= WORDS) {
    to -= FIELD - ofNumber;
    putField(buffer, to - ofNumber, words[at + 4], words[at + 5]);
    to -= FIELD - ofHash;
    putField(buffer, to - ofHash, words[at + 2], words[at + 3]);
    if (ofRank === FIELD) continue;
    to -= FIELD - ofRank;
    putField(buffer, to - ofRank, words[at], words[at + 1]);
  }
  buffer.set(dropped, start);
  for (let field = 0; field < 3; field++)
    putField(buffer, start + 3 + FIELD * field, words[2 * field], words[2 * field + 1]);
  buffer.writeUInt32LE(crc32(buffer.subarray(start, end), seed >>> 0), end);
  return end + SUM;
}

/** Leading bytes that are the same in a field of all entries. */
function commonBytes(words: Uint32Array, field: number, end: number): number {
  let high = 0;
  let low = 0;
  for (let at = field; at < end; at += WORDS) {
    high |= words[at] ^ words[field];
    low |= words[at + 1] ^ words[field + 1];
  }
  return (high === 0 ? 32 + Math.clz32(low) : Math.clz32(high)) >> 3;
}

/** How the entries of one block lie in a buffer. */
export class BlockLayout {
  /** Where the first entry begins, and bytes of each. */
  start = 0;
  width = 0;
  /** From where an entry begins to where its hash and its number would begin, were they whole; the rank. */
  #rank = 0;
  #hash = 0;
  #number = 0;
  /** Bits of each word that stand in the entries, and what the others are. */
  readonly #own = new Uint32Array(WORDS);
  readonly #common = new Uint32Array(WORDS);

  /**
   * @param at where the block begins, with `ROOM` bytes or more before it
   * @param isPacked false: in the former format
   */
  enter(buffer: Buffer, at: number, kind: RunKind, isPacked: boolean): void {
    const dropped = isPacked ? buffer.subarray(at, at + 3) : [kind === "index" ? 8 : 2, 0, 3];
    const [ofRank, ofHash, ofNumber] = dropped;
    this.start = isPacked ? at + HEADER : at;
    this.width = 3 * FIELD - ofRank - ofHash - ofNumber;
    this.#rank = -ofRank;
    this.#hash = this.#rank + FIELD - ofHash;
    this.#number = this.#hash + FIELD - ofNumber;
    for (let i = 0; i < WORDS; i++) {
      const bytes = dropped[i >> 1] - 4 * (i & 1);
      this.#own[i] = bytes >= 4 ? 0 : 0xffffffff >>> (8 * Math.max(0, bytes));
      this.#common[i] = isPacked ? word(buffer, at + 3 + 4 * i) & ~this.#own[i] : 0;
    }
  }

  /** @param at where the entry begins, as for the others */
  rank(buffer: Buffer, at: number): number {
    return this.#word(buffer, at + this.#rank, 0) * 4294967296 + this.#word(buffer, at + this.#rank + 4, 1);
  }

  high(buffer: Buffer, at: number): number {
    return this.#word(buffer, at + this.#hash, 2);
  }

  low(buffer: Buffer, at: number): number {
    return this.#word(buffer, at + this.#hash + 4, 3);
  }

  number(buffer: Buffer, at: number): number {
    return this.#word(buffer, at + this.#number, 4) * 4294967296 + this.#word(buffer, at + this.#number + 4, 5);
  }

  #word(buffer: Buffer, at: number, which: number): number {
    return ((word(buffer, at) & this.#own[which]) | this.#common[which]) >>> 0;
  }
}

/** Bytes before the first block in a buffer: a field that leaves bytes out is read from before where it begins. */
export const ROOM = FIELD;

const word = (buffer: Buffer, at: number) =>
  ((buffer[at] << 24) | (buffer[at + 1] << 16) | (buffer[at + 2] << 8) | buffer[at + 3]) >>> 0;

function putField(buffer: Buffer, at: number, high: number, low: number): void {
  buffer[at] = high >>> 24;
  buffer[at + 1] = high >>> 16;
  buffer[at + 2] = high >>> 8;
  buffer[at + 3] = high;
  buffer[at + 4] = low >>> 24;
  buffer[at + 5] = low >>> 16;
  buffer[at + 6] = low >>> 8;
  buffer[at + 7] = low;
}
