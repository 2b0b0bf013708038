import type { Comparison } from "../crawl/compare/comparison.js";
import { type RankAgreementRow, rankAgreementLines } from "../crawl/compare/comparison-rank-agreement.js";
import type { Regret } from "../crawl/compare/regret.js";
import { hotPageCurve } from "../figure/hot-page-curve.js";
import { rankAgreementCurve } from "../figure/rank-agreement-curve.js";
import { regretBars } from "../figure/regret-bars.js";
import type { ReportItem } from "../figure/report/own-report.js";
import { report } from "../figure/report/save-report.js";

/**
 * Writes what `crawlbench compare` found as one HTML file: curves, areas with what can be told apart, and what else was
 * asked for.
 */
export async function writeCompareReport(
  path: string,
  runs: Comparison,
  regret: Regret | undefined,
  agreement: readonly RankAgreementRow[] | undefined,
): Promise<void> {
  const items: ReportItem[] = ["# Curves and areas", await hotPageCurve(runs), runs];
  if (regret) items.push("# What was lost, and why", await regretBars(regret), regret);
  if (agreement)
    items.push("# May the PageRank of a part be trusted?", await rankAgreementCurve(agreement), {
      rows: () => rankAgreementLines(agreement),
    });
  await report(path, items, { title: `Crawls of ${runs.web.name}` });
}
