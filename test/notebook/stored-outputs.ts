import type { Cell, Output } from "../../src/notebook/notebook.js";
import { isKept } from "../../src/notebook/write-outputs.js";

/** A cell that stores something and shows nothing, or the other way round. */
export interface Difference {
  /** Position among all cells of the notebook, from 1. */
  readonly cell: number;
  readonly stored: boolean;
  readonly shows: boolean;
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
 * Compares where a notebook stores outputs with where it shows something. A cell is excused when its stored outputs
 * name a web that is missing here: they come from it, and without it the cell may show something else.
 *
 * @param cells all cells of the notebook, as stored
 * @param run the cells that ran here, by their position from 1
 * @param missing names of webs that are not on this machine
 */
export function storedAgainstShown(
  cells: readonly Cell[],
  run: readonly { readonly number: number; readonly outputs: readonly Output[] }[],
  missing: readonly string[],
): Agreement {
  const shown = new Set(run.filter(({ outputs }) => outputs.some(isKept)).map(({ number }) => number));
  const differences: Difference[] = [];
  const excused = new Map<number, string[]>();
  for (const [i, { outputs = [] }] of cells.entries()) {
    const cell = i + 1;
    const words = new Set(JSON.stringify(outputs).split(/[^\w-]+/));
    const webs = missing.filter((web) => words.has(web));
    const [stored, shows] = [outputs.length > 0, shown.has(cell)];
    if (webs.length > 0) excused.set(cell, webs);
    else if (stored !== shows) differences.push({ cell, stored, shows });
  }
  return { differences, excused };
}
