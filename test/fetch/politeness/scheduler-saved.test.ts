import fc from "fast-check";
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

const _itemOf = (task: Task<string> | undefined) => (task?.kind === "page" ? task.item : task?.kind);

/** Asks a host for its next page and ends the request at once. @returns when the host may be asked again */
function answer(scheduler: Scheduler<string>, host: string, now: number, outcome: Partial<Outcome> = {}) {
  expect(scheduler.next(now)?.host).toBe(host);
  scheduler.done(host, { now, kind: "answered", ...outcome });
  return scheduler.readyAt(now);
}

describe("a scheduler that was saved and restored", () => {
  it("shortens no gap, forgives no failure, and knows what robots.txt said, by way of JSON", () => {
    const options: SchedulerOptions = {
      robots: true,
      delay: MINUTE,
      domainDelay: 2 * MINUTE,
      addressDelay: 3 * MINUTE,
    };
    const first = new Scheduler<string>(options);
    const hosts = ["a.one.test", "b.one.test", "c.two.test", "d.three.test", "e.four.test"];
    for (const host of hosts) {
      first.put(host, "1");
      first.robots(`http://${host}`, { expiresAt: HOUR, crawlDelay: host[0] === "d" ? 4 * MINUTE : undefined });
    }
    expect(first.next(0)?.host).toBe("a.one.test");
    first.done("a.one.test", { now: 0, kind: "answered", address: "10.0.0.1" });
    expect(first.next(0)?.host).toBe("c.two.test"); // b shares the domain of a
    first.done("c.two.test", { now: 0, kind: "down", address: "10.0.0.2" });
    expect(first.next(0)?.host).toBe("d.three.test"); // under way when saved
    first.block("e.four.test");
    first.block("blocked.test");
    const now = 1000;
    const second = new Scheduler<string>(options);
    second.restore(JSON.parse(JSON.stringify(first.save(now))));
    expect(second.put("e.four.test", "x")).toBe("blocked");
    for (const host of hosts.slice(0, 4)) expect(second.put(host, "2"), host).toBeUndefined();
    const asked = new Map<string, number>();
    for (let time = now; time <= HOUR && asked.size < 4; ) {
      const task = second.next(time);
      if (task === undefined) {
        time = second.readyAt(time) ?? HOUR + 1;
        continue;
      }
      expect(task.kind).toBe("page"); // robots.txt is known
      asked.set(task.host, time);
      second.done(task.host, { now: time, kind: "skipped" });
    }
    expect(Object.fromEntries(asked)).toEqual({
      "b.one.test": 2 * MINUTE, // its domain was asked at 0; its address is not known
      "a.one.test": 3 * MINUTE, // its address was asked at 0
      "d.three.test": now + 4 * MINUTE, // as if it had answered when it was saved
      "c.two.test": 5 * MINUTE, // was down at 0
    });
    expect(second.counts(now).known).toBe(5);
    expect(() => second.restore({ version: 9 } as never)).toThrow(/version 1; found version 9/);
  });

  it("counts failures on, and asks nobody before a time that is given", () => {
    const first = schedulerOf("a1 a2 b1");
    answer(first, "a", 0, { kind: "refused" });
    answer(first, "b", 0);
    const second = schedulerOf("");
    second.restore(first.save(0), 7 * MINUTE);
    for (const item of ["a2", "a3", "a4"]) second.put("a", item);
    second.put("new", "n1");
    expect(second.readyAt(0)).toBe(7 * MINUTE);
    expect(second.next(7 * MINUTE - 1)).toBeUndefined();
    expect(second.next(7 * MINUTE)?.host).toBe("a");
    second.done("a", { now: 7 * MINUTE, kind: "refused" });
    expect(second.next(HOUR)?.host).toBe("a"); // its item was put before that of "new"
    expect(second.done("a", { now: HOUR, kind: "refused" })).toEqual(["a4"]); // the third time in a row
    const third = schedulerOf("");
    third.restore(second.save(HOUR));
    expect(third.put("a", "a5")).toBe("dead");
  });
});

describe("whatever is done to a scheduler", () => {
  const names = [
    "put",
    "put",
    "put",
    "next",
    "next",
    "next",
    "done",
    "done",
    "putFirst",
    "putGuest",
    "takeBack",
    "hold",
    "block",
    "restart",
  ] as const;
  const operation = fc.tuple(fc.constantFrom(...names), fc.nat(11), fc.nat(60_000));
  const kinds = ["answered", "answered", "answered", "skipped", "down", "refused"] as const;

  it.each<[string, SchedulerOptions]>([
    ["suel", {}],
    ["webbase", { policy: "webbase", queues: 3 }],
    ["domains and addresses", { domainDelay: 40_000, addressDelay: 20_000, speed: 1 }],
  ])("each item is handed out, dropped or refused once, and gaps hold (%s)", (_name, options) => {
    const seen = { handedOut: 0, dropped: 0, refused: 0, restarts: 0 };
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200, size: "max" }), (operations) => {
        const settings = { robots: false, delay: 5000, factor: 0, deadAfter: 3, downDelay: 60_000, ...options };
        let scheduler = new Scheduler<number>(settings);
        const waiting = new Set<number>();
        const flying: Task<number>[] = [];
        const free = new Map<string, number>();
        let now = 0;
        const leave = (items: readonly number[]) => {
          for (const item of items) expect(waiting.delete(item)).toBe(true);
          seen.dropped += items.length;
        };
        const ask = () => {
          const task = scheduler.next(now);
          if (task?.kind !== "page") return false;
          expect(waiting.delete(task.item)).toBe(true);
          for (const name of [task.host, task.host.slice(1)]) {
            if (name !== task.host && !options.domainDelay) continue;
            expect(free.get(name) ?? 0).toBeLessThanOrEqual(now);
            free.set(name, Infinity);
          }
          flying.push(task);
          seen.handedOut++;
          return true;
        };
        const end = (which: number) => {
          const [task] = flying.splice(which % flying.length, 1);
          const kind = kinds[which % kinds.length];
          const address = `10.0.0.${task.host.charCodeAt(0) % 2}`;
          leave(scheduler.done(task.host, { now, kind, milliseconds: 100, address }));
          const sent = kind !== "skipped";
          free.set(task.host, sent ? now + 5000 : now);
          if (options.domainDelay) free.set(task.host.slice(1), sent ? now + 40_000 : now);
        };
        for (const [i, [name, which, time]] of operations.entries()) {
          const host = `${"abcdef"[which % 6]}.d${which % 3}.test`;
          now += time;
          if (name === "put" || name === "putFirst" || name === "putGuest") {
            if (scheduler[name](host, i) === undefined) waiting.add(i);
            else seen.refused++;
          } else if (name === "next") ask();
          else if (name === "done" && flying.length > 0) end(which);
          else if (name === "takeBack") leave(scheduler.takeBack(host, (item) => item % 3 === 0));
          else if (name === "hold") scheduler.hold(host, now + time);
          else if (name === "block" && which < 4) leave(scheduler.block(host));
          else if (name === "restart" && flying.length === 0) {
            const items = [...scheduler.items()];
            const next = new Scheduler<number>(settings);
            next.restore(JSON.parse(JSON.stringify(scheduler.save(now))));
            for (const { host, item, origin } of items) expect(next.put(host, item, origin)).toBeUndefined();
            scheduler = next;
            seen.restarts++;
          }
          expect(scheduler.queued).toBe(waiting.size);
        }
        // what waits comes to its end by the times that the scheduler names
        for (let turns = 0; waiting.size > 0; turns++) {
          expect(turns).toBeLessThan(5000);
          while (ask());
          if (flying.length > 0) end(turns);
          else now = Math.max(now, scheduler.readyAt(now) ?? Number.NaN);
        }
      }),
      { numRuns: 150 },
    );
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
  });
});
