import { checkOptions } from "../../options.js";
import type { LinkPolicy } from "../builder.js";

/** What all models of webs are told. */
export interface ModelOptions extends LinkPolicy {
  /** 2 .. 50,000,000. */
  readonly pages?: number;
  /** Hosts, in blocks of following pages; 1 .. pages. Default: one for every 100 pages. */
  readonly hosts?: number;
  /** Sizes of hosts fall with their rank r as r^-exponent; default 0.8. 0: all equal. */
  readonly hostExponent?: number;
  /** Links of a page: a number for all, or a lognormal law (rounded, 1 at least). */
  readonly linksPerPage?: number | { readonly mean: number; readonly median: number };
  readonly seed?: number;
}

/** Defaults for what was left out, checked. @throws RangeError for an option that is unknown or out of range, naming it */
export function chosenFrom<O extends ModelOptions>(
  model: string,
  given: O,
  own: Required<Omit<O, keyof LinkPolicy | "hosts" | "hostExponent" | "seed">>,
): Required<O> {
  const { pages } = { ...own, ...given } as Required<ModelOptions>;
  const defaults = { hosts: Math.max(1, Math.round(pages / 100)), hostExponent: 0.8, seed: 1, ...own };
  const policy = { duplicates: ["drop", "keep"], selfLinks: ["drop", "keep"] };
  checkOptions(model, given, {
    ...Object.fromEntries(Object.keys(defaults).map((key) => [key, undefined])),
    ...policy,
  });
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const chosen = { duplicates: "drop", selfLinks: "drop", ...defaults, ...set } as unknown as Required<ModelOptions>;
  checkNumber(model, "pages", chosen.pages, 2, 50_000_000, true);
  checkNumber(model, "hosts", chosen.hosts, 1, chosen.pages, true);
  checkNumber(model, "hostExponent", chosen.hostExponent, 0, 10);
  checkNumber(model, "seed", chosen.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, true);
  const { linksPerPage } = chosen;
  if (typeof linksPerPage === "number") checkNumber(model, "linksPerPage", linksPerPage, 1, 100_000, true);
  else if (!(linksPerPage.median >= 1 && linksPerPage.mean >= linksPerPage.median && linksPerPage.mean <= 100_000))
    throw new RangeError(
      `${model}: linksPerPage is a whole number, or { mean, median } with 1 <= median <= mean; found ${JSON.stringify(linksPerPage)}`,
    );
  return chosen as Required<O>;
}

/** @throws RangeError when an option is no number of this range */
export function checkNumber(
  model: string,
  name: string,
  value: number,
  low: number,
  high: number,
  whole = false,
): void {
  if (value >= low && value <= high && (!whole || Number.isInteger(value))) return;
  throw new RangeError(`${model}: ${name} is a${whole ? " whole" : ""} number from ${low} to ${high}; found ${value}`);
}
