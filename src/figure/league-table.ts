import { problem } from "../base/error.js";
import { groupedBy } from "../base/grouped-by.js";
import { plural } from "../base/numbers.js";
import { meanOf } from "../base/statistics/mean-of.js";
import { checkRows, distinct } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { fixed } from "./finding.js";
import { type FrameOptions, figureOptions, framedFigure, TEXT_SIZE } from "./frame.js";
import { shortNamed } from "./short-named.js";
import { textWidth } from "./text-width.js";
import { ends } from "./who-is-first.js";

/** One ordering on one web. */
export interface LeagueCell {
  readonly dataset: string;
  readonly ordering: string;
  /** Area under the curve, in [0, 1]. */
  readonly area: number;
  /** 1 for those that none is ahead of. */
  readonly rank: number;
  /** Whether another ordering has that rank too. */
  readonly shared: boolean;
}

/**
 * From the first rank to the last, with the ink that is read on each: the Blues of ColorBrewer (Harrower and Brewer
 * 2003).
 */
export const rankShades = [
  { color: "#08519c", ink: "#ffffff" },
  { color: "#2171b5", ink: "#ffffff" },
  { color: "#6baed6", ink: "#111111" },
  { color: "#9ecae1", ink: "#111111" },
  { color: "#c6dbef", ink: "#111111" },
  { color: "#eff3ff", ink: "#111111" },
] as const;

const rowHeight = 42;

/**
 * Orderings by webs: the rank of each as a number, with its area below, on a ground that is the darker the better the
 * rank. The best mean rank stands on top; a last column gives it.
 *
 * await leagueTable(league(comparisons).rows())
 *
 * @throws "rows" when there are no rows, a value is missing or out of range, or an ordering occurs twice on one
 *   web
 */
export async function leagueTable<R extends LeagueCell>(
  rows: readonly R[],
  chosen: FrameOptions = {},
): Promise<Figure<R>> {
  const { notes = [], ...options } = figureOptions("leagueTable", chosen);
  checkRows<LeagueCell>("leagueTable", rows, { dataset: "text", ordering: "text", area: "share", rank: "count" });
  checkCells(rows);
  const datasets = distinct(rows.map((row) => row.dataset));
  const { shown, settings } = shortNamed(rows);
  const means = meanRanks(shown);
  const orderings = [...means.keys()];
  const columns = [...datasets, MEAN];
  const columnWidth = Math.max(76, ...columns.map((name) => textWidth(name, TEXT_SIZE) + 14));
  const width = options.width ?? columnWidth * columns.length;
  const height = options.height ?? rowHeight * orderings.length;

  const last = Math.max(...rows.map((row) => row.rank));
  const cells = shown.map(({ dataset, ordering, rank, shared, area }) => {
    const { color, ink } = shadeOf(rank, last);
    return { dataset, ordering, rank: `${rank}${shared ? "=" : ""}`, area: area.toFixed(3), fill: color, ink };
  });
  const averages = [...means].map(([ordering, mean]) => ({
    dataset: MEAN,
    ordering,
    rank: mean.toFixed(2),
    ink: "#222222",
  }));
  const body = { width, height, layer: layersOf(columns, orderings, cells, averages) };
  const ranks = [...means].map(([name, value]) => ({ name, value: -value })); // the smallest is the best
  const { title = ends(ranks, ["Best mean rank", "worst"], (rank) => fixed(2)(-rank)) } = options;
  return framedFigure(body, rows, {
    title,
    lines: [
      "rank, and below it the share found so far, mean over the crawl · =: shared with another",
      ...notes,
      ...settings,
    ],
    width,
    room: Math.max(...orderings.map((name) => textWidth(name, TEXT_SIZE))) + 16,
    description: `${plural(orderings.length, "ordering")} on ${plural(datasets.length, "web")}; best mean rank: ${orderings[0]}`,
    summary: [...means].map(([ordering, mean]) => {
      const own = cells.filter((cell) => cell.ordering === ordering);
      return { ordering, ...Object.fromEntries(own.map((cell) => [cell.dataset, cell.rank])), [MEAN]: mean };
    }),
  });
}

function layersOf(
  columns: readonly string[],
  orderings: readonly string[],
  cells: readonly object[],
  averages: readonly object[],
) {
  const axis = { title: null, domain: false, ticks: false, labelPadding: 6 };
  const x = {
    field: "dataset",
    type: "nominal",
    sort: columns,
    scale: { domain: columns },
    axis: { ...axis, orient: "top", labelAngle: 0 },
  };
  const y = { field: "ordering", type: "nominal", sort: orderings, scale: { domain: orderings }, axis };
  const text = (field: string, mark: object) => ({
    mark: { type: "text", baseline: "middle", ...mark },
    encoding: { x, y, text: { field }, fill: { field: "ink", type: "nominal", scale: null } },
  });
  return [
    {
      data: { values: cells },
      layer: [
        {
          mark: { type: "rect", stroke: "white", strokeWidth: 3 },
          encoding: { x, y, fill: { field: "fill", type: "nominal", scale: null } },
        },
        text("rank", { fontSize: 15, dy: -8 }),
        text("area", { fontSize: TEXT_SIZE, dy: 10 }),
      ],
    },
    { data: { values: averages }, layer: [text("rank", { fontSize: 15 })] },
  ];
}

/** @throws "rows" when an ordering occurs twice on one web */
function checkCells(rows: readonly LeagueCell[]): void {
  const seen = new Set<string>();
  rows.forEach(({ dataset, ordering }, index) => {
    const cell = JSON.stringify([dataset, ordering]);
    if (seen.has(cell)) throw problem.rows`leagueTable: row ${index}: ${ordering} already has a rank on ${dataset}`;
    seen.add(cell);
  });
}

const MEAN = "mean rank";

/** The shade of a rank, 1 .. last, spread over all shades. */
function shadeOf(rank: number, last: number): (typeof rankShades)[number] {
  const place = last === 1 ? 0 : ((rank - 1) / (last - 1)) * (rankShades.length - 1);
  return rankShades[Math.round(place)];
}

/** The mean rank of each ordering, the best first. */
const meanRanks = (rows: readonly LeagueCell[]): Map<string, number> =>
  new Map(
    groupedBy(rows, ({ ordering }) => ordering)
      .map((own) => [own[0].ordering, meanOf(own.map(({ rank }) => rank))] as const)
      .sort(([, a], [, b]) => a - b),
  );
