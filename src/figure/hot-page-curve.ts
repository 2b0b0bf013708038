import { gotInstead, problem } from "../base/error.js";
import { type CurveOptions, type CurveRow, crawlCurve } from "./crawl-curve.js";
import type { Figure } from "./figure.js";
import { figureOptions, nothingToFind } from "./frame.js";

/** What a curve of hot pages is drawn from: a comparison. */
export interface Curves {
  curveRows(parts?: { readonly crawls?: boolean }): CurveRow[];
  /** Small print: what was crawled, from where, how often. */
  notes(): string[];
}

/**
 * Share of the hot pages found over the share of the web crawled, a line per ordering, and thin ones for single crawls
 * or bands where there are repeats. Where no page reaches the threshold it says so in place of lines.
 *
 * await hotPageCurve(runs)
 */
export async function hotPageCurve(runs: Curves, chosen: CurveOptions = {}): Promise<Figure<CurveRow>> {
  const options = figureOptions("hotPageCurve", chosen, ["series", "paper"]);
  if (typeof runs?.curveRows !== "function")
    throw problem.rows`hotPageCurve draws what compare gives: hotPageCurve(await compare(web, { ... })); ${gotInstead(runs)}`;
  const rows = runs.curveRows({ crawls: true });
  const words = { notes: runs.notes(), ...options };
  return rows.length === 0 ? nothingToFind(words) : crawlCurve(rows, words);
}
