import type { Comparison } from "../crawl/compare/comparison.js";
import { differenceLines } from "../crawl/compare/comparison-advice.js";
import { type RankAgreementRow, rankAgreementLines } from "../crawl/compare/comparison-rank-agreement.js";
import type { Regret } from "../crawl/compare/regret.js";
import { hotPageCurve } from "../figure/hot-page-curve.js";
import { rankAgreementCurve } from "../figure/rank-agreement-curve.js";
import { regretBars } from "../figure/regret-bars.js";
import type { ReportItem } from "../figure/report/own-report.js";
import { report } from "../figure/report/save-report.js";

/**
 * Writes what `crawlbench compare` found as one HTML file: curves, areas, what can be told apart, and what else was
 * asked for.
 */
export async function writeCompareReport(
  path: string,
  runs: Comparison,
  regret: Regret | undefined,
  agreement: readonly RankAgreementRow[] | undefined,
): Promise<void> {
  const items: ReportItem[] = ["# Curves and areas", ...runs.warnings, await hotPageCurve(runs), runs];
  const differences = runs.differences();
  if (differences.length > 0) {
    items.push(
      "# What the start pages tell apart",
      "The best ordering against each other: the mean difference in area with its interval, and how many more start pages would probably separate the two.",
      { rows: () => differenceLines(differences) },
    );
  }
  if (regret) items.push("# What was lost, and why", await regretBars(regret), regret);
  if (agreement)
    items.push("# May the PageRank of a part be trusted?", await rankAgreementCurve(agreement), {
      rows: () => rankAgreementLines(agreement),
    });
  await report(path, items, { title: `Crawls of ${runs.web.name}` });
}
