import { type CrawlbenchError, problem } from "../../base/error.js";
import type { Ordering, OrderingMethod, ScoreTerm } from "../../ordering/ordering.js";
import type { PageId } from "../../web/graph/graph.js";
import { nameOf, type Web } from "../../web/web.js";
import type { ComparedCrawl } from "../compare/judged-crawls.js";
import { truthOf } from "../pool/run-crawl.js";
import { VirtualCrawl } from "../replay.js";
import { type Discovery, NEVER } from "./explain-discovery.js";
import { type Decision, decisionOf } from "./explain-terms.js";

/** A page and why it stood where it did. */
export interface Standing {
  readonly page: PageId;
  readonly terms: readonly ScoreTerm[];
}

/** The queue of a crawl just before it took a page. */
export interface Moment {
  readonly terms: readonly ScoreTerm[];
  readonly decision: Decision;
  /** Pages that waited, the one taken included. */
  readonly waiting: number;
  /** What would have come next, had the page shown no link: in that order. */
  readonly rivals: readonly Standing[];
}

/** A crawl that is run once more, and the ordering that drives it. */
export class RepeatedCrawl {
  readonly crawl: VirtualCrawl;
  readonly ordering: Ordering;

  constructor(web: Web, { method, from, seed, truth }: ComparedCrawl) {
    const made: Ordering[] = [];
    const watched: OrderingMethod = {
      ...method,
      create: (context) => {
        made.push(method.create(context));
        return made[0];
      },
    };
    const shown = method.offline ? truthOf(web, { method, from, seed, truth }) : undefined;
    this.crawl = new VirtualCrawl(web, watched, { from, seed, truth: shown });
    this.ordering = made[0];
  }

  /** Terms of a waiting page at this moment; none where the ordering gives none. */
  terms(page: PageId): readonly ScoreTerm[] {
    return this.ordering.explain?.(page) ?? [];
  }
}

/**
 * Runs a crawl again up to the page at `position`, and looks at who waits.
 *
 * @param position 1, 2, ... pages crawled
 * @throws "crawl" when another page comes: the ordering reads something outside of itself
 *
 * The crawl up to there, O(n) and one explanation for each page that waits.
 */
export function momentOf(
  web: Web,
  compared: ComparedCrawl,
  { position: positions, discovered }: Discovery,
  position: number,
  mostRivals: number,
): Moment {
  const page = compared.order[position - 1];
  const { crawl, ordering } = new RepeatedCrawl(web, compared);
  crawl.run(position - 1);
  const standings = new Map<PageId, readonly ScoreTerm[]>();
  let waiting = 0;
  for (let other = 0; other < positions.length; other++) {
    if (discovered[other] === NEVER || discovered[other] >= position || positions[other] < position) continue;
    waiting++;
    if (ordering.explain) standings.set(other, ordering.explain(other));
  }
  const terms = standings.get(page) ?? [];
  standings.delete(page);
  const next = ordering.next();
  if (next !== page) throw changed(web, compared, position, next);
  const rivals: Standing[] = [];
  for (let rival = 0; rivals.length < mostRivals && rival !== -1; ) {
    rival = ordering.next();
    if (rival !== -1) rivals.push({ page: rival, terms: standings.get(rival) ?? [] });
  }
  const others = ordering.explain ? standings.values() : Array.from({ length: waiting - 1 }, () => []);
  return { terms, decision: decisionOf(terms, others), waiting, rivals };
}

/** The complaint about a crawl that did not repeat itself. */
export function changed(web: Web, { method, order }: ComparedCrawl, position: number, found: PageId): CrawlbenchError {
  const named = (page: PageId) => (page === -1 ? "no page" : nameOf(web, page));
  return problem.crawl`${method.label} took ${named(order[position - 1])} as page ${position}, but ${named(found)} in a second crawl. The ordering reads something that changed, so its choice cannot be explained. Crawl again without the cache: compare(web, { ..., cache: false })`;
}
