import { textTable } from "../rows/text-table.js";
import { differencesFromBest, type OrderingDifference, onlineLabels } from "./comparison-difference.js";
import type { JudgedRuns } from "./judged-crawls.js";

/** More start pages than anybody crawls for a difference that small. */
const MANY = 1000;

/**
 * What start pages say of the differences between orderings: the best one against each other one, and a line of advice. Nothing where only
 * one ordering is compared.
 */
export function comparisonAdvice(runs: JudgedRuns): string[] {
  if (onlineLabels(runs).length < 2) return [];
  const differences = differencesFromBest(runs);
  if (differences.length === 0) return [whyNone(runs)];
  const [{ ordering, level }] = differences;
  const rows = differences.map((difference) => ({
    "ahead of": difference.baseline,
    by: difference.mean.toFixed(3),
    [`${Math.round(100 * level)} % interval`]: `${difference.low.toFixed(3)} to ${difference.high.toFixed(3)}`,
    "told apart": toldApart(difference),
  }));
  return ["", `${ordering} has the largest mean area:`, textTable(rows), adviceOn(differences)];
}

function toldApart({ pairs, moreStarts }: OrderingDifference): string {
  if (moreStarts === 0) return `by ${pairs} starts`;
  return moreStarts === undefined ? "no difference yet" : `no, ${missing(moreStarts)} needed`;
}

/** "page-rank and opic cannot be told apart by 5 starts; about 12 more would do." */
function adviceOn(differences: readonly OrderingDifference[]): string {
  const [{ ordering, pairs }] = differences;
  const open = differences.filter(({ moreStarts }) => moreStarts !== 0);
  if (open.length === 0) return `${ordering} is told apart from all others by ${pairs} starts.`;
  const [{ baseline, moreStarts }] = open.toSorted((a, b) => startsOf(a) - startsOf(b));
  if (moreStarts === undefined)
    return `${ordering} and ${baseline} are even over ${pairs} starts: no number of starts can be told that would do.`;
  const would =
    moreStarts > MANY
      ? `${missing(moreStarts)} would be needed: they are as good as even`
      : `${missing(moreStarts)} would do`;
  return `${ordering} and ${baseline} cannot be told apart by ${pairs} starts; ${would}.`;
}

const startsOf = ({ moreStarts = Number.POSITIVE_INFINITY }: OrderingDifference): number => moreStarts;

/** A number that is itself a guess, in two digits. */
function missing(starts: number): string {
  if (starts > MANY) return `over ${MANY.toLocaleString("en")} more`;
  return `about ${Number(starts.toPrecision(2))} more`;
}

/** Why orderings cannot be told apart at all, and what to type. */
function whyNone({ judged }: JudgedRuns): string {
  const repeats = new Set(judged.map(({ crawl }) => crawl.repeat)).size;
  const starts = new Set(judged.map(({ crawl }) => crawl.from.join(" "))).size;
  if (repeats === 1)
    return "One crawl each: other start pages may put them in another order. To see, crawl from more: repeats: 20, or --repeats 20.";
  if (starts === 1)
    return 'All crawls begin at the same start: other start pages may put them in another order. Draw some: leave out starts: "same", or --starts same.';
  return "No two start pages are shared by two orderings: they cannot be compared. Keep the same repeats of each.";
}
