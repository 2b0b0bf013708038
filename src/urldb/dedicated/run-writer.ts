import { closeSync, rmSync } from "node:fs";
import { crc32 } from "node:zlib";
import { putEntry, WORDS } from "./entry-words.js";
import { openFile, writeAll } from "./files.js";
import { BlockedFilter } from "./filter.js";
import { entriesPerBlock, LONGEST_BLOCK, type RunKind, seedOf, writeBlock } from "./run-block.js";
import { bytesOf, type openRun, startsOf } from "./run-blocks.js";

/** Blocks that are written at a time. */
const BATCH = 64;

/**
 * Writes a sorted run: its blocks; then how long each is, in 16 bits; of an index, the hash that begins each (fences)
 * and a filter over all hashes; and a checksum of what follows the blocks: see `openRun`. The file counts only
 * once `finish` has been called and `fd` was synced.
 */
export class RunWriter {
  readonly path: string;
  readonly fd: number;
  readonly #kind: RunKind;
  readonly #seed: number;
  readonly #buffer: Buffer;
  readonly #filter: BlockedFilter | undefined;
  readonly #fences: Uint32Array;
  readonly #lengths: Uint16Array;
  /** Of the block that is being filled: see `WORDS`. */
  readonly #words: Uint32Array;
  #at = 0;
  #inBlock = 0;
  #blocks = 0;
  #written = 0;
  count = 0;

  /**
   * @param expected entries that will come, at most
   * @throws "disk-full"
   */
  constructor(path: string, kind: RunKind, expected: number) {
    const perBlock = entriesPerBlock(kind);
    const blocks = Math.ceil(expected / perBlock);
    this.path = path;
    this.#kind = kind;
    this.#seed = seedOf(path, 0);
    this.#filter = kind === "index" ? new BlockedFilter(expected) : undefined;
    this.#fences = new Uint32Array(2 * blocks);
    this.#lengths = new Uint16Array(blocks);
    this.#words = new Uint32Array(WORDS * perBlock);
    this.#buffer = Buffer.allocUnsafe(LONGEST_BLOCK * Math.min(BATCH, blocks)); // most runs have few blocks
    this.fd = openFile(path, "w+");
  }

  /** Appends an entry; entries come in order. `rank` is left out of an index. */
  push(rank: number, high: number, low: number, number: number): void {
    const words = this.#words;
    if (WORDS * this.#inBlock === words.length) this.#closeBlock();
    if (this.#filter) {
      this.#filter.add(high, low);
      if (this.#inBlock === 0) {
        this.#fences[2 * this.#blocks] = high;
        this.#fences[2 * this.#blocks + 1] = low;
      }
    }
    putEntry(words, WORDS * this.#inBlock++, this.#filter ? 0 : rank, high, low, number);
    this.count++;
  }

  /** Writes what is left. @returns what its readers need */
  finish(): ReturnType<typeof openRun> {
    if (this.#inBlock > 0) this.#closeBlock();
    this.#flush();
    const filter = this.#filter;
    const lengths = this.#lengths.subarray(0, this.#blocks);
    const fences = this.#fences.subarray(0, 2 * this.#blocks);
    let sum = seedOf(this.path, this.#blocks);
    for (const part of [lengths, ...(filter ? [fences, filter.words] : [])].map(bytesOf)) {
      sum = crc32(part, sum);
      this.#write(part);
    }
    const last = Buffer.alloc(4);
    last.writeUInt32LE(sum);
    this.#write(last);
    const { path, fd, count } = this;
    const blocks = { path, fd, kind: this.#kind, count, starts: startsOf(lengths), isPacked: true };
    return { blocks, screen: filter && { fences, filter } };
  }

  /** Removes the file: the run is not wanted, or could not be written. */
  abandon(): void {
    closeSync(this.fd);
    rmSync(this.path, { force: true });
  }

  #closeBlock(): void {
    const seed = (this.#seed + this.#blocks) >>> 0;
    const end = writeBlock(this.#buffer, this.#at, this.#words, this.#inBlock, seed);
    this.#lengths[this.#blocks++] = end - this.#at;
    this.#at = end;
    this.#inBlock = 0;
    if (this.#blocks % BATCH === 0) this.#flush();
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#at));
    this.#at = 0;
  }

  #write(bytes: Uint8Array): void {
    writeAll(this.fd, bytes, this.#written, this.path);
    this.#written += bytes.length;
  }
}
