/** Share of slots in use above which the table doubles. */
const FULLEST = 0.7;

/**
 * Ids 0, 1, 2, ... of 64-bit fingerprints, in the order in which they came: open addressing, linear probing, two typed arrays.
 *
 * 8 bytes per fingerprint and 4 per slot, 14 to 27 bytes per fingerprint in all as arrays double. O(1).
 */
export class FingerprintTable {
  /** Id + 1 by slot; 0: free. */
  #slots = new Uint32Array(1 << 10);
  /** High and low word by id. */
  #words = new Uint32Array(2 << 9);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** -1 for a fingerprint that is not known. Words of either sign are taken by their bits. */
  idOf(high: number, low: number): number {
    const slots = this.#slots;
    const words = this.#words;
    const mask = slots.length - 1;
    const h = high >>> 0;
    const l = low >>> 0;
    for (let slot = l & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot] - 1;
      if (id < 0) return -1;
      if (words[2 * id] === h && words[2 * id + 1] === l) return id;
    }
  }

  /** Gives a fingerprint that is not known the next id. */
  add(high: number, low: number): number {
    const id = this.#size;
    if (id + 1 > this.#slots.length * FULLEST) this.#grow();
    if (2 * id === this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[2 * id] = high;
    this.#words[2 * id + 1] = low;
    this.#size++;
    this.#seat(id);
    return id;
  }

  #seat(id: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = this.#words[2 * id + 1] & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let id = 0; id < this.#size; id++) this.#seat(id);
  }
}
