import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { faceHtml } from "../../src/base/face/face.js";
import { compare } from "../../src/crawl/compare/compare.js";
import { explain } from "../../src/crawl/explain/explain.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { judge } from "../../src/crawl/judge.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { depthFirst } from "../../src/ordering/depth-first.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { random } from "../../src/ordering/random.js";
import { Film } from "../../src/player/play.js";
import { type PlayOptions, playPage } from "../../src/player/play-page.js";
import { campus } from "../../src/web/campus/campus.js";
import type { Web } from "../../src/web/web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { describeInBrowser, newWindow } from "../fixture/browser.js";
import { pairsOf } from "../fixture/pairs.js";
import { webOf } from "../fixture/webs.js";

const EVIL = '</script><img src=x onerror="alert(1)"><script>alert(2)</script>';

const pages: Page[] = [];
const folder = temporaryFolder();
let written = 0;

const comparisonOf = (web: Web, hotAt: number) =>
  compare(web, { orderings: [breadthFirst, backlink], importance: backlinks({ hotAt }), cache: false, workers: 1 });

const web = campus({ pages: depth({ everyday: 400, prove: 600 }) });
const runs = await comparisonOf(web, 20);
const length = runs.crawls[0].order.length;

interface OpenOptions extends BrowserContextOptions {
  readonly hash?: string;
  readonly clock?: boolean;
}

/**
 * Opens a page from disk, without a network. @returns `faults`: all that the console, the policy or a script complained
 * of, and requests
 */
async function open(html: string, given: OpenOptions = {}) {
  const opened = await openAny(html, given);
  await opened.page.locator("#loading").waitFor({ state: "hidden" });
  if (given.clock) await opened.page.clock.pauseAt(60_000);
  return opened;
}

async function openAny(html: string, { hash = "", clock = false, ...options }: OpenOptions) {
  const path = join(folder, `${written++}.html`);
  writeFileSync(path, html);
  const context = await newWindow({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
  const page = await context.newPage();
  pages.push(page);
  const faults: string[] = [];
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) faults.push(request.url());
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  if (clock) await page.clock.install({ time: 0 });
  await page.goto(pathToFileURL(path).href + hash);
  return { page, faults };
}

const text = (page: Page, selector: string) => page.locator(selector).innerText();
const cells = (page: Page, row: string) => page.locator(`${row} th, ${row} td`).allInnerTexts();

/** Hot pages and P of a crawl after some of its pages, by `judge`. */
function judged(crawl: number, visited: number) {
  const { order } = runs.crawls[crawl];
  const { curve, hot } = judge(web, order, runs.importance);
  const found = Math.round(curve[visited - 1] * (hot as number)); // P_ST is the share of hot pages found
  return [`${found} of ${hot}`, curve[visited - 1].toFixed(3)];
}

describeInBrowser("the page that plays crawls", () => {
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
  });
  it("opens from disk without a network or a complaint, and says at each step what judge says", async () => {
    const { page, faults } = await open(playPage(runs), { hash: "#100" });
    for (const [keys, visited] of [
      [[], 100],
      [["ArrowRight"], 101],
      [["ArrowLeft", "ArrowLeft"], 99],
      [["Shift+ArrowRight"], 99 + Math.round(length / 100)],
      [["End"], length],
      [["Home", "ArrowRight"], 1],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      expect(await text(page, "#state-heading")).toBe(`After ${visited} of ${length} pages`);
      expect(await page.locator("#position").inputValue()).toBe(String(visited));
      const cursor = await page.locator("#curves .cursor").getAttribute("d"); // on a chart that is 1000 wide
      expect(cursor).toBe(`M${((1000 * visited) / length).toFixed(1)} 0V300`);
      for (const crawl of [0, 1]) {
        const [label, found, performance] = await cells(page, `#state tr:nth-child(${crawl + 1})`);
        expect([label, found, performance]).toEqual([runs.crawls[crawl].method.label, ...judged(crawl, visited)]);
        expect((await cells(page, `#state tr:nth-child(${crawl + 1})`))[5]).toBe(
          web.urls?.at(runs.crawls[crawl].order[visited - 1]),
        );
        expect(await text(page, "#summary")).toContain(`${label} ${found} hot`);
        expect(await page.locator(`#stage-${crawl}`).getAttribute("aria-label")).toContain(
          `${label}: ${visited} crawled`,
        );
      }
    }
    await page.keyboard.press("Home");
    expect((await cells(page, "#state tr:nth-child(1)")).slice(1)).toEqual([
      "0 of " + judged(0, 1)[0].split(" ")[2],
      "0.000",
      "1",
      "",
      "–",
    ]);
    expect(faults).toEqual([]);
  });

  it("shows Figure 3 of Cho et al. 1998: the backlink crawler enters cluster A and stays, breadth-first does not", async () => {
    // A start page links to ten pages of each of two clusters in turn; the pages of a cluster of 30 all link to each
    // other.
    const cluster = (first: number) => Array.from({ length: 30 }, (_, i) => first + i);
    const [a, b] = [cluster(1), cluster(31)];
    const inside = [a, b].flatMap((each) =>
      each.flatMap((from) => each.filter((to) => to !== from).map((to) => [from, to] as const)),
    );
    const starts = a.slice(0, 10).flatMap(
      (page, i) =>
        [
          [0, page],
          [0, b[i]],
        ] as const,
    );
    const urls = [
      "http://start.example/",
      ...a.map((i) => `http://a.example/${i}`),
      ...b.map((i) => `http://b.example/${i}`),
    ];
    const traps = await comparisonOf(webOf(61, [...starts, ...inside], { urls }), 30);
    const { page } = await open(playPage(traps), { hash: "#21" });
    // 21 pages: the start; then breadth-first takes the twenty in turn, backlink those that a page of A has linked to
    expect(await text(page, "#where-0")).toMatch(/^5 of the last 10: /);
    expect(await text(page, "#where-1")).toBe("10 of the last 10: a.example");
    await page.keyboard.press("End");
    const { order } = traps.crawls[1];
    expect([...order.subarray(1, 31)].every((each) => each <= 30)).toBe(true); // all of A before any of B
    const framed = () =>
      page.evaluate(
        "[0, 1].map((crawl) => { const { width, height } = document.getElementById('marks-' + crawl); return document.getElementById('marks-' + crawl).getContext('2d').getImageData(0, 0, width, height).data.filter((value, i) => i % 4 === 3 && value > 0).length })",
      );
    const atEnd = (await framed()) as number[];
    await page.getByRole("slider").fill(String(traps.crawls[0].order.length - 40));
    const [breadth, greedy] = (await framed()) as number[];
    expect(greedy).toBeGreaterThan(breadth); // a frame round A on one map only
    expect(atEnd[0]).toBeGreaterThan(0);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    expect((await cells(page, "#state tr:nth-child(1)"))[5]).toBe(urls[0]); // page 0 is a page like others
  });

  it("tells of a page that is looked for, pressed in a table, or pressed on the map when and why each crawl took it", async () => {
    const { page, faults } = await open(playPage(runs));
    const wanted = web.urls?.at(runs.crawls[1].order[77]) as string;
    await page.getByLabel("Find a page").fill(wanted.toUpperCase());
    await page.keyboard.press("Enter");
    expect(await text(page, "#page-name")).toBe(wanted);
    for (const crawl of [0, 1]) {
      const { facts, waited } = explain(runs, runs.crawls[crawl].method.label, wanted);
      const why = facts.terms.map(({ name, value }) => `${name.replace(", smaller first", "")}: ${value}`).join("; ");
      expect(await cells(page, `#reasons tr:nth-child(${crawl + 1})`)).toEqual([
        facts.ordering,
        why,
        `${facts.crawled} (${((100 * facts.crawled) / length).toFixed(1)} %)`,
        `after ${facts.discovered}`,
        `${waited}`,
        facts.path.at(-1),
      ]);
    }
    await page.locator("#reasons button").first().click();
    expect(await text(page, "#page-name")).toBe(explain(runs, "breadth-first", wanted).facts.path.at(-1));
    await page.getByLabel("Find a page").fill("no such page");
    await page.getByRole("button", { name: "Find" }).click();
    expect(await text(page, "#found-page")).toBe("No page is called that.");
    // cells lie in the order of hosts: the first cell is the corner of the map
    await page.locator("#stage-1 .sheet").click({ position: { x: 3, y: 3 } });
    const corner = await text(page, "#page-name");
    expect(await text(page, "#pointer")).toBe(corner);
    const hot = page.locator("#hot tr");
    expect(await hot.count()).toBe(judge(web, runs.crawls[0].order, runs.importance).hot);
    await hot.nth(2).getByRole("button").click();
    const turns = [0, 1].map((crawl) =>
      page
        .locator(`#reasons tr:nth-child(${crawl + 1}) td`)
        .nth(1)
        .innerText(),
    );
    expect((await Promise.all(turns)).map((turn) => turn.split(" ")[0])).toEqual(
      (await cells(page, "#hot tr:nth-child(3)")).slice(2),
    );
    const marked = () => page.evaluate<string>("document.getElementById('marks-1').toDataURL()");
    const before = await marked();
    await page.getByLabel("Find a page").fill(corner);
    await page.keyboard.press("Enter");
    expect(await marked()).not.toBe(before); // the ring is round another page
    expect([await text(page, "#page-name"), await text(page, "#found-page")]).toEqual([corner, ""]);
    expect(faults).toEqual([]);
  });

  it("plays and pauses by space and button, begins anew after the end, and leaves keys to fields", async () => {
    const { page } = await open(playPage(runs), { hash: "#0", clock: true });
    const at = async () => Number(await page.locator("#position").inputValue());
    await page.getByLabel("All in").selectOption("10 s");
    await page.locator("#position").focus();
    await page.keyboard.press("Space");
    expect(await text(page, "#play")).toBe("Pause");
    await page.clock.runFor(1000);
    const tenth = await at(); // all in 10 s
    expect(tenth / length).toBeGreaterThan(0.08);
    expect(tenth / length).toBeLessThan(0.12);
    await page.keyboard.press("Space");
    await page.clock.runFor(500);
    expect(await at()).toBe(tenth);
    await page.getByRole("slider").fill(String(length - 10));
    await page.getByRole("button", { name: "Play" }).click();
    await page.clock.runFor(1000);
    expect([await at(), await text(page, "#play")]).toEqual([length, "Play"]);
    await page.getByLabel("Find a page").focus();
    for (const key of ["Home", "Space", "ArrowLeft"]) await page.keyboard.press(key);
    expect([await at(), await text(page, "#play")]).toEqual([length, "Play"]);
    await page.getByRole("button", { name: "Play" }).click();
    await page.clock.runFor(200);
    expect(await at()).toBeLessThan(length / 10);
    await page.getByRole("button", { name: "One step back" }).click();
    expect(await text(page, "#play")).toBe("Play");
    await page.getByRole("slider").fill("250");
    expect(await text(page, "#position-text")).toMatch(/^250 of /);
    await page.locator("#curves").click({ position: { x: 1, y: 20 } });
    expect(await at()).toBeLessThan(length / 100);
  });

  it("jumps once a second for readers who want less motion", async () => {
    const { page } = await open(playPage(runs), { hash: "#0", clock: true, reducedMotion: "reduce" });
    await page.keyboard.press("Space");
    const seen = new Set<string>();
    for (let i = 0; i < 11; i++) {
      await page.clock.runFor(200);
      seen.add(await page.locator("#position").inputValue());
    }
    expect(seen.size).toBeLessThanOrEqual(3); // 0 and the jumps of two seconds
    expect(Math.max(...[...seen].map(Number))).toBeGreaterThanOrEqual(Math.floor((1.9 * length) / 20));
  });

  it("paints a page in another colour once it is seen and once it is crawled, in the reader's theme", async () => {
    for (const colorScheme of depth<("light" | "dark")[]>({ everyday: ["dark"], prove: ["light", "dark"] })) {
      const { page } = await open(playPage(runs), { hash: "#0", colorScheme });
      const histogram = () =>
        page.evaluate(
          "(() => { const canvas = document.getElementById('cells-0'); const data = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer); const counts = {}; for (const each of data) counts[each] = (counts[each] ?? 0) + 1; return counts })()",
        ) as Promise<Record<string, number>>;
      const tone = (name: string) =>
        page.evaluate(
          `(() => { const pen = document.createElement('canvas').getContext('2d'); pen.fillStyle = getComputedStyle(document.getElementById('tone-${name}-0')).color; pen.fillRect(0, 0, 1, 1); return new Uint32Array(pen.getImageData(0, 0, 1, 1).data.buffer)[0] })()`,
        ) as Promise<number>;
      const [unseen, waiting, crawled] = [await tone("unseen"), await tone("waiting"), await tone("crawled")];
      expect(new Set([unseen, waiting, crawled]).size).toBe(3);
      const before = await histogram();
      await page.getByRole("slider").fill(String(Math.round(length / 5)));
      const after = await histogram();
      expect([
        before[crawled],
        after[crawled] > 0,
        after[waiting] > before[waiting],
        after[unseen] < before[unseen],
      ]).toEqual([undefined, true, true, true]);
      await page.emulateMedia({ colorScheme: colorScheme === "light" ? "dark" : "light" });
      // it is told before the next frame, and the page paints anew
      for (let frame = 0; frame < 2; frame++) await page.evaluate("new Promise(requestAnimationFrame)");
      const other = await tone("crawled");
      expect(other).not.toBe(crawled);
      expect((await histogram())[other]).toBe(after[crawled]);
    }
  });

  it("says above the maps what their colours and signs mean, in the colours of the maps", async () => {
    const { page } = await open(playPage(runs));
    const key = page.getByRole("list", { name: "Colours and signs on the maps" });
    expect((await key.getByRole("listitem").allInnerTexts()).map((text) => text.trim())).toEqual([
      "no link to it found yet",
      "found, waits to be crawled",
      "crawled",
      "among the last crawled",
      "hot (backlinks of 20 or more), not crawled yet",
      "hot, crawled",
      "crawled last",
      "the page asked about below",
    ]);
    const colorOf = (selector: string, nth: number) =>
      page.evaluate<string>(`getComputedStyle(document.querySelectorAll("${selector}")[${nth}]).color`);
    for (const tone of ["waiting", "crawled", "recent"])
      for (const crawl of [0, 1])
        expect(await colorOf(`.key .${tone}`, crawl)).toBe(await colorOf(`#tone-${tone}-${crawl}`, 0));
    const bottom = async (each: typeof key) => each.boundingBox().then((box) => box!.y + box!.height);
    expect(await bottom(key)).toBeLessThan(await bottom(page.locator("#stage-0")));
  });

  it("can be read and used: contrast, names of controls, no sideways scroll on a narrow screen", async () => {
    const contrasts = `(() => {
      const numbers = (color) => { const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
      const light = (color) => { const [r, g, b] = numbers(color).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const ground = (element) => { for (let at = element; at; at = at.parentElement) { const color = getComputedStyle(at).backgroundColor; if (numbers(color)[3] > 0) return color; } return 'rgb(255, 255, 255)'; };
      const bad = [];
      for (const element of document.querySelectorAll('body *')) {
        if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) || !element.checkVisibility() || element.tagName === 'SCRIPT') continue;
        const [one, other] = [light(getComputedStyle(element).color), light(ground(element))];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        if (ratio < 4.5) bad.push([element.tagName, element.id, element.className, element.textContent.slice(0, 30), ratio]);
      }
      return bad;
    })()`;
    const looks: readonly (readonly [width: number, theme: "light" | "dark"])[] = [
      [400, "light"],
      [1280, "dark"],
      [1280, "light"],
    ];
    for (const [width, colorScheme] of looks.slice(0, depth({ everyday: 2, prove: 3 }))) {
      const { page, faults } = await open(playPage(runs), { viewport: { width, height: 800 }, colorScheme });
      expect(await page.evaluate(contrasts)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      for (const control of await page.getByRole("button").all())
        expect((await control.innerText()) || (await control.getAttribute("aria-label"))).toBeTruthy();
      for (const name of ["Pages crawled", "All in", "Find a page"])
        expect(await page.getByLabel(name, { exact: true }).count()).toBe(1);
      const sizes = (await page.evaluate(
        "[document.getElementById('cells-0').getBoundingClientRect().width, document.getElementById('stage-0').clientWidth]",
      )) as [number, number];
      expect(sizes[0]).toBeLessThanOrEqual(sizes[1]);
      expect(sizes[0]).toBeGreaterThan(0.8 * sizes[1]);
      await page.locator("body").press("Tab");
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the maps");
      expect(faults).toEqual([]);
    }
  });

  it("shows a row for each of many crawls without scrolling down in a box, on a telephone, too", async () => {
    const orderings = [
      breadthFirst,
      backlink({ ties: "fifo" }),
      backlink({ ties: "lifo" }),
      backlink({ ties: "random" }),
    ];
    const options = { importance: backlinks({ hotAt: 20 }), cache: false, workers: 1 };
    const many = await compare(web, { orderings: [...orderings, pageRank, random, depthFirst], ...options });
    const { page } = await open(playPage(many), { viewport: { width: 400, height: 800 } });
    const cut = "[...document.querySelectorAll('.scroll')].filter((each) => each.scrollHeight > each.clientHeight)";
    expect(await page.evaluate(`${cut}.map((each) => each.getAttribute("aria-labelledby"))`)).toEqual(["hot-heading"]);
  });

  it("stands in a cell whole, nothing cut, as light as the Notebook around it", async () => {
    const all = [breadthFirst, backlink, backlink({ ties: "random" })];
    for (const count of depth({ everyday: [1, 3], prove: [1, 2, 3] })) {
      const importance = backlinks({ hotAt: 20 });
      const pages = depth({ everyday: 1000, prove: 2500 });
      const orderings = all.slice(0, count);
      const runs = await compare(campus({ pages }), { orderings, importance, cache: false, workers: 1 });
      const { page, faults } = await openAny(faceHtml(new Film(runs).face()), { colorScheme: "dark" });
      await page.frameLocator("iframe").locator("#loading").waitFor({ state: "hidden" });
      const shown = await page.frames()[1].evaluate(
        `(() => {
        const { clientWidth, clientHeight, scrollHeight } = document.documentElement;
        const cut = [...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth).length;
        return { clientWidth, beyond: scrollHeight - clientHeight, cut, ground: getComputedStyle(document.body).backgroundColor };
      })()`,
      );
      expect(shown).toEqual({ clientWidth: 980, beyond: 0, cut: 0, ground: "rgb(255, 255, 255)" });
      expect(faults).toEqual([]);
    }
  });

  it("shows what comes from the web as text, whatever it holds", async () => {
    const evil = webOf(4, pairsOf("0,1 0,2 1,2 2,3"), {
      name: EVIL,
      urls: [0, 1, 2, 3].map((page) => `http://h/${page}${EVIL}\u202E`),
      titles: [0, 1, 2, 3].map((page) => `${page} ${EVIL}`),
    });
    const { page, faults } = await open(playPage(await comparisonOf(evil, 2), { title: EVIL }));
    await page.getByLabel("Find a page").fill("http://h/2");
    await page.keyboard.press("Enter");
    expect(await text(page, "#page-name")).toBe(`http://h/2${EVIL}\\u{202e}`);
    expect(await text(page, "#page-about")).toContain(`2 ${EVIL}`);
    expect(await page.title()).toBe(`${EVIL} - crawlbench`);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(2); // the film and the script
    expect(faults).toEqual([]);
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = true' }))",
    );
    expect(await page.evaluate("window.ran")).toBeUndefined(); // the policy would hold if a text ever became markup
  });

  it("has no P, no curve and no complaint where no page is hot", async () => {
    const { page, faults } = await open(playPage(await comparisonOf(webOf(2, [[0, 1]]), 9)));
    await page.locator("#last").click();
    expect((await cells(page, "#state tr:first-child")).slice(0, 3)).toEqual(["breadth-first", "0 of 0", "–"]);
    expect(await text(page, "#found-of-0")).toBe("of 0 hot, P –");
    expect(faults).toEqual([]);
  });

  it("refuses options that make no sense, and takes a title and a size of the map", async () => {
    expect(() => playPage(runs, { pages: 0 })).toThrow("pages is a number of pages on the map, 1 or more; found 0");
    expect(() => playPage(runs, { title: 5 as never })).toThrow("title is a text; found 5");
    expect(() => playPage(runs, { page: 1 } as PlayOptions)).toThrow(/page/);
    const { page } = await open(playPage(runs, { title: "Two crawls", pages: 120 }), { hash: "#100" });
    expect(await text(page, "h1")).toBe("Two crawls");
    expect(await text(page, ".about")).toContain(
      "The maps show 120 pages: the hot ones, and a regular sample of the others.",
    );
    expect((await cells(page, "#state tr:nth-child(2)")).slice(1, 3)).toEqual(judged(1, 100));
  });
});
