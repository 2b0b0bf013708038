import { problem, shown } from "../../base/error.js";
import {
  type ChosenOf,
  type Declared,
  number,
  type OptionRule,
  ruleOf,
  undecided,
  type ValuesOf,
  valuesOf,
  word,
} from "../../base/method.js";

/** Links of a page: a number for all, or a lognormal law (rounded, 1 at least). */
export type LinksPerPage = number | { readonly mean: number; readonly median: number };

const MOST_PAGES = 50_000_000;

const wholeFrom = (low: number, high: number) => `a whole number from ${low} to ${high}`;

const whole = (usual: number, low: number, high: number, says: string, samples: readonly number[]) =>
  number(usual, `[${low}, ${high}]`, says, { whole: true, is: wholeFrom(low, high), samples });

export const share = (usual: number, says: string): OptionRule<number> =>
  number(usual, "[0, 1]", says, { is: "a number from 0 to 1", unit: "share" });

const linksRule = (usual: LinksPerPage): OptionRule<LinksPerPage> => {
  const count = whole(1, 1, 100_000, "", []);
  return {
    ...ruleOf<LinksPerPage>(
      usual,
      "links of a page",
      "a whole number, or { mean, median } of a lognormal law",
      () => true,
    ),
    samples: [3, { mean: 6, median: 4 }],
    wrong(value) {
      if (typeof value === "number") return count.wrong(value);
      const { mean, median } = Object(value) as { mean: number; median: number };
      if (median >= 1 && mean >= median && mean <= 100_000) return undefined;
      return `is a whole number, or { mean, median } with 1 <= median <= mean; found ${shown(value)}`;
    },
  };
};

/** Options of all models of webs, in the order in which they stand in a web's identity. */
export const modelOptions = ({ linksPerPage }: { readonly linksPerPage: LinksPerPage }) =>
  ({
    duplicates: word(["drop", "keep"], "links that a page has twice: one is kept, or all"),
    selfLinks: word(["drop", "keep"], "links from a page to itself"),
    /** At most as many as pages. */
    hosts: undecided(
      whole(1, 1, MOST_PAGES, "hosts, in blocks of following pages; by default one for every 100 pages", [1, 7]),
    ),
    /** 0: all equal. */
    hostExponent: number(0.8, "[0, 10]", "sizes of hosts fall with their rank r as r^-exponent", {
      is: "a number from 0 to 10",
    }),
    seed: whole(1, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, "seed of all that is drawn", [1, 2]),
    pages: whole(100_000, 2, MOST_PAGES, "pages", [120, 1000]),
    linksPerPage: linksRule(linksPerPage),
  }) as const;

type ModelOptions = ReturnType<typeof modelOptions>;

/**
 * Options with every default filled in. @throws "option" for an option that is unknown or out of range, naming it
 */
export function chosenFrom<D extends ModelOptions & Declared>(
  model: string,
  declared: D,
  given: ChosenOf<D>,
): ValuesOf<D> & { readonly hosts: number } {
  const values = valuesOf(model, declared, given, { prefix: true });
  const { pages, hosts = Math.max(1, Math.round(pages / 100)) } = values as ValuesOf<ModelOptions>;
  if (hosts > pages) throw problem.option`${model}: hosts is ${wholeFrom(1, pages)}; found ${hosts}`;
  return { ...values, hosts };
}
