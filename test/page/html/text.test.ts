import { load } from "cheerio";
import { describe, expect, it } from "vitest";
import { extract, extractionRule } from "../../../src/page/html/extract.js";
import { textOf } from "../../../src/page/html/text.js";
import { coded } from "../../fixture/problems.js";

describe("the text of a page", () => {
  it("is its title, and all else that is seen, white space collapsed", () => {
    const html = `<html><head><title>A &amp; B</title><style>no</style><script>no</script></head>
      <body><!-- no --><h1>One</h1>two&nbsp; <b>thr</b>ee<noscript>four</noscript><textarea>five</textarea></body></html>`;
    expect(textOf(html)).toEqual({ title: "A & B", body: "One two three four five" });
    expect(textOf("")).toEqual({ title: "", body: "" });
  });

  it("has references that are frequent, rare, written by number or none read as browsers read them", () => {
    const references =
      "amp lt gt quot #39 #039 copy raquo laquo ndash mdash rsquo lsquo #8217 #8211 eacute hellip #x41 #65 notin none #0 #1114112 thetasym CounterClockwiseContourIntegral";
    for (const name of references.split(" "))
      for (const html of [
        `x&${name};y`,
        `x&${name};&${name};y`,
        `x&${name} y`,
        `x&${name}`,
        `&${name};`,
        `x & y&${name};z;`,
      ])
        expect([html, textOf(`<p>${html}`).body]).toEqual([html, load(html).root().text().replace(/\s+/g, " ").trim()]);
    for (const html of ["a&nbsp;b", "a&#160;b", "a&nbsp;&nbsp; b"])
      expect([html, textOf(html).body]).toEqual([html, "a b"]);
  });

  it("has what stands in xmp as it is written, as browsers show it", () => {
    expect(textOf("x<xmp>a &amp; <b>c</b></xmp>y").body).toBe("x a &amp; <b>c</b> y");
  });

  it("has words parted by blocks, cells, breaks and images, and by nothing else", () => {
    const html =
      "<p>a</p><p>b<br>c<table><td>d<td>e</table><li>f<li>g</li>h<img src=x>i<b>j</b><!-- -->k<span>l</span>";
    expect(textOf(html).body).toBe("a b c d e f g h ijkl");
  });
});

describe("extraction", () => {
  const html = `<h1> The\n page </h1><p class=price>1</p><p class=price>2</p><a rel=next href=/n>n</a><a href=/m>m</a><a>o</a>`;

  it("takes first matches, all matches and attributes by selectors", async () => {
    const found = await extract(html, {
      title: "h1",
      price: ".price",
      next: "a[rel=next]@href",
      prices: [".price"],
      links: ["a", "href"],
      none: "h2",
      nones: ["h2"],
    });
    expect(found).toEqual({
      title: "The page",
      price: "1",
      next: "/n",
      prices: ["1", "2"],
      links: ["/n", "/m"],
      none: undefined,
      nones: [],
    });
    const title: string | undefined = found.title;
    const links: readonly string[] = found.links;
    expect([title, links.length]).toEqual(["The page", 2]);
  });

  it("reads rules of the command line", async () => {
    expect(extractionRule("next = a[rel=next]@href")).toEqual(["next", "a[rel=next]@href"]);
    expect(extractionRule("links=a @ href[]")).toEqual(["links", ["a", "href"]]);
    expect(extractionRule("prices=.price[]")).toEqual(["prices", [".price"]]);
    const rules = Object.fromEntries(["t=h1", "l=a@href[]", 'n=a[rel="next"]'].map(extractionRule));
    expect(await extract(html, rules)).toEqual({ t: "The page", l: ["/n", "/m"], n: "n" });
    for (const text of ["h1", "=h1", "t="]) expect(() => extractionRule(text)).toThrow(coded("selector"));
  });

  it("keeps a value under any name", async () => {
    const found = await extract("<h1>The page</h1>", Object.fromEntries([extractionRule("__proto__=h1")]));
    expect(Object.entries(found)).toEqual([["__proto__", "The page"]]);
  });

  it("names the rule whose selector is none", async () => {
    await expect(extract(html, { price: "p[" })).rejects.toThrow(/^extract price: "p\[" is no CSS selector/);
  });
});

describe("elements nested without end", () => {
  it("are taken apart below 512 of one name, as browsers do: their content stays, and a megabyte of them stops nothing", async () => {
    const found = await extract(`${"<div>".repeat(100_000)}<h1>deep</h1>`, { title: "h1", levels: "div div div h1" });
    expect(found).toEqual({ title: "deep", levels: "deep" });
  });

  it("leave what stands behind them where it is, when all are closed", async () => {
    const nested = `${"<div>".repeat(600)}deep${"</div>".repeat(600)}<main><h1>behind</h1></main>`;
    const { title, divs, text } = await extract(nested, { title: "body > main > h1", divs: ["div"], text: "body" });
    expect([title, divs.length, text]).toEqual(["behind", 512, "deepbehind"]);
  });

  it("of which old pages close none are kept as they are", async () => {
    const { items } = await extract(`<ul>${"<li>x".repeat(2000)}</ul>`, { items: ["ul > li"] });
    expect(items.length).toBe(2000);
  });
});
