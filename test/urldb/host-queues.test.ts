import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { HostQueues } from "../../src/urldb/host-queues.js";
import { coded } from "../fixture/problems.js";

const named = (found: { readonly host: string; readonly item: string } | undefined) => found?.item;

describe("host queues", () => {
  it("hand out by request number among the hosts that are ready, one item of a host at a time", () => {
    const queues = new HostQueues<string>();
    for (const item of ["a1", "a2", "b1", "a3", "c1"]) queues.put(item[0], item);
    expect([queues.size, queues.hosts, queues.readyHosts(0)]).toEqual([5, 3, 3]);
    expect(queues.next(0)).toEqual({ host: "a", item: "a1" });
    expect(named(queues.next(0))).toBe("b1"); // a2 was put earlier, but its host is in use
    expect(queues.readyAt()).toBeUndefined(); // none waits: a and b are in use, c is ready
    queues.done("a", 30);
    expect(queues.readyAt()).toBe(30);
    expect(named(queues.next(29))).toBe("c1");
    expect(queues.next(29)).toBeUndefined();
    expect(named(queues.next(30))).toBe("a2"); // at its time, not after it
    queues.done("a", 60);
    expect([queues.size, queues.hosts, queues.readyAt()]).toEqual([1, 3, 60]);
    expect(named(queues.next(61))).toBe("a3");
    expect([queues.size, queues.next(99), queues.readyAt()]).toEqual([0, undefined, undefined]);
  });

  it("let hosts that become ready together go by their request numbers, not by the times at which they did", () => {
    const queues = new HostQueues<string>();
    for (const item of ["a1", "b1", "a2", "b2"]) queues.put(item[0], item);
    queues.next(0);
    queues.next(0);
    queues.done("b", 10);
    queues.done("a", 20);
    expect([named(queues.next(20)), named(queues.next(20))]).toEqual(["a2", "b2"]);
  });

  it("do not hurry a host whose queue became empty, and forget it when its time has come", () => {
    const queues = new HostQueues<string>();
    queues.put("a", "a1");
    queues.next(0);
    queues.done("a", 30);
    expect([queues.hosts, queues.readyAt()]).toEqual([1, undefined]); // nothing to ask it for
    queues.put("a", "a2");
    expect([queues.next(29), queues.readyAt()]).toEqual([undefined, 30]);
    expect(named(queues.next(30))).toBe("a2");
    queues.done("a", 60);
    expect(queues.next(60)).toBeUndefined();
    expect(queues.hosts).toBe(0);
    queues.put("a", "a3");
    expect(named(queues.next(0))).toBe("a3"); // a host that is not known may be asked at once
  });

  it("keep a host in use that gets items meanwhile", () => {
    const queues = new HostQueues<string>();
    queues.put("a", "a1");
    queues.next(0);
    queues.put("a", "a2");
    expect([queues.next(1e9), queues.size, queues.hosts]).toEqual([undefined, 1, 1]);
    queues.done("a", 5);
    expect(named(queues.next(5))).toBe("a2");
  });

  it("keep a host ready once its time has come, though the clock steps backwards", () => {
    const queues = new HostQueues<string>();
    for (const item of ["a1", "a2", "b1", "b2"]) queues.put(item[0], item);
    queues.next(0);
    queues.next(0);
    queues.done("a", 10);
    queues.done("b", 1000);
    expect(queues.readyHosts(10)).toBe(1);
    expect(named(queues.next(0))).toBe("a2");
    expect(queues.next(0)).toBeUndefined();
  });

  it("refuse `done` for a host that is not in use, and a time that is none", () => {
    const queues = new HostQueues<string>();
    queues.put("a", "a1");
    for (const host of ["a", "b"]) expect(() => queues.done(host, 0)).toThrow(/^done: "[ab]" is not in use/);
    queues.next(0);
    for (const time of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => queues.done("a", time)).toThrow(/^done: nextAllowed is a time/);
    queues.done("a", 0);
    expect(() => queues.done("a", 0)).toThrow(coded("option"));
  });

  it("give back whatever an item is, undefined too", () => {
    const queues = new HostQueues<unknown>();
    const items = [undefined, null, 0, { a: 1 }];
    for (const [i, item] of items.entries()) queues.put(String(i), item);
    expect(items.map(() => queues.next(0)?.item)).toEqual(items);
  });
});

describe("host queues that are looked into", () => {
  it("name a host whose item stays until it is taken", () => {
    const queues = new HostQueues<string>();
    for (const item of ["a1", "b1", "a2"]) queues.put(item[0], item);
    expect([queues.claim(0), queues.first("a"), queues.size, queues.sizeOf("a")]).toEqual(["a", "a1", 3, 2]);
    expect(queues.claim(0)).toBe("b");
    queues.done("a", 5); // asked for something else
    expect([queues.claim(4), queues.claim(5), queues.take("a"), queues.first("a")]).toEqual([
      undefined,
      "a",
      "a1",
      "a2",
    ]);
    expect(() => queues.take("c")).toThrow(/^take: "c" is not in use or has no items/);
    expect([queues.first("c"), queues.sizeOf("c"), queues.numberOf("c")]).toEqual([undefined, 0, Infinity]);
  });

  it("take an item back into the place that it had among those of all hosts", () => {
    const queues = new HostQueues<string>();
    for (const item of ["a1", "b1", "a2"]) queues.put(item[0], item);
    expect(named(queues.next(0))).toBe("a1");
    queues.putFirst("a", "a1 again");
    queues.done("a", 0);
    const rest = ["a1 again", "b1", "a2"];
    expect([...queues.all()].map(({ item }) => item)).toEqual(["a1 again", "a2", "b1"]);
    for (const item of rest) {
      const found = queues.next(1);
      expect(found?.item).toBe(item);
      queues.done(found?.host as string, 1);
    }
  });
});

/**
 * Operations of a crawl: requests arrive, pages are asked for, and come back; the clock goes on by `step`, sometimes
 * backwards.
 */
type Step = { readonly step: number } & (
  | { readonly kind: "put"; readonly host: number }
  | { readonly kind: "next" }
  | { readonly kind: "done"; readonly which: number; readonly wait: number }
);

const clock = fc.oneof(fc.constant(0), fc.nat(20), fc.integer({ min: -10, max: 0 }));
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("put" as const), step: clock, host: fc.nat(7) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("next" as const), step: clock }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("done" as const),
        step: clock,
        which: fc.nat(9),
        wait: fc.integer({ min: -5, max: 60 }),
      }),
    },
  ),
  { maxLength: 150, size: "max" },
);

describe("the order in which host queues hand out (Shkapenyuk and Suel, section 3.5)", () => {
  it("is the order of the requests: within a host always, and between hosts unless the other is backed up", () => {
    const seen = { handedOut: 0, overtaken: 0, refused: 0, forgotten: 0 };
    fc.assert(
      fc.property(steps, (list) => {
        const queues = new HostQueues<number>();
        // the model: requests not handed out, by number; hosts in use; times until which a host is backed up, unless
        // one passed
        const requests: { readonly number: number; readonly host: string }[] = [];
        const inUse: string[] = [];
        const backedUpUntil = new Map<string, number>();
        let now = 100;
        let number = 0;
        const release = () => {
          for (const [host, time] of backedUpUntil) {
            if (time > now) continue;
            backedUpUntil.delete(host);
            if (!requests.some((each) => each.host === host)) seen.forgotten++;
          }
        };
        for (const each of list) {
          now += each.step;
          if (each.kind === "put") {
            const host = `host-${each.host}`;
            requests.push({ number, host });
            queues.put(host, number++);
          } else if (each.kind === "next") {
            release();
            const free = ({ host }: { host: string }) => !inUse.includes(host) && !backedUpUntil.has(host);
            const first = requests.findIndex(free);
            const found = queues.next(now);
            if (first < 0) {
              expect(found).toBeUndefined();
              if (requests.length > 0) seen.refused++;
            } else {
              expect(found).toEqual({ host: requests[first].host, item: requests[first].number });
              // the statement itself, apart from how the model chose: all that was issued before is of hosts that are
              // backed up
              for (const earlier of requests.slice(0, first)) {
                expect(earlier.host).not.toBe(found?.host);
                expect(free(earlier)).toBe(false);
                seen.overtaken++;
              }
              inUse.push(requests[first].host);
              requests.splice(first, 1);
              seen.handedOut++;
            }
          } else if (inUse.length > 0) {
            const [host] = inUse.splice(each.which % inUse.length, 1);
            backedUpUntil.set(host, now + each.wait);
            queues.done(host, now + each.wait);
          }
          const waits = [...backedUpUntil].filter(([host]) => requests.some((request) => request.host === host));
          expect(queues.readyAt()).toBe(waits.length === 0 ? undefined : Math.min(...waits.map(([, time]) => time)));
          expect(queues.size).toBe(requests.length);
          const known = new Set([...requests.map(({ host }) => host), ...inUse, ...backedUpUntil.keys()]);
          expect(queues.hosts).toBe(known.size);
        }
        release();
        const ready = new Set(
          requests.map(({ host }) => host).filter((host) => !inUse.includes(host) && !backedUpUntil.has(host)),
        );
        expect(queues.readyHosts(now)).toBe(ready.size);
      }),
      { numRuns: 500 },
    );
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(50);
  });

  it("is that of the requests without a difference while no host is ever backed up", () => {
    const random = new Random(1);
    const queues = new HostQueues<number>();
    const out: number[] = [];
    for (let i = 0; i < 3000; i++) {
      queues.put(`h${random.below(50)}`, i);
      if (random.below(3) === 0) continue;
      const found = queues.next(i);
      if (!found) continue;
      out.push(found.item);
      queues.done(found.host, i);
    }
    for (let found = queues.next(9999); found; found = queues.next(9999)) {
      out.push(found.item);
      queues.done(found.host, 0);
    }
    expect(out).toEqual(Array.from({ length: 3000 }, (_, i) => i));
  });

  it("holds for 100,000 hosts and 300,000 items, each host asked again 1,000 milliseconds after it was asked", () => {
    const queues = new HostQueues<number>();
    const hosts = 100_000;
    for (let i = 0; i < 3 * hosts; i++) queues.put(`h${i % hosts}`, i);
    // one request per 0.01 ms: a round of all hosts takes 1,000 ms, so that each is ready again just when its turn
    // comes
    const numbers: number[] = [];
    for (let i = 0; i < 3 * hosts; i++) {
      const found = queues.next(Math.floor(i / 100));
      if (!found) break;
      numbers.push(found.item);
      queues.done(found.host, Math.floor(i / 100) + 1000);
    }
    expect(numbers.length).toBe(3 * hosts);
    expect(numbers.every((number, i) => number === i)).toBe(true);
    expect([queues.size, queues.next(4000), queues.hosts]).toEqual([0, undefined, 0]);
  });
});
