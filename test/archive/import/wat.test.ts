import { describe, expect, it } from "vitest";
import { readWat } from "../../../src/archive/import/wat.js";

/** The form of Common Crawl's WAT files, by hand. */
const envelope = (type: string, http: object) =>
  Buffer.from(
    JSON.stringify({
      Container: { Filename: "x.warc.gz", Offset: "1" },
      Envelope: {
        Format: "WARC/1.0",
        "WARC-Header-Metadata": {
          "WARC-Type": type,
          "WARC-Target-URI": "http://a/d/1#x",
          "WARC-Date": "2024-05-18T01:58:10Z",
        },
        "Payload-Metadata": { "HTTP-Response-Metadata": http },
      },
    }),
  );
const message = { Status: "200", Version: "HTTP/1.1", Reason: "OK" };

describe("readWat", () => {
  it("gives links with anchors against the base, title, canonical and directives", () => {
    const html = {
      Head: {
        Title: " A \n title ",
        Base: "/b/",
        Metas: [
          { name: "robots", content: "noindex" },
          { "http-equiv": "Refresh", content: "5; url=r" },
        ],
        Link: [{ path: "LINK@/href", url: "c", rel: "canonical" }],
        Scripts: [{ path: "SCRIPT@/src", url: "s.js" }],
      },
      Links: [
        { path: "A@/href", url: "x#f", text: " an  anchor ", rel: "nofollow" },
        { path: "IMG@/src", url: "i.png", alt: "picture" },
        { path: "A@/href", url: "mailto:x@a" },
        { path: "STYLE/#text", url: "t.css" },
        { path: "Q@/cite", url: "q" },
        { path: "FORM@/action", url: "f", method: "post" },
      ],
    };
    const wat = readWat(
      envelope("response", {
        "Response-Message": message,
        Headers: { "Content-Type": "text/html; charset=x" },
        "HTML-Metadata": html,
      }),
    );
    expect(wat?.capture?.exchange).toMatchObject({
      url: "http://a/d/1",
      status: 200,
      time: Date.UTC(2024, 4, 18, 1, 58, 10),
    });
    expect(wat?.capture?.type).toBe("text/html");
    const { links, ...page } = wat?.capture?.page ?? expect.fail("no page");
    expect(page).toEqual({
      title: "A title",
      base: "http://a/b/",
      canonical: "http://a/b/c",
      robots: { noindex: true, nofollow: false },
      skipped: 1,
    });
    expect(links.map(({ url, source, anchor, nofollow }) => [url, source, anchor, nofollow])).toEqual([
      ["http://a/b/r", "meta[refresh]", "", false],
      ["http://a/b/c", "link[href]", "", false],
      ["http://a/b/s.js", "script[src]", "", false],
      ["http://a/b/x", "a[href]", "an anchor", true],
      ["http://a/b/i.png", "img[src]", "picture", false],
      ["http://a/b/q", "cite", "", false],
      ["http://a/b/f", "form[action]", "", false],
    ]);
  });

  it("gives redirects", () => {
    const wat = readWat(
      envelope("response", { "Response-Message": { ...message, Status: "301" }, Headers: { Location: "../e" } }),
    );
    expect([wat?.capture?.redirect, wat?.capture?.page]).toEqual(["http://a/e", undefined]);
  });

  it("has no capture of a request, and is undefined for other JSON", () => {
    expect(readWat(envelope("request", {}))).toEqual({ type: "request" });
    for (const other of ["{}", "[]", "null", "1", "{", '{"Envelope": 3}'])
      expect(readWat(Buffer.from(other))).toBeUndefined();
  });
});
