import { got, gotInstead, problem } from "../../base/error.js";
import {
  type ChosenOf,
  type Declared,
  type Definition,
  familyOf,
  type Made,
  number,
  undecided,
  type ValuesOf,
} from "../../base/method.js";
import { isOurs, ours } from "../../base/ours.js";
import { type Capability, nameOf, type Web } from "../../web/web.js";

/**
 * What a page is worth on the whole Web, with all choices made: I(P) of Cho et al. 1998, section 2. Orderings never see
 * it.
 *
 * @typeParam N what a web must carry for it
 */
export interface Importance<N extends Capability = Capability> extends Made {
  readonly kind: "importance";
  readonly needs: readonly N[];
  /** G: a page is hot when I(P) reaches it; none for models that need no threshold. */
  readonly hotAt: number | undefined;
  /**
   * I(P) of every page of `web`, which is the whole Web here: give it the part that a crawl is judged on.
   *
   * @returns length n
   */
  of(web: Web): Float64Array;
  /**
   * Milliseconds that `of` takes, about; there where they may be many.
   *
   * @throws "option" for a web that is too large
   */
  readonly estimate?: (web: Web) => number;
  /** What a person must know of these numbers on that web; undefined where there is nothing. */
  readonly warning?: (web: Web) => string | undefined;
}

/** Where users find importances. */
export const IMPORTANCES = {
  holds: "importance",
  one: "an importance",
  folder: "crawl/importance",
  namespace: "importances",
} as const;

/** The choice that every importance offers: G of Crawl & Stop with Threshold. */
export interface Threshold {
  readonly hotAt?: number;
}

/** The rule of the threshold. */
export const hotAtRule = undecided(
  number(0, "(-∞, ∞)", "G: a page is hot when I(P) reaches it", { is: "a finite number", apart: true, samples: [] }),
);

/**
 * I(P) of every page, checked: an importance of the user's own may give anything. The array does not change any more.
 *
 * @throws "option" for what is no Float64Array of a finite number for each page, naming the page
 */
export function valuesOn(web: Web, importance: Pick<Importance, "label" | "of">): Float64Array {
  const values: unknown = importance.of(web);
  const { label } = importance;
  const { size } = web.graph;
  const expected = "of(web) gives a Float64Array, a number for each page of web.graph";
  if (!(values instanceof Float64Array)) {
    const found = Array.isArray(values) ? "found an Array: write Float64Array.from(...) around it" : gotInstead(values);
    throw problem.option`${label}: ${expected}; ${found}`;
  }
  if (values.length !== size) throw problem.option`${label}: ${expected}, ${size} here; ${got(values.length)}`;
  for (let page = 0; page < size; page++) {
    if (!Number.isFinite(values[page]))
      throw problem.option`${label}: the importance of ${nameOf(web, page)} is ${values[page]}, not a finite number; look at what of(web) does with that page`;
  }
  return isOurs(importance.of) ? values : values.slice(); // the user may fill the array anew for the next call
}

/** An importance with its default choices, which makes the same importance with others when called. */
export type ImportanceFamily<D extends Declared = Declared, N extends Capability = Capability> = Importance<N> &
  ((chosen?: ChosenOf<D> & Threshold) => Importance<N>) & { readonly declared: D };

interface ImportanceDefinition<D extends Declared, N extends Capability> extends Definition<D> {
  readonly needs: readonly N[];
  of(web: Web, options: ValuesOf<D>): Float64Array;
  /** Milliseconds that `of` takes, about; called before it. @throws "option" for a web that is too large */
  readonly estimate?: (web: Web) => number;
}

/** Makes an importance of this folder: usable as it is, and with other choices, `backlinks({ hotAt: 100 })`. */
export function defineImportance<D extends Declared, N extends Capability>(
  definition: ImportanceDefinition<D, N>,
): ImportanceFamily<D, N> {
  const { needs, estimate } = definition;
  const declared = { ...definition.options, hotAt: hotAtRule };
  const make = ({ hotAt, ...options }: ValuesOf<typeof declared>) => ({
    kind: "importance" as const,
    needs,
    hotAt: hotAt as number | undefined,
    of: ours((web: Web) => {
      estimate?.(web);
      return definition.of(web, options as unknown as ValuesOf<D>);
    }),
    ...(estimate && { estimate }),
  });
  return familyOf({ ...definition, options: declared } as Definition<typeof declared>, make, {
    asWritten: true,
  }) as never;
}
