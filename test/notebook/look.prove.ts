import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { drawNow, type VegaLiteSpec } from "../../src/figure/draw.js";
import type { Notebook } from "../../src/notebook/notebook.js";
import { projectRoot } from "../../src/notebook/project.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { describeInBrowser, newWindow } from "../fixture/browser.js";

// Looks at each notebook as it is stored, in a browser 1280 pixels wide, and at the figures in it.

const notebooks = readdirSync(join(projectRoot, "notebooks")).filter((name) => name.endsWith(".ipynb"));
const folder = temporaryFolder();
const nbconvert = spawnSync("jupyter", ["nbconvert", "--version"], { stdio: "ignore" }).status === 0;

/** What a reader would stumble over on the open page: a sentence each. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const faults = [];
    const called = (element) => element.tagName.toLowerCase() + ' "' + element.textContent.trim().slice(0, 60) + '"';
    const { clientWidth } = document.documentElement;
    for (const element of document.querySelectorAll(".jp-OutputArea-output *, .jp-InputArea *, .jp-RenderedMarkdown *")) {
      const isCut = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible";
      if (element.clientWidth > 0 && isCut) faults.push("cut: " + called(element));
      if (element.getBoundingClientRect().right > clientWidth + 1) faults.push("beyond the page: " + called(element));
    }
    for (const cell of document.querySelectorAll(".jp-OutputArea-output :is(td, th)")) {
      const content = document.createRange();
      content.selectNodeContents(cell);
      const { height } = content.getBoundingClientRect();
      if (height > 1.6 * Number.parseFloat(getComputedStyle(cell).lineHeight)) faults.push("wrapped: " + called(cell));
    }
    return faults;
  })()`);

/** Pairs of texts of a picture that cover each other. The halo of a text is under it, and is no other text. */
const overlapsOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const texts = [...document.querySelectorAll("svg text")].filter(({ textContent }) => textContent.trim());
    const boxes = texts.map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
    return boxes.flatMap((a, i) =>
      boxes.slice(i + 1).flatMap((b) => {
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        const isHalo = a.text === b.text && a.box.left === b.box.left && a.box.top === b.box.top;
        return across > 1 && down > 4 && !isHalo ? [a.text + " / " + b.text] : [];
      }),
    );
  })()`);

/** The figures that are stored in a notebook, drawn again. */
function picturesOf({ cells }: Notebook): Promise<string[]> {
  const specs = cells.flatMap(({ outputs = [] }) =>
    outputs.flatMap((output) => {
      const spec = "data" in output ? output.data["application/vnd.vegalite.v5+json"] : undefined;
      return spec === undefined ? [] : [spec as VegaLiteSpec];
    }),
  );
  return Promise.all(specs.map(async (spec) => (await drawNow(spec, "")).svg));
}

const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, "notebooks", name), "utf8")) as Notebook;

const convert = (paths: readonly string[]) =>
  execFileSync("jupyter", ["nbconvert", "--to", "html", "--output-dir", folder, ...paths], { stdio: "ignore" });

describeInBrowser("a notebook, 1280 pixels wide", () => {
  if (!nbconvert) {
    const reason = "jupyter nbconvert is not on the PATH: apt-get install --no-install-recommends jupyter-nbconvert";
    test.skipIf(!process.env.CI)("is looked at", () => expect.fail(reason));
    return;
  }
  let page: Page;
  beforeAll(async () => {
    convert(notebooks.map((name) => join(projectRoot, "notebooks", name)));
    page = await (await newWindow({ viewport: { width: 1280, height: 900 } })).newPage();
    await page.route(/^https?:/, (route) => route.abort());
  });
  const open = (name: string) => page.goto(`file://${join(folder, name.replace(/ipynb$/, "html"))}`);

  describe("shows everything, with no table wrapped", () => {
    test.each(notebooks)("%s", async (name) => {
      await open(name);
      expect(await faultsOf(page)).toEqual([]);
    });
  });

  describe("has figures whose texts cover no other text", () => {
    test.each(notebooks)("%s", async (name) => {
      for (const picture of await picturesOf(read(name))) {
        await page.setContent(picture);
        expect(await page.locator("svg text").count()).toBeGreaterThan(0);
        expect(await overlapsOf(page)).toEqual([]);
      }
    });
  });

  test("would be found with a wide output, a cut one, a wrapped cell and labels over each other", async () => {
    const html = [
      '<div style="width:2000px">wide</div>',
      `<div style="overflow-x:auto;width:50px">${"cut".repeat(50)}</div>`,
      '<table><tr><td style="line-height:20px;width:40px">two words</td></tr></table>',
    ];
    const outputs = html.map((text) => ({ output_type: "display_data", data: { "text/html": text }, metadata: {} }));
    const cell = { cell_type: "code", id: "a", source: "x", metadata: {}, execution_count: null, outputs };
    writeFileSync(
      join(folder, "faults.ipynb"),
      JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    );
    convert([join(folder, "faults.ipynb")]);
    await open("faults.ipynb");
    const faults = (await faultsOf(page)).join("\n");
    for (const fault of [/beyond the page: div "wide"/, /cut: /, /wrapped: td "two words"/])
      expect(faults).toMatch(fault);
    await page.setContent('<svg><text x="5" y="20">one</text><text x="8" y="22">two</text></svg>');
    expect(await overlapsOf(page)).toEqual(["one / two"]);
  });
});
