import { LIVE } from "../base/cell-line.js";
import { problem } from "../base/error.js";
import { writeResult } from "../base/file/write-result.js";
import { formatNotebook, type Output, readNotebook, sourceOf } from "./notebook.js";
import type { NotebookRun } from "./run-notebook.js";

/** False for a line of progress. */
export const isKept = (output: Output): boolean => output.output_type !== "display_data" || !(LIVE in output.metadata);

/**
 * Stores the outputs of a run in its notebook, in the form that Jupyter writes, without execution counts, lines of
 * progress and the times that Jupyter notes in cells: two runs with equal results give equal bytes.
 *
 * @param path the notebook that was run; every code cell gets the outputs of `run`, a blank one none
 * @throws "notebook" when the run failed, or the code changed since; "disk-full", "failed" when it cannot be written.
 *   The notebook is as it was then
 */
export async function writeOutputs(path: string, run: NotebookRun): Promise<void> {
  if (run.failure) throw problem.notebook`outputs not written, because the run failed:\n${run.failure.message}`;
  const notebook = await readNotebook(path);
  const runs = new Map(run.cells.map((cell) => [cell.number, cell]));
  const cells = notebook.cells.map((cell, i) => {
    if (cell.cell_type !== "code") return cell;
    const ran = runs.get(i + 1);
    if ((ran?.code ?? "").trim() !== sourceOf(cell).trim()) {
      throw problem.notebook`${path}, cell ${i + 1}: its code is not the code that was run; run the notebook again`;
    }
    const { execution: _times, ...metadata } = cell.metadata;
    return { ...cell, metadata, execution_count: null, outputs: (ran?.outputs ?? []).filter(isKept) };
  });
  writeResult(path, formatNotebook({ ...notebook, cells }), "The notebook is as it was: mend that, and run it again");
}
