import type { Strings } from "../../base/strings.js";

/**
 * Everything that a parser sees on the pages of a stored web: each link in document order, repeats and self-links
 * included, wherever it leads. A web's graph keeps less: one link of those alike, and none that leaves the web.
 */
export interface AllLinks {
  /**
   * Every URL that is known: the pages of the web first, by their ids, then URLs that are no page of it, such as
   * redirects, then those never stored.
   */
  readonly urls: Strings;
  /** URL u < offsets.length - 1 was stored, and shows targets[offsets[u] .. offsets[u + 1]). */
  readonly offsets: Uint32Array;
  /** Indices of `urls`. */
  readonly targets: Uint32Array;
  /** Anchor text of a link, by its position in targets; left out where it is not known. */
  readonly anchor?: (link: number) => string;
}
