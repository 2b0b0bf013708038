import { groupedBy } from "../base/grouped-by.js";
import { plural } from "../base/numbers.js";
import { quantile } from "../base/statistics/quantile.js";
import { checkRows, distinct } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { fixed } from "./finding.js";
import {
  FIGURE_WIDTH,
  type FrameOptions,
  figureOptions,
  framedFigure,
  nothingToFind,
  PADDING,
  TEXT_SIZE,
} from "./frame.js";
import { methodStyles, REFERENCE } from "./series-style.js";
import { shortNamed } from "./short-named.js";
import { textWidth } from "./text-width.js";
import { ends } from "./who-is-first.js";

/** The area under one crawl's curve. */
export interface AreaRow {
  readonly dataset: string;
  readonly ordering: string;
  /** What varies within an ordering, such as its tie rule. */
  readonly group: string;
  /** Mean performance over the crawl, in [0, 1]; a random crawl has 0.5. */
  readonly area: number;
  readonly seed: number;
}

export interface AreaOptions extends FrameOptions {
  /** Title of the axis. */
  readonly axis?: string;
  /** Where a random crawl stands, drawn as a dotted line; undefined: none. Default 0.5. */
  readonly random?: number | undefined;
}

/** Pixels of a strip, and between panels. */
const stripHeight = 30;
const COLUMN_GAP = 40;

/** Vertical places of dots around the line, in pixels, so that equal runs do not hide each other. */
const places = [0, -6, 6, -3, 3, -8, 8];

/**
 * A strip per ordering and group: a dot per run, a thick tick at the median, a thin line from the 5 % to the 95 %
 * quantile. A panel per ordering, and per dataset where there are several; a row per dataset where there are many. A run
 * without an area (NaN) is left out.
 *
 * @throws "rows" when there are no rows, or a value is missing or no share
 */
export async function areaStrip<R extends AreaRow>(all: readonly R[], chosen: AreaOptions = {}): Promise<Figure<R>> {
  const { title, notes = [], ...options } = figureOptions("areaStrip", chosen, ["axis", "random"]);
  checkRows<AreaRow>("areaStrip", all, { dataset: "text", ordering: "text", group: "text" });
  const rows = all.filter(({ area }) => !Number.isNaN(area));
  if (rows.length === 0)
    return nothingToFind({ ...(title && { title }), notes, ...(options.width && { width: options.width }) });
  checkRows<AreaRow>("areaStrip", rows, {
    dataset: "text",
    ordering: "text",
    group: "text",
    area: "share",
    seed: "number",
  });
  const datasets = distinct(rows.map((row) => row.dataset));
  const { shown, settings } = shortNamed(rows);
  const orderings = distinct(shown.map((row) => row.ordering));
  const groups = distinct(shown.map((row) => row.group));
  const several = datasets.length > 1;
  const panelOf = ({ dataset, ordering }: Pick<R, "dataset" | "ordering">) =>
    several ? `${ordering} · ${dataset}` : ordering;
  // of many datasets each has a row, where all its orderings have room in it
  const isByRow = datasets.length > 3 && orderings.length > 1 && orderings.length <= 3;
  const inRows = orderings.flatMap((ordering) => datasets.map((dataset) => ({ dataset, ordering })));
  if (isByRow) inRows.sort((a, b) => datasets.indexOf(a.dataset) - datasets.indexOf(b.dataset));
  const panels = inRows.map(panelOf);
  const random = "random" in options ? options.random : 0.5;
  const runs = groupedBy(shown, (row) => JSON.stringify([panelOf(row), row.group]));
  const strips = runs.map(stripOf);
  const styles = methodStyles(orderings);
  const common = (row: Pick<R, "dataset" | "ordering" | "group">) => ({
    panel: panelOf(row),
    group: row.group,
    color: styles.get(row.ordering)!.color,
  });
  const values = [
    ...runs.flatMap((members) => members.map((row, i) => ({ ...common(row), ...dot(row, i) }))),
    ...strips.map((strip) => ({ ...common(strip), ...summaryOf(strip) })),
    ...(random === undefined ? [] : panels.map((panel) => ({ panel, kind: "random", area: random }))),
  ];
  const isLong = several ? datasets.length > 3 : panels.length > 4;
  const columns = isByRow ? orderings.length : isLong ? 2 : datasets.length;
  const room = Math.ceil(Math.max(...groups.map((group) => textWidth(group, TEXT_SIZE)))) + 10;
  const { width = Math.floor((FIGURE_WIDTH - 2 * PADDING - room + COLUMN_GAP) / columns) - COLUMN_GAP } = options;
  const height = options.height ?? stripHeight * groups.length;
  const body = {
    data: { values },
    facet: facetOf(panels),
    columns,
    spacing: { row: 14, column: COLUMN_GAP },
    spec: { width, height, layer: layersOf(groups, options.axis ?? "share found so far, mean over the crawl") },
  };
  const medians = strips.map(({ dataset, ordering, group, median }) => ({
    name:
      [panels.length > 1 && panelOf({ dataset, ordering }), groups.length > 1 && group].filter(Boolean).join(", ") ||
      group,
    value: median,
  }));
  return framedFigure(body, rows, {
    title: title ?? ends(medians, ["Most found", "least"], fixed(2)),
    lines: [
      ...(several ? [] : datasets),
      `dot: one run · thick tick: median · thin line: 90 % of the runs${random === undefined ? "" : " · dotted: chance"}`,
      ...notes,
      ...settings,
    ],
    width: (width + COLUMN_GAP) * columns - COLUMN_GAP,
    room,
    description: `${plural(strips.length, "strip")}, ${plural(rows.length, "run")}`,
    summary: strips,
  });
}

/** A panel for each name, which stands above it. */
const facetOf = (panels: readonly string[]) => ({
  field: "panel",
  type: "nominal",
  sort: panels,
  title: null,
  header: { labelAnchor: "start", labelPadding: 4 },
});

function stripOf<R extends AreaRow>(members: readonly R[]) {
  const [{ ordering, group, dataset }] = members;
  const areas = members.map((row) => row.area);
  const [low, median, high] = [0.05, 0.5, 0.95].map((q) => quantile(areas, q));
  return { dataset, ordering, group, runs: areas.length, low, median, high };
}

const dot = ({ area }: AreaRow, index: number) => ({
  kind: "run",
  area: round(area),
  place: places[index % places.length],
});

const summaryOf = ({ low, median, high }: Readonly<Record<"low" | "median" | "high", number>>) => ({
  kind: "summary",
  low: round(low),
  median: round(median),
  high: round(high),
});

/** The random crawl, and per group its interval, its runs and its median. */
function layersOf(groups: readonly string[], title: string) {
  const x = (field: string) => ({
    field,
    type: "quantitative",
    title,
    scale: { domain: [0, 1] },
    axis: { values: [0, 0.2, 0.4, 0.6, 0.8, 1], format: ".1f" },
  });
  const y = {
    field: "group",
    type: "nominal",
    title: null,
    scale: { domain: groups },
    axis: { grid: false, ticks: false, domain: false, labelPadding: 8 },
  };
  const color = { field: "color", type: "nominal", scale: null };
  const layer = (kind: string, mark: object, encoding: object) => ({
    transform: [{ filter: `datum.kind === '${kind}'` }],
    mark,
    encoding,
  });
  return [
    layer("random", { type: "rule", stroke: REFERENCE.color, strokeDash: [2, 3] }, { x: x("area") }),
    layer("summary", { type: "rule", strokeWidth: 1.5 }, { x: x("low"), x2: { field: "high" }, y, stroke: color }),
    layer(
      "run",
      { type: "circle", size: 26, opacity: 0.55, yOffset: { expr: "datum.place" } },
      { x: x("area"), y, fill: color },
    ),
    layer("summary", { type: "tick", thickness: 3, size: 20, opacity: 1 }, { x: x("median"), y, fill: color }),
  ];
}

const round = (share: number): number => Math.round(share * 100_000) / 100_000;
