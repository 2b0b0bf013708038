import { type ChosenOf, flag, text } from "../../base/method.js";

/** The examples of a location metric in Cho et al. 1998, section 2, plus a rule of the user's own. */
export const LOCATION_OPTIONS = {
  /** ".com" in the paper. */
  ending: text("", "URLs whose host or whole ends so score 1", [".edu"]),
  /** "home" in the paper. */
  contains: text("", "URLs that contain this score 1", ["home"]),
  fewerSlashes: flag("minus one for each slash of the path; the rule when no other is given"),
} as const;

export type LocationRule = ChosenOf<typeof LOCATION_OPTIONS>;

/**
 * IL of one URL: the sum of what the rules give.
 *
 * An ending is looked for at the end of the host and at the end of the whole URL: the paper's ".com" names hosts,
 * ".html" paths.
 */
export function locationScore(url: string, { ending = "", contains = "", fewerSlashes = false }: LocationRule): number {
  let score = 0;
  const [, host = "", path = ""] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  if (ending && (host.replace(/:\d+$/, "").endsWith(ending) || url.endsWith(ending))) score += 1;
  if (contains && url.includes(contains)) score += 1;
  if (fewerSlashes || (!ending && !contains)) score -= path.split("/").length - 1;
  return score;
}
