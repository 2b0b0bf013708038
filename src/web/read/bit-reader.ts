import { malformed } from "./format.js";
/** Codes of natural numbers that WebGraph's files use. */
export type Code = "UNARY" | "GAMMA" | "DELTA" | "ZETA" | "NIBBLE" | "GOLOMB";

/**
 * Reads codes of natural numbers from a stream of bits, the highest bit of each byte first. Boldi and Vigna 2004, "The
 * WebGraph framework I", section 4, and "The WebGraph framework II: codes for the World-Wide Web".
 *
 * Reading on behind the last bit yields zeros, up to an error; ask `overrun` after each record.
 */
export class BitReader {
  /** Big-endian words, then two of zeros. */
  readonly #words: Int32Array;
  #word = 0;
  #shift = 0;
  /** Number of bits in the stream. */
  readonly size: number;
  readonly #name: string;
  /** Named by errors when it is not negative. */
  node = -1;

  /** @param name what the bits are, for errors: "BVGraph" */
  constructor(bytes: Uint8Array, name: string) {
    this.#name = name;
    this.size = bytes.length * 8;
    const whole = bytes.length >>> 2;
    const words = new Int32Array(whole + 3);
    for (let i = 0, at = 0; i < whole; i++, at += 4) {
      words[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
    }
    for (let at = whole * 4; at < bytes.length; at++) words[whole] |= bytes[at] << (24 - (at & 3) * 8);
    this.#words = words;
  }

  /** Bits read so far. */
  get position(): number {
    return this.#word * 32 + this.#shift;
  }

  get overrun(): boolean {
    return this.position > this.size;
  }

  /** The next 32 bits, as a signed integer. */
  #peek(): number {
    const word = this.#words[this.#word];
    const shift = this.#shift;
    return shift === 0 ? word : (word << shift) | (this.#words[this.#word + 1] >>> (32 - shift));
  }

  #skip(count: number): void {
    const shift = this.#shift + count;
    this.#word += shift >>> 5;
    this.#shift = shift & 31;
  }

  /** @param count 0 <= count <= 53 */
  bits(count: number): number {
    if (count === 0) return 0;
    if (count > 32) {
      const high = this.bits(count - 32);
      return high * 4294967296 + this.bits(32);
    }
    const value = this.#peek() >>> (32 - count);
    this.#skip(count);
    return value;
  }

  /** x zeros, then a one. */
  unary(): number {
    let zeros = Math.clz32(this.#peek());
    if (zeros < 32) {
      this.#skip(zeros + 1);
      return zeros;
    }
    let count = 0;
    while (zeros === 32) {
      count += 32;
      this.#skip(32);
      if (this.overrun) this.#fail("a one within the stream", "zeros to its end");
      zeros = Math.clz32(this.#peek());
    }
    this.#skip(zeros + 1);
    return count + zeros;
  }

  /** The length of x + 1 less one in unary, then its bits below the highest. */
  gamma(): number {
    const next = this.#peek();
    const length = Math.clz32(next);
    if (length < 16) {
      this.#skip(2 * length + 1);
      return (next >>> (31 - 2 * length)) - 1;
    }
    return this.#belowHighest(this.unary());
  }

  /** The length of x + 1 less one in gamma, then its bits below the highest. */
  delta(): number {
    return this.#belowHighest(this.gamma());
  }

  #belowHighest(length: number): number {
    if (length > 52) this.#fail("numbers below 2^53", `one of ${length + 1} bits`);
    return 2 ** length - 1 + this.bits(length);
  }

  /**
   * h in unary, where 2^(hk) <= x + 1 < 2^((h + 1)k); then x + 1 - 2^(hk) in minimal binary.
   *
   * @param k 2 or more: for k = 1 this is gamma
   */
  zeta(k: number): number {
    const next = this.#peek();
    const h = Math.clz32(next);
    const low = h * k + k - 1;
    if (h + 2 + low <= 32) {
      const left = 1 << (h * k);
      const short = (next << (h + 1)) >>> (32 - low);
      if (short < left) {
        this.#skip(h + 1 + low);
        return short + left - 1;
      }
      this.#skip(h + 2 + low);
      return ((next << (h + 1)) >>> (31 - low)) - 1;
    }
    return this.#longZeta(k);
  }

  #longZeta(k: number): number {
    const h = this.unary();
    const low = h * k + k - 1;
    if (low > 51) this.#fail("numbers below 2^52", `a zeta code of ${low + 1} bits`);
    const left = 2 ** (h * k);
    const short = this.bits(low);
    return short < left ? short + left - 1 : short * 2 + this.bits(1) - 1;
  }

  /** Groups of three bits, highest first, each behind a bit that is one in the last group. */
  nibble(): number {
    let value = 0;
    for (;;) {
      const group = this.bits(4);
      value = value * 8 + (group & 7);
      if (group & 8) return value;
      if (value >= 2 ** 49 || this.overrun) this.#fail("numbers below 2^52", "a longer nibble code");
    }
  }

  /** floor(x / b) in unary, then x mod b in minimal binary. */
  golomb(b: number): number {
    const quotient = this.unary();
    const length = 31 - Math.clz32(b);
    const short = this.bits(length);
    const spare = 2 ** (length + 1) - b;
    return quotient * b + (short < spare ? short : short * 2 + this.bits(1) - spare);
  }

  /**
   * What reads numbers of one code.
   *
   * @param k parameter of ZETA (1 or more), modulus of GOLOMB
   */
  reader(code: Code, k: number): () => number {
    switch (code) {
      case "UNARY":
        return () => this.unary();
      case "GAMMA":
        return () => this.gamma();
      case "DELTA":
        return () => this.delta();
      case "NIBBLE":
        return () => this.nibble();
      case "GOLOMB":
        return () => this.golomb(k);
      case "ZETA":
        return k === 1 ? () => this.gamma() : () => this.zeta(k);
    }
  }

  /** Whether less than `most` bits are left, all of them zero. */
  onlyPadding(most: number): boolean {
    const left = this.size - this.position;
    if (left < 0 || left >= most) return false;
    for (let bit = 0; bit < left; bit++) if (this.bits(1) !== 0) return false;
    return true;
  }

  #fail(expected: string, found: string): never {
    const place = { bit: this.position, ...(this.node >= 0 ? { node: this.node } : {}) };
    throw malformed(this.#name, place, expected, found);
  }
}
