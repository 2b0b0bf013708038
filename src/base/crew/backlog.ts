/**
 * Jobs of a sweep until they are done, by their index: whoever is free takes the first that waits. A job that was taken
 * and will not be done is given back; of two who did the same one, the second comes too late.
 */
export class Backlog {
  readonly #waiting: number[];
  readonly #open: Set<number>;
  readonly #idle = new Set<() => void>();
  readonly #watchers = new Set<() => void>();
  #stopped = false;

  /** @param jobs those that begin first stand first */
  constructor(jobs: readonly number[]) {
    this.#waiting = [...jobs];
    this.#open = new Set(jobs);
  }

  /** All jobs are done, or it was stopped: nobody needs to go on. */
  get isOver(): boolean {
    return this.#stopped || this.#open.size === 0;
  }

  /** All jobs are done. */
  get isDone(): boolean {
    return this.#open.size === 0;
  }

  /** Jobs that nobody has taken. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Nobody has done it yet. */
  isOpen(job: number): boolean {
    return this.#open.has(job);
  }

  /** The first job that waits; undefined while none does. @param suits leaves out jobs that are not for whoever asks */
  take(suits: (job: number) => boolean = () => true): number | undefined {
    if (this.#stopped) return undefined;
    const place = this.#waiting.findIndex(suits);
    return place < 0 ? undefined : this.#waiting.splice(place, 1)[0];
  }

  /** Takes one job after the other, the first as soon as one waits, until it is over. */
  async *[Symbol.asyncIterator](): AsyncGenerator<number, void, undefined> {
    while (!this.isOver) {
      const job = this.take();
      if (job !== undefined) yield job;
      else await new Promise<void>((wake) => this.#idle.add(wake));
    }
  }

  /** Somebody else should do it, before all others. */
  giveBack(job: number): void {
    if (!this.#open.has(job) || this.#waiting.includes(job)) return;
    this.#waiting.unshift(job);
    this.#wake();
    for (const watcher of this.#watchers) watcher();
  }

  /** @returns true for the first who did it; its result counts */
  finish(job: number): boolean {
    if (!this.#open.delete(job)) return false;
    const place = this.#waiting.indexOf(job);
    if (place >= 0) this.#waiting.splice(place, 1);
    if (this.isOver) this.#end();
    return true;
  }

  /** Jobs that wait are not taken any more. */
  stop(): void {
    this.#stopped = true;
    this.#end();
  }

  /** What `work` gives; undefined when all jobs are done before, this one by another. */
  async orDone<T>(work: Promise<T>): Promise<T | undefined> {
    let watcher: (() => void) | undefined;
    const done = new Promise<undefined>((settle) => {
      watcher = () => this.isDone && settle(undefined);
      this.#watchers.add(watcher);
      watcher();
    });
    try {
      return await Promise.race([work, done]);
    } finally {
      this.#watchers.delete(watcher as () => void);
    }
  }

  /** Tells when a job was given back, and when it is over. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  #end(): void {
    this.#wake();
    for (const watcher of [...this.#watchers]) watcher();
  }

  #wake(): void {
    for (const wake of this.#idle) wake();
    this.#idle.clear();
  }
}
