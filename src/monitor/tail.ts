import type { HostStatus } from "../fetch/status.js";

/**
 * How long the queues of hosts last, each asked at its own pace: Shkapenyuk and Suel 2001, section 4.1, the last 4 of
 * their 18 days.
 */
export interface Tail {
  /** The host that is done last; none while no delay is known. */
  readonly last?: {
    readonly host: string;
    readonly queued: number;
    /** Milliseconds from one request to the next. */
    readonly delay: number;
    /** Milliseconds since 1970. */
    readonly done: number;
  };
  /** Sum of queued x delay over the hosts looked at, milliseconds. */
  readonly total: number;
  /** Hosts in that sum. */
  readonly hosts: number;
  /** Hosts with queues whose delay is not known yet. */
  readonly unknown: number;
}

interface Seen {
  /** Times at which the host said it may be asked next, as last seen. */
  nextAllowed: number;
  /** How long it had to wait when that time was first seen: the last few. */
  readonly waits: number[];
}

const WAITS = 5;

/**
 * The delays of hosts, as they can be seen from outside: when a host gets a new `nextAllowed`, the time until then is
 * at most its delay, and less by no more than the time between two looks. The delay of a host is the longest of its
 * last 5 waits. Waits of hosts that are down are no delays.
 *
 * O(hosts) per look; remembers no more than `most` hosts, those seen last.
 */
export class HostDelays {
  readonly #seen = new Map<string, Seen>();

  constructor(readonly most = 2000) {}

  /** Looks at hosts. @param now milliseconds since 1970 */
  look(hosts: readonly HostStatus[], now: number): void {
    for (const { host, state, nextAllowed } of hosts) {
      if (state !== "waiting" || nextAllowed === undefined || nextAllowed <= now) continue;
      const seen = this.#seen.get(host) ?? { nextAllowed: 0, waits: [] };
      this.#seen.delete(host);
      this.#seen.set(host, seen);
      if (seen.nextAllowed === nextAllowed) continue;
      seen.nextAllowed = nextAllowed;
      seen.waits.push(nextAllowed - now);
      if (seen.waits.length > WAITS) seen.waits.shift();
    }
    for (const host of this.#seen.keys()) {
      if (this.#seen.size <= this.most) break;
      this.#seen.delete(host);
    }
  }

  /** Milliseconds; undefined: not seen waiting so far. */
  of(host: string): number | undefined {
    const waits = this.#seen.get(host)?.waits;
    return waits && Math.max(...waits);
  }

  /**
   * A host's first request goes out when it may, each other one a delay later.
   *
   * @param hosts those with the longest queues; the others are done sooner, unless their delays are longer
   */
  tail(hosts: readonly HostStatus[], now: number): Tail {
    let last: Tail["last"];
    let [total, known, unknown] = [0, 0, 0];
    for (const { host, queued, state, nextAllowed = now } of hosts) {
      if (queued === 0 || state === "blocked") continue;
      const delay = this.of(host);
      if (delay === undefined) {
        unknown++;
        continue;
      }
      known++;
      total += queued * delay;
      const done = Math.max(now, nextAllowed) + (queued - 1) * delay;
      if (!last || done > last.done) last = { host, queued, delay, done };
    }
    return { last, total, hosts: known, unknown };
  }
}
