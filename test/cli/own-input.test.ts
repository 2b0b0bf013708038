import { spawnSync } from "node:child_process";
import { closeSync, existsSync, linkSync, openSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { COMMANDS } from "../../src/cli/main.js";
import { WRITTEN } from "../../src/cli/own-input.js";
import { NEW_YEAR, page } from "../archive/small-web.js";
import { Desk, entry } from "./command.js";

/** A crawl of one page, where there is none yet. */
async function crawlInto(folder: string, html: string): Promise<void> {
  if (existsSync(folder)) return;
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
  writer.add(page("http://a.example/", html));
  await writer.finish();
  await writer.close();
}

const withThoseBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(withThoseBelow)];

describe("a file that a command reads", () => {
  const desk = new Desk();
  desk.write("i.txt", "0 1\n1 2\n2 0\n");
  desk.write("c.csv", "url\na\nb\na\n");
  desk.write("order.json", "0 1\n1 0\n");
  symlinkSync("i.txt", desk.path("soft.txt"));
  symlinkSync("crawl", desk.path("link"));
  linkSync(desk.path("i.txt"), desk.path("hard.txt"));

  it.each([
    ["replay", "i.txt", "--by", "breadth-first", "--order-out", "i.txt"],
    ["replay", "i.txt", "--by", "breadth-first", "--order-out", "./soft.txt"],
    ["replay", "i.txt", "--by", "breadth-first", "--order-out", "hard.txt"],
    ["replay", "order.json", "--by", "breadth-first", "--order-out", "order"],
    ["open", "soft.txt", "--gexf", "i.txt"],
    ["cache", "c.csv", "--save", "c.csv"],
    ["cache", "c.csv", "--write", "c.csv"],
    ["cache", "i.txt", "--format", "csv", "--earlier", "c.csv", "--save", "c.csv"],
    ["score", "i.txt", "--order-out", "i.txt"],
  ])("is not written over: %s %s ...", async (...words) => {
    const before = ["i.txt", "c.csv", "order.json"].map((name) => readFileSync(desk.path(name), "utf8"));
    const { code, stderr } = await desk.run(words);
    expect(code).toBe(1);
    expect(stderr).toContain(`${words.at(-2)} ${words.at(-1)} would write over `);
    expect(["i.txt", "c.csv", "order.json"].map((name) => readFileSync(desk.path(name), "utf8"))).toEqual(before);
  });

  it("is not written over where the head of a log names it", async () => {
    const source = { web: desk.path("i.txt") };
    const head = { web: "i", sha256: "", start: "", pages: 3, epoch: 0, source };
    desk.write("a.log", `#crawlbench-access-log ${JSON.stringify(head)}\n`);
    expect(await desk.refusal(["score", "a.log", "--order-out", "hard.txt"])).toMatch(
      /^--order-out hard\.txt would write over .*i\.txt, which is read/,
    );
    expect(desk.text("i.txt")).toBe("0 1\n1 2\n2 0\n");
  });

  it.each([
    ["compare", "crawl", "--by", "breadth-first", "--save", "crawl/snapshot.json"],
    ["extract", "crawl", "t=title", "--out", "crawl/archive/crawl-00000.warc.gz"],
    ["extract", "link", "t=title", "--out", "crawl/archive/crawl-00000.warc.gz"],
    ["replay", "crawl", "--by", "breadth-first", "--order-out", "crawl/index/host.bytes"],
    ["extract", "shared", "t=title", "--out", "shared/p0/index.cdxj"],
    ["extract", "collection", "t=title", "--out", "collection/archive/a.warc.gz"],
    ["extract", "archives", "t=title", "--out", "archives/a.warc.gz"],
    ["extract", "html", "t=title", "--out", "html/index.html"],
  ])("is not written over where it is part of a folder: %s %s ... %s %s", async (...words) => {
    const page = "<title>A</title>";
    for (const folder of ["crawl", "shared/p0"]) await crawlInto(desk.path(folder), page);
    const [archive] = readdirSync(desk.path("crawl/archive"));
    for (const name of ["collection/archive/a.warc.gz", "archives/a.warc.gz"])
      desk.write(name, readFileSync(desk.path(join("crawl/archive", archive))));
    desk.write("html/index.html", page);
    const out = words.at(-1) as string;
    expect(statSync(desk.path(out)).isFile()).toBe(true);
    const before = desk.text(out);
    expect(await desk.refusal(words)).toBe(
      `${words.at(-2)} ${out} would write over ${out}, which is read. Name another file`,
    );
    expect(desk.text(out)).toBe(before);
  });

  it("may be standard input where a result goes to standard output", async () => {
    await crawlInto(desk.path("crawl"), "<title>A</title>");
    const input = openSync(desk.path("i.txt"), "r");
    const words = ["extract", "crawl", "t=title", "--out", "-"];
    const { stdout, stderr } = spawnSync(process.execPath, [entry, ...words], {
      cwd: desk.folder,
      stdio: [input, "pipe", "pipe"],
      encoding: "utf8",
    });
    closeSync(input);
    expect({ stdout, stderr }).toEqual({ stdout: '{"url":"http://a.example/","t":"A"}\n', stderr: "" });
  });

  it("may have results beside it in its folder, which may be written again", async () => {
    await crawlInto(desk.path("crawl"), "<title>A</title>");
    for (let run = 0; run < 2; run++)
      for (const out of ["crawl/rows.jsonl", "crawl/results/page.html"])
        expect(await desk.run(["extract", "crawl", "t=title", "--out", out])).toMatchObject({ code: 0 });
  });

  it("may stand beside one that is written, and what is written may be written again", async () => {
    for (let run = 0; run < 2; run++)
      expect(await desk.run(["cache", "c.csv", "--save", "rows.csv"])).toMatchObject({ code: 0 });
  });

  it("is safe from all options that name a file to be written", async () => {
    for (const load of Object.values(COMMANDS))
      for (const { options } of withThoseBelow(await load()))
        for (const option of options)
          if (/<file/.test(option.flags) && /^(write|draw|store|append)/.test(option.description))
            expect(WRITTEN, option.flags).toContain(option.attributeName());
  });
});
