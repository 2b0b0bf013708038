import { leftOut, shortLabels } from "../base/short-labels.js";

/** Names that people write otherwise than commands do. */
const WRITTEN: Readonly<Record<string, string>> = {
  "page-rank": "PageRank",
  opic: "OPIC",
  "rank-mass": "RankMass",
  hits: "HITS",
};

/** A text with such names as people write them; "hits", which a cache has too, only where it is all of a name. */
export const written = (text: string): string =>
  text.replace(/(?<=^|· )hits(?=$|[,:]| [·(])|\b(?:page-rank|opic|rank-mass)\b/g, (name) => WRITTEN[name]);

/**
 * Rows with their orderings by short names and their groups, as figures show them, and a line of small print with the
 * settings that short names leave out, where there are any.
 */
export function shortNamed<R extends { readonly ordering: string; readonly group?: string }>(
  rows: readonly R[],
): { readonly shown: readonly R[]; readonly settings: readonly string[] } {
  const short = shortLabels(rows.map(({ ordering }) => ordering));
  const settings = leftOut(short);
  return {
    shown: rows.map((row) => ({
      ...row,
      ordering: written(short.get(row.ordering) ?? row.ordering),
      ...(row.group !== undefined && { group: written(row.group) }),
    })),
    settings: settings === "" ? [] : [written(settings)],
  };
}
