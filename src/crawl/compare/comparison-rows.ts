import { quantile } from "../../base/statistics/quantile.js";
import { nameOf } from "../../web/web.js";
import type { CrawlModel } from "../model.js";
import {
  crawlsBy,
  hasArea,
  type JudgedRuns,
  labelsOf,
  modelOf,
  performanceAt,
  STEPS,
  visitedAt,
} from "./judged-crawls.js";

/** One crawl at one point, as a tidy row; shares in [0, 1]. */
export interface ComparisonRow {
  readonly dataset: string;
  readonly ordering: string;
  readonly importance: string;
  readonly hotAt: number | undefined;
  readonly model: CrawlModel["name"];
  readonly repeat: number;
  readonly seed: number;
  readonly start: string;
  readonly crawled: number;
  readonly performance: number;
}

/** One point of one line: the median over the repeats and the band that holds 90 % of them; or of a single crawl. */
export interface CurvePoint
  extends Omit<ComparisonRow, "repeat" | "seed" | "start">,
    Partial<Pick<ComparisonRow, "repeat" | "seed" | "start">> {
  readonly low?: number;
  readonly high?: number;
}

/** P of every crawl at 0, 1, ... 100 hundredths of the pages. */
export function comparisonRows(runs: JudgedRuns): ComparisonRow[] {
  return runs.judged.flatMap(({ crawl, points }) =>
    Array.from(points, (performance, step) => ({
      ...commonTo(runs, crawl.method.label),
      repeat: crawl.repeat,
      seed: crawl.seed,
      start: startOf(runs, crawl.from),
      crawled: step / STEPS,
      performance,
    })),
  );
}

export interface CurveParts {
  /** The two closed-form references; default true. */
  readonly references?: boolean;
  /** Where there are repeats, each crawl too, with its repeat, seed and start; default false. */
  readonly crawls?: boolean;
}

/**
 * The lines of the orderings, with bands where there are repeats, single crawls, and the two closed-form references.
 * None where no page reaches the threshold.
 */
export function curvePoints(
  runs: JudgedRuns,
  { references = true, crawls: each = false }: CurveParts = {},
): CurvePoint[] {
  const lines = labelsOf(runs).flatMap((ordering) => {
    const crawls = crawlsBy(runs, ordering);
    return Array.from({ length: STEPS + 1 }, (_, step) => {
      const values = crawls.filter(hasArea).map((crawl) => performanceAt(crawl, step / STEPS));
      return {
        ...commonTo(runs, ordering),
        crawled: step / STEPS,
        performance: quantile(values, 0.5),
        ...(values.length > 1 && { low: quantile(values, 0.05), high: quantile(values, 0.95) }),
      };
    });
  });
  const singles = each && runs.judged.length > labelsOf(runs).length ? comparisonRows(runs) : [];
  const isDefined = definedBy(modelOf(runs));
  if (!references) return [...lines, ...singles].filter(isDefined);
  const [{ judgement }] = runs.judged;
  const reference = (ordering: string, of: (visited: number) => number) =>
    Array.from({ length: STEPS + 1 }, (_, step) => ({
      ...commonTo(runs, ordering),
      crawled: step / STEPS,
      performance: step === 0 ? 0 * of(1) : of(visitedAt(step, judgement.pages)),
    }));
  return [
    ...lines,
    ...singles,
    ...reference("random (closed form)", (visited) => judgement.random(visited)),
    ...reference("ideal (closed form)", (visited) => judgement.ideal(visited)),
  ].filter(isDefined);
}

/** Start pages by name. */
export const startOf = ({ web }: JudgedRuns, from: readonly number[]): string =>
  from.map((page) => nameOf(web, page)).join(" ");

/** P of some models is 0 of 0 before the first page, as P of all that need a hot page is where there is none. */
const definedBy =
  ({ noneAtStart = false }: CrawlModel) =>
  ({ crawled, performance }: CurvePoint): boolean =>
    !Number.isNaN(performance) && (crawled > 0 || !noneAtStart);

function commonTo(runs: JudgedRuns, ordering: string) {
  const { web, importance } = runs;
  return {
    dataset: web.name,
    ordering,
    importance: importance.label,
    hotAt: importance.hotAt,
    model: modelOf(runs).name,
  };
}
