import { describe, expect, it } from "vitest";
import { History, LEVELS } from "../../src/monitor/history.js";
import { FakeCrawl, NOON, someProcess } from "./fake-crawl.js";

/** A crawl that was looked at once a second. */
function watched(seconds: number, history = new History(), crawl = new FakeCrawl()) {
  history.add(crawl.status());
  for (let second = 0; second < seconds; second++) {
    crawl.pass(1000);
    history.add(crawl.status());
  }
  return { history, crawl };
}

describe("the history of a crawl", () => {
  it("holds the means of each second, from the counts", () => {
    const { history } = watched(3);
    // FakeCrawl.pass: 50 pages, 60 requests, 800 kB a second
    const sample = { pagesPerSecond: 50, bytesPerSecond: 800_000, requestsPerSecond: 60, frontier: 45_678 };
    expect(history.recent()).toEqual({
      step: 1000,
      samples: [1, 2, 3].map((second) => ({ time: NOON + 1000 * second, ...sample })),
    });
    expect(history.requestsPerSecond()).toBeCloseTo(60, 9);
    expect(new History().requestsPerSecond()).toBe(0);
  });

  it("divides by the time that passed, and waits for a second that came too early", () => {
    const { history, crawl } = watched(1);
    const { pages } = crawl.current;
    crawl.pass(899);
    expect(history.add(crawl.status())).toBeUndefined(); // a timer comes a tenth of a second early at most
    crawl.pass(1101, { pages: pages + 325 });
    // 325 pages in 2 s
    expect(history.add(crawl.status())).toMatchObject({ time: NOON + 3000, pagesPerSecond: 162.5 });
    crawl.pass(900, { pages: crawl.current.pages + 90, requests: crawl.current.requests + 1800 });
    expect(history.add(crawl.status())).toMatchObject({ pagesPerSecond: 100, requestsPerSecond: 2000 });
    expect(history.requestsPerSecond(1)).toBe(2000);
    for (let second = 0; second < 10; second++) {
      expect(history.requestsPerSecond()).toBeGreaterThan(60);
      crawl.pass(1000);
      history.add(crawl.status());
    }
    expect(history.requestsPerSecond()).toBeCloseTo(60, 9); // ten seconds later
  });

  it("holds 10 minutes of seconds, a day of minutes and a year of hours at most", () => {
    expect(LEVELS.map(({ step, most }) => step * most)).toEqual([600_000, 86_400_000, 366 * 86_400_000]);
    const { history } = watched(7300);
    const [seconds, minutes, hours] = history.series().map(({ samples }) => samples);
    expect([seconds.length, minutes.length, hours.length]).toEqual([600, 121, 2]); // 7300 s = 121.7 min = 2.03 h
    expect([seconds[0].time, seconds[599].time]).toEqual([NOON + 6_701_000, NOON + 7_300_000]);
    for (const [index, { time, pagesPerSecond }] of minutes.entries()) {
      expect(time).toBe(NOON + 60_000 * (index + 1));
      expect(pagesPerSecond).toBeCloseTo(50, 6);
    }
  });

  it("shows the whole crawl in the finest steps that reach back to its start", () => {
    expect(watched(599).history.whole()).toMatchObject({ step: 1000, samples: { length: 599 } });
    expect(watched(601).history.whole()).toMatchObject({ step: 60_000, samples: { length: 10 } });
    const crawl = new FakeCrawl();
    const history = new History();
    for (let minute = 0; minute <= 1500; minute++, crawl.pass(60_000)) history.add(crawl.status());
    expect(history.whole()).toMatchObject({ step: 3_600_000, samples: { length: 25 } });
  });

  it("shows the last 366 days of a crawl that is older than that", () => {
    const sample = { time: NOON, pagesPerSecond: 1, bytesPerSecond: 1, requestsPerSecond: 1, frontier: 1 };
    const full = LEVELS.map(({ step, most }) => ({ step, samples: Array.from({ length: most + 1 }, () => sample) }));
    expect(new History(full).whole()).toMatchObject({ step: 3_600_000, samples: { length: 366 * 24 } });
  });

  it("lets pages of minutes add up to the pages fetched, however uneven the seconds are", () => {
    const crawl = new FakeCrawl({ pages: 0 });
    const history = new History();
    history.add(crawl.status());
    let pages = 0;
    for (let second = 0; second < 600; second++) {
      pages += (second * second) % 97;
      crawl.pass(997 + (second % 7), { pages }); // 997 to 1003 ms: 1000 ms in the mean
      history.add(crawl.status());
    }
    const minutes = history.series()[1].samples;
    let [before, sum] = [NOON, 0];
    for (const { time, pagesPerSecond } of minutes) {
      sum += (pagesPerSecond * (time - before)) / 1000;
      before = time;
    }
    const until = history.series()[0].samples.filter(({ time }) => time > before);
    const rest = until.reduce((all, { pagesPerSecond }, index) => {
      const from = index === 0 ? before : until[index - 1].time;
      return all + (pagesPerSecond * (until[index].time - from)) / 1000;
    }, 0);
    expect(minutes.length).toBeGreaterThanOrEqual(9);
    expect(sum + rest).toBeCloseTo(pages, 6);
  });

  it("goes on from an earlier one, with a gap for the time in which nothing ran", () => {
    const { history, crawl } = watched(5);
    crawl.pass(3_600_000, { pages: crawl.current.pages });
    const later = watched(2, new History(history.series()), crawl).history.recent().samples;
    expect(later.map(({ time }) => (time - NOON) / 1000)).toEqual([1, 2, 3, 4, 5, 3606, 3607]);
    expect(later[5].pagesPerSecond).toBeCloseTo(50, 6);
  });

  it("has no sample where counts went down or the clock stood still", () => {
    const { history, crawl } = watched(1);
    expect(history.add(crawl.status())).toBeUndefined();
    crawl.pass(1000, { pages: 0 });
    expect(history.add(crawl.status())).toBeUndefined();
    crawl.pass(1000);
    expect(history.add(crawl.status())).toMatchObject({ pagesPerSecond: 50 });
    crawl.pass(1000, { requests: 0 });
    expect(history.add(crawl.status())).toBeUndefined();
    expect(history.recent().samples).toHaveLength(2);
  });

  it("does not take what a process had fetched before for what it fetches when it is heard first", () => {
    const history = new History();
    const crawl = new FakeCrawl({ processes: [someProcess("a")] });
    history.add(crawl.status());
    for (let second = 1; second <= 120; second++) {
      crawl.pass(1000);
      const { pages, requests, bytes } = crawl.current;
      if (second === 30)
        crawl.current = {
          ...crawl.current,
          pages: pages + 1e6,
          requests: requests + 2e6,
          bytes: bytes + 3e9,
          processes: [someProcess("a"), someProcess("b")],
        };
      history.add(crawl.status());
    }
    const [seconds, minutes] = history.series().map(({ samples }) => samples);
    // 50 pages a second, but nothing in second 30: 59 x 50 in the first minute
    expect(seconds.map(({ pagesPerSecond }) => pagesPerSecond)).toEqual(seconds.map((_, at) => (at === 29 ? 0 : 50)));
    expect(minutes.map(({ pagesPerSecond }) => pagesPerSecond)).toEqual([(59 * 50) / 60, 50]);
    expect(minutes[0].requestsPerSecond).toBeCloseTo((59 * 60) / 60, 6);
    expect(minutes[0].bytesPerSecond).toBeCloseTo((59 * 800_000) / 60, 6);
  });
});
