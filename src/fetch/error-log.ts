/** One thing that went wrong. */
export interface LoggedError {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly url: string;
  readonly fault: string;
  readonly message: string;
}

/** The last errors of a crawl, newest first. */
export class ErrorLog {
  readonly #now: () => number;
  readonly #most: number;
  #errors: LoggedError[] = [];

  /** @param most errors that are kept */
  constructor(now: () => number, most = 200) {
    this.#now = now;
    this.#most = most;
  }

  add(url: string, fault: string, message: string): void {
    this.#errors.push({ time: this.#now(), url, fault, message });
    if (this.#errors.length >= 2 * this.#most) this.#errors = this.#errors.slice(-this.#most);
  }

  list(): readonly LoggedError[] {
    return this.#errors.slice(-this.#most).reverse();
  }
}
