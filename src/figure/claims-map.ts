import { got, problem } from "../base/error.js";
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

const claimWidth = 330;
const fontSize = TEXT_SIZE;
const sourceSize = TEXT_SIZE;
const lineHeight = 15;

/**
 * Claims by webs, a cell per verdict: what of the papers still holds, and where. Claims stand in the order of the rows.
 *
 * @throws "rows" when there are no rows, a verdict is none of the five, or a claim is judged twice on one web
 */
export async function claimsMap<R extends ClaimRow>(rows: readonly R[], chosen: FrameOptions = {}): Promise<Figure<R>> {
  const { notes = [], ...options } = figureOptions("claimsMap", chosen);
  checkRows<ClaimRow>("claimsMap", rows, { experiment: "text", claim: "text", where: "text", dataset: "text" });
  checkVerdicts(rows);

  const datasets = distinct(rows.map((row) => row.dataset));
  const claims = [...new Map(rows.map((row) => [idOf(row), row])).values()];
  const texts = claims.map((row) => wrapText(written(row.claim), claimWidth, fontSize));
  const rowHeight = Math.max(40, (Math.max(...texts.map((lines) => lines.length)) + 1) * lineHeight + 14);
  const longestName = Math.max(...datasets.map((name) => textWidth(name, fontSize)));
  const slanted = longestName > 110;
  const columnWidth = slanted ? 56 : Math.max(56, longestName + 14);
  const width = options.width ?? columnWidth * datasets.length;
  const height = options.height ?? rowHeight * claims.length;

  const values = rows.map((row) => ({ claim: claims.findIndex((other) => idOf(other) === idOf(row)), ...pick(row) }));
  const y = { field: "claim", type: "ordinal", scale: { domain: claims.map((_, i) => i) }, axis: null };
  const x = {
    field: "dataset",
    type: "nominal",
    title: null,
    sort: datasets,
    axis: { orient: "top", labelAngle: slanted ? -40 : 0, labelPadding: 6, domain: false, ticks: false },
  };
  const verdicts = Object.keys(verdictStyles) as Verdict[];
  const countOf = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const counts = verdicts.map((verdict) => `${countOf(verdict)} ${verdict}`);
  const {
    title = `Of ${plural(rows.length, "verdict")}, ${verb(countOf("agrees"), "agree")} with the claim and ${verb(countOf("disagrees"), "disagree")}`,
  } = options;
  const body = {
    width,
    height,
    data: { values },
    encoding: { y },
    layer: [
      label(texts, (lines) => -lines.length / 2, { fontSize, fill: "#222222" }),
      label(
        claims.map((row) => [onOneLine(`${row.experiment}, ${row.where}`)]),
        (_, i) => texts[i].length / 2,
        { fontSize: sourceSize, fill: "#555555" },
      ),
      {
        mark: { type: "rect", stroke: "white", strokeWidth: 3 },
        encoding: { x, fill: { field: "fill", type: "nominal", scale: null } },
      },
      {
        mark: { type: "text", fontSize: 17, baseline: "middle" },
        encoding: { x, text: { field: "sign" }, fill: { field: "ink", type: "nominal", scale: null } },
      },
    ],
  };
  return framedFigure(body, rows, {
    title,
    lines: [key(), ...notes],
    width,
    room: claimWidth,
    description: counts.join(", "),
    summary: rows.map(({ experiment, claim, dataset, verdict }) => ({ experiment, claim, dataset, verdict })),
  });
}

/** As many words as stand beside the cells. */
function onOneLine(text: string): string {
  const [line, ...more] = wrapText(text, claimWidth - textWidth("…", sourceSize), sourceSize);
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

/** Text left of the cells, a block of lines per claim, moved from the middle of its row by so many lines. */
function label(texts: readonly string[][], offset: (lines: string[], claim: number) => number, type: object) {
  return {
    data: { values: texts.map((text, claim) => ({ claim, text, shift: offset(text, claim) * lineHeight })) },
    mark: {
      type: "text",
      align: "left",
      baseline: "middle",
      lineHeight,
      dy: { expr: "datum.shift" },
      limit: 0,
      ...type,
    },
    encoding: { x: { value: -claimWidth - 12 }, text: { field: "text" } },
  };
}

function pick({ dataset, verdict }: ClaimRow) {
  const { color, ink, sign } = verdictStyles[verdict];
  return { dataset, verdict, fill: color, ink, sign };
}

/** The signs explained in words, as a line of text: it needs no legend and survives a grey print. */
const key = (): string =>
  Object.entries(verdictStyles)
    .map(([verdict, { sign }]) => `${sign} ${verdict}`)
    .join(" · ");
