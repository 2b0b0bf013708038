import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { playCommand } from "../../src/cli/play.js";
import { compare } from "../../src/crawl/compare/compare.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { playPage } from "../../src/player/play-page.js";
import { campus } from "../../src/web/campus/campus.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";

const folder = temporaryFolder();
const told = (...args: string[]) => said(playCommand(), [...args, "--no-cache"]);

describe("crawlbench play", () => {
  it("writes the page that playPage makes, with the title and the number of pages that were asked for", async () => {
    const out = join(folder, "deep/crawl.html");
    const args = [
      "campus",
      "--pages",
      "300",
      "--by",
      "bfs,backlink",
      "--hot",
      "20",
      "--shown",
      "100",
      "--title",
      "Two",
    ];
    const { stdout, stderr } = await told(...args, "--out", out);
    const runs = await compare(campus({ pages: 300 }), {
      orderings: [breadthFirst, backlink],
      importance: backlinks({ hotAt: 20 }),
      cache: false,
      workers: 1,
    });
    expect(readFileSync(out, "utf8")).toBe(playPage(runs, { title: "Two", pages: 100 }));
    expect(stdout).toMatch(
      /crawl.html: breadth-first; backlink, ties fifo on campus-300, 0.0\d MB. Open it in a browser: it needs no network\n$/,
    );
    expect(stderr).toBe("");
    const json = JSON.parse((await told(...args, "--out", out, "--json")).stdout);
    expect(json).toEqual({
      out,
      bytes: readFileSync(out).length,
      web: "campus-300",
      orderings: ["breadth-first", "backlink, ties fifo"],
      importance: "backlinks",
      hotAt: 20,
      warnings: runs.warnings,
    });
  });

  it("plays breadth-first, backlink and PageRank order when no ordering is named", async () => {
    const out = join(folder, "usual.html");
    const { stdout } = await told("campus", "--pages", "200", "--out", out);
    expect(stdout).toContain("breadth-first; backlink, ties fifo; page-rank, accuracy 0.001, ties fifo on campus-200");
  });

  it("refuses what it does not know, and writes nothing then", async () => {
    const out = join(folder, "none.html");
    expect((await told("campus", "--by", "backlnk", "--out", out)).error).toMatch(/^no ordering "backlnk"\./);
    expect((await told("campus", "--shown", "0", "--out", out)).error).toMatch(/Expected a whole number, 1 or more/);
    expect((await told("campus", "--pages", "200")).error).toMatch(/required option '--out <file>'/);
    expect(existsSync(out)).toBe(false);
  });
});
