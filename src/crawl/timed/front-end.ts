import { problem } from "../../base/error.js";
import { grown } from "../../base/growing.js";
import { GOLDEN } from "../../base/mix.js";
import { Random } from "../../base/random.js";
import type { Ordering, OrderingMethod } from "../../ordering/ordering.js";
import type { TermCounts } from "../../page/text/page-terms.js";
import { termsOf } from "../../page/text/terms-of.js";
import type { CrawledUrls } from "./crawled-urls.js";
import { UrlState } from "./crawled-urls.js";

/**
 * The front end of one process's frontier: an ordering that knows what this process knows. It discovers the URLs that
 * belong to the process, whoever met them, and is revealed the links of the pages that the process downloaded, as far
 * as they lead to URLs of the process, each once and none to the page itself. With one process that is what the virtual
 * crawler tells it.
 */
export class FrontEnd {
  readonly #urls: CrawledUrls;
  readonly #process: number;
  readonly #label: string;
  readonly #ordering: Ordering;
  #fresh: Uint32Array = new Uint32Array(256);
  #freshCount = 0;
  readonly #reveals: boolean;
  #links: Uint32Array = new Uint32Array(256);
  /** Where each of `#links` stands in the rows of the web. */
  #places: Uint32Array = new Uint32Array(256);
  /** Number of `#links` while they are revealed; else 0. */
  #revealing = 0;
  #terms: TermCounts | undefined;

  constructor(urls: CrawledUrls, process: number, method: OrderingMethod, seed: number) {
    this.#urls = urls;
    this.#process = process;
    this.#label = method.label;
    const { web } = urls.linked;
    this.#ordering = method.create({
      size: urls.size,
      random: new Random((seed + Math.imul(process, GOLDEN)) | 0),
      nameOf: (url) => urls.nameOf(url),
      url: (url) => {
        this.#check(url, UrlState.discovered, "discovered");
        return urls.linked.urls?.at(url % urls.linked.size) ?? this.#missing("urls");
      },
      text: (url) => {
        this.#check(url, UrlState.crawled, "crawled");
        return web.text?.(url % urls.linked.size) ?? this.#missing("text");
      },
      terms: (url) => {
        this.#check(url, UrlState.crawled, "crawled");
        if (!web.terms && !web.text) return this.#missing("text");
        return (this.#terms ??= termsOf(web)).of(url % urls.linked.size);
      },
      anchor: (index) => this.#anchor(index),
    });
    this.#reveals = this.#ordering.reveal !== undefined;
  }

  /** Keeps a URL until `flush`: one that the process did not know. */
  add(url: number): void {
    if (this.#freshCount === this.#fresh.length) this.#fresh = grown(this.#fresh, this.#freshCount + 1);
    this.#fresh[this.#freshCount++] = url;
  }

  /** Tells the ordering of the URLs added. @returns were there any? */
  flush(): boolean {
    const count = this.#freshCount;
    if (count === 0) return false;
    this.#freshCount = 0;
    this.#ordering.discover(this.#fresh, count);
    return true;
  }

  /** The URL to fetch next; -1 when none waits. */
  next(): number {
    const url = this.#ordering.next();
    if (url === -1) return -1;
    const { state } = this.#urls;
    if (state[url] !== UrlState.discovered || this.#urls.ownerOf(url) !== this.#process) {
      const who = state[url] === undefined ? `${url}` : `${url} (${this.#urls.nameOf(url)})`;
      throw problem.crawl`${this.#label} named URL ${who}, which does not wait in process ${this.#process}: next() must return a waiting page, or -1`;
    }
    state[url] = UrlState.taken;
    return url;
  }

  /** Shows the ordering the links of a page that was downloaded. */
  reveal(page: number): void {
    if (!this.#reveals) return;
    const { linked, lastSeen } = this.#urls;
    const stamp = this.#urls.nextStamp();
    const own = page % linked.size;
    const base = page - own;
    const { offsets, targets } = linked;
    const end = offsets[own + 1];
    lastSeen[own] = stamp;
    let count = 0;
    this.#links = grown(this.#links, end - offsets[own]);
    this.#places = grown(this.#places, end - offsets[own]);
    for (let i = offsets[own]; i < end; i++) {
      const target = targets[i];
      if (lastSeen[target] === stamp) continue;
      lastSeen[target] = stamp;
      if (!this.#urls.fetches(target) || this.#urls.ownerOf(base + target) !== this.#process) continue;
      this.#links[count] = base + target;
      this.#places[count++] = i;
    }
    this.#revealing = count;
    const references = linked.web.references?.[own] ?? count;
    this.#ordering.reveal?.(page, this.#links, count, Math.max(references, count));
    this.#revealing = 0;
  }

  #check(url: number, needed: number, word: string): void {
    if (this.#urls.state[url] >= needed && this.#urls.ownerOf(url) === this.#process) return;
    throw problem.crawl`${this.#label} asked about URL ${url}, which process ${this.#process} had not ${word} yet: orderings cannot peek`;
  }

  #anchor(index: number): string {
    const { anchor } = this.#urls.linked;
    if (!(index >= 0 && index < this.#revealing))
      throw problem.crawl`${this.#label} asked for the anchor of link ${index}; now there are ${this.#revealing}: anchors can be read during reveal`;
    return anchor ? anchor(this.#places[index]) : this.#missing("anchors");
  }

  #missing(what: string): never {
    throw problem.crawl`${this.#label} reads ${what}, which ${this.#urls.linked.web.name} does not carry: say so, needs: ["${what}"]`;
  }
}
