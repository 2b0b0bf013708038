import { got, option, problem } from "../base/error.js";
import { checkOptions } from "../base/method.js";
import { requireList } from "../base/require-list.js";
import { RevealedMass } from "../ordering/frontier/revealed-mass.js";
import type { PageId } from "../web/graph/graph.js";
import { linksOf } from "../web/graph/graph.js";
import { checkStart } from "../web/graph/reach.js";
import { requireWeb, type Web } from "../web/web.js";
import { checkOrder } from "./judge.js";

export interface GuaranteedRankMassOptions {
  /** d in (0, 1); default 0.9. */
  readonly damping?: number;
  /** Pages that are trusted, in equal parts; default: the web's start. */
  readonly from?: readonly PageId[];
  /** Largest share of what a page has passed on that it may hold back; in (0, 1), default 1e-3. */
  readonly accuracy?: number;
}

/**
 * How much personalised PageRank a crawl is sure to hold after 1, 2, ... pages, from nothing but the links that it has
 * seen: a lower bound, in [0, 1], of the sum over the crawled pages. Cho and Schonfeld 2007. One minus it is the most
 * that the rest of the web, however large, can hold: a rule to stop by that needs no whole web.
 *
 * Counts the paths from the trusted pages that run through crawled pages only; at most `accuracy` of what each page has
 * passed on is left out. Rank of a web in which pages without links pass on nothing.
 *
 * @param order pages of `web` in the order crawled, by any ordering
 * @returns as long as the order, never falling
 * @throws "crawl" when the order is empty, or names a page twice or one that is not in the web
 *
 * O(1 / accuracy) per link at worst.
 */
export function guaranteedRankMass(
  web: Web,
  order: Uint32Array,
  options: GuaranteedRankMassOptions = {},
): Float64Array {
  requireWeb("guaranteedRankMass", web);
  checkOptions("guaranteedRankMass", options, { damping: undefined, from: undefined, accuracy: undefined });
  const { damping = 0.9, from = [web.start], accuracy = 1e-3 } = options;
  for (const [name, value] of Object.entries({ damping, accuracy })) {
    if (!(value > 0 && value < 1)) throw problem.option`${option(name)} lies in (0, 1); ${got(value)}`;
  }
  checkOrder(web, order);
  requireList("guaranteedRankMass: from is a list of trusted pages, such as [0]", from);
  for (const page of from) checkStart(page, web.graph.size);
  const mass = new RevealedMass(web.graph.size, damping);
  const trusted = Uint32Array.from(new Set(from));
  mass.discover(trusted, trusted.length, true);
  return Float64Array.from(order, (page) => {
    const links = linksOf(web.graph, page);
    mass.reveal(page, links, links.length);
    while (mass.risenCount > 0) {
      const risen = mass.risen.slice(0, mass.risenCount);
      mass.forgetRisen();
      for (const each of risen) {
        if (mass.isCrawled(each) && mass.of(each) > accuracy * mass.passedBy(each)) mass.pass(each);
      }
    }
    return mass.guaranteed;
  });
}
