import { got, problem } from "../base/error.js";
import { checkRows, distinct, onlyValue } from "./check-rows.js";
import { type Figure, renderFigure } from "./figure.js";
import { type FrameOptions, framed, legendBelow, percent } from "./frame.js";
import { wrapText } from "./text-width.js";

/** One bar: an ordering under one rule. */
export interface BarRow {
  readonly dataset: string;
  readonly ordering: string;
  /** What stands side by side within an ordering, such as the eviction rule of a limited buffer. */
  readonly group: string;
  /** In [0, 1]. */
  readonly value: number;
  /** Ends of the interval around `value` (90 % of runs), both or neither. */
  readonly low?: number;
  readonly high?: number;
}

export interface BarOptions extends FrameOptions {
  /** Title of the value axis. */
  readonly axis?: string;
  /**
   * Groups in their order, absent ones included: each keeps its shade in every figure with the same list. Default:
   * those of the rows.
   */
  readonly groups?: readonly string[];
}

/** From dark to light in even steps, so groups are told apart in grey too. */
const shades = ["#12395b", "#0072b2", "#56b4e9", "#f0c35e", "#d9d9d9", "#8c510a"];

/**
 * Bars by ordering and group, with intervals: for instance P_BC at the end of a limited-buffer crawl (Cho et al. 1998,
 * section 3.3).
 *
 * @throws "rows" when there are no rows, a value is missing, NaN or no share, a bar occurs twice, there are over
 *   six groups, or rows of several datasets are mixed
 */
export async function bars<R extends BarRow>(
  rows: readonly R[],
  { title = "Hot pages in the buffer at the end", notes = [], width = 420, height = 240, ...options }: BarOptions = {},
): Promise<Figure<R>> {
  const { axis = "hot pages in the buffer, P_BC (%)", groups = distinct(rows.map((row) => row.group)) } = options;
  checkRows<BarRow>("bars", rows, { ordering: "text", group: "text", value: "share", low: "share?", high: "share?" });
  const dataset = onlyValue("bars", rows, "dataset");
  if (groups.length > shades.length) {
    throw problem.rows`bars: expected at most ${shades.length} groups, ${got(groups.length)}: ${groups.join(", ")}`;
  }
  const seen = new Set<string>();
  rows.forEach((row, index) => {
    const bar = JSON.stringify([row.ordering, row.group]);
    if (seen.has(bar))
      throw problem.rows`bars: row ${index}: ${row.ordering}, ${row.group} already has a bar; average first`;
    if (!groups.includes(row.group)) {
      throw problem.rows`bars: row ${index}: group "${row.group}" is none of ${groups.join(", ")}`;
    }
    seen.add(bar);
  });

  const orderings = distinct(rows.map((row) => row.ordering));
  const present = groups.filter((group) => rows.some((row) => row.group === group));
  const values = rows.map((row) => ({
    ordering: row.ordering,
    group: row.group,
    value: percent(row.value),
    ...(row.low !== undefined && row.high !== undefined && { low: percent(row.low), high: percent(row.high) }),
    top: percent(Math.max(row.value, row.high ?? 0)),
    label: `${Math.round(row.value * 100)}`,
  }));
  const step = width / orderings.length;
  const names = Object.fromEntries(orderings.map((name) => [name, wrapText(name, step - 8, 12)]));
  const hasIntervals = values.some((value) => value.low !== undefined);
  const y = (field: string) => ({
    field,
    type: "quantitative",
    title: axis,
    scale: { domain: [0, 100] },
    axis: { values: [0, 20, 40, 60, 80, 100] },
  });
  const x = {
    field: "ordering",
    type: "nominal",
    sort: orderings,
    title: null,
    axis: { labelAngle: 0, ticks: false, labelPadding: 6, labelExpr: `${JSON.stringify(names)}[datum.value]` },
  };
  const interval = (mark: object) => ({
    transform: [{ filter: "isValid(datum.low)" }],
    mark: { type: "rule", ...mark },
    encoding: { y: y("low"), y2: { field: "high" } },
  });
  const xOffset = { field: "group", type: "nominal", sort: present, scale: { paddingInner: 0.12 } };
  const lines = [`${dataset}${hasIntervals ? " · lines: 90 % of the runs" : ""}`, ...notes];
  const spec = framed(
    {
      width,
      height,
      data: { values },
      encoding: { x, xOffset },
      layer: [
        {
          mark: { type: "bar", stroke: "#333333", strokeWidth: 0.6 },
          encoding: {
            y: y("value"),
            fill: {
              field: "group",
              type: "nominal",
              scale: { domain: present, range: present.map((group) => shades[groups.indexOf(group)]) },
              legend: legendBelow(present, width, { symbolType: "square", symbolSize: 160 }),
            },
          },
        },
        // the white one keeps the dark one visible on a dark bar
        ...(hasIntervals
          ? [interval({ stroke: "white", strokeWidth: 4 }), interval({ stroke: "#222222", strokeWidth: 1.6 })]
          : []),
        {
          mark: { type: "text", baseline: "bottom", dy: -3, fontSize: 11, fill: "#222222" },
          encoding: { y: y("top"), text: { field: "label" } },
        },
      ],
    },
    { title, lines, width },
  );
  const summary = rows.map(({ ordering, group, value, low, high }) => ({ ordering, group, value, low, high }));
  return renderFigure(spec, rows, { title, description: lines.join("; "), summary });
}
