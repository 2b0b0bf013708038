import { checkOptions, inWords, type OptionRules } from "../options.js";
import type { Random } from "../random.js";

/** What the rates of pages are drawn from. */
export interface ChangeSetting {
  /** Number of pages. */
  readonly size: number;
  readonly random: Random;
  /** Host of each page, a number from 0; for models by host. */
  readonly hosts?: Uint32Array;
}

/**
 * How often each page of a web changes, with all choices made. A page changes by a Poisson process of its own: at any moment with
 * the same chance, whatever was before (Cho and Garcia-Molina 2000, who find that real pages do so nearly).
 */
export interface ChangeModel {
  readonly kind: "change";
  readonly name: string;
  /** Name and every choice that is not the default: "gamma, shape 2". */
  readonly label: string;
  readonly source: string;
  readonly options: Readonly<Record<string, unknown>>;
  /**
   * Changes per unit of time, a day say, of each page; length `size`.
   *
   * @throws RangeError when the model needs hosts and there are none
   */
  rates(setting: ChangeSetting): Float64Array;
}

/** A model with its default choices, which makes the same model with others when called. */
export type ChangeFamily<O extends object> = ChangeModel & ((options?: O) => ChangeModel);

/** What a file of the folder `change` states about its model. */
export interface ChangeDefinition<O extends object> {
  readonly name: string;
  readonly source: string;
  readonly defaults: Required<O>;
  /** Least value of each option that is a number: the value itself is still refused. */
  readonly above?: { readonly [K in keyof O]?: number };
  rates(setting: ChangeSetting, options: Required<O>): Float64Array;
}

/** Makes a model of the folder `change`: usable as it is, `gamma`, and with other choices, `gamma({ shape: 2 })`. */
export function defineChange<O extends object>(definition: ChangeDefinition<O>): ChangeFamily<O> {
  const { name, source, defaults, above = {} } = definition;
  const rules: OptionRules = Object.fromEntries(Object.keys(defaults).map((key) => [key, undefined]));
  const withOptions = (chosen: O = {} as O): ChangeModel => {
    checkOptions(name, chosen, rules);
    const options = { ...defaults, ...chosen };
    for (const [key, least] of Object.entries(above) as [keyof O & string, number][]) {
      const value = options[key] as number;
      if (!(Number.isFinite(value) && value > least))
        throw new RangeError(`${name}: ${key} is a number above ${least}; found ${value}`);
    }
    const others = (Object.keys(defaults) as (keyof O & string)[])
      .filter((key) => options[key] !== defaults[key])
      .map((key) => `${inWords(key)} ${options[key]}`);
    return {
      kind: "change",
      name,
      label: [name, ...others].join(", "),
      source,
      options: options as Readonly<Record<string, unknown>>,
      rates: (setting) => definition.rates(setting, options),
    };
  };
  const family = (options?: O) => withOptions(options);
  for (const [key, value] of Object.entries(withOptions()))
    Object.defineProperty(family, key, { value, enumerable: true });
  return family as ChangeFamily<O>;
}
