import { got, problem } from "../base/error.js";
import { groupedBy } from "../base/grouped-by.js";
import { plural } from "../base/numbers.js";
import { requireList } from "../base/require-list.js";
import type { Figure } from "./figure.js";
import { type FrameOptions, figureOptions, framedFigure } from "./frame.js";
import { asItIs, inPixels } from "./in-pixels.js";
import {
  arrayDrawing,
  boxHeight,
  fontSize,
  listsDrawing,
  type TableDiagramRow,
  type TableDrawing,
} from "./table-drawing.js";

export interface TableDiagramOptions extends Pick<FrameOptions, "title" | "notes"> {
  /**
   * "array" (default): entries at their places, as in memory. "lists": each list to the right of its head, as in Broder
   * et al.'s Figure 12.
   */
  readonly layout?: "array" | "lists";
}

const MOST = 64;

/**
 * A table of fingerprints as it stands: what is stored of each, links as arrows, first or last bits, marks and the hand
 * of a clock. Broder et al. 2003, section 6, Figures 12 to 14.
 *
 * @param rows of one table, as `tableRows` gives them; 64 entries at most
 * @throws "rows" when there are none, or too many to be read
 */
export async function tableDiagram<R extends TableDiagramRow>(
  rows: readonly R[],
  chosen: TableDiagramOptions = {},
): Promise<Figure<R>> {
  const { title, notes = [], layout = "array" } = figureOptions("tableDiagram", chosen, ["layout"]);
  requireList("tableDiagram draws a list of rows, as tableRows gives them", rows);
  const entries = rows.filter((row) => row?.kind === "entry").length;
  if (entries < 1 || entries > MOST) throw problem.rows`tableDiagram: expected 1 to ${MOST} entries, ${got(entries)}`;
  const drawing = layout === "array" ? arrayDrawing(rows) : listsDrawing(rows);
  const { structure } = rows[0];
  const table = layout === "lists" ? "direct chaining" : structure;
  const name = title ?? findingOf(rows, `${table[0].toUpperCase()}${table.slice(1)}`);
  const description = `${entries} entries of a table of fingerprints, with their links as arrows.`;
  const lines = [...legend(rows, layout), ...notes];
  return framedFigure(bodyOf(drawing), rows, { title: name, lines, width: drawing.width, room: 0, description });
}

/** How many lists the table keeps its entries in, and how long they are. */
function findingOf(rows: readonly TableDiagramRow[], table: string): string {
  const entries = rows.filter(({ kind, isFree }) => kind === "entry" && !isFree);
  const lists = groupedBy(entries, ({ list }) => String(list));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return `${table}: ${plural(entries.length, "entry", "entries")} in ${plural(lists.length, "list")}, the longest of ${longest}`;
}

function bodyOf({ boxes, lines, tips, texts, width, height }: TableDrawing) {
  const at = { x: inPixels("x", [0, width]), y: inPixels("y", [height, 0]) };
  const inBoxes = boxes.map((box) => ({
    x: box.x + box.width / 2,
    y: box.y + boxHeight / 2,
    text: box.label,
    fill: "#222222",
    align: "center" as const,
  }));
  const written = (align: "center" | "right") => ({
    data: { values: [...texts, ...inBoxes].filter((text) => text.align === align && text.text !== "") },
    mark: { type: "text", fontSize, align, baseline: "middle" },
    encoding: { ...at, text: { field: "text", type: "nominal" }, color: asItIs("fill") },
  });
  return {
    width,
    height,
    layer: [
      {
        data: { values: lines },
        mark: { type: "line", strokeWidth: 1.6, interpolate: "monotone" },
        encoding: {
          ...at,
          detail: { field: "id", type: "nominal" },
          order: { field: "order", type: "quantitative" },
          stroke: asItIs("stroke"),
        },
      },
      {
        data: { values: tips },
        mark: { type: "point", shape: "triangle-right", filled: true, size: 70, opacity: 1 },
        encoding: { ...at, angle: { field: "angle", type: "quantitative", scale: null }, color: asItIs("stroke") },
      },
      {
        data: { values: boxes.map((box) => ({ ...box, x2: box.x + box.width, y2: box.y + boxHeight })) },
        mark: { type: "rect", strokeWidth: 1.5 },
        encoding: { ...at, x2: { field: "x2" }, y2: { field: "y2" }, fill: asItIs("fill"), stroke: asItIs("stroke") },
      },
      written("center"),
      written("right"),
    ],
  };
}

function legend(rows: readonly TableDiagramRow[], layout: string): string[] {
  if (layout === "lists") return ["heads · keys that are hashed there, in lists of their own"];
  const bit = rows.some((row) => row.kind === "head")
    ? "last of its list: ↩ leads back to its head"
    : "first of its list";
  const clock = rows.some((row) => row.isMarked || row.hasHand) ? " · ✓ marked · ▶ hand of the clock" : "";
  return ["from left to right: what is stored of a fingerprint · link · bits", `● ${bit}${clock}`];
}
