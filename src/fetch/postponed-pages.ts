import { BinaryHeap } from "../base/binary-heap.js";

/** Pages that wait in memory; others wait on disk, for the next run. */
const MOST = 100_000;

/** Pages of an origin. */
interface Postponed<T> {
  readonly origin: string;
  /** When its robots.txt is asked for again. */
  readonly until: number;
  readonly pages: T[];
}

/** Pages of origins whose robots.txt cannot be had. They wait until it is asked for again, and no crawl waits for them. */
export class PostponedPages<T> {
  readonly #byOrigin = new Map<string, Postponed<T>>();
  readonly #byTime = new BinaryHeap<Postponed<T>>((a, b) => a.until < b.until);
  #inMemory = 0;
  #onDisk = 0;

  get size(): number {
    return this.#inMemory + this.#onDisk;
  }

  get origins(): readonly string[] {
    return [...this.#byOrigin.keys()];
  }

  /** @returns whether it is news that pages of this origin wait */
  begin(origin: string, until: number): boolean {
    if (this.#byOrigin.has(origin)) return false;
    const postponed = { origin, until, pages: [] };
    this.#byOrigin.set(origin, postponed);
    this.#byTime.push(postponed);
    return true;
  }

  /** One more, of an origin that was begun. */
  add(origin: string, page: T): void {
    if (this.#inMemory >= MOST) this.#onDisk++;
    else {
      this.#byOrigin.get(origin)?.pages.push(page);
      this.#inMemory++;
    }
  }

  /** Those of an origin, which wait no longer. */
  take(origin: string): readonly T[] {
    const { pages = [] } = this.#byOrigin.get(origin) ?? {};
    this.#byOrigin.delete(origin);
    this.#inMemory -= pages.length;
    return pages;
  }

  /** Origins whose robots.txt is to be asked for again by now. */
  *due(now: number): Generator<string> {
    for (let next = this.#byTime.peek(); next !== undefined && next.until <= now; next = this.#byTime.peek()) {
      this.#byTime.pop();
      if (this.#byOrigin.get(next.origin) === next) yield next.origin; // else it came, and went again, before
    }
  }
}
