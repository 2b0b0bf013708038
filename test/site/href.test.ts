import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml, href, type LinkForm, relativePath } from "../../src/site/href.js";

describe("a relative reference", () => {
  it("climbs to the folder that both paths share", () => {
    // by hand, RFC 3986, section 5.3
    const cases = [
      ["/a/b/c.html", "/a/b/d.html", "d.html"],
      ["/a/b/c.html", "/a/d.html", "../d.html"],
      ["/a/b/c.html", "/", "../../"],
      ["/p/1.html", "/p/", "./"],
      ["/", "/p/1.html", "p/1.html"],
      ["/a/b", "/a/b?x=/../y", "/a/b?x=/../y"],
      ["/a/b?q=/c/d", "/a/e", "e"],
      ["/a/b", "/a/?q", "./?q"],
      ["/a/b", "/a/c:d", "./c:d"],
      ["/a/b", "//c", "//c"],
    ];
    for (const [from, to, expected] of cases) expect(relativePath(from, to), `${from} ${to}`).toBe(expected);
  });

  it("resolves to where it should, in every form, as the WHATWG parser does it", () => {
    const piece = fc.constantFrom("a", "b", "/", "/", "//", "?", ":", "@", "=", "1.html", "a:b", ";", "%20");
    const path = fc
      .array(piece, { maxLength: 8 })
      .map((parts) => new URL(`http://h.example/${parts.join("")}`))
      .map((url) => url.pathname + url.search);
    const form = fc.constantFrom<LinkForm>("absolute", "network-path", "absolute-path", "relative-path");
    let [tried, relative] = [0, 0];
    fc.assert(
      fc.property(path, path, form, fc.boolean(), (from, to, how, same) => {
        tried++;
        const host = same ? "h.example" : "other.example";
        const written = href(how, "h.example", from, host, to);
        if (!/^(http:)?\//.test(written)) relative++;
        expect(new URL(written, `http://h.example${from}`).href).toBe(new URL(`http://${host}${to}`).href);
      }),
      { numRuns: 3000 },
    );
    expect(relative / tried).toBeGreaterThan(1 / 30);
  });
});

it("texts are escaped for element and attribute", () => {
  expect(escapeHtml('a & b < c > "d"')).toBe("a &amp; b &lt; c &gt; &quot;d&quot;");
  expect(escapeHtml("plain")).toBe("plain");
});
