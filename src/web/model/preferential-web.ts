import { grown } from "../../base/growing.js";
import { type ChosenOf, number, undecided } from "../../base/method.js";
import { GROWING_OPTIONS, growingWeb } from "./growing-web.js";
import { quick } from "./link-counts.js";
import { chosenFrom } from "./model-options.js";
import type { Digest, ModelledWeb } from "./modelled-web.js";

const OPTIONS = {
  ...GROWING_OPTIONS,
  /** Default: the mean number of links, as when weights are all links, out and in. */
  attractiveness: undecided(
    number(
      1,
      "[1e-9, 1e9]",
      "a: a page of in-degree k is drawn with a weight of k + a; by default the links of a page",
      {
        is: "a number from 1e-9 to 1e9",
        samples: [0.5, 30],
      },
    ),
  ),
} as const;

export type PreferentialWebOptions = ChosenOf<typeof OPTIONS>;

/**
 * Preferential attachment: each new page links to earlier pages, drawn by their in-degree so far plus a constant a.
 * Barabási and Albert 1999, directed as by Dorogovtsev, Mendes and Samukhin 2000.
 *
 * In-degrees follow a power law with exponent 2 + a / m, for m links per page: 3 by default, as Barabási and Albert
 * have it. A draw takes the target of an earlier link, uniformly, with probability L / (L + a n) for L links and n
 * pages so far, else a page uniformly, which is the same law. Links of one page are drawn one after the other and count
 * at once; so a page may link twice to the same page, and the link policy says what becomes of that. Page 0 links to
 * itself.
 *
 * Hosts are blocks of pages of like age that the model knows nothing of. For `spanning` see GrowingOptions; those links
 * do not count as in-degree.
 *
 * @throws "option" for an option that is unknown or out of range
 *
 * O(n + m). 8 bytes per page and 8 per link, 4 more per link while repeats are dropped; about 100 ns per link.
 */
export function preferentialWeb(options: PreferentialWebOptions = {}, digest?: Digest): ModelledWeb {
  const asked = chosenFrom("preferential-web", OPTIONS, options);
  const { linksPerPage: law } = asked;
  const { attractiveness = typeof law === "number" ? law : law.mean } = asked;
  const chosen = { ...asked, attractiveness };
  /** Targets of all links so far, one after the other. */
  let ends = new Uint32Array(1 << 16);
  let links = 0;
  return growingWeb(
    "preferential-web",
    1,
    chosen,
    (page, _index, _rows, random) => {
      const target =
        page === 0
          ? 0
          : random.next() * (links + attractiveness * page) < links
            ? ends[quick(random, links)]
            : quick(random, page);
      if (links === ends.length) ends = grown(ends, links + 1);
      ends[links++] = target;
      return target;
    },
    digest,
  );
}

preferentialWeb.declared = OPTIONS;
