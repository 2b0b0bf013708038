import { inWhole } from "../base/numbers.js";
import { columnsThatFit } from "../base/rows/width.js";
import type { Knee } from "../cache/advice/knee.js";

/** Miss rates of one policy as they are to be shown. */
export interface ShownCurve {
  /** Heading of its column. */
  readonly name: string;
  /** What stands at a size. */
  readonly cell: (size: number) => string;
}

/** Characters of a terminal that a table may take. */
const MOST = 100;

/**
 * A line per size, a column per policy, as many tables as it takes to stay within a terminal. Sizes in the critical
 * region are marked.
 *
 * @param sizes entries, ascending
 * @param threads where given, a column with entries per thread
 */
export function curveTable(
  sizes: readonly number[],
  curves: readonly ShownCurve[],
  { threads, knee }: { readonly threads?: number; readonly knee?: Knee } = {},
): string {
  const left = [column("entries", sizes.map(inWords))];
  if (threads !== undefined)
    left.push(
      column(
        "per thread",
        sizes.map((size) => inWords(size / threads)),
      ),
    );
  const isMarked = sizes.map(
    (size) => knee !== undefined && knee.kind !== "none" && size >= knee.from && size <= knee.to,
  );
  const marks = isMarked.map((marked, i) => (marked ? (isMarked[i - 1] ? "|" : "| critical region") : ""));
  const right = marks.some((mark) => mark !== "") ? [marks] : [];
  const room = Math.min(MOST, columnsThatFit()) - widthOf(left) - Math.max(...marks.map(({ length }) => length));
  const tables: string[] = [];
  let some: string[][] = [];
  const flush = () => {
    const lines = Array.from({ length: sizes.length + 1 }, (_, i) =>
      [...left, ...some, ...right.map((each) => ["", ...each])]
        .map((cells) => cells[i])
        .join("  ")
        .trimEnd(),
    );
    tables.push(lines.join("\n"));
    some = [];
  };
  for (const { name, cell } of curves) {
    const next = column(name, sizes.map(cell));
    if (some.length > 0 && widthOf([...some, next]) > room) flush();
    some.push(next);
  }
  flush();
  return tables.join("\n\n");
}

/** Cells below their heading, all as wide as the widest. */
function column(heading: string, cells: readonly string[]): string[] {
  const all = [heading, ...cells];
  const width = Math.max(...all.map(({ length }) => length));
  return all.map((cell) => cell.padStart(width));
}

const widthOf = (columns: readonly string[][]) => columns.reduce((sum, [heading]) => sum + heading.length + 2, 0);

/** 16384 is "16,384", 0.25 is "<1". */
const inWords = (entries: number) =>
  entries < 1 ? "<1" : entries < 10 ? String(Number(entries.toFixed(1))) : inWhole(entries);
