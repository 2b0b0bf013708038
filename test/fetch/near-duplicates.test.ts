import { createReadStream } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { writeWacz } from "../../src/archive/export/wacz.js";
import { openArchive } from "../../src/archive/import/import-cache.js";
import type { Snapshot } from "../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { NearDuplicates } from "../../src/fetch/near-duplicates.js";
import type { Visit } from "../../src/fetch/visit.js";
import { backlink } from "../../src/ordering/backlink.js";
import { waczFaults } from "../archive/export/wacz-faults.js";
import { page as capturedPage, NEW_YEAR } from "../archive/small-web.js";
import { readAll, text } from "../archive/warc/bytes.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { simulate } from "./simulate.js";
import type { SimulatedPage } from "./simulated-web.js";

const SITE = "http://www.site.example";
const OTHER = "http://other.site.example";

/** So many words of which each text has its own. */
const words = (text: string, count: number) => Array.from({ length: count }, (_, i) => `${text}${i}x`).join(" ");

/** A month of a calendar without end: 400 words that all share, and one of its own. */
const month = (number: number): string =>
  `<title>Calendar</title><p>${words("day", 400)} month${number}<a href="/calendar?month=${number + 1}">next</a>`;

/** A site of some articles and a calendar. */
function answer(url: string): SimulatedPage {
  const { origin, pathname, searchParams } = new URL(url);
  if (pathname === "/robots.txt") return { status: 404 };
  if (pathname === "/calendar") return { body: month(Number(searchParams.get("month"))) };
  const article = Number(/^\/article\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN);
  if (article < 20) return { body: `<p>${words(`w${article}_`, 100)}<a href="/article/${article + 1}">next</a>` };
  if (pathname !== "/") return { status: 404 };
  const other = origin === SITE ? `<a href="${OTHER}/calendar?month=1">other</a>` : "";
  return { body: `<p>${words("start", 80)}<a href="/article/0">a</a><a href="/calendar?month=1">c</a>${other}` };
}
const near = { distance: 3, words: 50, trap: 10 };
const options = { seeds: [`${SITE}/`], politeness: { delay: 0, factor: 0 }, nearDuplicates: near };
const calendar = (pages: readonly string[], site = SITE) => pages.filter((url) => url.startsWith(`${site}/calendar`));
const rows = (snapshot: Snapshot) => Array.from({ length: snapshot.captures }, (_, row) => snapshot.capture(row));

describe("near-duplicates of a real crawl", () => {
  it("are stored once by host, their links followed until they are a trap, which is named", async () => {
    const { server, status, snapshot, crawl } = await simulate({ answer, options });
    expect(status.state).toBe("done");
    // the first, and ten that are nearly it: of the tenth no links are followed
    for (const site of [SITE, OTHER]) expect(calendar(server.pages, site)).toHaveLength(11);
    expect(status.nearDuplicates).toEqual({
      pages: 20,
      unfollowed: 2,
      traps: [OTHER, SITE].map((site) => ({
        url: `${site}/calendar?month=1`,
        prefix: `${site}/calendar?month=`,
        pages: 10,
      })),
    });
    expect(crawl.errors().filter(({ fault }) => fault === "trap")).toHaveLength(2);
    expect(crawl.errors().find(({ fault }) => fault === "trap")?.message).toMatch(
      /10 pages that begin with .*month= are/,
    );
    const stored = rows(snapshot).filter(({ url }) => url.startsWith(`${SITE}/calendar`));
    const [first, ...copies] = stored;
    expect([first.near, first.revisit]).toEqual([false, false]);
    for (const copy of copies) {
      expect(copy).toMatchObject({ near: true, revisit: true, bytes: first.bytes, digest: first.digest });
      expect(snapshot.exchange(copy.row).body).toEqual(snapshot.exchange(first.row).body);
    }
    const last = snapshot.pageOf(stored[10].row);
    expect(snapshot.linksOf(last).map(({ url }) => url)).toEqual([`${SITE}/calendar?month=12`]); // known, not followed
    expect(rows(snapshot).filter((each) => each.near)).toHaveLength(20); // no article
  });

  it("are told by no crawl that is not asked to", async () => {
    const { nearDuplicates: _, ...plain } = options;
    const { server, status, snapshot } = await simulate({ answer, options: { ...plain, pages: 60 } });
    expect(status.nearDuplicates).toBeUndefined();
    expect(calendar(server.pages).length).toBeGreaterThan(11);
    expect(rows(snapshot).some((each) => each.near)).toBe(false);
  });

  it("are revisit records with a profile that says so, the digest of what came, and where the nearly equal page is", async () => {
    const { out, snapshot } = await simulate({ answer, options });
    const { records } = await readAll(createReadStream(join(out, "archive/crawl-00000.warc.gz")));
    const found = records.filter(({ type, url }) => type === "revisit" && url.startsWith(`${SITE}/calendar`));
    expect(found).toHaveLength(10);
    const [{ headers, block, url }] = found;
    expect([url, headers.get("WARC-Profile"), headers.get("WARC-Refers-To-Target-URI")]).toEqual([
      `${SITE}/calendar?month=2`,
      "urn:x-crawlbench:revisit:near-duplicate",
      `${SITE}/calendar?month=1`,
    ]);
    const original = rows(snapshot).find((each) => each.url === `${SITE}/calendar?month=1`);
    expect(headers.get("WARC-Refers-To-Date")).toBe(new Date(original?.time ?? 0).toISOString());
    expect(headers.get("WARC-Payload-Digest")).not.toBe(original?.digest);
    expect(text(block)).toMatch(/^HTTP\/1\.1 200 X\r\n(?:.+\r\n)*\r\n$/); // the head alone
  });

  it("stand in a WACZ that is valid, and opened again are the pages that they are nearly", async () => {
    const { snapshot } = await simulate({ answer, options });
    const path = join(temporaryFolder(), "x.wacz");
    await writeWacz(snapshot, path);
    expect(await waczFaults(path)).toEqual([]);
    const { snapshot: again } = await openArchive(path, { name: "x", cache: temporaryFolder() });
    const told = (of: Snapshot) => rows(of).map(({ url, bytes, digest, status }) => [url, bytes, digest, status]);
    expect(told(again)).toEqual(told(snapshot));
  });

  it.each([
    ["breadth-first", {}],
    ["an ordering in memory", { ordering: backlink, connections: 1 }],
  ])("are remembered when a crawl goes on: %s", async (_name, more) => {
    const whole = await simulate({ answer, options: { ...options, ...more } });
    const first = await simulate({ answer, options: { ...options, ...more, pages: 25 } });
    expect(first.status).toMatchObject({ state: "stopped", pages: 25 });
    const second = await simulate({ answer, options: { ...options, ...more }, out: first.out });
    expect(second.status.nearDuplicates).toEqual(whole.status.nearDuplicates);
    expect([...first.server.pages, ...second.server.pages].sort()).toEqual([...whole.server.pages].sort());
    const third = await simulate({ answer, options: { ...options, ...more }, out: first.out });
    expect([third.server.pages, third.status.nearDuplicates]).toEqual([[], whole.status.nearDuplicates]);
    const none = await simulate({
      answer,
      options: { ...options, ...more, nearDuplicates: undefined },
      out: first.out,
    });
    expect(none.server.pages).toEqual([]); // links that were not followed are not followed later
  });

  it("are kept whole where they are coded otherwise than the page that they are nearly", async () => {
    const packed = (url: string): SimulatedPage => {
      const plain = answer(url);
      const isEven = calendar([url]).length > 0 && Number(new URL(url).searchParams.get("month")) % 2 === 0;
      return isEven ? { body: gzipSync(plain.body ?? ""), headers: { "content-encoding": "gzip" } } : plain;
    };
    const { snapshot, status } = await simulate({ answer: packed, options });
    expect(status.nearDuplicates).toMatchObject({ pages: 20 });
    const kept = rows(snapshot).filter(({ url }) => calendar([url]).length > 0);
    expect(kept.filter((each) => each.near)).toHaveLength(5); // 3, 5, 7, 9, 11
  });

  it("are not told of short texts, cut answers, and by a distance that is too small", async () => {
    const counted = async (more: object, given = answer) =>
      (await simulate({ answer: given, options: { ...options, pages: 50, ...more } })).status.nearDuplicates?.pages;
    expect(await counted({ nearDuplicates: { ...near, words: 403 } })).toBe(0); // title, 400 days, "month1next": 402
    expect(await counted({ nearDuplicates: { ...near, words: 402 } })).toBeGreaterThan(0);
    const varied = (url: string): SimulatedPage => {
      const { body = "", ...rest } = answer(url);
      return { ...rest, body: `${body}${words(url, 12)}` };
    };
    const [close, wide] = [0, 7].map((distance) => ({ nearDuplicates: { ...near, distance } }));
    expect(await counted(close, varied)).toBeLessThan((await counted(wide, varied)) ?? 0);
    const cut = (url: string): SimulatedPage => ({ ...answer(url), truncated: "length" });
    expect(await counted({}, cut)).toBe(0);
  });

  it("are asked for anew when the pages are crawled again", async () => {
    const tagged = (url: string): SimulatedPage => ({ ...answer(url), headers: { etag: `"${url}"` } });
    const { out } = await simulate({ answer: tagged, options });
    const asked: string[] = [];
    const again = (url: string, _visit: number, headers: Readonly<Record<string, string>>): SimulatedPage => {
      if (headers["if-none-match"] === undefined) return tagged(url);
      asked.push(url);
      return { status: 304 };
    };
    const { nearDuplicates: _, ...plain } = options;
    await simulate({ answer: again, options: { ...plain, previous: out, follow: false } });
    expect(calendar(asked)).toEqual([`${SITE}/calendar?month=1`]);
  });

  it("are told by options that are checked", async () => {
    const crawl = (nearDuplicates: object) => simulate({ answer, options: { ...options, nearDuplicates } });
    await expect(crawl({ distance: 8 })).rejects.toMatchObject({ code: "option" });
    await expect(crawl({ words: 0 })).rejects.toMatchObject({ code: "option" });
    await expect(crawl({ traps: 5 })).rejects.toThrow(/traps/);
  });
});

describe("what is known of near-duplicates", () => {
  const visit = (url: string, html: string): Visit => ({
    capture: capturedPage(url, html),
    links: [{ url: `${url}/next`, source: "a[href]", nofollow: false, anchor: "" }],
    isPage: true,
    html,
    oddities: [],
  });
  async function opened(folder: string) {
    const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
    const known = new NearDuplicates(writer.columns("near"), writer, { distance: 3, words: 50, trap: 3 });
    const take = (path: string, html: string) => {
      const url = `${SITE}/${path}`;
      const looked = known.look(writer.urls.intern(url), visit(url, html));
      writer.add(looked.seen.capture);
      return looked;
    };
    return { writer, known, take };
  }

  it("is that of the last commit after a kill, and goes on from there", async () => {
    const folder = temporaryFolder();
    const first = await opened(folder);
    for (const number of [1, 2, 3]) first.take(`m${number}`, month(number));
    await first.writer.commit();
    const { counts } = first.known;
    expect(counts).toEqual({ pages: 2, unfollowed: 0, traps: [] });
    for (const number of [4, 5]) first.take(`m${number}`, month(number));
    expect(first.known.counts.pages).toBe(4);
    await first.writer.close(); // without a commit, as a kill leaves it
    const second = await opened(folder);
    expect(second.known.counts).toEqual(counts);
    const { seen, trap } = second.take("m4", month(4));
    expect(trap).toEqual({ url: `${SITE}/m1`, prefix: `${SITE}/m`, pages: 3 });
    expect([seen.links, seen.capture.near, seen.capture.unfollowed]).toEqual([[], 0, true]);
    expect(second.take("m5", month(5)).trap).toBeUndefined(); // it is named once
    expect(second.known.counts).toMatchObject({ pages: 4, unfollowed: 2, traps: [{ pages: 4 }] });
    await second.writer.close();
  });

  it("takes no page for its own near-duplicate when it is fetched again", async () => {
    const { writer, known, take } = await opened(temporaryFolder());
    take("m1", month(1));
    expect(take("m1", month(2)).seen.capture.near).toBeUndefined();
    expect(known.counts.pages).toBe(0);
    await writer.close();
  });
});
