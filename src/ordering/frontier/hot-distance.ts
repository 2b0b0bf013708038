import { grown } from "../../base/growing.js";
import type { PageId } from "../../web/graph/graph.js";

/** Of a hot page; of one that is a link away from it, one less; 0: further away than any bound. */
const HOT = 255;

/**
 * How many links each page is away from the nearest hot page, along links seen so far and up to a bound. Cho et al.
 * 1998, section 7, Figure 5, distance_from_hotpage.
 *
 * A distance falls when a nearer hot page turns up, and that of the pages behind it falls with it.
 *
 * Memory: 9 bytes per page of the web, and 4 to 8 per link of a crawled page.
 */
export class HotDistance {
  /** How near pages are whose links lead beyond the bound. */
  readonly #last: number;
  readonly #nearness: Uint8Array;
  readonly #spans: Uint32Array;
  #links = new Uint32Array(1 << 10);
  #linkCount = 0;
  /** Pages whose distance fell and whose links were seen: theirs may fall too. */
  readonly #queue: PageId[] = [];
  readonly #nearer: (page: PageId) => void;

  /** @param nearer told of each page whose distance fell to `bound` or less for the first time */
  constructor(size: number, bound: number, nearer: (page: PageId) => void = () => {}) {
    this.#last = HOT - bound;
    this.#nearness = new Uint8Array(size);
    this.#spans = new Uint32Array(2 * size);
    this.#nearer = nearer;
  }

  /** True when a hot page is `bound` links away or less. */
  isNear(page: PageId): boolean {
    return this.#nearness[page] > 0;
  }

  /** A page was crawled, with these links. */
  reveal(page: PageId, hot: boolean, links: Uint32Array, count: number): void {
    this.#keep(page, links, count);
    if (hot) this.#nearness[page] = HOT;
    if (this.#nearness[page] > this.#last) this.#queue.push(page);
    for (let head = 0; head < this.#queue.length; head++) this.#spread(this.#queue[head]);
    this.#queue.length = 0;
  }

  #spread(from: PageId): void {
    const nearness = this.#nearness[from] - 1;
    const end = this.#spans[2 * from + 1];
    for (let i = this.#spans[2 * from]; i < end; i++) {
      const target = this.#links[i];
      const before = this.#nearness[target];
      if (before >= nearness) continue;
      this.#nearness[target] = nearness;
      if (before === 0) this.#nearer(target);
      if (nearness > this.#last && this.#spans[2 * target + 1] > 0) this.#queue.push(target);
    }
  }

  #keep(page: PageId, links: Uint32Array, count: number): void {
    this.#links = grown(this.#links, this.#linkCount + count);
    for (let i = 0; i < count; i++) this.#links[this.#linkCount + i] = links[i];
    this.#spans[2 * page] = this.#linkCount;
    this.#linkCount += count;
    this.#spans[2 * page + 1] = this.#linkCount;
  }
}
