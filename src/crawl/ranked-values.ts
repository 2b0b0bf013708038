import { firstWhere } from "../base/search.js";
/** The values of an importance in order of rank, found once for each array: what models ask again and again. */
export class RankedValues {
  readonly #ascending: Float64Array;
  #levels: { readonly of: Uint32Array; readonly sizes: readonly number[] } | undefined;

  constructor(readonly values: Float64Array) {
    this.#ascending = values.toSorted();
  }

  /** I(R_k), the k-th highest value; k = 1 .. T. */
  at(rank: number): number {
    return this.#ascending[this.#ascending.length - rank];
  }

  /** Number of values of at least `least`. O(log T). */
  atLeast(least: number): number {
    return this.#ascending.length - this.#below(least, false);
  }

  /** Number of values above `bound`. O(log T). */
  above(bound: number): number {
    return this.#ascending.length - this.#below(bound, true);
  }

  /** Pages grouped by equal value, the highest group first: the group of each page, and the sizes. */
  get levels(): { readonly of: Uint32Array; readonly sizes: readonly number[] } {
    if (this.#levels) return this.#levels;
    const sizes: number[] = [];
    const steps: number[] = []; // values of the groups, descending
    for (let i = this.#ascending.length - 1; i >= 0; i--) {
      if (steps.at(-1) !== this.#ascending[i]) {
        steps.push(this.#ascending[i]);
        sizes.push(0);
      }
      sizes[sizes.length - 1]++;
    }
    const groups = new Map(steps.map((value, group) => [value, group]));
    this.#levels = { of: Uint32Array.from(this.values, (value) => groups.get(value) as number), sizes };
    return this.#levels;
  }

  /** How many values lie below `bound`, or, with `orEqual`, at it or below. */
  #below(bound: number, orEqual: boolean): number {
    const values = this.#ascending;
    return firstWhere(0, values.length, (at) => !(values[at] < bound || (orEqual && values[at] === bound)));
  }
}

const known = new WeakMap<Float64Array, RankedValues>();

/** The ranked values of `importance`, which must not change any more. O(T log T) at the first call, then O(1). */
export function ranked(importance: Float64Array): RankedValues {
  let values = known.get(importance);
  if (!values) known.set(importance, (values = new RankedValues(importance)));
  return values;
}
