import { groupedBy } from "../../base/grouped-by.js";
import { textTable } from "../../base/rows/text-table.js";
import { quantile } from "../../base/statistics/quantile.js";
import type { Graph } from "../../web/graph/graph.js";
import { type RankAgreement, type RankAgreementOptions, rankAgreementWith, wholeRank } from "../rank-agreement.js";
import { startOf } from "./comparison-rows.js";
import type { JudgedRuns } from "./judged-crawls.js";

/** One crawl after one share of the pages. */
export interface RankAgreementRow extends RankAgreement {
  readonly dataset: string;
  readonly ordering: string;
  readonly repeat: number;
  readonly start: string;
}

/** `rankAgreement` of every crawl, on the pages that count as the whole Web for it. */
export function rankAgreementRows(runs: JudgedRuns, options: RankAgreementOptions): RankAgreementRow[] {
  const ranks = new Map<Graph, Float64Array>();
  const rankOf = (graph: Graph) => {
    const known = ranks.get(graph) ?? wholeRank(graph, options);
    ranks.set(graph, known);
    return known;
  };
  return runs.judged.flatMap(({ crawl, part }) => {
    const { graph } = part.web;
    const order = part.unreachable === 0 ? crawl.order : crawl.order.map((page) => part.local[page]);
    return rankAgreementWith(graph, rankOf(graph), order, options).map((agreement) => ({
      dataset: runs.web.name,
      ordering: crawl.method.label,
      repeat: crawl.repeat,
      start: startOf(runs, crawl.from),
      ...agreement,
    }));
  });
}

/** Medians over the repeats, for people: two lines per ordering, a column per share of the pages. */
export const rankAgreementLines = (rows: readonly RankAgreementRow[]): Record<string, string>[] =>
  groupedBy(rows, ({ ordering }) => ordering).flatMap((own) => {
    const shares = groupedBy(own, ({ crawled }) => crawled);
    const line = (what: string, of: (row: RankAgreementRow) => number | undefined) => ({
      ordering: own[0].ordering,
      "after crawling": what,
      ...Object.fromEntries(shares.map((here) => [percent(here[0].crawled), median(here.map(of))])),
    });
    return [line("tau", ({ tau }) => tau), line("share of PageRank", ({ massCovered }) => massCovered)];
  });

/** These lines as a table. */
export const rankAgreementTable = (rows: readonly RankAgreementRow[]): string =>
  ["Kendall's tau of the PageRank of the crawled part and of the whole web", textTable(rankAgreementLines(rows))].join(
    "\n",
  );

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;

/** Empty where none can be told. */
function median(values: readonly (number | undefined)[]): string {
  const told = values.filter((value) => value !== undefined);
  return told.length === 0 ? "" : quantile(told, 0.5).toFixed(3);
}
