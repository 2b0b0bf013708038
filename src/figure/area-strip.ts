import { quantile } from "../base/statistics/quantile.js";
import { checkRows, distinct } from "./check-rows.js";
import { type Figure, renderFigure } from "./figure.js";
import { type FrameOptions, framed } from "./frame.js";
import { seriesStyles } from "./series-style.js";
import { textWidth } from "./text-width.js";

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

const stripHeight = 30;

/** Vertical places of dots around the line, in pixels, so that equal runs do not hide each other. */
const places = [0, -6, 6, -3, 3, -8, 8];

/**
 * A strip per ordering and group: a dot per run, a thick tick at the median, a thin line from the 5 % to the 95 %
 * quantile. A panel per ordering, and per dataset where there are several.
 *
 * @throws "rows" when there are no rows, or a value is missing, NaN or no share
 */
export async function areaStrip<R extends AreaRow>(
  rows: readonly R[],
  { title = "Area under the curve, run by run", notes = [], width = 360, ...options }: AreaOptions = {},
): Promise<Figure<R>> {
  checkRows<AreaRow>("areaStrip", rows, {
    dataset: "text",
    ordering: "text",
    group: "text",
    area: "share",
    seed: "number",
  });
  const datasets = distinct(rows.map((row) => row.dataset));
  const orderings = distinct(rows.map((row) => row.ordering));
  const groups = distinct(rows.map((row) => row.group));
  const styles = seriesStyles(orderings.map((ordering) => ({ label: ordering, method: ordering })));
  const height = options.height ?? stripHeight * groups.length;
  const panelOf = ({ dataset, ordering }: AreaRow) => (datasets.length > 1 ? `${ordering} · ${dataset}` : ordering);
  const panels = orderings.flatMap((ordering) => datasets.map((dataset) => panelOf({ dataset, ordering } as AreaRow)));

  const runs = new Map<string, R[]>();
  for (const row of rows) {
    const key = JSON.stringify([panelOf(row), row.group]);
    runs.set(key, [...(runs.get(key) ?? []), row]);
  }
  const strips = [...runs.values()].map((members) => {
    const [{ ordering, group, dataset }] = members;
    const areas = members.map((row) => row.area);
    const [low, median, high] = [0.05, 0.5, 0.95].map((q) => quantile(areas, q));
    return { dataset, ordering, group, runs: areas.length, low, median, high };
  });
  const common = (row: AreaRow) => ({ panel: panelOf(row), group: row.group, color: styles.get(row.ordering)!.color });
  const random = "random" in options ? options.random : 0.5;
  const values = [
    ...[...runs.values()].flatMap((members) =>
      members.map((row, i) => ({
        ...common(row),
        kind: "run",
        area: round(row.area),
        place: places[i % places.length],
      })),
    ),
    ...strips.map((strip) => ({
      ...common(strip as unknown as AreaRow),
      kind: "summary",
      low: round(strip.low),
      median: round(strip.median),
      high: round(strip.high),
    })),
    ...(random === undefined ? [] : panels.map((panel) => ({ panel, kind: "random", area: random }))),
  ];

  const x = (field: string) => ({
    field,
    type: "quantitative",
    title: options.axis ?? "area under the curve",
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
  const only = (kind: string) => [{ filter: `datum.kind === '${kind}'` }];
  const columns = datasets.length <= 3 ? datasets.length : 2;
  const spec = framed(
    {
      data: { values },
      facet: {
        field: "panel",
        type: "nominal",
        sort: panels,
        title: null,
        header: { labelAnchor: "start", labelPadding: 4 },
      },
      columns,
      spacing: { row: 14, column: 40 },
      spec: {
        width,
        height,
        layer: [
          {
            transform: only("random"),
            mark: { type: "rule", stroke: "#8a8a8a", strokeDash: [2, 3] },
            encoding: { x: x("area") },
          },
          {
            transform: only("summary"),
            mark: { type: "rule", strokeWidth: 1.5 },
            encoding: { x: x("low"), x2: { field: "high" }, y, stroke: color },
          },
          {
            transform: only("run"),
            mark: { type: "circle", size: 26, opacity: 0.55, yOffset: { expr: "datum.place" } },
            encoding: { x: x("area"), y, fill: color },
          },
          {
            transform: only("summary"),
            mark: { type: "tick", thickness: 3, size: 20, opacity: 1 },
            encoding: { x: x("median"), y, fill: color },
          },
        ],
      },
    },
    {
      title,
      lines: [
        ...(datasets.length > 1 ? [] : datasets),
        `dot: one run · thick tick: median · thin line: 90 % of the runs${random === undefined ? "" : " · dotted: random crawl"}`,
        ...notes,
      ],
      width: (width + 40) * columns - 40,
      room: Math.max(...groups.map((group) => textWidth(group, 12))) + 10,
    },
  );
  return renderFigure(spec, rows, {
    title,
    description: `${strips.length} strips, ${rows.length} runs`,
    summary: strips,
  });
}

const round = (share: number): number => Math.round(share * 100_000) / 100_000;
