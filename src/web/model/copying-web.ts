import type { ChosenOf } from "../../base/method.js";
import { GROWING_OPTIONS, growingWeb } from "./growing-web.js";
import { quick } from "./link-counts.js";
import { chosenFrom, share } from "./model-options.js";
import type { Digest, ModelledWeb } from "./modelled-web.js";

const OPTIONS = {
  ...GROWING_OPTIONS,
  copying: share(0.8, "links that are copied; the model's 1 - alpha"),
} as const;

export type CopyingWebOptions = ChosenOf<typeof OPTIONS>;

/**
 * The linear growth copying model of Kumar et al. 2000 ("Stochastic models for the web graph"): each new page takes an
 * earlier page as its prototype, uniformly at random. Its i-th link is, with probability alpha = 1 - copying, to an
 * earlier page drawn uniformly; else a copy of the prototype's i-th link.
 *
 * In-degrees follow a power law with exponent (2 - alpha) / (1 - alpha) = 1 + 1 / copying: 2.25 by default. The paper
 * has a fixed number of links per page; where the prototype has no i-th link here, the link is drawn uniformly. Page 0
 * links to itself, which the link policy drops.
 *
 * Hosts are blocks of pages of like age that the model knows nothing of. For `spanning` see GrowingOptions.
 *
 * @throws "option" for an option that is unknown or out of range
 *
 * O(n + m). 8 bytes per page and 4 per link, twice that for links while repeats are dropped; about 100 ns per link.
 */
export function copyingWeb(options: CopyingWebOptions = {}, digest?: Digest): ModelledWeb {
  const chosen = chosenFrom("copying-web", OPTIONS, options);
  const { copying } = chosen;
  let prototype = 0;
  return growingWeb(
    "copying-web",
    1,
    chosen,
    (page, index, rows, random) => {
      if (page === 0) return 0;
      if (index === 0) prototype = quick(random, page);
      const copied = random.next() < copying && index < rows.count(prototype);
      return copied ? rows.target(prototype, index) : quick(random, page);
    },
    digest,
  );
}

copyingWeb.declared = OPTIONS;
