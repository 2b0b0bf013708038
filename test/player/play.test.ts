import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { load as parsed } from "cheerio";
import { describe, expect, it } from "vitest";
import { compare } from "../../src/crawl/compare/compare.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import "../../src/player/play.js";
import { playPage } from "../../src/player/play-page.js";
import { campus } from "../../src/web/campus/campus.js";
import { inCell } from "../base/in-cell.js";

const crawled = () =>
  compare(campus({ pages: 300 }), {
    orderings: [breadthFirst],
    importance: backlinks({ hotAt: 20 }),
    cache: false,
    workers: 1,
  });

describe("runs.play()", () => {
  it("shows the page that playPage makes below the cell, in a frame that may run its scripts and nothing else, and in light", async () => {
    const runs = await crawled();
    await inCell(async (shown) => {
      expect(inspect(runs.play())).toBe("");
      const frame = parsed(String(shown[0].data["text/html"]))("iframe");
      expect(frame.attr("sandbox")).toBe("allow-scripts");
      const [before, , after] = String(frame.attr("srcdoc")).split(/(<style>.*?<\/style>)/s);
      const page = playPage(runs, { pages: 300 });
      expect([before, after]).toEqual(page.split(/<style>.*?<\/style>/s));
      expect(shown[0].data["text/plain"]).toMatch(/^breadth-first on campus-300, 1 crawls?, .*run the cell/);
    });
  });

  it("writes the page", async () => {
    const folder = mkdtempSync(join(tmpdir(), "crawlbench-test-"));
    try {
      const runs = await crawled();
      await runs.play({ title: "Seen" }).save(join(folder, "new", "crawl.html"));
      expect(readFileSync(join(folder, "new", "crawl.html"), "utf8")).toBe(
        playPage(runs, { title: "Seen", pages: 300 }),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("refuses options that it does not know", async () => {
    const runs = await crawled();
    expect(() => runs.play({ pages: 0 })).toThrow(/a number of pages on the map/);
  });
});
