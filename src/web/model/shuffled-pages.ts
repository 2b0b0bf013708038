import { checkOptions, commonRules } from "../../base/method.js";
import { Random } from "../../base/random.js";
import { requireWeb, type Web } from "../web.js";
import { type Control, controlOf, shuffleAt } from "./control.js";
import type { Digest } from "./modelled-web.js";

export interface ShuffledPagesOptions {
  /** Default 1. */
  readonly seed?: number;
}

/**
 * A control: the same links in random order on each page. A crawl finds the same pages on the same pages, in another
 * order; what depends on the order of a document alone changes.
 *
 * URLs, titles and texts stay; anchor texts are dropped.
 *
 * @param digest makes `sha256` from a text that names web, control and seed; default: that text itself
 *
 * O(n + m); 4 bytes per link, and as many again while repeats are counted.
 */
export function shuffledPages<W extends Web>(
  web: W,
  options: ShuffledPagesOptions = {},
  digest: Digest = (text) => text,
): Control<W> {
  requireWeb("shuffledPages", web);
  checkOptions("shuffledPages", options, { seed: commonRules.seed });
  const { offsets, size, links } = web.graph;
  const targets = web.graph.targets.slice();
  const random = new Random(options.seed ?? 1);
  for (let page = 0; page < size; page++) {
    const first = offsets[page];
    shuffleAt(targets, offsets[page + 1] - first, (index) => first + index, random);
  }
  return controlOf(web, { size, links, offsets, targets }, "pages shuffled", options.seed ?? 1, digest);
}
