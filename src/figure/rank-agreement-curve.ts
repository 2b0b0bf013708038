import { checkRows, distinct, onlyValue } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { type Finding, fixed, said } from "./finding.js";
import { type FrameOptions, figureOptions, percent } from "./frame.js";
import { lineFigure } from "./line-frame.js";
import { lineMark } from "./line-parts.js";
import { methodStyles } from "./series-style.js";
import { shortNamed } from "./short-named.js";
import { ends, meansByName } from "./who-is-first.js";

/** One crawl after one share of the pages. */
export interface RankAgreementPoint {
  readonly dataset: string;
  readonly ordering: string;
  /** Share of the pages crawled, in [0, 1]. */
  readonly crawled: number;
  /** Kendall's tau-b of the ranks of crawled part and whole web, in [-1, 1]; undefined where it cannot be told. */
  readonly tau: number | undefined;
  /** Share of the PageRank of the whole web on the pages crawled, in [0, 1]. */
  readonly massCovered: number;
}

export interface RankAgreementCurveOptions extends FrameOptions {
  /**
   * What tau is drawn over: pages "crawled" (default), or the "mass" of PageRank on them, which shows whether who
   * gathers most tells it best.
   */
  readonly over?: "crawled" | "mass";
}

const titles = {
  crawled: "pages crawled (% of the reachable pages)",
  mass: "PageRank of the pages crawled (% of all)",
} as const;

/**
 * How well the PageRank of the crawled part tells that of the whole web, a line per ordering: medians over the repeats.
 * Boldi, Santini and Vigna 2004.
 *
 * await rankAgreementCurve(runs.rankAgreement())
 *
 * @throws "rows" when there are no rows, a value is missing or out of range, or rows of several datasets are mixed
 */
export async function rankAgreementCurve<R extends RankAgreementPoint>(
  rows: readonly R[],
  chosen: RankAgreementCurveOptions = {},
): Promise<Figure<R>> {
  const options = figureOptions("rankAgreementCurve", chosen, ["over"]);
  const { over = "crawled" } = options;
  checkRows<RankAgreementPoint>("rankAgreementCurve", rows, {
    ordering: "text",
    crawled: "share",
    tau: "number?",
    massCovered: "share",
  });
  const dataset = onlyValue("rankAgreementCurve", rows, "dataset");
  const { shown, settings } = shortNamed(rows);
  const labels = distinct(shown.map((row) => row.ordering));
  const points = labels.flatMap((ordering) => {
    const own = shown.filter((row) => row.ordering === ordering && row.tau !== undefined);
    return sharesOf(own).map(({ crawled, upTo }) => {
      const here = own.filter((row) => row.crawled >= crawled && row.crawled <= upTo);
      const tau = middleOf(here.map((row) => row.tau as number));
      return { ordering, crawled, mass: middleOf(here.map((row) => row.massCovered)), tau, crawls: here.length };
    });
  });
  const lowest = Math.min(1, ...points.map(({ tau }) => Math.floor(tau * 5) / 5));
  const furthest = Math.max(...points.map((point) => point[over])) > 0.5 ? 100 : 50;
  const most = Math.max(1, ...points.map(({ crawls }) => crawls));
  return lineFigure(rows, {
    options,
    finding: () => findingOf(points),
    about: [`${dataset}${most > 1 ? ` · medians of ${most} crawls` : ""}`],
    after: settings,
    points: points.map((point) => ({ ...point, series: point.ordering, x: percent(point[over]), y: point.tau })),
    styles: methodStyles(labels),
    x: { title: titles[over], scale: { domain: [0, furthest] } },
    y: { title: "Kendall's tau", scale: { domain: [lowest, 1], zero: false } },
    layers: ({ x, y, color, strokeDash }) => [
      { mark: lineMark, encoding: { x, y, color, strokeDash, order: { field: "crawled", type: "quantitative" } } },
      { mark: { type: "circle", size: 30, opacity: 1 }, encoding: { x, y, color } },
    ],
    summary: points.map(({ ordering, crawled, mass, tau }) => ({ ordering, crawled, massCovered: mass, tau })),
  });
}

/** Who tells the whole web's ranks best and who worst, in the mean over the crawl. */
const findingOf = (points: readonly { readonly ordering: string; readonly tau: number }[]): Finding =>
  ends(
    meansByName(points.map(({ ordering, tau }) => ({ name: ordering, value: tau }))),
    ["Nearest to the whole web's PageRank", "furthest"],
    (tau) => said`tau ${fixed(2)(tau)}`,
  );

/**
 * Shares at which there are points, ascending. Crawls from other starts reach other numbers of pages, so that 5 % of them
 * is not the same share to the last digit: what is within a twentieth is one.
 */
function sharesOf(points: readonly RankAgreementPoint[]) {
  const shares: { readonly crawled: number; readonly upTo: number }[] = [];
  for (const crawled of points.map((point) => point.crawled).toSorted((a, b) => a - b))
    if (crawled > (shares.at(-1)?.upTo ?? -1)) shares.push({ crawled, upTo: 1.05 * crawled });
  return shares;
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
