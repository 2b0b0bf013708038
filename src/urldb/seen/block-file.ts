import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { type CrawlbenchError, isProblem, problem } from "../../base/error.js";
import { hasNoRoom } from "../../base/file/durable.js";
import { grownBuffer } from "../../base/growing.js";

const HEADER = 16;
const FRAME = 8;
const TRAILER = 24;
/** Bytes that are read or written at a time; a file that is shorter has no use for as many. */
const BUFFER = 1 << 20;

/** Longest block. */
const LONGEST_BLOCK = 1 << 19;

/** What a failing disk means to the user of an eliminator. */
export function diskError(error: unknown, path: string): CrawlbenchError {
  if (isProblem(error)) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (hasNoRoom(error)) {
    const full = problem.diskFull({ cause: error });
    return full`no room to write ${path} (${code}): the merge was given up, the file is as before and what is pending is kept; free some space and try again`;
  }
  const failed = problem.failed({ cause: error });
  return failed`${path} failed: ${message}; what was merged before is safe, try again or open it anew`;
}

const corrupt = (path: string, what: string) =>
  problem.damaged`${path}: ${what}; restore the file from a copy, or delete it and offer all URLs again`;

/**
 * Writes a file of blocks that is read from end to end: 8 bytes of kind, 8 of tag; each block behind its length and its
 * CRC-32, which covers length and place as well; behind the last a zero, the number of entries and of blocks, and their
 * CRC-32. Little-endian, as every machine that Node runs on.
 */
export class BlockWriter {
  readonly #handle: FileHandle;
  #buffer = Buffer.allocUnsafe(1 << 14);
  readonly #place = Buffer.alloc(8);
  #filled = 0;
  #written = 0;
  #blocks = 0;

  private constructor(
    readonly path: string,
    handle: FileHandle,
  ) {
    this.#handle = handle;
  }

  /** @param kind 8 characters. @param tag 8 bytes, which a reader is given back */
  static async create(path: string, kind: string, tag: Uint8Array): Promise<BlockWriter> {
    try {
      const writer = new BlockWriter(path, await open(path, "w"));
      writer.#buffer.write(kind, 0, 8, "latin1");
      writer.#buffer.set(tag.subarray(0, 8), 8);
      writer.#filled = HEADER;
      return writer;
    } catch (error) {
      throw diskError(error, path);
    }
  }

  /** Appends a block; the bytes may be used again at once. */
  async write(block: Uint8Array): Promise<void> {
    if (this.#filled + FRAME + block.length > BUFFER) await this.#drain();
    const at = this.#filled;
    this.#buffer = grownBuffer(this.#buffer, at + FRAME + block.length);
    this.#buffer.writeUInt32LE(block.length, at);
    this.#buffer.writeUInt32LE(frameSum(this.#place, this.#blocks++, block), at + 4);
    this.#buffer.set(block, at + FRAME);
    this.#filled = at + FRAME + block.length;
  }

  /** Ends the file, and returns its length when it is on disk. */
  async finish(entries: number): Promise<number> {
    if (this.#filled + TRAILER > BUFFER) await this.#drain();
    this.#buffer = grownBuffer(this.#buffer, this.#filled + TRAILER);
    const trailer = this.#buffer.subarray(this.#filled, this.#filled + TRAILER);
    trailer.writeUInt32LE(0, 0);
    trailer.writeDoubleLE(entries, 4);
    trailer.writeDoubleLE(this.#blocks, 12);
    trailer.writeUInt32LE(crc32(trailer.subarray(0, 20)), 20);
    this.#filled += TRAILER;
    await this.#drain();
    try {
      await this.#handle.sync();
      await this.#handle.close();
    } catch (error) {
      throw diskError(error, this.path);
    }
    return this.#written;
  }

  /** Closes the file as it is. */
  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => {}); // it is deleted next
  }

  async #drain(): Promise<void> {
    try {
      for (let done = 0; done < this.#filled; ) {
        const { bytesWritten } = await this.#handle.write(this.#buffer, done, this.#filled - done);
        done += bytesWritten;
      }
    } catch (error) {
      throw diskError(error, this.path);
    }
    this.#written += this.#filled;
    this.#filled = 0;
  }
}

/** Reads a file of blocks from end to end, and finds every byte that is not as it was written. */
export class BlockReader {
  readonly #handle: FileHandle;
  readonly #buffer: Buffer;
  readonly #place = Buffer.alloc(8);
  #from = HEADER;
  #at = 0;
  #filled = 0;
  #block = 0;

  private constructor(
    readonly path: string,
    handle: FileHandle,
    readonly tag: Uint8Array,
    readonly entries: number,
    readonly blocks: number,
    readonly byteLength: number,
  ) {
    this.#handle = handle;
    this.#buffer = Buffer.allocUnsafe(Math.min(BUFFER, byteLength));
  }

  /**
   * @returns undefined when there is no such file. @throws "damaged" when it is of another kind, or was cut
   */
  static async open(path: string, kind: string): Promise<BlockReader | undefined> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(path, "r");
      const { size } = await handle.stat();
      if (size < HEADER + TRAILER)
        throw corrupt(path, `it has ${size} bytes, fewer than the least, ${HEADER + TRAILER}`);
      const ends = Buffer.alloc(HEADER + TRAILER);
      await handle.read(ends, 0, HEADER, 0);
      await handle.read(ends, HEADER, TRAILER, size - TRAILER);
      const found = ends.toString("latin1", 0, 8);
      if (found !== kind) throw corrupt(path, `it begins with "${found}", where "${kind}" was expected`);
      const trailer = ends.subarray(HEADER);
      if (trailer.readUInt32LE(0) !== 0 || trailer.readUInt32LE(20) !== crc32(trailer.subarray(0, 20)))
        throw corrupt(path, "its last 24 bytes are not an end: it was cut, or changed");
      return new BlockReader(
        path,
        handle,
        ends.subarray(8, HEADER),
        trailer.readDoubleLE(4),
        trailer.readDoubleLE(12),
        size,
      );
    } catch (error) {
      await handle?.close();
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw diskError(error, path);
    }
  }

  /** The next block, valid until the one after it; undefined behind the last. @throws "damaged" */
  async next(): Promise<Buffer | undefined> {
    if (this.#filled - this.#at < FRAME) await this.#fill();
    const length = this.#filled - this.#at < FRAME ? 0 : this.#buffer.readUInt32LE(this.#at);
    if (length === 0) {
      const rest = this.#from - this.#filled + this.#at;
      if (this.#block === this.blocks && rest === this.byteLength - TRAILER) return undefined;
      throw corrupt(this.path, `it ends after ${this.#block} of ${this.blocks} blocks`);
    }
    if (length > LONGEST_BLOCK) throw this.#wrongBlock();
    if (this.#filled - this.#at < FRAME + length) await this.#fill();
    if (this.#filled - this.#at < FRAME + length) throw this.#wrongBlock();
    const sum = this.#buffer.readUInt32LE(this.#at + 4);
    const block = this.#buffer.subarray(this.#at + FRAME, this.#at + FRAME + length);
    if (sum !== frameSum(this.#place, this.#block, block)) throw this.#wrongBlock();
    this.#at += FRAME + length;
    this.#block++;
    return block;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  #wrongBlock(): CrawlbenchError {
    return corrupt(this.path, `block ${this.#block} of ${this.blocks} is not as it was written`);
  }

  async #fill(): Promise<void> {
    this.#buffer.copyWithin(0, this.#at, this.#filled);
    this.#filled -= this.#at;
    this.#at = 0;
    try {
      while (this.#filled < this.#buffer.length) {
        const room = this.#buffer.length - this.#filled;
        const { bytesRead } = await this.#handle.read(this.#buffer, this.#filled, room, this.#from);
        if (bytesRead === 0) return;
        this.#filled += bytesRead;
        this.#from += bytesRead;
      }
    } catch (error) {
      throw diskError(error, this.path);
    }
  }
}

function frameSum(place: Buffer, number: number, block: Uint8Array): number {
  place.writeUInt32LE(number, 0);
  place.writeUInt32LE(block.length, 4);
  return crc32(block, crc32(place));
}
