import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Estate, SharedCrawl } from "../../src/fetch/neighbours.js";
import { backlink } from "../../src/ordering/backlink.js";
import { FakeClock } from "./fake-clock.js";
import { loneNeighbours } from "./lone-neighbours.js";
import { simulate } from "./simulate.js";
import { page, type SimulatedPage } from "./simulated-web.js";

const SITE = "http://www.site.example";
const xml = { "content-type": "application/xml" };
const index = (urls: readonly string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;
const urlset = (urls: readonly string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;

/** A site whose pages hold no links: an index in robots.txt names two sitemaps, one packed, and others out of scope. */
function answer(url: string): SimulatedPage {
  const maps = ["map.xml", "map-1.xml.gz", "private/map.xml"].map((name) => `${SITE}/${name}`);
  switch (url) {
    case `${SITE}/robots.txt`:
      return {
        body: `User-agent: *\nDisallow: /private\nSitemap: ${SITE}/index.xml\nSitemap: http://other.test/map.xml`,
      };
    case `${SITE}/index.xml`:
      return { headers: xml, body: index([...maps, "http://10.0.0.1/map.xml", `${SITE}/index.xml`]) };
    case `${SITE}/map.xml`:
      return { headers: xml, body: urlset([`${SITE}/a`, "http://other.test/", `${SITE}/private/x`, `${SITE}/a`]) };
    case `${SITE}/map-1.xml.gz`:
      return { headers: { "content-type": "application/x-gzip" }, body: gzipSync(urlset([`${SITE}/b`])) };
    default:
      return url.endsWith("/robots.txt") ? { status: 404 } : { body: page(url, []) };
  }
}
const options = { seeds: [`${SITE}/`], politeness: { delay: 0, factor: 0 } };
const pathsOf = (pages: readonly string[]) => pages.map((url) => url.replace(SITE, "")).sort();

describe("sitemaps that robots.txt names", () => {
  it("are read where asked to, with all that they name in scope, as robots.txt allows", async () => {
    const { server, status, snapshot } = await simulate({ answer, options: { ...options, sitemaps: "follow" } });
    expect(pathsOf(server.pages)).toEqual(["/", "/a", "/b", "/index.xml", "/map-1.xml.gz", "/map.xml"]);
    expect(status).toMatchObject({ state: "done", pages: 3, disallowed: 2 }); // /private/map.xml, /private/x
    expect(snapshot.pages).toBe(3); // a sitemap is no page
  });

  it("may be lists of URLs, packed or not, as no other text is", async () => {
    const plain = { "content-type": "text/plain" };
    const lists: Record<string, SimulatedPage> = {
      "/robots.txt": { body: `Sitemap: ${SITE}/list.txt\nSitemap: ${SITE}/more.txt.gz` },
      "/list.txt": { headers: plain, body: `${SITE}/a\n${SITE}/notes\n` },
      "/more.txt.gz": { headers: { "content-type": "application/gzip" }, body: gzipSync(`${SITE}/b`) },
      "/notes": { headers: plain, body: `${SITE}/c` },
    };
    const { server } = await simulate({
      answer: (url) => lists[url.replace(SITE, "")] ?? { body: page(url, []) },
      options: { ...options, sitemaps: "follow" },
    });
    expect(pathsOf(server.pages)).toEqual(["/", "/a", "/b", "/list.txt", "/more.txt.gz", "/notes"]);
  });

  it("are known by their bytes, whatever their labels say, and what is none is counted and explained", async () => {
    const map = (path: string) => urlset([`${SITE}/of-${path}`]);
    const utf16 = (text: string) => Buffer.from(text, "utf16le");
    const named: Record<string, SimulatedPage> = {
      "plain-as-gzip": {
        headers: { "content-type": "application/gzip", "content-encoding": "gzip" },
        body: map("plain-as-gzip"),
      },
      "gzip-as-xml": { headers: xml, body: gzipSync(map("gzip-as-xml")) },
      html: { headers: { "content-type": "text/html" }, body: map("html") },
      image: { headers: { "content-type": "image/png" }, body: map("image") },
      untyped: {
        headers: { "content-type": "" },
        body: `<?xml version="1.0" encoding="ISO-8859-1"?>${map("untyp\xe9d")}`,
      },
      "html-list": { headers: { "content-type": "text/html" }, body: `\n${SITE}/of-html-list\n` },
      "utf-16": { headers: xml, body: utf16(`\ufeff${map("utf-16")}`) },
      "utf-16-bare": { headers: xml, body: utf16(`<?xml version="1.0" encoding="UTF-16"?>${map("utf-16-bare")}`) },
      "utf-16-be": { headers: xml, body: utf16(map("utf-16-be")).swap16() },
      "utf-16-list": { headers: { "content-type": "text/plain" }, body: utf16(`${SITE}/of-utf-16-list`) },
      page: { body: page(`${SITE}/page`, ["/of-page"]) },
      rss: {
        headers: { "content-type": "application/rss+xml" },
        body: `<rss version="2.0"><channel><item><link>${SITE}/of-rss</link></item></channel></rss>`,
      },
      atom: { headers: xml, body: `<feed><entry><link href="/of-atom"/></entry></feed>` },
      opml: { headers: { "content-type": "text/x-opml" }, body: "<opml><body></body></opml>" },
      empty: { headers: xml, body: "" },
      binary: { headers: { ...xml, "content-encoding": "br" }, body: Buffer.alloc(50, 0xff) },
    };
    named.untyped = { ...named.untyped, body: Buffer.from(named.untyped.body as string, "latin1") };
    const list = Object.keys(named).map((path) => `Sitemap: ${SITE}/${path}\n`);
    const { server, status, crawl, snapshot } = await simulate({
      answer: (url) =>
        url === `${SITE}/robots.txt`
          ? { body: list.join("") }
          : (named[url.slice(SITE.length + 1)] ?? { body: page(url, []) }),
      options: { ...options, sitemaps: "follow" },
    });
    const none = ["binary", "empty", "opml"];
    const of = pathsOf(server.pages).filter((path) => path.startsWith("/of-"));
    const wanted = Object.keys(named).filter((path) => !none.includes(path));
    expect(of).toEqual(wanted.map((path) => (path === "untyped" ? "/of-untyp%C3%A9d" : `/of-${path}`)).sort());
    expect(status.oddities).toEqual({ "sitemap-not-understood": 4 }); // those, and the page
    const why = (path: string) => crawl.errors().find(({ url }) => url === `${SITE}/${path}`)?.message;
    expect(why("opml")).toBe(
      'neither a sitemap in XML, a feed nor a list of URLs: it begins with "<opml><body></body></opml>" and is served as text/x-opml',
    );
    expect(why("empty")).toBe(
      "neither a sitemap in XML, a feed nor a list of URLs: it is empty and is served as application/xml",
    );
    expect(why("binary")).toMatch(/it is empty and is served as application\/xml; br: /);
    expect(why("page")).toMatch(/it begins with "<!?\w.* and is served as text\/html$/);
    expect(snapshot.captures).toBe(server.log.length);
  });

  it("are feeds only where they are named as sitemaps", async () => {
    const feed = (path: string) => `<rss><channel><item><link>${SITE}/${path}</link></item></channel></rss>`;
    const files: Record<string, SimulatedPage> = {
      "/robots.txt": { body: `Sitemap: ${SITE}/named.xml` },
      "/": { body: page(`${SITE}/`, ["/linked.xml"]) },
      "/named.xml": { headers: xml, body: feed("a") },
      "/linked.xml": { headers: xml, body: feed("b") },
    };
    const { server, status } = await simulate({
      answer: (url) => files[url.replace(SITE, "")] ?? { body: page(url, []) },
      options: { ...options, sitemaps: "follow" },
    });
    expect(pathsOf(server.pages)).toEqual(["/", "/a", "/linked.xml", "/named.xml"]);
    expect(status.oddities).toEqual({});
  });

  it("take no page for one of them: XHTML is XML, too", async () => {
    const xhtml = (url: string): SimulatedPage => ({
      ...answer(url),
      ...(url === `${SITE}/` && { headers: { "content-type": "application/xhtml+xml" }, body: page(url, ["/c"]) }),
    });
    const { server, status } = await simulate({ answer: xhtml, options: { ...options, sitemaps: "follow" } });
    expect(server.pages).toContain(`${SITE}/c`);
    expect(status.pages).toBe(4);
  });

  it("are left alone otherwise, and by orderings that know of pages only", async () => {
    expect(pathsOf((await simulate({ answer, options })).server.pages)).toEqual(["/"]);
    const ordered = simulate({ answer, options: { ...options, sitemaps: "follow", ordering: backlink } });
    await expect(ordered).rejects.toThrow("sitemaps are for breadth-first alone");
  });

  it("are read once, though the crawl is stopped and goes on", async () => {
    const first = await simulate({ answer, options: { ...options, sitemaps: "follow", pages: 1 } });
    const second = await simulate({ answer, options: { sitemaps: "follow" }, out: first.out });
    const all = [...first.server.pages, ...second.server.pages];
    expect(pathsOf(all)).toEqual(["/", "/a", "/b", "/index.xml", "/map-1.xml.gz", "/map.xml"]);
  });

  it("are 1,000 of a host at the most", async () => {
    const many = Array.from({ length: 1_500 }, (_, i) => `Sitemap: ${SITE}/map/${i}`).join("\n");
    const endless = (url: string): SimulatedPage => (url.endsWith("/robots.txt") ? { body: many } : { status: 404 });
    const { server } = await simulate({ answer: endless, options: { ...options, sitemaps: "follow" } });
    expect(server.pages.filter((url) => url.includes("/map/"))).toHaveLength(1_000);
  });

  it("that redirect to a packed file lead to what that names, as others do not", async () => {
    const moved = (url: string): SimulatedPage => {
      if (url === `${SITE}/robots.txt`) return { body: `Sitemap: ${SITE}/sitemap` };
      if (url === `${SITE}/sitemap`) return { status: 301, headers: { location: "/map-1.xml.gz" } };
      if (url === `${SITE}/`) return { body: page(url, ["/page"]) };
      if (url === `${SITE}/page`) return { status: 301, headers: { location: "/archive.gz" } };
      return answer(url);
    };
    const { server } = await simulate({ answer: moved, options: { ...options, sitemaps: "follow" } });
    expect(pathsOf(server.pages)).toEqual(["/", "/b", "/map-1.xml.gz", "/page", "/sitemap"]);
  });

  it("that redirect to a packed file do so in a later run as well, wherever the earlier one ended", async () => {
    const moved = (url: string): SimulatedPage => {
      if (url === `${SITE}/robots.txt`) return { body: `Sitemap: ${SITE}/index.xml` };
      if (url === `${SITE}/index.xml`) return { headers: xml, body: index([`${SITE}/sitemap`]) };
      if (url === `${SITE}/sitemap`) return { status: 301, headers: { location: "/map-1.xml.gz" } };
      return answer(url);
    };
    for (const last of [`${SITE}/`, `${SITE}/index.xml`]) {
      const stopping: { now?: () => void } = {};
      const first = await simulate({
        answer: (url) => {
          if (url === last) stopping.now?.();
          return moved(url);
        },
        options: { ...options, sitemaps: "follow" },
        onOpen: (crawl) => {
          stopping.now = () => void crawl.stop();
        },
      });
      expect(first.server.pages.at(-1)).toBe(last);
      const second = await simulate({ answer: moved, options: { sitemaps: "follow" }, out: first.out });
      expect(pathsOf([...first.server.pages, ...second.server.pages])).toEqual([
        "/",
        "/b",
        "/index.xml",
        "/map-1.xml.gz",
        "/sitemap",
      ]);
    }
  });

  it("are read by the process that takes their host over, where the one that met them did not", async () => {
    const moved = (url: string): SimulatedPage => {
      if (url === `${SITE}/robots.txt`) return { body: `Sitemap: ${SITE}/list\nSitemap: ${SITE}/sitemap` };
      if (url === `${SITE}/list`) return { headers: { "content-type": "text/plain" }, body: `${SITE}/a` };
      if (url === `${SITE}/sitemap`) return { status: 301, headers: { location: "/map-1.xml.gz" } };
      return answer(url);
    };
    const estates: Estate[] = [];
    let share: SharedCrawl | undefined;
    const clock = new FakeClock();
    const all = { ...options, sitemaps: "follow" as const };
    const given = await simulate({
      clock,
      answer: (url) => {
        if (url === `${SITE}/`)
          void share?.whileHeld(async () => {
            await share?.release(
              () => true,
              async (estate) => void estates.push(estate),
            );
          });
        return moved(url);
      },
      options: {
        ...all,
        neighbours: loneNeighbours(
          clock,
          () => estates.length === 0,
          (crawl) => {
            share = crawl;
          },
        ),
      },
    });
    expect(pathsOf(given.server.pages)).toEqual(["/"]);
    const [{ waiting, done, hosts }] = estates;
    const next = new FakeClock(clock.now());
    const taken = await simulate({
      clock: next,
      answer: moved,
      options: {
        ...all,
        neighbours: loneNeighbours(
          next,
          () => true,
          (crawl) =>
            crawl.whileHeld(async () => {
              await crawl.adopt(done, true);
              await crawl.adopt(waiting, false);
              crawl.adoptHosts(hosts);
            }),
        ),
      },
    });
    expect(taken.server.log.map(({ url }) => url)).not.toContain(`${SITE}/robots.txt`);
    expect(pathsOf(taken.server.pages)).toEqual(["/a", "/b", "/list", "/map-1.xml.gz", "/sitemap"]);
  });

  it("are read up to --body-limit once unpacked, and a word is said", async () => {
    const long = (url: string): SimulatedPage => {
      if (url === `${SITE}/robots.txt`) return { body: `Sitemap: ${SITE}/map.xml` };
      const body = gzipSync(urlset(Array.from({ length: 100 }, (_, i) => `${SITE}/${i}`)));
      return url === `${SITE}/map.xml` ? { headers: xml, body } : { status: 404 };
    };
    const all = { ...options, bodyLimit: 1_100, sitemaps: "follow" as const };
    const { server, status, crawl } = await simulate({ answer: long, options: all });
    expect(status.oddities).toMatchObject({ "sitemap-cut": 1 });
    expect(crawl.errors()).toContainEqual(expect.objectContaining({ url: `${SITE}/map.xml`, fault: "sitemap-cut" }));
    // <urlset> has 8 letters, a URL of one digit 47, of two 48; of the 23rd the first 46 come, with its </loc>
    expect(server.pages.filter((url) => /\/\d+$/.test(url))).toHaveLength(23);
  });
});
