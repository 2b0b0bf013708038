import { problem } from "../base/error.js";
import { checkRows, distinct } from "./check-rows.js";
import { type Figure, renderFigure } from "./figure.js";
import { type FrameOptions, framed, legendBelow, percent } from "./frame.js";
import { seriesStyles } from "./series-style.js";
import { log2, sizeAxis } from "./size-axis.js";

/** One policy under one budget. */
export interface FreshnessRow {
  /** Which line it belongs to, as named in the legend. */
  readonly policy: string;
  /** Fetches per page and unit of time; above 0. */
  readonly budget: number;
  /** Share of the copies that are up to date, in [0, 1]. */
  readonly freshness: number;
  /** Ends of the band around `freshness`, both or neither. */
  readonly low?: number;
  readonly high?: number;
}

export interface FreshnessCurveOptions extends FrameOptions {
  /** What budgets are per: "day"; default "unit of time". */
  readonly unit?: string;
}

/**
 * Freshness over the budget, a line per policy, budgets on a logarithmic scale, bands where rows have them.
 *
 * @throws "rows" when there are no rows, a value is missing or out of range, or a budget is 0
 */
export async function freshnessCurve<R extends FreshnessRow>(
  rows: readonly R[],
  options: FreshnessCurveOptions = {},
): Promise<Figure<R>> {
  const { title = "Freshness over the budget", notes = [], width = 420, height = 300, unit = "unit of time" } = options;
  checkRows<FreshnessRow>("freshnessCurve", rows, {
    policy: "text",
    budget: "count",
    freshness: "share",
    low: "share?",
    high: "share?",
  });
  const none = rows.find(({ budget }) => budget === 0);
  if (none) throw problem.rows`freshnessCurve: a logarithmic scale has no budget 0, found under ${none.policy}`;
  const policies = distinct(rows.map(({ policy }) => policy));
  const styles = seriesStyles(policies.map((policy) => ({ label: policy, method: policy })));
  const labels = [...styles.keys()];
  const points = rows
    .map(({ policy, budget, freshness, low, high }) => ({
      policy,
      x: log2(budget),
      value: percent(freshness),
      ...(low !== undefined && high !== undefined && { low: percent(low), high: percent(high) }),
    }))
    .sort((a, b) => labels.indexOf(a.policy) - labels.indexOf(b.policy) || a.x - b.x);
  const x = sizeAxis(
    "x",
    `fetches per page and ${unit}`,
    rows.map(({ budget }) => budget),
    width,
  );
  const y = {
    field: "value",
    type: "quantitative",
    title: "freshness (%)",
    scale: { domain: [0, 100] },
    axis: { values: [0, 20, 40, 60, 80, 100] },
  };
  const legend = legendBelow(labels, width, { symbolType: "stroke", symbolSize: 700, symbolStrokeWidth: 2 });
  const ofPolicy = (range: readonly unknown[]) => ({
    field: "policy",
    type: "nominal",
    scale: { domain: labels, range },
    legend,
  });
  const banded = distinct(points.filter(({ low }) => low !== undefined).map(({ policy }) => policy));
  const band = (policy: string) => ({
    transform: [{ filter: `isValid(datum.low) && datum.policy === ${JSON.stringify(policy)}` }],
    mark: { type: "area", fill: styles.get(policy)!.color, fillOpacity: 0.2, strokeWidth: 0 },
    encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" } },
  });
  const lines = {
    mark: { type: "line", strokeWidth: 2, strokeJoin: "round", point: { size: 14 } },
    encoding: {
      x,
      y,
      color: ofPolicy(labels.map((label) => styles.get(label)!.color)),
      strokeDash: ofPolicy(labels.map((label) => styles.get(label)!.dash)),
    },
  };
  const small = [...notes, banded.length > 0 ? "bands: least to greatest of the webs drawn" : ""].filter(Boolean);
  const spec = framed(
    { width, height, data: { values: points }, layer: [...banded.map(band), lines] },
    { title, lines: small, width },
  );
  return renderFigure(spec, rows, { title, description: small.join("; "), summary: summaryOf(rows) });
}

/** For people: a line per policy, its freshness in percent by budget. */
function summaryOf(rows: readonly FreshnessRow[]): object[] {
  const budgets = distinct(rows.map(({ budget }) => budget)).sort((a, b) => a - b);
  return distinct(rows.map(({ policy }) => policy)).map((policy) => {
    const cells = budgets.map((budget) => {
      const value = rows.find((row) => row.policy === policy && row.budget === budget)?.freshness;
      return [`% at ${budget}`, value === undefined ? undefined : Math.round(1000 * value) / 10];
    });
    return { policy, ...Object.fromEntries(cells) };
  });
}
