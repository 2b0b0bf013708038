import type { ClaimVerdict } from "../../src/experiment/claim.js";
import { readLedger } from "../../src/experiment/ledger.js";

// Which numbers of a text the ledger does not have.

const ledger = readLedger();
const WEBS = [...new Set(ledger.map(({ dataset }) => dataset))].sort((a, b) => b.length - a.length);
/** "www.cs.wisc.edu" for "webkb-1997/www.cs.wisc.edu". */
const nameOf = (web: string) => web.slice(web.indexOf("/") + 1);
const NAMES = [...new Set(WEBS.flatMap((web) => [web, nameOf(web)]))].sort((a, b) => b.length - a.length);

const NUMBER = /(?<![\w.^])[+-]?\d+(?:,\d{3})*(?:\.\d+)?(?:\^\d+)?(?![\w^]|\.\d)/g;
const bare = (number: string) => number.replaceAll(",", "");
const numbersIn = (words: string): string[] => (words.replace(/(\d)x\b/g, "$1 times").match(NUMBER) ?? []).map(bare);

/** A sentence without what is no measurement: links, code, names of webs and of figures, years. */
const measured = (sentence: string): string =>
  NAMES.reduce(
    (rest, name) => rest.replaceAll(name, "web"),
    sentence.replace(/\]\([^)]*\)/g, "]").replace(/`[^`]*`/g, ""),
  )
    .replace(/\b(?:[Ff]igure|[Gg]raph|[Ss]ection)s? [\d.]*\d(?:(?:,| and| to) \d+)*/g, "")
    .replace(/(?<![\d.,^])(?:19|20)\d\d(?!,?\d|\.\d)/g, "");

const websIn = (sentence: string): string[] => {
  let rest = sentence;
  return NAMES.filter((name) => {
    const there = rest.includes(name);
    rest = rest.replaceAll(name, "");
    return there;
  });
};

export const sentencesOf = (block: string): string[] => block.replace(/\s+/g, " ").split(/(?<=[.:;!?]["*)]*) (?=\S)/);

/** All that records say in numbers: found, published, margins. */
const stated = (rows: readonly ClaimVerdict[]): string[] =>
  rows.flatMap((each) =>
    numbersIn(
      `${each.ours}; ${each.because}; ${each.published}; ${each.tolerance}; ${measured(each.claim)}; ${each.where}`,
    ),
  );

/** Numbers of a sentence that the records do not have, each with the sentence; a sign counts where one is written. */
export function unknown(sentence: string, records: readonly ClaimVerdict[]): string[] {
  const webs = websIn(sentence);
  const own = records.filter(
    ({ dataset }) => webs.length === 0 || webs.some((web) => [dataset, nameOf(dataset)].includes(web)),
  );
  const known = new Set(stated(own).flatMap((number) => [number, number.replace(/^[+-]/, "")]));
  return numbersIn(measured(sentence))
    .filter((number) => !known.has(number))
    .map((number) => `${number} in "${sentence}"`);
}
