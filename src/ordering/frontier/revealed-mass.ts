import type { PageId } from "../../web/graph/graph.js";
import { RevealedLinks } from "./revealed-links.js";

const CRAWLED = 1;

/**
 * Lower bounds of personalised PageRank on a web that is revealed page by page: x = (1 - d) t + d * sum of x(v) / c(v)
 * over the links v -> p, t equal on the start pages and 0 elsewhere. Cho and Schonfeld 2007.
 *
 * x(p) is the sum of the probabilities of all paths that end at p. `of` is the part of it that was found and not passed
 * on yet: a page that passes it on sends the share d along its links. What was passed on and what was not are both
 * paths of their own, so their sum never exceeds x(p). Rank that reaches a page without links is lost.
 *
 * Memory: 30 bytes per page of the web, 4 to 8 per revealed link.
 */
export class RevealedMass {
  readonly #mass: Float64Array;
  readonly #passed: Float64Array;
  readonly #states: Uint8Array;
  /** 1 while the page stands in `risen`. */
  readonly #listed: Uint8Array;
  readonly #links: RevealedLinks;
  readonly #damping: number;
  #starts = 0;
  #guaranteed = 0;
  /**
   * Pages that turned up, or whose mass rose, to `bar` or above it since `forgetRisen`, in that order: `risenCount` of
   * them.
   */
  readonly risen: Uint32Array;
  risenCount = 0;
  /** Below it mass rises unseen. */
  bar = 0;

  constructor(size: number, damping: number) {
    this.#mass = new Float64Array(size);
    this.#passed = new Float64Array(size);
    this.#states = new Uint8Array(size);
    this.#listed = new Uint8Array(size);
    this.risen = new Uint32Array(size);
    this.#links = new RevealedLinks(size);
    this.#damping = damping;
  }

  /** Pages turn up. @param trusted true for start pages, which share the trust in equal parts */
  discover(pages: Uint32Array, count: number, trusted: boolean): void {
    if (trusted) this.#starts += count;
    for (let i = 0; i < count; i++) this.#raise(pages[i], trusted ? 1 - this.#damping : 0);
  }

  /** Mass that the page has not passed on, times the number of start pages. */
  of(page: PageId): number {
    return this.#mass[page];
  }

  isCrawled(page: PageId): boolean {
    return this.#states[page] === CRAWLED;
  }

  /** No more than the personalised PageRank of the page. */
  bound(page: PageId): number {
    return this.#starts === 0 ? 0 : (this.#passed[page] + this.#mass[page]) / this.#starts;
  }

  /** What crawled pages have passed on: no more than the sum of their personalised PageRanks. */
  get guaranteed(): number {
    return this.#starts === 0 ? 0 : this.#guaranteed / this.#starts;
  }

  /** What the page has passed on, times the number of start pages. */
  passedBy(page: PageId): number {
    return this.#passed[page];
  }

  /** A page was crawled, and passes on what it has. */
  reveal(page: PageId, links: Uint32Array, count: number): void {
    this.#links.keep(page, links, count);
    this.#states[page] = CRAWLED;
    this.pass(page);
  }

  /** A crawled page passes on what it has. */
  pass(page: PageId): void {
    const amount = this.#mass[page];
    this.#mass[page] = 0;
    this.#passed[page] += amount;
    this.#guaranteed += amount;
    const { targets } = this.#links;
    const begin = this.#links.begin(page);
    const end = this.#links.end(page);
    const share = (this.#damping * amount) / (end - begin);
    for (let i = begin; i < end; i++) this.#raise(targets[i], share);
  }

  forgetRisen(): void {
    for (let i = 0; i < this.risenCount; i++) this.#listed[this.risen[i]] = 0;
    this.risenCount = 0;
  }

  #raise(page: PageId, share: number): void {
    const amount = this.#mass[page] + share;
    this.#mass[page] = amount;
    if (amount < this.bar || this.#listed[page] === 1) return;
    this.#listed[page] = 1;
    this.risen[this.risenCount++] = page;
  }
}
