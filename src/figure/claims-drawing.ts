import { distinct } from "./check-rows.js";
import { TEXT_SIZE } from "./frame.js";
import { textWidth } from "./text-width.js";

/** Pixels of a tile with the gap behind it, and of a line of text. */
const TILE = 18;
const GAP = 2;
const TILES_ABREAST = 4;
const LINE_HEIGHT = 15;

/** Pixels that columns may take before their heads are slanted; how much so, in degrees. */
const UPRIGHT_ROOM = 460;
export const SLANT = 40;

/** A row of the map: what stands beside it, and its verdicts, those of a claim at the same place on every web. */
export interface ClaimsLine {
  readonly label: readonly string[];
  readonly note: string;
  readonly tiles: readonly {
    readonly dataset: string;
    readonly place: number;
    readonly color: string;
    readonly ink: string;
    readonly sign: string;
  }[];
}

/** Rows that share the heads of their columns. */
interface Block {
  webs: readonly string[];
  readonly lines: ClaimsLine[];
}

/** Rows in blocks: those of a block are on all of its webs, or on some. */
function blocksOf(lines: readonly ClaimsLine[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const webs = distinct(line.tiles.map(({ dataset }) => dataset));
    const block = blocks.find((each) => isWithin(webs, each.webs) || isWithin(each.webs, webs));
    if (!block) blocks.push({ webs, lines: [line] });
    else {
      block.lines.push(line);
      if (webs.length > block.webs.length) block.webs = webs;
    }
  }
  return blocks;
}

const isWithin = (some: readonly string[], all: readonly string[]): boolean => some.every((each) => all.includes(each));

/** Where the parts of the map stand, in pixels from the upper left corner of its cells. */
export interface ClaimsDrawing {
  readonly tiles: { x: number; y: number; x2: number; y2: number; fill: string }[];
  readonly signs: { x: number; y: number; text: string; fill: string }[];
  readonly heads: { x: number; y: number; text: string; isUpright: boolean }[];
  readonly labels: { y: number; text: string; fill: string }[];
  width: number;
  height: number;
  labelWidth: number;
}

/** Rows one under the other, in blocks below the names of their webs. Names are slanted where they have no room. */
export function claimsDrawing(lines: readonly ClaimsLine[]): ClaimsDrawing {
  const drawing: ClaimsDrawing = { tiles: [], signs: [], heads: [], labels: [], width: 0, height: 0, labelWidth: 0 };
  const abreast = Math.min(
    TILES_ABREAST,
    Math.max(...lines.flatMap(({ tiles }) => tiles.map(({ place }) => place + 1))),
  );
  for (const { webs, lines: own } of blocksOf(lines)) {
    const upright = webs.map((web) => Math.max(widthOf(web) + TILE, abreast * TILE + 10));
    const isUpright = webs.length === 1 || sum(upright) <= UPRIGHT_ROOM;
    const widths = isUpright ? upright : webs.map(() => Math.max(abreast * TILE + 10, 34));
    const columns = new Map(webs.map((web, column) => [web, sum(widths.slice(0, column))]));
    const slanted = isUpright ? 0 : Math.ceil(Math.sin((SLANT * Math.PI) / 180) * Math.max(...webs.map(widthOf)));
    drawing.height += (drawing.height > 0 ? TILE : 0) + slanted + 20;
    for (const [text, left] of columns) {
      const x = left + (isUpright ? 0 : (abreast * TILE - GAP) / 2);
      drawing.heads.push({ x, y: drawing.height - 12, text, isUpright });
    }
    for (const line of own) addLine(drawing, line, columns, abreast);
    drawing.width = Math.max(drawing.width, sum(widths));
  }
  return drawing;
}

const widthOf = (text: string): number => textWidth(text, TEXT_SIZE);

const sum = (widths: readonly number[]): number => widths.reduce((before, width) => before + width, 0);

/** Adds a row at the lower end of a drawing. @param columns where each web's begins */
function addLine(
  drawing: ClaimsDrawing,
  { label, note, tiles }: ClaimsLine,
  columns: ReadonlyMap<string, number>,
  abreast: number,
): void {
  const texts = [...label.map((text) => ({ text, fill: "#222222" })), { text: note, fill: "#555555" }];
  const deep = Math.floor(Math.max(...tiles.map(({ place }) => place)) / abreast) + 1;
  const height = Math.max(texts.length * LINE_HEIGHT, deep * TILE) + 10;
  const top = drawing.height + (height - deep * TILE + GAP) / 2;
  for (const { dataset, place, color, ink, sign } of tiles) {
    const x = columns.get(dataset)! + (place % abreast) * TILE;
    const y = top + Math.floor(place / abreast) * TILE;
    const size = TILE - GAP;
    drawing.tiles.push({ x, y, x2: x + size, y2: y + size, fill: color });
    drawing.signs.push({ x: x + size / 2, y: y + size / 2, text: sign, fill: ink });
  }
  const middle = drawing.height + height / 2;
  texts.forEach((each, line) => {
    drawing.labels.push({ ...each, y: middle + (line - (texts.length - 1) / 2) * LINE_HEIGHT });
    drawing.labelWidth = Math.max(drawing.labelWidth, Math.ceil(widthOf(each.text)) + 14);
  });
  drawing.height += height;
}
