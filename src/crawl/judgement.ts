import type { Face } from "../base/face/face.js";
import { counted } from "../base/numbers.js";
import { fewHotWarning } from "./few-hot.js";
import type { Importance } from "./importance/importance.js";
import { type CrawlModel, usesHotAt } from "./model.js";

/** What a crawl was worth under one model and importance. */
export interface Judgement {
  /** P in [0, 1] after 1, 2, ... visited pages; NaN where there is none, as no page reaches the threshold. */
  readonly curve: Float64Array;
  /** Mean of P over 1 .. visited pages, in [0, 1]; NaN where there is no P. */
  readonly area: number;
  /** T: pages that count as the whole Web. */
  readonly pages: number;
  /** Pages of the web left out of T because the crawl cannot reach them. */
  readonly unreachable: number;
  /** H: pages with I(P) >= G; undefined where there is no threshold. */
  readonly hot: number | undefined;
  /** P of the closed-form ideal crawler after `visited` pages. @throws "option" for a number that is none of pages */
  ideal(visited: number): number;
  /** Expected P of the closed-form random crawler after `visited` pages. @throws "option" as `ideal` does */
  random(visited: number): number;
}

/** By what a crawl was judged. */
export interface JudgedBy {
  readonly web: string;
  readonly importance: Importance;
  readonly model: CrawlModel;
}

/** P after some number of visited pages, beside the ideal and the random crawler. */
export interface CurvePoint {
  readonly visited: number;
  /** Share of the pages that count as the whole Web. */
  readonly crawled: number;
  readonly performance: number;
  readonly ideal: number;
  readonly random: number;
}

/** A curve at so many places, the same number of pages apart; at all where there are fewer. */
export function pointsOf({ curve, pages, ideal, random }: Judgement, most: number): CurvePoint[] {
  const count = Math.min(most, curve.length);
  return Array.from({ length: count }, (_, index) => {
    const visited = Math.max(1, Math.round(((index + 1) * curve.length) / count));
    return {
      visited,
      crawled: visited / pages,
      performance: curve[visited - 1],
      ideal: ideal(visited),
      random: random(visited),
    };
  });
}

/** What a crawl was worth, on one line: area, by what, of how many pages. */
export function judgementLine({ curve, area, pages, hot }: Judgement, { web, importance, model }: JudgedBy): string {
  const hotPages = hot !== undefined && usesHotAt(model) ? `, ${counted(hot)} hot` : "";
  const worth = Number.isNaN(area) ? "no area" : `area ${area.toFixed(4)}`;
  return `${web}: ${model.label}, ${importance.label}: ${worth} over ${counted(curve.length)} visited${hotPages} of ${counted(pages)} pages`;
}

/** Points as rows; random is an ordering, too, which knows less than chance. */
export const pointRows = (points: readonly CurvePoint[]): object[] =>
  points.map(({ random: chance, ...point }) => ({ ...point, chance }));

const ROWS = 10;

/** What a judged crawl shows of itself. */
export function judgementFace(judgement: Judgement, by: JudgedBy): Face {
  const warning = fewHotWarning(judgement, by.importance, by.model);
  return {
    say: judgementLine(judgement, by),
    warnings: warning === undefined ? [] : [warning],
    tables: [{ rows: pointRows(pointsOf(judgement, ROWS)) }],
  };
}
