import { inspect } from "node:util";
import { counted } from "../numbers.js";
import { columnsOf } from "../rows/csv.js";
import { formatCell, textTable } from "../rows/text-table.js";
import { columnsThatFit } from "../rows/width.js";
import type { Face } from "./face.js";
import { faceText } from "./face-text.js";
import { methodFace } from "./method-face.js";
import { showFace } from "./result.js";

/**
 * Shows rows, or the fields of a record, as a table, and a method or a namespace by what it offers: what the last line of
 * a cell gave and cannot show itself.
 *
 * @returns false, having shown nothing, for any other value, and outside a notebook
 */
export function showPlain(value: unknown): boolean {
  const offered = methodFace(value);
  if (offered) return showFace(offered, faceText(offered));
  const face = plainFace(value);
  const rows = Array.isArray(value) ? face?.tables?.[0]?.rows : undefined;
  const text = () =>
    rows
      ? textTable(rows, { limit: rows.length })
      : inspect(value, { depth: DEEP, maxArrayLength: 20, breakLength: columnsThatFit(), colors: false });
  return face !== undefined && showFace(face, text());
}

function plainFace(value: unknown): Face | undefined {
  if (isTable(value)) return { tables: [{ rows: rowsOf(value) }] };
  if (!isRecord(value) || Object.keys(value).length === 0) return undefined;
  const lists = Object.entries(value).filter((field): field is [string, Record<string, unknown>[]] =>
    isTable(field[1]),
  );
  const others = Object.fromEntries(Object.entries(value).filter(([, content]) => !isTable(content)));
  const rows = Object.entries(flat(others)).map(([field, content]) => ({ field, value: asText(content) }));
  if (rows.length === 0 && lists.length === 0) return undefined; // methods alone
  return { tables: [{ rows }, ...lists.map(([title, list]) => ({ title, rows: rowsOf(list) }))] };
}

/** Fields of a record are of different kinds: each has the decimals that it needs. */
const asText = (value: unknown): string => (Number.isInteger(value) ? counted(value as number) : formatCell(value));

const isTable = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** A record of data: one that shows itself, or has a class of its own, is left to itself. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  !(inspect.custom in value);

/** Columns that a table has room for. */
const MOST_COLUMNS = 10;

/** Records inside records become columns, where there is room for them. */
function rowsOf(list: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const rows = list.map(flat);
  return columnsOf(rows).length <= MOST_COLUMNS ? rows : list.map(inWords);
}

/** Records inside a record become its fields: "inDegree.mean". Methods are left out, and long lists are told in short. */
function flat(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      isRecord(value)
        ? Object.entries(flat(value)).map(([inner, content]) => [`${name}.${inner}`, content])
        : Object.entries(inWords({ [name]: value })),
    ),
  );
}

/** Fields of a record with what is no word or number told in short. */
const inWords = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => typeof value !== "function")
      .map(([name, value]) => [name, isWord(value) ? value : inShort(value)]),
  );

/** All levels. With null what lies deeper would take itself for the value that was asked for, and show itself. */
const DEEP = 1000;

const IN_SHORT = { breakLength: Number.POSITIVE_INFINITY, maxArrayLength: 5, depth: 1 };

/** What shows itself tells its first line: alone it would be an output of its own. */
const inShort = (value: unknown): string =>
  inspect.custom in Object(value)
    ? inspect([value], IN_SHORT).slice(1, -1).trim().split("\n", 1)[0]
    : inspect(value, IN_SHORT);

const isWord = (value: unknown): boolean =>
  value === undefined || value === null || ["string", "number", "boolean", "bigint"].includes(typeof value);
