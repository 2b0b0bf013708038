import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Notebook } from "../../src/notebook/notebook.js";
import { projectRoot } from "../../src/notebook/project.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { describeInBrowser, newWindow } from "../fixture/browser.js";
import {
  coresUsed,
  gone,
  isRunning,
  JupyterPage,
  type JupyterServer,
  type Shown,
  startJupyter,
} from "./jupyter-page.js";

const found = spawnSync("jupyter", ["notebook", "--version"], { stdio: "ignore" }).status === 0;
const reason = "jupyter notebook is not on the PATH: apt-get install --no-install-recommends jupyter-notebook";
if (!found) console.warn(`skipped: ${reason}`);
if (!found && process.env.CI) describe("notebooks", () => test("are tried in CI", () => expect.fail(reason)));

/** What a cell that worked shows: errors and what is printed stand for themselves. */
const kinds = (outputs: readonly Shown[]) =>
  outputs.map(
    ({ output_type, data, text }) =>
      Object.keys(data ?? {}).find((type) => type !== "text/plain") ?? text ?? output_type,
  );

const stopped = "the cell was stopped. Run it again: crawls that are kept go on, all else begins anew";

if (found)
  describeInBrowser("a person with Jupyter Notebook in a browser", () => {
    let folder: string;
    let server: JupyterServer;
    let window: BrowserContext;
    let notebook: JupyterPage;
    beforeAll(async () => {
      folder = temporaryFolder();
      await writeFile(join(folder, "mine.txt"), "0 1\n0 2\n1 2\n2 0\n");
      const whole = JSON.parse(
        await readFile(join(projectRoot, "notebooks/getting-started.ipynb"), "utf8"),
      ) as Notebook;
      const cells = whole.cells.map((cell) => (cell.cell_type === "code" ? { ...cell, outputs: [] } : cell));
      await writeFile(join(folder, "getting-started.ipynb"), JSON.stringify({ ...whole, cells }));
      server = await startJupyter(folder, "mine.txt");
      window = await newWindow({ viewport: { width: 1280, height: 900 } });
      notebook = await JupyterPage.open(window, server, "mine.ipynb");
    });
    afterAll(async () => {
      await window?.close();
      await server?.kill();
    });

    /** The process of the kernel, as a cell tells it. */
    const kernel = async () => Number((await notebook.run("process.pid"))[0].text);

    test("runs the notebook made for a file of links, and sees tables and figures", async () => {
      const shown = await notebook.runAll();
      expect(shown.map(kinds)).toEqual([
        [],
        ["text/html"],
        ["text/html"],
        ["application/vnd.vegalite.v5+json"],
        ["application/vnd.vegalite.v5+json"],
        ["text/html"],
      ]);
      expect(await notebook.page.locator(".output_png img").count()).toBe(2);
      expect(await notebook.tooWide()).toEqual([]);
    });

    test("runs getting-started, which shows nothing wider than the window", async () => {
      const started = await JupyterPage.open(window, server, "getting-started.ipynb");
      const outputs = (await started.runAll()).flat();
      expect(outputs.filter(({ output_type }) => output_type === "error")).toEqual([]);
      expect(kinds(outputs).filter((kind) => kind === "text/html").length).toBeGreaterThanOrEqual(5);
      expect(await started.page.locator(".output_png img").count()).toBe(2);
      expect(await started.page.locator(".output_html table").count()).toBeGreaterThanOrEqual(5);
      expect(await started.tooWide()).toEqual([]);
      await started.page.close();
    });

    test("is offered the names of the library by Tab", async () => {
      const imports = "backlink, backlinks, breadthFirst, caches, compare, load, pageRank, realCrawl, serve, traces";
      expect(await notebook.run(`import { ${imports} } from "crawlbench"`)).toEqual([]);
      expect(await notebook.completed("import { comp")).toContain("compare");
      expect(await notebook.completed('load("')).toEqual(expect.arrayContaining(["campus", "stanford-2002"]));
      expect(await notebook.completed("runs.")).toEqual(expect.arrayContaining(["judge", "play", "save"]));
    });

    test.each([
      ['load("stanford")', "Did you mean stanford-2002?"],
      ['backlink({ ties: "lif" })', "Did you mean lifo?"],
    ])("reads the library's own words for %s", async (typo, words) => {
      const [error] = await notebook.run(typo);
      expect(error).toMatchObject({ ename: "CrawlbenchError", evalue: expect.stringContaining(words) });
    });

    test("sees how far a comparison is, and one quiet line of it in the end", async () => {
      const options =
        "{ orderings: [pageRank, backlink], importance: backlinks({ hotAt: 10 }), repeats: 20, workers: 2, cache: false }";
      const cell = await notebook.start(`await compare(await load("campus"), ${options})`);
      await notebook.shows(cell, "■ stops");
      const [line, ...others] = await notebook.end(cell);
      expect(line.data?.["text/plain"]).toMatch(/^crawls of campus: [\d.]+ (s|min)/);
      expect(kinds(others)).toEqual(["text/html"]);
    });

    describe("who presses ■", () => {
      beforeAll(async () => {
        const words = "Uint32Array.from({ length: 8_000_000 }, (_, i) => (i % 2 ? 7 : 3e5 * Math.random() ** 3))";
        const out = JSON.stringify(join(folder, "crawl"));
        const crawl = `{ seeds: [site.start], out: ${out}, contact: "you@web.example", politeness: { delay: 20, factor: 0 } }`;
        await notebook.run(`const trace = { name: "drawn", ...traces.denseIds(${words}) };
const site = await serve(await load("campus-1k"), { bytes: 2_000 });
const crawl = { ...${crawl}, resolve: [\`*=127.0.0.1:\${site.port}\`] }`);
      });

      test.each([
        [
          "a comparison",
          "■ stops, and keeps what is done",
          'await compare(await load("campus"), { orderings: [pageRank, backlink], importance: backlinks({ hotAt: 10 }), repeats: 30, workers: 2 })',
        ],
        ["a crawl", "■ stops, and keeps what is done", "await realCrawl(crawl)"],
        [
          "a sweep over caches",
          "■ stops",
          "await caches.cacheSweep(trace, { policies: [caches.arc, caches.lirs, caches.clock, caches.min], sizes: caches.powersOf2(0, 18) })",
        ],
      ])("stops %s at once, and what it began; it can be run again", async (_what, promise, code) => {
        const pid = await kernel();
        const cell = await notebook.start(code);
        await notebook.shows(cell, promise);
        await notebook.interrupt();
        const outputs = await notebook.end(cell);
        expect(outputs.at(-1)).toMatchObject({ ename: "Interrupted", evalue: stopped });
        await notebook.shows(cell, ": stopped after ");
        expect(await coresUsed(pid)).toBeLessThan(0.2);
        await notebook.again(cell);
        expect(kinds(await notebook.end(cell)).at(-1)).toBe("text/html");
        expect(await kernel()).toBe(pid);
      });
    });

    test("plays crawls in the frame below a cell", async () => {
      const crawls = "{ orderings: [breadthFirst, backlink], importance: backlinks({ hotAt: 5 }) }";
      await notebook.run(`(await compare(await load("campus-1k"), ${crawls})).play()`);
      const player = notebook.page.frameLocator(".output_html iframe");
      const place = () => player.getByRole("slider", { name: "Pages crawled" }).inputValue();
      const before = Number(await place());
      await player.getByRole("button", { name: "Play", exact: true }).click();
      await expect.poll(async () => Number(await place())).toBeGreaterThan(before);
      expect(await notebook.tooWide()).toEqual([]);
      expect(await notebook.page.locator(".output_scroll").count()).toBe(0); // the box of outputs that are too high
    });

    test("restarts the kernel in the middle of a comparison: nothing of it runs on, and a new cell runs", async () => {
      const pid = await kernel();
      const crawls = "orderings: [pageRank, backlink], importance: backlinks({ hotAt: 10 }), repeats: 100";
      const cell = await notebook.start(`await compare(await load("campus"), { ${crawls}, workers: 2, cache: false })`);
      await notebook.shows(cell, "■ stops");
      await notebook.pick("#kernellink", "#restart_kernel");
      await notebook.page.click(".modal-dialog .btn-danger");
      await gone(pid);
      await notebook.ready();
      expect(await notebook.run("1 + 1")).toMatchObject([{ text: "2\n" }]);
    });

    test("begins a notebook of the project's kernel, and sees a web without await", async () => {
      const tree = await window.newPage();
      await tree.goto(`${server.origin}/tree?token=${server.token}`);
      await tree.click("#new-dropdown-button");
      const [page] = await Promise.all([window.waitForEvent("page"), tree.click("#kernel-tslab a")]);
      const fresh = new JupyterPage(page);
      await fresh.ready();
      expect(await fresh.run('import { load } from "crawlbench"')).toEqual([]);
      const [card] = await fresh.run('load("campus")');
      expect(card.data?.["text/html"]).toContain("campus");
      expect(card.data?.["text/html"]).toContain("<table");
    });

    test("leaves no kernel behind when Jupyter is killed", async () => {
      const pid = await kernel();
      expect(isRunning(pid)).toBe(true);
      await server.kill();
      await gone(pid);
    });
  });
