import { gotInstead, problem } from "../base/error.js";
import { intervalLines, shadedBars } from "./bar-parts.js";
import { checkRows, distinct, onlyValue } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { fixed } from "./finding.js";
import { FIGURE_WIDTH, type FrameOptions, figureOptions, framedFigure, PADDING, TEXT_SIZE } from "./frame.js";
import { shortNamed } from "./short-named.js";
import { textWidth, wrapText } from "./text-width.js";
import { ends } from "./who-is-first.js";

/** One part of one ordering's regret, in area under the curve. */
export interface RegretBarRow {
  readonly dataset: string;
  readonly ordering: string;
  readonly part: "total" | "mustFollowLinks" | "lackOfInformation" | "badPolicy";
  /** Mean over start pages. */
  readonly mean: number;
  /** Ends of the interval of the mean, both or neither. */
  readonly low?: number;
  readonly high?: number;
}

/** What the bars are drawn from: a regret. */
export interface RegretParts<R extends RegretBarRow = RegretBarRow> {
  summary(): readonly R[];
  /** By what was judged, for the small print. */
  readonly judgedBy: string;
}

/** From the ground up; from dark to light, so parts are told apart in grey too. */
const parts = [
  { part: "mustFollowLinks", name: "must follow links", shade: "#12395b", ink: "#ffffff" },
  { part: "lackOfInformation", name: "lack of information, at most", shade: "#56b4e9", ink: "#111111" },
  { part: "badPolicy", name: "bad policy, at least", shade: "#f0c35e", ink: "#111111" },
] as const;

/** Pixels that a part needs for its number. */
const labelWidth = 36;

/** Pixels per ordering at least, per line of its label, and for the labels. */
const leastRowHeight = 34;
const lineHeight = 14;
const LABEL_ROOM = 230;

/**
 * What each ordering falls short of the ideal crawler, as a bar of three parts under its total; the shortest first. The
 * line at its end is the interval of the last part, which is where orderings differ.
 *
 * await regretBars(await runs.regret())
 *
 * @throws "rows" when there are no rows, a value is missing or NaN, or rows of several datasets are mixed
 */
export async function regretBars<R extends RegretBarRow>(
  regret: RegretParts<R>,
  chosen: FrameOptions = {},
): Promise<Figure<R>> {
  const { title, notes = [], ...options } = figureOptions("regretBars", chosen);
  if (typeof regret?.summary !== "function" || typeof regret.judgedBy !== "string")
    throw problem.rows`regretBars draws a regret: regretBars(await runs.regret()); ${gotInstead(regret)}`;
  const rows = regret.summary();
  checkRows<RegretBarRow>("regretBars", rows, { ordering: "text", mean: "number", low: "number?", high: "number?" });
  const dataset = onlyValue("regretBars", rows, "dataset");
  const { shown, settings } = shortNamed(rows);
  const orderings = byTotal(shown);
  const { y, rowHeight, room } = orderingAxis(orderings);
  const { width = FIGURE_WIDTH - 2 * PADDING - room } = options;
  const { most, bars, intervals, totals } = barsOf(shown, orderings, width);
  const height = options.height ?? orderings.length * rowHeight;
  const x = (field: string) => ({
    field,
    type: "quantitative",
    title: "share missed, mean over the crawl",
    scale: { domain: [0, most], nice: false },
  });
  const lines = [
    `${dataset} · ${regret.judgedBy}${intervals.length > 0 ? " · lines: interval of bad policy over start pages" : ""}`,
    ...notes,
    ...settings,
  ];
  const body = {
    width,
    height,
    layer: [
      {
        data: { values: bars },
        layer: [
          shadedBars({ y, x: x("from"), x2: { field: "to" } }, "name", shades, width),
          {
            mark: { type: "text", align: "center", baseline: "middle", fontSize: TEXT_SIZE },
            encoding: {
              y,
              x: x("middle"),
              text: { field: "label" },
              color: { field: "ink", type: "nominal", scale: null },
            },
          },
        ],
      },
      { data: { values: totals }, mark: totalMark, encoding: { y, x: x("end"), text: { field: "label" } } },
      ...(intervals.length > 0
        ? intervalLines(
            { data: { values: intervals } },
            // beside the numbers, not through them
            { y: { ...y, bandPosition: 0.88 }, x: x("low"), x2: { field: "high" } },
          )
        : []),
    ],
  };
  const lost = shown
    .filter(({ part }) => part === "total")
    .map(({ ordering, mean }) => ({ name: ordering, value: mean }));
  return framedFigure(body, rows, {
    title: title ?? ends(lost, ["Furthest from the ideal crawl", "nearest"], fixed(2)),
    lines,
    width,
    room,
    summary: shown,
  });
}

/** The axis of the orderings, and how high a row must be for its label. */
function orderingAxis(orderings: readonly string[]) {
  const names = Object.fromEntries(orderings.map((name) => [name, wrapText(name, LABEL_ROOM, TEXT_SIZE)]));
  const deepest = Math.max(...Object.values(names).map((lines) => lines.length));
  const y = {
    field: "ordering",
    type: "nominal",
    sort: orderings,
    scale: { domain: orderings, paddingInner: 0.3, paddingOuter: 0.2 },
    title: null,
    axis: {
      ticks: false,
      labelPadding: 6,
      labelLimit: 0,
      labelLineHeight: lineHeight,
      labelExpr: `${JSON.stringify(names)}[datum.value]`,
    },
  };
  const widest = Math.max(...Object.values(names).flatMap((lines) => lines.map((line) => textWidth(line, TEXT_SIZE))));
  return { y, rowHeight: Math.max(leastRowHeight, deepest * lineHeight + 6), room: Math.ceil(widest) + 8 };
}

const shades = new Map(parts.map(({ name, shade }) => [name, shade]));

const totalMark = {
  type: "text",
  align: "left",
  baseline: "middle",
  fontSize: TEXT_SIZE,
  fontWeight: "bold",
  fill: "#222222",
  dx: 6,
};

const meanOfPart = (rows: readonly RegretBarRow[], ordering: string, part: string): number =>
  rows.find((row) => row.ordering === ordering && row.part === part)?.mean ?? 0;

/** Orderings from the least regret on. */
const byTotal = (rows: readonly RegretBarRow[]): string[] =>
  distinct(rows.map((row) => row.ordering)).sort((a, b) => meanOfPart(rows, a, "total") - meanOfPart(rows, b, "total"));

/** Parts of each ordering end to end, intervals and totals; `most` ends the axis. */
function barsOf(rows: readonly RegretBarRow[], orderings: readonly string[], width: number) {
  const meanOf = (ordering: string, part: string) => meanOfPart(rows, ordering, part);
  const ends = rows.map(({ ordering, part, mean, high }) =>
    part === "badPolicy" ? meanOf(ordering, "total") + Math.max(0, (high ?? mean) - mean) : mean,
  );
  const most = Math.max(0.01, ...ends) * (1 + 50 / width); // the total stands behind the bar
  const bars = orderings.flatMap((ordering) => {
    let from = 0;
    return parts.map(({ part, name, ink }) => {
      const mean = meanOf(ordering, part);
      const bar = { ordering, name, ink, from, to: from + mean, middle: from + mean / 2 };
      from += mean;
      return { ...bar, label: (mean / most) * width < labelWidth ? "" : mean.toFixed(3) };
    });
  });
  const intervals = rows.flatMap(({ ordering, part, low, high }) => {
    if (part !== "badPolicy" || low === undefined || high === undefined) return [];
    const ground = meanOf(ordering, "total") - meanOf(ordering, "badPolicy");
    return [{ ordering, low: ground + low, high: ground + high }];
  });
  const totals = orderings.map((ordering) => {
    const mean = meanOf(ordering, "total");
    const end = Math.max(mean, intervals.find((each) => each.ordering === ordering)?.high ?? mean);
    return { ordering, end, label: mean.toFixed(3) };
  });
  return { most, bars, intervals, totals };
}
