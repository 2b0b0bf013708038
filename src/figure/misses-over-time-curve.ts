import { plural } from "../base/numbers.js";
import { asOne } from "../base/short-labels.js";
import { checkRows, distinct } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { type Finding, rangeOf, said, wholePercent } from "./finding.js";
import { type FrameOptions, figureOptions, percent, percentAxis } from "./frame.js";
import { lineFigure } from "./line-frame.js";
import type { PaperOptions } from "./paper-marks.js";
import { seriesStyles } from "./series-style.js";

/** One policy in one stretch of a trace. */
export interface MissesOverTimeRow {
  readonly policy: string;
  /** Entries; named in the legend where it varies. */
  readonly size: number;
  /** Requests up to the end of the stretch. */
  readonly until: number;
  /** In the stretch, in [0, 1]. */
  readonly missRate: number;
}

/**
 * Miss rate over the course of the crawl, a line per policy, or per policy and size: Figures 10 and 11 of Broder et al.
 * 2003.
 *
 * @throws "rows" when there are no rows, or a value is missing or out of range
 */
export async function missesOverTimeCurve<R extends MissesOverTimeRow>(
  rows: readonly R[],
  chosen: FrameOptions & PaperOptions = {},
): Promise<Figure<R>> {
  const options = figureOptions("missesOverTimeCurve", chosen, ["paper"]);
  checkRows<MissesOverTimeRow>("missesOverTimeCurve", rows, {
    policy: "text",
    size: "count",
    until: "count",
    missRate: "share",
  });
  const bySize = distinct(rows.map(({ size }) => size)).length > 1;
  const labelOf = ({ policy, size }: R) =>
    bySize && policy !== "INFINITE" ? `${policy}, ${plural(size, "entry", "entries")}` : policy;
  const styles = seriesStyles(rows.map((row) => ({ label: labelOf(row), method: row.policy })));
  const most = Math.max(...rows.map(({ until }) => until));
  const [unit, inUnit] = most >= 2e6 ? [1e6, "millions"] : most >= 2e3 ? [1e3, "thousands"] : [1, "number"];
  return lineFigure(rows, {
    options,
    finding: () => findingOf(rows, labelOf),
    points: rows.map((row) => ({ series: labelOf(row), x: row.until / unit, y: percent(row.missRate) })),
    styles,
    x: { title: `requests (${inUnit})`, scale: { domain: [0, most / unit] }, axis: { tickCount: 6 } },
    y: { title: "miss rate in each stretch (%)", ...percentAxis },
    toX: (requests) => requests / unit,
    toY: percent,
    summary: summaryOf(rows, labelOf),
  });
}

/** Between which rates the first line that is no bound stays after the first quarter. */
function findingOf<R extends MissesOverTimeRow>(rows: readonly R[], labelOf: (row: R) => string): Finding {
  const label = labelOf(rows.find((row) => !["MIN", "INFINITE"].includes(row.policy)) ?? rows[0]);
  const own = rows.filter((row) => labelOf(row) === label);
  const quarter = Math.max(...own.map(({ until }) => until)) / 4;
  const late = own.filter(({ until }) => until > quarter || quarter === 0);
  return said`${asOne(label)} misses ${rangeOf(late.map(({ missRate }) => wholePercent(missRate)))} after the first quarter of the crawl`;
}

/** First and last stretch, and the median, of each line. */
function summaryOf<R extends MissesOverTimeRow>(rows: readonly R[], labelOf: (row: R) => string): object[] {
  const inPercent = (rate: number) => Math.round(rate * 1000) / 10;
  return distinct(rows.map(labelOf)).map((line) => {
    const own = rows.filter((row) => labelOf(row) === line).toSorted((a, b) => a.until - b.until);
    const sorted = own.map(({ missRate }) => missRate).toSorted((a, b) => a - b);
    return {
      policy: line,
      "first stretch %": inPercent(own[0].missRate),
      "median %": inPercent(sorted[sorted.length >> 1]),
      "last stretch %": inPercent(own[own.length - 1].missRate),
    };
  });
}
