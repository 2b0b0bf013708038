import type { Random } from "../../base/random.js";

/**
 * Draws ranks 0 .. size - 1 by Zipf's law: rank r has a weight of (r + 1)^-exponent. Alias method, Walker 1977 in the
 * form of Vose 1991.
 *
 * 12 bytes per rank; two random words per draw.
 */
export class Zipf {
  readonly #accept: Float64Array;
  readonly #alias: Uint32Array;
  readonly #random: Random;

  constructor(size: number, exponent: number, random: Random) {
    const rest = new Float64Array(size);
    let sum = 0;
    for (let rank = 0; rank < size; rank++) sum += rest[rank] = (rank + 1) ** -exponent;
    const scale = size / sum;
    const accept = new Float64Array(size).fill(1);
    const alias = new Uint32Array(size);
    /** Two stacks: ranks with less than their share from the front, with more from the back. */
    const ranks = new Uint32Array(size);
    let poor = 0;
    let rich = size;
    for (let rank = 0; rank < size; rank++) ranks[(rest[rank] *= scale) < 1 ? poor++ : --rich] = rank;
    while (poor > 0 && rich < size) {
      const taker = ranks[--poor];
      const giver = ranks[rich];
      accept[taker] = rest[taker];
      alias[taker] = giver;
      rest[giver] -= 1 - rest[taker];
      if (rest[giver] < 1) ranks[poor++] = ranks[rich++];
    }
    this.#accept = accept;
    this.#alias = alias;
    this.#random = random;
  }

  next(): number {
    const at = this.#random.next() * this.#accept.length;
    const rank = Math.floor(at);
    return at - rank < this.#accept[rank] ? rank : this.#alias[rank];
  }
}
