import { problem } from "../base/error.js";
import {
  checkDefinition,
  type Declared,
  type Definition,
  type Family,
  familyOf,
  type Made,
  type OptionRule,
  type ValuesOf,
  word,
} from "../base/method.js";
import type { Random } from "../base/random.js";

/**
 * Says how long after a fetch a page is to be fetched again: r(K) of Dorosz, section 2.7. It never holds the web, so it
 * cannot peek: what it learns, fetches have shown.
 */
export interface Refresher {
  /**
   * Time from the fetch that was just made to the next. Asked once after each fetch, and once for each page, in the
   * order of their numbers, before the first.
   *
   * @returns above 0; Infinity: never again
   */
  interval(page: number): number;
  /**
   * The share of the first interval at which a page is due for the first time, so that not all come at once. Left out:
   * drawn uniformly, 0 <= share < 1.
   */
  phase?(page: number): number;
  /** What a fetch showed. @param since time since the fetch before @param time now, from 0 */
  observe?(page: number, changed: boolean, since: number, time: number): void;
}

/** What a policy may know. */
export interface RefreshSetting {
  /** Number of pages. */
  readonly size: number;
  /** B: fetches per unit of time, of all pages together. */
  readonly budget: number;
  /** What the freshness of each page is worth, on the mean 1. */
  readonly importance: Float64Array;
  readonly random: Random;
  /** Changes per unit of time of each page: given to policies marked `offline` alone. */
  readonly rates?: Float64Array;
}

/** A policy of fetching pages again, with all of its choices made. */
export interface RefreshPolicy extends Made {
  readonly kind: "refresh";
  /** True when it knows the rates, which a crawler cannot. */
  readonly offline: boolean;
  create(setting: RefreshSetting): Refresher;
}

/** Where users find policies. */
export const REFRESHERS = {
  holds: "refresh",
  one: "a policy of fetching again",
  folder: "freshness/policy",
  namespace: "refreshers",
} as const;

/** A policy with its default choices, which makes the same policy with others when called. */
export type RefreshFamily<D extends Declared = Declared> = Family<D, RefreshPolicy>;

/** What a file of the folder `policy` states about its method. */
export interface RefreshDefinition<D extends Declared> extends Definition<D> {
  readonly offline?: boolean;
  create(setting: RefreshSetting, options: ValuesOf<D>): Refresher;
}

/**
 * Makes a policy of the folder `policy`: usable as it is, `optimal`, and with other choices, `optimal({ of:
 * "importance" })`.
 *
 * @throws "option" for a definition without a name, a source, or create
 */
export function definePolicy<D extends Declared>(definition: RefreshDefinition<D>): RefreshFamily<D> {
  checkDefinition("definePolicy", definition);
  const { offline = false } = definition;
  const make = (options: ValuesOf<D>) => ({
    kind: "refresh" as const,
    offline,
    create: (setting: RefreshSetting) => definition.create(setting, options),
  });
  return familyOf(definition, make, { prefix: true });
}

/** What is made greatest, for policies that can do either. */
export const of: OptionRule<"pages" | "importance"> = word(
  ["pages", "importance"],
  "what is kept fresh: most pages, or most importance",
  { unit: "what" },
);

/** A refresher that fetches each page at equal intervals. @param frequencies fetches per unit of time; 0: never */
export const atFrequencies = (frequencies: Float64Array): Refresher => ({
  interval: (page) => (frequencies[page] > 0 ? 1 / frequencies[page] : Number.POSITIVE_INFINITY),
});

/** The rates that an offline policy was given. */
export function ratesOf({ rates }: RefreshSetting, name: string): Float64Array {
  if (rates) return rates;
  throw problem.option`${name} knows the rates of all pages, and was given none`;
}
