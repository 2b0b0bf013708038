import { got, problem } from "../base/error.js";
import { groupedBy } from "../base/grouped-by.js";
import { plural } from "../base/numbers.js";
import { checkRows, distinct } from "./check-rows.js";
import { type ClaimsDrawing, type ClaimsLine, claimsDrawing, SLANT } from "./claims-drawing.js";
import type { Figure } from "./figure.js";
import { type FrameOptions, figureOptions, framedFigure, TEXT_SIZE } from "./frame.js";
import { asItIs, inPixels } from "./in-pixels.js";
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
  "cannot be tested": { color: "#ededed", ink: "#151515", sign: "–" }, // both of the frame, see `inBothThemes`
};

/** "1 agrees", "2 agree". */
const verb = (count: number, word: string): string => `${count} ${word}${count === 1 ? "s" : ""}`;

/** With more claims than this, a row is an experiment. */
const MOST_CLAIMS = 24;

/** Pixels of what stands left of the cells. */
const LABEL_WIDTH = 330;

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

  const drawing = claimsDrawing(linesOf(rows));
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

const isEachOwnRow = (rows: readonly ClaimRow[]): boolean => distinct(rows.map(idOf)).length <= MOST_CLAIMS;

function linesOf(rows: readonly ClaimRow[]): ClaimsLine[] {
  if (isEachOwnRow(rows))
    return groupedBy(rows, idOf).map((own) => ({
      label: wrapText(written(own[0].claim), LABEL_WIDTH, TEXT_SIZE),
      note: onOneLine(`${own[0].experiment}, ${own[0].where}`),
      tiles: own.map(({ dataset, verdict }) => ({ ...verdictStyles[verdict], dataset, place: 0 })),
    }));
  return groupedBy(rows, ({ experiment }) => experiment).map((own) => {
    const claims = distinct(own.map(({ claim }) => claim));
    return {
      label: [own[0].experiment],
      note: plural(claims.length, "claim"),
      tiles: own.map(({ dataset, verdict, claim }) => ({
        ...verdictStyles[verdict],
        dataset,
        place: claims.indexOf(claim),
      })),
    };
  });
}

function layersOf({ tiles, signs, heads, labels, width, height, labelWidth }: ClaimsDrawing) {
  const at = { x: inPixels("x", [0, width]), y: inPixels("y", [height, 0]) };
  const text = { field: "text", type: "nominal" };
  const fill = asItIs("fill");
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
