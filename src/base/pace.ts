/** Milliseconds between two steps that are told. */
export const PROGRESS_INTERVAL = 250;

/** Says when the next step of long work is to be told. */
export class Pace {
  #told = Date.now();

  /** Is it time? Then the next interval begins. */
  isDue(): boolean {
    const now = Date.now();
    if (now - this.#told < PROGRESS_INTERVAL) return false;
    this.#told = now;
    return true;
  }
}
