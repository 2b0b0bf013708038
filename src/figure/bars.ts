import { got, problem } from "../base/error.js";
import { groupedBy } from "../base/grouped-by.js";
import { intervalLines, shadedBars } from "./bar-parts.js";
import { checkRows, distinct, onlyValue } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { type Finding, wholePercent } from "./finding.js";
import {
  type FrameOptions,
  figureOptions,
  framedFigure,
  PLOT_HEIGHT,
  PLOT_WIDTH,
  percent,
  percentAxis,
  percentEnds,
  TEXT_SIZE,
} from "./frame.js";
import { shortNamed, written } from "./short-named.js";
import { wrapText } from "./text-width.js";
import { ends, furthestApart } from "./who-is-first.js";

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
export async function bars<R extends BarRow>(rows: readonly R[], chosen: BarOptions = {}): Promise<Figure<R>> {
  const {
    title,
    notes = [],
    width = PLOT_WIDTH,
    height = PLOT_HEIGHT,
    ...options
  } = figureOptions("bars", chosen, ["axis", "groups"]);
  checkRows<BarRow>("bars", rows, { ordering: "text", group: "text", value: "share", low: "share?", high: "share?" });
  const { axis = "hot pages kept (%), P_BC" } = options;
  const dataset = onlyValue("bars", rows, "dataset");
  const { shown, settings } = shortNamed(rows);
  const groups = options.groups?.map(written) ?? distinct(shown.map((row) => row.group));
  checkBars(shown, groups);

  const orderings = distinct(shown.map((row) => row.ordering));
  const present = groups.filter((group) => shown.some((row) => row.group === group));
  const ofGroup = new Map(present.map((group) => [group, shades[groups.indexOf(group)]]));
  const values = shown.map((row) => ({
    ordering: row.ordering,
    group: row.group,
    value: percent(row.value),
    ...percentEnds(row),
    top: percent(Math.max(row.value, row.high ?? 0)),
    label: `${Math.round(row.value * 100)}`,
  }));
  const step = width / orderings.length;
  const names = Object.fromEntries(orderings.map((name) => [name, wrapText(name, step - 8, TEXT_SIZE)]));
  const hasIntervals = values.some((value) => "low" in value);
  const y = (field: string) => ({ field, type: "quantitative", title: axis, ...percentAxis });
  const x = {
    field: "ordering",
    type: "nominal",
    sort: orderings,
    title: null,
    axis: { labelAngle: 0, ticks: false, labelPadding: 6, labelExpr: `${JSON.stringify(names)}[datum.value]` },
  };
  const intervals = intervalLines(
    { transform: [{ filter: "isValid(datum.low)" }] },
    { y: y("low"), y2: { field: "high" } },
  );
  const xOffset = { field: "group", type: "nominal", sort: present, scale: { paddingInner: 0.12 } };
  const only = present.length === 1 && !axis.includes(present[0]) ? present : []; // no legend says so
  const lines = [`${dataset}${hasIntervals ? " · lines: 90 % of the runs" : ""}`, ...only, ...notes, ...settings];
  const body = {
    width,
    height,
    data: { values },
    encoding: { x, xOffset },
    layer: [
      shadedBars({ y: y("value") }, "group", ofGroup, width),
      ...(hasIntervals ? intervals : []),
      {
        mark: { type: "text", baseline: "bottom", dy: -3, fontSize: TEXT_SIZE, fill: "#222222" },
        encoding: { y: y("top"), text: { field: "label" } },
      },
    ],
  };
  const summary = shown.map(({ ordering, group, value, low, high }) => ({ ordering, group, value, low, high }));
  return framedFigure(body, rows, { title: title ?? findingOf(shown), lines, width, summary });
}

/** Where groups are furthest apart, or of a single one who has most and least. */
function findingOf(rows: readonly BarRow[]): Finding {
  const groups = groupedBy(rows, ({ ordering }) => ordering);
  if (groups.every((own) => own.length === 1))
    return ends(
      rows.map(({ ordering, value }) => ({ name: ordering, value })),
      ["Most", "least"],
      wholePercent,
    );
  const standings = groups.map((own) => ({
    place: `in “${own[0].ordering}”`,
    values: own.map(({ group, value }) => ({ name: group, value })),
  }));
  return furthestApart(standings, wholePercent);
}

/** @throws "rows" when a bar occurs twice, or is of a group that has no shade */
function checkBars(rows: readonly BarRow[], groups: readonly string[]): void {
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
}
