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

describe("the gap between two requests to a host", () => {
  it("is 30 seconds, or ten times the last download, Crawl-delay or Retry-After where these are longer", () => {
    const gap = (outcome: Partial<Outcome>, options: SchedulerOptions = {}) =>
      answer(schedulerOf("a1 a2", options), "a", 0, outcome);
    expect(gap({})).toBe(30 * SECOND);
    expect(gap({ milliseconds: 2999 })).toBe(30 * SECOND);
    expect(gap({ milliseconds: 4000 })).toBe(40 * SECOND);
    expect(gap({ milliseconds: 100 * SECOND })).toBe(5 * MINUTE); // maxDelay
    expect(gap({ retryAfter: 2 * HOUR, milliseconds: 4000 })).toBe(2 * HOUR);
    expect(gap({ retryAfter: 48 * HOUR })).toBe(24 * HOUR); // maxRetryAfter
    expect(gap({ milliseconds: 250 }, { policy: "mercator" })).toBe(2500);
    expect(gap({ milliseconds: 250 }, { policy: "webbase" })).toBe(0);
    expect(gap({ kind: "skipped", milliseconds: 4000, retryAfter: HOUR })).toBe(0); // nothing was sent
  });

  it("is no longer for the time that a request took to fail", () => {
    const gap = (kind: Outcome["kind"]) =>
      answer(schedulerOf("a1 a2", { delay: SECOND, downDelay: 10 * SECOND }), "a", 0, {
        kind,
        milliseconds: 30 * SECOND,
      });
    expect(gap("answered")).toBe(5 * MINUTE); // a download, ten times
    expect(gap("down")).toBe(10 * SECOND);
    expect(gap("cut")).toBe(SECOND);
  });

  it("is another for hosts that the options name, the longest name counting", () => {
    const hosts = { "example.org": { delay: 1000, factor: 0 }, "slow.example.org": { delay: MINUTE } };
    const gap = (host: string) => {
      const scheduler = new Scheduler<string>({ hosts, robots: false });
      scheduler.put(host, "1");
      scheduler.put(host, "2");
      return answer(scheduler, host, 0, { milliseconds: 3500 });
    };
    expect(gap("example.org")).toBe(1000);
    expect(gap("www.example.org")).toBe(1000);
    expect(gap("slow.example.org")).toBe(MINUTE);
    expect(gap("notexample.org")).toBe(35 * SECOND);
  });

  it("starts when the request ends, and the host is asked by no second one before", () => {
    const scheduler = schedulerOf("a1 a2 b1");
    expect(itemOf(scheduler.next(0))).toBe("a1");
    expect(itemOf(scheduler.next(0))).toBe("b1");
    expect([scheduler.next(HOUR), scheduler.readyAt(HOUR), scheduler.inFlight]).toEqual([undefined, undefined, 2]);
    scheduler.done("a", { now: HOUR, kind: "answered" });
    expect(scheduler.next(HOUR + 30 * SECOND - 1)).toBeUndefined();
    expect(itemOf(scheduler.next(HOUR + 30 * SECOND))).toBe("a2");
  });

  it("is longer by `hold`, also when that is said while the host is asked", () => {
    const scheduler = schedulerOf("a1 a2 a3");
    scheduler.hold("a", 100);
    expect(scheduler.readyAt(0)).toBe(100);
    expect(itemOf(scheduler.next(100))).toBe("a1");
    scheduler.hold("a", HOUR);
    scheduler.done("a", { now: 200, kind: "answered" });
    expect(scheduler.readyAt(200)).toBe(HOUR);
    expect(itemOf(scheduler.next(HOUR))).toBe("a2");
    scheduler.done("a", { now: HOUR, kind: "answered" });
    expect(scheduler.readyAt(HOUR)).toBe(HOUR + 30 * SECOND); // once only
  });
});

describe("a second request, which the end of one makes needful", () => {
  const second = (options: SchedulerOptions, crawlDelay = 0) => {
    const scheduler = schedulerOf("a1", { delay: 2 * SECOND, ...options, robots: true });
    scheduler.next(0);
    scheduler.robots("http://a", { expiresAt: 24 * HOUR, crawlDelay });
    scheduler.done("a", { now: 0, kind: "answered" });
    scheduler.next(MINUTE);
    return scheduler.secondAfter("a", MINUTE);
  };

  it("waits as long as any other: for the delays of host, domain and address, Crawl-delay, and the speed", () => {
    expect(second({})).toBe(2 * SECOND);
    expect(second({ domainDelay: 5 * SECOND })).toBe(5 * SECOND);
    expect(second({ addressDelay: 6 * SECOND })).toBe(6 * SECOND);
    expect(second({}, 7 * SECOND)).toBe(7 * SECOND);
    expect(second({ speed: 0.1 })).toBe(10 * SECOND);
    expect(schedulerOf("", { delay: 3 * SECOND }).secondAfter("nobody", 0)).toBe(3 * SECOND);
  });
});

describe("a host that does not answer", () => {
  it("is left alone for 5, 10, 20, 40 and 60 minutes, and is dead after the sixth failure in a row", () => {
    const scheduler = schedulerOf("a1 a2 a3 a4 a5 a6 a7 a8 b1");
    let now = 0;
    for (const minutes of [5, 10, 20, 40, 60]) {
      expect(scheduler.next(now)?.host).toBe("a");
      expect(scheduler.done("a", { now, kind: "down" })).toEqual([]);
      expect(scheduler.counts(now)).toEqual({ known: 2, ready: 1, waiting: 0, down: 1, inUse: 0 });
      now += minutes * MINUTE;
      expect(scheduler.counts(now)).toEqual({ known: 2, ready: 2, waiting: 0, down: 0, inUse: 0 });
    }
    expect(itemOf(scheduler.next(now))).toBe("a6");
    expect(scheduler.done("a", { now, kind: "down" })).toEqual(["a7", "a8"]);
    expect([scheduler.put("a", "a9"), scheduler.queued]).toEqual(["dead", 1]);
    expect(itemOf(scheduler.next(now))).toBe("b1");
  });

  it("starts over once it has answered, with whatever status", () => {
    const scheduler = schedulerOf("a1 a2 a3 a4");
    expect(answer(scheduler, "a", 0, { kind: "down" })).toBe(5 * MINUTE);
    expect(answer(scheduler, "a", 5 * MINUTE, { kind: "answered" })).toBe(5.5 * MINUTE);
    expect(answer(scheduler, "a", 5.5 * MINUTE, { kind: "down" })).toBe(10.5 * MINUTE);
  });

  it("is dead after three refused connections in a row, since more look like a port scan", () => {
    const scheduler = schedulerOf("a1 a2 a3 a4 a5 a6 a7");
    let now = 0;
    for (const kind of ["refused", "refused", "down", "refused", "refused"] as const) {
      expect(scheduler.next(now)?.host).toBe("a");
      expect(scheduler.done("a", { now, kind })).toEqual([]);
      now += 2 * HOUR;
    }
    expect(scheduler.next(now)?.host).toBe("a");
    expect(scheduler.done("a", { now, kind: "refused" })).toEqual(["a7"]);
  });
});

describe("the blacklist", () => {
  it("drops what is queued for a domain at once, and refuses what comes", () => {
    const scheduler = schedulerOf("");
    for (const host of ["example.org", "www.example.org", "notexample.org"])
      for (const n of [1, 2]) scheduler.put(host, `${host}/${n}`);
    expect(itemOf(scheduler.next(0))).toBe("example.org/1"); // under way
    expect(scheduler.block("Example.org.").toSorted()).toEqual([
      "example.org/2",
      "www.example.org/1",
      "www.example.org/2",
    ]);
    expect(scheduler.blocked).toEqual(["example.org"]);
    expect([scheduler.put("www.example.org", "x"), scheduler.putFirst("example.org", "x"), scheduler.queued]).toEqual([
      "blocked",
      "blocked",
      2,
    ]);
    expect(scheduler.done("example.org", { now: 0, kind: "answered" })).toEqual([]);
    expect(itemOf(scheduler.next(HOUR))).toBe("notexample.org/1");
    expect(scheduler.next(HOUR)).toBeUndefined();
  });

  it("lets a domain go by the name it was blocked by, and takes what comes from then on", () => {
    const scheduler = schedulerOf("");
    for (const name of ["example.org", "www.example.org", "bücher.example"]) scheduler.block(name);
    scheduler.unblock("*.Example.org.");
    expect(scheduler.put("example.org", "x")).toBeUndefined();
    expect(scheduler.put("www.example.org", "x")).toBe("blocked"); // by a name of its own
    scheduler.unblock("www.example.org");
    scheduler.unblock("Bücher.example");
    expect(scheduler.put("www.example.org", "y")).toBeUndefined();
    expect(scheduler.blocked).toEqual([]);
    expect([itemOf(scheduler.next(0)), itemOf(scheduler.next(0))]).toEqual(["x", "y"]);
  });

  it("says by which name a host is blocked that is not blocked by its own", () => {
    const scheduler = schedulerOf("");
    scheduler.block("example.org");
    expect(() => scheduler.unblock("www.example.org")).toThrow(
      "www.example.org is blocked as part of example.org: unblock that",
    );
    expect(() => scheduler.unblock("notexample.org")).toThrow("notexample.org is not blocked");
    expect(() => scheduler.unblock("a b")).toThrow(/expected the name of a host or domain/);
    expect(scheduler.blocked).toEqual(["example.org"]);
  });

  it("knows a name with letters beyond ASCII as URLs have it", () => {
    const scheduler = schedulerOf("");
    scheduler.put("www.xn--bcher-kva.example", "x");
    expect(scheduler.block("Bücher.example")).toEqual(["x"]);
    expect(scheduler.put("xn--bcher-kva.example", "y")).toBe("blocked");
    expect(scheduler.blocked).toEqual(["xn--bcher-kva.example"]);
  });

  it("takes names and addresses, and nothing else", () => {
    const scheduler = schedulerOf("");
    for (const name of ["*.example.org", "10.0.0.1", "[::1]", "localhost"]) expect(scheduler.block(name)).toEqual([]);
    expect(scheduler.blocked).toEqual(["example.org", "10.0.0.1", "[::1]", "localhost"]);
    for (const name of ["", "a\0.test", "\ufffd\ufffda.test", "http://a.test/", "a.test/x", "a b", "a..b", "a:80"])
      expect(() => scheduler.block(name), name).toThrow(/expected the name of a host or domain/);
  });
});

describe("the crawl manager", () => {
  it("gives an item back in its old place by `putFirst`", () => {
    const scheduler = schedulerOf("a1 b1 a2", { delay: 0, factor: 0 });
    expect(itemOf(scheduler.next(0))).toBe("a1");
    scheduler.putFirst("a", "a1 again");
    scheduler.done("a", { now: 0, kind: "answered" });
    const rest = [1, 2, 3].map((now) => {
      const task = scheduler.next(now);
      if (task) scheduler.done(task.host, { now, kind: "answered" });
      return itemOf(task);
    });
    expect(rest).toEqual(["a1 again", "b1", "a2"]);
  });

  it("wants more items while fewer than x hosts are ready, and no more than memory holds", () => {
    const scheduler = schedulerOf("a1 b1 c1", { readyHosts: 3, maxQueued: 5 });
    expect(scheduler.wants(0)).toBe(false);
    scheduler.next(0);
    expect(scheduler.wants(0)).toBe(true);
    for (const item of ["b2", "b3", "b4"]) scheduler.put("b", item);
    expect(scheduler.wants(0)).toBe(false); // 2 hosts are ready, but 5 items wait
  });

  it("lists hosts with most items first, and tells when the largest queue will be empty", () => {
    const scheduler = schedulerOf("a1 b1 b2 b3 c1 c2 d1", { delay: MINUTE, factor: 0 });
    answer(scheduler, "a", 0);
    answer(scheduler, "b", 0);
    expect(scheduler.next(0)?.host).toBe("c");
    answer(scheduler, "d", 0, { kind: "down" });
    scheduler.put("d", "d2");
    expect(scheduler.hosts(3, 0)).toEqual([
      { host: "b", fetched: 1, queued: 2, state: "waiting", nextAllowed: MINUTE },
      { host: "c", fetched: 0, queued: 1, state: "in use" },
      { host: "d", fetched: 0, queued: 1, state: "down", nextAllowed: 5 * MINUTE },
    ]);
    expect(scheduler.hosts(9, 0).at(-1)).toMatchObject({ host: "a", state: "done" });
    expect(scheduler.counts(0)).toEqual({ known: 4, ready: 0, waiting: 2, down: 1, inUse: 1 });
    for (let i = 0; i < 10; i++) scheduler.put("b", "x");
    expect([...scheduler.items()].filter(({ host }) => host === "b").map(({ item }) => item)).toEqual([
      "b2",
      "b3",
      ..."x".repeat(10),
    ]);
  });

  it("refuses options that are none, and two connections to a host most of all", () => {
    expect(() => new Scheduler({ connectionsPerHost: 2 as 1 })).toThrow(
      /never sends two requests to a host at a time; found 2/,
    );
    expect(() => new Scheduler({ dely: 1 } as never)).toThrow(/no option "dely"/);
    expect(() => new Scheduler({ delay: -1 })).toThrow(/delay is a number, 0 or more, in milliseconds; found -1/);
    expect(() => new Scheduler({ speed: 0 })).toThrow(/speed is a number above 0/);
    expect(() => new Scheduler({ policy: "google" as never })).toThrow(/policy is "suel", "mercator", "webbase"/);
    expect(() => new Scheduler({ hosts: { "a.test": { wait: 1 } as never } })).toThrow(/no option "wait"/);
    const scheduler = schedulerOf("a1");
    expect(() => scheduler.done("a", { now: 0, kind: "answered" })).toThrow(/"a" is not being asked/);
    expect(() => scheduler.setSpeed(-1)).toThrow(/speed, in requests per second, is a number above 0/);
  });
});
