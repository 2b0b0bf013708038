import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { problem } from "../error.js";
import { toCsv } from "./csv.js";

/**
 * Writes rows as the suffix says: .csv, or .json with all else that belongs to them.
 *
 * @throws "option" for another suffix
 */
export async function saveRows(path: string, rows: readonly object[], about: object = {}): Promise<void> {
  const suffix = extname(path).toLowerCase();
  if (suffix === ".csv") await writeFile(path, toCsv(rows));
  else if (suffix === ".json") await writeFile(path, `${JSON.stringify({ ...about, rows }, null, 1)}\n`);
  else throw problem.option`cannot save rows as "${suffix || path}": name a file that ends in .csv or .json`;
}
