import { type Declared, type Definition, type Family, familyOf, type Made, type ValuesOf } from "../base/method.js";
import type { Random } from "../base/random.js";

/** What the rates of pages are drawn from. */
export interface ChangeSetting {
  /** Number of pages. */
  readonly size: number;
  readonly random: Random;
  /** Host of each page, a number from 0; for models by host. */
  readonly hosts?: Uint32Array;
}

/**
 * How often each page of a web changes, with all choices made. A page changes by a Poisson process of its own: at any
 * moment with the same chance, whatever was before (Cho and Garcia-Molina 2000, who find that real pages do so nearly).
 */
export interface ChangeModel extends Made {
  readonly kind: "change";
  /**
   * Changes per unit of time, a day say, of each page; length `size`.
   *
   * @throws "option" when the model needs hosts and there are none
   */
  rates(setting: ChangeSetting): Float64Array;
}

/** A model with its default choices, which makes the same model with others when called. */
export type ChangeFamily<D extends Declared = Declared> = Family<D, ChangeModel>;

/** What a file of the folder `change` states about its model. */
export interface ChangeDefinition<D extends Declared> extends Definition<D> {
  rates(setting: ChangeSetting, options: ValuesOf<D>): Float64Array;
}

/** Makes a model of the folder `change`: usable as it is, `gamma`, and with other choices, `gamma({ shape: 2 })`. */
export function defineChange<D extends Declared>(definition: ChangeDefinition<D>): ChangeFamily<D> {
  const make = (options: ValuesOf<D>) => ({
    kind: "change" as const,
    rates: (setting: ChangeSetting) => definition.rates(setting, options),
  });
  return familyOf(definition, make, { prefix: true });
}
