import { readFile } from "node:fs/promises";
import { problem } from "../base/error.js";

/** Text that a cell printed. */
export interface StreamOutput {
  readonly output_type: "stream";
  readonly name: "stdout" | "stderr";
  readonly text: string[];
}

/** One thing shown, in several forms: MIME type -> content. */
export interface DisplayOutput {
  readonly output_type: "display_data";
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
}

/** Why a cell stopped. */
export interface ErrorOutput {
  readonly output_type: "error";
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/** What stands under a code cell (nbformat 4). */
export type Output = StreamOutput | DisplayOutput | ErrorOutput;

/** One cell of a notebook (nbformat 4). */
export interface Cell {
  readonly cell_type: "code" | "markdown" | "raw";
  readonly id?: string;
  readonly metadata: Record<string, unknown>;
  readonly source: string | readonly string[];
  execution_count?: number | null;
  outputs?: Output[];
}

/** A notebook file (nbformat 4, https://nbformat.readthedocs.io/en/latest/format_description.html). */
export interface Notebook {
  readonly cells: Cell[];
  readonly metadata: Record<string, unknown>;
  readonly nbformat: number;
  readonly nbformat_minor: number;
}

/** The text of a cell, which a file may hold as one string or line by line. */
export const sourceOf = (cell: Cell): string => (typeof cell.source === "string" ? cell.source : cell.source.join(""));

/** Lines with their ends, as notebook files hold text. */
export const splitLines = (text: string): string[] => (text === "" ? [] : text.split(/(?<=\n)/));

/**
 * Reads a notebook file.
 *
 * @throws "notebook" when `path` is missing, is not JSON, or is not nbformat 4, with what to do
 */
export async function readNotebook(path: string): Promise<Notebook> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw problem.notebook`${path} cannot be read (${error.code}): give the path of an .ipynb file`;
  });
  let found: Partial<Notebook>;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw problem.notebook`${path} is not a notebook: expected JSON, found ${error}`;
  }
  if (found?.nbformat !== 4 || !Array.isArray(found.cells)) {
    throw problem.notebook`${path}: expected nbformat 4 with cells, found nbformat ${found?.nbformat}; convert it with: jupyter nbconvert --to notebook --nbformat 4`;
  }
  return found as Notebook;
}

/** The same value with the keys of every object in order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  const record = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(record)
      .sort()
      .map((key) => [key, sortKeys(record[key])]),
  );
}

/** The file's text as Jupyter itself writes it: keys in order, indented by one space, source and text line by line. */
export function formatNotebook(notebook: Notebook): string {
  const cells = notebook.cells.map((cell) => ({ ...cell, source: splitLines(sourceOf(cell)) }));
  return `${JSON.stringify(sortKeys({ ...notebook, cells }), null, 1)}\n`;
}
