import { option, problem } from "../../base/error.js";
import type { Random } from "../../base/random.js";

/** How many links pages have: mean and median of a lognormal law, or lengths to draw from, each equally likely. */
export type LinksPerPage = { readonly mean: number; readonly median: number } | Uint32Array;

/**
 * Draws the number of links of page after page. A lognormal law with mean m and median d has mu = ln d and sigma^2 = 2
 * ln(m / d); its draws are rounded, 1 at least. Mean 62.55 and median 23 of Broder et al. 2003, section 4, give mu =
 * 3.135 and sigma = 1.415.
 *
 * @throws "option" for a mean below the median, a median below 1, an empty list, or a page without links in it
 */
export class PageLengths {
  readonly #lengths: Uint32Array | undefined;
  readonly #mu: number = 0;
  readonly #sigma: number = 0;
  readonly #random: Random;

  constructor(law: LinksPerPage, random: Random) {
    this.#random = random;
    if (law instanceof Uint32Array) {
      if (law.length === 0 || law.includes(0))
        throw problem.option`${option("linksPerPage")}: lengths to draw from are 1 or more, and at least one of them`;
      this.#lengths = law;
      return;
    }
    const { mean, median } = law;
    if (!(median >= 1 && mean >= median && Number.isFinite(mean)))
      throw problem.option`${option("linksPerPage")}: a lognormal law has 1 <= median <= mean; found median ${median}, mean ${mean}. The paper's is { mean: 62.55, median: 23 }`;
    this.#mu = Math.log(median);
    this.#sigma = Math.sqrt(2 * Math.log(mean / median));
  }

  next(): number {
    const random = this.#random;
    if (this.#lengths) return this.#lengths[random.below(this.#lengths.length)];
    // Box and Muller 1958
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return Math.max(1, Math.round(Math.exp(this.#mu + this.#sigma * normal)));
  }
  /** The law as lengths and weights: every length of a list, or 769 points from -6 to 6 sigma. */
  weighted(): { readonly lengths: Float64Array; readonly weights: Float64Array } {
    if (this.#lengths) {
      const counts = new Map<number, number>();
      for (const length of this.#lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
      return { lengths: Float64Array.from(counts.keys()), weights: Float64Array.from(counts.values()) };
    }
    const normals = Float64Array.from({ length: 769 }, (_, i) => i / 64 - 6);
    return {
      lengths: normals.map((normal) => this.#lengthAt(normal)),
      weights: normals.map((normal) => Math.exp((-normal * normal) / 2)),
    };
  }

  #lengthAt(normal: number): number {
    return Math.max(1, Math.round(Math.exp(this.#mu + this.#sigma * normal)));
  }
}
