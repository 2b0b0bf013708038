import type { AppendFile } from "./append-file.js";

/**
 * How numbers lie in a file, little-endian: unsigned integers, floats; u64 as two words of 32 bits, the low one first.
 */
export const WORDS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f64: Float64Array,
  u64: Uint32Array,
} as const;

export type NumberKind = keyof typeof WORDS;
export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Numbers held before they are written. */
const BUFFERED = 1 << 13;

/** Numbers that are only appended. */
export class NumberColumn {
  readonly #file: AppendFile;
  readonly #buffer: NumberArray;
  #used = 0;
  #length: number;

  constructor(file: AppendFile, kind: NumberKind) {
    this.#file = file;
    this.#buffer = new WORDS[kind](BUFFERED);
    this.#length = file.length / this.#buffer.BYTES_PER_ELEMENT;
  }

  /** Numbers so far; of u64 words. */
  get length(): number {
    return this.#length;
  }

  /** A number that its kind cannot hold is cut to its low bits: who appends sees to that. */
  push(value: number): void {
    if (this.#used === BUFFERED) this.flush();
    this.#buffer[this.#used++] = value;
    this.#length++;
  }

  /** NaN for an index outside 0 .. length - 1. */
  at(index: number): number {
    if (!(index >= 0 && index < this.#length)) return Number.NaN;
    const written = this.#length - this.#used;
    if (index >= written) return this.#buffer[index - written];
    const one = this.#buffer.slice(0, 1);
    const bytes = new Uint8Array(one.buffer);
    this.#file.read(bytes, index * bytes.length);
    return one[0];
  }

  /** Numbers from `start`, as many as `into` is long; all of them written already. */
  read(into: NumberArray, start: number): void {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    this.#file.read(bytes, start * into.BYTES_PER_ELEMENT);
  }

  /** Writes what is held; to make it durable, sync the file. */
  flush(): void {
    if (this.#used === 0) return;
    this.#file.append(new Uint8Array(this.#buffer.buffer, 0, this.#used * this.#buffer.BYTES_PER_ELEMENT));
    this.#used = 0;
  }
}
