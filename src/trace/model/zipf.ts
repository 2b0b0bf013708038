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
    const weights = Float64Array.from({ length: size }, (_, rank) => (rank + 1) ** -exponent);
    const scale = size / weights.reduce((sum, weight) => sum + weight, 0);
    const rest = weights.map((weight) => weight * scale);
    const accept = new Float64Array(size).fill(1);
    const alias = new Uint32Array(size);
    const poor: number[] = [];
    const rich: number[] = [];
    for (let rank = 0; rank < size; rank++) (rest[rank] < 1 ? poor : rich).push(rank);
    while (poor.length > 0 && rich.length > 0) {
      const taker = poor.pop() as number;
      const giver = rich[rich.length - 1];
      accept[taker] = rest[taker];
      alias[taker] = giver;
      rest[giver] -= 1 - rest[taker];
      if (rest[giver] < 1) poor.push(rich.pop() as number);
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
