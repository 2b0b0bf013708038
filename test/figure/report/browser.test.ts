import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { reproduceCommand } from "../../../src/cli/reproduce.js";
import { said } from "../../cli/in-process.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { describeInBrowser, newWindow } from "../../fixture/browser.js";

/** Deque's rules for WCAG 2.1, level AA, and their good practices. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let url: string;

/**
 * Opens the report. @returns `faults`: what the console, a script or the policy complained of, and all that was asked
 * for besides the file
 */
async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> {
  const context = await newWindow({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    if (request.url() !== url) faults.push(`asked for ${request.url()}`);
  });
  await page.goto(url);
  return { page, faults };
}

/** Rules that the page breaks, each with the first place. */
async function broken(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run()")) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.length} times, first ${nodes[0].html.slice(0, 200)}`);
}

describeInBrowser("the report, in a browser", () => {
  beforeAll(async () => {
    const folder = temporaryFolder();
    const args = ["cho1998", "--web", "campus-1k", "--repeats", "2", "--no-cache", "--out", folder];
    expect((await said(reproduceCommand(), args)).error).toBeUndefined();
    url = pathToFileURL(join(folder, "index.html")).href;
  });
  it("opens from a file, asks for nothing else, and the console says nothing", async () => {
    const { page, faults } = await open({ offline: true });
    expect(await page.title()).toBe(
      "Reproduced: Cho, Garcia-Molina and Page 1998: Efficient crawling through URL ordering",
    );
    expect(await page.locator("h3").count()).toBeGreaterThan(5);
    expect(faults).toEqual([]);
  });

  it.each(depth<("light" | "dark")[]>({ everyday: ["dark"], prove: ["light", "dark"] }))(
    "breaks no rule of accessibility with a reader who likes it %s",
    async (colorScheme) => {
      const { page } = await open({ colorScheme });
      await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");
      const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      expect(ground).toBe(colorScheme === "dark" ? "rgb(22, 24, 27)" : "rgb(255, 255, 255)");
      expect(await broken(page)).toEqual([]);
    },
  );

  it("is walked by keyboard: the skip link first, then the contents; Enter unfolds the data of a chart", async () => {
    const { page } = await open();
    const focused = () => page.evaluate("document.activeElement.textContent.trim()");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
    await page.locator("details.data > summary").first().focus();
    const data = page.locator("details.data").first();
    expect(await data.locator("table").isVisible()).toBe(false);
    await page.keyboard.press("Enter");
    expect(await data.locator("table").isVisible()).toBe(true);
  });

  it("fits a narrow screen: tables and charts scroll by themselves, the page does not", async () => {
    const { page } = await open({ viewport: { width: 400, height: 800 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400);
  });

  it("leads from a claim on the map to its experiment", async () => {
    const { page } = await open();
    await page.locator("details.data > summary").first().click();
    await page.locator('table a[href="#section-cho1998-graph-2"]').first().click();
    expect(page.url()).toContain("#section-cho1998-graph-2");
    await expect
      .poll(() =>
        page
          .locator("#section-cho1998-graph-2")
          .boundingBox()
          .then((box) => box && Math.abs(box.y) < 450),
      )
      .toBe(true);
  });
});
