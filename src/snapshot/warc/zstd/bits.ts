/**
 * Bits read from the end of `bytes[from, to)` towards its beginning, as zstd's entropy coders write them (RFC 8878, section 4.1). The
 * last byte has a 1 above the last bit. Bits before the beginning are zeros; `left` below 0 tells how many of them were read.
 *
 * `bytes` goes on for 4 bytes behind `to`, whatever they hold.
 */
export class BackwardBits {
  readonly #bytes: Uint8Array;
  readonly #from: number;
  /** Bits that were not read. */
  left: number;

  /** @throws RangeError when the last byte is 0 or there is none */
  constructor(bytes: Uint8Array, from: number, to: number) {
    if (to <= from || bytes[to - 1] === 0) throw new RangeError("a stream of bits has no end");
    this.#bytes = bytes;
    this.#from = from;
    this.left = 8 * (to - from) - 1 - Math.clz32(bytes[to - 1] << 24);
  }

  /** @param count 0 to 32 */
  read(count: number): number {
    if (count > 24) {
      const high = this.read(count - 16);
      return high * 0x10000 + this.read(16);
    }
    const left = (this.left -= count);
    if (left < 0) return left + count <= 0 ? 0 : (this.#at(0) << -left) & ((1 << count) - 1);
    return (this.#at(left >>> 3) >>> (left & 7)) & ((1 << count) - 1);
  }

  #at(byte: number): number {
    const bytes = this.#bytes;
    const at = this.#from + byte;
    return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
  }
}
