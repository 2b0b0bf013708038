import { closeSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { crc32 } from "node:zlib";
import { openFile, writeAll } from "./files.js";
import { BlockedFilter } from "./filter.js";

/** Bytes of a block: entries, then in the last four a checksum. */
export const BLOCK = 4096;

/** Blocks that are written at a time. */
const BATCH = 64;

/** A sorted run on disk. */
export interface RunInfo {
  /** File name in the database's folder. */
  readonly file: string;
  readonly count: number;
  /** How often its entries were merged. */
  readonly level: number;
}

/** "index": (hash, number), 13 bytes, with a filter; "queue": (rank, hash, number), 19 bytes. */
export type RunKind = "index" | "queue";

export const entryWidth = (kind: RunKind): number => (kind === "index" ? 13 : 19);

/**
 * Where the checksums of a run begin: at its name, and at the number of the block, so that no run or block passes for
 * another.
 */
export const seedOf = (path: string, block: number): number => (crc32(basename(path)) + block) >>> 0;

export const entriesPerBlock = (kind: RunKind): number => Math.floor((BLOCK - 4) / entryWidth(kind));

/** Bytes of the blocks of a run; what follows is its fences and its filter. */
export const blocksLength = (kind: RunKind, count: number): number => Math.ceil(count / entriesPerBlock(kind)) * BLOCK;

/**
 * Writes a sorted run: blocks of fixed-width big-endian entries, so that bytes compare as entries do; for an index,
 * then the hash that begins each block (fences) and a filter over all hashes. The file counts only once `finish` has
 * been called and `fd` was synced.
 */
export class RunWriter {
  readonly path: string;
  readonly fd: number;
  readonly #kind: RunKind;
  readonly #seed: number;
  readonly #perBlock: number;
  readonly #buffer = Buffer.alloc(BLOCK * BATCH);
  readonly #filter: BlockedFilter | undefined;
  readonly #fences: Uint32Array;
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
    this.path = path;
    this.#kind = kind;
    this.#seed = seedOf(path, 0);
    this.#perBlock = entriesPerBlock(kind);
    this.#filter = kind === "index" ? new BlockedFilter(expected) : undefined;
    this.#fences = new Uint32Array(kind === "index" ? 2 * Math.ceil(expected / this.#perBlock) : 0);
    this.fd = openFile(path, "w+");
  }

  /** Appends an entry; entries come in order. `rank` is left out of an index. */
  push(rank: number, high: number, low: number, number: number): void {
    const buffer = this.#buffer;
    if (this.#inBlock === this.#perBlock) this.#closeBlock();
    if (this.#kind === "index") {
      if (this.#inBlock === 0) {
        this.#fences[2 * this.#blocks] = high;
        this.#fences[2 * this.#blocks + 1] = low;
      }
      (this.#filter as BlockedFilter).add(high, low);
    } else this.#at = putUint48(buffer, rank, this.#at);
    let at = this.#at;
    buffer[at] = high >>> 24;
    buffer[at + 1] = high >>> 16;
    buffer[at + 2] = high >>> 8;
    buffer[at + 3] = high;
    buffer[at + 4] = low >>> 24;
    buffer[at + 5] = low >>> 16;
    buffer[at + 6] = low >>> 8;
    buffer[at + 7] = low;
    const rest = number >>> 0;
    at += 8;
    buffer[at] = (number - rest) / 4294967296;
    buffer[at + 1] = rest >>> 24;
    buffer[at + 2] = rest >>> 16;
    buffer[at + 3] = rest >>> 8;
    buffer[at + 4] = rest;
    this.#at = at + 5;
    this.#inBlock++;
    this.count++;
  }

  /** Writes what is left. @returns the filter and fences of an index, for its readers */
  finish(): { filter: BlockedFilter | undefined; fences: Uint32Array } {
    if (this.#inBlock > 0) this.#closeBlock();
    this.#flush();
    const fences = this.#fences.subarray(0, 2 * this.#blocks);
    if (this.#filter) {
      const sum = Buffer.alloc(4);
      const fenceBytes = bytesOf(fences);
      const filterBytes = bytesOf(this.#filter.words);
      sum.writeUInt32LE(crc32(filterBytes, crc32(fenceBytes, seedOf(this.path, this.#blocks))));
      for (const part of [fenceBytes, filterBytes, sum]) {
        writeAll(this.fd, part, this.#written, this.path);
        this.#written += part.length;
      }
    }
    return { filter: this.#filter, fences };
  }

  /** Removes the file: the run is not wanted, or could not be written. */
  abandon(): void {
    closeSync(this.fd);
    rmSync(this.path, { force: true });
  }

  #closeBlock(): void {
    const start = (this.#blocks % BATCH) * BLOCK;
    this.#buffer.fill(0, this.#at, start + BLOCK - 4);
    const sum = crc32(this.#buffer.subarray(start, start + BLOCK - 4), (this.#seed + this.#blocks) >>> 0);
    this.#buffer.writeUInt32LE(sum, start + BLOCK - 4);
    this.#blocks++;
    this.#inBlock = 0;
    if (this.#blocks % BATCH === 0) {
      this.#at = start + BLOCK;
      this.#flush();
    } else this.#at = start + BLOCK;
  }

  #flush(): void {
    writeAll(this.fd, this.#buffer.subarray(0, this.#at), this.#written, this.path);
    this.#written += this.#at;
    this.#at = 0;
  }
}

export function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function putUint48(buffer: Buffer, value: number, at: number): number {
  const rest = value >>> 0;
  const top = (value - rest) / 4294967296;
  buffer[at] = top >>> 8;
  buffer[at + 1] = top;
  buffer[at + 2] = rest >>> 24;
  buffer[at + 3] = rest >>> 16;
  buffer[at + 4] = rest >>> 8;
  buffer[at + 5] = rest;
  return at + 6;
}
