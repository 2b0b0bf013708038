import { IntervalCell, scaleOf } from "../../base/face/cell.js";
import type { Face } from "../../base/face/face.js";
import { threeDecimals } from "../../base/rows/three-decimals.js";
import { nameCells } from "../../figure/name-cells.js";
import { datasets } from "../../web/dataset/card.js";
import { comparisonConclusions } from "./comparison-advice.js";
import { differencesFromBest } from "./comparison-difference.js";
import { comparisonSummary } from "./comparison-summary.js";
import { comparisonHead, plain } from "./comparison-table.js";
import { type JudgedRuns, labelsOf } from "./judged-crawls.js";

/** What a notebook shows of a comparison: who is ahead, a line per ordering with its intervals, what was judged. */
export function comparisonFace(runs: JudgedRuns, warnings: readonly string[]): Face {
  const nameOf = nameCells(labelsOf(runs));
  const summary = comparisonSummary(runs);
  const differences = new Map(differencesFromBest(runs).map((each) => [each.baseline, each]));
  const best = differences.values().next().value?.ordering;
  const areas = scaleOf(summary);
  const behinds = scaleOf([{ low: 0, high: 0 }, ...[...differences.values()]]);
  const areaName = summary.some(({ repeats }) => repeats > 1) ? "median area" : "area";
  const rows = summary.map(({ ordering, area, low, high, at10, at20, at40, at60, at80, repeats }) => {
    const name = nameOf(ordering);
    const behind = differences.get(ordering);
    return {
      ordering: name,
      [areaName]: plain(area),
      ...(repeats > 1 && {
        [`90 % of ${repeats} crawls`]: Number.isNaN(area)
          ? ""
          : new IntervalCell({ low, high, at: area }, areas, name.color),
      }),
      ...(best !== undefined && {
        "behind, on the mean": behind ? threeDecimals(behind.mean) : ordering === best ? "0" : "",
        "95 % interval": behind ? new IntervalCell({ ...behind, at: behind.mean }, behinds) : "",
        "told apart": behind ? (behind.moreStarts === 0 ? "yes" : "no") : "",
      }),
      ...Object.fromEntries(
        Object.entries({ 10: at10, 20: at20, 40: at40, 60: at60, 80: at80 }).map(([at, p]) => [`at ${at} %`, plain(p)]),
      ),
    };
  });
  return {
    say: comparisonConclusions(runs).join(" "),
    tables: [{ rows }],
    warnings,
    notes: [`${comparisonHead(runs)}. Point at a name for its settings.`, ...generated(runs.web.name)],
  };
}

const generated = (web: string): string[] =>
  datasets().some(({ id, generator }) => id === web && generator)
    ? [`${web} is generated: what holds here alone is not established. datasets() lists real webs.`]
    : [];
