import { problem } from "../../error.js";
import type { Dictionary } from "./dictionary.js";
import { decodeHuffman, type HuffmanTable, readHuffmanTable, roomForCodes } from "./huffman.js";
import { SequenceDecoder } from "./sequences.js";

/** Bytes that a block has at the most, packed or not. */
export const BLOCK_BYTES = 1 << 17;
/** Bytes that are kept beyond the window, so that it is moved rarely. */
const SLACK = 32 << 20;
const NOTHING = new Uint8Array(0);

/**
 * Decodes the blocks of one zstd frame (RFC 8878, section 3.1.1.2), up to the largest windows: 2^31 bytes.
 *
 * Memory is what came out, up to the window and 32 MB.
 *
 * Own, because fzstd 0.1.1, the library at hand, gives wrong bytes without a word where an offset has more than 25 bits
 * (matches that go back over 64 MB), and moves the whole window for each block.
 */
export class BlockDecoder {
  #window = 0;
  #most = 0;
  #out = Buffer.alloc(0);
  #at = 0;
  readonly #literals = new Uint8Array(BLOCK_BYTES);
  #literalCount = 0;
  #literalAt = 0;
  /** A block with bytes behind it that may be read. */
  readonly #packed = new Uint8Array(BLOCK_BYTES + 8);
  #huffman: HuffmanTable | undefined;
  readonly #codes = roomForCodes();
  readonly #sequences = new SequenceDecoder();
  #blockEnd = 0;

  constructor(window: number, dictionary?: Dictionary) {
    this.begin(window, dictionary);
  }

  /** Begins another frame, in the memory of the last. */
  begin(frameWindow: number, { content = NOTHING, codes, sequences }: Partial<Dictionary> = {}): void {
    const window = frameWindow + content.length;
    this.#window = window;
    this.#most = window + Math.max(BLOCK_BYTES, Math.min(SLACK, window)) + BLOCK_BYTES;
    const size = Math.min(this.#most, content.length + 4 * BLOCK_BYTES);
    if (this.#out.length < size || this.#out.length > this.#most) this.#out = Buffer.allocUnsafe(size);
    this.#out.set(content);
    this.#at = content.length;
    this.#huffman = codes;
    this.#sequences.begin(sequences);
  }

  /** Of any kind of block: @returns what it stands for, valid until the next call */
  raw(bytes: Uint8Array): Uint8Array {
    const from = this.#begin();
    this.#out.set(bytes, from);
    this.#at += bytes.length;
    return this.#out.subarray(from, this.#at);
  }

  run(byte: number, size: number): Uint8Array {
    const from = this.#begin();
    this.#at += size;
    return this.#out.fill(byte, from, this.#at).subarray(from, this.#at);
  }

  /** @throws "damaged" for bytes that are no block */
  compressed(block: Uint8Array): Uint8Array {
    const from = this.#begin();
    this.#blockEnd = from + BLOCK_BYTES;
    const bytes = this.#packed;
    bytes.set(block);
    bytes.fill(0, block.length, block.length + 8);
    const sequences = this.#readLiterals(bytes, block.length);
    this.#literalAt = 0;
    this.#sequences.decode(bytes, sequences, block.length, this);
    this.#copyLiterals(this.#literalCount - this.#literalAt);
    return this.#out.subarray(from, this.#at);
  }

  sequence(literals: number, offset: number, match: number): void {
    this.#copyLiterals(literals);
    const out = this.#out;
    const at = this.#at;
    const source = at - offset;
    if (source < 0 || offset > this.#window || at + match > this.#blockEnd)
      throw problem.damaged`a match outside the window`;
    if (offset >= match && match > 32) out.copyWithin(at, source, source + match);
    else for (let i = 0; i < match; i++) out[at + i] = out[source + i];
    this.#at = at + match;
  }

  #copyLiterals(count: number): void {
    const from = this.#literalAt;
    const at = this.#at;
    if (from + count > this.#literalCount || at + count > this.#blockEnd)
      throw problem.damaged`more literals than there are`;
    const literals = this.#literals;
    const out = this.#out;
    if (count > 64) out.set(literals.subarray(from, from + count), at);
    else for (let i = 0; i < count; i++) out[at + i] = literals[from + i];
    this.#literalAt = from + count;
    this.#at = at + count;
  }

  /** Literals section (RFC 8878, section 3.1.1.3.1). @returns where it ends */
  #readLiterals(bytes: Uint8Array, end: number): number {
    const type = bytes[0] & 3;
    const format = (bytes[0] >> 2) & 3;
    if (type < 2) {
      const header = format === 1 ? 2 : format === 3 ? 3 : 1;
      const word = bytes[0] | (bytes[1] << 8) | (bytes[2] << 16);
      const size = header === 1 ? bytes[0] >> 3 : header === 2 ? (word & 0xffff) >> 4 : word >> 4;
      this.#setLiteralCount(size);
      if (type === 0) this.#literals.set(bytes.subarray(header, header + size));
      else this.#literals.fill(bytes[header], 0, size);
      return within(header + (type === 0 ? size : 1), end);
    }
    const header = format < 2 ? 3 : format + 2;
    const bits = format < 2 ? 10 : format === 2 ? 14 : 18;
    const word = (bytes[0] | (bytes[1] << 8) | (bytes[2] << 16)) + bytes[3] * 2 ** 24 + bytes[4] * 2 ** 32;
    const size = Math.floor(word / 16) % 2 ** bits;
    const packed = Math.floor(word / 2 ** (4 + bits)) % 2 ** bits;
    this.#setLiteralCount(size);
    const to = within(header + packed, end);
    let from = header;
    if (type === 2) {
      this.#huffman = this.#codes;
      from = readHuffmanTable(bytes, from, to, this.#codes);
    }
    if (!this.#huffman) throw problem.damaged`a block repeats codes that there are not`;
    if (format === 0) decodeHuffman(this.#huffman, bytes, from, to, this.#literals, 0, size);
    else this.#fourStreams(this.#huffman, bytes, from, to, size);
    return to;
  }

  #fourStreams(table: HuffmanTable, bytes: Uint8Array, from: number, to: number, size: number): void {
    const share = (size + 3) >> 2;
    let at = from + 6;
    for (let stream = 0; stream < 4; stream++) {
      const end = stream === 3 ? to : at + (bytes[from + 2 * stream] | (bytes[from + 2 * stream + 1] << 8));
      const first = stream * share;
      if (end > to || first > size) throw problem.damaged`streams of codes are cut short`;
      decodeHuffman(table, bytes, at, end, this.#literals, first, Math.min(share, size - first));
      at = end;
    }
  }

  #setLiteralCount(size: number): void {
    if (size > BLOCK_BYTES) throw problem.damaged`more literals than a block holds`;
    this.#literalCount = size;
  }

  /** Makes room for a block; the window stays before it. */
  #begin(): number {
    if (this.#at + BLOCK_BYTES <= this.#out.length) return this.#at;
    if (this.#out.length < this.#most) {
      const larger = Buffer.allocUnsafe(
        this.#out.length < SLACK ? Math.min(this.#most, this.#out.length * 2) : this.#most,
      );
      larger.set(this.#out.subarray(0, this.#at));
      this.#out = larger;
      return this.#begin();
    }
    this.#out.copyWithin(0, this.#at - this.#window, this.#at);
    this.#at = this.#window;
    return this.#at;
  }
}

function within(at: number, end: number): number {
  if (at > end) throw problem.damaged`a block is cut short`;
  return at;
}
