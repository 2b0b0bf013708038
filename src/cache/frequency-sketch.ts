/** A counter holds 4 bits. */
const MOST = 15;

/**
 * How often keys were seen lately, in little room: four rows of counters from 0 to 15, of which a key has one each; the smallest tells. After `sample`
 * additions all are halved, so that what is old fades. Count-min sketch (Cormode and Muthukrishnan 2005) with conservative update,
 * reset as in TinyLFU (Einziger, Friedman and Manes 2017, section 3.3).
 *
 * 4 bytes per counter column: `width` is rounded up to a power of two.
 */
export class FrequencySketch {
  readonly #rows: Uint8Array;
  readonly #mask: number;
  readonly #width: number;
  readonly #sample: number;
  #added = 0;

  constructor(width: number, sample: number) {
    this.#width = 2 ** Math.ceil(Math.log2(Math.max(width, 16)));
    this.#mask = this.#width - 1;
    this.#rows = new Uint8Array(4 * this.#width);
    this.#sample = sample;
  }

  /** Times that a key was seen lately; never too few since the last halving, at most 15. */
  of(key: number): number {
    let least = MOST;
    for (let row = 0; row < 4; row++) least = Math.min(least, this.#rows[this.#at(row, key)]);
    return least;
  }

  add(key: number): void {
    const least = this.of(key);
    if (least < MOST) {
      for (let row = 0; row < 4; row++) {
        const at = this.#at(row, key);
        if (this.#rows[at] === least) this.#rows[at]++;
      }
    }
    if (++this.#added < this.#sample) return;
    for (let at = 0; at < this.#rows.length; at++) this.#rows[at] >>>= 1;
    this.#added >>>= 1;
  }

  #at(row: number, key: number): number {
    let hash = Math.imul(key + 1, SEEDS[row]);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    return row * this.#width + ((hash ^ (hash >>> 13)) & this.#mask);
  }
}

/** Odd numbers of no pattern, one per row. */
const SEEDS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
