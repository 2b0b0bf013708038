import { extname } from "node:path";
import { writeResult } from "../whole-file.js";
import { FigureError } from "./check-rows.js";
import type { Figure } from "./figure.js";

/** What a figure can be written as, by suffix. */
const writers: Readonly<Record<string, (figure: Figure) => string | Uint8Array>> = {
  ".svg": (figure) => figure.svg,
  ".png": (figure) => figure.png(),
  ".csv": (figure) => figure.csv(),
  ".json": (figure) => `${JSON.stringify(figure.spec, null, 2)}\n`,
};

/**
 * Writes a figure in the form that the suffix names, whole or not at all; folders are made as needed.
 *
 * @throws FigureError for any other suffix, naming those known; StoreError naming the path when it cannot be written
 */
export async function saveFigure(figure: Figure, path: string): Promise<void> {
  const content = writers[extname(path).toLowerCase()];
  if (!content) {
    throw new FigureError(`save: expected a path ending in ${Object.keys(writers).join(", ")}, found "${path}"`);
  }
  writeResult(path, content(figure));
}
