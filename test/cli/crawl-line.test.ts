import { describe, expect, it } from "vitest";
import { CrawlLine, newErrors, statusLine } from "../../src/cli/crawl-line.js";
import { FakeCrawl, NOON, someStatus } from "../monitor/fake-crawl.js";

const whole = "3,800 pages  56.7/s  812 kB/s  frontier 45,678  hosts 12 ready 88 waiting 1 down  3 errors";

describe("the line of a crawl", () => {
  it("tells pages, rates, frontier, hosts and errors", () => {
    expect(statusLine(someStatus, 200)).toBe(whole);
    expect(statusLine({ ...someStatus, pages: 1, faults: { dns: 1 } }, 200)).toMatch(/^1 page {2}.* {2}1 error$/);
  });

  it("begins with the state when that is not running", () => {
    expect(statusLine({ ...someStatus, state: "paused" }, 200)).toBe(`paused  ${whole}`);
  });

  it("leaves out whole parts where it is wider than the terminal, and never cuts a number but the first", () => {
    expect(statusLine(someStatus, whole.length)).toBe(whole);
    expect(statusLine(someStatus, whole.length - 1)).toBe(whole.replace(/ {2}3 errors$/, ""));
    const starts = whole.split("  ").map((_, index, parts) => parts.slice(0, index + 1).join("  "));
    for (let width = "3,800 pages".length; width <= whole.length; width++) {
      const line = statusLine(someStatus, width);
      expect(starts).toContain(line);
      expect(line.length).toBeLessThanOrEqual(width);
    }
    expect([statusLine(someStatus, 5), statusLine(someStatus, 0)]).toEqual(["3,800", ""]);
  });

  it("is rewritten in place, one column short of the terminal's width, and taken away at the end", () => {
    const written: string[] = [];
    const screen = { isTTY: true, columns: 29, write: (text: string) => written.push(text) > 0 };
    const crawl = new FakeCrawl();
    const line = new CrawlLine({ screen });
    line.start(crawl);
    crawl.current = { ...someStatus, pages: 3801 };
    line.look();
    line.end(crawl.current);
    line.stop();
    // three parts are 29 wide; 28 columns hold two
    expect(written).toEqual(["\r3,800 pages  56.7/s\u001b[K", "\r3,801 pages  56.7/s\u001b[K", "\r\u001b[K"]);
  });

  it("is not drawn where stderr is no terminal", () => {
    const written: string[] = [];
    const line = new CrawlLine({
      screen: { isTTY: false, columns: 80, write: (text: string) => written.push(text) > 0 },
    });
    line.start(new FakeCrawl());
    line.look();
    line.end(someStatus);
    expect(written).toEqual([]);
  });
});

describe("a request log that cannot be written any more", () => {
  it.each([false, true])("is told once on stderr, whether that is a terminal or not (%s)", (isTTY) => {
    const written: string[] = [];
    const crawl = new FakeCrawl();
    const line = new CrawlLine({ screen: { isTTY, columns: 80, write: (text: string) => written.push(text) > 0 } });
    line.start(crawl);
    crawl.said = [{ time: NOON, url: "log.jsonl", fault: "request-log", message: "no space left" }];
    line.look();
    crawl.said = [{ time: NOON, url: "http://a.example/", fault: "dns", message: "no such host" }, ...crawl.said];
    line.end(crawl.current);
    const warning = `${isTTY ? "\r\u001b[K" : ""}warning: log.jsonl: no space left\n`;
    expect(written.filter((text) => text.includes("warning"))).toEqual([warning]);
  });
});

describe("the events of a crawl", () => {
  const error = (second: number) => ({
    time: NOON + 1000 * second,
    url: "http://a.example/\n",
    fault: "dns",
    message: "no\u0000 such host",
  });

  it("are one JSON object a line: start, errors as they come, checkpoints, a status every five seconds, done", () => {
    const written: string[] = [];
    const crawl = new FakeCrawl();
    crawl.said = [error(-1)];
    const line = new CrawlLine({ json: true, out: { write: (text) => written.push(text) } });
    line.start(crawl);
    for (let second = 1; second <= 6; second++) {
      crawl.pass(1000);
      if (second === 2) crawl.said = [error(2), error(1), ...crawl.said];
      if (second === 4) crawl.current = { ...crawl.current, checkpoint: NOON + 4000 };
      line.look();
    }
    crawl.said = [error(6), ...crawl.said];
    line.end({ ...crawl.current, state: "done" });
    line.look();
    expect(written.every((text) => text.indexOf("\n") === text.length - 1)).toBe(true);
    const events = written.map((text) => JSON.parse(text));
    const brief = events.map(({ event, now, time }) => [event, ((now ?? time) - NOON) / 1000]);
    expect(brief).toEqual([
      ["start", 0],
      ["error", 1],
      ["error", 2],
      ["checkpoint", 4],
      ["status", 5],
      ["error", 6],
      ["done", 6],
    ]);
    expect(events[0]).toEqual({ event: "start", ...someStatus });
    expect(events[1]).toEqual({ event: "error", ...error(1) });
    expect(events[6]).toMatchObject({ state: "done", pages: 3800 + 6 * 50, frontier: 45_678 });
  });

  it("tell every error that is still remembered when the last one told is not", () => {
    expect(newErrors([error(3), error(2)], error(1))).toEqual([error(2), error(3)]);
    expect(newErrors([error(3), error(2), error(1)], error(1))).toEqual([error(2), error(3)]);
    expect(newErrors([error(1)], error(1))).toEqual([]);
    expect(newErrors([error(1)], undefined)).toEqual([error(1)]);
  });
});
