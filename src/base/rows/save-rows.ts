import { type Forms, saveAs } from "../file/save-as.js";
import { toCsv } from "./csv.js";
import { toParquet } from "./parquet.js";

const forms: Forms<[rows: readonly object[], about: object]> = {
  ".csv": toCsv,
  ".json": (rows, about) => `${JSON.stringify({ ...about, rows }, null, 1)}\n`,
  ".parquet": toParquet,
};

/** What rows can be saved as. */
export const rowSuffixes: readonly string[] = Object.keys(forms);

/**
 * Writes rows as the suffix says: .csv; .json or .parquet with all else that belongs to them. Folders are made as needed.
 *
 * @throws "option" for another suffix; "failed" naming the path when it cannot be written
 */
export const saveRows = (path: string, rows: readonly object[], about: object = {}): Promise<void> =>
  saveAs(path, forms, rows, about);
