import { got, gotInstead, option, problem } from "./error.js";
import { GOLDEN, prospectorMix } from "./mix.js";
/**
 * Seeded source of chance: every random choice of the library draws from one of these, so equal seeds give equal
 * results on every machine. Generator: xoshiro128** 1.1 (Blackman and Vigna 2021), seeded through splitmix32.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** @param seed any integer; only its low 32 bits count */
  constructor(seed: number) {
    if (!Number.isInteger(seed)) throw problem.option`${option("seed")} must be an integer, ${got(seed)}`;
    let state = seed | 0;
    const splitmix = () => {
      state = (state + GOLDEN) | 0;
      return prospectorMix(state);
    };
    this.#a = splitmix();
    this.#b = splitmix();
    this.#c = splitmix();
    this.#d = splitmix();
  }

  /** Uniform 32 bits, 0 <= value < 2^32. */
  bits(): number {
    const b = this.#b;
    const five = Math.imul(b, 5);
    const result = Math.imul((five << 7) | (five >>> 25), 9);
    const t = b << 9;
    this.#c ^= this.#a;
    this.#d ^= b;
    this.#b = b ^ this.#c;
    this.#a ^= this.#d;
    this.#c ^= t;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result >>> 0;
  }

  /** Many draws at once, those that as many calls of `bits` give. */
  fill(words: Uint32Array): void {
    let [a, b, c, d] = [this.#a, this.#b, this.#c, this.#d];
    for (let i = 0; i < words.length; i++) {
      const five = Math.imul(b, 5);
      words[i] = Math.imul((five << 7) | (five >>> 25), 9);
      const t = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= t;
      d = (d << 11) | (d >>> 21);
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#d = d;
  }

  /** Uniform in [0, 1), a multiple of 2^-53. */
  next(): number {
    return ((this.bits() >>> 5) * 67108864 + (this.bits() >>> 6)) / 9007199254740992;
  }

  /**
   * Uniform integer, 0 <= value < limit, without bias (rejection).
   *
   * @param limit 1 <= limit <= 2^32
   * @throws "option" for any other: above 2^32 no draw would ever be fair
   */
  below(limit: number): number {
    if (!(limit >= 1 && limit <= 2 ** 32 && Number.isInteger(limit)))
      throw problem.option`below(limit) takes a whole number from 1 to 2^32; ${got(limit)}`;
    const unfair = 4294967296 % limit;
    let bits = this.bits();
    while (bits < unfair) bits = this.bits();
    return bits % limit;
  }

  /** An independent generator whose sequence depends on this seed and on `label`; this one advances by one draw. */
  fork(label = 0): Random {
    return new Random((this.bits() ^ Math.imul(label, GOLDEN)) | 0);
  }

  /** The four words that continue the sequence; see `restore`. */
  save(): Int32Array {
    return Int32Array.of(this.#a, this.#b, this.#c, this.#d);
  }

  /** Continues the sequence of the generator that `save` was called on. */
  restore(words: Int32Array): void {
    [this.#a, this.#b, this.#c, this.#d] = words as unknown as [number, number, number, number];
  }
}

/** @throws "option" for what is no source of chance, such as a seed alone */
export function requireRandom(who: string, random: unknown): void {
  if (typeof (random as Partial<Random> | undefined | null)?.bits === "function") return;
  throw problem.option`${who} takes a source of chance, new Random(1); ${gotInstead(random)}`;
}
