import { describe, expect, it } from "vitest";
import { simulate } from "./simulate.js";
import { page, type SimulatedPage } from "./simulated-web.js";

const SECOND = 1000;
const robots = (url: string): SimulatedPage | undefined => (url.endsWith("/robots.txt") ? { status: 404 } : undefined);

describe("a crawl with hosts that do not answer", () => {
  /** A site of many pages, and hosts whose pages never come. */
  const slowHosts = (count: number) => (url: string) => {
    const { hostname, pathname } = new URL(url);
    if (hostname.startsWith("slow")) return robots(url) ?? { fault: "header-timeout" as const, latency: 30 * SECOND };
    const number = Number(pathname.slice(2) || 0);
    const slow = Array.from({ length: number === 0 ? count : 0 }, (_, i) => `http://slow${i}.web.example/x`);
    const next = Array.from(
      { length: 3 },
      (_, i) => `http://f${(3 * number + i) % 7}.web.example/p${3 * number + i + 1}`,
    );
    return robots(url) ?? { body: page(url, [...slow, ...next]) };
  };
  const options = { seeds: ["http://f0.web.example/p0"], politeness: { delay: 0, factor: 0 } };

  it("ends as soon as it has the pages that it may have, whatever is under way", async () => {
    const pages = 40;
    const { status, server, snapshot, out } = await simulate({ answer: slowHosts(60), options: { ...options, pages } });
    expect(status).toMatchObject({ state: "stopped", pages, inFlight: 0 });
    expect(status.elapsed).toBeLessThan(10 * SECOND);
    const fetched = Array.from(
      { length: snapshot.pages },
      (_, i) => snapshot.capture(snapshot.columns.u32("page.capture")[i]).url,
    );
    expect(new Set(fetched).size).toBe(pages);
    expect(server.log.filter(({ url }) => url.includes("slow") && url.endsWith("/x")).length).toBeGreaterThan(30);
    // what was broken off is asked for again by the next run, and no page a second time
    const again = await simulate({ answer: slowHosts(60), options: { ...options, pages: 60 }, out });
    expect(again.status.pages).toBe(60);
    expect(again.server.pages.filter((url) => fetched.includes(url))).toEqual([]);
    expect(again.server.pages.some((url) => url.includes("slow"))).toBe(true);
  });

  it("takes no more pages than it may have where slow ones come after all", async () => {
    const late = (url: string): SimulatedPage =>
      robots(url) ?? { body: page(url, url.endsWith("/p0") ? hosts : []), latency: url.endsWith("/p0") ? 10 : 2_500 };
    const hosts = Array.from({ length: 50 }, (_, i) => `http://l${i}.web.example/late`);
    const { status, snapshot } = await simulate({ answer: late, options: { ...options, pages: 5 } });
    expect(status.pages).toBe(5);
    expect(snapshot.pages).toBe(5);
  });

  it("ends a second after its time, whatever is under way", async () => {
    const { status } = await simulate({
      answer: slowHosts(60),
      options: { ...options, time: 6 * SECOND, pages: 1e6, scope: { depth: 2 } },
    });
    expect(status).toMatchObject({ state: "stopped", inFlight: 0, faults: {} });
    expect(status.elapsed).toBeGreaterThanOrEqual(6 * SECOND);
    expect(status.elapsed).toBeLessThanOrEqual(7 * SECOND);
  });

  it("gives one up after six time-outs in a row, and waits between them as docs/crawler.md says", async () => {
    const urls = Array.from({ length: 20 }, (_, i) => `http://slow0.web.example/${i}`);
    const answer = (url: string) => slowHosts(0)(url);
    const { status, server } = await simulate({
      answer,
      options: { ...options, seeds: urls, politeness: { delay: SECOND } },
    });
    const asked = server.log.filter(({ url }) => !url.endsWith("/robots.txt"));
    const waits = asked.slice(1).map(({ begin }, i) => (begin - asked[i].end) / SECOND);
    expect(waits).toEqual([10, 20, 40, 80, 120]); // ten times the delay, doubled, 120 times at most
    expect(status).toMatchObject({ state: "done", frontier: 0, faults: { "header-timeout": 6 } });
    expect(status.dropped["dead-host"]).toBe(20); // two of them were to be tried again
    expect(status.elapsed).toBeLessThan(500 * SECOND);
  });
});
