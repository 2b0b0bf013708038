// Links of HTML pages: our one pass beside the bare parser it stands on, and beside a tree. CPU seconds per 1,000
// pages.
import { load } from "cheerio";
import { Parser } from "htmlparser2";
import { Random } from "../dist/base/random.js";
import { decodeHtml } from "../dist/page/html/charset.js";
import { parsePage } from "../dist/page/html/parse-page.js";
import { textOf } from "../dist/page/html/text.js";
import { simHash } from "../dist/page/text/sim-hash.js";
import { termCounts } from "../dist/page/text/tokens.js";
import { expectChecksum } from "./measure.mjs";

const PAGES = 4_000;
const LINKS = 40;

const WORDS =
  "the crawler of a web page order link server queue rank time host index query data file store visit".split(" ");

/** Pages of about 13 kB with 40 links each: absolute, relative and rooted ones, some with references or fragments. */
function generate() {
  const random = new Random(1);
  const pick = (count) => Math.floor(random.next() * count);
  const words = (count) => Array.from({ length: count }, () => WORDS[pick(WORDS.length)]).join(" ");
  const hrefs = [
    () => `/page/${pick(20_000)}.html`,
    () => `http://host${pick(100)}.example:8080/page/${pick(200)}.html`,
    () => `../dir/page${pick(200)}.html?a=1&amp;b=2`,
    () => `page${pick(200)}.html#part`,
  ];
  return Array.from({ length: PAGES }, (_, page) => {
    const items = Array.from(
      { length: LINKS },
      (_, i) =>
        `<li class="item item-${i}"><a class="link" href="${hrefs[i % 4]()}" title="link ${i}">${words(3)}</a></li>\n` +
        `<p class="text">${words(35)}</p>\n`,
    );
    return (
      `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Page ${page} &amp; more</title>\n` +
      `<script>var x = "<a href='/no/link'>";</script></head>\n<body>${items.join("")}</body></html>\n`
    );
  });
}

export async function html() {
  const pages = generate();
  const bytes = pages.map((page) => new TextEncoder().encode(page));
  const base = (page) => `http://host${page % 100}.example/dir/page${page}.html`;
  const contestants = [
    ["decodeHtml, UTF-8 by meta", 1, (i) => decodeHtml(bytes[i], "text/html").text.length > 0 && LINKS],
    ["htmlparser2 Parser, hrefs only", 1, (i) => hrefsOf(pages[i]).length],
    ["htmlparser2 Parser, new URL", 1, (i) => absolute(hrefsOf(pages[i]), base(i)).length],
    ["parsePage, all", 1, (i) => parsePage(pages[i], base(i)).links.length],
    ["parsePage, anchors", 1, (i) => parsePage(pages[i], base(i), { sources: "anchors" }).links.length],
    ["cheerio.load, $('a[href]'), new URL", 8, (i) => absolute(cheerioHrefs(pages[i]), base(i)).length],
    ["textOf", 1, (i) => textOf(pages[i]).body.length > 0 && LINKS],
    ["textOf, termCounts, simHash", 1, (i) => simHash(termCounts(textOf(pages[i]).body)).low >= 0 && LINKS],
  ];
  const rows = contestants.map(([what, share, work]) => {
    const count = PAGES / share;
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 3; run++) {
      const begun = process.cpuUsage();
      let links = 0;
      for (let page = 0; page < count; page++) links += work(page);
      const { user, system } = process.cpuUsage(begun);
      expectChecksum(what, links, count * LINKS);
      best = Math.min(best, (user + system) / 1000 / count);
    }
    return { what, best };
  });
  const ours = rows.find(({ what }) => what === "parsePage, all").best;
  return rows.map(({ what, best }) => ({
    what,
    "CPU s per 1,000 pages": Number(best.toFixed(4)),
    "times parsePage": Number((best / ours).toFixed(2)),
  }));
}

function hrefsOf(page) {
  const found = [];
  let inA = false;
  const parser = new Parser({
    onopentagname(name) {
      inA = name === "a";
    },
    onattribute(name, value) {
      if (inA && name === "href") found.push(value);
    },
  });
  parser.end(page);
  return found;
}

function cheerioHrefs(page) {
  const $ = load(page);
  return $("a[href]")
    .toArray()
    .map((element) => element.attribs.href);
}

function absolute(hrefs, base) {
  return hrefs.map((href) => {
    const url = new URL(href, base);
    url.hash = "";
    return url.href;
  });
}
