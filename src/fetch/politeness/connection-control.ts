/**
 * How many requests may be under way at a time, so that a speed is held: Shkapenyuk and Suel 2001, section 4.2. "If the
 * measured download rate is below the target, the number is increased, and decreased otherwise", below an absolute
 * bound.
 *
 * Once per interval: when more than a fifth of the requests failed, or none came back, nothing changes, since more
 * connections do not help a network that is down. Below the target, and only if the bound was what held requests back:
 * doubled while the rate is less than half of the target, and one sixteenth more (at least 1) otherwise, though never
 * more than the rate calls for. Above the target: cut in proportion, to a half at most. Within 3 percent of it nothing
 * changes.
 *
 * The number need not be whole: 1.5 is 1 and 2 in turn.
 */
export class ConnectionControl {
  static readonly interval = 1000;
  static readonly failedShare = 0.2;

  #exact = 1;
  #limit = 1;
  #carry = 0;
  #since = Number.NaN;
  #ended = 0;
  #failed = 0;
  #wasFull = false;
  /** Requests per second, smoothed. */
  #rate = Number.NaN;

  /** Requests that may be under way now. */
  get limit(): number {
    return this.#limit;
  }

  /** More requests could be sent but for the limit. */
  full(): void {
    this.#wasFull = true;
  }

  /** A request has ended. */
  ended(failed: boolean): void {
    this.#ended++;
    if (failed) this.#failed++;
  }

  /** When the number is thought over next. */
  stepAt(now: number): number {
    return Number.isNaN(this.#since) ? now : this.#since + ConnectionControl.interval;
  }

  /**
   * To be called with every request: changes the number when an interval is over.
   *
   * @param target requests per second; undefined: as many as the bound lets through
   * @param maximum the absolute bound
   */
  step(now: number, target: number | undefined, maximum: number): void {
    if (Number.isNaN(this.#since) || now < this.#since) this.#since = now;
    const elapsed = now - this.#since;
    if (target === undefined) this.#exact = maximum;
    else if (elapsed >= ConnectionControl.interval) this.#think(target, (1000 * this.#ended) / elapsed);
    else if (this.#limit <= maximum) return;
    this.#exact = Math.max(1, Math.min(this.#exact, maximum));
    const sum = this.#exact + this.#carry;
    this.#limit = Math.min(maximum, Math.floor(sum + 1e-9));
    this.#carry = sum - this.#limit;
    if (this.#carry >= 1 || this.#carry < 0) this.#carry = 0;
    if (elapsed < ConnectionControl.interval) return;
    this.#since = now;
    this.#ended = 0;
    this.#failed = 0;
    this.#wasFull = false;
  }

  #think(target: number, measured: number): void {
    const frozen = this.#ended === 0 || this.#failed > ConnectionControl.failedShare * this.#ended;
    if (frozen) return;
    const last = this.#rate;
    this.#rate = Number.isNaN(last) || measured > 2 * last || measured < last / 2 ? measured : (last + measured) / 2;
    const needed = target / this.#rate;
    if (needed < 1 / 1.03) this.#exact *= Math.max(0.5, needed);
    else if (needed > 1 / 0.97 && this.#wasFull) {
      const more = needed > 2 ? this.#exact : Math.max(1, this.#exact / 16);
      this.#exact = Math.min(this.#exact + more, this.#exact * needed);
    }
  }
}
