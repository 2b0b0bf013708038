import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeHtml } from "../../../src/page/html/charset.js";
import { parsePage } from "../../../src/page/html/parse-page.js";
import { type ScanHandler, scan } from "../../../src/page/html/scan.js";
import { textOf } from "../../../src/page/html/text.js";
import { markup } from "./markup.js";

const any = fc.oneof(markup, fc.string({ unit: "binary", maxLength: 200 }));

class Counter implements ScanHandler {
  events = 0;
  /** Places told, which never go backwards. */
  last = 0;
  inOrder = true;
  begin(): void {}
  open(): void {
    this.events++;
  }
  attribute(start: number, _: number, __: number, end: number): void {
    this.#tell(start, end);
  }
  opened(): void {
    this.events++;
  }
  close(): void {
    this.events++;
  }
  text(start: number, end: number): void {
    this.#tell(start, end);
  }
  rawText(_: number, start: number, end: number): void {
    this.#tell(start, end);
  }
  #tell(start: number, end: number): void {
    this.events++;
    this.inOrder &&= start >= this.last && end >= start;
    this.last = end;
  }
}

describe("any text whatsoever", () => {
  it("is read without an error, as bytes, as links and as words", () => {
    fc.assert(
      fc.property(any, fc.string(), fc.uint8Array({ maxLength: 100 }), (html, url, bytes) => {
        const page = parsePage(html, url);
        expect(page.links.every(({ url, anchor }) => /^https?:/.test(url) && anchor.length <= 1024)).toBe(true);
        expect(textOf(html).body).not.toMatch(/^\s|\s$|\s\s/);
        expect(decodeHtml(bytes, url).charset).toMatch(/^[a-z0-9_-]+$/);
      }),
      { numRuns: 500 },
    );
  });

  it("gives URLs that URL itself leaves as they are, without fragment, of http or https", () => {
    fc.assert(
      fc.property(any, (html) => {
        for (const { url } of parsePage(html, "https://h.example/d/p?q#f").links) {
          const again = new URL(url);
          expect([again.href, again.hash, /^https?:$/.test(again.protocol)]).toEqual([url, "", true]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("is resolved as URL resolves it", () => {
    const reference = fc.oneof(
      // &#0 is a reference
      fc.webUrl({ withFragments: true, withQueryParameters: true }).filter((text) => !text.includes("&")),
      fc.string({ unit: "binary-ascii" }).filter((text) => !/["&\r\0]/.test(text)),
      fc.constantFrom("../x", "./../y?z", "//b/c", "?q#f", "#f", "/a/../b", "http:x", "ftp://x", "x y", "\u00e9"),
    );
    fc.assert(
      fc.property(reference, fc.webUrl(), (href, base) => {
        const found = parsePage(`<a href="${href}">`, base).links.map(({ url }) => url);
        const url = URL.canParse(href, base) ? new URL(href, base) : undefined;
        if (url !== undefined) url.hash = "";
        expect(found).toEqual(url && /^https?:$/.test(url.protocol) ? [url.href] : []);
      }),
      { numRuns: 1000 },
    );
  });

  it("has among all its links those from page to page, in the same order", () => {
    fc.assert(
      fc.property(markup, (html) => {
        const all = parsePage(html, "http://h/").links;
        const pages = parsePage(html, "http://h/", { sources: "anchors" }).links;
        const kept = all.filter(({ source }) => /^(a|area|frame|iframe|meta)\[/.test(source));
        expect(pages).toEqual(kept);
      }),
      { numRuns: 500 },
    );
  });

  it("is told in order, in at most as many events as it has characters, doubled", () => {
    fc.assert(
      fc.property(any, (html) => {
        const counter = new Counter();
        scan(html, counter);
        expect(counter.inOrder).toBe(true);
        expect(counter.events).toBeLessThanOrEqual(2 * html.length + 2);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a hostile page", () => {
  const n = 100_000;
  // Work that grew with what came before would be 10^10 steps in each of these: the test would not end in its time.
  it.each([
    ["100,000 open elements, then as many end tags of others", "<div>".repeat(n) + "</x>".repeat(n), 0],
    ["100,000 attributes", `<a ${"b=1 ".repeat(n)}href=x>`, 1],
    ["100,000 attributes of one name", `<a ${"href=x ".repeat(n)}>`, 1],
    ["100,000 links", "<a href=x>".repeat(n), n],
    ["100,000 titles that are never closed", "<title>".repeat(n), 0],
    ["100,000 comments that end oddly", "<!-- --!>".repeat(n), 0],
    ["100,000 sections that never end", "<![CDATA[>".repeat(n), 0],
    ["100,000 candidates of one long-winded image", `<img alt="${"y".repeat(n)}" srcset="${"a 1x,".repeat(n)}">`, n],
    ["100,000 commas", `<img srcset="${",".repeat(n)}b${",".repeat(n)}c">`, 1],
    ["100,000 pictures in a link", `<a href=x>${"<img alt=y src=z>".repeat(n)}`, n + 1],
  ])("with %s is read", (_, html, count) => {
    expect(parsePage(html, "http://h/").links).toHaveLength(count);
  });
});
