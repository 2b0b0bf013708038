import { gotInstead, problem } from "../base/error.js";
import { type CurveOptions, type CurveRow, crawlCurve } from "./crawl-curve.js";
import type { Figure } from "./figure.js";
import { figureOptions, nothingToFind } from "./frame.js";

/** What a curve of hot pages is drawn from: a comparison. */
export interface Curves {
  curveRows(): CurveRow[];
  /** Small print: what was crawled, from where, how often. */
  notes(): string[];
}

const titles: Readonly<Record<string, string>> = {
  stop: "Crawl & Stop",
  threshold: "Crawl & Stop with Threshold",
  buffer: "Limited Buffer Crawl",
  harvest: "Harvest rate",
  "target-recall": "Target recall",
  precision: "Precision at n",
  mass: "Importance covered",
  ndcg: "NDCG of the crawl order",
};

/**
 * Share of the hot pages found over the share of the web crawled, a line per ordering, with bands where there are
 * repeats. Where no page reaches the threshold it says so in place of lines.
 *
 * await hotPageCurve(runs)
 */
export async function hotPageCurve(runs: Curves, chosen: CurveOptions = {}): Promise<Figure<CurveRow>> {
  const options = figureOptions("hotPageCurve", chosen, ["series"]);
  if (typeof runs?.curveRows !== "function")
    throw problem.rows`hotPageCurve draws what compare gives: hotPageCurve(await compare(web, { ... })); ${gotInstead(runs)}`;
  const rows = runs.curveRows();
  if (rows.length === 0) return nothingToFind({ notes: runs.notes(), ...options });
  const [{ importance, hotAt, model }] = rows;
  const hot = hotAt === undefined ? importance : `${importance} >= ${hotAt}`;
  return crawlCurve(rows, {
    title: `${titles[model] ?? `Performance, ${model}`}: ${hot}`,
    notes: runs.notes(),
    ...options,
  });
}
