import type { CurveRow } from "../../src/figure/crawl-curve.js";

/**
 * A curve P = 1 - (1 - K)^power at 0, 5, ..., 100 % crawled: power 1 is the random crawl, larger powers find more,
 * sooner.
 */
export function curveOf(ordering: string, power: number, more: Partial<CurveRow> & { band?: number } = {}): CurveRow[] {
  const { band, ...rest } = more;
  return Array.from({ length: 21 }, (_, i) => {
    const crawled = i / 20;
    const performance = 1 - (1 - crawled) ** power;
    const half = (band ?? 0) * crawled * (1 - crawled);
    return {
      dataset: "campus",
      ordering,
      importance: "backlinks",
      hotAt: 10,
      model: "threshold",
      crawled,
      performance,
      ...(band !== undefined && { low: Math.max(0, performance - half), high: Math.min(1, performance + half) }),
      ...rest,
    };
  });
}

/** The ideal crawler: performance min(1, crawled / hot), hot the share of hot pages. */
export const idealOf = (hot: number, more: Partial<CurveRow> = {}): CurveRow[] =>
  curveOf("ideal (closed form)", 1, more).map((row) => ({ ...row, performance: Math.min(1, row.crawled / hot) }));
