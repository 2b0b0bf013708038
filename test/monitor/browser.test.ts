import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { type Monitor, openMonitor } from "../../src/monitor/monitor.js";
import { describeInBrowser, newWindow } from "../fixture/browser.js";
import { FakeCrawl, NOON, someCurves, someNear, someProcess } from "./fake-crawl.js";

const EVIL = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
const WIDE = `http://${"a".repeat(60)}.example/${"b".repeat(400)}?${EVIL}`;

const pages: Page[] = [];
const monitors: Monitor[] = [];

/**
 * Opens the page of a crawl.
 *
 * @param interval milliseconds from one look at the crawl to the next, after which the page draws all that it shows
 * @returns `faults`: all that the console, the policy or a script complained of
 */
async function watch(crawl: FakeCrawl, options: BrowserContextOptions = {}, interval = 200) {
  const monitor = await openMonitor(crawl, { interval });
  monitors.push(monitor);
  const context = await newWindow({ viewport: { width: 1280, height: 800 }, timezoneId: "UTC", ...options });
  const page = await context.newPage();
  pages.push(page);
  const faults: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(
    "window.violations = []; addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI))",
  );
  await page.goto(monitor.url);
  await shows(page, "#state", crawl.current.state);
  return { monitor, page, faults, context };
}

/** Waits until an element holds a text. */
const shows = (page: Page, selector: string, text: string | RegExp) =>
  page.locator(selector).filter({ hasText: text }).waitFor({ state: "attached" });

const told = async (crawl: FakeCrawl, call: readonly unknown[]) => expect.poll(() => crawl.calls).toContainEqual(call);

/** What elements hold, by id. */
const textsOf = (page: Page, ...ids: string[]) =>
  page.evaluate<Record<string, string>>(
    `Object.fromEntries(${JSON.stringify(ids)}.map((id) => [id, document.getElementById(id).textContent]))`,
  );

/** A crawl with something of everything. */
function busy(): FakeCrawl {
  const crawl = new FakeCrawl({ blocked: ["old.example"], speed: 120 });
  const states = ["waiting", "in use", "ready", "down", "done", "blocked"] as const;
  crawl.listed = states.map((state, index) => ({
    host: `h${index}.example`,
    state,
    fetched: 10 * index,
    queued: 600 - 100 * index,
    nextAllowed: state === "waiting" ? NOON + 30_000 : undefined,
  }));
  crawl.said = [
    { time: NOON - 5000, url: "http://h3.example/page", fault: "refused", message: "connect ECONNREFUSED" },
  ];
  return crawl;
}

/** The same, shared by processes in every state, with caches that are counted alongside. */
function shared(): FakeCrawl {
  const crawl = busy();
  const states = ["away", "done", "draining", "joining", "leaving", "paused", "running", "stopped"] as const;
  const processes = states.map((state, index) =>
    someProcess(`p${index}`, { state, ...(state === "away" && { heard: NOON - 65_000 }) }),
  );
  const exchange = { foreign: 61_234, sent: 8000, messages: 81, bytes: 336_000, received: 7900, fresh: 4100 };
  crawl.current = { ...crawl.current, processes, exchange, missCurves: [someCurves] };
  return crawl;
}

describeInBrowser("the page of a crawl", () => {
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
    for (const monitor of monitors.splice(0)) await monitor.close();
  });
  it("shows the figures of the crawl, and follows them, without a complaint of the console or the policy", async () => {
    const crawl = busy();
    const { page, faults } = await watch(crawl);
    await shows(page, "#ordering", "Crawl: breadth-first");
    await shows(page, "#pages-now", /^56\.7$/);
    await shows(page, "#bytes-now", /^812 kB$/);
    await shows(page, "#frontier-now", /^45,678$/);
    await shows(page, "#known-now", /^1,234$/);
    await shows(page, "#hosts-waiting", /^88$/);
    await shows(page, "#cache", /^81\.5 %$/);
    await shows(page, "#memory", /^312 MB$/);
    await shows(page, "#checkpointed", "11:56:00, 4 min ago");
    await shows(page, "#tail-last", "h0.example: 600 URLs, one in 30 s; done in 5 h, 17:00"); // 600 x 30 s
    await shows(page, "#refused", "robots.txt 31, host 1,200");
    await shows(page, "#responses tr:first-child", "200 OK4,00087.01 %"); // 4000 of 4597
    await shows(page, "#basic tr:first-child", "HTTP requests5,000");
    expect(await page.locator("#basic .part").allTextContents()).toEqual(["refused"]);
    await shows(page, "#hosts tr:first-child", "h0.examplewaiting060030 s5 hBlock…");
    await shows(page, "#errors tr:first-child", "11:59:55refusedhttp://h3.example/pageconnect ECONNREFUSED");
    await shows(page, "#tail-total", "5 h over 1 host, added up; 4 more not known yet");
    const first = {
      elapsed: "1 h",
      started: "11:00:00",
      "pages-unit": "per second",
      "bytes-unit": "per second",
      "frontier-unit": "URLs wait",
      "hosts-note":
        "6 of 1,234 hosts, with 2,100 of 45,678 URLs that wait; the others are of other hosts, or in no host's queue yet.",
      "tail-speed": "no request lately",
      links: "90,000, new 52,000",
      "in-flight": "16",
      "speed-now": "0.0, limit 120",
      blocked: "old.example",
      "pages-recent-top": "0–1/s",
      "pages-recent-caption": "last 10 min",
    };
    expect(await textsOf(page, ...Object.keys(first))).toEqual(first);
    // parts of 1,234 hosts, and of 4,597 responses: where each begins and how wide it is, in %
    const strips =
      "[...document.querySelectorAll('.strip')].map((strip) => [strip.getAttribute('aria-label'), ...[...strip.children].map((bar) => ['class', 'x', 'width'].map((name) => bar.getAttribute(name)).join(' '))])";
    expect(await page.evaluate(strips)).toEqual([
      [
        "Hosts: 16 in use, 12 ready, 88 waiting, 1 down, 1,117 with an empty queue",
        "in-use 0.00 1.30",
        "ready 1.30 0.97",
        "waiting 2.27 7.13",
        "down 9.40 0.08",
        "idle 9.48 90.52",
      ],
      [
        "Responses: 4,000 with 2xx, 97 with 3xx, 500 with 4xx, 0 with 5xx",
        "class-2 0.00 87.01",
        "class-3 87.01 2.11",
        "class-4 89.12 10.88",
        "class-5 100.00 0.00",
      ],
    ]);
    expect(await page.locator("#traps-row").isHidden()).toBe(true);
    for (let second = 0; second < 4; second++) {
      crawl.pass(1000, { frontier: 45_000 + second, rate: { pagesPerSecond: 50 + second, bytesPerSecond: 1_500_000 } });
      await shows(page, "#frontier-now", new RegExp(`^45,00${second}$`));
    }
    await shows(page, "#pages-now", /^53\.0$/);
    const followed = {
      "tail-speed": "12 min 30 s", // 45,003 at 60 requests a second
      "speed-now": "60.0, limit 120",
      "pages-whole-caption": "since 12:00",
      "pages-recent-top": "0–50/s",
      "bytes-whole-top": "0–800 kB/s",
      "frontier-recent-top": "0–50,000",
    };
    expect(await textsOf(page, ...Object.keys(followed))).toEqual(followed);
    crawl.pass(0, { nearDuplicates: someNear });
    crawl.pass(0, { postponed: 2_500 });
    await shows(page, "#refused", "robots.txt 31, waiting for a robots.txt 2,500, host 1,200");
    await shows(page, "#near", "1,234, links of 1,034 not followed");
    await shows(page, "#traps", /^http:\/\/a\.example\/cal\?m=… \(1,084 pages nearly/);
    await shows(page, "#bytes-now", /^1\.50 MB$/);
    expect(await page.title()).toBe("53.0/s, 45,003 wait - crawlbench");
    // 4 samples of 50 pages a second: one line that goes level, under a top of 50
    const line = await page.locator("#pages-recent .line").getAttribute("d");
    expect(line?.match(/[\d.]+ [\d.]+/g)?.map((point) => point.split(" ")[1])).toEqual(["1.0", "1.0", "1.0", "1.0"]);
    expect(await page.locator("#pages-recent svg").getAttribute("aria-label")).toBe(
      "Pages, last 10 min: between 50.0/s and 50.0/s",
    );
    await page.locator("#pages-recent svg").hover({ position: { x: 5, y: 5 } });
    await shows(page, "#pages-recent-caption", "12:00:01: 50.0/s");
    // a line down all of the chart, in the colour of texts; that of samples is the other
    const pointer = "#pages-recent path:last-child";
    expect(await page.locator(pointer).getAttribute("d")).toMatch(/^M\d+\.\d 0V60$/);
    expect(await page.evaluate(`getComputedStyle(document.querySelector("${pointer}")).stroke`)).toMatch(/^rgb/);
    crawl.listed = [];
    crawl.said = [];
    crawl.pass(0, { statuses: {}, frontier: 1, speed: undefined, blocked: [], checkpoint: 0 });
    await shows(page, "#frontier-now", /^1$/);
    await page.locator("#hosts-empty").waitFor();
    const empty = {
      "hosts-empty": "No host is known yet.",
      "responses-empty": "No response has come yet.",
      "errors-empty": "No error so far.",
      "hosts-note": "",
      "frontier-unit": "URL waits",
      "tail-last": "not known yet: no host was seen waiting",
      "tail-total": "not known yet",
      "speed-now": "60.0, no limit set",
      blocked: "none",
      checkpointed: "never",
    };
    expect(await textsOf(page, ...Object.keys(empty))).toEqual(empty);
    for (const table of ["hosts", "responses", "errors"])
      expect(await page.locator(`#${table}-table`).isVisible(), table).toBe(false);
    expect(await page.evaluate("violations")).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("shows the misses of URL caches where they are counted, follows them, and adds MIN at the end", async () => {
    const crawl = busy();
    const { page, faults } = await watch(crawl);
    await shows(page, "#frontier-now", /^45,678$/);
    expect(await page.locator("#caches-card").isVisible()).toBe(false);
    crawl.pass(1000, { missCurves: [{ ...someCurves, requests: 0, distinct: 0, sizes: [], curves: [] }] });
    await shows(page, "#caches-note", "No URL has been met yet.");
    crawl.pass(1000, { missCurves: [someCurves] });
    await shows(page, "#caches-legend div:nth-child(1)", "CLOCK50.0 %");
    await shows(page, "#caches-legend div:nth-child(2)", "FIFO60.0 %");
    await shows(page, "#caches-size", "8 entries");
    const note = "5,000 URLs met, repeats included; 30 different.";
    await shows(page, "#caches-note", `${note} MIN, the bound, is added when the crawl ends.`);
    expect(await page.locator("#caches-plot .curve").count()).toBe(2);
    // CLOCK's own, and the first that is no policy's of the paper
    for (const place of ["#caches-plot", "#caches-legend"])
      for (const style of [".curve-1", ".curve-4"]) expect(await page.locator(`${place} ${style}`).count()).toBe(1);
    const widths =
      "[...document.querySelectorAll('#caches-plot .curve')].map((each) => each.getBoundingClientRect().width)";
    for (const width of (await page.evaluate(widths)) as number[]) expect(width).toBeGreaterThan(100); // they are drawn
    const { width = 0 } = (await page.locator("#caches-chart").boundingBox()) ?? {};
    await page.locator("#caches-chart").hover({ position: { x: (46 / 420) * width + 1, y: 20 } });
    await shows(page, "#caches-size", "1 entry");
    await shows(page, "#caches-legend div:nth-child(2)", "FIFO–");
    await page.mouse.move(0, 0);
    await shows(page, "#caches-size", "8 entries");
    const curves = [...someCurves.curves, { policy: "MIN", missRates: [0.9, 0.7, 0.5, 0.2, 0.1, 0.006, 0.006] }];
    const notes = [`estimated from 7 URLs \u202E ${EVIL}`];
    crawl.pass(1000, { state: "done", missCurves: [{ ...someCurves, curves, notes }] });
    await shows(page, "#caches-legend .bound", "MIN");
    await shows(page, "#caches-note", `${note} estimated from 7 URLs \\u{202e} <img`);
    expect(await page.locator("#caches-chart").getAttribute("aria-label")).toBe(
      "Misses by entries, 1 to 32: CLOCK half-way down at 8, FIFO half-way down at 16, MIN half-way down at 8",
    );
    expect(await page.evaluate("violations")).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("gives LRU, CLOCK, MIN and STATIC a look each, and other policies those that are left", async () => {
    const crawl = busy();
    const { page } = await watch(crawl);
    const draw = async (...policies: string[]) => {
      const curves = policies.map((policy) => ({ policy, missRates: [1, 0.5, 0.2, 0.1, 0.05, 0.006, 0.006] }));
      crawl.pass(1000, { missCurves: [{ ...someCurves, curves }] });
      await shows(page, `#caches-legend div:nth-child(${policies.length})`, policies[policies.length - 1]);
      const looks =
        "['#caches-plot .curve', '#caches-legend dt'].map((each) => [...document.querySelectorAll(each)].map(({ classList }) => [...classList].filter((name) => name !== 'curve').join(' ')).join(', '))";
      const [plot, legend] = (await page.evaluate(looks)) as [string, string];
      expect(legend).toBe(plot);
      return plot;
    };
    // each of the four has its number in their order; two more looks are for others, then begins the first again
    expect(await draw("STATIC", "FIFO", "MIN", "LFU", "CLOCK", "ARC", "LRU")).toBe(
      "curve-3, curve-4, curve-2 bound, curve-5, curve-1, curve-4, curve-0",
    );
    // without LRU, CLOCK and STATIC, others have 4 and 5, then 0, 1 and 3; not 2, which is MIN's
    expect(await draw("FIFO", "LFU", "ARC", "MIN", "LIRS", "SIEVE", "2Q")).toBe(
      "curve-4, curve-5, curve-0, curve-2 bound, curve-1, curve-3, curve-4",
    );
  });

  it("sends what each control asks for, and tells what came of it", async () => {
    const crawl = busy();
    const { page, faults } = await watch(crawl);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await shows(page, "#state", "paused");
    await page.getByRole("button", { name: "Proceed" }).click();
    await shows(page, "#state", "running");
    await page.getByRole("button", { name: "Checkpoint" }).click();
    await shows(page, "#outcome", "Everything fetched is on disk.");
    await page.getByLabel("Speed").fill("80");
    await page.getByRole("button", { name: "Set" }).click();
    await shows(page, "#speed-now", "limit 80.0");
    crawl.current = { ...crawl.current, speed: 0.02 }; // a request in 50 seconds, which would be "0.0"
    await shows(page, "#speed-now", /limit 0\.02$/);
    await page.getByRole("button", { name: "No limit" }).click();
    await shows(page, "#speed-now", "no limit set");
    await page.getByRole("button", { name: "Block h2.example…" }).click();
    expect(crawl.calls.flat()).not.toContain("block"); // it is filled in, and not yet done
    expect(await page.getByRole("textbox", { name: "Block" }).inputValue()).toBe("h2.example");
    await page.keyboard.press("Enter");
    await shows(page, "#blocked", "old.example, h2.example");
    await page.getByRole("textbox", { name: "Block" }).fill("no host!");
    await page.getByRole("button", { name: "Block this host or domain", exact: true }).click();
    await shows(page, "#outcome", 'Not done: block: expected a host name, found "no host!"');
    crawl.listed = crawl.listed.map((each) => (each.host === "h2.example" ? { ...each, state: "blocked" } : each));
    await page.getByRole("button", { name: "Unblock h2.example…" }).click();
    await page.getByRole("button", { name: "Unblock this host or domain" }).click();
    await shows(page, "#blocked", "old.example");
    await page.getByRole("button", { name: "Stop…" }).click();
    await page.getByRole("button", { name: "Keep crawling" }).click();
    await page.getByRole("button", { name: "Stop…" }).click();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
    expect(crawl.calls.flat()).not.toContain("stop");
    await page.getByRole("button", { name: "Stop…" }).click();
    await page.getByRole("button", { name: "Stop the crawl" }).click();
    await shows(page, "#state", "draining");
    await told(crawl, ["stop"]);
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
    expect(crawl.calls).toEqual([
      ["pause"],
      ["proceed"],
      ["checkpoint"],
      ["setSpeed", 80],
      ["setSpeed", undefined],
      ["block", "h2.example"],
      ["block", "no host!"],
      ["unblock", "h2.example"],
      ["stop"],
    ]);
    expect(await page.getByRole("button", { name: "Pause", exact: true }).isDisabled()).toBe(true);
    expect(faults.filter((fault) => !fault.includes("400 (Bad Request)"))).toEqual([]);
  });

  it("shows what comes from the web as text, whatever it holds", async () => {
    const crawl = new FakeCrawl({
      ordering: EVIL,
      faults: { [EVIL]: 1 },
      statuses: { [EVIL]: 5 },
      links: { found: 1, fresh: 1, outOfScope: { [EVIL]: 1 } },
      blocked: [EVIL],
      frontier: 10,
      hosts: { known: 1, ready: 0, waiting: 1, down: 0, inUse: 0 },
      processes: [someProcess(EVIL), someProcess(`\u202E\u0000${EVIL}`, { state: "away" })],
    });
    crawl.listed = [{ host: EVIL, fetched: 1, queued: 9, state: "waiting", nextAllowed: NOON + 1000 }];
    crawl.said = [{ time: NOON, url: `javascript:${EVIL}`, fault: EVIL, message: `\u202E${EVIL}\u0000` }];
    const { page, faults } = await watch(crawl);
    await shows(page, "#errors", `javascript:${EVIL}`);
    await shows(page, "#errors", `\\u{202e}${EVIL}\\u{0}`);
    await shows(page, "#processes tr:nth-child(2)", `\\u{202e}\\u{0}${EVIL.slice(0, 50)}`);
    for (const id of ["processes", "ordering", "reason", "hosts", "tail-last", "blocked"])
      await shows(page, `#${id}`, EVIL);
    for (const id of ["basic", "refused"]) await shows(page, `#${id}`, EVIL.slice(0, 40));
    await shows(page, "#responses", EVIL.slice(0, 20));
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator("a").count()).toBe(1); // to the figures
    expect([await page.evaluate("violations"), faults]).toEqual([[], []]);
    // If a mistake ever let a text become markup, the browser would refuse: the policy is heeded.
    const refused = await page.evaluate(
      "try { document.body.innerHTML = '<b>'; 'let in' } catch (error) { error.name }",
    );
    expect(refused).toBe("TypeError");
    await page.evaluate(
      "new Promise((done) => { const image = new Image(); image.onerror = done; image.src = '/x.png' })",
    );
    expect(await page.evaluate("violations.some((each) => each.startsWith('img-src'))")).toBe(true);
  });

  it("shows the processes that share the crawl, which of them are away, and what they sent each other", async () => {
    const crawl = shared();
    const { page, faults } = await watch(crawl);
    await shows(page, "#processes-count", /^5 of 8 processes$/); // neither the one away nor those done and stopped
    await shows(page, "#reason", /Not heard: p0\.$/);
    const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}\\b`) });
    const cells = async (name: string) => row(name).locator("th, td").allTextContents();
    // 16 of the 5 x 16 parts that processes at work have; 3000 of 4000 URLs saved; 22,839 wait
    const figures = ["1,900", "28.4", "22,839", "8", "156 MB", "1,000", "900", "3,000 (75 %)", "now"];
    expect(await cells("p6")).toEqual(["p6", "running", "16 (20 %)", ...figures]);
    expect(await cells("p0")).toEqual([
      "p0",
      "away",
      "16",
      "1,900",
      "–",
      "22,839",
      "–",
      "–",
      "1,000",
      "900",
      "3,000 (75 %)",
      "1 min 5 s ago",
    ]);
    // not by colour alone: a sign before the word, and slanted letters
    const looks = (name: string) =>
      page.evaluate(
        `[...document.querySelectorAll('#processes tr')].filter((row) => row.children[0].textContent === '${name}').map((row) => [getComputedStyle(row.children[1], '::before').content, getComputedStyle(row.children[3]).fontStyle])`,
      );
    expect(await looks("p0")).toEqual([[expect.stringContaining("✕"), "italic"]]);
    expect(await looks("p6")).toEqual([["none", "normal"]]);
    // in every table numbers stand at the right, one below the other
    const isLeft =
      "getComputedStyle(cell).textAlign !== 'right' && /^([\\d,.]+( %| [kMG]?B)?|–)$/.test(cell.textContent)";
    expect(await page.evaluate(`[...document.querySelectorAll("td")].filter((cell) => ${isLeft}).length`)).toBe(0);
    const isOverOthers =
      "[head, head.closest('table').tBodies[0].rows[0].cells[head.cellIndex]].filter((each) => getComputedStyle(each).textAlign === 'right').length === 1";
    expect(
      await page.evaluate(`[...document.querySelectorAll("thead th")].filter((head) => ${isOverOthers}).length`),
    ).toBe(0);
    await shows(page, "#sent", "8,000 URLs of 61,234 met, in 81 messages, 336 kB, 42.0 bytes a URL");
    await shows(page, "#received", "7,900 URLs, new 4,100");
    await page.getByRole("button", { name: "Stop…" }).click();
    await shows(page, "#stop-text", /^In every process what is under way ends/);
    await page.getByRole("button", { name: "Keep crawling" }).click();
    crawl.current = { ...crawl.current, processes: [someProcess("p0"), someProcess("p9", { partitions: 48 })] };
    await shows(page, "#processes-count", /^2 of 2 processes$/);
    expect(await page.locator("#processes tr").count()).toBe(2);
    expect(await cells("p9")).toEqual(["p9", "running", "48 (75 %)", ...figures]);
    expect(await looks("p0")).toEqual([["none", "normal"]]);
    expect([await page.evaluate("violations"), faults]).toEqual([[], []]);
  });

  it("shows nothing of processes when there is one alone", async () => {
    const { page } = await watch(busy());
    await shows(page, "#hosts", "h5.example");
    for (const id of ["processes-card", "processes-count-row", "sent-row", "received-row"])
      expect(await page.locator(`#${id}`).isVisible(), id).toBe(false);
    await page.getByRole("button", { name: "Stop…" }).click();
    await shows(page, "#stop-text", /^What is under way ends/);
  });

  it("says that it is old when the crawl does not answer, and goes on when it does again", async () => {
    const crawl = busy();
    const { page } = await watch(crawl);
    expect(await page.locator("#lost").isVisible()).toBe(false);
    await page.clock.install({ time: NOON });
    // after which no browser asks again by itself
    await page.route("**/events", (route) => route.fulfill({ status: 502 }));
    await page.reload();
    await page.clock.fastForward(7000);
    await shows(page, "#lost", /^The crawl does not answer since 12:00:\d\d\./);
    await shows(page, "#state", "unknown");
    expect(await page.getByRole("button", { name: "Pause", exact: true }).isDisabled()).toBe(true);
    await page.unroute("**/events");
    await page.clock.fastForward(7000);
    await page.locator("#lost").waitFor({ state: "hidden" });
    await shows(page, "#state", "running");
    expect(await page.getByRole("button", { name: "Pause", exact: true }).isDisabled()).toBe(false);
  });

  it("counts a crawl as lost that is silent, though its connection stands", async () => {
    const { page } = await watch(busy(), {}, 1e9); // one observation when the page connects, and no more
    await page.clock.install({ time: NOON });
    await page.reload();
    await shows(page, "#frontier-now", "45,678");
    expect(await page.getByRole("button", { name: "Pause", exact: true }).isDisabled()).toBe(false);
    await page.clock.fastForward(7000);
    await shows(page, "#lost", /^The crawl does not answer since 12:00:\d\d\./);
    await shows(page, "#state", "unknown");
    expect(await page.locator("#state").getAttribute("data-state")).toBe("unknown"); // which colours it
    expect(await page.getByRole("button", { name: "Pause", exact: true }).isDisabled()).toBe(true);
  });

  it("tells a crawl that cannot say how it is, and one that has closed the monitor", async () => {
    const crawl = busy();
    const { page, monitor } = await watch(crawl);
    const { status } = crawl;
    crawl.status = () => {
      throw new Error(`no ${EVIL}`);
    };
    await shows(page, "#lost", `The crawl cannot tell how it is: no ${EVIL}`);
    crawl.status = status;
    await page.locator("#lost").waitFor({ state: "hidden" });
    crawl.current = { ...crawl.current, frontier: 7 };
    await monitor.close();
    await shows(page, "#frontier-now", /^7$/);
    await shows(page, "#lost", /^The crawl closed this monitor at \d\d:\d\d:\d\d\. The figures below are its last\.$/);
  });

  it("says of a crawl that has stopped what is on disk and how to resume, with final figures, not grey", async () => {
    const crawl = busy();
    const { page, monitor } = await watch(crawl);
    await shows(
      page,
      "#hosts-note",
      "6 of 1,234 hosts, with 2,100 of 45,678 URLs that wait; the others are of other hosts",
    );
    await shows(page, "#hosts-idle", /^1,117$/); // 1,234 less those in use, ready, waiting and down
    await shows(page, "#hosts tr:nth-child(5)", /^h4\.exampleempty40/);
    const hosts = { known: 1234, ready: 5, waiting: 111, down: 1, inUse: 0 };
    crawl.current = { ...crawl.current, state: "stopped", frontier: 2100, inFlight: 0, hosts };
    await monitor.close();
    await shows(page, "#state", "stopped");
    await shows(
      page,
      "#reason",
      "3,800 pages (61 MB) are on disk; 2,100 URLs wait. To resume, run the same command again.",
    );
    await shows(page, "#checkpointed", /^11:56:00$/); // not how long ago: nobody counts on
    await shows(page, "#pages-now", /^3,800$/);
    await shows(page, "#pages-unit", /^in all, 1\.1\/s$/); // in an hour
    await shows(page, "#bytes-now", /^61\.0 MB$/);
    await shows(page, "#speed-now", /^1\.4 in the mean$/);
    await shows(page, "#hosts-waiting", /^116$/);
    await shows(page, "#hosts tr:first-child", "h0.exampleURLs left0600––Block…");
    for (const gone of ["#lost", "#controls", "#tail", "#hosts-in-use", "#hosts-ready"])
      expect(await page.locator(gone).isHidden()).toBe(true);
    expect(await page.locator("#hosts button:enabled").count()).toBe(0);
    expect(await page.title()).toBe("stopped, 2,100 wait - crawlbench");
  });

  it("gives every control, table and picture a name, and lets the keyboard reach every control", async () => {
    const { page, context } = await watch(shared());
    await shows(page, "#hosts", "h5.example");
    const session = await context.newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const named = nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name }) => [String(role?.value), String(name?.value ?? "")]);
    const roles = new Set(named.map(([role]) => role));
    for (const role of ["button", "textbox", "spinbutton", "table", "image", "region", "heading", "link"]) {
      expect(roles, `some ${role}`).toContain(role);
      expect(
        named.filter(([of, name]) => of === role && name === ""),
        `${role} without a name`,
      ).toEqual([]);
    }
    await page.evaluate("document.activeElement.blur()");
    await page.evaluate(
      "window.reached = []; addEventListener('focusin', ({ target }) => reached.push(['id', 'aria-label', 'aria-labelledby'].map((name) => target.getAttribute(name)).find((name) => name) ?? ''))",
    );
    for (let step = 0; step < 40; step++) await page.keyboard.press("Tab");
    const reached = new Set(await page.evaluate<string[]>("reached"));
    for (const id of [
      "pause",
      "checkpoint",
      "speed",
      "speed-set",
      "speed-none",
      "block",
      "block-set",
      "block-undo",
      "stop",
      "Block h4.example…",
      "processes-heading",
    ]) {
      expect(reached).toContain(id);
    }
  });

  it("writes every text in a contrast of 4.5 or more in the light and in the dark", async () => {
    const { page } = await watch(shared());
    await shows(page, "#hosts", "h5.example");
    await page.getByRole("button", { name: "Stop…" }).click();
    // WCAG 2.2, 1.4.3: own colour against the nearest ground that is not transparent; large text would need 3 only.
    const pairs = `(() => {
    const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
    const luminance = (color) => {
      const [r, g, b] = numbers(color).map((each) => each / 255).map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const groundOf = (element) => {
      const color = element ? getComputedStyle(element).backgroundColor : getComputedStyle(document.body).backgroundColor;
      return element && numbers(color)[3] === 0 ? groundOf(element.parentElement) : color;
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
      .map((element) => {
        const [a, b] = [luminance(getComputedStyle(element).color), luminance(groundOf(element))];
        return [element.textContent.slice(0, 40), (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
      });
  })()`;
    const grounds = new Set<string>();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      grounds.add(await page.evaluate<string>("getComputedStyle(document.body).backgroundColor"));
      const found = await page.evaluate<[string, number][]>(pairs);
      expect(found.length).toBeGreaterThan(180); // 96 of them in the table of processes
      expect(
        found.filter(([, contrast]) => contrast < 4.5),
        colorScheme,
      ).toEqual([]);
    }
    expect(grounds.size).toBe(2);
  });

  it("fits a phone of 390 pixels, and one of 320, without scrolling sideways, however long a URL is", async () => {
    const crawl = shared();
    crawl.listed = [
      {
        host: `${"a".repeat(60)}.${"b".repeat(60)}.example`,
        fetched: 1e9,
        queued: 1e9,
        state: "waiting",
        nextAllowed: NOON + 9e8,
      },
      ...crawl.listed,
    ];
    crawl.said = [{ time: NOON, url: WIDE, fault: "bad-response", message: WIDE }, ...crawl.said];
    crawl.current = {
      ...crawl.current,
      blocked: [WIDE],
      ordering: "x".repeat(90),
      frontier: 1e10,
      pages: 1e10,
      processes: [...(crawl.current.processes ?? []), someProcess(WIDE, { pages: 1e10, frontier: 1e10 })],
    };
    const { page } = await watch(crawl, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await shows(page, "#errors", "aaa");
    for (const width of [390, 320, 600, 900, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate("document.documentElement.scrollWidth"), `at ${width}`).toBe(width);
      expect(
        await page.evaluate(
          "[...document.querySelectorAll('.card')].filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.getAttribute('aria-labelledby'))",
        ),
        `cards at ${width}`,
      ).toEqual([]);
    }
  });
});
