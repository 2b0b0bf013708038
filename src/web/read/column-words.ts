import type { CrawlbenchError } from "../../base/error.js";
import { malformed, quoted } from "./format.js";

/** What headings call the page that a link stands on, and the one that it leads to: columns 1 and 2. */
const COLUMN_WORDS = [
  /^(source|src|from|start|origin|tail)(node|page|url)?(id)?$/,
  /^(target|tgt|dst|dest|destination|to|end|head)(node|page|url)?(id)?$/,
];

/** Where a heading has the page that a link stands on, and the one that it leads to, from 0 (-1: it has no such word). */
export function placesIn(heading: string): { readonly from: number; readonly to: number; readonly words: number } {
  return placesAmong(heading.split(/[\s,]+/));
}

/** The same of words that are told apart already. */
export function placesAmong(heading: readonly string[]): ReturnType<typeof placesIn> {
  const words = heading.map((word) => word.replace(/["'_-]/g, "").toLowerCase());
  const [from, to] = COLUMN_WORDS.map((known) => words.findIndex((word) => known.test(word)));
  return { from, to, words: words.length };
}

/** A heading that puts the two pages into other columns. @param found the line that it stands on */
export const swapped = (format: string, line: number, heading: string, found = heading): CrawlbenchError =>
  malformed(
    format,
    { line },
    "a heading that has FROM in column 1 and TO in column 2",
    quoted(found),
    `Put the columns of ${heading} in that order.`,
  );
