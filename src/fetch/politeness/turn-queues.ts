import { fnvOf, murmurRound } from "../../base/mix.js";
import { HostQueues } from "../../urldb/host-queues.js";

/** What a scheduler asks of its queues: `HostQueues` goes by request numbers, `TurnQueues` by turns. */
export type Queues<T> = Pick<
  HostQueues<T>,
  | "size"
  | "hosts"
  | "readyHosts"
  | "sizeOf"
  | "put"
  | "putFirst"
  | "putBehind"
  | "claim"
  | "first"
  | "numberOf"
  | "take"
  | "takeBehind"
  | "drop"
  | "of"
  | "all"
  | "hold"
  | "done"
  | "readyAt"
>;

/**
 * Queues that have their turns one after the other; which one a host belongs to is a hash of its name. WebBase 1998:
 * 500 queues, one URL from each, so that a server is asked once in 500 requests (Cho, Garcia-Molina and Page 1998,
 * section 5).
 *
 * A queue that is empty, or all of whose hosts are in use or left alone, misses its turn: 500 is the gap while none
 * does. Within a queue, hosts go by request numbers as everywhere, so that one that does not answer does not stop those
 * that share its queue.
 */
export class TurnQueues<T> implements Queues<T> {
  readonly #queues: HostQueues<T>[];
  /** The queue that had its turn last. */
  #turn = -1;

  /** @param count of queues; at least 1 */
  constructor(count: number) {
    this.#queues = Array.from({ length: count }, () => new HostQueues<T>());
  }

  get size(): number {
    return this.#sum((queue) => queue.size);
  }

  get hosts(): number {
    return this.#sum((queue) => queue.hosts);
  }

  readyHosts(now: number): number {
    return this.#sum((queue) => queue.readyHosts(now));
  }

  sizeOf(host: string): number {
    return this.#of(host).sizeOf(host);
  }

  put(host: string, item: T): void {
    this.#of(host).put(host, item);
  }

  putFirst(host: string, item: T): void {
    this.#of(host).putFirst(host, item);
  }

  putBehind(host: string, item: T, others: number): void {
    this.#of(host).putBehind(host, item, others);
  }

  claim(now: number): string | undefined {
    const count = this.#queues.length;
    for (let step = 1; step <= count; step++) {
      const turn = (this.#turn + step) % count;
      if (this.#queues[turn].size === 0) continue;
      const host = this.#queues[turn].claim(now);
      if (host === undefined) continue;
      this.#turn = turn;
      return host;
    }
    return undefined;
  }

  first(host: string): T | undefined {
    return this.#of(host).first(host);
  }

  numberOf(host: string): number {
    return this.#of(host).numberOf(host);
  }

  take(host: string): T {
    return this.#of(host).take(host);
  }

  takeBehind(host: string, others: number): T {
    return this.#of(host).takeBehind(host, others);
  }

  drop(host: string): T[] {
    return this.#of(host).drop(host);
  }

  of(host: string): IterableIterator<T> {
    return this.#of(host).of(host);
  }

  *all(): IterableIterator<{ readonly host: string; readonly item: T }> {
    for (const queue of this.#queues) yield* queue.all();
  }

  hold(host: string, until: number): boolean {
    return this.#of(host).hold(host, until);
  }

  done(host: string, nextAllowed: number): void {
    this.#of(host).done(host, nextAllowed);
  }

  readyAt(): number | undefined {
    let first = Number.POSITIVE_INFINITY;
    for (const queue of this.#queues) first = Math.min(first, queue.readyAt() ?? first);
    return first === Number.POSITIVE_INFINITY ? undefined : first;
  }

  #of(host: string): HostQueues<T> {
    return this.#queues[queueOf(host, this.#queues.length)];
  }

  #sum(count: (queue: HostQueues<T>) => number): number {
    let sum = 0;
    for (const queue of this.#queues) sum += count(queue);
    return sum;
  }
}

/** Number of the queue, in [0, count): FNV-1a of the name (Fowler, Noll and Vo), its bits mixed once more. */
export const queueOf = (host: string, count: number): number => (murmurRound(fnvOf(host)) >>> 0) % count;
