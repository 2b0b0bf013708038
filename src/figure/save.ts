import { mkdir, writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
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
 * Writes a figure in the form that the suffix names; folders are made as needed.
 *
 * @throws FigureError for any other suffix, naming those known
 */
export async function saveFigure(figure: Figure, path: string): Promise<void> {
  const content = writers[extname(path).toLowerCase()];
  if (!content) {
    throw new FigureError(`save: expected a path ending in ${Object.keys(writers).join(", ")}, found "${path}"`);
  }
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content(figure));
}
