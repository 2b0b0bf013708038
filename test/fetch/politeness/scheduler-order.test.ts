import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BinaryHeap } from "../../../src/base/binary-heap.js";
import { Random } from "../../../src/base/random.js";
import { Scheduler } from "../../../src/fetch/politeness/scheduler.js";
import type { SchedulerOptions } from "../../../src/fetch/politeness/settings.js";
import { queueOf, TurnQueues } from "../../../src/fetch/politeness/turn-queues.js";
import { HostQueues } from "../../../src/urldb/host-queues.js";
import { depth } from "../../depth.js";

interface Sent {
  readonly item: number;
  readonly host: string;
  readonly start: number;
  end: number;
  address: string;
}

/**
 * Downloads of random length under a fake clock, until no item is left. @returns all requests, in the order in which
 * they were sent
 */
function crawl(scheduler: Scheduler<number>, seed: number, longest: number, addressOf = (_host: string) => ""): Sent[] {
  const random = new Random(seed);
  const sent: Sent[] = [];
  const flying = new BinaryHeap<Sent>((a, b) => a.end < b.end);
  for (let now = 0; ; ) {
    for (let task = scheduler.next(now); task; task = scheduler.next(now)) {
      if (task.kind === "robots") throw new Error("no robots.txt was to be asked for");
      const { host, item } = task;
      const request = { item, host, start: now, end: now + 1 + random.below(longest), address: addressOf(host) };
      sent.push(request);
      flying.push(request);
    }
    const at = Math.min(scheduler.readyAt(now) ?? Infinity, flying.peek()?.end ?? Infinity);
    if (at === Infinity) return sent;
    if (at <= now) throw new Error(`readyAt(${now}) says ${at}, but next() handed nothing out`);
    now = at;
    while ((flying.peek()?.end ?? Infinity) <= now) {
      const { host, start, address } = flying.pop() as Sent;
      scheduler.done(host, { now, kind: "answered", milliseconds: now - start, address });
    }
  }
}

/** The least time from the end of a request to the start of the next one of its group; negative when they overlap. */
function leastGap(sent: readonly Sent[], groupOf: (request: Sent) => string): number {
  const lastEnd = new Map<string, number>();
  let least = Infinity;
  for (const request of sent) {
    const group = groupOf(request);
    least = Math.min(least, request.start - (lastEnd.get(group) ?? -Infinity));
    lastEnd.set(group, Math.max(request.end, lastEnd.get(group) ?? 0));
  }
  return least;
}

/** Host names of `domains` domains, with `items` put at random. */
function filled(options: SchedulerOptions, hosts: number, domains: number, items: number): Scheduler<number> {
  const random = new Random(5);
  const scheduler = new Scheduler<number>({ robots: false, ...options });
  for (let item = 0; item < items; item++) {
    const host = random.below(hosts);
    scheduler.put(`h${host}.d${host % domains}.test`, item);
  }
  return scheduler;
}

const domainOf = ({ host }: { readonly host: string }) => host.slice(host.indexOf(".") + 1);

const HOSTS = depth({ everyday: 5_000, prove: 20_000 });

describe(`${HOSTS} hosts and their items`, () => {
  it("are asked one request at a time, each host 30 seconds or ten downloads after its last", () => {
    const sent = crawl(filled({}, HOSTS, HOSTS / 4, 10 * HOSTS), 1, 5000);
    expect(new Set(sent.map(({ item }) => item)).size).toBe(10 * HOSTS); // each item once
    const last = new Map<string, Sent>();
    let least = Infinity;
    for (const request of sent) {
      const before = last.get(request.host);
      const due = before && before.end + Math.max(30_000, 10 * (before.end - before.start));
      if (due !== undefined) least = Math.min(least, request.start - due);
      last.set(request.host, request);
    }
    expect(least).toBe(0); // never early, and on time at least once
  });

  it("are kept apart by domain as well when that has a delay", () => {
    const sent = crawl(filled({ delay: 1000, factor: 0, domainDelay: 2000 }, HOSTS, HOSTS / 10, 5 * HOSTS), 2, 1000);
    expect(sent.length).toBe(5 * HOSTS);
    expect(leastGap(sent, ({ host }) => host)).toBeGreaterThanOrEqual(2000);
    expect(leastGap(sent, domainOf)).toBe(2000);
  });
});

describe("hosts at one address", () => {
  it("are asked in turn with a gap between them from their first answers on, whatever their domains", () => {
    const addressOf = (host: string) => `10.0.0.${Number(host.slice(1, host.indexOf("."))) % 7}`;
    const scheduler = filled({ delay: 100, factor: 0, domainDelay: 300, addressDelay: 500 }, 60, 11, 3000);
    const sent = crawl(scheduler, 3, 400, addressOf);
    expect(sent.length).toBe(3000);
    expect(leastGap(sent, domainOf)).toBe(300);
    const firstOf = new Map<string, number>();
    for (const [i, { host }] of sent.entries()) if (!firstOf.has(host)) firstOf.set(host, i);
    const isFirst = (i: number) => firstOf.get(sent[i].host) === i;
    const least = sent.map((request, i) => {
      if (isFirst(i)) return Infinity;
      // what the scheduler can know: addresses of hosts that had answered when this request was sent
      const known = sent.slice(0, i).filter(({ address, end }, at) => {
        return address === request.address && (!isFirst(at) || end <= request.start);
      });
      return Math.min(...known.map(({ end }) => request.start - end));
    });
    expect(Math.min(...least)).toBe(500);
    expect(firstOf.size).toBe(60);
  });
});

describe("the result of Shkapenyuk and Suel, section 3.5", () => {
  it.each([
    ["hosts alone", { delay: 3000 }],
    ["hosts and domains", { delay: 500, domainDelay: 1500 }],
  ])("holds: an item is overtaken only while its host is backed up (%s)", (_name, options) => {
    const scheduler = filled(options, 200, 40, 5000);
    const waiting = new Map<string, number[]>();
    for (const { host, item } of scheduler.items()) waiting.set(host, [...(waiting.get(host) ?? []), item]);
    const sent = crawl(scheduler, 4, 2000);
    const freeAt = new Map<string, number>();
    const seen = { inOrder: 0, overtaken: 0 };
    for (const { host, item, start, end } of sent) {
      expect(waiting.get(host)?.[0]).toBe(item); // of one host: in the order of the requests
      for (const [other, items] of waiting) {
        if (items.length === 0 || items[0] >= item) continue;
        const until = Math.max(freeAt.get(other) ?? 0, freeAt.get(domainOf({ host: other })) ?? 0);
        if (until <= start) throw new Error(`item ${item} of ${host} overtook ${items[0]} of ${other}, which was free`);
        seen.overtaken++;
      }
      waiting.get(host)?.shift();
      freeAt.set(host, end + Math.max(options.delay, 10 * (end - start)));
      if ("domainDelay" in options) freeAt.set(domainOf({ host }), end + options.domainDelay);
      seen.inOrder++;
    }
    expect(seen.inOrder).toBe(5000);
    expect(seen.overtaken).toBeGreaterThan(1000);
  });
});

describe("500 queues in turn (WebBase 1998)", () => {
  it("ask a host again after 500 requests at the earliest while all queues are full, unlike request order", () => {
    const hosts = depth({ everyday: 6_000, prove: 20_000 });
    const sequenceGaps = (policy: "webbase" | "suel") => {
      const scheduler = filled({ policy, delay: 0, factor: 0, connections: 100 }, hosts, hosts, 5 * hosts);
      const sent = crawl(scheduler, 5, 20);
      expect(sent.length).toBe(5 * hosts);
      const left = new Map<number, number>();
      for (const { host } of sent) left.set(queueOf(host, 500), (left.get(queueOf(host, 500)) ?? 0) + 1);
      expect(left.size).toBe(500);
      const last = new Map<string, number>();
      let least = Infinity;
      for (const [i, { host }] of sent.entries()) {
        least = Math.min(least, i - (last.get(host) ?? -Infinity));
        last.set(host, i);
        const rest = (left.get(queueOf(host, 500)) as number) - 1;
        left.set(queueOf(host, 500), rest);
        if (rest === 0) break; // from here on, queues are empty
      }
      return least;
    };
    expect(sequenceGaps("webbase")).toBeGreaterThanOrEqual(500);
    expect(sequenceGaps("suel")).toBeLessThan(10);
  });

  it("give each queue its turn, those without a host that may be asked none", () => {
    const queues = new TurnQueues<string>(3);
    const hosts = ["a", "b", "c", "d", "e", "f"].toSorted((a, b) => queueOf(a, 3) - queueOf(b, 3));
    const byQueue = [0, 1, 2].map((queue) => hosts.filter((host) => queueOf(host, 3) === queue));
    const [first, second, third] = byQueue.map(([host]) => host);
    for (const host of [first, first, first, second, third, third]) queues.put(host, "x");
    const turn = (now: number) => {
      const host = queues.claim(now);
      if (host === undefined) return undefined;
      queues.take(host);
      queues.done(host, now + 10);
      return host;
    };
    expect([turn(0), turn(0), turn(0), turn(0)]).toEqual([first, second, third, undefined]);
    expect([queues.size, queues.readyHosts(0), queues.readyAt()]).toEqual([3, 0, 10]);
    expect([turn(10), turn(10), turn(10)]).toEqual([first, third, undefined]); // the second queue is empty
    expect([turn(20), queues.size]).toEqual([first, 0]);
  });

  it("do with one queue what the host queues do, whatever is asked of them", () => {
    const operation = fc.tuple(
      fc.constantFrom("put", "putFirst", "putBehind", "next", "done", "drop", "hold"),
      fc.nat(5),
      fc.nat(40),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200, size: "max" }), (operations) => {
        const pair = [new TurnQueues<number>(1), new HostQueues<number>()];
        const inUse: string[] = [];
        let now = 0;
        for (const [i, [name, which, time]] of operations.entries()) {
          const host = `h${which}`;
          now += time;
          const results = pair.map((queues) => {
            if (name === "put" || name === "putFirst") return queues[name](host, i);
            if (name === "putBehind") return queues.putBehind(host, i, 1);
            if (name === "next") {
              const claimed = queues.claim(now);
              return claimed === undefined
                ? claimed
                : [claimed, queues.first(claimed), queues.numberOf(claimed), queues.takeBehind(claimed, 0)];
            }
            if (name === "done") return inUse.length > 0 ? queues.done(inUse[0], now + time) : undefined;
            return name === "drop" ? queues.drop(host) : queues.hold(host, now + time);
          });
          expect(results[0]).toEqual(results[1]);
          if (name === "next" && results[0]) inUse.push((results[0] as [string])[0]);
          if (name === "done") inUse.shift();
          const views = pair.map((q) => [
            q.readyHosts(now),
            q.hosts,
            q.size,
            q.readyAt(),
            q.sizeOf(host),
            [...q.all()],
          ]);
          expect(views[0]).toEqual(views[1]);
        }
      }),
      { numRuns: 50 },
    );
  });
});
