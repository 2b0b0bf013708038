import { got, problem } from "../base/error.js";
import { FNV_START, fnvNext, murmurRound } from "../base/mix.js";

const SLOTS = 1 << 18;
/** Counters that are saved together. */
const BLOCK = 16;
const BLOCKS = (2 * SLOTS) / BLOCK;

/** Counters from a place on, as base 64. */
export type CounterRow = readonly [from: number, counters: string];

/**
 * Counts of texts in fixed memory: two rows of counters, of which the smaller counts (count-min sketch, Cormode and
 * Muthukrishnan 2005). Never too low; too high by the texts that share both counters. 2 MB.
 */
export class CountSketch {
  #counts = new Uint32Array(0);
  /** By block: was it counted in since `changes`? */
  readonly #changed = new Uint8Array(BLOCKS);
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
    this.#raise(Math.floor(place / SLOTS));
    this.#raise(SLOTS + (place % SLOTS));
  }

  #raise(at: number): void {
    this.#counts[at]++;
    this.#changed[Math.floor(at / BLOCK)] = 1;
  }

  /** All that was counted. */
  save(): CounterRow[] {
    const used = new Uint8Array(BLOCKS);
    for (let at = 0; at < this.#counts.length; at++) if (this.#counts[at] > 0) used[Math.floor(at / BLOCK)] = 1;
    return this.#rows(used);
  }

  /** What is other than when this was called last. */
  changes(): CounterRow[] {
    const rows = this.#rows(this.#changed);
    this.#changed.fill(0);
    return rows;
  }

  /** @param wanted by block: 1 */
  #rows(wanted: Uint8Array): CounterRow[] {
    const rows: CounterRow[] = [];
    const bytes = Buffer.from(this.#counts.buffer);
    for (let block = wanted.indexOf(1); block >= 0; block = wanted.indexOf(1, block + 1)) {
      const from = block * BLOCK;
      rows.push([from, bytes.toString("base64", 4 * from, 4 * (from + BLOCK))]);
    }
    return rows;
  }

  /** @throws "version" for rows that `save` did not give */
  restore(rows: readonly CounterRow[]): void {
    this.#counts = new Uint32Array(rows.length > 0 ? 2 * SLOTS : 0);
    const counters = new Uint8Array(this.#counts.buffer);
    for (const [from, text] of rows) {
      const bytes = Buffer.from(text, "base64");
      if (bytes.length === 0 || bytes.length % (4 * BLOCK) !== 0 || !(4 * from + bytes.length <= counters.length))
        throw problem.version`expected counters in blocks of ${4 * BLOCK} bytes, ${counters.length} at most; ${got(bytes.length)} from ${from} on`;
      counters.set(bytes, 4 * from);
    }
  }
}

const slot = (hash: number): number => murmurRound(hash) & (SLOTS - 1);
