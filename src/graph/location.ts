/** The examples of a location metric in Cho et al. 1998, section 2, plus a rule of the user's own. */
export interface LocationRule {
  /** 1 for a host or path that ends with this: ".com" in the paper. */
  readonly ending?: string;
  /** 1 for a URL that contains this: "home" in the paper. */
  readonly contains?: string;
  /** Minus the number of slashes in the path: fewer is better. Default when no other rule is given. */
  readonly fewerSlashes?: boolean;
}

/**
 * IL of one URL: the sum of what the rules give.
 *
 * An ending is looked for at the end of the host and at the end of the whole URL: the paper's ".com" names hosts, ".html" paths.
 */
export function locationScore(url: string, { ending = "", contains = "", fewerSlashes = false }: LocationRule): number {
  let score = 0;
  const [, host = "", path = ""] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  if (ending && (host.replace(/:\d+$/, "").endsWith(ending) || url.endsWith(ending))) score += 1;
  if (contains && url.includes(contains)) score += 1;
  if (fewerSlashes || (!ending && !contains)) score -= path.split("/").length - 1;
  return score;
}
