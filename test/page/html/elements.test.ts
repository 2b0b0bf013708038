import { describe, expect, it } from "vitest";
import { linkRule, sourcesOf, TELLING } from "../../../src/page/html/link-rules.js";
import { LINK_SOURCES } from "../../../src/page/html/page.js";
import { parsePage } from "../../../src/page/html/parse-page.js";
import { TAGS } from "../../../src/page/html/scan.js";
import { textOf } from "../../../src/page/html/text.js";

/** Every element of the HTML Standard, obsolete ones included (sections 4 and 16.2), but for those of text alone. */
const ELEMENTS =
  "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col colgroup command data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter multicol nav nextid nobr noframes noscript object ol optgroup option output p param picture pre progress q rb rbc rp rt rtc ruby s samp search section select slot small source spacer span strike strong sub summary sup svg table tbody td template tfoot th thead time tr track tt u ul use var video wbr x-own".split(
    " ",
  );

describe("elements of a page", () => {
  it("part words where a page shows them apart: boxes of their own, and what is no text", () => {
    const parting = ELEMENTS.filter((tag) => textOf(`a<${tag}>b`).body === "a b");
    // blocks, tables and lists of the Standard's section 15.3; form controls, pictures and films; what stands in a head
    expect(parting).toEqual(
      "address article aside blockquote body br button caption center dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html img input legend li main menu meta nav noframes noscript object ol optgroup option p pre section select summary table tbody td tfoot th thead tr ul video".split(
        " ",
      ),
    );
    for (const tag of ELEMENTS) expect(textOf(`a</${tag}>b`).body, tag).toBe(parting.includes(tag) ? "a b" : "ab");
  });

  it("end a drawing and a formula that were left open where the Standard's section 13.2.6.5 says so", () => {
    // xlink:href is a link in a drawing alone
    const isDrawing = (html: string) =>
      parsePage(`${html}<a xlink:href=/x>`, "http://a.example/").links.some(({ url }) => url.endsWith("/x"));
    const ending = (root: string) => ELEMENTS.filter((tag) => !isDrawing(`<${root}><g><${tag}>`));
    const breakouts =
      "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var".split(
        " ",
      );
    expect(ending("svg")).toEqual(breakouts);
    expect(ending("math")).toEqual(breakouts);
    expect([isDrawing(""), isDrawing("<svg>"), isDrawing("<svg></svg>")]).toEqual([false, true, false]);
  });

  it("hold text alone where the Standard's tokenizer takes no tags in them, up to their end", () => {
    const raw = "script style xmp iframe noembed title textarea".split(" ");
    for (const tag of [...raw, "noscript", "noframes", "plain"]) {
      const { links } = parsePage(`<${tag}><a href=/in></${tag}><a href=/out>`, "http://a.example/");
      expect(
        links.map(({ url }) => url.slice(17)),
        tag,
      ).toEqual(raw.includes(tag) ? ["out"] : ["in", "out"]);
    }
    expect(parsePage("<plaintext><a href=/in></plaintext><a href=/out>", "http://a.example/").links).toEqual([]);
  });
});

describe("links of a page", () => {
  const linksOf = (html: string) =>
    parsePage(html, "http://a.example/p").links.map(({ url, source }) => `${source} ${url.slice(17)}`);

  it("have the source that is named by element and attribute", () => {
    const named = LINK_SOURCES.flatMap((source) => /^(\w+)\[(\w+)\]$/.exec(source) ?? []);
    const own = Array.from({ length: named.length / 3 }, (_, i) => named.slice(3 * i, 3 * i + 3));
    for (const [source, tag, attribute] of own.filter(([, tag]) => tag !== "meta"))
      expect(linksOf(`<${tag} ${attribute}="/l">`), source).toEqual([`${source} l`]);
    expect(own.length).toBe(21);
  });

  it("have a shared one elsewhere: cited, described at length, or other", () => {
    const shared = {
      cite: "blockquote.cite q.cite ins.cite del.cite",
      longdesc: "img.longdesc image.longdesc frame.longdesc iframe.longdesc",
      other:
        "table.background thead.background tbody.background tfoot.background tr.background td.background th.background link.imagesrcset img.lowsrc img.dynsrc image.lowsrc image.dynsrc bgsound.src html.manifest p.data-href div.data-original img.data-src x-own.data-srcset b.data-uri i.data-url",
    };
    for (const [source, places] of Object.entries(shared))
      for (const [tag, attribute] of places.split(" ").map((place) => place.split(".")))
        expect(linksOf(`<${tag} ${attribute}="/l">`), `${tag} ${attribute}`).toEqual([`${source} l`]);
    expect(linksOf('<image src="/a" srcset="/b 2x">')).toEqual(["img[src] a", "img[srcset] b"]);
  });

  it("of drawings are links in these alone", () => {
    for (const [html, link] of [
      ["<image href=/l>", "other l"],
      ["<use href=/l>", "other l"],
      ["<image xlink:href=/l>", "other l"],
      ["<use xlink:href=/l>", "other l"],
      ["<script xlink:href=/l></script>", "other l"],
      ["<a xlink:href=/l>", "a[href] l"],
    ]) {
      expect(linksOf(html), html).toEqual([]);
      expect(linksOf(`<svg>${html}`), html).toEqual([link]);
    }
  });

  it("are the page itself where an anchor, an area or a form has none, and nothing elsewhere", () => {
    expect(linksOf("<a href=''><area href=''><form action=''>")).toEqual([
      "a[href] p",
      "area[href] p",
      "form[action] p",
    ]);
    expect(linksOf("<img src=''><iframe src=''></iframe><link href=''><q cite=''><p data-url=''>")).toEqual([]);
  });

  it("are several where descriptors stand beside them", () => {
    for (const [tag, attribute] of ["img.srcset", "source.srcset", "link.imagesrcset", "p.data-srcset"].map((place) =>
      place.split("."),
    ))
      expect(linksOf(`<${tag} ${attribute}="/a 1x, /b 2x">`).map((link) => link.split(" ")[1])).toEqual(["a", "b"]);
  });

  it("are looked for in few attributes of most elements", () => {
    const telling = ELEMENTS.filter((tag) => TELLING[TAGS.find(tag)] && TAGS.find(tag) > 0);
    expect(telling).toEqual(
      "a applet area audio base bgsound blockquote body del embed form frame html iframe image img input ins link meta object q script source table tbody td tfoot th thead tr track use video"
        .split(" ")
        .filter((tag) => ELEMENTS.includes(tag)),
    );
    expect(linkRule(TAGS.find("p"), 0)).toBeUndefined();
    expect([...sourcesOf("anchors")]).toEqual(["a[href]", "area[href]", "frame[src]", "iframe[src]", "meta[refresh]"]);
    expect([...sourcesOf("all")]).toEqual([...LINK_SOURCES]);
    // snapshots hold places in this list: it only ever grows at its end
    expect(LINK_SOURCES.join(" ")).toBe(
      "a[href] area[href] frame[src] iframe[src] link[href] meta[refresh] img[src] img[srcset] source[src] source[srcset] script[src] form[action] object[data] embed[src] audio[src] video[src] video[poster] track[src] input[src] applet[code] body[background] cite longdesc other header",
    );
  });
});
