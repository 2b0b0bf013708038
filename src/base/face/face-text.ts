import { textTable } from "../rows/text-table.js";
import { wrapped } from "../rows/width.js";
import { type Face, MOST_ROWS } from "./face.js";

/** What a face says, as text, from top to bottom. A page of its own is left out. */
export function faceText({ say, warnings = [], items = [], tables = [], lines, notes = [] }: Face): string {
  const broken = (text: string) => wrapped(text, "", "  ");
  return [
    ...(say === undefined ? [] : broken(say)),
    ...warnings.flatMap(broken),
    ...items.flatMap(({ mark, text, more }) => [
      ...wrapped(`${mark}: ${text}`, "  ", "    "),
      ...wrapped(more, "    "),
    ]),
    ...tables.flatMap(({ title, rows }) => [
      ...(title === undefined ? [] : [title]),
      ...(rows.length === 0 ? [] : [textTable(rows, { limit: MOST_ROWS })]),
    ]),
    ...(lines === undefined ? [] : [lines]),
    ...notes.flatMap(broken),
  ].join("\n");
}
