import { afterEach, describe, expect, it, vi } from "vitest";
import { CellLine } from "../../src/base/cell-line.js";
import { withProgress, withStop } from "../../src/base/progress.js";
import type { ProgressEvent } from "../../src/base/progress-event.js";
import { inCell, pressStop, type Shown } from "./in-cell.js";

const event = (done: number, more: Partial<ProgressEvent> = {}): ProgressEvent => ({
  task: "crawl",
  done,
  total: 100,
  ...more,
});

describe("withStop", () => {
  it("ends work when it next tells how far it is, once ■ was pressed, and leaves what begins later alone", async () => {
    await inCell(async () => {
      const work = (told: number[]) =>
        withStop(
          "reading",
          ({ done }) => told.push(done),
          async (tell) => {
            for (let done = 1; done <= 3; done++) {
              tell(event(done));
              await Promise.resolve();
              if (done === 2) pressStop();
            }
          },
        );
      const told: number[] = [];
      await expect(work(told)).rejects.toMatchObject({ code: "stopped", message: "reading: stopped" });
      expect(told).toEqual([1, 2]);
      const later: number[] = [];
      await withStop(
        "reading",
        ({ done }) => later.push(done),
        async (tell) => tell(event(1)),
      );
      expect(later).toEqual([1]);
    });
  });
});

describe("withProgress", () => {
  it("tells the caller's own function, of work inside the work too", async () => {
    const heard: number[] = [];
    const inner = () => withProgress("inner", undefined, async (tell) => tell(event(2)));
    await withProgress(
      "outer",
      ({ done }) => heard.push(done),
      async (tell) => {
        tell(event(1));
        await inner();
      },
    );
    expect(heard).toEqual([1, 2]);
  });

  it("tells of later work nobody who was told of works side by side, whichever ended first", async () => {
    for (const [first, second] of [
      [1, 2],
      [2, 1],
    ]) {
      const heard: string[] = [];
      const waiting = (name: string, turns: number) =>
        withProgress(
          name,
          () => heard.push(name),
          async (tell) => {
            for (let turn = 0; turn < turns; turn++) await Promise.resolve();
            tell(event(1));
          },
        );
      await Promise.all([waiting("one", first), waiting("other", second)]);
      await withProgress("later", undefined, async (tell) => tell(event(2)));
      expect(heard.sort()).toEqual(["one", "other"]);
    }
  });

  it("tells nobody of work inside work that was to be silent", async () => {
    await inCell(async (shown) => {
      await withProgress("outer", false, () =>
        withProgress("inner", undefined, async (tell) => {
          tell(event(1));
        }),
      );
      expect(shown).toEqual([]);
    });
  });

  it("shows work in the cell of a notebook that it runs in, to the end, however that comes", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    const told = async (work: (tell: (event: ProgressEvent) => void) => void) => {
      const texts: unknown[] = [];
      await inCell(async (shown) => {
        await withProgress("crawls", undefined, async (tell) => {
          vi.advanceTimersByTime(1000);
          work(tell);
        }).catch(() => {});
        texts.push(...shown.map(({ data }) => data["text/plain"]));
      });
      return texts.at(-1);
    };
    expect(await told((tell) => tell(event(50)))).toBe("crawls: 1.0 s");
    expect(await told(() => expect.fail())).toBe("crawls: ended after 1.0 s");
    vi.useRealTimers();
  });

  it("shows work on a terminal outside of a notebook, and nowhere where there is neither", async () => {
    const { stderr } = process;
    const { isTTY } = stderr;
    const write = vi.spyOn(stderr, "write").mockReturnValue(true);
    const work = () => withProgress("crawls", undefined, async (tell) => tell(event(50)));
    try {
      for (const [terminal, isShown] of [
        [true, true],
        [false, false],
      ] as const) {
        stderr.isTTY = terminal;
        write.mockClear();
        await work();
        expect(write.mock.calls.join("").includes("50 %")).toBe(isShown);
      }
    } finally {
      write.mockRestore();
      stderr.isTTY = isTTY;
    }
  });

  it("gives what the work gives, and throws what it throws", async () => {
    expect(await withProgress("", undefined, async () => 7)).toBe(7);
    await expect(withProgress("", undefined, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });
});

describe("the live line of a cell", () => {
  afterEach(() => void vi.useRealTimers());

  const text = ({ data }: Shown) => data["text/plain"];

  it("shows nothing of work that takes less than half a second", async () => {
    await inCell(async (shown) => {
      const line = new CellLine("quick");
      line.listener(event(50));
      line.end(true);
      expect(shown).toEqual([]);
    });
  });

  it("shows share, rate and time left in one output that is replaced, and ends as one quiet line", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    await inCell(async (shown) => {
      const line = new CellLine("crawls of campus");
      vi.advanceTimersByTime(1000);
      line.listener(event(2500, { unit: "pages", total: 10_000 }));
      vi.advanceTimersByTime(1000);
      line.end(true);
      // 2,500 of 10,000 after 1 s: 2,500 a second, and three times as long to go
      expect(shown.map(text)).toEqual([
        "crawls of campus: 0 %",
        "crawl: 25 % · 2,500 pages/s · 3.0 s left",
        "crawls of campus: 2.0 s",
      ]);
      expect(shown.map(({ update }) => update)).toEqual([false, true, true]);
      expect(new Set(shown.map(({ id }) => id)).size).toBe(1);
    });
  });

  it("tells more than a minute in minutes and seconds", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    await inCell(async (shown) => {
      const line = new CellLine("crawls");
      vi.advanceTimersByTime(135_000);
      line.end(true);
      expect(shown.map(text).at(-1)).toBe("crawls: 2 min 15 s");
    });
  });

  it("says that failed work ended", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    await inCell(async (shown) => {
      const line = new CellLine("crawls");
      vi.advanceTimersByTime(600);
      line.end(false);
      expect(shown.map(text).at(-1)).toBe("crawls: ended after 0.6 s");
    });
  });

  it("says after how much work it was stopped by ■, whether the work then fails or gives what it has", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    for (const isDone of [true, false])
      await inCell(async (shown) => {
        const controller = new AbortController();
        const line = new CellLine("crawl into site", controller.signal);
        vi.advanceTimersByTime(600);
        line.listener(event(1234, { unit: "pages", total: 2000 }));
        controller.abort();
        line.end(isDone);
        expect(shown.map(text).at(-1)).toBe("crawl into site: stopped after 1,234 pages, 0.6 s");
      });
  });

  it("promises to keep what is done of work that keeps it", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    await inCell(async (shown) => {
      const line = new CellLine("crawls");
      vi.advanceTimersByTime(600);
      for (const isKept of [true, false]) {
        vi.advanceTimersByTime(300);
        line.listener(event(10, { isKept }));
      }
      const promised = shown.map(({ data }) => String(data["text/html"]).includes("■ stops, and keeps what is done<"));
      expect(promised).toEqual([false, true, false]);
      line.end(true);
    });
  });

  it("draws a bar for each thing that is done at the same time, and curves that grow", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    await inCell(async (shown) => {
      const line = new CellLine("crawls");
      vi.advanceTimersByTime(600);
      const parts = [
        { name: "backlink", done: 1, total: 2 },
        { name: "<opic>", done: 2, total: 2 },
      ];
      vi.advanceTimersByTime(300);
      line.listener(event(75, { parts }));
      const html = String(shown.at(-1)?.data["text/html"]);
      expect(shown.map(text).at(-1)).toBe("crawl: 75 % · 0.9 s left"); // the slower is half done after 0.9 s
      line.listener(event(80));
      vi.advanceTimersByTime(300);
      line.listener(event(80, { curves: [{ name: "misses of LRU", values: [1, null, 0.5] }] }));
      // 120 pixels wide, 1 two pixels below the top, 0.5 sixteen further down
      expect(String(shown.at(-1)?.data["text/html"])).toMatch(/points="0.0,2.0 120.0,18.0".*misses of LRU/);
      expect(html).toMatch(/width:75%.*width:50%.*backlink.*width:100%.*&#60;opic&#62;/);
      line.end(true);
    });
  });
});
