import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  boundOf,
  claims,
  type Evidence,
  shortestGap,
  speedOf,
} from "../../../src/experiment/shkapenyuk2001/crawl-manager-claims.js";
import {
  drawnRequests,
  type ManagerLoad,
  orderOf,
  runManager,
} from "../../../src/experiment/shkapenyuk2001/manager.js";

const load = (hosts: number[] | Uint32Array, more: Partial<ManagerLoad> = {}): ManagerLoad => ({
  hosts: Uint32Array.from(hosts),
  speed: 10,
  delay: 1_000,
  ready: 3,
  file: 2,
  ...more,
});
/** Requests as they were sent: number of the request, and its host; each takes 100 ms. */
const sent = (...items: (readonly [item: number, host: number, start: number])[]) => ({
  sent: items.map(([item, host, start]) => ({ item, host, start, end: start + 100 })),
});

describe("the order of requests", () => {
  it("is broken by a host's later request before its earlier one", () => {
    expect(orderOf(load([0, 0]), sent([1, 0, 0], [0, 0, 2_000])).withinHost).toBe(1);
    expect(orderOf(load([0, 0]), sent([0, 0, 0], [1, 0, 2_000])).withinHost).toBe(0);
  });

  it("is explained where the host overtaken is in its delay, and not once that is over", () => {
    // Host 0 ends at 100 and is free again at 1,100; its second request, number 1, waits.
    const early = orderOf(load([0, 0, 1]), sent([0, 0, 0], [2, 1, 500], [1, 0, 1_200]));
    expect(early).toEqual({ withinHost: 0, overtaking: 1, unexplained: 0 });
    const late = orderOf(load([0, 0, 1]), sent([0, 0, 0], [2, 1, 1_100], [1, 0, 1_200]));
    expect(late).toEqual({ withinHost: 0, overtaking: 1, unexplained: 1 });
  });

  it("is kept by the scheduler on any requests, and the same with late loading as with all at once", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 1, max: 8 }),
        (hosts, ready) => {
          const late = runManager(load(hosts, { ready }));
          const order = orderOf(load(hosts), late);
          expect([order.withinHost, order.unexplained]).toEqual([0, 0]);
          expect(late.sent.length).toBe(hosts.length);
          const atOnce = runManager(load(hosts, { ready: Number.POSITIVE_INFINITY }));
          expect(late.sent.map(({ item }) => item)).toEqual(atOnce.sent.map(({ item }) => item));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("a run of the manager", () => {
  const settings = [1, 2, 3].map((ready) => {
    const own = load(drawnRequests(2_000, 300, 1), { ready: 30 * ready, file: 5 });
    return { multiple: ready, load: own, run: runManager(own) };
  });

  it("leaves the delay between two requests to a host, and keeps to its speed", () => {
    for (const { run } of settings) {
      expect(shortestGap(run)).toBeGreaterThanOrEqual(1_000 - 1e-6);
      expect(speedOf(run)).toBeLessThanOrEqual(10.1);
    }
  });

  it("holds no fewer hosts ready than x at its peak, and reckons the formula from that moment", () => {
    for (const { load: own, run } of settings) {
      const { ready, waiting, down, inUse, total } = run.peak;
      expect(ready + waiting + down + inUse).toBe(total);
      expect(total).toBeGreaterThan(own.ready);
      expect(boundOf({ load: own, run })).toBe(own.ready + 10 + down + inUse); // s t = 10 per second times 1 s
    }
  });

  it("turns the claims about memory and order where what was counted is otherwise", () => {
    const [last] = settings.slice(-1);
    const order = { withinHost: 0, overtaking: 9, unexplained: 0 };
    const evidence: Evidence = { settings, atOnce: last.run, order };
    const verdicts = (changed: Partial<Evidence>) =>
      claims.map(({ test }) => test({ ...evidence, ...changed }).verdict);
    expect(verdicts({}).slice(0, 3)).toEqual(["agrees", "agrees", "agrees"]);
    expect(verdicts({ order: { withinHost: 50, overtaking: 9, unexplained: 50 } }).slice(0, 2)).toEqual([
      "disagrees",
      "disagrees",
    ]);
    expect(verdicts({ order: { ...order, overtaking: 0 } })[1]).toBe("cannot be tested");
    expect(verdicts({ atOnce: { ...last.run, sent: last.run.sent.toReversed() } })[2]).toBe("disagrees");
    const crowded = { ...last, run: { ...last.run, peak: { ...last.run.peak, total: 10 * last.run.peak.total } } };
    expect(verdicts({ settings: [crowded] }).slice(4, 6)).toEqual(["disagrees", "disagrees"]);
  });
});
