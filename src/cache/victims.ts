import type { Random } from "../base/random.js";

const BATCH = 256;

/**
 * Numbers of entries, each with the same chance: whom RANDOM evicts. Drawn in batches, which costs a third of one by
 * one; so the generator must be this one's alone.
 *
 * As many bits as a number needs are taken of each draw, and the draw is dropped when they make a number too large.
 */
export class Victims {
  readonly #random: Random;
  readonly #entries: number;
  readonly #mask: number;
  readonly #slots = new Uint32Array(BATCH);
  #drawn = 0;
  #used = 0;

  /** @param entries 1 .. 2^31 */
  constructor(random: Random, entries: number) {
    this.#random = random;
    this.#entries = entries;
    this.#mask = entries === 1 ? 0 : 0xffffffff >>> Math.clz32(entries - 1);
  }

  /** 0 <= slot < entries */
  next(): number {
    if (this.#used === this.#drawn) this.#draw();
    return this.#slots[this.#used++];
  }

  #draw(): void {
    const slots = this.#slots;
    const [entries, mask] = [this.#entries, this.#mask];
    let drawn = 0;
    while (drawn === 0) {
      this.#random.fill(slots);
      for (let i = 0; i < BATCH; i++) {
        const slot = slots[i] & mask;
        slots[drawn] = slot;
        if (slot < entries) drawn++;
      }
    }
    this.#drawn = drawn;
    this.#used = 0;
  }
}
