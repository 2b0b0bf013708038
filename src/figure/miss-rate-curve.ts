import { problem } from "../base/error.js";
import { groupedBy } from "../base/grouped-by.js";
import { meanOf } from "../base/statistics/mean-of.js";
import { checkRows, distinct } from "./check-rows.js";
import type { VegaLiteSpec } from "./draw.js";
import type { Figure } from "./figure.js";
import { type FrameOptions, figureOptions, percent, percentAxis, percentEnds } from "./frame.js";
import { acrossPlaces, lineFigure } from "./line-frame.js";
import { dottedMark } from "./line-parts.js";
import { missRateFinding, missRatioFinding, type RatePoint, type Region } from "./miss-rate-finding.js";
import type { PaperOptions } from "./paper-marks.js";
import { methodStyles } from "./series-style.js";
import { written } from "./short-named.js";
import { log2, sizeAxis } from "./size-axis.js";

/** One policy at one size; rates in [0, 1]. */
export interface MissRateRow {
  /** Which line it belongs to, as named in the legend. */
  readonly policy: string;
  /** Entries; above 0. */
  readonly size: number;
  readonly missRate: number;
  /** Ends of the interval around `missRate`, both or neither. */
  readonly low?: number;
  readonly high?: number;
  /** Entries per thread, or per host that is open at once, where rows of several crawls are drawn over them. */
  readonly sizePerThread?: number;
  readonly sizePerHost?: number;
}

/** What a miss-rate curve is drawn from: a sweep. */
export interface MissRates<R extends MissRateRow = MissRateRow> {
  rows(): R[];
  /** Small print: what was counted, how. */
  notes(): string[];
  /** Where the usual policy's curve falls steeply. */
  region(): { readonly kind: string; readonly from?: number; readonly to?: number };
  readonly threads: number | undefined;
}

export interface MissRateOptions extends FrameOptions, PaperOptions {
  /**
   * "size" (default): entries in all. "per thread": of a sweep, entries divided by its threads; of rows,
   * `sizePerThread`, or sizes that are per thread already. "per open host": of rows, `sizePerHost`.
   */
  readonly x?: "size" | "per thread" | "per open host";
  /** Draw the miss rate over that of `to` at the same size: Figures 3 and 5. Default: false. */
  readonly relative?: boolean;
  /** What `relative` divides by; default "MIN". */
  readonly to?: string;
  /** A stretch of sizes to shade, on the x axis; default: the critical region of a sweep, nothing for rows. */
  readonly region?: Region | false;
}

/**
 * Miss rate over the size of the cache, a line per policy, sizes on a logarithmic scale: Figures 2 to 9 of Broder et
 * al. 2003. The critical region is shaded, intervals are bands. Rows of one policy and size, those of several seeds,
 * are drawn as their mean.
 *
 * await missRateCurve(sweep)
 *
 * @throws "rows" when there are no rows, a value is missing or out of range, or `relative` finds no line to divide
 *   by
 */
export async function missRateCurve<R extends MissRateRow>(
  from: MissRates<R> | readonly R[],
  chosen: MissRateOptions = {},
): Promise<Figure<R>> {
  const options = figureOptions("missRateCurve", chosen, ["x", "relative", "to", "region", "paper"]);
  const sweep = typeof from === "object" && from !== null && "region" in from ? from : undefined;
  const rows = sweep ? sweep.rows() : (from as readonly R[]);
  const { x = "size", relative = false, notes = sweep?.notes() } = options;
  const to = written(options.to ?? "MIN");
  checkRows<MissRateRow>("missRateCurve", rows, {
    policy: "text",
    size: "count",
    missRate: "share",
    low: "share?",
    high: "share?",
    sizePerThread: "count?",
    sizePerHost: "count?",
  });
  const divisor = x === "per thread" ? threadsFor(sweep) : 1;
  const means = meansOf(
    rows,
    {
      size: ({ size }: R) => size,
      "per thread": ({ size, sizePerThread = size / divisor }: R) => sizePerThread,
      "per open host": ({ sizePerHost = Number.NaN }: R) => sizePerHost,
    }[x],
  );
  const points = relative ? overThat(means, to) : means.map(inPercent);
  const region = relative ? undefined : shaded(options.region, sweep, divisor);
  const per = x === "size" ? "" : ` ${x}`;
  const axis = sizeAxis(
    `cache size (entries${per})`,
    points.map(({ size }) => size),
    options.width,
  );
  return lineFigure(rows, {
    options: { ...options, ...(notes && { notes }) },
    finding: () => (relative ? missRatioFinding(points, to) : missRateFinding(means, region, per)),
    after: [region && "shaded: the critical region"],
    points: points.map(({ policy, size, value, ...ends }) => ({ series: policy, x: log2(size), y: value, ...ends })),
    styles: methodStyles(distinct(points.map(({ policy }) => policy))),
    x: axis,
    y: relative ? { title: `miss rate over that of ${to}`, scale: { domain: roundEnds(points) } } : rateAxis,
    toX: log2,
    ...(!relative && { toY: percent }),
    behind: region ? [shade(region, axis)] : [],
    bands: { says: "bands: 95 % intervals" },
    mark: dottedMark,
    summary: summaryOf(points, relative),
  });
}

const rateAxis = { title: "miss rate (%)", ...percentAxis };

/** Round numbers at or beyond the least and the greatest value: lines and marks are named where the ends are known. */
function roundEnds(points: readonly RatePoint[]): number[] {
  const [low, high] = [Math.min, Math.max].map((least) => least(...points.map(({ value }) => value)));
  const rough = (high - low || 1) / 5;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * [1, 2, 5, 10].find((times) => times * unit >= rough)!;
  return [Math.floor(low / step), Math.ceil(high / step) || 1].map((steps) => Number((steps * step).toPrecision(6)));
}

const shade = ({ from, to }: Region, axis: VegaLiteSpec): VegaLiteSpec => ({
  data: { values: [{ start: log2(from), end: log2(to) }] },
  mark: { type: "rect", fill: "#e69f00", fillOpacity: 0.14 },
  encoding: { x: { ...axis, field: "start" }, x2: { field: "end" } },
});

function threadsFor(sweep: MissRates | undefined): number {
  if (sweep === undefined) return 1;
  if (sweep.threads !== undefined) return sweep.threads;
  throw problem.rows`missRateCurve: x "per thread" needs threads, and the trace does not know them: draw sweep.perThread(20) instead`;
}

/** One point per policy and size, sizes ascending. */
function meansOf<R extends MissRateRow>(rows: readonly R[], sizeOf: (row: R) => number): RatePoint[] {
  const groups = groupedBy(rows, (row) => JSON.stringify([row.policy, sizeOf(row)]));
  const points = groups.map((own): RatePoint => {
    const [first] = own;
    const size = sizeOf(first);
    if (!(size > 0))
      throw problem.rows`missRateCurve: a logarithmic scale has no size ${size}, found under ${first.policy}`;
    const isBanded = first.low !== undefined && first.high !== undefined;
    const value = meanOf(own.map(({ missRate }) => missRate));
    return { policy: written(first.policy), size, value, ...(isBanded && { low: first.low, high: first.high }) };
  });
  const order = distinct(points.map(({ policy }) => policy));
  return points.sort((a, b) => order.indexOf(a.policy) - order.indexOf(b.policy) || a.size - b.size);
}

const inPercent = (point: RatePoint): RatePoint => ({ ...point, value: percent(point.value), ...percentEnds(point) });

/** Each value over that of one line at the same size; sizes that it lacks are left out. */
function overThat(points: readonly RatePoint[], to: string): RatePoint[] {
  const base = new Map(points.filter(({ policy }) => policy === to).map(({ size, value }) => [size, value]));
  if (base.size > 0)
    return points.flatMap(({ policy, size, value }) => {
      const below = base.get(size);
      return below ? [{ policy, size, value: Math.round((1e4 * value) / below) / 1e4 }] : [];
    });
  const others = distinct(points.map(({ policy }) => policy)).join(", ");
  throw problem.rows`missRateCurve: relative needs rows of "${to}" to divide by; found ${others}`;
}

function shaded(region: MissRateOptions["region"], sweep: MissRates | undefined, divisor: number) {
  if (region === false) return undefined;
  if (region) return region;
  const { from, to } = sweep?.region() ?? {};
  return from !== undefined && to !== undefined ? { from: from / divisor, to: to / divisor } : undefined;
}

/** For people: a line per policy, at most seven sizes. */
function summaryOf(points: readonly RatePoint[], relative: boolean): object[] {
  const sizes = distinct(points.map(({ size }) => size)).sort((a, b) => a - b);
  const step = Math.max(1, Math.ceil(sizes.length / 7));
  const some = sizes.filter((_, i) => i % step === 0 || i === sizes.length - 1);
  const nameOf = (size: number) => (relative ? `at ${size}` : `${size} %`); // a number alone would go before the policy
  const at = (size: number) => nameOf(Math.round(size * 100) / 100);
  return acrossPlaces(points, some, at, (policy, size) => {
    const value = points.find((each) => each.policy === policy && each.size === size)?.value;
    return value === undefined ? undefined : Math.round(value * 100) / 100;
  });
}
