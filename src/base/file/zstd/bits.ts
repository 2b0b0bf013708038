import { problem } from "../../error.js";
/**
 * Bits read from the end of `bytes[from, to)` towards its beginning, as zstd's entropy coders write them (RFC 8878,
 * section 4.1). The last byte has a 1 above the last bit. Bits before the beginning are zeros; `left` below 0 tells how
 * many of them were read.
 *
 * `bytes` goes on for 4 bytes behind `to`, whatever they hold.
 */
export class BackwardBits {
  readonly #bytes: DataView;
  readonly #from: number;
  /** Bits that were not read. */
  left: number;

  /** @throws "damaged" when the last byte is 0 or there is none */
  constructor(bytes: Uint8Array, from: number, to: number) {
    if (to <= from || bytes[to - 1] === 0) throw problem.damaged`a stream of bits has no end`;
    this.#bytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#from = from;
    this.left = 8 * (to - from) - 1 - Math.clz32(bytes[to - 1] << 24);
  }

  /** @param count 0 to 32 */
  read(count: number): number {
    if (count > 24 || count > this.left) return this.#readSlowly(count);
    const left = (this.left -= count);
    return (this.#bytes.getUint32(this.#from + (left >>> 3), true) >>> (left & 7)) & ((1 << count) - 1);
  }

  #readSlowly(count: number): number {
    if (count > 24) {
      const high = this.read(count - 16);
      return high * 0x10000 + this.read(16);
    }
    const left = (this.left -= count);
    return left + count <= 0 ? 0 : (this.#bytes.getUint32(this.#from, true) << -left) & ((1 << count) - 1);
  }
}
