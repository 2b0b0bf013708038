import { crc32 } from "node:zlib";
import type { CrawlbenchError } from "../../base/error.js";
import { corrupt, readUpTo } from "./files.js";
import { BlockedFilter } from "./filter.js";
import { BLOCK, blocksLength, bytesOf, entriesPerBlock, entryWidth, type RunKind, seedOf } from "./run-writer.js";

/** Blocks that a cursor reads at a time. */
const AHEAD = 16;

const damaged = (path: string): CrawlbenchError =>
  corrupt(
    path,
    "a block differs from what was written",
    "delete the file manifest.json beside it and open again: everything is rebuilt",
  );

/** Reads a run's entries in order, from any of them. The fields hold the current one. */
export class RunCursor {
  rank = 0;
  high = 0;
  low = 0;
  number = 0;
  /** Index of the current entry; `count` when all are read. */
  position: number;
  readonly #fd: number;
  readonly #path: string;
  readonly #kind: RunKind;
  readonly #count: number;
  readonly #width: number;
  readonly #perBlock: number;
  readonly #seed: number;
  #buffer: Buffer | undefined;
  #firstBlock = -1;
  #loaded = 0;

  constructor(fd: number, path: string, kind: RunKind, count: number, position = 0) {
    this.#fd = fd;
    this.#path = path;
    this.#kind = kind;
    this.#count = count;
    this.#width = entryWidth(kind);
    this.#perBlock = entriesPerBlock(kind);
    this.#seed = seedOf(path, 0);
    this.position = position - 1;
    this.advance();
  }

  get isDone(): boolean {
    return this.position >= this.#count;
  }

  /** Goes to the next entry. @throws "damaged", and the current one stays */
  advance(): void {
    const next = this.position + 1;
    if (next >= this.#count) {
      this.position = this.#count;
      this.#buffer = undefined;
      return;
    }
    const block = Math.floor(next / this.#perBlock);
    if (block < this.#firstBlock || block >= this.#firstBlock + this.#loaded || this.#buffer === undefined)
      this.#load(block);
    this.position = next;
    const buffer = this.#buffer as Buffer;
    let at = (block - this.#firstBlock) * BLOCK + (next - block * this.#perBlock) * this.#width;
    if (this.#kind === "queue") {
      this.rank = (((buffer[at] << 8) | buffer[at + 1]) >>> 0) * 4294967296 + word(buffer, at + 2);
      at += 6;
    }
    this.high = word(buffer, at);
    this.low = word(buffer, at + 4);
    this.number = buffer[at + 8] * 4294967296 + word(buffer, at + 9);
  }

  #load(block: number): void {
    this.#buffer ??= Buffer.allocUnsafe(BLOCK * AHEAD);
    const blocks = Math.min(AHEAD, Math.ceil(this.#count / this.#perBlock) - block);
    this.#loaded = 0;
    const read = readUpTo(this.#fd, this.#buffer, blocks * BLOCK, block * BLOCK, this.#path);
    if (read < blocks * BLOCK) throw damaged(this.#path);
    for (let i = 0; i < blocks; i++)
      checkBlock(this.#buffer.subarray(i * BLOCK, (i + 1) * BLOCK), this.#seed + block + i, this.#path);
    this.#firstBlock = block;
    this.#loaded = blocks;
  }
}

/** Answers which numbers have a hash: the filter in memory first, then one block from disk. */
export class RunIndex {
  readonly #fd: number;
  readonly #path: string;
  readonly #count: number;
  readonly #fences: Uint32Array;
  readonly #filter: BlockedFilter;
  readonly #seed: number;
  readonly #block = Buffer.allocUnsafe(BLOCK);

  constructor(fd: number, path: string, count: number, fences: Uint32Array, filter: BlockedFilter) {
    this.#fd = fd;
    this.#path = path;
    this.#count = count;
    this.#fences = fences;
    this.#filter = filter;
    this.#seed = seedOf(path, 0);
  }

  /** Reads fences and filter of a run written before. @throws "damaged" */
  static load(fd: number, path: string, count: number): RunIndex {
    const fences = new Uint32Array(2 * Math.ceil(count / entriesPerBlock("index")));
    const words = new Uint32Array(BlockedFilter.byteLength(count) / 4);
    const sum = Buffer.alloc(4);
    let at = blocksLength("index", count);
    for (const part of [bytesOf(fences), bytesOf(words), sum]) {
      if (readUpTo(fd, part, part.length, at, path) < part.length) throw damaged(path);
      at += part.length;
    }
    const seed = seedOf(path, fences.length / 2);
    if (crc32(bytesOf(words), crc32(bytesOf(fences), seed)) !== sum.readUInt32LE()) throw damaged(path);
    return new RunIndex(fd, path, count, fences, new BlockedFilter(count, words));
  }

  /** Bytes of memory held. */
  get byteLength(): number {
    return this.#fences.byteLength + this.#filter.words.byteLength;
  }

  mayHold(high: number, low: number): boolean {
    return this.#filter.mayHold(high, low);
  }

  /** See BlockedFilter.markAll. */
  markAll(hashes: Uint32Array, marks: Uint8Array): void {
    this.#filter.markAll(hashes, marks);
  }

  /** The first number with this hash that `isIt` accepts; -1 when there is none. */
  find(high: number, low: number, isIt: (number: number) => boolean): number {
    const perBlock = entriesPerBlock("index");
    const width = entryWidth("index");
    const buffer = this.#block;
    const blocks = this.#fences.length / 2;
    for (let block = this.#blockBefore(high, low); block < blocks; block++) {
      if (this.#isAfter(block, high, low)) return -1;
      if (readUpTo(this.#fd, buffer, BLOCK, block * BLOCK, this.#path) < BLOCK) throw damaged(this.#path);
      checkBlock(buffer, this.#seed + block, this.#path);
      const entries = Math.min(perBlock, this.#count - block * perBlock);
      let from = 0;
      for (let to = entries; from < to; ) {
        const middle = (from + to) >> 1;
        const at = middle * width;
        const first = word(buffer, at);
        if (first < high || (first === high && word(buffer, at + 4) < low)) from = middle + 1;
        else to = middle;
      }
      for (; from < entries; from++) {
        const at = from * width;
        if (word(buffer, at) !== high || word(buffer, at + 4) !== low) return -1;
        const number = buffer[at + 8] * 4294967296 + word(buffer, at + 9);
        if (isIt(number)) return number;
      }
    }
    return -1;
  }

  /** Last block whose first hash is smaller than the one given: what equals it begins there or later. */
  #blockBefore(high: number, low: number): number {
    let from = 0;
    for (let to = this.#fences.length / 2; from < to; ) {
      const middle = (from + to) >> 1;
      const first = this.#fences[2 * middle];
      if (first < high || (first === high && this.#fences[2 * middle + 1] < low)) from = middle + 1;
      else to = middle;
    }
    return Math.max(0, from - 1);
  }

  #isAfter(block: number, high: number, low: number): boolean {
    const first = this.#fences[2 * block];
    return first > high || (first === high && this.#fences[2 * block + 1] > low);
  }
}

const word = (buffer: Buffer, at: number) =>
  ((buffer[at] << 24) | (buffer[at + 1] << 16) | (buffer[at + 2] << 8) | buffer[at + 3]) >>> 0;

function checkBlock(block: Buffer, seed: number, path: string): void {
  if (crc32(block.subarray(0, BLOCK - 4), seed >>> 0) !== block.readUInt32LE(BLOCK - 4)) throw damaged(path);
}
