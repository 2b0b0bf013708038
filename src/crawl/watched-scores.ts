import type { Random } from "../base/random.js";
import { RevealedScores } from "../ordering/frontier/revealed-scores.js";
import type { Ordering, OrderingContext, OrderingMethod } from "../ordering/ordering.js";
import type { PageId } from "../web/graph/graph.js";

/**
 * The scores of `RevealedScores` beside a crawl that another ordering decides, for the one crawl that `method` is used
 * in.
 */
export class WatchedScores {
  /** The ordering that is watched: it gives the order that it would give alone. */
  readonly method: OrderingMethod;
  readonly scores: RevealedScores;
  readonly #waiting = new Set<PageId>();
  #begun = false;

  /** @param accuracy of the PageRank among the scores */
  constructor(size: number, method: OrderingMethod, accuracy: number) {
    this.scores = new RevealedScores(size, accuracy);
    this.method = { ...method, create: (context) => this.#watch(method, context) };
  }

  /** Up to `count` of the waiting pages, drawn without repetition. */
  draw(count: number, random: Random): PageId[] {
    const pages = [...this.#waiting];
    const drawn = Math.min(count, pages.length);
    for (let i = 0; i < drawn; i++) {
      const other = i + random.below(pages.length - i);
      [pages[i], pages[other]] = [pages[other], pages[i]];
    }
    return pages.slice(0, drawn);
  }

  #watch(method: OrderingMethod, context: OrderingContext): Ordering {
    const ordering = method.create(context);
    return {
      discover: (pages, count) => {
        for (let i = 0; i < count; i++) this.#waiting.add(pages[i]);
        this.scores.discover(pages, count, !this.#begun);
        ordering.discover(pages, count);
      },
      reveal: (page, links, count, references) => {
        this.scores.reveal(page, links, count);
        this.scores.changed(() => {}); // forgets them
        ordering.reveal?.(page, links, count, references);
      },
      next: () => {
        this.#begun = true;
        const page = ordering.next();
        this.#waiting.delete(page);
        return page;
      },
    };
  }
}
