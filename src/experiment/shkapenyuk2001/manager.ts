import { BinaryHeap } from "../../base/binary-heap.js";
import { append } from "../../base/grouped-by.js";
import { goldenTimes, murmurTimes } from "../../base/mix.js";
import { Random } from "../../base/random.js";
import { Scheduler } from "../../fetch/politeness/scheduler.js";
import { Zipf } from "../../trace/model/zipf.js";

/** What a crawl manager has to do. Times in milliseconds of a clock that is simulated. */
export interface ManagerLoad {
  /** Host of each request, in the order in which the application issues them. */
  readonly hosts: Uint32Array;
  /** s, requests per second. */
  readonly speed: number;
  /** t, from the end of a request to the next one to its host. */
  readonly delay: number;
  /** x, ready hosts below which the next request file is loaded; Infinity: all are loaded at once. */
  readonly ready: number;
  /** Requests of a file: section 3.4 has a few hundred or thousand. */
  readonly file: number;
}

/** One request, by its number in the order of the application. */
export interface Sent {
  readonly item: number;
  readonly host: number;
  readonly start: number;
  readonly end: number;
}

/** Host structures at one moment. */
export interface HostsHeld {
  readonly ready: number;
  readonly waiting: number;
  /** n_d */
  readonly down: number;
  /** n_t */
  readonly inUse: number;
  readonly total: number;
}

export interface ManagerRun {
  /** In the order in which they were sent. */
  readonly sent: readonly Sent[];
  /** When host structures were most. */
  readonly peak: HostsHeld;
  /** Most requests that waited in memory. */
  readonly queued: number;
}

/** Share of hosts that do not answer once, in their first request. */
const DOWN = 0.02;
const DOWN_DELAY = 300_000;

/** Requests for hosts whose sizes follow Zipf's law, as unshuffled request files bring them: in any order. */
export function drawnRequests(requests: number, hosts: number, seed: number): Uint32Array {
  const zipf = new Zipf(hosts, 0.8, new Random(seed));
  return Uint32Array.from({ length: requests }, () => zipf.next());
}

/** From 200 to 2,200 ms, the same for all requests of a host: the "host obliviousness" that section 3.5 assumes. */
const downloadOf = (host: number): number => 200 + ((goldenTimes(host + 1) >>> 0) % 2001);

const isDownOnce = (host: number): boolean => (murmurTimes(host + 1) >>> 0) / 2 ** 32 < DOWN;

/**
 * Runs our scheduler as the crawl manager of section 3.5, on a simulated clock, until no request is left. Shkapenyuk
 * and Suel 2001.
 */
export function runManager({ hosts, speed, delay, ready, file }: ManagerLoad): ManagerRun {
  const late = Number.isFinite(ready);
  const scheduler = new Scheduler<number>({
    robots: false,
    delay,
    factor: 0,
    speed,
    connections: Number.POSITIVE_INFINITY,
    deadAfter: 10,
    downDelay: DOWN_DELAY,
    maxDownDelay: DOWN_DELAY,
    ...(late && { readyHosts: ready }),
  });
  const sent: Sent[] = [];
  const flying = new BinaryHeap<Sent>((a, b) => a.end < b.end);
  const wasDown = new Set<number>();
  let peak: HostsHeld = { ready: 0, waiting: 0, down: 0, inUse: 0, total: 0 };
  let queued = 0;
  let loaded = 0;
  const load = (now: number) => {
    while (loaded < hosts.length && (!late || scheduler.wants(now))) {
      for (const to = Math.min(hosts.length, loaded + file); loaded < to; loaded++)
        scheduler.put(`h${hosts[loaded]}.test`, loaded);
    }
    queued = Math.max(queued, scheduler.queued);
  };
  const measure = (now: number) => {
    const { ready: free, waiting, down, inUse } = scheduler.counts(now);
    const total = free + waiting + down + inUse;
    if (total > peak.total) peak = { ready: free, waiting, down, inUse, total };
  };
  for (let now = 0; ; ) {
    load(now);
    measure(now);
    for (let task = scheduler.next(now); task; task = scheduler.next(now)) {
      if (task.kind === "robots") throw new Error("robots.txt is not asked for here");
      const host = hosts[task.item];
      const request = { item: task.item, host, start: now, end: now + downloadOf(host) };
      sent.push(request);
      flying.push(request);
      load(now);
    }
    const at = Math.min(scheduler.readyAt(now) ?? Infinity, flying.peek()?.end ?? Infinity);
    if (at === Infinity) return { sent, peak, queued };
    now = at;
    while ((flying.peek()?.end ?? Infinity) <= now) {
      const { host, start } = flying.pop() as Sent;
      const fails = isDownOnce(host) && !wasDown.has(host);
      if (fails) wasDown.add(host);
      scheduler.done(`h${host}.test`, { now, kind: fails ? "down" : "answered", milliseconds: now - start });
    }
  }
}

/** What went against section 3.5, as the requests themselves show it. */
export interface OrderCounts {
  /** Requests sent after a later one of their own host. */
  readonly withinHost: number;
  /** Requests sent while an earlier one waited. */
  readonly overtaking: number;
  /** Of those, requests sent while the host of an earlier one was free: neither in use, nor in its delay. */
  readonly unexplained: number;
}

/** Holds a run against the result of section 3.5. O(requests hosts): for small loads. */
export function orderOf(
  { hosts, delay }: Pick<ManagerLoad, "hosts" | "delay">,
  { sent }: Pick<ManagerRun, "sent">,
): OrderCounts {
  const waiting = new Map<number, number[]>();
  for (const [item, host] of hosts.entries()) append(waiting, host, item);
  const heads = new Map([...waiting].map(([host, items]) => [host, { items, at: 0 }]));
  const freeAt = new Map<number, number>();
  const seen = new Set<number>();
  const counts = { withinHost: 0, overtaking: 0, unexplained: 0 };
  for (const { item, host, start, end } of sent) {
    let [overtakes, unexplained] = [false, false];
    for (const [other, { items, at }] of heads) {
      if (at >= items.length || items[at] >= item) continue;
      if (other === host) counts.withinHost++;
      else {
        overtakes = true;
        if ((freeAt.get(other) ?? 0) <= start) unexplained = true;
      }
    }
    if (overtakes) counts.overtaking++;
    if (unexplained) counts.unexplained++;
    const own = heads.get(host) as { readonly items: number[]; at: number };
    own.at++;
    const isDown = isDownOnce(host) && !seen.has(host);
    seen.add(host);
    freeAt.set(host, end + (isDown ? Math.max(delay, DOWN_DELAY) : delay));
  }
  return counts;
}
