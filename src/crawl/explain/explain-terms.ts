import { counted } from "../../base/numbers.js";
import { formatCell } from "../../base/rows/text-table.js";
import type { ScoreTerm } from "../../ordering/ordering.js";

const SMALLER = /,? ?\(?smaller first\)?$/;

/** True for terms of which the smaller value comes first. */
export const smallerFirst = ({ name }: ScoreTerm): boolean => SMALLER.test(name);

/** A term's name without the word on which value comes first. */
export const plainName = ({ name }: ScoreTerm): string => name.replace(SMALLER, "");

/** Index of the first term on which two pages differ; the number of terms when they differ on none. */
function firstDifference(a: readonly ScoreTerm[], b: readonly ScoreTerm[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i].value !== b[i].value) return i;
  return length;
}

/** Negative when a page with the terms `a` comes before one with `b`, 0 when nothing tells them apart. */
function compareTerms(a: readonly ScoreTerm[], b: readonly ScoreTerm[]): number {
  const at = firstDifference(a, b);
  if (at >= a.length || at >= b.length) return 0;
  return (a[at].value > b[at].value ? -1 : 1) * (smallerFirst(a[at]) ? -1 : 1);
}

/** Why a page was next, as plain data. */
export interface Decision {
  /**
   * "alone": no other page waited. "term": the term `at` decided. "drawn": nothing told it from the others with these
   * terms, and chance did. "explored": others stood before it, and it was drawn all the same. "untold": the ordering
   * does not explain itself.
   */
  readonly by: "alone" | "term" | "drawn" | "explored" | "untold";
  /** Index of the term that decided. */
  readonly at: number;
  /** Other waiting pages that have the same terms before that one. */
  readonly tied: number;
  /** Other waiting pages that stood before it. */
  readonly ahead: number;
  /** True when the term that decided is that of another page to nine digits: what rounding leaves may have decided. */
  readonly close: boolean;
}

/** @param others terms of all others that waited */
export function decisionOf(own: readonly ScoreTerm[], others: Iterable<readonly ScoreTerm[]>): Decision {
  const counts = new Uint32Array(own.length + 1);
  let waiting = 0;
  let ahead = 0;
  const nearest = new Float64Array(own.length + 1).fill(Number.POSITIVE_INFINITY);
  for (const terms of others) {
    waiting++;
    const differs = firstDifference(own, terms);
    counts[differs]++;
    if (differs < own.length && differs < terms.length)
      nearest[differs] = Math.min(nearest[differs], Math.abs(own[differs].value - terms[differs].value));
    if (compareTerms(terms, own) < 0) ahead++;
  }
  if (waiting === 0) return { by: "alone", at: 0, tied: 0, ahead: 0, close: false };
  if (own.length === 0) return { by: "untold", at: 0, tied: 0, ahead: 0, close: false };
  const at = counts.findLastIndex((count) => count > 0);
  const tied = counts[at];
  const close = nearest[at] <= 1e-9 * Math.abs(own[at]?.value ?? 0);
  return { by: ahead > 0 ? "explored" : at === own.length ? "drawn" : "term", at, tied, ahead, close };
}

/** The decision in words that follow "crawled 7th of 100, ": "by links seen to it: 7, more than any other of ...". */
export function inWords(own: readonly ScoreTerm[], { by, at, tied, ahead, close }: Decision, waiting: number): string {
  const all = `the ${counted(waiting)} pages that waited`;
  const told = (term: ScoreTerm) => `${plainName(term)}: ${formatCell(term.value)}`;
  if (by === "alone") return "since no other page waited";
  if (by === "untold") return `as the next of ${all} (its ordering gives no terms)`;
  if (by === "explored") return `drawn to explore, while ${counted(ahead)} of ${all} stood before it`;
  if (by === "drawn") {
    const from = tied + 1 === waiting ? all : `${counted(tied + 1)} with the same ${plainName(own[0])} among ${all}`;
    return `drawn at random from ${from}`;
  }
  const than = (term: ScoreTerm) => (smallerFirst(term) ? "less" : "more");
  if (at === 0) {
    const hardly = close ? ", perhaps only by rounding: another page agrees to nine digits" : "";
    return `by ${told(own[0])}, ${than(own[0])} than any other of ${all}${hardly}`;
  }
  const others = tied === 1 ? "1 other" : `${counted(tied)} others`;
  const rest = tied + 1 < waiting ? ` and ${than(own[0])} than the rest of ${all}` : `, all that waited`;
  return `by ${told(own[0])}, the same as ${others}${rest}; among these first by ${told(own[at])}`;
}
