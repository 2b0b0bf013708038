import { grown } from "../../base/growing.js";
import type { PageId } from "../../web/graph/graph.js";

const FAR = 255;

/**
 * How many links each page is away from the nearest hot page, along links seen so far and up to a bound. Cho et al.
 * 1998, section 7, Figure 5, distance_from_hotpage.
 *
 * A distance falls when a nearer hot page turns up, and that of the pages behind it falls with it.
 *
 * Memory: 9 bytes per page of the web, and 4 to 8 per link of a crawled page.
 */
export class HotDistance {
  readonly #bound: number;
  readonly #distances: Uint8Array;
  readonly #spans: Uint32Array;
  #links = new Uint32Array(1 << 10);
  #linkCount = 0;
  /** Pages whose distance fell and whose links were seen: theirs may fall too. */
  readonly #queue: PageId[] = [];
  readonly #nearer: (page: PageId) => void;

  /** @param nearer told of each page whose distance fell to `bound` or less for the first time */
  constructor(size: number, bound: number, nearer: (page: PageId) => void = () => {}) {
    this.#bound = bound;
    this.#distances = new Uint8Array(size).fill(FAR);
    this.#spans = new Uint32Array(2 * size);
    this.#nearer = nearer;
  }

  /** True when a hot page is `bound` links away or less. */
  isNear(page: PageId): boolean {
    return this.#distances[page] !== FAR;
  }

  /** A page was crawled, with these links. */
  reveal(page: PageId, hot: boolean, links: Uint32Array, count: number): void {
    this.#keep(page, links, count);
    if (hot) this.#distances[page] = 0;
    if (this.#distances[page] < this.#bound) this.#queue.push(page);
    for (let head = 0; head < this.#queue.length; head++) this.#spread(this.#queue[head]);
    this.#queue.length = 0;
  }

  #spread(from: PageId): void {
    const distance = this.#distances[from] + 1;
    const end = this.#spans[2 * from + 1];
    for (let i = this.#spans[2 * from]; i < end; i++) {
      const target = this.#links[i];
      const before = this.#distances[target];
      if (before <= distance) continue;
      this.#distances[target] = distance;
      if (before === FAR) this.#nearer(target);
      if (distance < this.#bound && this.#spans[2 * target + 1] > 0) this.#queue.push(target);
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
