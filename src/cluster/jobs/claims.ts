/** A thread of a worker. */
export interface Slot {
  readonly worker: string;
  readonly slot: number;
}

/** A job that a thread of a worker has taken. */
export interface Claim extends Slot {
  readonly index: number;
}

interface Held extends Claim {
  /** When it was last heard of, in milliseconds of any clock. */
  heard: number;
  /** The engine was away meanwhile: silence says nothing about the worker. */
  excused: boolean;
}

/**
 * Which thread of which worker does which job, and what becomes of jobs whose worker is not heard of any more. Knows no
 * clock: the time is an argument, in milliseconds.
 */
export class Claims {
  readonly #held = new Map<string, Held>();
  readonly #lost = new Map<number, number>();

  /** @param patience milliseconds after which a claim of which nothing is heard is lost */
  constructor(readonly patience: number) {}

  /** Jobs that are being done elsewhere. */
  get size(): number {
    return this.#held.size;
  }

  /** The job that a thread has; undefined: none. */
  of(slot: Slot): number | undefined {
    return this.#held.get(nameOf(slot))?.index;
  }

  take({ worker, slot }: Slot, index: number, now: number): void {
    this.#held.set(nameOf({ worker, slot }), { worker, slot, index, heard: now, excused: false });
  }

  /** A thread is still at its job. @returns false for one that has no such claim */
  hear(claim: Claim, now: number): boolean {
    const held = this.#held.get(nameOf(claim));
    if (held?.index !== claim.index) return false;
    held.heard = now;
    held.excused = false;
    return true;
  }

  /** A thread is through with its job. */
  release(claim: Claim): void {
    if (this.of(claim) === claim.index) this.#held.delete(nameOf(claim));
  }

  /** A worker leaves. @returns the jobs that it had */
  leave(worker: string): number[] {
    const left = [...this.#held.values()].filter((held) => held.worker === worker);
    for (const held of left) this.#held.delete(nameOf(held));
    return left.map(({ index }) => index);
  }

  /** The engine cannot be reached: no silence is counted until the next that is heard. */
  excuse(): void {
    for (const held of this.#held.values()) held.excused = true;
  }

  /** Whoever counts the time was not able to hear for so many milliseconds. */
  pause(ms: number): void {
    for (const held of this.#held.values()) held.heard += ms;
  }

  /**
   * Claims that were not heard of for too long are void. @returns them, with how many workers each job has ended by now
   */
  expire(now: number): (Claim & { readonly losses: number })[] {
    const silent = [...this.#held.values()].filter(({ heard }) => now - heard > this.patience);
    return silent.map(({ worker, slot, index, excused }) => {
      this.#held.delete(nameOf({ worker, slot }));
      const losses = (this.#lost.get(index) ?? 0) + (excused ? 0 : 1);
      this.#lost.set(index, losses);
      return { worker, slot, index, losses };
    });
  }
}

const nameOf = ({ worker, slot }: Slot): string => `${worker} ${slot}`;
