import { readUpTo } from "./files.js";
import { BlockLayout, checkBlock, damaged, entriesPerBlock, LONGEST_BLOCK, ROOM, seedOf } from "./run-block.js";
import type { RunBlocks, Screen } from "./run-blocks.js";

/** Blocks that a cursor reads at a time. */
const AHEAD = 16;

/** Reads a run's entries in order, from any of them. The fields hold the current one. */
export class RunCursor {
  rank = 0;
  high = 0;
  low = 0;
  number = 0;
  /** Index of the current entry; `count` when all are read. */
  position: number;
  readonly #blocks: RunBlocks;
  readonly #perBlock: number;
  readonly #layout = new BlockLayout();
  #buffer: Buffer | undefined;
  #firstBlock = 0;
  #loaded = 0;
  /** Where the current entry begins in the buffer, and how many follow it in its block. */
  #at = 0;
  #left = 0;

  constructor(blocks: RunBlocks, position = 0) {
    this.#blocks = blocks;
    this.#perBlock = entriesPerBlock(blocks.kind);
    this.position = position - 1;
    this.advance();
  }

  get isDone(): boolean {
    return this.position >= this.#blocks.count;
  }

  /** Goes to the next entry. @throws "damaged", and the current one stays */
  advance(): void {
    const next = this.position + 1;
    if (next >= this.#blocks.count) {
      this.position = this.#blocks.count;
      this.#buffer = undefined;
      return;
    }
    const layout = this.#layout;
    if (this.#left > 0) {
      this.#left--;
      this.#at += layout.width;
    } else this.#enter(next);
    this.position = next;
    const buffer = this.#buffer as Buffer;
    const at = this.#at;
    if (this.#blocks.kind === "queue") this.rank = layout.rank(buffer, at);
    this.high = layout.high(buffer, at);
    this.low = layout.low(buffer, at);
    this.number = layout.number(buffer, at);
  }

  /** Goes to the block of an entry. */
  #enter(position: number): void {
    const { starts, kind, count, isPacked } = this.#blocks;
    const block = Math.floor(position / this.#perBlock);
    if (block >= this.#firstBlock + this.#loaded) this.#load(block);
    const inBlock = position - block * this.#perBlock;
    this.#layout.enter(this.#buffer as Buffer, ROOM + starts[block] - starts[this.#firstBlock], kind, isPacked);
    this.#at = this.#layout.start + inBlock * this.#layout.width;
    this.#left = Math.min(this.#perBlock, count - block * this.#perBlock) - inBlock - 1;
  }

  #load(block: number): void {
    const { fd, path, starts } = this.#blocks;
    const end = Math.min(block + AHEAD, starts.length - 1);
    this.#buffer ??= Buffer.alloc(ROOM + LONGEST_BLOCK * (end - block)); // later ones are no more
    this.#loaded = 0;
    const length = starts[end] - starts[block];
    const bytes = this.#buffer.subarray(ROOM, ROOM + length);
    if (readUpTo(fd, bytes, length, starts[block], path) < length) throw damaged(path);
    const seed = seedOf(path, 0);
    for (let i = block; i < end; i++)
      checkBlock(bytes.subarray(starts[i] - starts[block], starts[i + 1] - starts[block]), seed + i, path);
    this.#firstBlock = block;
    this.#loaded = end - block;
  }
}

/** Answers which numbers have a hash: the filter in memory first, then one block from disk. */
export class RunIndex {
  readonly #blocks: RunBlocks;
  readonly #screen: Screen;
  readonly #seed: number;
  readonly #layout = new BlockLayout();
  readonly #buffer = Buffer.alloc(ROOM + LONGEST_BLOCK);
  readonly #body = this.#buffer.subarray(ROOM);

  constructor(blocks: RunBlocks, screen: Screen) {
    this.#blocks = blocks;
    this.#screen = screen;
    this.#seed = seedOf(blocks.path, 0);
  }

  /** Bytes of memory held. */
  get byteLength(): number {
    return this.#screen.fences.byteLength + this.#screen.filter.words.byteLength;
  }

  mayHold(high: number, low: number): boolean {
    return this.#screen.filter.mayHold(high, low);
  }

  /** See BlockedFilter.markAll. */
  markAll(hashes: Uint32Array, marks: Uint8Array): void {
    this.#screen.filter.markAll(hashes, marks);
  }

  /** The first number with this hash that `isIt` accepts; -1 when there is none. */
  find(high: number, low: number, isIt: (number: number) => boolean): number {
    const { count, starts } = this.#blocks;
    const perBlock = entriesPerBlock("index");
    const layout = this.#layout;
    const buffer = this.#buffer;
    for (let block = this.#blockBefore(high, low); block < starts.length - 1; block++) {
      if (this.#isAfter(block, high, low)) return -1;
      this.#load(block);
      const entries = Math.min(perBlock, count - block * perBlock);
      let from = 0;
      for (let to = entries; from < to; ) {
        const middle = (from + to) >> 1;
        const at = layout.start + middle * layout.width;
        const first = layout.high(buffer, at);
        if (first < high || (first === high && layout.low(buffer, at) < low)) from = middle + 1;
        else to = middle;
      }
      for (; from < entries; from++) {
        const at = layout.start + from * layout.width;
        if (layout.high(buffer, at) !== high || layout.low(buffer, at) !== low) return -1;
        const number = layout.number(buffer, at);
        if (isIt(number)) return number;
      }
    }
    return -1;
  }

  #load(block: number): void {
    const { fd, path, starts, isPacked } = this.#blocks;
    const length = starts[block + 1] - starts[block];
    if (readUpTo(fd, this.#body, length, starts[block], path) < length) throw damaged(path);
    checkBlock(this.#body.subarray(0, length), this.#seed + block, path);
    this.#layout.enter(this.#buffer, ROOM, "index", isPacked);
  }

  /** Last block whose first hash is smaller than the one given: what equals it begins there or later. */
  #blockBefore(high: number, low: number): number {
    const { fences } = this.#screen;
    let from = 0;
    for (let to = fences.length / 2; from < to; ) {
      const middle = (from + to) >> 1;
      const first = fences[2 * middle];
      if (first < high || (first === high && fences[2 * middle + 1] < low)) from = middle + 1;
      else to = middle;
    }
    return Math.max(0, from - 1);
  }

  #isAfter(block: number, high: number, low: number): boolean {
    const { fences } = this.#screen;
    const first = fences[2 * block];
    return first > high || (first === high && fences[2 * block + 1] > low);
  }
}
