/**
 * Evenly spaced amounts, so many per second: requests, or bytes. A bucket that holds `tolerance` milliseconds' worth:
 * whoever asks late may catch up by so much, and no more is sent in one go.
 *
 * Kept as the time at which all that was spent would have been sent at the given speed (virtual scheduling, ITU-T
 * I.371), so that a change of speed counts at once, for what is still owed too.
 */
export class Pace {
  readonly #tolerance: number;
  #speed: number | undefined;
  /** When what was spent is paid off, milliseconds. */
  #paid = Number.NEGATIVE_INFINITY;

  /** @param tolerance milliseconds */
  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  /**
   * When more may be spent: a time that is not after `now` means at once. @param speed amount per second; undefined: no
   * limit
   */
  readyAt(now: number, speed: number | undefined): number {
    this.#change(now, speed);
    return speed === undefined ? Number.NEGATIVE_INFINITY : this.#paid - this.#tolerance;
  }

  spend(now: number, amount: number, speed: number | undefined): void {
    this.#change(now, speed);
    if (speed !== undefined) this.#paid = Math.max(now, this.#paid) + (1000 * amount) / speed;
  }

  /** Gives back what was spent for nothing. */
  refund(amount: number): void {
    if (this.#speed !== undefined) this.#paid -= (1000 * amount) / this.#speed;
  }

  #change(now: number, speed: number | undefined): void {
    if (speed === this.#speed) return;
    if (this.#speed === undefined || speed === undefined) this.#paid = Math.min(this.#paid, now);
    else if (this.#paid > now) this.#paid = now + ((this.#paid - now) * this.#speed) / speed;
    this.#speed = speed;
  }
}
