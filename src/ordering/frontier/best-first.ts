import type { Collection } from "../../page/text/collection.js";
import type { Query } from "../../page/text/query.js";
import { tokens } from "../../page/text/tokens.js";
import type { PageId } from "../../web/graph/graph.js";
import type { QueueTerm } from "./queue-term.js";
import type { ScoredFrontier } from "./scored-frontier.js";
import type { SeenWords } from "./topic-queues.js";

export interface BestFirstOptions {
  /**
   * delta: share of a page's relevance, or where it has none of what it inherited, that its links inherit; in [0, 1].
   */
  readonly decay: number;
  /** gamma: share of what is inherited in the potential of a link, the rest being its anchor and context; in [0, 1]. */
  readonly inherited: number;
  /** beta: share of the anchor in the latter, the rest being its context; in [0, 1]. */
  readonly anchor: number;
}

/**
 * Best-first crawl for a query by what is known of a link before it is followed: its anchor, its address, and the
 * relevance of the pages above it. After the shark-search of Hersovici et al. 1998 (WWW7), section 3:
 *
 * potential(link v -> u) = gamma inherited(v -> u) + (1 - gamma) (beta anchor + (1 - beta) context)
 * inherited(v -> u) = delta relevance(v) where v has any, else delta inherited(v); 0 for start pages
 * anchor: cosine of anchor and query; context: 1 where the anchor holds a word of the query
 *
 * `decay` is delta, `inherited` gamma, `anchor` beta. relevance is the similarity of the page with the idf of the pages
 * crawled so far, IS'. Where the anchor holds no word, the paper takes the similarity of the text around it for
 * context; a stored web has no such text, and the share of the query's words in the URL stands in for it. The paper
 * gives up paths of a few pages without relevance; here all are followed in the end.
 *
 * Of several links to a page the best counts, in its potential and in what it inherits. The paper states the maximum
 * for the depth of a page that is found again, not for its score; more evidence for a page makes it no worse here.
 */
export class BestFirst {
  readonly #frontier: ScoredFrontier;
  readonly #query: Query;
  readonly #collection: Collection;
  readonly #seen: SeenWords;
  readonly #options: BestFirstOptions;
  readonly #inherited: Float64Array;
  readonly #scores: Float64Array;
  /** Share of the query's words in the URL of each page; 0: not looked at yet; -1: there are none. */
  readonly #inUrl: Float64Array;
  #fresh: PageId[] = [];

  /** @param scores by page, all 0, as it lends them to the frontier */
  constructor(
    scores: Float64Array,
    frontier: ScoredFrontier,
    query: Query,
    collection: Collection,
    seen: SeenWords,
    options: BestFirstOptions,
  ) {
    this.#frontier = frontier;
    this.#query = query;
    this.#collection = collection;
    this.#seen = seen;
    this.#options = options;
    this.#inherited = new Float64Array(scores.length);
    this.#scores = scores;
    this.#inUrl = new Float64Array(scores.length);
  }

  discover(pages: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++) this.#fresh.push(pages[i]);
  }

  reveal(page: PageId, links: Uint32Array, count: number): void {
    const { decay, inherited, anchor } = this.#options;
    const terms = this.#seen.terms(page);
    this.#collection.add(terms);
    const relevance = this.#collection.similarity(terms);
    const passed = decay * (relevance > 0 ? relevance : this.#inherited[page]);
    for (let i = 0; i < count; i++) {
      const target = links[i];
      const likeness = this.#likeness(this.#seen.anchor(i));
      const context = likeness > 0 ? 1 : this.#shareInUrl(target);
      const score = inherited * passed + (1 - inherited) * (anchor * likeness + (1 - anchor) * context);
      if (passed > this.#inherited[target]) this.#inherited[target] = passed;
      if (score <= this.#scores[target]) continue;
      this.#scores[target] = score;
      if (this.#frontier.has(target)) this.#frontier.file(target, score);
    }
  }

  next(): PageId {
    this.#file();
    return this.#frontier.pop();
  }

  explain(page: PageId): readonly QueueTerm[] {
    this.#file();
    return this.#frontier.explain(page, "potential of its best link");
  }

  #file(): void {
    for (const page of this.#fresh) this.#frontier.file(page, this.#scores[page]);
    this.#fresh = [];
  }

  #shareInUrl(page: PageId): number {
    this.#inUrl[page] ||= this.#query.shareInUrl(this.#seen.url(page)) || -1;
    return Math.max(this.#inUrl[page], 0);
  }

  /** Cosine of the words of an anchor and the query. */
  #likeness(anchor: string): number {
    if (anchor === "") return 0;
    const counts = new Map<string, number>();
    for (const term of tokens(anchor)) counts.set(term, (counts.get(term) ?? 0) + 1);
    const found = new Float64Array(this.#query.words.length);
    let norm = 0;
    for (const [term, count] of counts) {
      const hits = this.#query.hits(term);
      if (hits.length === 0) norm += count * count;
      for (const [word, times] of hits) found[word] += times * count;
    }
    let product = 0;
    for (const each of found) {
      product += each;
      norm += each * each;
    }
    return product === 0 ? 0 : product / Math.sqrt(norm * found.length);
  }
}
