const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

const MASK = 2n ** 64n - 1n;
const rotated = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (64n - by))) & MASK;
const round = (lane: bigint, input: bigint): bigint => (rotated((lane + input * P2) & MASK, 31n) * P1) & MASK;

/** Bytes of a stripe: eight for each of four lanes. */
const STRIPE = 32;

/**
 * XXH64 with seed 0, of bytes that come in parts: the checksum of zstd frames (RFC 8878, section 3.1.1).
 *
 * Stripes are taken in by 32-bit words, for BigInt takes fifty times as long.
 */
export class Xxh64 {
  readonly #lanes = BigUint64Array.of((P1 + P2) & MASK, P2, 0n, MASK + 1n - P1);
  /** Low and high word of each lane. */
  readonly #words = new Int32Array(this.#lanes.buffer);
  readonly #rest = new Uint8Array(STRIPE);
  #length = 0;

  add(bytes: Uint8Array): void {
    const filled = this.#length % STRIPE;
    this.#length += bytes.length;
    let at = 0;
    if (filled > 0) {
      at = Math.min(STRIPE - filled, bytes.length);
      this.#rest.set(bytes.subarray(0, at), filled);
      if (filled + at < STRIPE) return;
      this.#stripes(this.#rest, 0, STRIPE);
    }
    const end = bytes.length - ((bytes.length - at) % STRIPE);
    this.#stripes(bytes, at, end);
    this.#rest.set(bytes.subarray(end));
  }

  /** The lowest 32 bits, unsigned: what a frame holds. */
  get low(): number {
    const [a, b, c, d] = this.#lanes;
    let hash = P5;
    if (this.#length >= STRIPE) {
      hash = rotated(a, 1n) + rotated(b, 7n) + rotated(c, 12n) + rotated(d, 18n);
      for (const lane of this.#lanes) hash = (((hash & MASK) ^ round(0n, lane)) * P1 + P4) & MASK;
    }
    hash = (hash + BigInt(this.#length)) & MASK;
    const rest = Buffer.from(this.#rest.subarray(0, this.#length % STRIPE));
    let at = 0;
    for (; at + 8 <= rest.length; at += 8)
      hash = (rotated(hash ^ round(0n, rest.readBigUInt64LE(at)), 27n) * P1 + P4) & MASK;
    for (; at + 4 <= rest.length; at += 4)
      hash = (rotated(hash ^ ((BigInt(rest.readUInt32LE(at)) * P1) & MASK), 23n) * P2 + P3) & MASK;
    for (; at < rest.length; at++) hash = (rotated(hash ^ ((BigInt(rest[at]) * P5) & MASK), 11n) * P1) & MASK;
    hash = ((hash ^ (hash >> 33n)) * P2) & MASK;
    hash = ((hash ^ (hash >> 29n)) * P3) & MASK;
    return Number((hash ^ (hash >> 32n)) & 0xffffffffn);
  }

  /** Takes in bytes[from .. to), whole stripes. */
  #stripes(bytes: Uint8Array, from: number, to: number): void {
    const words = this.#words;
    for (let at = from, lane = 0; at < to; at += 8, lane = (lane + 2) & 7) {
      const low = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
      const high = bytes[at + 4] | (bytes[at + 5] << 8) | (bytes[at + 6] << 16) | (bytes[at + 7] << 24);
      // lane + input P2
      const sum = (words[lane] >>> 0) + (Math.imul(low, 0x27d4eb4f) >>> 0);
      const carry = sum > 0xffffffff ? 1 : 0;
      const upper =
        words[lane + 1] +
        highWord(low, 0xeb4f, 0x27d4) +
        Math.imul(high, 0x27d4eb4f) +
        Math.imul(low, 0xc2b2ae3d) +
        carry;
      // rotated by 31, times P1
      const right = (sum << 31) | ((upper | 0) >>> 1);
      const left = (upper << 31) | ((sum | 0) >>> 1);
      words[lane] = Math.imul(right, 0x85ebca87);
      words[lane + 1] = highWord(right, 0xca87, 0x85eb) + Math.imul(left, 0x85ebca87) + Math.imul(right, 0x9e3779b1);
    }
  }
}

/** The high 32 bits of the product of two words, one of which is given as its halves. */
function highWord(a: number, low: number, high: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const middle = (Math.imul(a1, low) >>> 0) + ((a0 * low) >>> 16);
  const cross = (Math.imul(a0, high) >>> 0) + (middle & 0xffff);
  return (Math.imul(a1, high) + (middle >>> 16) + (cross >>> 16)) | 0;
}
