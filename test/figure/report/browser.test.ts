import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { counted } from "../../../src/base/numbers.js";
import { reproduceCommand } from "../../../src/cli/reproduce.js";
import { readLedger } from "../../../src/experiment/ledger.js";
import { ratioBars } from "../../../src/figure/ratio-bars.js";
import { ownReport } from "../../../src/figure/report/own-report.js";
import { said } from "../../cli/in-process.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { describeInBrowser, newWindow } from "../../fixture/browser.js";

/** Deque's rules for WCAG 2.1, level AA, and their good practices. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PAGES = ["index.html", "cho1998.html", "ledger.html", "glossary.html"];

/** Heat maps of claims: the table that unfolds below has the same. */
const MAPS = /^Of \d+ verdicts/;

/** Address of the report's folder. */
let folder: string;

/**
 * Opens the report. @returns `faults`: what the console, a script or the policy complained of, and all that was asked
 * for besides the file
 */
async function open(
  file = "index.html",
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  const url = new URL(file, folder).href;
  const context = await newWindow({ viewport: { width: 1280, height: 800 }, ...options });
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

/** The report's pages, each open from disk without a network, for tests that only look at it. */
const windows = new Map<string, ReturnType<typeof open>>();
function looking(file: string): ReturnType<typeof open> {
  const opened = windows.get(file) ?? open(file, { offline: true });
  windows.set(file, opened);
  return opened;
}

/** Rows of a table, and findings, that stand for all, but one. */
const ROWS = depth({ everyday: 5, prove: 20 });

/** Of so many verdicts of the ledger one stands in its page. */
const VERDICTS = depth({ everyday: 8, prove: 1 });

/** Leaves of a ledger's rows one in so many, and all that links lead to or that are about the web chosen below. */
function thin(path: string): void {
  let others = 0;
  const rows = /<tr( id="[^"]*")? data-paper.*?<\/tr>/gs;
  const isKept = (row: string, id?: string) => id || row.includes('data-web="cnr-2000"') || others++ % VERDICTS === 0;
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(rows, (row, id) => (isKept(row, id) ? row : "")),
  );
}

/** Rules that the page breaks, each with the first place. */
async function broken(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.length} times, first ${nodes[0].html.slice(0, 200)}`);
}

describeInBrowser("the report, in a browser", () => {
  beforeAll(async () => {
    const out = temporaryFolder();
    // one of curves, one of bars; what was not run the report tells from the ledger
    const which = depth({ everyday: ["cho1998/graph-2", "cho1998/graph-6"], prove: ["cho1998"] });
    const args = [...which, "--web", "campus-1k", "--repeats", "2", "--no-cache", "--out", out];
    expect((await said(reproduceCommand(), args)).error).toBeUndefined();
    thin(join(out, "ledger.html"));
    folder = pathToFileURL(`${out}/`).href;
  });

  it.each(PAGES)("opens from a file, asks for nothing else, and the console says nothing: %s", async (file) => {
    const { page, faults } = await looking(file);
    expect(await page.locator("h1").count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it("shows the first finding and its figure on the first screen", async () => {
    const { page } = await looking("index.html");
    const figure = await page.locator("figure svg").first().boundingBox();
    expect(figure && figure.y + figure.height).toBeLessThan(800);
  });

  it("is walked by keyboard: the skip link first, then the pages; Enter unfolds the data of a chart and folds them", async () => {
    const { page } = await looking("cho1998.html");
    const focused = () => page.evaluate("document.activeElement.textContent.trim()");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
    const data = page.locator("figure details.data").first();
    await data.locator("> summary").focus();
    expect(await data.locator("table").isVisible()).toBe(false);
    await page.keyboard.press("Enter");
    expect(await data.locator("table").isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    expect(await data.locator("table").isVisible()).toBe(false);
  });

  it("fits a narrow screen: neither a page nor what it shows unfolded scrolls sideways", async () => {
    for (const file of PAGES) {
      const { page } = await looking(file);
      await page.setViewportSize({ width: 400, height: 800 });
      expect([file, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([file, 400]);
      const wide =
        "[...document.querySelectorAll('.scroll, .chart')].filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)";
      const names = await page.evaluate<string[]>(`${wide}.map((each) => each.getAttribute("aria-label"))`);
      expect(names.filter((name) => !MAPS.test(name))).toEqual([]);
    }
  });

  it("shows a figure of lines whole at every width, and at 400 pixels with text of 11 pixels or more", async () => {
    const { page } = await looking("cho1998.html");
    for (const width of [1280, 800, 400]) {
      await page.setViewportSize({ width, height: 800 });
      const chart = page.locator("#section-cho1998-graph-2 + p + details .chart");
      const outOfSight = (each: { scrollWidth: number; clientWidth: number }) => each.scrollWidth - each.clientWidth;
      expect(await chart.evaluate(outOfSight as never)).toBe(0);
      const picture = chart.locator("svg:visible");
      expect(await picture.count()).toBe(1);
      const { width: shown = 0 } = (await picture.boundingBox()) ?? {};
      expect((12 * shown) / Number(await picture.getAttribute("width"))).toBeGreaterThan(11);
    }
  });

  it("has text of 11 pixels or more at 400 pixels in a picture that scrolls in its box", async () => {
    const rows = [{ measure: "a name that leaves bars no room on a telephone", ratio: 3 }];
    const page = await (await newWindow({ viewport: { width: 400, height: 800 } })).newPage();
    await page.setContent(await ownReport("Wide", [await ratioBars(rows)]));
    const picture = page.locator(".chart.scrolls svg");
    const { width: shown = 0 } = (await picture.boundingBox()) ?? {};
    expect((12 * shown) / Number(await picture.getAttribute("width"))).toBeGreaterThan(11);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(400);
  });

  // after those that look at all rows of a table
  it.each(depth<("light" | "dark")[]>({ everyday: ["dark"], prove: ["light", "dark"] }))(
    "breaks no rule of accessibility with a reader who likes it %s",
    async (colorScheme) => {
      for (const file of PAGES) {
        const { page } = await looking(file);
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.emulateMedia({ colorScheme });
        // of the many rows of a table, all alike, some stand for all, and so of findings
        await page.evaluate(
          `document.querySelectorAll("tbody tr:nth-child(n+${ROWS}), .finding:nth-of-type(n+${ROWS})").forEach((each) => each.remove())`,
        );
        await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");
        const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
        expect(ground).toBe(colorScheme === "dark" ? "rgb(22, 24, 27)" : "rgb(255, 255, 255)");
        expect([file, ...(await broken(page))]).toEqual([file]);
      }
    },
  );

  it("leads from a finding to its experiment", async () => {
    const { page } = await open();
    await page.locator('a[href="cho1998.html#section-cho1998-graph-2"]').first().click();
    await expect
      .poll(() =>
        page
          .locator("#section-cho1998-graph-2")
          .boundingBox()
          .then((box) => box && Math.abs(box.y) < 450),
      )
      .toBe(true);
  });

  it("chooses rows of the ledger by paper, web, verdict and words, and counts them; without a script it shows them all", async () => {
    const plain = (await open("ledger.html", { javaScriptEnabled: false })).page;
    const all = await plain.locator("#ledger tbody tr:visible").count();
    expect(await plain.locator("#filter, #more").filter({ visible: true }).count()).toBe(0);
    const { page } = await open("ledger.html");
    const rows = () => page.locator("#ledger tbody tr:visible").count();
    const told = () => page.locator("#count").textContent();
    expect(await rows()).toBe(100);
    expect(await told()).toBe(`${counted(all)} of ${counted(all)} verdicts fit, the first 100 are shown`);
    await page.getByRole("button", { name: `Show the other ${counted(all - 100)}` }).click();
    expect([await rows(), await told()]).toEqual([all, `${counted(all)} of ${counted(all)} verdicts are shown`]);
    await page.emulateMedia({ media: "print" });
    await page.reload();
    expect(await rows()).toBe(all);
    await page.emulateMedia({ media: "screen" });
    await page.selectOption("select[name=paper]", "cho1998");
    await page.selectOption("select[name=verdict]", "disagrees");
    await page.selectOption("select[name=web]", "cnr-2000");
    const recorded = readLedger().filter(
      ({ experiment, dataset, verdict }) =>
        experiment.startsWith("cho1998/") && dataset === "cnr-2000" && verdict === "disagrees",
    );
    expect(await rows()).toBe(recorded.length);
    await page.fill("input[name=words]", "graph-2 PAGERANK");
    const meant = recorded.filter(
      ({ experiment, claim }) => experiment === "cho1998/graph-2" && claim.includes("PageRank"),
    ).length;
    expect(meant).toBeGreaterThan(0);
    expect(await told()).toBe(`${meant} of ${counted(all)} verdicts ${meant === 1 ? "is" : "are"} shown`);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect.poll(rows).toBe(100);
    const linked = (await open("ledger.html#section-ours-speed")).page;
    await expect.poll(() => linked.locator("#section-ours-speed").isVisible()).toBe(true);
  });
});
