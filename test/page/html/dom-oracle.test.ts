import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { load } from "cheerio";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeHtml } from "../../../src/page/html/charset.js";
import { parsePage } from "../../../src/page/html/parse-page.js";
import { textOf } from "../../../src/page/html/text.js";
import { realData } from "../../web/read/real-data.js";
import { markup } from "./markup.js";

const attributes: Readonly<Record<string, string>> = {
  a: "href",
  area: "href",
  link: "href",
  img: "src",
  iframe: "src",
  frame: "src",
  script: "src",
  embed: "src",
};
const sources = new Set(Object.entries(attributes).map(([tag, attribute]) => `${tag}[${attribute}]`));

interface Seen {
  readonly links: readonly string[];
  readonly title: string;
  /** Texts less all white space, whose place is a matter of taste. */
  readonly text: string;
}

const bare = (text: string) => text.replace(/\s+/g, "");

/**
 * What parse5's tree holds: elements in the order of the markup, each once (a tree repeats links that are closed too
 * late).
 */
function byTree(html: string, url: string): Seen {
  const $ = load(html, { scriptingEnabled: false, sourceCodeLocationInfo: true });
  const href = $("base[href]").attr("href");
  const own = href !== undefined && URL.canParse(href, url) ? new URL(href, url) : undefined;
  const base = own && /^https?:$/.test(own.protocol) ? own.href : url;
  const found = new Map<number, string>();
  for (const element of $(Object.keys(attributes).join() as "a").toArray()) {
    const at = element.sourceCodeLocation?.startOffset;
    const reference = element.attribs[attributes[element.name]];
    if (at === undefined || reference === undefined || found.has(at) || !URL.canParse(reference, base)) continue;
    const link = new URL(reference, base);
    link.hash = "";
    const empty = !/^(a|area)$/.test(element.name) && reference.trim() === "";
    if (/^https?:$/.test(link.protocol) && !empty)
      found.set(at, `${element.name}[${attributes[element.name]}] ${link.href}`);
  }
  const links = [...found].sort(([a], [b]) => a - b).map(([, link]) => link);
  const title = $("title")
    .filter((_, { namespace }) => namespace === "http://www.w3.org/1999/xhtml")
    .first();
  const tidy = title.text().replace(/\s+/g, " ").trim();
  $("script, style, iframe, title").remove();
  return { links, title: tidy, text: bare($.root().text()) };
}

function byScan(html: string, url: string): Seen {
  const { links, title } = parsePage(html, url);
  const kept = links.filter(({ source }) => sources.has(source)).map(({ source, url }) => `${source} ${url}`);
  return { links: kept, title, text: bare(textOf(html).body) };
}

/** Where we mean to read otherwise than browsers, and drawings in which links are closed: see `scan`. */
const ours = /<title|<!\[CDATA\[|<svg|<plaintext|<foreignobject/;

describe("one pass finds what a tree holds", () => {
  it("on markup of any kind", () => {
    fc.assert(
      fc.property(markup, (html) => {
        fc.pre(!ours.test(html));
        const { links } = byScan(html, "http://h.example/d/p");
        expect(links).toEqual(byTree(html, "http://h.example/d/p").links);
      }),
      { numRuns: 1000 },
    );
  });

  const archive = realData("warc/aut/example.warc.gz");
  it.skipIf(!archive)("on every fourth page of an Internet Archive crawl of 2008: links, titles and words", () => {
    const pages = htmlIn(gunzipSync(readFileSync(archive!)));
    expect(pages).toHaveLength(140); // what the archive's publishers count
    for (const { url, body } of pages.filter((_, index) => index % 4 === 0)) {
      const { text } = decodeHtml(body, "text/html");
      expect(byScan(text, url), url).toEqual(byTree(text, url));
    }
  });
});

/** Responses of type text/html in a WARC file, as they lie there: none of this file's is chunked or compressed. */
function htmlIn(warc: Buffer): { url: string; body: Buffer }[] {
  const pages: { url: string; body: Buffer }[] = [];
  for (let at = warc.indexOf("WARC/0.17\r\n"); at >= 0; ) {
    const end = warc.indexOf("\r\n\r\n", at) + 4;
    const head = warc.toString("latin1", at, end);
    const field = (name: string) => new RegExp(`^${name}: (.*)\r$`, "m").exec(head)?.[1] ?? "";
    const next = end + Number(field("Content-Length"));
    const begin = warc.indexOf("\r\n\r\n", end) + 4;
    const http = field("WARC-Type") === "response" ? warc.toString("latin1", end, begin) : "";
    if (/^content-type:.*html/im.test(http))
      pages.push({ url: field("WARC-Target-URI"), body: warc.subarray(begin, next) });
    at = warc.indexOf("WARC/0.17\r\n", next);
  }
  return pages;
}
