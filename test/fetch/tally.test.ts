import { describe, expect, it } from "vitest";
import { largestTraps, Tally } from "../../src/fetch/tally.js";

const NOON = Date.UTC(2026, 10, 21, 12);

describe("the rates of a crawl", () => {
  it("are of the last ten whole seconds, or as many as there were, the one under way left out", () => {
    const tally = new Tally();
    tally.begin(NOON + 700);
    const fetch = (second: number, pages: number) => {
      for (let page = 0; page < pages; page++) tally.page(NOON + 1000 * second);
      tally.body(500 * pages, NOON + 1000 * second);
    };
    fetch(0.9, 6);
    expect(tally.rate(NOON + 999)).toEqual({ pagesPerSecond: 0, bytesPerSecond: 0 });
    expect(tally.rate(NOON + 1000)).toEqual({ pagesPerSecond: 6, bytesPerSecond: 3000 });
    fetch(1.5, 4);
    expect(tally.rate(NOON + 1999)).toEqual({ pagesPerSecond: 6, bytesPerSecond: 3000 });
    expect(tally.rate(NOON + 3000)).toEqual({ pagesPerSecond: 10 / 3, bytesPerSecond: 5000 / 3 });
    // second 0 is the eleventh then
    expect([10_999, 11_000, 11_999, 12_000].map((ms) => tally.rate(NOON + ms).pagesPerSecond)).toEqual([
      1, 0.4, 0.4, 0,
    ]);
    fetch(40, 20);
    expect(tally.rate(NOON + 41_000)).toEqual({ pagesPerSecond: 2, bytesPerSecond: 1000 });
    // a clock that was put back
    fetch(39, 10);
    expect(tally.rate(NOON + 39_000).pagesPerSecond).toBe(2);
    expect(tally.rate(NOON + 42_000).pagesPerSecond).toBe(3);
    fetch(42, 5);
    expect(tally.rate(NOON + 100_000).pagesPerSecond).toBe(0);
  });

  it("stay the same where each second brings the same", () => {
    const tally = new Tally();
    tally.begin(NOON);
    for (let second = 0; second < 30; second++) {
      const now = NOON + 1000 * second;
      tally.page(now);
      tally.body(500, now);
      expect(tally.rate(now + 1000), `after ${second + 1} s`).toEqual({ pagesPerSecond: 1, bytesPerSecond: 500 });
    }
  });
});

it("names the twenty traps with most pages, equal ones by their URLs", () => {
  const traps = Array.from({ length: 21 }, (_, i) => ({
    url: `http://a.example/${i % 20}/${i}`,
    prefix: "",
    pages: i % 20,
  }));
  const named = largestTraps(traps).map(({ url }) => url.slice(17));
  expect(named).toHaveLength(20);
  expect(named.slice(0, 2)).toEqual(["19/19", "18/18"]);
  expect(named.at(-1)).toBe("0/0"); // and not 0/20
});
