/** Freshness and age at one moment. */
export interface FreshnessPoint {
  readonly time: number;
  /** Share of the copies that are what the pages are, in [0, 1]. */
  readonly freshness: number;
  /** Time since the first change that a copy misses, on the mean; 0 for fresh ones. */
  readonly age: number;
}

/**
 * Adds up how long copies were fresh, and how old they became. Cho and Garcia-Molina 2000, section 2: freshness is the
 * share of copies that are up to date, age the time since the first change that a copy misses; both on the mean over
 * time, exactly, not by samples.
 */
export class FreshnessTally {
  readonly #from: number;
  readonly #until: number;
  readonly #importance: Float64Array;
  readonly #step: number;
  #fresh = 0;
  #weighted = 0;
  #age = 0;
  /**
   * By moment: copies that become fresh less those that cease to be, those that become stale less those that cease;
   * since when the stale ones are.
   */
  readonly #freshFrom: Float64Array;
  readonly #staleFrom: Float64Array;
  readonly #staleSince: Float64Array;

  /**
   * @param importance what the freshness of each page is worth, on the mean 1 @param points moments of the curve, over
   *   all the time
   */
  constructor(importance: Float64Array, from: number, until: number, points: number) {
    this.#importance = importance;
    this.#from = from;
    this.#until = until;
    this.#step = until / points;
    this.#freshFrom = new Float64Array(points + 2);
    this.#staleFrom = new Float64Array(points + 2);
    this.#staleSince = new Float64Array(points + 2);
  }

  /**
   * A copy of a page. @param made when it was fetched, before time 0 perhaps @param changed when the page changed first
   * after that; Infinity: not at all @param gone when the next copy was fetched
   */
  add(page: number, made: number, changed: number, gone: number): void {
    const stale = changed < gone ? changed : gone;
    const first = this.#moment(made);
    const middle = this.#moment(stale);
    const last = this.#moment(gone);
    this.#freshFrom[first]++;
    this.#freshFrom[middle]--;
    this.#staleFrom[middle]++;
    this.#staleFrom[last]--;
    this.#staleSince[middle] += stale;
    this.#staleSince[last] -= stale;
    const from = this.#from;
    if (stale > from) {
      const fresh = stale - (made > from ? made : from);
      this.#fresh += fresh;
      this.#weighted += fresh * this.#importance[page];
    }
    if (gone > from && stale < gone) {
      const before = Math.max(0, from - stale);
      this.#age += ((gone - stale) ** 2 - before ** 2) / 2;
    }
  }

  /** The first moment of the curve that is not before `time`. */
  #moment(time: number): number {
    return Math.max(0, Math.min(Math.ceil(time / this.#step), this.#freshFrom.length - 1));
  }

  /** Means over the time from `from` to `until`. */
  means(): { readonly freshness: number; readonly weighted: number; readonly age: number } {
    const total = (this.#until - this.#from) * this.#importance.length;
    return { freshness: this.#fresh / total, weighted: this.#weighted / total, age: this.#age / total };
  }

  /** Freshness and age over time, from 0 to `until`. */
  curve(): FreshnessPoint[] {
    let [fresh, stale, since] = [0, 0, 0];
    const size = this.#importance.length;
    return Array.from({ length: this.#freshFrom.length - 2 }, (_, i) => {
      fresh += this.#freshFrom[i];
      stale += this.#staleFrom[i];
      since += this.#staleSince[i];
      const time = i * this.#step;
      return { time, freshness: fresh / size, age: Math.max(0, stale * time - since) / size };
    });
  }
}
