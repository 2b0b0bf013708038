import { problem } from "../../base/error.js";
import { LONGEST_URL } from "../url-batch.js";
import type { BlockReader, BlockWriter } from "./block-file.js";
import type { UrlTree } from "./url-tree.js";

const LONGEST_KEY = LONGEST_URL + 1;

/** Bytes after which a block is written. */
const BLOCK = 1 << 14;

/**
 * Merges a tree of keys into a file of keys in ascending order, as many steps at a time as the caller likes: "a simple
 * scan-and-copy operation" (Shkapenyuk and Suel 2001, section 3.2). In the file each key is how many bytes it shares
 * with the one before it, how many others it has, both as base-128 numbers, and those others; the first key of a block
 * shares none.
 *
 * Comparisons start behind what both sides are known to share with the last key written, so that each byte is compared
 * once.
 */
export class UrlMerge {
  /** Keys of the tree that the file did not hold, in ascending order. */
  readonly fresh: Uint32Array;
  freshCount = 0;
  /** Keys written. */
  entries = 0;
  /** Keys of both sides that are behind us. */
  steps = 0;
  readonly #old: BlockReader | undefined;
  readonly #tree: UrlTree;
  readonly #writer: BlockWriter | undefined;
  readonly #each: ((key: Uint8Array, start: number, end: number) => void) | undefined;
  readonly #out = Buffer.allocUnsafe(BLOCK + LONGEST_KEY + 10);
  #filled = 0;
  #block: Uint8Array | undefined;
  #at = 0;
  /** Key of the file that comes next. */
  readonly #oldKey = new Uint8Array(LONGEST_KEY);
  #oldLength = 0;
  #oldShared = 0;
  /** Number of the tree's key that comes next. */
  #number: number;
  #numberShared = 0;
  /** Length of the last key written, and its number; -1 when it is the file's, and stands in `#oldKey`. */
  #lastLength = 0;
  #lastNumber = -1;
  #begun = false;

  /** @param each is given every key that is written */
  constructor(
    old: BlockReader | undefined,
    tree: UrlTree,
    writer: BlockWriter | undefined,
    each?: (key: Uint8Array, start: number, end: number) => void,
  ) {
    this.#old = old;
    this.#tree = tree;
    this.#writer = writer;
    this.#each = each;
    this.#number = tree.first();
    this.fresh = new Uint32Array(tree.size);
  }

  /**
   * @param steps keys that may be handled
   * @returns are all?
   * @throws "damaged", "disk-full", "failed"; then the merge is over
   */
  async advance(steps: number): Promise<boolean> {
    if (!this.#begun) await this.#readBlock();
    this.#begun = true;
    const end = this.steps + steps;
    while (this.steps < end) {
      const more = this.#run(end);
      if (this.#filled >= BLOCK || !more) await this.#writeBlock();
      if (this.#block && this.#at === this.#block.length && this.#oldLength === 0) await this.#readBlock();
      if (!more && !this.#block) return true;
    }
    return false;
  }

  /** Merges until a block is full, one is read to its end, or it is time. @returns is there more on either side? */
  #run(end: number): boolean {
    while (this.steps < end && this.#filled < BLOCK) {
      if (this.#oldLength === 0) {
        if (this.#block) return true; // the next one is to be read
        if (this.#number < 0) return false;
        this.#writeAdded();
      } else if (this.#number < 0 || this.#oldShared > this.#numberShared) this.#writeOld();
      else if (this.#numberShared > this.#oldShared) this.#writeAdded();
      else this.#compare();
    }
    return true;
  }

  /** Both share the same bytes with the last key: what lies behind decides. */
  #compare(): void {
    const { bytes, ends } = this.#tree.keys;
    const start = this.#tree.keys.startOf(this.#number);
    const length = ends[this.#number] - start;
    const shorter = Math.min(length, this.#oldLength);
    let shared = this.#oldShared;
    while (shared < shorter && bytes[start + shared] === this.#oldKey[shared]) shared++;
    if (shared === length && shared === this.#oldLength) {
      this.#numberShared = shared;
      this.#nextAdded(start);
      this.#writeOld();
    } else if (shared === length || (shared < this.#oldLength && bytes[start + shared] < this.#oldKey[shared])) {
      const before = this.#oldShared;
      this.#oldShared = shared;
      this.#numberShared = before;
      this.#writeAdded();
    } else {
      this.#numberShared = shared;
      this.#writeOld();
    }
  }

  #writeOld(): void {
    this.#append(this.#oldKey, 0, this.#oldLength, this.#oldShared);
    this.#lastNumber = -1;
    this.#nextOld();
    this.steps++;
  }

  #writeAdded(): void {
    const start = this.#tree.keys.startOf(this.#number);
    this.#append(this.#tree.keys.bytes, start, this.#tree.keys.ends[this.#number], this.#numberShared);
    this.#lastNumber = this.#number;
    this.fresh[this.freshCount++] = this.#number;
    this.#nextAdded(start);
  }

  /** Goes on to the tree's next key, and counts what it shares with the one before. */
  #nextAdded(before: number): void {
    const { bytes, ends } = this.#tree.keys;
    const length = ends[this.#number] - before;
    this.#number = this.#tree.after(this.#number);
    this.steps++;
    if (this.#number < 0) return;
    const start = this.#tree.keys.startOf(this.#number);
    const shorter = Math.min(length, ends[this.#number] - start);
    let shared = 0;
    while (shared < shorter && bytes[before + shared] === bytes[start + shared]) shared++;
    this.#numberShared = shared;
  }

  #append(key: Uint8Array, start: number, end: number, sharedWithLast: number): void {
    const shared = this.#filled === 0 ? 0 : sharedWithLast;
    const rest = end - start - shared;
    this.#filled = writeNumber(this.#out, this.#filled, shared);
    this.#filled = writeNumber(this.#out, this.#filled, rest);
    const at = this.#filled;
    if (rest < 48) for (let i = 0; i < rest; i++) this.#out[at + i] = key[start + shared + i];
    else this.#out.set(key.subarray(start + shared, end), at);
    this.#filled += rest;
    this.#lastLength = end - start;
    this.entries++;
    this.#each?.(key, start, end);
  }

  async #writeBlock(): Promise<void> {
    if (this.#filled > 0) await this.#writer?.write(this.#out.subarray(0, this.#filled));
    this.#filled = 0;
  }

  async #readBlock(): Promise<void> {
    const block = await this.#old?.next();
    this.#block = block;
    this.#at = 0;
    if (block) this.#nextOld();
  }

  #nextOld(): void {
    const block = this.#block as Uint8Array;
    if (this.#at >= block.length) {
      this.#oldLength = 0;
      return;
    }
    const isFirst = this.#at === 0;
    const shared = this.#readNumber(block);
    const rest = this.#readNumber(block);
    const key = this.#oldKey;
    if (!(rest > 0 && shared + rest <= LONGEST_KEY && this.#at + rest <= block.length))
      throw problem.damaged`a block of ${block.length} bytes is none of URLs`;
    this.#oldShared = isFirst ? this.#sharedWithLast(block, this.#at, this.#at + rest) : shared;
    for (let i = 0; i < rest; i++) key[shared + i] = block[this.#at + i];
    this.#oldLength = shared + rest;
    this.#at += rest;
  }

  /** The first key of a block is whole: what it shares with the last key written is counted anew. */
  #sharedWithLast(block: Uint8Array, start: number, end: number): number {
    const { bytes } = this.#tree.keys;
    const [last, from] = this.#lastNumber < 0 ? [this.#oldKey, 0] : [bytes, this.#tree.keys.startOf(this.#lastNumber)];
    const shorter = Math.min(end - start, this.#lastLength);
    let shared = 0;
    while (shared < shorter && block[start + shared] === last[from + shared]) shared++;
    return shared;
  }

  #readNumber(block: Uint8Array): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = block[this.#at++];
      value |= (byte & 127) << shift;
      if (!(byte & 128)) return value;
    }
  }
}

function writeNumber(out: Uint8Array, at: number, number: number): number {
  let to = at;
  let rest = number;
  for (; rest > 127; rest >>>= 7) out[to++] = (rest & 127) | 128;
  out[to++] = rest;
  return to;
}
