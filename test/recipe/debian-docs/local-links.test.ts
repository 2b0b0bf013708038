import { describe, expect, it } from "vitest";
import { rewriteLocalLinks } from "../../../src/recipe/debian-docs/local-links.js";
import { madeUpAddresses } from "./made-up.js";

const addresses = madeUpAddresses();
const DEEP = "usr/share/doc/gamma/html/deep/page.html";
const rewritten = (html: string, path = DEEP) => rewriteLocalLinks(html, path, addresses);
const href = (reference: string, path?: string) => rewritten(`<a href="${reference}">x</a>`, path).slice(9, -7);

describe("rewriteLocalLinks", () => {
  it("gives files of other packages their canonical URLs, through symbolic links too, and keeps fragments", () => {
    const os = "https://docs.alpha.example/3/library/os.html";
    expect(href("file:///usr/share/doc/alpha-doc/html/library/os.html#a.b")).toBe(`${os}#a.b`);
    expect(href("file:/usr/share/doc/alpha3/html/library/os.html")).toBe(os);
    expect(href("/usr/share/doc/alpha3/html/library/os.html?x=1")).toBe(os);
    expect(href("../../../alpha-doc/html/library/os.html")).toBe(os);
    expect(href("../../../alpha3/html/library/")).toBe("https://docs.alpha.example/3/library/");
    expect(href("../../../beta/html/guide.html")).toBe("https://beta.example/guide.html"); // compressed
    expect(href("../../../beta/html/a%20b.html")).toBe("https://beta.example/a%20b.html");
  });

  it("leaves references that stay within their set, and those that lead to no set, as they are", () => {
    for (const reference of [
      "../start.html",
      "../../html/start.html",
      "../../../gamma/html/start.html",
      "page.html",
      "#here",
      "?q",
      "",
      "../../../nobody/html/x.html",
      "file:///etc/passwd",
      "file:///usr/share/doc/alpha3/html/missing.html",
      "https://docs.alpha.example/2.7/",
      "//usr/share/doc/alpha3/html/index.html",
      "/usr/bin/alpha",
      "../../../../../../../../../usr/share/doc/alpha3/html/index.html",
      "file:///%ff",
      "mailto:a@example.org",
    ])
      expect(href(reference), reference).toBe(reference);
    expect(
      rewritten("<a href='file:///usr/share/doc/alpha3/html/index.html'>x</a>", "usr/share/doc/other/x.html"),
    ).toContain("file:");
  });

  it("touches attributes href and src alone, in any form, and no byte besides", () => {
    const url = "https://docs.alpha.example/3/";
    const file = "/usr/share/doc/alpha3/html/index.html";
    expect(
      rewritten(`<A HREF=file://${file}>\xe9\x80<!-- <a href="${file}"> --><script>"<a href='${file}'>"</script>`),
    ).toBe(`<A HREF=${url}>\xe9\x80<!-- <a href="${file}"> --><script>"<a href='${file}'>"</script>`);
    expect(rewritten(`<frame src='${file}' title="${file}">${file}<a href = "&#47;usr/share/doc/alpha3/html/">`)).toBe(
      `<frame src='${url}' title="${file}">${file}<a href = "${url}">`,
    );
    expect(rewritten(`<a href="../../../alpha3/html/library/os.html#&quot;&amp;'">`)).toBe(
      '<a href="https://docs.alpha.example/3/library/os.html#&quot;&amp;&#39;">',
    );
  });
});
