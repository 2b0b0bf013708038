import { describe, expect, it } from "vitest";
import type { HostStatus } from "../../src/fetch/status.js";
import { History } from "../../src/monitor/history.js";
import { Lookout } from "../../src/monitor/observation.js";
import { reason } from "../../src/monitor/reason.js";
import { HostDelays } from "../../src/monitor/tail.js";
import { FakeCrawl, NOON, someProcess, someStatus } from "./fake-crawl.js";

const waiting = (host: string, queued: number, nextAllowed?: number): HostStatus => ({
  host,
  queued,
  fetched: 1,
  state: "waiting",
  nextAllowed,
});

describe("the delay of a host", () => {
  it("is the longest of its waits when they were first seen", () => {
    const delays = new HostDelays();
    expect(delays.of("a")).toBeUndefined();
    delays.look([waiting("a", 5, NOON + 29_400)], NOON);
    delays.look([waiting("a", 5, NOON + 29_400)], NOON + 1000); // the same wait: 28.4 s are left of it
    expect(delays.of("a")).toBe(29_400);
    for (let second = 2; second < 8; second++) delays.look([waiting("a", 5, NOON + 29_400)], NOON + 1000 * second);
    expect(delays.of("a")).toBe(29_400);
    delays.look([waiting("a", 4, NOON + 60_000)], NOON + 30_200);
    expect(delays.of("a")).toBe(29_800);
  });

  it("follows a host that became quicker after five waits, and does not count waits of a host that is down", () => {
    const delays = new HostDelays();
    delays.look([waiting("a", 5, NOON + 90_000)], NOON);
    for (let turn = 1; turn <= 5; turn++) {
      expect(delays.of("a")).toBe(90_000);
      delays.look([waiting("a", 5, NOON + 100_000 * turn + 2000)], NOON + 100_000 * turn);
    }
    expect(delays.of("a")).toBe(2000);
    delays.look([{ ...waiting("a", 5, NOON + 9_000_000), state: "down" }], NOON + 600_000);
    expect(delays.of("a")).toBe(2000);
  });

  it("is forgotten of the hosts that were not seen for longest, beyond a number", () => {
    const delays = new HostDelays(2);
    delays.look([waiting("a", 1, NOON + 1000), waiting("b", 1, NOON + 1000)], NOON);
    delays.look([waiting("a", 1, NOON + 2000)], NOON + 1000);
    delays.look([waiting("c", 1, NOON + 3000)], NOON + 1000);
    expect(["a", "b", "c"].map((host) => delays.of(host))).toEqual([1000, undefined, 2000]);
    const usual = new HostDelays();
    usual.look(
      Array.from({ length: 2001 }, (_, host) => waiting(`${host}`, 1, NOON + 1000)),
      NOON,
    );
    expect(["0", "1"].map((host) => usual.of(host))).toEqual([undefined, 1000]);
  });
});

describe("the tail of a crawl", () => {
  it("ends with the host whose queue times delay is largest, and sums over all", () => {
    const delays = new HostDelays();
    // 100 x 30 s = 3000 s, 400 x 10 s = 4000 s, the first of them after one delay; 500 x unknown
    const hosts = [waiting("c", 500), waiting("b", 400, NOON + 10_000), waiting("a", 100, NOON + 30_000)];
    delays.look(hosts, NOON);
    const blocked = { ...waiting("d", 900), state: "blocked" } as const;
    expect(delays.tail([blocked, ...hosts, waiting("e", 0)], NOON)).toEqual({
      last: { host: "b", queued: 400, delay: 10_000, done: NOON + 4_000_000 },
      total: 7_000_000,
      hosts: 2,
      unknown: 1,
    });
  });

  it("waits for a host that is down", () => {
    const delays = new HostDelays();
    delays.look([waiting("a", 3, NOON + 10_000)], NOON);
    const down = { ...waiting("a", 3, NOON + 300_000), state: "down" } as const;
    // asked at 300 s, 310 s and 320 s
    expect(delays.tail([down], NOON).last?.done).toBe(NOON + 320_000);
  });

  it("is unknown while no host was seen waiting", () => {
    expect(new HostDelays().tail([waiting("a", 3)], NOON)).toEqual({ last: undefined, total: 0, hosts: 0, unknown: 1 });
  });
});

describe("looking at a crawl", () => {
  it("lists hosts no more than a twentieth of the time", () => {
    const crawl = new FakeCrawl();
    let [clock, lists] = [0, 0];
    crawl.hosts = () => {
      lists++;
      clock += 300; // a crawl with very many hosts
      return [];
    };
    const lookout = new Lookout(crawl, new History(), () => clock);
    const listed = [0, 1000, 6299, 6300, 7000, 12_600].map((time) => {
      clock = time;
      lookout.look(crawl.status());
      return lists;
    });
    // listed from 0 to 300: not again before 300 + 300 / 0.05 = 6300, and from there not before 12,600
    expect(listed).toEqual([1, 1, 1, 2, 2, 3]);
    for (const state of ["done", "stopped"] as const) lookout.look({ ...crawl.status(), state });
    expect(lists).toBe(5);
  });

  it("shows 50 of the 200 hosts that it looks at, and the 50 newest errors", () => {
    const crawl = new FakeCrawl();
    crawl.hosts = (most) => Array.from({ length: most! }, (_, index) => waiting(`${index}`, 1, NOON + 1000));
    crawl.said = Array.from({ length: 60 }, () => ({
      time: NOON,
      url: "http://a.example/",
      fault: "dns",
      message: "",
    }));
    const { hosts, errors, tail } = new Lookout(crawl, new History()).look(crawl.status());
    expect([hosts.length, errors.length, tail.hosts]).toEqual([50, 50, 200]);
  });
});

describe("the reason for a crawl's speed", () => {
  const hosts = [waiting("big.example", 40_000, NOON + 2500)];
  const because = (status: Partial<typeof someStatus>, requestsPerSecond = 60, of = hosts) =>
    reason({ ...someStatus, ...status }, of, requestsPerSecond);

  it("is politeness when no host is ready, and tells when the next one is", () => {
    const counts = { ...someStatus.hosts, ready: 0, waiting: 88 };
    expect(because({ hosts: counts })).toBe(
      // 40,000 of 45,678 = 87.6 %
      "Held by politeness: 88 hosts wait for their delays; of those with the longest queues, the next may be asked in 3 seconds. big.example alone holds 88 % of the URLs that wait.",
    );
    expect(because({ hosts: { ...counts, waiting: 1 }, frontier: 3 }, 60, [])).toBe(
      "Held by politeness: 1 host waits for its delay.",
    );
    expect(because({ hosts: { ...counts, waiting: 2, down: 3 } })).toMatch(
      /^Most hosts that have URLs are down \(3 hosts\)/,
    );
  });

  it("names a host that holds more than half of what waits, of ten URLs or more", () => {
    const of = (queued: number, frontier: number) => because({ frontier }, 60, [waiting("big.example", queued)]);
    expect(of(6, 10)).toMatch(/ big\.example alone holds 60 % of the URLs that wait\.$/);
    for (const [queued, frontier] of [
      [5, 10],
      [9, 9],
    ])
      expect(of(queued, frontier)).toMatch(/as connections and answers allow\.$/);
  });

  it("is politeness where as many hosts wait as are down, and tells no time that is over", () => {
    const counts = { ...someStatus.hosts, ready: 0, waiting: 2, down: 2 };
    for (const next of [NOON, NOON - 5000])
      expect(because({ hosts: counts, frontier: 3 }, 60, [waiting("a.example", 1, next)])).toBe(
        "Held by politeness: 2 hosts wait for their delays.",
      );
  });

  it("is told of one host as of one", () => {
    const counts = { ...someStatus.hosts, ready: 0, waiting: 1, down: 0 };
    expect(because({ hosts: counts, frontier: 3 })).toBe(
      "Held by politeness: 1 host waits for its delay, and may be asked in 3 seconds.",
    );
    expect(because({ hosts: { ...counts, waiting: 0, down: 1 } })).toBe(
      "The only host that has URLs is down; it is asked again later.",
    );
    expect(because({ hosts: { ...counts, waiting: 0, down: 2 } })).toBe(
      "All hosts that have URLs are down (2 hosts); they are asked again later.",
    );
  });

  it("is the speed set when it is nearly reached", () => {
    expect(because({ speed: 64 }, 60, [])).toBe("Held by the speed set: 64 requests per second.");
    expect(because({ speed: 100 }, 90, [])).toBe("Held by the speed set: 100 requests per second.");
    expect(because({ speed: 70 }, 60, [])).toBe(
      "12 hosts are ready, 16 requests under way: as fast as connections and answers allow.",
    );
  });

  it("is the network when hosts are ready and nothing comes", () => {
    expect(because({}, 0)).toMatch(/^Hosts are ready, but no answers come \(16 requests under way\)/);
  });

  it("is the state of a crawl that does not run, or has nothing to do", () => {
    expect(because({ state: "paused" })).toBe("Paused by hand; 16 requests under way will still end.");
    expect(because({ state: "draining", inFlight: 1 })).toBe("Ending: 1 request under way, then a last checkpoint.");
    expect(because({ state: "done" })).toBe("Done: no URL waits. 3,800 pages (61 MB) are on disk.");
    expect(because({ state: "stopped" })).toBe(
      "The crawl has stopped. 3,800 pages (61 MB) are on disk; 45,678 URLs wait. To resume, run the same command again.",
    );
    expect(because({ state: "stopped", pages: 1, frontier: 1 })).toMatch(/1 page \(61 MB\) is on disk; 1 URL waits\./);
    expect(because({ frontier: 0, inFlight: 0 })).toBe("No URL waits.");
    expect(because({ frontier: 0, inFlight: 1 })).toBe("No URL waits; 1 request under way may bring more.");
  });

  it("names the processes that are not heard, three of them at most", () => {
    const away = (name: string) => someProcess(name, { state: "away" });
    expect(because({ state: "paused", inFlight: 0, processes: [someProcess("a"), away("b")] })).toBe(
      "Paused by hand. Not heard: b.",
    );
    const many = ["b", "c", "d", "e", "f"].map(away);
    expect(because({ state: "paused", inFlight: 0, processes: [someProcess("a"), ...many] })).toBe(
      "Paused by hand. Not heard: b, c, d and 2 more.",
    );
    expect(because({ state: "paused", inFlight: 0, processes: [someProcess("a"), ...many.slice(0, 4)] })).toMatch(
      /Not heard: b, c, d and 1 more\.$/,
    );
    const long = because({ state: "paused", inFlight: 0, processes: [40, 41, 1].map((n) => away("x".repeat(n))) });
    expect(long).toBe(`No process is at work. Not heard: ${"x".repeat(40)}, ${"x".repeat(40)}…, x.`);
    expect(because({ state: "stopped", processes: [away("b"), someProcess("c", { state: "stopped" })] })).toBe(
      "No process is at work. Not heard: b.",
    );
    expect(because({ state: "done", processes: [someProcess("a", { state: "done" })] })).toMatch(
      /^Done: no URL waits\./,
    );
    expect(because({ state: "stopped", processes: [] })).toBe("No process of this crawl was heard so far.");
  });
});
