import { shortLabels } from "../short-labels.js";
import { textTable } from "./text-table.js";
import { columnsThatFit, wrapped } from "./width.js";

/** What methods are called in a text, and lines that say what short names stand for. */
export interface Names {
  readonly named: (label: string) => string;
  readonly meant: readonly string[];
}

/**
 * Names that a text has room for: whole labels, or where a line would be too wide short ones.
 *
 * @param text of the lines, by the names given
 */
export function namesInWidth(labels: readonly string[], text: (named: (label: string) => string) => string): Names {
  const whole = text((label) => label);
  if (whole.split("\n").every((line) => line.length <= columnsThatFit())) return { named: (label) => label, meant: [] };
  const short = shortLabels(labels);
  const cut = [...short].filter(([label, name]) => label !== name);
  return {
    named: (label) => short.get(label) ?? label,
    meant: cut.flatMap(([label, name]) => wrapped(`${name} stands for ${label}`, "", "  ")),
  };
}

/** A table of methods, and lines that say what short names stand for. @param rows `ordering` is a label */
export function namedTable(rows: readonly { readonly ordering: string }[]): readonly string[] {
  const table = (named: (label: string) => string) =>
    textTable(rows.map((row) => ({ ...row, ordering: named(row.ordering) })));
  const { named, meant } = namesInWidth(
    rows.map(({ ordering }) => ordering),
    table,
  );
  return [table(named), ...meant];
}
