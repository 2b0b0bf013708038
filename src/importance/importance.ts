import type { Capability, Web } from "../graph/web.js";
import { checkOptions, type OptionRules } from "../options.js";

/**
 * What a page is worth on the whole Web, with all choices made: I(P) of Cho et al. 1998, section 2. Orderings never see it.
 *
 * @typeParam N what a web must carry for it
 */
export interface Importance<N extends Capability = Capability> {
  readonly kind: "importance";
  readonly name: string;
  /** Name and every choice that is not the default. */
  readonly label: string;
  readonly source: string;
  readonly needs: readonly N[];
  readonly options: Readonly<Record<string, unknown>>;
  /** G: a page is hot when I(P) reaches it; none for models that need no threshold. */
  readonly hotAt: number | undefined;
  /**
   * I(P) of every page of `web`, which is the whole Web here: give it the part that a crawl is judged on.
   *
   * @returns length n
   */
  of(web: Web): Float64Array;
}

/** The choice that every importance offers. */
export interface Threshold {
  /** G of Crawl & Stop with Threshold: pages with I(P) >= G are hot. */
  readonly hotAt?: number;
}

interface ImportanceDefinition<O extends Threshold, N extends Capability> {
  readonly name: string;
  readonly source: string;
  readonly needs: readonly N[];
  readonly defaults: Omit<Required<O>, "hotAt">;
  /** The words of each option that is a choice among words. */
  readonly choices?: OptionRules;
  check?(options: Omit<Required<O>, "hotAt">): void;
  of(web: Web, options: Omit<Required<O>, "hotAt">): Float64Array;
}

/** Makes an importance of this folder: a function from its choices to an Importance. */
export function defineImportance<O extends Threshold, N extends Capability>(
  definition: ImportanceDefinition<O, N>,
): (chosen?: O) => Importance<N> {
  const { name, source, needs, defaults, choices } = definition;
  return (chosen = {} as O) => {
    checkOptions(name, chosen, {
      ...Object.fromEntries(Object.keys(defaults).map((key) => [key, undefined])),
      hotAt: undefined,
      ...choices,
    });
    const { hotAt, ...rest } = chosen;
    checkThreshold(hotAt);
    const options = { ...defaults, ...rest } as Omit<Required<O>, "hotAt">;
    definition.check?.(options);
    const others = Object.entries(options)
      .filter(([key, value]) => value !== (defaults as Record<string, unknown>)[key])
      .map(([key, value]) => `${key} ${value}`);
    return {
      kind: "importance",
      name,
      label: [name, ...others].join(", "),
      source,
      needs,
      options: options as Readonly<Record<string, unknown>>,
      hotAt,
      of: (web) => definition.of(web, options),
    };
  };
}

/** Throws when `hotAt` is given, but is no finite number. */
export function checkThreshold(hotAt: number | undefined): void {
  if (hotAt !== undefined && !Number.isFinite(hotAt)) throw new RangeError(`hotAt is a number; found ${hotAt}`);
}
