import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { Parser } from "htmlparser2";
import type { BrowserContextOptions } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { counted } from "../src/base/numbers.js";
import { readLedger } from "../src/experiment/ledger.js";
import * as library from "../src/index.js";
import { root } from "./cli/command.js";
import { filesOf, temporaryFolder } from "./crawl/pool/temporary.js";
import { describeInBrowser, newWindow } from "./fixture/browser.js";

// npm run site, built once (about 10 s), crawled, and opened in a browser.

/** Deque's rules. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Of WCAG; in the dark those that look at colours, for all else is the same there. */
const RULES = {
  light: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  dark: ["color-contrast", "link-in-text-block"],
} as const;

/** Of the many rows of a table and entries of a list, all alike, some stand for all. */
const ALIKE = [
  "tbody tr:nth-child(n+12)",
  ".tsd-nested-navigation > li:nth-child(n+4)",
  ".tsd-member-summaries > :nth-child(n+13)",
  ".tsd-panel > ul > li:nth-child(n+12)",
].join();

const out = join(temporaryFolder(), "site");
const notebooks = readdirSync(join(root, "notebooks")).filter((name) => name.endsWith(".ipynb"));

interface Notebook {
  readonly cells: readonly { readonly cell_type: string; readonly outputs?: readonly { readonly data?: object }[] }[];
}

/** What a page of the site names, and what may be named in it. */
interface Page {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
  /** What a browser loads with the page. */
  readonly loaded: readonly string[];
  readonly pictures: readonly { readonly alt?: string }[];
  /** Of code, of what was printed, of numbers beside a figure. */
  readonly blocks: number;
  /** Results that drew themselves. */
  readonly faces: number;
}

/** What the HTML of such a result begins with. */
const FACE = "font-size:14px;line-height:1.45";

function read(path: string): Page {
  const ids = new Set<string>();
  const links: string[] = [];
  const loaded: string[] = [];
  const pictures: { alt?: string }[] = [];
  let blocks = 0;
  let faces = 0;
  const parser = new Parser({
    onopentag(name, { id, href, src, alt, style }) {
      if (id) ids.add(id);
      if (name === "a" && href !== undefined) links.push(href);
      if (name !== "a" && (src ?? href) !== undefined) loaded.push(src ?? href);
      if (name === "img") pictures.push(alt === undefined ? {} : { alt });
      if (name === "pre") blocks++;
      if (name === "div" && style?.startsWith(FACE)) faces++;
    },
  });
  parser.end(readFileSync(path, "utf8"));
  return { ids, links, loaded, pictures, blocks, faces };
}

let printed: ReturnType<typeof spawnSync>;
let pages: Map<string, Page>;

beforeAll(() => {
  printed = spawnSync(process.execPath, [join(root, "docs/site/build.mjs"), "--out", out], { encoding: "utf8" });
  const html = existsSync(out) ? filesOf(out).filter((path) => path.endsWith(".html")) : [];
  pages = new Map(html.map((path) => [join(out, path), read(join(out, path))]));
});

/** TypeDoc numbers the second page of a name: the guide on freshness comes before the notebook. */
const pageOf = (notebook: string) => notebook.replace(".ipynb", notebook === "freshness.ipynb" ? "-1.html" : ".html");

const external = (link: string) => /^(https?|mailto):/.test(link);

/** The file that a link of a page means, and the place in it. */
function target(page: string, link: string): [file: string, id: string] {
  const [path, id = ""] = link.split("#");
  return [path === "" ? page : resolve(dirname(page), decodeURIComponent(path)), decodeURIComponent(id)];
}

describe("the site of the documents", () => {
  it("is built without a warning: no docstring and no page names what is not there", () => {
    expect(`${printed.stdout}${printed.stderr}`).toMatch(/^\S*info\S* html generated at .*\n.*index\.html\n$/);
    expect(printed.status).toBe(0);
  });

  it("has links that all lead to a file, and to a place in it", () => {
    const broken: string[] = [];
    let followed = 0;
    for (const [page, { links }] of pages) {
      for (const link of links.filter((each) => !external(each))) {
        const [file, id] = target(page, link);
        followed++;
        if (!existsSync(file) || (id !== "" && pages.has(file) && !pages.get(file)?.ids.has(id))) {
          broken.push(`${page.slice(out.length)}: ${link}`);
        }
      }
    }
    expect(broken).toEqual([]);
    expect(followed).toBeGreaterThan(5_000);
  });

  it("has a navigation that leads to pages that are there", () => {
    const packed = /"(.*)"/.exec(readFileSync(join(out, "assets/navigation.js"), "utf8"))?.[1] as string;
    const paths = [...String(inflateSync(Buffer.from(packed, "base64"))).matchAll(/"path":"([^"]+)"/g)];
    expect(paths.length).toBeGreaterThan(300);
    expect(paths.map(([, path]) => path).filter((path) => !existsSync(join(out, path.replace(/#.*/, ""))))).toEqual([]);
  });

  it("loads nothing from elsewhere, and says what each picture shows", () => {
    const all = [...pages].flatMap(([page, { loaded }]) => loaded.map((link) => [page, link] as const));
    const own = all.filter(([, link]) => !link.startsWith("#"));
    expect(own.filter(([page, link]) => external(link) || !existsSync(target(page, link)[0]))).toEqual([]);
    const pictures = [...pages.values()].flatMap((page) => page.pictures);
    expect(pictures.length).toBeGreaterThan(notebooks.length);
    expect(pictures.filter(({ alt }) => !alt)).toEqual([]);
  });

  it("opens with the README, and shows each figure of the notebooks in the gallery, beside its code", () => {
    const front = readFileSync(join(out, "index.html"), "utf8");
    const [, sentence] = readFileSync(join(root, "README.md"), "utf8").split("\n\n");
    expect(front).toContain(sentence);
    const gallery = pages.get(join(out, "documents/Gallery.html")) as Page;
    const shown = [...pages].flatMap(([path, { pictures }]) =>
      notebooks.some((name) => path.endsWith(`/documents/${pageOf(name)}`)) ? pictures : [],
    );
    expect(gallery.pictures).toHaveLength(shown.length);
    const html = readFileSync(join(out, "documents/Gallery.html"), "utf8");
    expect(html).toContain("<code>await hotPageCurve(runs)</code>"); // getting-started ends a cell so
    expect(html).toContain("<code>await reproduce(&quot;cho1998/graph-2&quot;, { web: web, repeats: 5 })</code>");
  });

  it("calls notebooks by their questions, says on each page where it is, and keeps the place of each figure", () => {
    const html = readFileSync(join(out, "documents/cho1998-graph-2.html"), "utf8");
    const trail = /aria-label="Breadcrumb">(.*?)<\/ul>/s
      .exec(html)?.[1]
      .replace(/<\/li>/g, " / ")
      .replace(/\n|<[^>]*>/g, "");
    const question = "Does PageRank order find pages with many backlinks sooner than backlink order does?";
    expect(trail).toBe(`crawlbench / Notebooks: Cho et al. 1998 / Graph 2: ${question} / `);
    for (const page of ["Gallery", "cho1998-graph-2", "Ten_findings"]) {
      const figures = [...readFileSync(join(out, `documents/${page}.html`), "utf8").matchAll(/<img [^>]*>/g)];
      expect(figures.length).toBeGreaterThan(0);
      for (const [image] of figures) expect(image).toMatch(/ width="\d+" height="\d+"/);
    }
  });

  it("shows the claims of each family by webs in a table, a verdict of the ledger in each cell that is not empty", () => {
    const html = readFileSync(join(out, "documents/The_claims_ledger.html"), "utf8");
    const tables = html.match(/<table class="matrix">.*?<\/table>/gs) ?? [];
    expect(tables).toHaveLength(5); // four papers, and ours
    const cells = tables.join("").match(/<td>(?!<\/td>)/g) ?? [];
    expect(cells).toHaveLength(readLedger().filter(({ dataset }) => !dataset.includes("/")).length);
  });

  it("shows findings on the webs of the ledger, and leads to the notebooks", () => {
    const html = readFileSync(join(out, "documents/Ten_findings.html"), "utf8");
    expect(html.split('<figure class="finding">').length - 1).toBe(10);
    expect(html).toContain('alt="Figure: Hot pages soonest: backlink on 4 webs of 7, PageRank on 1, level on 2"');
    expect(html).toContain('in a notebook: <a href="cho1998-graph-2.html">Graph 2: ');
  });

  it.each(notebooks)("shows all cells, outputs and figures of %s", (name) => {
    const { cells } = JSON.parse(readFileSync(join(root, "notebooks", name), "utf8")) as Notebook;
    const outputs = cells.flatMap((cell) => cell.outputs ?? []);
    const figures = outputs.filter(({ data = {} }) => "image/png" in data || "image/svg+xml" in data);
    const page = pages.get(join(out, `documents/${pageOf(name)}`)) as Page;
    expect(page.pictures).toHaveLength(figures.length);
    const code = cells.filter(({ cell_type }) => cell_type === "code");
    const results = outputs.filter(({ data = {} }) => "text/html" in data);
    expect(page.faces).toBe(results.length);
    const others = outputs.length - results.length; // a figure has its numbers beside it
    expect(page.blocks).toBeGreaterThanOrEqual(code.length + others);
  });

  it("has a page for each name that the library exports", () => {
    const named = new Set([...pages.keys()].map((path) => path.replace(/.*\/(\w+)\.html$/, "$1").replace(/-\d+$/, "")));
    expect(Object.keys(library).filter((name) => !named.has(name))).toEqual([]);
  });
});

describeInBrowser("the site in a browser, opened as files", () => {
  /** Opens a page. @returns `faults`: complaints of the console, and requests for anything but files */
  async function opened(path: string, options: BrowserContextOptions) {
    const page = await (await newWindow(options)).newPage();
    const faults: string[] = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("requestfailed", (request) => faults.push(`failed: ${request.url()}`));
    page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || faults.push(request.url()));
    await page.goto(pathToFileURL(join(out, path)).href, { waitUntil: "load" });
    await page.locator("#tsd-nav-container a").first().waitFor({ state: "attached" }); // it is unpacked by a script
    return { page, faults };
  }

  const tooWide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  const ground = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)";

  it("is light or dark as the reader has it, complains of nothing and asks no network", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, faults } = await opened("documents/cho1998-graph-2.html", { colorScheme });
      const [red] = await page.evaluate<number[]>(ground);
      expect(red < 128).toBe(colorScheme === "dark");
      expect(await page.evaluate<number>("document.images[0].naturalWidth")).toBeGreaterThan(0);
      expect(faults).toEqual([]);
    }
  });

  it.each(["light", "dark"] as const)(
    "breaks no rule of WCAG 2.2, level AA, with a reader who likes it %s",
    async (colorScheme) => {
      for (const path of [
        "index.html",
        "modules.html",
        "documents/Ten_findings.html",
        "documents/Gallery.html",
        "documents/The_claims_ledger.html",
        "documents/cho1998-graph-2.html",
        "documents/which-ordering.html",
        "functions/compare.html",
        "classes/Figure.html",
        "interfaces/AccessEntry.html",
      ]) {
        const { page } = await opened(path, { colorScheme });
        await page.evaluate(`document.querySelectorAll("${ALIKE}").forEach((each) => each.remove())`);
        await page.evaluate(axe);
        const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
          `axe.run({ runOnly: ${JSON.stringify(RULES[colorScheme])}, resultTypes: ["violations"] })`,
        );
        expect([path, ...violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)]).toEqual([path]);
      }
    },
  );

  it.each([
    "index.html",
    "modules.html",
    "documents/Gallery.html",
    "functions/compare.html",
    "documents/getting-started.html",
  ])("fits %s to a telephone: code wraps, the page never scrolls sideways", async (path) => {
    const { page, faults } = await opened(path, { viewport: { width: 390, height: 800 } });
    expect(await page.evaluate(tooWide)).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
  });

  it("shows notebooks at 1280 pixels with no line of code cut, and no figure of lines at any width", async () => {
    for (const width of [1280, 800, 400]) {
      const { page } = await opened("documents/cho1998-graph-2.html", { viewport: { width, height: 800 } });
      const cut = "each => each.scrollWidth > each.clientWidth";
      expect(
        await page.evaluate(
          `[...document.querySelectorAll("pre:has(.ts), .scroll:has(picture)")].filter(${cut}).length`,
        ),
      ).toBe(0);
    }
  });

  it("keeps the heads of a table in sight: of the page where it is wide, of its box where it is narrow", async () => {
    for (const path of ["The_claims_ledger", "The_evidence,_web_by_web", "Parts_of_Broder_et_al._2003"]) {
      const wide = await opened(`documents/${path}.html`, { viewport: { width: 1280, height: 800 } });
      const right =
        "Math.max(...[...document.querySelectorAll('.scroll')].map((each) => each.scrollWidth - each.clientWidth))";
      expect([path, await wide.page.evaluate(right)]).toEqual([path, 0]);
      const middle = "document.querySelector('.scroll tbody tr:nth-child(8)').scrollIntoView({ block: 'center' })";
      await wide.page.evaluate(middle);
      const top = "document.querySelector('.scroll thead th').getBoundingClientRect().top";
      expect(await wide.page.evaluate(top)).toBeGreaterThanOrEqual(0);
      const narrow = await opened(`documents/${path}.html`, { viewport: { width: 400, height: 800 } });
      await narrow.page.evaluate("document.querySelector('.scroll').scrollBy(100, 100)");
      const inBox = ["left", "top"].map((side) =>
        narrow.page.evaluate<number>(
          `document.querySelector('.scroll thead th').getBoundingClientRect().${side} - document.querySelector('.scroll').getBoundingClientRect().${side}`,
        ),
      );
      for (const gap of await Promise.all(inBox)) expect(Math.abs(gap)).toBeLessThan(2);
    }
  });

  it("shows a short table whole on a telephone, in no box that cuts it", async () => {
    const { page } = await opened("index.html", { viewport: { width: 390, height: 800 } });
    const tables = "[...document.querySelectorAll('.scroll:has(> table)')]";
    expect(await page.evaluate(`${tables}.length`)).toBeGreaterThan(0);
    expect(await page.evaluate(`${tables}.filter((each) => each.scrollHeight > each.clientHeight).length`)).toBe(0);
  });

  it("keeps the bar of the page over the heads of tables that pass behind it", async () => {
    const { page } = await opened("documents/getting-started.html", { viewport: { width: 1280, height: 800 } });
    const head = "document.querySelector('.output thead th').getBoundingClientRect()";
    await page.evaluate(`scrollBy(0, ${head}.top - 10)`);
    const topmost = `document.elementFromPoint(${head}.left + 4, 20)`;
    expect(await page.evaluate(`${head}.top < 20 && ${topmost}.closest(".tsd-page-toolbar") !== null`)).toBe(true);
  });

  it("chooses claims of the ledger by paper, web, verdict and words, and counts them; without a script it shows them all", async () => {
    const { page, faults } = await opened("documents/The_claims_ledger.html", {
      viewport: { width: 1280, height: 800 },
    });
    const count = page.locator("#ledger-count");
    const ledger = readLedger();
    const all = counted(ledger.length);
    await expect
      .poll(() => count.textContent())
      .toMatch(new RegExp(`^(\\d+) of \\1 claims are shown, with ${all} of ${all} verdicts\\.$`));
    await page.selectOption("[name=web]", "cnr-2000");
    await page.selectOption("[name=verdict]", "disagrees");
    const meant = ledger.filter(({ dataset, verdict }) => dataset === "cnr-2000" && verdict === "disagrees").length;
    await expect.poll(() => count.textContent()).toContain(`with ${meant} of ${all} verdicts.`);
    expect(await page.locator("h3", { hasText: "cho1998/figure-3" }).isVisible()).toBe(false);
    await page.locator("#ledger-filter button").click();
    await expect.poll(() => count.textContent()).toContain(`with ${all} of ${all} verdicts.`);
    expect(faults).toEqual([]);
    expect(readFileSync(join(out, "documents/The_claims_ledger.html"), "utf8")).toContain('class="filter" hidden');
  });

  it("finds a function by its name", async () => {
    const { page, faults } = await opened("index.html", { viewport: { width: 1280, height: 800 } });
    await page.locator("#tsd-search-trigger").click();
    await page.locator("#tsd-search-input").pressSequentially("hotPageCurve");
    await page.locator("#tsd-search-results a", { hasText: "hotPageCurve" }).first().waitFor();
    expect(faults).toEqual([]);
  });
});

describe("a notebook as a page", async () => {
  const module = pathToFileURL(join(root, "docs/site/notebook-page.mjs")).href;
  const { notebookPage } = (await import(/* @vite-ignore */ module)) as {
    notebookPage(
      notebook: object,
      name: string,
    ): {
      markdown: string;
      images: Map<string, Buffer>;
      figures: readonly {
        readonly file: string;
        readonly size: string;
        readonly title: string;
        readonly code: string;
      }[];
    };
  };
  const cell = (source: string, ...outputs: object[]) => ({
    cells: [{ cell_type: "code", source: [source], outputs }],
  });

  it("fences code with more backticks than it holds, so that it cannot end the block", () => {
    const { markdown } = notebookPage(cell("const a = '```'"), "x");
    expect(markdown).toBe("````ts\nconst a = '```'\n````\n");
  });

  it("keeps a figure beside the page, called by the first line of its text, with its numbers below", () => {
    const data = { "image/png": "aGk=", "text/plain": ['crawled % of "a" & <b>\n', "10  20"] };
    const size = { "image/png": { width: 4, height: 3 } };
    const { markdown, images } = notebookPage(
      cell("draw()", { output_type: "display_data", data, metadata: size }),
      "x",
    );
    expect([...images].map(([file, bytes]) => [file, String(bytes)])).toEqual([["x-1.png", "hi"]]); // base64 of "hi"
    expect(markdown).toContain(
      '<img class="wide" src="x-1.png" width="4" height="3" alt="Figure: crawled % of &quot;a&quot; &amp; &lt;b&gt;">',
    );
    expect(markdown).toContain('```text\ncrawled % of "a" & <b>\n10  20\n```');
  });

  it("gives the marks of orderings in a table the colour that their lines have in the dark", () => {
    const data = { "text/html": '<td style="background:none"><b style="background:#0066cd"></b>' };
    const { markdown } = notebookPage(cell("runs", { output_type: "display_data", data }), "x");
    // the blue of breadth-first in both themes, see DARK of series-style.ts
    expect(markdown).toContain('<td style="background:none"><b style="background:light-dark(#0066cd,#4668df)">');
  });

  it("knows the code of a figure: what the cell ends with, or what the name stands for that it ends with", () => {
    const drawn = { output_type: "display_data", data: { "image/png": "aGk=", "text/plain": "Title\nnumbers" } };
    const codeOf = (source: string) => notebookPage(cell(source, drawn), "x").figures;
    expect(codeOf("const a = 1\nawait draw(a, {\n  wide: true,\n})")).toEqual([
      { file: "x-1.png", size: "", title: "Title", code: "await draw(a, { wide: true, })" },
    ]);
    expect(codeOf('const result = await reproduce("a",\n  { seed: 1 })\nresult')[0].code).toBe(
      'await reproduce("a", { seed: 1 })',
    );
  });

  it("prefers SVG to PNG, shows what was printed as it was, and names an error", () => {
    const svg = { output_type: "display_data", data: { "image/svg+xml": ["<svg/>"], "image/png": "aGk=" } };
    const printed = { output_type: "stream", name: "stdout", text: ["<b>1</b>\n"] };
    const error = { output_type: "error", ename: "RangeError", evalue: "too large", traceback: [] };
    const { markdown, images } = notebookPage(cell("run()", svg, printed, error), "x");
    expect([...images.keys()]).toEqual(["x-1.svg"]);
    expect(markdown).toContain("```text\n<b>1</b>\n```");
    expect(markdown).toContain("```text\nRangeError: too large\n```");
  });
});
