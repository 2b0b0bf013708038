import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { seedsIn } from "../../src/cli/seed-files.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";

const fileOf = (content: string | Uint8Array) => {
  const path = join(temporaryFolder(), "seeds");
  writeFileSync(path, content);
  return path;
};

describe("a file of start pages", () => {
  it("is a list, one URL a line, with remarks", () => {
    const text = "\uFEFF# two sites\r\nhttp://a.example/#top  # its start\n\n  www.b.example \n";
    expect(seedsIn(fileOf(text))).toEqual(["http://a.example/#top", "www.b.example"]);
  });

  it("is in UTF-16 where a byte order mark says so, and may end lines by CR alone", () => {
    const urls = ["http://a.example/", "http://b\xfccher.example/"];
    const little = Buffer.from(`\uFEFF${urls.join("\r\n")}\r\n`, "utf16le");
    for (const bytes of [little, Buffer.from(little).swap16(), gzipSync(little), Buffer.from(urls.join("\r"))])
      expect(seedsIn(fileOf(bytes))).toEqual(urls);
  });

  it("may be packed by gzip, or by zstd, and is refused where a pack is damaged", () => {
    // as zstd 1.5.4 packs "http://a.example/\n" from a pipe
    const whole = Buffer.from("28b52ffd0458910000687474703a2f2f612e6578616d706c652f0ac6bf67d8", "hex");
    expect(seedsIn(fileOf(whole))).toEqual(["http://a.example/"]);
    expect(seedsIn(fileOf(gzipSync("http://a.example/\n")))).toEqual(["http://a.example/"]);
    for (const cut of [whole.subarray(0, 20), gzipSync("http://a.example/").subarray(0, 20)])
      expect(() => seedsIn(fileOf(cut))).toThrow(/^cannot read .*--seeds takes a list/);
  });

  it("is refused where a URL is in Latin-1; remarks may be, and letters that were lost before", () => {
    const latin1 = (text: string) => seedsIn(fileOf(Buffer.from(text, "latin1")));
    expect(() => latin1("http://a.example/caf\xe9\n")).toThrow(
      "expected text in UTF-8, and a letter of http://a.example/caf",
    );
    expect(latin1("# caf\xe9\nhttp://a.example/\n")).toEqual(["http://a.example/"]);
    expect(seedsIn(fileOf("http://a.example/\ufffd\n"))).toEqual(["http://a.example/\ufffd"]);
  });

  it("is refused where a line holds columns or two URLs; a blank within a URL is one", () => {
    for (const line of ["http://a.edu/\tA", "http://a.edu/ http://b.edu/", "http://a.edu/\thttp://b.edu/"])
      expect(() => seedsIn(fileOf(`http://c.edu/\n${line}\n`))).toThrow(
        `expected one URL a line; found "${line}". Give each URL a line of its own, and begin remarks with " #"`,
      );
    expect(seedsIn(fileOf("http://a.edu/my page\n"))).toEqual(["http://a.edu/my page"]);
  });

  it("is a sitemap, packed or not", () => {
    const text = "<urlset><url><loc>http://a.example/1</loc></url><url><loc>http://a.example/2</loc></url></urlset>";
    const urls = ["http://a.example/1", "http://a.example/2"];
    expect(seedsIn(fileOf(text))).toEqual(urls);
    expect(seedsIn(fileOf(gzipSync(text)))).toEqual(urls);
  });

  it("is a feed, whose entries are the start pages", () => {
    const atom = '<feed xml:base="http://a.example/"><entry><link href="1"/></entry></feed>';
    expect(seedsIn(fileOf(atom))).toEqual(["http://a.example/1"]);
    const rss =
      "<rss><channel><link>http://a.example/</link><item><link>http://a.example/2</link></item></channel></rss>";
    expect(seedsIn(fileOf(gzipSync(rss)))).toEqual(["http://a.example/2"]);
  });

  it("is refused where it names no page", () => {
    expect(() => seedsIn(fileOf("# nothing\n"))).toThrow("names no URL");
    const index = "<sitemapindex><sitemap><loc>http://a.example/1</loc></sitemap></sitemapindex>";
    expect(() => seedsIn(fileOf(index))).toThrow("names other sitemaps");
    expect(() => seedsIn(join(temporaryFolder(), "none"))).toThrow("cannot read");
  });

  it("is refused where a sitemap names more than sitemaps may; a list may be longer", () => {
    const urls = Array.from({ length: 50_001 }, (_, at) => `http://a.example/${at}`);
    const sitemap = (given: readonly string[]) =>
      `<urlset>${given.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
    expect(() => seedsIn(fileOf(sitemap(urls)))).toThrow("names more than the 50,000 URLs");
    expect(seedsIn(fileOf(sitemap(urls.slice(1))))).toEqual(urls.slice(1));
    expect(seedsIn(fileOf(urls.join("\n")))).toEqual(urls);
  });
});
