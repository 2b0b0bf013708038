/** Something that may take too long. */
export interface Watched {
  /** When it has, by performance.now(). */
  readonly due: number;
  expire(): void;
  abort(): void;
}

/**
 * Looks over all that is under way every few milliseconds: far cheaper than timers for each. What is due ends at the
 * second look that finds it so: when this process was busy for long, its answer may lie in the socket, and is read
 * between the two.
 */
export class Watch {
  readonly underWay = new Set<Watched>();
  readonly #interval: number;
  #timer: NodeJS.Timeout | undefined;
  #last = 0;

  /** @param shortest milliseconds of the shortest time limit: a tenth of it passes between two looks */
  constructor(shortest: number) {
    this.#interval = Math.min(Math.max(shortest / 10, 5), 250);
  }

  add(watched: Watched): void {
    this.underWay.add(watched);
    this.#timer ??= setInterval(() => this.#look(), this.#interval).unref();
  }

  #look(): void {
    if (this.underWay.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    for (const watched of this.underWay) if (watched.due <= this.#last) watched.expire();
    this.#last = performance.now();
  }
}
