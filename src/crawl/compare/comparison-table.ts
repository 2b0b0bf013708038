import { counted, plural } from "../../base/numbers.js";
import { namesInWidth } from "../../base/rows/in-width.js";
import { latexTable } from "../../base/rows/latex-table.js";
import { textTable } from "../../base/rows/text-table.js";
import { intervalText, threeDecimals } from "../../base/rows/three-decimals.js";
import { hanging } from "../../base/rows/width.js";
import { quantile } from "../../base/statistics/quantile.js";
import { FEWEST_HOT } from "../few-hot.js";
import { comparisonAdvice } from "./comparison-advice.js";
import { orderingDifference } from "./comparison-difference.js";
import { startOf } from "./comparison-rows.js";
import { comparisonSummary } from "./comparison-summary.js";
import {
  crawlsBy,
  hotOf,
  importanceLabel,
  type JudgedRuns,
  labelsOf,
  modelOf,
  performanceAt,
} from "./judged-crawls.js";

/**
 * A comparison for people: what was judged, warnings, a line per ordering, and what the start pages say of their
 * differences.
 */
export function comparisonTable(runs: JudgedRuns, warnings: readonly string[]): string {
  const lines = linesOf(runs);
  const table = (named: (label: string) => string) =>
    textTable(lines.map((line) => ({ ...line, ordering: named(line.ordering) })));
  const { named, meant } = namesInWidth(labelsOf(runs), table);
  const head = [comparisonHead(runs), ...warnings].flatMap(hanging);
  return [...head, table(named), ...meant, ...comparisonAdvice(runs, named)].join("\n");
}

/**
 * The same lines as a LaTeX tabular; with a baseline also how far each ordering is ahead of it, with the interval.
 *
 * @param baseline label of an ordering, or its name where only one label has it
 */
export function comparisonLatex(runs: JudgedRuns, baseline?: string): string {
  if (baseline === undefined) return latexTable(linesOf(runs));
  const { baseline: label } = orderingDifference(runs, baseline, baseline);
  return latexTable(
    linesOf(runs).map((line) => {
      if (line.ordering === label) return { ...line, [`ahead of ${label}`]: "-" };
      const difference = orderingDifference(runs, line.ordering, label);
      return { ...line, [`ahead of ${label}`]: `${threeDecimals(difference.mean)} (${intervalText(difference)})` };
    }),
  );
}

function linesOf(runs: JudgedRuns) {
  const summary = comparisonSummary(runs);
  const areRepeated = summary.some(({ repeats }) => repeats > 1);
  return summary.map(({ ordering, area, mean, low, high, at10, at20, at40, at60, at80 }) => ({
    ordering,
    "median area": plain(area),
    mean: plain(mean),
    ...(areRepeated && { "90 % of repeats": Number.isNaN(area) ? "" : `${plain(low)} - ${plain(high)}` }),
    "at 10 %": plain(at10),
    "at 20 %": plain(at20),
    "at 40 %": plain(at40),
    "at 60 %": plain(at60),
    "at 80 %": plain(at80),
    ...(modelOf(runs).tellsInTheEnd && { "at 100 %": plain(medianInTheEnd(runs, ordering)) }),
  }));
}

/** Nothing where no page reaches the threshold. */
export const plain = (share: number): string => (Number.isNaN(share) ? "" : share.toFixed(3));

/** Of the whole order. */
const medianInTheEnd = (runs: JudgedRuns, ordering: string): number =>
  quantile(
    crawlsBy(runs, ordering).map((crawl) => performanceAt(crawl, 1)),
    0.5,
  );

/** What was judged, in one line. */
export function comparisonHead(runs: JudgedRuns): string {
  const { pages, unreachable } = runs.judged[0].judgement;
  const hot = hotOf(runs);
  const head = [
    `${runs.web.name}: ${plural(pages, "page")} judged`,
    unreachable > 0 && `${counted(unreachable)} out of reach`,
    `importance ${importanceLabel(runs)}`,
    hot !== undefined && `${counted(hot)} hot`,
    `model ${modelOf(runs).label}`,
  ];
  return head.filter(Boolean).join(", ");
}

/** Lines of small print for a figure: what was crawled, from where, how often. */
export function comparisonNotes(runs: JudgedRuns): string[] {
  const { pages, unreachable } = runs.judged[0].judgement;
  const hot = hotOf(runs);
  const repeats = new Set(runs.judged.map(({ crawl }) => crawl.repeat)).size;
  const starts = new Set(runs.judged.map(({ crawl }) => crawl.from.join(" "))).size;
  const seeds = runs.judged[0].crawl.from.length;
  const same = seeds === 1 ? "one start page" : `the same ${seeds} start pages`;
  return [
    [
      `${counted(pages)} ${runs.options.over === "web" ? "" : "reachable "}pages`,
      hot !== undefined &&
        `${counted(hot)} hot (${((100 * hot) / pages).toFixed(1)} %)${0 < hot && hot < FEWEST_HOT ? " and too few to tell anything" : ""}`,
      unreachable > 0 && `${counted(unreachable)} out of reach`,
    ]
      .filter(Boolean)
      .join(", "),
    repeats > 1
      ? `median of ${repeats} crawls, from ${starts === 1 ? same : `${starts} start pages`}`
      : `one crawl each from ${runs.judged[0].crawl.from.map((page) => startOf(runs, [page])).join(", ")}`,
  ];
}
