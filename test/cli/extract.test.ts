import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { NewCapture } from "../../src/archive/capture.js";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { extractCommand } from "../../src/cli/extract.js";
import { answer, NEW_YEAR, page } from "../archive/small-web.js";
import { filesOf, temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";

const A = "http://a.example/";

async function crawl(
  captures: readonly NewCapture[],
  store: "warc" | "none" = "warc",
  folder = temporaryFolder(),
): Promise<string> {
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR, store });
  for (const capture of captures) writer.add(capture);
  await writer.finish();
  await writer.close();
  return folder;
}

const run = (...args: string[]) => said(extractCommand(), args);
const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const first = page(A, '<html lang=en><h1>First\n page</h1><a href="/x">x</a><a href="/y" rel=next>y</a>');
const packed = page(`${A}packed`, "");
const captures = [
  answer(`${A}robots.txt`, 200, 0, { type: "text/plain" }),
  first,
  answer(`${A}gone`, 404, 1),
  page(`${A}lost`, "<h1>Not here</h1>", 2, { exchange: { ...first.exchange, url: `${A}lost`, status: 404 } }),
  {
    ...packed,
    exchange: {
      ...packed.exchange,
      head: "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\nContent-Encoding: gzip\r\n\r\n",
      body: gzipSync(Buffer.concat([Buffer.from("<h1>"), new Uint8Array([0xfc, 0xd4, 0xcf]), Buffer.from("</h1>")])),
    },
  },
  page(A, "<h1>Second visit</h1>", 9),
];

describe("crawlbench extract", () => {
  it("prints a line per HTML page of status 200 in the order of visits, its codings undone", async () => {
    const { stdout, stderr } = await run(await crawl(captures), "title=h1", "next=a[rel=next]@href", "links=a@href[]");
    expect(stderr).toBe("");
    expect(lines(stdout)).toEqual([
      { url: A, title: "First page", next: "/y", links: ["/x", "/y"] },
      { url: `${A}packed`, title: "\u042d\u0442\u043e", next: null, links: [] },
      { url: A, title: "Second visit", next: null, links: [] },
    ]);
  });

  it("prints the lines for --out -, and makes no file of that name", async () => {
    const folder = await crawl(captures);
    const printed = await run(folder, "t=h1", "--out", "-");
    expect(printed).toEqual(await run(folder, "t=h1"));
    expect(existsSync("-")).toBe(false);
  });

  it("writes the lines into a file that is there when it is whole, and says how many", async () => {
    const folder = await crawl(captures);
    const out = join(temporaryFolder(), "new", "pages.jsonl");
    expect((await run(folder, "words=h1[]", "--out", out)).stdout).toBe(
      `${out}: 3 pages, ${readFileSync(out).length} bytes\n`,
    );
    expect(lines(readFileSync(out, "utf8")).map(({ words }) => words[0])).toEqual([
      "First page",
      "\u042d\u0442\u043e",
      "Second visit",
    ]);
    const told = JSON.parse((await run(folder, "t=title", "--out", out, "--json")).stdout);
    expect(told).toEqual({ out, pages: 3, bytes: readFileSync(out).length, notStored: 0 });
    expect(filesOf(join(out, ".."))).toEqual(["pages.jsonl"]);
    const link = join(temporaryFolder(), "link.jsonl");
    symlinkSync(out, link);
    await run(folder, "t=h1", "--out", link);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(lines(readFileSync(out, "utf8"))[0]).toEqual({ url: A, t: "First page" });
  });

  it("takes what was stored where a run kept no bodies, before or after, and says how many pages it leaves out", async () => {
    const pages = ["b", "c", "d"].map((name) => page(`${A}${name}`, `<h1>${name}</h1>`, 20));
    const folder = await crawl(pages.slice(0, 1), "none");
    await crawl(pages.slice(1, 2), "warc", folder);
    await crawl([page(`${A}again`, "<h1>b</h1>", 21)], "warc", folder); // the body that was not kept comes again
    await crawl(pages.slice(2), "none", folder);
    const { stdout, stderr, error } = await run(folder, "title=h1");
    expect(error).toBeUndefined();
    expect(lines(stdout)).toEqual([
      { url: `${A}c`, title: "c" },
      { url: `${A}again`, title: "b" },
    ]);
    expect(stderr).toMatch(/^Left out: 2 of 4 pages, of which --store none kept no bodies/);
    const out = join(temporaryFolder(), "pages.jsonl");
    expect(JSON.parse((await run(folder, "title=h1", "--out", out, "--json")).stdout)).toMatchObject({ notStored: 2 });
  });

  it("reads one page at a time: the first lines come before the last page is read", async () => {
    const folder = await crawl(Array.from({ length: 400 }, (_, index) => page(`${A}${index}`, `<h1>${index}</h1>`)));
    const [archive] = filesOf(join(folder, "archive"));
    const path = join(folder, "archive", archive);
    writeFileSync(path, readFileSync(path).subarray(0, readFileSync(path).length >> 1)); // the rest is lost
    const { stdout, error } = await run(folder, "n=h1");
    const found = lines(stdout);
    expect(error).toMatch(/warc/);
    expect(found.length).toBeGreaterThan(100);
    expect(found.length).toBeLessThan(300);
    expect(found.map(({ n }) => n)).toEqual(found.map((_, index) => String(index)));
    const out = join(temporaryFolder(), "pages.jsonl");
    expect((await run(folder, "n=h1", "--out", out)).error).toBe(error);
    expect(filesOf(join(out, ".."))).toEqual([]);
  });

  it("refuses rules that are none before it writes anything", async () => {
    const folder = await crawl(captures);
    const out = join(temporaryFolder(), "pages.jsonl");
    const error = async (...rules: string[]) => (await run(folder, ...rules, "--out", out)).error;
    expect(await error("h1")).toMatch(/a rule is a name and a selector, as in title=h1.*found "h1"/);
    expect(await error("title=h1[")).toMatch(/extract title: "h1\[" is no CSS selector/);
    expect(await error("url=h1")).toMatch(/"url" is the page's own/);
    expect(await error("a=h1", "a=h2")).toMatch(/two rules are called "a"/);
    expect(existsSync(out)).toBe(false);
  });

  it("says what is missing: stored pages, their bodies, a place to write to", async () => {
    const folder = await crawl(captures);
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "no archive");
    expect((await run(file, "t=title")).error).toMatch(/file holds no stored pages: expected the folder of a crawl/);
    expect((await run(await crawl(captures, "none"), "t=title")).error).toMatch(/keeps no bodies/);
    expect((await run(folder, "t=title", "--out", join(file, "x"))).error).toMatch(/^cannot write .*(ENOTDIR|EEXIST)/);
  });
});
