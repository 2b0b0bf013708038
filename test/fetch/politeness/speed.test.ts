import { describe, expect, it } from "vitest";
import { BinaryHeap } from "../../../src/base/binary-heap.js";
import { Random } from "../../../src/base/random.js";
import { ConnectionControl } from "../../../src/fetch/politeness/connection-control.js";
import { Pace } from "../../../src/fetch/politeness/pace.js";
import { Scheduler } from "../../../src/fetch/politeness/scheduler.js";
import type { SchedulerOptions } from "../../../src/fetch/politeness/settings.js";
import { periodAt } from "../../../src/fetch/politeness/speed-schedule.js";
import { depth } from "../../depth.js";
import { coded } from "../../fixture/problems.js";

const SECOND = 1000;
const HOUR = 3_600_000;

interface Download {
  readonly host: string;
  readonly end: number;
  readonly isDown: boolean;
}

/**
 * A crawl with as many ready hosts as it takes, in virtual time from 0 on. @returns requests sent per `interval`
 * milliseconds
 */
function sendFor(
  milliseconds: number,
  interval: number,
  scheduler: Scheduler<number>,
  download: (now: number) => { readonly milliseconds: number; readonly bytes?: number; readonly isDown?: boolean },
  at: (now: number) => void = () => {},
): number[] {
  const counts = new Array<number>(Math.ceil(milliseconds / interval)).fill(0);
  const flying = new BinaryHeap<Download & { readonly start: number; readonly bytes: number }>((a, b) => a.end < b.end);
  const free: string[] = [];
  let hosts = 0;
  for (let now = 0; now < milliseconds; ) {
    at(now);
    for (let i = 0; i < 10 || scheduler.queued < 10; i++)
      if (scheduler.queued < 20) scheduler.put(free.pop() ?? `h${hosts++}`, 0);
    for (let task = scheduler.next(now); task; task = scheduler.next(now)) {
      counts[Math.floor(now / interval)]++;
      const { milliseconds: took, bytes = 0, isDown = false } = download(now);
      flying.push({ host: task.host, start: now, end: now + took, bytes, isDown });
      scheduler.put(free.pop() ?? `h${hosts++}`, 0);
    }
    // the loop comes back when told, up to 5 ms late, as an event loop does
    const next = Math.min(scheduler.readyAt(now) ?? Infinity, flying.peek()?.end ?? Infinity);
    now = Math.max(now + 1, Math.ceil(next / 5) * 5);
    while ((flying.peek()?.end ?? Infinity) <= now) {
      const { host, start, bytes, isDown } = flying.pop() as Download & { start: number; bytes: number };
      scheduler.done(host, { now, kind: isDown ? "down" : "answered", milliseconds: now - start, bytes });
      if (!isDown) free.push(host);
    }
  }
  return counts;
}

const withoutDelay: SchedulerOptions = { delay: 0, factor: 0, robots: false, downDelay: HOUR };

describe("the speed of a crawl", () => {
  it("follows the time of day: 80 requests a second by day, 180 at night (Shkapenyuk and Suel, section 4.2)", () => {
    // a part of their speeds, over the 24 hours of a day from midnight on
    const [day, night] = depth({ everyday: [2, 4.5], prove: [8, 18] });
    const schedule = [
      { from: "08:00", to: "20:00", speed: day },
      { from: "20:00", to: "08:00", speed: night },
    ];
    const scheduler = new Scheduler<number>({ ...withoutDelay, schedule });
    const random = new Random(1);
    const hourly = sendFor(24 * HOUR, HOUR, scheduler, () => ({ milliseconds: 50 + random.below(500) }));
    expect(hourly.length).toBe(24);
    for (const [hour, count] of hourly.entries()) {
      const target = 3600 * (hour >= 8 && hour < 20 ? day : night);
      expect(Math.abs(count / target - 1), `hour ${hour}`).toBeLessThan(0.01);
    }
    expect([scheduler.speed(12 * HOUR), scheduler.speed(23 * HOUR)]).toEqual([day, night]);
  });

  it("may be changed while the crawl runs, and counts at once", () => {
    const scheduler = new Scheduler<number>({ ...withoutDelay, speed: 1 });
    const counts = sendFor(
      40 * SECOND,
      10 * SECOND,
      scheduler,
      () => ({ milliseconds: 100 }),
      (now) => {
        if (now >= 30 * SECOND) scheduler.setSpeed("schedule");
        else if (now >= 10 * SECOND) scheduler.setSpeed(now >= 20 * SECOND ? 50 : 200);
      },
    );
    const targets = [10, 2000, 500, 10];
    for (const [i, count] of counts.entries()) {
      // 100 ms' worth may be sent ahead, at the speed of now or of before, and one at the border
      const perSecond = Math.max(targets[i], targets[i - 1] ?? 0) / 10;
      expect(Math.abs(count - targets[i]), `${i}`).toBeLessThanOrEqual(0.1 * perSecond + 1);
    }
    scheduler.setSpeed(undefined);
    expect(scheduler.speed(0)).toBeUndefined();
  });

  it("is held to bytes per second over some time, whatever the sizes of pages", () => {
    const scheduler = new Scheduler<number>({ ...withoutDelay, bytesPerSecond: 1_000_000, connections: 50 });
    const random = new Random(2);
    let bytes = 0;
    sendFor(600 * SECOND, HOUR, scheduler, () => {
      const size = random.below(26_000); // 13 KB a page: Table 4.1
      bytes += size;
      return { milliseconds: 50, bytes: size };
    });
    expect(Math.abs(bytes / 600_000_000 - 1)).toBeLessThan(0.01);
  });

  it("never has more requests under way than connections, of the options or of the time of day", () => {
    const schedule = [{ from: "00:00", to: "00:01", connections: 3 }];
    const scheduler = new Scheduler<number>({ ...withoutDelay, schedule, connections: 7 });
    const most = [0, 0];
    sendFor(120 * SECOND, HOUR, scheduler, (now) => {
      const minute = now < 60 * SECOND ? 0 : 1;
      most[minute] = Math.max(most[minute], scheduler.inFlight);
      return { milliseconds: 100 };
    });
    expect(most).toEqual([3, 7]);
  });
});

describe("spacing", () => {
  it("is even, makes up for 100 ms of lateness, and no more", () => {
    const pace = new Pace(100);
    pace.spend(0, 1, 10);
    expect(pace.readyAt(0, 10)).toBe(0); // paid off at 100; 100 may be owed
    pace.spend(0, 1, 10);
    expect(pace.readyAt(0, 10)).toBe(100);
    pace.spend(190, 1, 10); // 90 late: owed until 300
    expect(pace.readyAt(190, 10)).toBe(200);
    pace.spend(1000, 1, 10); // 800 late: what was missed is gone
    expect(pace.readyAt(1000, 10)).toBe(1000);
  });

  it("keeps what is owed in requests when the speed changes, and gives back what was not used", () => {
    const pace = new Pace(0);
    pace.spend(0, 1, 0.01); // 100 seconds
    expect(pace.readyAt(0, 0.01)).toBe(100_000);
    expect(pace.readyAt(50_000, 10)).toBe(50_050); // half a request is owed
    pace.refund(1);
    expect(pace.readyAt(50_000, 10)).toBe(49_950);
    expect(pace.readyAt(50_000, undefined)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe("the time of day", () => {
  const speeds = [
    { from: "08:00", to: "20:00", speed: 80 },
    { from: "22:30", to: "02:00", speed: 300 },
  ];

  it("belongs to the first period that holds it, those over midnight too", () => {
    const at = periodAt(speeds, "UTC");
    const speed = (hours: number, minutes = 0) => at(((24 * 19_000 + hours) * 60 + minutes) * 60_000)?.speed;
    expect([speed(7, 59), speed(8), speed(19, 59), speed(20)]).toEqual([undefined, 80, 80, undefined]);
    expect([speed(22, 29), speed(22, 30), speed(0), speed(1, 59), speed(2)]).toEqual([
      undefined,
      300,
      300,
      300,
      undefined,
    ]);
    expect(periodAt([{ from: "00:00", to: "24:00", speed: 1 }], "UTC")(12 * HOUR)?.speed).toBe(1);
    expect(periodAt([{ from: "05:00", to: "05:00", speed: 1 }], "UTC")(12 * HOUR)?.speed).toBe(1); // a whole day
  });

  it("is that of the time zone, summer time included", () => {
    const at = periodAt([{ from: "08:00", to: "09:00", speed: 1 }], "America/New_York");
    // 8:30 in New York is 13:30 UTC in January and 12:30 UTC in July
    expect([at(Date.UTC(2001, 0, 15, 13, 30)), at(Date.UTC(2001, 6, 15, 12, 30))].map((each) => each?.speed)).toEqual([
      1, 1,
    ]);
    expect([at(Date.UTC(2001, 0, 15, 12, 30)), at(Date.UTC(2001, 6, 15, 13, 30))]).toEqual([undefined, undefined]);
  });

  it("is refused when it is none", () => {
    for (const from of ["8", "24:01", "12:60", "noon", ""])
      expect(() => periodAt([{ from, to: "20:00" }], "UTC"), from).toThrow(/a time of day is "08:00"/);
    expect(() => periodAt([{ from: "08:00", to: "20:00", speed: 0 }], "UTC")).toThrow(
      /schedule: speed is a number above 0/,
    );
    expect(() => periodAt([], "Mars/Olympus")).toThrow(
      coded("option", 'timeZone is the name of a time zone: "UTC" or "America/New_York"; found "Mars/Olympus"'),
    );
  });
});

describe("speed held by the number of connections (Shkapenyuk and Suel, section 4.2)", () => {
  /** Requests per second from the 20th second after each step on, and where the number of connections stood. */
  const steps = (speeds: readonly number[], latency: () => number, bound = 1000) => {
    const scheduler = new Scheduler<number>({
      ...withoutDelay,
      control: "connections",
      speed: speeds[0],
      connections: bound,
    });
    let most = 0;
    const counts = sendFor(speeds.length * 60 * SECOND, 20 * SECOND, scheduler, (now) => {
      scheduler.setSpeed(speeds[Math.floor(now / (60 * SECOND))]);
      most = Math.max(most, scheduler.inFlight);
      return { milliseconds: latency() };
    });
    return { settled: speeds.map((_, i) => (counts[3 * i + 1] + counts[3 * i + 2]) / 40), most };
  };

  it("settles within 10 percent 20 seconds after each step of the target", () => {
    const random = new Random(3);
    const speeds = [80, 180, 20, 300, 8];
    for (const latency of [() => 200, () => 100 + random.below(1000)]) {
      const { settled } = steps(speeds, latency);
      for (const [i, speed] of speeds.entries()) expect(Math.abs(settled[i] / speed - 1), `${speed}`).toBeLessThan(0.1);
    }
  });

  it("stays below the absolute bound, though the target is then out of reach", () => {
    const { settled, most } = steps([180], () => 500, 20);
    expect(most).toBe(20);
    expect(settled[0]).toBeCloseTo(20 / 0.5, -1); // Little's law: 20 connections at half a second each
  });

  it("opens no more connections while the network is down, or more than a fifth of requests fails", () => {
    const control = new ConnectionControl();
    let now = 0;
    const second = (answered: number, failed: number) => {
      for (let i = 0; i < answered + failed; i++) control.ended(i < failed);
      control.full();
      now += 1000;
      control.step(now, 100, 1000);
      return control.limit;
    };
    control.step(0, 100, 1000);
    expect(control.limit).toBe(1); // at once, not after an interval
    expect([second(5, 0), second(10, 0), second(20, 0)]).toEqual([2, 4, 8]); // doubled below half of the target
    expect([second(0, 0), second(0, 30), second(20, 6), second(100, 26)]).toEqual([8, 8, 8, 8]);
    expect(second(40, 10)).toBe(9); // a fifth is no more than a fifth; 50 a second is half of the target: one more
  });

  it("opens no more when requests are not held back by their number", () => {
    const control = new ConnectionControl();
    control.step(0, 100, 1000);
    for (let now = 1000; now < 9000; now += 1000) {
      control.ended(false);
      control.step(now, 100, 1000);
    }
    expect(control.limit).toBe(1);
  });
});
