import type { Cell, Output } from "../../src/notebook/notebook.js";
import { isKept } from "../../src/notebook/write-outputs.js";

/** A cell that shows other words than it stores. */
export interface Difference {
  /** Position among all cells of the notebook, from 1. */
  readonly cell: number;
  /** The first line that differs, of each; "" for none. */
  readonly stored: string;
  readonly shows: string;
}

/** How what a notebook stores agrees with what it shows. */
export interface Agreement {
  readonly differences: readonly Difference[];
  /**
   * Cells whose stored outputs come from webs that are missing here, with the names of these webs; they are not
   * compared.
   */
  readonly excused: ReadonlyMap<number, readonly string[]>;
}

/**
 * Compares the words that a notebook stores with those that it shows: texts, and of pictures and pages the text beside
 * them. A cell is excused when its stored outputs name a web that is missing here: they come from it, and without it the
 * cell may show something else.
 *
 * @param cells all cells of the notebook, as stored
 * @param run the cells that ran here, by their position from 1
 * @param missing names of webs that are not on this machine
 * @param isTimed what it shows are times, too: each cell has to store something where it shows something, and that is all
 */
export function storedAgainstShown(
  cells: readonly Cell[],
  run: readonly { readonly number: number; readonly outputs: readonly Output[] }[],
  missing: readonly string[],
  isTimed = false,
): Agreement {
  const shown = new Map(run.map(({ number, outputs }) => [number, outputs.filter(isKept)]));
  const differences: Difference[] = [];
  const excused = new Map<number, string[]>();
  for (const [i, { outputs = [] }] of cells.entries()) {
    const cell = i + 1;
    const words = new Set(JSON.stringify(outputs).split(/[^\w-]+/));
    const webs = missing.filter((web) => words.has(web));
    const [stored, shows] = [outputs, shown.get(cell) ?? []].map((each) => linesOf(each, isTimed));
    const at = Array.from({ length: Math.max(stored.length, shows.length) }).findIndex(
      (_, line) => stored[line] !== shows[line],
    );
    if (webs.length > 0) excused.set(cell, webs);
    else if (at >= 0) differences.push({ cell, stored: stored[at] ?? "", shows: shows[at] ?? "" });
  }
  return { differences, excused };
}

/** The words of outputs, by lines. */
function linesOf(outputs: readonly Output[], isTimed: boolean): readonly string[] {
  if (isTimed) return outputs.length > 0 ? ["something"] : [];
  const texts = outputs.map((output) => {
    if ("text" in output) return output.text;
    return "data" in output ? (output.data["text/plain"] ?? "") : "";
  });
  return texts.flatMap((text) => [text].flat().join("").split("\n"));
}
