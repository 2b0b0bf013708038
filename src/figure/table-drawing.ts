import { palette } from "./series-style.js";
import { textWidth } from "./text-width.js";

/** One head or entry of a table of fingerprints. */
export interface TableDiagramRow {
  readonly structure: string;
  readonly kind: "head" | "entry";
  /** Number of the head or the entry. */
  readonly place: number;
  /** Nothing stands there: an empty list, or an entry that is not taken. */
  readonly isFree: boolean;
  /** What is stored of the fingerprint, in hexadecimal; "" for heads. */
  readonly key: string;
  /** Where its link leads: an entry, or from the last entry of direct circular chaining back to a head; -1: nowhere. */
  readonly link: number;
  readonly linkTo: "head" | "entry" | "";
  /** The list that the entry belongs to; a head's own number. */
  readonly list: number;
  /** The bit beside the entry: first of its list in a scatter table, last of it in direct circular chaining. */
  readonly bit: boolean;
  readonly isMarked: boolean;
  /** Does the clock's hand stand here? */
  readonly hasHand: boolean;
}

/** Where the parts of a diagram of a table stand, in pixels from the upper left corner. */
export interface TableDrawing {
  readonly boxes: { x: number; y: number; width: number; stroke: string; fill: string; label: string }[];
  /** Points of lines; those of one line share an id. */
  readonly lines: { id: string; order: number; x: number; y: number; stroke: string }[];
  /** Points of arrows: where, and how they are turned, in degrees. */
  readonly tips: { x: number; y: number; angle: number; stroke: string }[];
  readonly texts: { x: number; y: number; text: string; fill: string; align: "center" | "right" }[];
  width: number;
  height: number;
}

const rowHeight = 30;
export const boxHeight = 24;
export const fontSize = 12;
const headWidth = 26;
const headX = 24;

/** Of lists of several, told apart by colour-blind eyes; more than eight lists share them. */
const colors = palette.map(({ color }) => color);

/**
 * Entries one under the other, heads, if any, on their left; links turn round on the right, each in a lane of its own.
 */
export function arrayDrawing(rows: readonly TableDiagramRow[]): TableDrawing {
  const drawing: TableDrawing = { boxes: [], lines: [], tips: [], texts: [], width: 0, height: 0 };
  const heads = rows.filter((row) => row.kind === "head");
  const entries = rows.filter((row) => row.kind === "entry");
  const colorOf = colorsOf(rows);
  const hasClock = rows.some((row) => row.isMarked || row.hasHand);
  const [keyWidth, linkWidth, bitWidth] = [widestKey(rows), 40, 20];
  const entryX = heads.length > 0 ? 240 : 52;
  const entryRight = entryX + keyWidth + linkWidth + (hasClock ? 2 : 1) * bitWidth;
  const step = (rowHeight * entries.length) / Math.max(1, heads.length);
  const middle = (place: number) => place * rowHeight + boxHeight / 2 + 2;

  for (const head of heads) {
    const y = (head.place + 0.5) * step;
    const stroke = colorOf(head.list);
    box(drawing, headX, y, headWidth, stroke, head.isFree ? "" : String(head.link));
    number(drawing, headX, y, head.place);
    if (head.isFree) continue;
    const begin = headX + headWidth;
    const xs = [begin, begin + 14, entryX - 66, entryX - 52];
    arrow(drawing, `head ${head.place}`, bent(xs, y, middle(head.link)), stroke);
  }
  const lanes = lanesOf(entries.filter((row) => row.linkTo === "entry" && row.link !== row.place));
  for (const row of entries) {
    const y = middle(row.place);
    const stroke = colorOf(row.list);
    const link = row.linkTo === "" ? "" : `${row.linkTo === "head" ? "↩ " : ""}${row.link}`;
    let x = entryX;
    const cell = (width: number, label: string) => {
      box(drawing, x, y, width, stroke, label, row.isFree);
      x += width;
    };
    cell(keyWidth, row.key);
    cell(linkWidth, link);
    cell(bitWidth, row.bit ? "●" : "");
    if (hasClock) cell(bitWidth, row.isMarked ? "✓" : "");
    number(drawing, entryX, y, row.place);
    if (row.hasHand) drawing.texts.push({ x: entryX - 36, y, text: "▶", fill: "#222222", align: "center" });
    const lane = lanes.get(row.place);
    if (lane === undefined) continue;
    const turn = entryRight + 22 + 11 * lane;
    const xs = [entryRight, turn, turn, entryRight + 5];
    arrow(drawing, `entry ${row.place}`, bent(xs, y + 5, middle(row.link) - 5), stroke, 180);
  }
  const lanesUsed = Math.max(0, ...[...lanes.values()].map((lane) => lane + 1));
  drawing.width = Math.max(400, entryRight + 26 + 11 * lanesUsed);
  drawing.height = entries.length * rowHeight + 2;
  return drawing;
}

/** Heads one under the other, and each list to the right of its own. */
export function listsDrawing(rows: readonly TableDiagramRow[]): TableDrawing {
  const drawing: TableDrawing = { boxes: [], lines: [], tips: [], texts: [], width: 0, height: 0 };
  const lists = listsIn(rows);
  const colorOf = colorsOf(rows);
  const keyWidth = widestKey(rows);
  const gap = 34;
  lists.forEach((list, home) => {
    const y = home * rowHeight + boxHeight / 2 + 2;
    const stroke = colorOf(home);
    box(drawing, headX, y, headWidth, stroke, "");
    number(drawing, headX, y, home);
    list.forEach((row, index) => {
      const x = headX + headWidth + gap + index * (keyWidth + gap);
      box(drawing, x, y, keyWidth, stroke, row.key);
      arrow(
        drawing,
        `${home} ${index}`,
        [
          [index === 0 ? headX + headWidth : x - gap, y],
          [x - 6, y],
        ],
        stroke,
      );
    });
  });
  drawing.width = Math.max(
    400,
    headX + headWidth + Math.max(...lists.map((list) => list.length)) * (keyWidth + gap) + 10,
  );
  drawing.height = lists.length * rowHeight + 2;
  return drawing;
}

const widestKey = (rows: readonly TableDiagramRow[]): number =>
  Math.max(...rows.map((row) => textWidth(row.key, fontSize)), 40) + 20;

/** Lists of one are grey, and what is free is paler. */
function colorsOf(rows: readonly TableDiagramRow[]): (list: number) => string {
  const sizes = new Map<number, number>();
  for (const { kind, list, isFree } of rows)
    if (kind === "entry" && !isFree) sizes.set(list, (sizes.get(list) ?? 0) + 1);
  const several = [...sizes.keys()].filter((list) => (sizes.get(list) ?? 0) > 1).sort((a, b) => a - b);
  return (list) => {
    if (!sizes.has(list)) return "#bbbbbb";
    const at = several.indexOf(list);
    return at < 0 ? "#666666" : colors[at % colors.length];
  };
}

/** A lane for each link, such that links of one lane do not cover the same rows. */
function lanesOf(rows: readonly TableDiagramRow[]): Map<number, number> {
  const lanes = new Map<number, number>();
  const taken: [from: number, to: number][][] = [];
  const spans = rows.map(({ place, link }) => ({ place, from: Math.min(place, link), to: Math.max(place, link) }));
  spans.sort((a, b) => a.to - a.from - (b.to - b.from) || a.place - b.place);
  for (const { place, from, to } of spans) {
    let lane = 0;
    while (taken[lane]?.some(([begin, end]) => from <= end && begin <= to)) lane++;
    taken[lane] ??= [];
    taken[lane].push([from, to]);
    lanes.set(place, lane);
  }
  return lanes;
}

/** Entries of each list, in the order of its links. */
function listsIn(rows: readonly TableDiagramRow[]): TableDiagramRow[][] {
  const entries = new Map(rows.filter((row) => row.kind === "entry").map((row) => [row.place, row]));
  const heads = rows.filter((row) => row.kind === "head");
  const starts = heads.length > 0 ? heads : [...entries.values()].map((row) => ({ link: row.bit ? row.place : -1 }));
  return starts.map(({ link }) => {
    const list: TableDiagramRow[] = [];
    for (let row = entries.get(link); row && !list.includes(row); ) {
      list.push(row);
      row = row.linkTo === "entry" ? entries.get(row.link) : undefined;
    }
    return list;
  });
}

function box(
  { boxes }: TableDrawing,
  x: number,
  y: number,
  width: number,
  stroke: string,
  label: string,
  free = false,
) {
  boxes.push({ x, y: y - boxHeight / 2, width, stroke, fill: free ? "#f4f4f4" : "#ffffff", label });
}

function number({ texts }: TableDrawing, x: number, y: number, place: number): void {
  texts.push({ x: x - 8, y, text: String(place), fill: "#777777", align: "right" });
}

/** Points of a line that leaves at one height and comes in at another. */
const bent = ([leave, turn, back, arrive]: readonly number[], from: number, to: number) =>
  [
    [leave, from],
    [turn, from],
    [back, to],
    [arrive, to],
  ] as const;

/** @param angle of the point, in degrees from "to the right" */
function arrow(
  { lines, tips }: TableDrawing,
  id: string,
  points: readonly (readonly [x: number, y: number])[],
  stroke: string,
  angle = 0,
): void {
  for (const [order, [x, y]] of points.entries()) lines.push({ id, order, x, y, stroke });
  const [x, y] = points[points.length - 1];
  tips.push({ x, y, angle, stroke });
}
