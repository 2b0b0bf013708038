import { got, problem } from "../base/error.js";
import { FNV_START, fnvNext, murmurRound } from "../base/mix.js";

const SLOTS = 1 << 18;

/**
 * Counts of texts in fixed memory: two rows of counters, of which the smaller counts (count-min sketch, Cormode and
 * Muthukrishnan 2005). Never too low; too high by the texts that share both counters. 2 MB.
 */
export class CountSketch {
  #counts = new Uint32Array(0);
  #a = 0;
  #b = 0;

  /**
   * Count so far of `text[0 .. end)`, digits in `text[from .. end)` taken as one 0 for each run of them.
   *
   * @param from `end`: digits count as they are
   * @param seed tells uses of the sketch apart
   */
  count(text: string, from: number, end: number, seed: number): number {
    let a = FNV_START ^ seed;
    let b = seed;
    let wasDigit = false;
    for (let at = 0; at < end; at++) {
      let char = text.charCodeAt(at);
      const isDigit = at >= from && char >= 0x30 && char <= 0x39;
      if (isDigit && wasDigit) continue;
      wasDigit = isDigit;
      if (isDigit) char = 0x30;
      a = fnvNext(a, char);
      b = Math.imul(b ^ char, 0x5bd1e995) + 0x7ed55d16;
    }
    this.#a = slot(a);
    this.#b = SLOTS + slot(b);
    return this.#counts.length === 0 ? 0 : Math.min(this.#counts[this.#a], this.#counts[this.#b]);
  }

  /** Where the text asked for last is counted; to be kept until `add`. */
  get place(): number {
    return this.#a * SLOTS + (this.#b - SLOTS);
  }

  /** Counts the text of a place once more. */
  add(place: number): void {
    if (this.#counts.length === 0) this.#counts = new Uint32Array(2 * SLOTS);
    this.#counts[Math.floor(place / SLOTS)]++;
    this.#counts[SLOTS + (place % SLOTS)]++;
  }

  /** "": nothing was counted. */
  save(): string {
    return Buffer.from(this.#counts.buffer).toString("base64");
  }

  /** @throws "option" for a text that `save` did not give */
  restore(saved: string): void {
    const bytes = Buffer.from(saved, "base64");
    if (bytes.length !== 0 && bytes.length !== 8 * SLOTS)
      throw problem.version`expected ${8 * SLOTS} bytes of counters; ${got(bytes.length)}`;
    this.#counts = new Uint32Array(bytes.length / 4);
    new Uint8Array(this.#counts.buffer).set(bytes);
  }
}

const slot = (hash: number): number => murmurRound(hash) & (SLOTS - 1);
