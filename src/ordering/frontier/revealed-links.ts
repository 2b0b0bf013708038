import { grown } from "../../base/growing.js";
import type { PageId } from "../../web/graph/graph.js";

/**
 * The links of all crawled pages, in the order in which they were crawled. The links of `page` are targets[i] for
 * begin(page) <= i < end(page).
 *
 * Memory: 8 bytes per page of the web, 4 to 8 per revealed link.
 */
export class RevealedLinks {
  readonly #spans: Uint32Array;
  #targets = new Uint32Array(1 << 12);
  #count = 0;

  /** @param size number of pages; bounds page ids */
  constructor(size: number) {
    this.#spans = new Uint32Array(2 * size);
  }

  /** Targets of all links; valid until the next `keep`. */
  get targets(): Uint32Array {
    return this.#targets;
  }

  begin(page: PageId): number {
    return this.#spans[2 * page];
  }

  end(page: PageId): number {
    return this.#spans[2 * page + 1];
  }

  /** Copies the first `count` links of a page that was crawled. */
  keep(page: PageId, links: Uint32Array, count: number): void {
    this.#targets = grown(this.#targets, this.#count + count);
    for (let i = 0; i < count; i++) this.#targets[this.#count + i] = links[i];
    this.#spans[2 * page] = this.#count;
    this.#count += count;
    this.#spans[2 * page + 1] = this.#count;
  }
}
