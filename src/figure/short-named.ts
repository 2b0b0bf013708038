import { leftOut, shortLabels } from "../base/short-labels.js";

/**
 * Rows with their orderings by short names, as figures show them, and a line of small print with the settings that
 * these leave out, where there are any.
 */
export function shortNamed<R extends { readonly ordering: string }>(
  rows: readonly R[],
): { readonly shown: readonly R[]; readonly settings: readonly string[] } {
  const short = shortLabels(rows.map(({ ordering }) => ordering));
  const settings = leftOut(short);
  return {
    shown: rows.map((row) => ({ ...row, ordering: short.get(row.ordering) ?? row.ordering })),
    settings: settings === "" ? [] : [settings],
  };
}
