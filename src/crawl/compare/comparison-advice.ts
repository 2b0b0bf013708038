import { listed } from "../../base/listed.js";
import { counted, plural } from "../../base/numbers.js";
import { Random } from "../../base/random.js";
import { textTable } from "../../base/rows/text-table.js";
import { intervalText, threeDecimals } from "../../base/rows/three-decimals.js";
import { hanging } from "../../base/rows/width.js";
import { asOne, shortLabels } from "../../base/short-labels.js";
import { fewHotWarning } from "../few-hot.js";
import { drawStarts } from "../start-pages.js";
import { differencesFromBest, type OrderingDifference, onlineLabels } from "./comparison-difference.js";
import { hasArea, type JudgedRuns, labelsOf, modelOf } from "./judged-crawls.js";

/** More start pages than anybody crawls for a difference that small. */
const MANY = 1000;

/** Start pages below which nobody can say how many more would do: their differences may be far from those of others. */
const ENOUGH_TO_PLAN = 5;

/** How an ordering is called. */
type Named = (label: string) => string;

/** In a sentence: as short as tells it from the others, without commas. */
function spokenIn(runs: JudgedRuns): Named {
  const short = shortLabels(labelsOf(runs));
  return (label) => asOne(short.get(label) ?? label);
}

/**
 * What start pages say of the differences between orderings: the best one against each other one, and a line of advice.
 * Nothing where only one ordering is compared.
 *
 * @param named what the table calls an ordering
 */
export function comparisonAdvice(runs: JudgedRuns, named: Named): string[] {
  if (!hasSeveral(runs)) return [];
  const differences = differencesFromBest(runs);
  if (differences.length === 0) return [whyNone(runs)];
  const spoken = spokenIn(runs);
  const table = textTable(differenceLines(differences, named));
  return ["", `${bestIn(differences, spoken)}:`, table, ...hanging(adviceOn(differences, spoken, fewIn(runs)))];
}

/** The advice without its table, in sentences. */
export function comparisonConclusions(runs: JudgedRuns): string[] {
  if (!hasSeveral(runs)) return [];
  const differences = differencesFromBest(runs);
  if (differences.length === 0) return [whyNone(runs)];
  const spoken = spokenIn(runs);
  return [`${bestIn(differences, spoken)}.`, adviceOn(differences, spoken, fewIn(runs))];
}

const hasSeveral = (runs: JudgedRuns): boolean => onlineLabels(runs).length > 1 && runs.judged.some(hasArea);

function bestIn(differences: readonly OrderingDifference[], spoken: Named): string {
  const [{ ordering }] = differences;
  const even = differences.filter(({ mean }) => mean === 0).map(({ baseline }) => spoken(baseline));
  if (even.length === 0) return `${spoken(ordering)} has the largest mean area`;
  if (even.length === differences.length) return "All orderings have the same mean area";
  return `${listed([spoken(ordering), ...even])} have the largest mean area`;
}

/** Differences from the best ordering, for people. */
const differenceLines = (differences: readonly OrderingDifference[], named: Named = (label) => label) =>
  differences.map((difference) => ({
    "ahead of": named(difference.baseline),
    by: threeDecimals(difference.mean),
    [`${Math.round(100 * difference.level)} % interval`]: intervalText(difference),
    "told apart": toldApart(difference),
  }));

function toldApart({ pairs, moreStarts }: OrderingDifference): string {
  if (moreStarts === 0) return `by ${pairs} starts`;
  if (moreStarts !== undefined && pairs < ENOUGH_TO_PLAN) return "no";
  return moreStarts === undefined ? "no difference yet" : `no, ${missing(moreStarts)} needed`;
}

/** Start pages say nothing of what other hot pages would: of hot pages that are too few, a reservation. */
function fewIn(runs: JudgedRuns): string {
  const [{ judgement }] = runs.judged;
  const { hot } = judgement;
  if (hot === undefined || fewHotWarning(judgement, runs.importance, modelOf(runs)) === undefined) return "";
  return `, but on ${plural(hot, "hot page")}, which ${hot === 1 ? "is" : "are"} too few`;
}

/**
 * "page-rank and opic cannot be told apart by 5 starts; about 12 more would probably do."
 *
 * @param few what is said of hot pages that are too few
 */
function adviceOn(differences: readonly OrderingDifference[], named: Named, few: string): string {
  const [{ ordering: best, pairs }] = differences;
  const ordering = named(best);
  const open = differences.filter(({ moreStarts }) => moreStarts !== 0);
  if (open.length === 0) return `${ordering} is told apart from all others by ${pairs} starts${few}.`;
  const [{ baseline: nearest, moreStarts }] = open.toSorted((a, b) => startsOf(a) - startsOf(b));
  const baseline = named(nearest);
  if (moreStarts === undefined)
    return `${ordering} and ${baseline} are even over ${pairs} starts: nobody can say how many starts would be enough.`;
  const even = `${ordering} and ${baseline} cannot be told apart by ${pairs} starts`;
  if (pairs < ENOUGH_TO_PLAN)
    return `${even}. Crawl from 10 starts first: only then can the number needed be estimated.`;
  const would =
    moreStarts > MANY
      ? `${missing(moreStarts)} would be needed, so treat them as equal`
      : `${missing(moreStarts)} would probably do`;
  return `${even}; ${would}.`;
}

const startsOf = ({ moreStarts = Number.POSITIVE_INFINITY }: OrderingDifference): number => moreStarts;

/** A number that is itself a guess, in two digits. */
function missing(starts: number): string {
  if (starts > MANY) return `over ${counted(MANY)} more`;
  return `about ${Number(starts.toPrecision(2))} more`;
}

/** Why orderings cannot be told apart at all, and what to type. */
function whyNone({ web, judged }: JudgedRuns): string {
  const repeats = new Set(judged.map(({ crawl }) => crawl.repeat)).size;
  const starts = new Set(judged.map(({ crawl }) => crawl.from.join(" "))).size;
  const [{ from }] = judged.map(({ crawl }) => crawl);
  if (starts === 1 && from.length === 1 && drawStarts(web, from[0], 2, new Random(1)).length === 1)
    return "Other start pages may change their order, but this web has only one page that a crawl can start from. Start elsewhere, or use another web.";
  if (starts === 1 && from.length > 1)
    return `All crawls begin at the same ${from.length} start pages, together, and others may change their order. Name one page as from: the repeats draw others.`;
  if (repeats === 1)
    return "This is one crawl each, and other start pages may change their order. Crawl from more of them: 20 repeats (--repeats 20).";
  if (starts === 1)
    return 'All crawls begin at the same start page, and other start pages may change their order. Crawl from drawn ones: starts "drawn" (--starts drawn).';
  return "No two orderings share two start pages, so they cannot be compared. Keep the same repeats of each.";
}
