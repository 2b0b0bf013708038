import { describe, expect, it } from "vitest";
import { Scheduler } from "../../../src/fetch/politeness/scheduler.js";
import type { SchedulerOptions } from "../../../src/fetch/politeness/settings.js";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const schedulerOf = (options: SchedulerOptions = {}) =>
  new Scheduler<string>({ delay: 10 * SECOND, factor: 0, robots: false, ...options });

function put(scheduler: Scheduler<string>, items: string): void {
  for (const item of items.split(" ")) scheduler.put(`${item.replace(/\d+$/, "")}.example`, item);
}

/**
 * Asks for all that is left, one after the other; each answer takes 100 ms. @returns items and when each was asked for
 */
function drain(scheduler: Scheduler<string>, begin: number): [string, number][] {
  const asked: [string, number][] = [];
  for (let now = begin; ; ) {
    const task = scheduler.next(now);
    if (task === undefined) {
      const ready = scheduler.readyAt(now);
      if (ready === undefined) return asked;
      now = Math.max(now + 1, ready);
      continue;
    }
    asked.push([task.kind === "page" ? task.item : `${task.origin}/robots.txt`, now - begin]);
    scheduler.done(task.host, { now: now + 100, kind: "answered", milliseconds: 100 });
  }
}

describe("a scheduler that takes over hosts of another machine", () => {
  it("waits for as long as was left there, whatever the clocks of both say", () => {
    for (const skew of [0, 5 * HOUR, -5 * HOUR]) {
      const there = schedulerOf();
      put(there, "a1");
      expect(there.next(HOUR)?.host).toBe("a.example");
      there.done("a.example", { now: HOUR, kind: "answered" }); // may be asked again 10 s later
      const here = schedulerOf();
      const [then, now] = [HOUR + 4 * SECOND, HOUR + 4 * SECOND + skew];
      here.adopt(JSON.parse(JSON.stringify(there.save(then))), { there: then, here: now, notBefore: 0 });
      put(here, "a2 b1");
      expect(drain(here, now), `${skew} ms apart`).toEqual([
        ["b1", 0],
        ["a2", 6 * SECOND],
      ]);
    }
  });

  it("waits from when it takes them over: what was on the way for long is not asked too early, nor held for ever", () => {
    const there = schedulerOf();
    put(there, "a1");
    there.next(0);
    there.done("a.example", { now: 0, kind: "answered" });
    const state = there.save(0);
    const here = schedulerOf();
    here.adopt(state, { there: 0, here: 100 * SECOND, notBefore: 0 }); // the message was under way for 100 s, or the clocks differ: nobody knows
    put(here, "a2");
    expect(drain(here, 100 * SECOND)).toEqual([["a2", 10 * SECOND]]);
  });

  it("counts failures on, and takes nothing for hosts that were given up there", () => {
    const options = { deadAfterRefused: 3, downDelay: SECOND };
    const there = schedulerOf(options);
    for (let failure = 0; failure < 2; failure++) {
      put(there, `a${failure}`);
      expect(there.next(failure * HOUR)?.host).toBe("a.example");
      there.done("a.example", { now: failure * HOUR, kind: "refused" });
    }
    const dead = { hosts: [], robots: [], dead: [["dead.example", "down"]] } as const;
    const here = schedulerOf(options);
    here.adopt(there.save(HOUR), { there: HOUR, here: 7 * HOUR, notBefore: 0 });
    here.adopt(dead, { there: 0, here: 0, notBefore: 0 });
    expect(here.put("dead.example", "x")).toBe("dead");
    put(here, "a2 a3");
    expect(here.next(8 * HOUR)?.host).toBe("a.example");
    expect(here.done("a.example", { now: 8 * HOUR, kind: "refused" })).toEqual(["a3"]); // the third time
    expect(here.put("a.example", "a4")).toBe("dead");
  });

  it("knows what robots.txt said until it expires, by its own clock", () => {
    const there = schedulerOf({ robots: true });
    there.robots("http://a.example", { expiresAt: 5 * HOUR, crawlDelay: 20 * SECOND });
    const here = schedulerOf({ robots: true });
    const now = 100 * HOUR;
    here.adopt(there.save(4 * HOUR), { there: 4 * HOUR, here: now, notBefore: 0 }); // an hour is left
    put(here, "a1 a2");
    expect(here.next(now)).toMatchObject({ kind: "page", item: "a1" });
    here.done("a.example", { now, kind: "answered" });
    expect(here.next(now + 19 * SECOND)).toBeUndefined(); // Crawl-delay
    expect(here.next(now + HOUR)).toMatchObject({ kind: "robots" });
  });

  it("asks nobody before the one that it takes over from would: that one was killed, and may have asked any", () => {
    const here = schedulerOf();
    here.adopt({ hosts: [], robots: [], dead: [] }, { there: HOUR, here: 0, notBefore: HOUR + 3 * SECOND });
    put(here, "a1");
    expect(here.next(2 * SECOND)).toBeUndefined();
    expect(here.next(3 * SECOND)?.host).toBe("a.example");
  });

  it("shortens no delay that it keeps already, of a host that comes back", () => {
    const here = schedulerOf();
    put(here, "a1");
    here.next(0);
    here.done("a.example", { now: 0, kind: "answered" });
    here.adopt(
      { hosts: [["a.example", 2 * SECOND, 0, 0, 0, 9, null]], robots: [], dead: [] },
      { there: 0, here: 0, notBefore: 0 },
    );
    put(here, "a2");
    expect(here.next(9 * SECOND)).toBeUndefined();
    expect(here.next(10 * SECOND)?.host).toBe("a.example");
  });
});

describe("a scheduler from which items are withdrawn", () => {
  const isOf = (hosts: string) => (item: string) => hosts.includes(item[0]);

  it("gives back those that wait, and asks for the others in their order, in every policy", () => {
    for (const policy of ["suel", "mercator", "webbase"] as const) {
      const scheduler = schedulerOf({ policy });
      put(scheduler, "a1 b1 a2 c1 b2 a3");
      expect([...scheduler.withdraw(isOf("a"))].sort(), policy).toEqual(["a1", "a2", "a3"]);
      expect(scheduler.queued, policy).toBe(3);
      const order = drain(scheduler, 0).map(([item]) => item);
      expect([...order].sort(), policy).toEqual(["b1", "b2", "c1"]);
      expect(order.indexOf("b1"), policy).toBeLessThan(order.indexOf("b2"));
      put(scheduler, "a4");
      expect(drain(scheduler, HOUR), policy).toEqual([["a4", 0]]);
    }
  });

  it("goes on in the order in which the items of different hosts were put", () => {
    const scheduler = schedulerOf({ delay: 0 });
    put(scheduler, "a1 b1 c1 a2 c2 b2 c3");
    expect(scheduler.withdraw(isOf("b"))).toEqual(["b1", "b2"]);
    const order = Array.from({ length: 5 }, (_, at) => {
      const task = scheduler.next(at * SECOND); // every host is ready each time
      scheduler.done(task?.host ?? "", { now: at * SECOND, kind: "answered" });
      return task?.kind === "page" && task.item;
    });
    expect(order).toEqual(["a1", "c1", "a2", "c2", "c3"]);
  });

  it("keeps the items of a host that stay, in their order", () => {
    const scheduler = schedulerOf({ delay: 0 });
    put(scheduler, "a1 a2 a3 a4");
    expect(scheduler.withdraw((item) => item === "a1" || item === "a3")).toEqual(["a1", "a3"]);
    expect(drain(scheduler, 0).map(([item]) => item)).toEqual(["a2", "a4"]);
  });

  it("keeps the delay of a host that was asked, also for what stays and what comes later", () => {
    for (const policy of ["suel", "mercator", "webbase"] as const) {
      const scheduler = schedulerOf({ policy });
      put(scheduler, "a1 a2 b1 b2");
      for (let asked = 0; asked < 2; asked++) {
        const task = scheduler.next(0);
        scheduler.done(task!.host, { now: 0, kind: "answered" });
      }
      expect(scheduler.withdraw(isOf("a")), policy).toEqual(["a2"]);
      put(scheduler, "a3");
      expect(drain(scheduler, 0).sort(), policy).toEqual([
        ["a3", 10 * SECOND],
        ["b2", 10 * SECOND],
      ]);
    }
  });

  it("lets a host that waits at the gate of its domain have the turn of one whose items are withdrawn", () => {
    const names = ["a.one.test", "b.one.test", "c.one.test"];
    for (const gone of names) {
      const scheduler = schedulerOf({ domainDelay: 30 * SECOND });
      for (const name of names) scheduler.put(name, name);
      scheduler.put("first.one.test", "first");
      expect(scheduler.next(0)?.host).toBe("a.one.test");
      scheduler.done("a.one.test", { now: 0, kind: "answered" });
      scheduler.put("a.one.test", "a.one.test");
      expect(scheduler.next(SECOND)).toBeUndefined(); // all are parked now
      expect(scheduler.withdraw((item) => item === gone)).toEqual([gone]);
      const asked = drain(scheduler, SECOND);
      expect(asked.map(([item]) => item).sort()).toEqual([...names.filter((name) => name !== gone), "first"].sort());
      const gaps = asked.slice(1).map(([, time], at) => time - asked[at][1]);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30 * SECOND);
    }
  });

  it("does not wait for a host that was let out of a gate and has nothing left", () => {
    const scheduler = schedulerOf({ domainDelay: 30 * SECOND });
    for (const name of ["a.one.test", "b.one.test", "c.one.test"]) scheduler.put(name, name);
    scheduler.next(0);
    scheduler.done("a.one.test", { now: 0, kind: "answered" });
    scheduler.next(SECOND); // b and c are parked
    expect(scheduler.readyAt(30 * SECOND)).toBe(30 * SECOND);
    scheduler.withdraw((item) => item.startsWith("b"));
    expect(drain(scheduler, 30 * SECOND)).toEqual([["c.one.test", 0]]);
  });

  it("has nothing left, and nothing to wait for, when all is withdrawn", () => {
    for (const policy of ["suel", "mercator", "webbase"] as const) {
      const scheduler = schedulerOf({ policy, domainDelay: 5 * SECOND });
      put(scheduler, "a1 a2 b1 c1");
      const task = scheduler.next(0);
      scheduler.done(task!.host, { now: 0, kind: "answered" });
      expect(scheduler.withdraw(() => true).length, policy).toBe(3);
      expect([scheduler.queued, drain(scheduler, HOUR)], policy).toEqual([0, []]);
    }
  });
});
