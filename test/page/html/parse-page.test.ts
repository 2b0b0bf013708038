import { describe, expect, it } from "vitest";
import { parsePage } from "../../../src/page/html/parse-page.js";

const PAGE = "http://a.example/dir/page.html";
const links = (html: string, options = {}) => parsePage(html, PAGE, options).links;
const urls = (html: string, options = {}) => links(html, options).map(({ url }) => url.replace("http://a.example", ""));
const sources = (html: string) =>
  links(html).map(({ source, url }) => `${source} ${url.slice("http://a.example/dir/".length)}`);
const anchors = (html: string) => links(html).map(({ anchor }) => anchor);

describe("the links of a page", () => {
  it("come in document order with repeats, from every element that has a source of its own", () => {
    const html = `<body background=1><a href=2></a><map><area href=3></map><iframe src=4></iframe><link href=5>
      <img src=6 srcset="7 1x, 8 2x"><picture><source srcset=9></picture><video src=10 poster=11><source src=12><track src=13></video>
      <audio src=14></audio><script src=15></script><form action=16></form><object data=17></object><embed src=18>
      <input type=image src=19><applet code=20></applet><q cite=21></q><img longdesc=22><a href=2></a>
      <meta http-equiv=Refresh content="3; URL='23'"><frame src=24>`;
    expect(sources(html)).toEqual([
      "body[background] 1",
      "a[href] 2",
      "area[href] 3",
      "iframe[src] 4",
      "link[href] 5",
      "img[src] 6",
      "img[srcset] 7",
      "img[srcset] 8",
      "source[srcset] 9",
      "video[src] 10",
      "video[poster] 11",
      "source[src] 12",
      "track[src] 13",
      "audio[src] 14",
      "script[src] 15",
      "form[action] 16",
      "object[data] 17",
      "embed[src] 18",
      "input[src] 19",
      "applet[code] 20",
      "cite 21",
      "longdesc 22",
      "a[href] 2",
      "meta[refresh] 23",
      "frame[src] 24",
    ]);
    const pages = ["/dir/2", "/dir/3", "/dir/4", "/dir/2", "/dir/23", "/dir/24"];
    expect(urls(html, { sources: "anchors" })).toEqual(pages);
  });

  it("are resolved against the first base that has an href, wherever it stands, if it is http(s)", () => {
    const page = parsePage("<a href=x></a><base target=_top><base href='/b/'><base href=/c/><a href=y></a>", PAGE);
    expect([page.base, page.links.map(({ url }) => url)]).toEqual([
      "http://a.example/b/",
      ["http://a.example/b/x", "http://a.example/b/y"],
    ]);
    // the second is not asked, as in browsers
    expect(urls("<base href='data:,x'><base href=/c/><a href=y>")).toEqual(["/dir/y"]);
    expect(parsePage("<base href=//b.example/x#y><a href=?z>", PAGE)).toMatchObject({
      base: "http://b.example/x",
      links: [{ url: "http://b.example/x?z" }],
    });
  });

  it("lose white space and fragments, and an empty href is the page itself", () => {
    expect(urls("<a href='\n x\ty '></a><a href=''></a><a href=#top></a><a name=z></a>")).toEqual([
      "/dir/xy",
      "/dir/page.html",
      "/dir/page.html",
    ]);
  });

  it("leave out other schemes, texts that are no URL and empty embeds, and count them", () => {
    const html =
      "<a href='javascript:go()'><a href=mailto:x@y><a href=tel:1><img src='data:,x'><a href='http://[bad'><img src=''><a href=ok>";
    const page = parsePage(html, PAGE);
    expect([page.links.map(({ url }) => url), page.skipped]).toEqual([["http://a.example/dir/ok"], 6]);
  });

  it("leave out forms that are sent by POST", () => {
    expect(urls("<form method=' Post ' action=1></form><form action=2 method=get></form><form action=3>")).toEqual([
      "/dir/2",
      "/dir/3",
    ]);
  });

  it("take the first of attributes of one name, decode references, and read NUL as U+FFFD", () => {
    expect(urls("<a href=1 HREF=2>")).toEqual(["/dir/1"]);
    expect(urls("<a href='?a=1&amp;b=2&copy=3&#x26;d=4'>")).toEqual(["/dir/page.html?a=1&b=2&copy=3&d=4"]);
    expect(urls("<a href='x\0y'>")).toEqual(["/dir/x%EF%BF%BDy"]);
  });

  it("are those that a person sees: none in comments, scripts, styles, titles, text areas and frames", () => {
    const hidden = [
      "<!-- X -->",
      "<script>X</script>",
      "<style>X</style>",
      "<title>X</title>",
      "<textarea>X</textarea>",
      "<iframe>X</iframe>",
      "<xmp>X</xmp>",
      "<![CDATA[X]]>",
    ];
    for (const wrap of hidden) {
      const html = wrap.replace("X", "<a href=no></a><a href=neither></a>");
      expect(urls(`<a href=1></a>${html}<a href=2></a>`), wrap).toEqual(["/dir/1", "/dir/2"]);
    }
    expect(urls("<noscript><a href=1></a></noscript><noframes><a href=2></a></noframes>")).toEqual([
      "/dir/1",
      "/dir/2",
    ]);
    expect(urls("<template><a href=1></a></template><plaintext><a href=2>")).toEqual(["/dir/1"]);
  });

  it("are found behind markup that trips simple parsers", () => {
    expect(urls("<!--a--!><a href=1></a><!><a href=2></a><!-><a href=3></a><!-->-<a href=4></a>")).toHaveLength(4);
    expect(urls("<!--!><a href=no>--><a href=1>")).toEqual(["/dir/1"]);
    expect(urls("<script><!-- <script> </script> <a href=no> --></script><a href=1>")).toEqual(["/dir/1"]);
    expect(urls("<script/>var x = '<a href=no>';</script><a href=1>")).toEqual(["/dir/1"]);
    expect(urls("<svg><style/><script/></svg><a href=1>")).toEqual(["/dir/1"]);
    expect(urls("<title>never closed<a href=1>")).toEqual(["/dir/1"]); // Scrapy's own tests hold such a page
    expect(urls('<frame name="main"src="1">')).toEqual(["/dir/1"]); // Heritrix HER-1128
  });

  it("may lie in drawings: xlink:href counts there, where there is no href", () => {
    expect(sources("<svg><a xlink:href=1 /><a xlink:href=2 href=3 /><image href=4 /><use href=#icon /></svg>")).toEqual(
      ["a[href] 1", "a[href] 3", "other 4"],
    );
    expect(urls("<a xlink:href=1>")).toEqual([]);
  });

  it("are those of HTML within a foreignObject of a drawing, and of the drawing again behind it", () => {
    // markup in a textarea is text in HTML, and elements in a drawing; xlink:href counts in a drawing alone
    const area = (link: number) => `<textarea><a xlink:href=${link}></a></textarea>`;
    const html = `<foreignObject>${area(1)}<a xlink:href=2></a><a href=3></a></foreignObject>`;
    expect(urls(`<svg>${area(4)}${html}${area(5)}</svg>${area(6)}`)).toEqual(["/dir/4", "/dir/3", "/dir/5"]);
    const inside = `<foreignObject><svg>${area(7)}${html}${area(8)}</svg>${area(9)}</foreignObject>`;
    expect(urls(`<svg>${inside}${area(10)}`)).toEqual(["/dir/7", "/dir/3", "/dir/8", "/dir/10"]);
    expect(urls(`${html}${area(11)}`)).toEqual(["/dir/3"]); // outside of a drawing it is an element as any other
  });

  it("hold as other what scripts and cards refer to", () => {
    const html = `<div data-href=1 data-url="#x"><img data-src=2 data-srcset="3 1x, 4 2x"><table background=5>
      <meta property=og:image content="http://a.example/dir/6"><meta property=og:title content=title><meta name=twitter:image content=/dir/7>`;
    expect(sources(html)).toEqual([1, 2, 3, 4, 5, 6, 7].map((path) => `other ${path}`));
  });

  it("are nofollow by rel, whatever else it holds", () => {
    const rels = ["nofollow", "external NoFollow", "ugc", "sponsored", "blah", "nofollowing", undefined];
    const html = rels.map((rel) => `<a ${rel === undefined ? "" : `rel="${rel}"`} href=x></a>`).join("");
    expect(links(html).map(({ nofollow }) => nofollow)).toEqual([true, true, true, true, false, false, false]);
  });

  it("resolve where they are absolute although the URL of the page is none", () => {
    expect(parsePage("<a href=x><a href=//c/><a href=http://b.example>", "nonsense")).toMatchObject({
      base: "nonsense",
      links: [{ url: "http://b.example/" }],
      skipped: 2,
    });
  });
});

describe("the anchor text", () => {
  it("is the text within, tags left out, alternative texts included, white space collapsed", () => {
    expect(
      anchors("<a href=x> one\n<b>t</b>wo &amp;&nbsp;three <img alt='a &lt; b' src=i><script>no</script></a>no"),
    ).toEqual(["one two & three a < b", "a < b"]);
    expect(anchors("<a href=x>one<br>two<p>three</p>four</a>")).toEqual(["one two three four"]);
    expect(anchors("<area href=x alt='  the\tmap '>")).toEqual(["the map"]);
    // Common Crawl's link extraction test
    const blocks = "<a href=x>Anchor&#xa0;text\twith\n<ul><li>white space\n<li><b>char</b>acter entities</ul></a>";
    expect(anchors(blocks)).toEqual(["Anchor text with white space character entities"]);
  });

  it("ends at the next link, at the end of its cell or part of a table, and at 1,024 units", () => {
    expect(anchors("<a href=x>one <a href=y>two</a> three")).toEqual(["one", "two"]);
    for (const cell of ["td", "th", "tr", "tbody", "thead", "tfoot", "caption"])
      expect(anchors(`<table><${cell}><a href=x>one</${cell}><${cell}>two`), cell).toEqual(["one"]);
    expect(anchors("<a href=x><table><td>one</td><td>two</table>three</a>four")).toEqual(["one two three"]);
    const [long] = anchors(`<a href=x>${"y".repeat(1023)}\u{1f600}z`);
    expect(long).toBe("y".repeat(1023)); // the character would be cut in two
    expect(anchors(`<a href=x>${" &amp;".repeat(5000)}`)[0]).toBe("& ".repeat(512).trim());
  });
});

describe("the head of a page", () => {
  it("has the first title that is not a drawing's", () => {
    expect(parsePage("<title> a &lt;b&gt;\n c </title><title>d</title>", PAGE).title).toBe("a <b> c");
    expect(parsePage("<svg><title>icon</title></svg><title>page</title>", PAGE).title).toBe("page");
    expect(parsePage("<title></title><title>d</title>", PAGE).title).toBe("");
    expect(parsePage("<p>", PAGE).title).toBe("");
  });

  it("has the first canonical URL, of a header before that of an element", () => {
    const html = "<link rel='x CANONICAL' href=c1><link rel=canonical href=c2>";
    expect(parsePage(html, PAGE).canonical).toBe("http://a.example/dir/c1");
    const headers = { link: ['<https://b.example/>; rel="canonical"'] };
    expect(parsePage(html, PAGE, { headers }).canonical).toBe("https://b.example/");
    expect(parsePage("<link rel=canonical href='mailto:x'>", PAGE)).not.toHaveProperty("canonical");
  });

  it("has links of HTTP headers first, relative to the page and not to its base", () => {
    const headers = { link: ['<style.css>; rel=preload; as=style, <?page=2>; rel="next nofollow"', "<c>; anchor=x"] };
    const page = parsePage("<base href=/b/><a href=x>", PAGE, { headers });
    expect(page.links).toEqual([
      { url: "http://a.example/dir/style.css", source: "header", anchor: "", nofollow: false },
      { url: "http://a.example/dir/page.html?page=2", source: "header", anchor: "", nofollow: true },
      { url: "http://a.example/dir/c", source: "header", anchor: "", nofollow: false },
      { url: "http://a.example/b/x", source: "a[href]", anchor: "", nofollow: false },
    ]);
    expect(parsePage("", PAGE, { headers, sources: "anchors" }).links).toEqual([]);
  });

  it("says to robots what the strictest of its elements and headers says", () => {
    const robots = (html: string, ...headers: string[]) => {
      const { noindex, nofollow } = parsePage(html, PAGE, { agent: "Bench", headers: { robots: headers } }).robots;
      return [noindex && "noindex", nofollow && "nofollow"].filter(Boolean).join(" ");
    };
    expect(robots("<meta name=robots content='index,nofollow'>")).toBe("nofollow"); // Heritrix testMetaRobots
    expect(robots("<META NAME=Robots CONTENT=None>")).toBe("noindex nofollow");
    expect(robots("<meta name=robots content=all><meta name=bench content=noindex>")).toBe("noindex");
    expect(robots("<meta name=otherbot content=none><meta name=robots content=unavailable>")).toBe("");
    expect(robots("", "noindex", "otherbot: nofollow")).toBe("noindex");
    expect(robots("", "otherbot: noindex, nofollow, bench: nofollow")).toBe("nofollow");
    expect(robots("", "unavailable_after: Saturday, 25 Jun 2030 15:00:00 PST, nofollow")).toBe("nofollow");
  });
});
