/**
 * Rows as a LaTeX tabular: a header of column names, the first column to the left, the others to the right.
 *
 * @param rows each with the same keys, values as they shall be read; at least one
 */
export function latexTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const [first] = rows;
  const line = (cells: readonly unknown[]) => `${cells.map((cell) => escaped(String(cell))).join(" & ")} \\\\`;
  return [
    `\\begin{tabular}{l${"r".repeat(Object.keys(first).length - 1)}}`,
    line(Object.keys(first)),
    "\\hline",
    ...rows.map((row) => line(Object.values(row))),
    "\\end{tabular}",
  ].join("\n");
}

/** Characters that stand for themselves behind no backslash. */
const NAMED: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
};

const escaped = (text: string): string =>
  text.replace(/[%&_#${}\\^~]/g, (character) => NAMED[character] ?? `\\${character}`);
