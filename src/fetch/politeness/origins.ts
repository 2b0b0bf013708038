import type { RobotsKnown } from "./task.js";

const DAY = 86_400_000;

/**
 * For which origins robots.txt is known, and until when. What is known is kept though the host has no more items, as in
 * Shkapenyuk and Suel 2001, section 3.4; what has expired is swept out once it may be half of all.
 */
export class Origins {
  readonly #known = new Map<string, RobotsKnown>();
  readonly #changed = new Set<string>();
  /** What came and was not used yet. */
  readonly #unused = new Set<string>();
  #sweepAt = 1024;

  /** undefined: not known, or not any more. */
  find(origin: string, now: number): RobotsKnown | undefined {
    const known = this.#known.get(origin);
    return known !== undefined && known.expiresAt > now ? known : undefined;
  }

  /** As `find`, or what came and was not used yet, up to a day beyond its time. */
  last(origin: string, now: number): RobotsKnown | undefined {
    const known = this.#known.get(origin);
    return known !== undefined && this.#servesUntil(origin, known) > now ? known : undefined;
  }

  #servesUntil(origin: string, { expiresAt }: RobotsKnown): number {
    return this.#unused.has(origin) ? expiresAt + DAY : expiresAt;
  }

  /**
   * As `find`, for a page of the origin that is to be asked for. What came and was not used yet serves for one, however
   * soon it expires: else a host whose gap is longer would be asked for nothing but robots.txt.
   */
  use(origin: string, now: number): RobotsKnown | undefined {
    const known = this.last(origin, now);
    this.#unused.delete(origin);
    return known;
  }

  /** The longest Crawl-delay that is known of a host, at the ordinary ports. */
  delayOf(host: string, now: number): number {
    return Math.max(...["https", "http"].map((scheme) => this.find(`${scheme}://${host}`, now)?.crawlDelay ?? 0));
  }

  /** Is anything kept of a host, at the ordinary ports? */
  knowsHost(host: string): boolean {
    return this.#known.has(`https://${host}`) || this.#known.has(`http://${host}`);
  }

  set(origin: string, known: RobotsKnown): void {
    this.#known.set(origin, known);
    this.#changed.add(origin);
  }

  /** As `set`, of what was asked for just now, for a page that waits: see `use`. */
  came(origin: string, known: RobotsKnown): void {
    this.set(origin, known);
    this.#unused.add(origin);
  }

  forget(origin: string): void {
    this.#known.delete(origin);
    this.#unused.delete(origin);
  }

  /** Forgets what has expired, if there is much. */
  sweep(now: number): void {
    if (this.#known.size < this.#sweepAt) return;
    for (const [origin, known] of this.#known) if (this.#servesUntil(origin, known) <= now) this.forget(origin);
    this.#sweepAt = Math.max(1024, 2 * this.#known.size);
  }

  save(now: number): [string, number, number | null][] {
    const known: [string, number, number | null][] = [];
    for (const [origin, each] of this.#known) if (each.expiresAt > now) known.push(rowOf(origin, each));
    return known;
  }

  /** Rows of `save` that are other than when this was called last. What is forgotten expires by itself. */
  changes(): [string, number, number | null][] {
    const changed = [...this.#changed].flatMap((origin) => {
      const known = this.#known.get(origin);
      return known === undefined ? [] : [rowOf(origin, known)];
    });
    this.#changed.clear();
    return changed;
  }
}

const rowOf = (origin: string, { expiresAt, crawlDelay }: RobotsKnown): [string, number, number | null] => [
  origin,
  expiresAt,
  crawlDelay ?? null,
];
