import { existsSync, symlinkSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { threadId } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newNotebook, notebookName } from "../../src/notebook/new-notebook.js";
import { formatNotebook, readNotebook, sourceOf } from "../../src/notebook/notebook.js";
import { projectRoot } from "../../src/notebook/project.js";
import { runNotebook } from "../../src/notebook/run-notebook.js";
import { brokenHouseRules } from "./house-rules.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "crawlbench-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("a starter notebook", () => {
  test.each([
    ["data/my.txt.gz", "my.ipynb"],
    ["thesis.warc.gz", "thesis.ipynb"],
    ["cnr-2000", "cnr-2000.ipynb"],
    ["web-Stanford.txt", "web-Stanford.ipynb"],
  ])("for %s is named %s", (web, name) => expect(notebookName(web)).toBe(name));

  test("is made with its folders, in Jupyter's own format, within the house rules", async () => {
    const file = await newNotebook(join(folder, "my.txt.gz"), join(folder, "a/b/my.ipynb"));
    const notebook = await readNotebook(file);
    expect(await readFile(file, "utf8")).toBe(formatNotebook(notebook));
    expect(brokenHouseRules("my", notebook)).toEqual([]);
    expect(new Set(notebook.cells.map(({ id }) => id)).size).toBe(notebook.cells.length);
  });

  test("names a web inside the project as cells see it, from the root", async () => {
    const file = await newNotebook(
      relative(process.cwd(), join(projectRoot, "datasets/my.txt")),
      join(folder, "in.ipynb"),
    );
    const { cells } = await readNotebook(file);
    expect(cells.map(sourceOf).join("\n")).toContain('open("datasets/my.txt")');
  });

  test("never replaces a file", async () => {
    const file = join(folder, "mine.ipynb");
    await writeFile(file, "my work");
    await expect(newNotebook("my.txt", file)).rejects.toThrow(/mine\.ipynb exists and may hold your work: nothing was/);
    expect(await readFile(file, "utf8")).toBe("my work");
  });

  test.runIf(process.platform === "linux")("is not there by half when the disk is full", async () => {
    const file = join(folder, "none.ipynb");
    symlinkSync("/dev/full", `${file}.crawlbench-${process.pid}.${threadId}.part`); // where it is written first
    await expect(newNotebook("my.txt", file)).rejects.toMatchObject({ code: "disk-full" });
    expect(existsSync(file)).toBe(false);
  });

  test("runs as written on a small edge list, and draws", async () => {
    // 60 pages in a ring, each also linking to half its number and to one of the first 7
    const links = Array.from({ length: 60 }, (_, page) =>
      [(page + 1) % 60, page >> 1, page % 7].map((to) => `${page}\t${to}`),
    );
    const web = join(folder, "ring.txt.gz");
    await writeFile(web, gzipSync(`${links.flat().join("\n")}\n`));
    const { failure, cells } = await runNotebook(await newNotebook(web, join(folder, "ring.ipynb")));
    expect(failure?.message).toBeUndefined();
    const shown = cells.filter(({ code }) => code.startsWith("await hotPageCurve"));
    expect(shown.map(({ outputs }) => outputs.map(({ output_type }) => output_type))).toEqual([
      ["display_data"],
      ["display_data"],
    ]);
  });
});
