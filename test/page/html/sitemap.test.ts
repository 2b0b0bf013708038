import { describe, expect, it } from "vitest";
import { feedIn, sitemapIn, sitemapText, textSitemapIn } from "../../../src/page/html/sitemap.js";

const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const url = (location: string) => `<url><loc>${location}</loc><lastmod>2005-01-01</lastmod></url>`;

describe("a sitemap", () => {
  it("names pages, their escapes undone, in its own order", () => {
    // the example of sitemaps.org, "Entity escaping"
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${SPACE}>${url("http://www.example.com/b?q=1&amp;r=2")}
      ${url("\n http://www.example.com/a <![CDATA[]]>")}${url("")}</urlset>`;
    const locations = ["http://www.example.com/b?q=1&r=2", "http://www.example.com/a"];
    expect(sitemapIn(text)).toEqual({ kind: "urls", locations, isCut: false });
  });

  it("may name other sitemaps, under any prefix", () => {
    const text = `<!-- made by hand --><s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>http://a.example/1.gz</s:loc></s:sitemap></s:sitemapindex>`;
    expect(sitemapIn(text)).toEqual({ kind: "index", locations: ["http://a.example/1.gz"], isCut: false });
  });

  it("names no pictures: what stands in other elements is no page", () => {
    const image = "<image:image><image:loc>http://a.example/x.png</image:loc></image:image>";
    const text = `<urlset><url><loc>http://a.example/</loc>${image}</url></urlset>`;
    expect(sitemapIn(text)?.locations).toEqual(["http://a.example/"]);
  });

  it("that was cut names what stands whole before the cut", () => {
    const text = `<urlset>${url("http://a.example/1")}<url><loc>http://a.example/2`;
    expect(sitemapIn(text)?.locations).toEqual(["http://a.example/1"]);
  });

  it("names 50,000 pages at the most", () => {
    const text = `<urlset>${Array.from({ length: 50_010 }, (_, i) => url(`http://a.example/${i}`)).join("")}</urlset>`;
    expect(sitemapIn(text)?.locations).toHaveLength(50_000);
  });

  it("may begin with declarations and comments, as many as there are, without being slow to tell", () => {
    const begun = `<?xml version="1.0"?><!DOCTYPE urlset>${"<!---->".repeat(500)}`;
    expect(sitemapIn(`${begun}<urlset>${url("http://a.example/1")}</urlset>`)?.locations).toHaveLength(1);
    // by an expression that may take a comment in two ways this would take 2^500 steps
    expect(sitemapIn(`${begun}<rss></rss>`)).toBeUndefined();
    expect(sitemapIn("<!-- without an end <urlset>")).toBeUndefined();
  });

  it("is read no deeper than one is: what stands before is named", () => {
    const deep = "<a>".repeat(500_000); // the parser is quadratic in open tags
    expect(sitemapIn(`<urlset>${url("http://a.example/1")}${deep}${url("http://a.example/2")}`)?.locations).toEqual([
      "http://a.example/1",
    ]);
  });

  it("is XML that begins as one: no page, feed or list is", () => {
    for (const text of ["", "http://a.example/", "<html><urlset></urlset></html>", "<rss></rss>", "<urlsets/>"])
      expect(sitemapIn(text), text).toBeUndefined();
  });
});

describe("the text of a sitemap", () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><urlset>é</urlset>`;
  const little = (text: string) => Buffer.from(text, "utf16le");
  const big = (text: string) => little(text).swap16();

  it.each([
    ["a byte order mark of UTF-16, little-endian", little("\ufeffé<urlset>"), "é<urlset>"],
    ["a byte order mark of UTF-16, big-endian", big("\ufeffé<urlset>"), "é<urlset>"],
    ["a first letter of UTF-16, little-endian", little("<urlset>é"), "<urlset>é"],
    ["a first letter of UTF-16, big-endian", big("<urlset>é"), "<urlset>é"],
    ["what it declares", Buffer.from(declared("ISO-8859-1"), "latin1"), declared("ISO-8859-1")],
    [
      "UTF-8 where it declares UTF-16, which it could not be read by",
      Buffer.from(declared("UTF-16")),
      declared("UTF-16"),
    ],
    ["UTF-8 where it declares what is no encoding", Buffer.from(declared("klingon")), declared("klingon")],
    ["UTF-8 where it declares nothing", Buffer.from("http://a.example/é"), "http://a.example/é"],
    ["UTF-8 where it is empty", Buffer.alloc(0), ""],
  ])("is read by %s", (_, bytes, text) => {
    expect(sitemapText(bytes)).toBe(text);
  });
});

describe("a sitemap that is a feed", () => {
  const link = (rel: string) => `<link ${rel} href="http://a.example/${rel.replace(/\W/g, "")}?q=1&amp;r=2"/>`;

  it("names the page of each item of RSS 2.0, and not the channel or itself", () => {
    // after the sample file of the RSS 2.0 specification
    const items = ["one", "two"].map((name) => `<item><title>x</title><link> http://a.example/${name}\n</link></item>`);
    const self = '<atom:link href="http://a.example/rss" rel="self"/>';
    const text = `<?xml version="1.0"?><rss version="2.0"><channel><link>http://a.example/</link>${self}${items.join(self)}<item><title>no link</title></item></channel></rss>`;
    const locations = ["http://a.example/one", "http://a.example/two"];
    expect(feedIn(text)).toEqual({ kind: "urls", locations, isCut: false });
    expect(feedIn(text.slice(0, text.indexOf("two")))?.locations).toEqual(locations.slice(0, 1)); // cut
  });

  it("names the page of each entry of Atom, and nothing else that it links to", () => {
    // RFC 4287, 4.2.7.2: without rel, a link is "alternate"
    const links = ["", 'rel="alternate"', 'rel="self"', 'rel="enclosure"'].map(link).join("");
    const source = `<source>${link('rel="alternate"')}</source>`;
    const text = `<feed xmlns="http://www.w3.org/2005/Atom">${link("")}<entry>${links}${source}</entry></feed>`;
    const locations = ["http://a.example/?q=1&r=2", "http://a.example/relalternate?q=1&r=2"];
    expect(feedIn(text)).toEqual({ kind: "urls", locations, isCut: false });
  });

  it("names pages by references, to be read against its URL or the xml:base around them", () => {
    const entry = (href: string, base = "") => `<entry${base}><link${base} href="${href}"/></entry>`;
    const text = `<feed xml:base="blog/">${entry("/1")}${entry("2")}${entry("3", ' xml:base="deep/"')}${entry("http://b.example/4")}</feed>`;
    const locations = ["/1", "/blog/2", "/blog/deep/deep/3"].map((path) => `http://a.example${path}`);
    expect(feedIn(text, "http://a.example/atom.xml")?.locations).toEqual([...locations, "http://b.example/4"]);
    expect(feedIn(text)?.locations).toEqual(["/1", "2", "3", "http://b.example/4"]); // nobody knows where it is
    const rss = "<rss><channel><item><link>/5</link></item></channel></rss>";
    expect(feedIn(rss, "https://c.example/rss")?.locations).toEqual(["https://c.example/5"]);
  });

  it("may hold pages in full", () => {
    const deep = `<content>${"<div>".repeat(100)}x${"</div>".repeat(100)}</content>`;
    const text = `<feed><entry>${deep}${link("")}</entry></feed>`;
    expect(feedIn(text)?.locations).toHaveLength(1);
  });

  it("begins as one: no sitemap, page or list does", () => {
    for (const text of ["", "http://a.example/", "<urlset></urlset>", "<html><rss></rss></html>", "<feeds/>"])
      expect(feedIn(text), text).toBeUndefined();
  });
});

describe("a sitemap that is a list of URLs", () => {
  it("names those of its lines that are one, 50,000 at the most", () => {
    const text = "\uFEFFhttp://a.example/1\r\nHTTPS://a.example/2 \n\n# three\n/4\nhttp://a.example/?a=5";
    const locations = ["http://a.example/1", "HTTPS://a.example/2", "http://a.example/?a=5"];
    expect(textSitemapIn(text)).toEqual({ kind: "urls", locations, isCut: false });
    const many = textSitemapIn("http://a.example/\n".repeat(50_001));
    expect([many.locations.length, many.isCut]).toEqual([50_000, true]);
  });
});
