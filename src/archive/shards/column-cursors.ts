import type { ColumnReader } from "../column/column-reader.js";
import type { ColumnSet } from "../column/column-set.js";
import type { NumberColumn, NumberKind } from "../column/number-column.js";
import { ColumnCursor } from "./column-cursor.js";

/** Files of columns by what they hold. */
type Files = Readonly<Record<string, string>>;

/** A cursor for each file of a folder of columns. */
export const cursorsOf = <F extends Files>(columns: ColumnReader, folder: string, files: F) =>
  mapped(files, (file) => new ColumnCursor(columns, file, folder));

/** A column of numbers to append to for each file. */
export const numbersOf = <F extends Files>(columns: ColumnSet, files: F) =>
  mapped<F, NumberColumn>(files, (file) => columns.numbers(file as `${string}.${NumberKind}`));

const mapped = <F extends Files, T>(files: F, make: (file: string) => T) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, make(file)])) as { readonly [K in keyof F]: T };
