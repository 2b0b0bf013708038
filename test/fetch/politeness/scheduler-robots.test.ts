import { describe, expect, it } from "vitest";
import { Scheduler } from "../../../src/fetch/politeness/scheduler.js";
import type { SchedulerOptions } from "../../../src/fetch/politeness/settings.js";
import type { Outcome, Task } from "../../../src/fetch/politeness/task.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A scheduler that asks for no robots.txt, with items "a1" for host "a". */
function schedulerOf(items: string, options: SchedulerOptions = {}): Scheduler<string> {
  const scheduler = new Scheduler<string>({ robots: false, ...options });
  for (const item of items.split(" ").filter(Boolean)) scheduler.put(item.replace(/\d+$/, ""), item);
  return scheduler;
}

const itemOf = (task: Task<string> | undefined) => (task?.kind === "page" ? task.item : task?.kind);

/** Asks a host for its next page and ends the request at once. @returns when the host may be asked again */
function answer(scheduler: Scheduler<string>, host: string, now: number, outcome: Partial<Outcome> = {}) {
  expect(scheduler.next(now)?.host).toBe(host);
  scheduler.done(host, { now, kind: "answered", ...outcome });
  return scheduler.readyAt(now);
}

describe("robots.txt", () => {
  const origin = "http://a";
  const robotsTask = { kind: "robots", host: "a", origin };

  it("is asked for before the first page of an origin, and again when what is known has expired", () => {
    const scheduler = schedulerOf("a1 a2 a3", { robots: true, delay: 1000, factor: 0 });
    expect(scheduler.next(0)).toEqual(robotsTask);
    expect(scheduler.queued).toBe(3);
    scheduler.robots(origin, { expiresAt: 24 * HOUR });
    scheduler.done("a", { now: 0, kind: "answered" });
    expect(scheduler.readyAt(0)).toBe(1000); // at the same politeness
    expect(scheduler.next(1000)).toEqual({ kind: "page", host: "a", origin, item: "a1" });
    scheduler.done("a", { now: 1000, kind: "answered" });
    expect(itemOf(scheduler.next(24 * HOUR - 1))).toBe("a2");
    scheduler.done("a", { now: 24 * HOUR - 1, kind: "answered" });
    expect(scheduler.next(25 * HOUR)).toEqual(robotsTask);
  });

  it("that is fresh for less than the gap serves for one page, within a day", () => {
    for (const [wait, next] of [
      [MINUTE, "a1"],
      [25 * HOUR, "robots"],
    ] as const) {
      const scheduler = schedulerOf("a1 a2", { robots: true, delay: MINUTE, factor: 0 });
      scheduler.next(0);
      scheduler.robots(origin, { expiresAt: 1 });
      scheduler.done("a", { now: 0, kind: "answered" });
      expect(itemOf(scheduler.next(wait))).toBe(next);
      scheduler.done("a", { now: wait, kind: "answered" });
      expect(itemOf(scheduler.next(2 * wait))).toBe("robots");
    }
  });

  it("is asked for per origin, though http and https of a host share its gap", () => {
    const scheduler = new Scheduler<string>({ delay: 1000, factor: 0 });
    scheduler.put("a", "1", "http://a");
    scheduler.put("a", "2", "https://a");
    scheduler.put("a", "3", "https://a");
    const seen: string[] = [];
    for (let now = 0; now < 5000; now += 1000) {
      const task = scheduler.next(now);
      seen.push(`${task?.kind} ${task?.origin}`);
      expect(scheduler.next(now)).toBeUndefined(); // never both at a time
      if (task?.kind === "robots") scheduler.robots(task.origin, { expiresAt: HOUR });
      scheduler.done("a", { now, kind: "answered" });
      expect(scheduler.next(now + 999)).toBeUndefined();
    }
    expect(seen).toEqual(["robots http://a", "page http://a", "robots https://a", "page https://a", "page https://a"]);
  });

  it("is asked for again while it brought no answer", () => {
    const scheduler = schedulerOf("a1", { robots: true });
    expect(scheduler.next(0)).toEqual(robotsTask);
    scheduler.done("a", { now: 0, kind: "down" });
    expect(scheduler.next(5 * MINUTE)).toEqual(robotsTask);
  });

  it("is asked for again after ten seconds, or the delay of its host, doubled with each failure", () => {
    const waits = (options: SchedulerOptions) => {
      const scheduler = schedulerOf("a1", { robots: true, ...options });
      let now = 0;
      return [1, 2, 3].map((again) => {
        expect(scheduler.next(now)).toEqual(robotsTask);
        scheduler.done("a", { now, kind: "down", milliseconds: 30 * SECOND, again });
        const wait = (scheduler.readyAt(now) as number) - now;
        now += wait;
        return wait / SECOND;
      });
    };
    expect(waits({ delay: SECOND })).toEqual([10, 20, 40]);
    expect(waits({})).toEqual([30, 60, 120]);
    expect(waits({ delay: 0, robotsDelay: 0 })).toEqual([0, 0, 0]);
  });

  it("waits as long as for any host where connections are refused: a server that starts anew is not given up", () => {
    const scheduler = schedulerOf("a1", { robots: true });
    scheduler.next(0);
    scheduler.done("a", { now: 0, kind: "refused", again: 1 });
    expect(scheduler.readyAt(0)).toBe(5 * MINUTE); // downDelay
  });

  it("sets the gap by its Crawl-delay from its own request on, cut to five minutes", () => {
    const gaps = (crawlDelay: number) => {
      const scheduler = schedulerOf("a1 a2", { robots: true });
      scheduler.next(0);
      scheduler.robots(origin, { expiresAt: HOUR, crawlDelay });
      scheduler.done("a", { now: 0, kind: "answered" });
      const first = scheduler.readyAt(0) as number;
      return [first, (answer(scheduler, "a", first) as number) - first];
    };
    expect(gaps(90 * SECOND)).toEqual([90 * SECOND, 90 * SECOND]);
    expect(gaps(HOUR)).toEqual([5 * MINUTE, 5 * MINUTE]);
    expect(gaps(1)).toEqual([30 * SECOND, 30 * SECOND]);
  });

  it("ends a host whose Crawl-delay is over the limit, where the options say so", () => {
    const scheduler = schedulerOf("a1 a2", { robots: true, longCrawlDelay: "give up" });
    scheduler.next(0);
    scheduler.robots(origin, { expiresAt: HOUR, crawlDelay: 5 * MINUTE + 1 });
    expect(scheduler.done("a", { now: 0, kind: "answered" })).toEqual(["a1", "a2"]);
    expect(scheduler.put("a", "a3")).toBe("dead");
  });

  it("of other hosts is asked for first come, first served, in turn with the items of the host itself", () => {
    const scheduler = new Scheduler<string>({ delay: 0, factor: 0, robots: false });
    const turns: string[] = [];
    const turn = () => {
      const task = scheduler.next(0) as { host: string; item: string };
      turns.push(task.item);
      scheduler.done(task.host, { now: 0, kind: "answered" });
    };
    for (const item of ["p1", "p2", "p3", "p4"]) scheduler.put("a", item);
    for (const guest of ["g1", "g2"]) scheduler.putGuest("a", guest);
    turn();
    scheduler.putGuest("a", "g3"); // one comes before each turn: none is put before what waits
    turn();
    scheduler.putGuest("a", "g4");
    while (scheduler.queued > 0) turn();
    expect(turns).toEqual(["p1", "g1", "p2", "g2", "p3", "g3", "p4", "g4"]);
  });

  it("of other hosts has the turn of a host whose own is waited for elsewhere", () => {
    const scheduler = new Scheduler<string>({ delay: 0, factor: 0 });
    scheduler.put("a", "p1");
    for (const guest of ["g1", "g2"]) scheduler.putGuest("a", guest);
    for (const guest of ["g1", "g2", undefined]) {
      expect(scheduler.next(0)).toMatchObject({ kind: "robots", host: "a" });
      expect(scheduler.takeGuest("a", 0)).toBe(guest);
      scheduler.done("a", { now: 0, kind: "answered" });
    }
    expect(scheduler.queued).toBe(1);
    scheduler.putGuest("b", "g3"); // a host without pages
    expect(scheduler.next(0)).toMatchObject({ kind: "robots", host: "a" });
    expect(scheduler.next(0)).toMatchObject({ kind: "page", item: "g3" });
  });

  it("stays known when its host is forgotten", () => {
    const scheduler = new Scheduler<string>({ delay: 1 });
    const visit = (host: string, now: number) => {
      scheduler.put(host, "x");
      const kinds: string[] = [];
      for (let task = scheduler.next(now); task; task = scheduler.next(now + 10 * kinds.length)) {
        kinds.push(task.kind);
        if (task.kind === "robots") scheduler.robots(task.origin, { expiresAt: now + 24 * HOUR });
        scheduler.done(host, { now: now + 10 * (kinds.length - 1), kind: "answered" });
      }
      return kinds;
    };
    expect(visit("a", 0)).toEqual(["robots", "page"]);
    for (let i = 0; i < 3000; i++) visit(`h${i}`, 100 * i);
    expect(scheduler.hosts(Infinity, HOUR).some(({ host }) => host === "a")).toBe(false); // swept
    expect(visit("a", 20 * HOUR)).toEqual(["page"]);
    expect(scheduler.counts(20 * HOUR).known).toBe(3001);
    expect(visit("a", 24 * HOUR)).toEqual(["robots", "page"]);
  });
});
