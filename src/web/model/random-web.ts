import { GROWING_OPTIONS, type GrowingOptions, growingWeb } from "./growing-web.js";
import { quick } from "./link-counts.js";
import { chosenFrom } from "./model-options.js";
import type { Digest, ModelledWeb } from "./modelled-web.js";

/**
 * Links from each page to pages drawn uniformly from all: the directed graph of Erdős and Rényi 1959 with the number of
 * links per page given. In-degrees are binomial, next to Poisson with the mean number of links.
 *
 * Hosts are blocks of pages that the model knows nothing of. With `spanning`, the default, the in-degree of each page
 * is one more.
 *
 * @throws "option" for an option that is unknown or out of range
 *
 * O(n + m). 8 bytes per page and 4 per link, twice that for links while repeats are dropped; about 50 ns per link.
 */
export function randomWeb(options: GrowingOptions = {}, digest?: Digest): ModelledWeb {
  const chosen = chosenFrom("random-web", GROWING_OPTIONS, options);
  const { pages } = chosen;
  return growingWeb("random-web", 1, chosen, (_page, _index, _rows, random) => quick(random, pages), digest);
}

randomWeb.declared = GROWING_OPTIONS;
