import { got, problem } from "../base/error.js";
import { groupedBy } from "../base/grouped-by.js";
import { plural } from "../base/numbers.js";
import { checkRows, distinct } from "./check-rows.js";
import type { Figure } from "./figure.js";
import { type FrameOptions, figureOptions, framedFigure, TEXT_SIZE } from "./frame.js";
import { written } from "./short-named.js";
import { textWidth, wrapText } from "./text-width.js";

/** How a published claim fared on one web. */
export type Verdict = "agrees" | "mixed" | "no difference" | "disagrees" | "cannot be tested";

/** One claim on one web; a ClaimVerdict has all of this and more. */
export interface ClaimRow {
  /** Which experiment judged it: "cho1998/graph-2". */
  readonly experiment: string;
  /** The paper's claim in our words. */
  readonly claim: string;
  /** Where the paper makes it: "section 5". */
  readonly where: string;
  readonly dataset: string;
  readonly verdict: Verdict;
}

/** Colour and sign of each verdict: told apart by either alone, in grey and by colour-blind eyes. */
export const verdictStyles: Readonly<
  Record<Verdict, { readonly color: string; readonly ink: string; readonly sign: string }>
> = {
  agrees: { color: "#0072b2", ink: "#ffffff", sign: "✓" },
  mixed: { color: "#a6cee3", ink: "#111111", sign: "◐" },
  "no difference": { color: "#e6ddb8", ink: "#111111", sign: "=" },
  disagrees: { color: "#bf4f00", ink: "#ffffff", sign: "✗" },
  "cannot be tested": { color: "#ededed", ink: "#111111", sign: "–" },
};

/** "1 agrees", "2 agree". */
const verb = (count: number, word: string): string => `${count} ${word}${count === 1 ? "s" : ""}`;

/** With more claims than this, a row is an experiment. */
const MOST_CLAIMS = 24;

/** Pixels of what stands left of the cells, and of a tile with the gap behind it. */
const LABEL_WIDTH = 330;
const TILE = 18;
const GAP = 2;
const TILES_ABREAST = 4;
const LINE_HEIGHT = 15;

/** Pixels that columns may take before their heads are slanted; how much so, in degrees. */
const UPRIGHT_ROOM = 460;
const SLANT = 40;

/**
 * Claims by webs, a tile per verdict: what of the papers still holds, and where. Up to 24 claims have a row each, in the
 * order of the rows; of more, a row is an experiment, and its claims keep their places in every cell. Rows on the same
 * webs, or on some of them, stand together.
 *
 * @throws "rows" when there are no rows, a verdict is none of the five, or a claim is judged twice on one web
 */
export async function claimsMap<R extends ClaimRow>(rows: readonly R[], chosen: FrameOptions = {}): Promise<Figure<R>> {
  const { notes = [], ...options } = figureOptions("claimsMap", chosen);
  checkRows<ClaimRow>("claimsMap", rows, { experiment: "text", claim: "text", where: "text", dataset: "text" });
  checkVerdicts(rows);

  const drawing = drawn(linesOf(rows));
  const { width = drawing.width, height = drawing.height } = options;
  const verdicts = Object.keys(verdictStyles) as Verdict[];
  const countOf = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const counts = verdicts.map((verdict) => `${countOf(verdict)} ${verdict}`);
  const {
    title = `Of ${plural(rows.length, "verdict")}, ${verb(countOf("agrees"), "agree")} with the claim and ${verb(countOf("disagrees"), "disagree")}`,
  } = options;
  const isByClaim = isEachOwnRow(rows);
  return framedFigure({ width, height, layer: layersOf(drawing) }, rows, {
    title,
    lines: [key(), isByClaim ? "" : "a tile per claim, in the order of the list", ...notes],
    width,
    room: drawing.labelWidth,
    description: counts.join(", "),
    summary: rows.map(({ experiment, claim, dataset, verdict }) => ({ experiment, claim, dataset, verdict })),
  });
}

/** A row of the map: what stands beside it, and its verdicts, those of a claim at the same place on every web. */
interface Line {
  readonly label: readonly string[];
  readonly note: string;
  readonly tiles: readonly { readonly dataset: string; readonly verdict: Verdict; readonly place: number }[];
}

const isEachOwnRow = (rows: readonly ClaimRow[]): boolean => distinct(rows.map(idOf)).length <= MOST_CLAIMS;

function linesOf(rows: readonly ClaimRow[]): Line[] {
  if (isEachOwnRow(rows))
    return groupedBy(rows, idOf).map((own) => ({
      label: wrapText(written(own[0].claim), LABEL_WIDTH, TEXT_SIZE),
      note: onOneLine(`${own[0].experiment}, ${own[0].where}`),
      tiles: own.map(({ dataset, verdict }) => ({ dataset, verdict, place: 0 })),
    }));
  return groupedBy(rows, ({ experiment }) => experiment).map((own) => {
    const claims = distinct(own.map(({ claim }) => claim));
    return {
      label: [own[0].experiment],
      note: plural(claims.length, "claim"),
      tiles: own.map(({ dataset, verdict, claim }) => ({ dataset, verdict, place: claims.indexOf(claim) })),
    };
  });
}

/** Rows that share the heads of their columns. */
interface Block {
  webs: readonly string[];
  readonly lines: Line[];
}

/** Rows in blocks: those of a block are on all of its webs, or on some. */
function blocksOf(lines: readonly Line[]): Block[] {
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
interface Drawing {
  readonly tiles: { x: number; y: number; x2: number; y2: number; fill: string }[];
  readonly signs: { x: number; y: number; text: string; fill: string }[];
  readonly heads: { x: number; y: number; text: string; isUpright: boolean }[];
  readonly labels: { y: number; text: string; fill: string }[];
  width: number;
  height: number;
  labelWidth: number;
}

function drawn(lines: readonly Line[]): Drawing {
  const drawing: Drawing = { tiles: [], signs: [], heads: [], labels: [], width: 0, height: 0, labelWidth: 0 };
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
  drawing: Drawing,
  { label, note, tiles }: Line,
  columns: ReadonlyMap<string, number>,
  abreast: number,
): void {
  const texts = [...label.map((text) => ({ text, fill: "#222222" })), { text: note, fill: "#555555" }];
  const deep = Math.floor(Math.max(...tiles.map(({ place }) => place)) / abreast) + 1;
  const height = Math.max(texts.length * LINE_HEIGHT, deep * TILE) + 10;
  const top = drawing.height + (height - deep * TILE + GAP) / 2;
  for (const { dataset, verdict, place } of tiles) {
    const { color, ink, sign } = verdictStyles[verdict];
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

function layersOf({ tiles, signs, heads, labels, width, height, labelWidth }: Drawing) {
  const at = { x: inPixels("x", [0, width]), y: inPixels("y", [height, 0]) };
  const own = { type: "nominal", scale: null, legend: null };
  const text = { field: "text", type: "nominal" };
  const fill = { field: "fill", ...own };
  const type = { type: "text", baseline: "middle", fontSize: TEXT_SIZE, limit: 0 };
  const headed = (isUpright: boolean, angle: number) => ({
    data: { values: heads.filter((head) => head.isUpright === isUpright).map(({ x, y, text }) => ({ x, y, text })) },
    mark: { ...type, fill: "#222222", align: "left", angle },
    encoding: { ...at, text },
  });
  return [
    {
      data: { values: tiles },
      mark: { type: "rect" },
      encoding: { ...at, x2: { field: "x2" }, y2: { field: "y2" }, fill },
    },
    { data: { values: signs }, mark: { ...type, fontSize: 13, align: "center" }, encoding: { ...at, text, fill } },
    headed(true, 0),
    headed(false, -SLANT),
    {
      data: { values: labels },
      mark: { ...type, align: "left" },
      encoding: { x: { value: -labelWidth }, y: at.y, text, fill },
    },
  ];
}

const inPixels = (field: string, domain: readonly number[]) => ({
  field,
  type: "quantitative",
  axis: null,
  scale: { domain, nice: false, zero: false },
});

/** As many words as stand beside the cells. */
function onOneLine(text: string): string {
  const [line, ...more] = wrapText(text, LABEL_WIDTH - textWidth("…", TEXT_SIZE), TEXT_SIZE);
  return more.length > 0 ? `${line}…` : line;
}

/** Tells claims apart. */
const idOf = (row: ClaimRow) => `${row.experiment}\n${row.claim}`;

/** @throws "rows" when a verdict is none of the five, or a claim is judged twice on one web */
function checkVerdicts(rows: readonly ClaimRow[]): void {
  const cells = new Set<string>();
  rows.forEach((row, index) => {
    if (!Object.hasOwn(verdictStyles, row.verdict)) {
      const known = Object.keys(verdictStyles).join(", ");
      throw problem.rows`claimsMap: row ${index}: verdict must be one of ${known}; ${got(row.verdict)}`;
    }
    const cell = `${idOf(row)}\n${row.dataset}`;
    if (cells.has(cell)) {
      throw problem.rows`claimsMap: row ${index}: ${row.dataset} already has a verdict on "${row.claim}" (${row.experiment})`;
    }
    cells.add(cell);
  });
}

/** The signs explained in words, as a line of text: it needs no legend and survives a grey print. */
const key = (): string =>
  Object.entries(verdictStyles)
    .map(([verdict, { sign }]) => `${sign} ${verdict}`)
    .join(" · ");
