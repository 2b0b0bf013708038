import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProgressLine } from "../../src/base/progress-line.js";

describe("the live line of a terminal", () => {
  const { stderr } = process;
  const usual = { isTTY: stderr.isTTY, columns: stderr.columns };
  let written: string[];

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    written = [];
    vi.spyOn(stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
    Object.assign(stderr, { isTTY: true, columns: 60 });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    Object.assign(stderr, usual);
  });

  /** Lines as they are shown: bar, share, time left, task. */
  const shown = () => written.filter((text) => text.includes("left"));

  it("shows the share, the time left and what is under way, in half of the width", () => {
    const line = new ProgressLine();
    const { listener } = line;
    listener({ task: "crawl", done: 25, total: 100 });
    vi.advanceTimersByTime(1000);
    listener({ task: "judge", done: 50, total: 100 });
    // 25 of 100 in a second, so that the 50 that are left take 2
    const bar = (full: number) => "█".repeat(full) + "░".repeat(30 - full);
    expect(shown()[0]).toBe(`${bar(8)} 25 %  ? left  crawl`); // 7.5 of 30; nothing is known yet
    expect(shown().at(-1)).toBe(`${bar(15)} 50 %  2s left  judge`);
    listener({ task: "judge", done: 50, total: 200 });
    vi.advanceTimersByTime(1000);
    expect(shown().at(-1)).toMatch(/ 25 % .* judge$/);
    line.end();
  });

  it("does not guess the time left where nothing was done for a while", () => {
    const line = new ProgressLine();
    line.listener({ task: "crawl", done: 50, total: 100 });
    for (let i = 0; i < 3; i++) {
      vi.advanceTimersByTime(1000);
      line.listener({ task: "crawl", done: 50, total: 100 });
    }
    expect(shown().at(-1)).toMatch(/ 50 % {2}\? left {2}crawl$/);
    line.end();
  });

  it("is 40 signs long at most, also where the width is not known", () => {
    for (const columns of [100, undefined]) {
      Object.assign(stderr, { columns });
      const line = new ProgressLine();
      line.listener({ task: "crawl", done: 1, total: 1 });
      expect(shown().at(-1)).toMatch(/^█{40} 100 %/);
      line.end();
    }
  });

  it("is taken away at the end, leaves the cursor as it is, and begins anew with the next event", () => {
    const line = new ProgressLine();
    line.listener({ task: "crawl", done: 1, total: 2 });
    line.end();
    // back to the first column, and cleared to the end of the line
    expect(written.slice(-2)).toEqual(["\x1B[1G", "\x1B[2K"].map((code) => expect.stringContaining(code)));
    expect(written.join("")).not.toContain("\x1B[?25"); // which hides the cursor, or shows it
    const before = shown().length;
    vi.advanceTimersByTime(10_000);
    expect(shown().length).toBe(before);
    line.listener({ task: "again", done: 1, total: 2 });
    expect(shown().slice(before)).toEqual([expect.stringMatching(/ 50 % .* again$/)]);
    line.end();
  });

  it("is silent where stderr is no terminal, where nothing is to be done, and where nothing was told", () => {
    const line = new ProgressLine();
    line.listener({ task: "crawl", done: 0, total: 0 });
    Object.assign(stderr, { isTTY: false });
    line.listener({ task: "crawl", done: 1, total: 2 });
    line.end();
    expect(written).toEqual([]);
  });
});
