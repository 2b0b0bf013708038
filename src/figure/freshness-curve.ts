import { problem } from "../base/error.js";
import { checkRows, distinct } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { type Finding, wholePercent } from "./finding.js";
import { type FrameOptions, figureOptions, percent, percentAxis, percentEnds } from "./frame.js";
import { acrossPlaces, lineFigure } from "./line-frame.js";
import { dottedMark } from "./line-parts.js";
import { methodStyles } from "./series-style.js";
import { log2, sizeAxis } from "./size-axis.js";
import { ends, meansByName } from "./who-is-first.js";

/** One policy under one budget. */
export interface FreshnessRow {
  /** Which line it belongs to, as named in the legend. */
  readonly policy: string;
  /** Fetches per page and unit of time; above 0. */
  readonly budget: number;
  /** Share of the copies that are up to date, in [0, 1]. */
  readonly freshness: number;
  /** Ends of the band around `freshness`, both or neither. */
  readonly low?: number;
  readonly high?: number;
}

export interface FreshnessCurveOptions extends FrameOptions {
  /** What budgets are per: "day"; default "unit of time". */
  readonly unit?: string;
}

/**
 * Freshness over the budget, a line per policy, budgets on a logarithmic scale, bands where rows have them.
 *
 * @throws "rows" when there are no rows, a value is missing or out of range, or a budget is 0
 */
export async function freshnessCurve<R extends FreshnessRow>(
  rows: readonly R[],
  chosen: FreshnessCurveOptions = {},
): Promise<Figure<R>> {
  const options = figureOptions("freshnessCurve", chosen, ["unit"]);
  const { unit = "unit of time" } = options;
  checkRows<FreshnessRow>("freshnessCurve", rows, {
    policy: "text",
    budget: "count",
    freshness: "share",
    low: "share?",
    high: "share?",
  });
  const none = rows.find(({ budget }) => budget === 0);
  if (none) throw problem.rows`freshnessCurve: a logarithmic scale has no budget 0, found under ${none.policy}`;
  return lineFigure(rows, {
    options,
    finding: () => findingOf(rows),
    points: rows.map((row) => ({
      series: row.policy,
      x: log2(row.budget),
      y: percent(row.freshness),
      ...percentEnds(row),
    })),
    styles: methodStyles(distinct(rows.map(({ policy }) => policy))),
    x: sizeAxis(
      `fetches per page and ${unit}`,
      rows.map(({ budget }) => budget),
      options.width,
    ),
    y: { title: "freshness (%)", ...percentAxis },
    bands: { says: "bands: least to greatest of the webs drawn" },
    mark: dottedMark,
    summary: summaryOf(rows),
  });
}

/** Who is freshest and who least, in the mean over all budgets. */
const findingOf = (rows: readonly FreshnessRow[]): Finding =>
  ends(
    meansByName(rows.map(({ policy, freshness }) => ({ name: policy, value: freshness }))),
    ["Freshest over all budgets", "least"],
    wholePercent,
  );

/** For people: a line per policy, its freshness in percent by budget. */
function summaryOf(rows: readonly FreshnessRow[]): object[] {
  const budgets = distinct(rows.map(({ budget }) => budget)).sort((a, b) => a - b);
  const at = (budget: number) => `% at ${budget}`;
  return acrossPlaces(rows, budgets, at, (policy, budget) => {
    const value = rows.find((row) => row.policy === policy && row.budget === budget)?.freshness;
    return value === undefined ? undefined : Math.round(1000 * value) / 10;
  });
}
