import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { pageAt, urlOf } from "../../src/site/address.js";
import { audit } from "../../src/site/audit.js";
import { WebContent } from "../../src/site/content.js";
import { type Faults, settingsOf, TABLE_4_2, USUAL_FAULTS } from "../../src/site/options.js";
import { reachable } from "../../src/site/reachable.js";
import { type Site, serve } from "../../src/site/server.js";
import { campus } from "../../src/web/campus/campus.js";
import { linksOf } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import { depth } from "../depth.js";
import { attachmentWeb, reachable as reachableIn } from "../fixture/webs.js";
import { reachablePages } from "./reachable-pages.js";
import { Asker, linksIn } from "./small-crawl.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const contentOf = (web: Web, faults: Partial<Faults>, seed = 1) =>
  new WebContent(web, settingsOf({ faults, bytes: 0, seed }));

interface Reply {
  readonly status: number;
  readonly kind: string;
  readonly body: string;
  readonly location?: string;
}

/** Asks the content itself, without a socket: what a full crawl of 20,000 pages meets costs a second. */
function ask(content: WebContent, url: string): Reply {
  const { host, pathname, search } = new URL(url);
  const { status, kind, body, headers, death } = content.answer({
    method: "GET",
    host,
    path: pathname + search,
    header: () => undefined,
  });
  if (death) return { status: 0, kind, body: "" };
  const location = headers.find((line) => line.startsWith("Location: "))?.slice(10);
  return {
    status,
    kind,
    body: Buffer.from(body).toString(),
    ...(location && { location: new URL(location, url).href }),
  };
}

/** The links of a page whose HTML is known to be plain: every href, resolved, without fragment. */
const hrefs = ({ body }: Reply, base: string) =>
  [...body.matchAll(/href="([^"]*)"/g)].map(([, written]) =>
    new URL(written.replaceAll("&amp;", "&"), base).href.replace(/#.*/, ""),
  );

/** Fetches all that can be found from the start; what `mayAsk` refuses is left alone. */
function walk(content: WebContent, mayAsk: (url: string) => boolean = () => true): Map<string, Reply> {
  const replies = new Map<string, Reply>();
  const found = new Set([content.start]);
  for (const url of found) {
    if (!mayAsk(url)) continue;
    let reply = ask(content, url);
    if (reply.status === 503) reply = ask(content, url);
    replies.set(url, reply);
    if (reply.location) found.add(reply.location);
    if (reply.status === 200) for (const link of hrefs(reply, url)) found.add(link);
  }
  return replies;
}

const pagesIn = (replies: ReadonlyMap<string, Reply>) =>
  new Set([...replies].filter(([, { kind, status }]) => kind === "page" && status === 200).map(([url]) => url));

describe("the statuses of Table 4.2", () => {
  it("come out in a full crawl of campus, each within four deviations, and cost no page", () => {
    const pages = depth({ everyday: 4_000, prove: 20_000 });
    const web = campus({ pages });
    const content = contentOf(web, { statuses: true });
    const replies = walk(content);
    const total = Object.values(TABLE_4_2).reduce((sum, count) => sum + count, 0);
    // Table 4.2 gives these percentages
    expect(Math.round((10_000 * TABLE_4_2[200]) / total)).toBe(8742);
    const known = Object.keys(TABLE_4_2);
    const counts: Record<string, number> = {};
    for (const { status } of replies.values()) {
      const name = known.includes(String(status)) ? String(status) : "other";
      counts[name] = (counts[name] ?? 0) + 1;
    }
    const size = replies.size;
    expect(size).toBeGreaterThan(0.9 * pages);
    for (const [name, count] of Object.entries(TABLE_4_2)) {
      const share = count / total;
      const deviation = Math.sqrt(size * share * (1 - share));
      expect(Math.abs(counts[name] - size * share), name).toBeLessThan(4 * deviation);
      expect(counts[name], name).toBeGreaterThan(0);
    }
    const truth = reachablePages({ content });
    expect(truth.size).toBe(reachableIn(web.graph, [web.start]).size);
    expect(pagesIn(replies)).toEqual(truth);
  });

  it("weave nothing into pages that the web does not have", () => {
    const pages = 50;
    const { addresses, weaving } = contentOf(attachmentWeb(pages, 2, new Random(2)), { statuses: true });
    const last = addresses.hostOf(pages - 1);
    const threads = new Set(
      Array.from({ length: pages }, (_, page) => weaving.of(page))
        .flat()
        .map(({ path }) => path),
    );
    const folders = new Set([...threads].map((path) => path.split("/")[1]));
    expect(folders.size).toBeGreaterThan(1);
    const beyond = Array.from({ length: 2_000 }, (_, i) => pages + i);
    for (const folder of folders)
      expect(beyond.filter((page) => weaving.find(last, `/${folder}/${page}.html`) !== undefined)).toEqual([]);
  });

  it("leave the graph as it is for whoever follows redirects", () => {
    const pages = depth({ everyday: 700, prove: 1500 });
    const web = attachmentWeb(pages, 2, new Random(2));
    const content = contentOf(web, { statuses: true });
    let redirected = 0;
    for (let page = 0; page < pages; page++) {
      const url = urlOf(content.addresses, page);
      const links = hrefs(ask(content, url), url)
        .map((link) => ask(content, link).location ?? link)
        .map((link) => pageAt(content.addresses, link))
        .filter((to) => to >= 0);
      const own = [...linksOf(web.graph, page)];
      const woven = content.weaving.of(page).filter(({ link }) => link !== undefined);
      redirected += woven.length;
      if (own.length > 1 || woven.length === 0) expect(links, url).toEqual(own);
      // one link and a redirect or two
      else expect(new Set(links), url).toEqual(new Set(own.length === 0 ? [page] : own));
    }
    expect(redirected).toBeGreaterThan(0.04 * pages); // 7.4 for 100 pages: Table 4.2
  });
});

/** What a host's robots.txt comes to, read as RFC 9309 says, for the plain rules of this test. */
function robotsOf(content: WebContent, host: string): { disallowed?: string; delay?: number } {
  let reply = ask(content, `http://${host}/robots.txt`);
  if (reply.location) reply = ask(content, reply.location);
  if (reply.status >= 500 || reply.status === 0) return { disallowed: "/" };
  if (reply.status >= 400) return {};
  const value = (name: string) =>
    new RegExp(`^${name}\\s*:\\s*([^\\s#]+)`, "im").exec(reply.body.replace(/^\ufeff/, ""))?.[1];
  const delay = value("crawl-delay");
  return { disallowed: value("disallow"), ...(delay && { delay: Number(delay) }) };
}

describe("robots.txt that differs by host", () => {
  it("bars what the truth says it bars, and nothing else", () => {
    const [few, many] = depth({ everyday: [1000, 1500], prove: [5000, 8000] });
    for (const web of [campus({ pages: few }), attachmentWeb(many, 3, new Random(4))]) {
      const content = contentOf(web, { robots: true, statuses: true, deadHosts: 0.1, transient: 0.05 }, 3);
      const rules = new Map<string, ReturnType<typeof robotsOf>>();
      const obeys = (url: string) => {
        const { host, pathname, search } = new URL(url);
        const rule = rules.get(host) ?? robotsOf(content, host);
        rules.set(host, rule);
        return rule.disallowed === undefined || !(pathname + search).startsWith(rule.disallowed);
      };
      const polite = walk(content, obeys);
      const truth = reachablePages({ content });
      expect(pagesIn(polite)).toEqual(truth);
      expect(truth.size).toBeLessThan(reachableIn(web.graph, [web.start]).size);
      expect(truth.has(content.start)).toBe(true);
      for (const page of reachable(content).keys()) {
        const url = urlOf(content.addresses, page);
        const host = content.addresses.hostOf(page);
        if (content.hostFaults.death(host)) continue;
        expect(content.robots.allows(host, content.addresses.path(page)), url).toBe(obeys(url));
      }
      const variants = Array.from({ length: content.hosts }, (_, host) => content.robots.of(host).variant);
      for (const variant of ["open", "section", "missing"]) expect(variants).toContain(variant);
    }
  });

  it("comes in every variant, with what each says", () => {
    const content = contentOf(attachmentWeb(depth({ everyday: 20_000, prove: 60_000 }), 1, new Random(5)), {
      robots: true,
      crawlDelay: 7,
    });
    const seen = new Set<string>();
    for (let host = 0; host < content.hosts; host++) {
      const { variant, disallowed, delay } = content.robots.of(host);
      if (seen.has(variant)) continue;
      seen.add(variant);
      const name = content.addresses.hostName(host);
      const { status, body, location } = ask(content, `http://${name}/robots.txt`);
      if (variant === "missing") expect(status).toBe(404);
      else if (variant === "error") expect([status, disallowed]).toEqual([503, "/"]);
      else if (variant === "redirect") {
        expect([status, location]).toEqual([301, `http://${name}/rules/robots-of-this-host.txt`]);
        expect(ask(content, location ?? "").body).toContain(`DISALLOW:${disallowed}  \r\n`);
      } else if (variant === "delay") expect([body, delay]).toEqual([expect.stringContaining("\nCrawl-delay: 7\n"), 7]);
      else if (variant === "mark") expect(body).toMatch(/^\ufeffUser-agent: \*\nDisallow: \/p\/\d+\n/);
      else if (variant === "section") expect(body).toContain(`DISALLOW:${disallowed}  \r\n`);
    }
    expect([...seen].sort()).toEqual(["delay", "error", "mark", "missing", "open", "redirect", "section"]);
  });

  it("tells crawlers that read sitemaps of pages that no link leads to", () => {
    const web = campus({ pages: 3000 });
    const content = contentOf(web, { robots: true });
    const byLinks = reachable(content).reduce((sum, is) => sum + is, 0);
    const withSitemaps = reachable(content, { sitemaps: true });
    expect(withSitemaps.reduce((sum, is) => sum + is, 0)).toBeGreaterThan(byLinks);
    for (let page = 0; page < 3000; page++) {
      const rules = content.robots.of(content.addresses.hostOf(page));
      const missed = withSitemaps[page] === 0;
      const barred = !content.robots.allows(content.addresses.hostOf(page), content.addresses.path(page));
      // campus: every host is linked to; what is missed is barred, or stands on a host that names no sitemap
      if (missed) expect(barred || rules.variant === "missing", urlOf(content.addresses, page)).toBe(true);
      else expect(barred).toBe(false);
    }
  });
});

describe("pages that fail once", () => {
  it("answer 503 with Retry-After, and are well ever after", async () => {
    const site = await serve(attachmentWeb(300, 1, new Random(1)), { bytes: 0, faults: { transient: 0.1 } });
    const asker = new Asker(site);
    open.push(asker, site);
    let failed = 0;
    for (let page = 0; page < 300; page++) {
      const url = urlOf(site.content.addresses, page);
      const { status, headers } = await asker.get(url);
      expect(status === 503).toBe(site.content.failsOnce(page));
      if (status === 503) {
        failed++;
        expect(headers["retry-after"]).toBe("1");
      }
      expect((await asker.get(url)).status).toBe(200);
    }
    // binomial, 300 pages at 0.1: mean 30, deviation 5.2
    expect(Math.abs(failed - 30)).toBeLessThan(4 * 5.2);
  });
});

describe("copies", () => {
  it("have the bytes of their page, and links that lead to the same places", () => {
    const web = campus({ pages: 2000 });
    const content = contentOf(web, { copies: 0.1 });
    let copies = 0;
    for (const [url, reply] of walk(content)) {
      if (reply.kind !== "copy") continue;
      copies++;
      const original = url.replace(/[?&]print=1$/, "");
      const { body } = ask(content, original);
      expect(reply.body).toBe(body);
      expect(hrefs(reply, url)).toEqual(hrefs({ ...reply, body }, original));
    }
    // binomial over the pages reached, about 1,700 at 0.1
    expect(copies).toBeGreaterThan(110);
    expect(copies).toBeLessThan(230);
  });
});

describe("traps", () => {
  const web = attachmentWeb(2000, 3, new Random(6));

  it("let out a crawler that limits the URLs of a host, which then has every page", () => {
    const content = contentOf(web, { traps: 0.6 });
    const perHost = new Map<string, number>();
    const replies = walk(content, (url) => {
      const { host, pathname } = new URL(url);
      if (!pathname.startsWith("/trap/")) return true;
      const count = (perHost.get(host) ?? 0) + 1;
      perHost.set(host, count);
      return count <= 40;
    });
    expect(pagesIn(replies)).toEqual(reachablePages({ content }));
    expect(reachablePages({ content }).size).toBe(2000);
    const caught = [...replies].filter(([, { kind }]) => kind === "trap").map(([url]) => url);
    for (const part of ["/trap/calendar/", "/trap/shop/", "/trap/deep/"])
      expect(caught.filter((url) => url.includes(part)).length, part).toBeGreaterThanOrEqual(40);
    for (const kind of ["calendar", "session", "deep"])
      expect(
        caught.some((url) => url.startsWith(`http://${kind}.trap.attachment.example/`)),
        kind,
      ).toBe(true);
    expect([...perHost.values()].every((count) => count > 40)).toBe(true); // there would have been more
  });

  it("never run out of URLs, nor of links within", () => {
    const content = contentOf(web, { traps: 1 });
    for (const start of [
      "calendar.trap.attachment.example/trap/calendar/2001/03/",
      "session.trap.attachment.example/trap/shop/item0.html?session=0",
      "deep.trap.attachment.example/trap/deep/",
    ]) {
      const found = new Set([`http://${start}`]);
      let asked = 0;
      for (const url of found) {
        if (asked++ === 300) break;
        const reply = ask(content, url);
        expect([reply.status, reply.kind], url).toEqual([200, "trap"]);
        for (const link of hrefs(reply, url)) found.add(link);
      }
      expect(found.size).toBeGreaterThan(300);
    }
    expect(ask(content, "http://deep.trap.attachment.example/robots.txt").status).toBe(200);
    expect(ask(contentOf(web, {}), "http://deep.trap.attachment.example/trap/deep/").status).toBe(404);
  });

  it("are marked in the log", async () => {
    const site = await serve(web, { faults: { traps: 1 } });
    const asker = new Asker(site);
    open.push(asker, site);
    const url = "http://calendar.trap.attachment.example/trap/calendar/2001/12/";
    const links = linksIn((await asker.get(url)).body, url);
    expect(links.map((link) => new URL(link).pathname)).toEqual(["/trap/calendar/2002/01/", "/trap/calendar/2001/11/"]);
    expect(site.log).toMatchObject([{ kind: "trap", page: -1, status: 200, path: "/trap/calendar/2001/12/" }]);
  });
});

describe("dead hosts", () => {
  it("reset connections or never answer; the start page's host lives", async () => {
    const web = attachmentWeb(400, 1, new Random(1));
    const site: Site = await serve(web, { hosts: 40, faults: { deadHosts: 1 } });
    open.push(site);
    const { addresses, hostFaults } = site.content;
    const names = { reset: "", silent: "" };
    for (let host = 0; host < 40; host++) {
      const death = hostFaults.death(host);
      expect(death === undefined).toBe(host === addresses.hostOf(web.start));
      if (death) names[death] = addresses.hostName(host);
    }
    const socket = () => connect(site.port, "127.0.0.1");
    const reset = socket();
    reset.write(`GET / HTTP/1.1\r\nHost: ${names.reset}\r\n\r\n`);
    const [error] = await once(reset, "error");
    expect(error.code).toBe("ECONNRESET");
    const silent = socket();
    let received = 0;
    silent.on("data", ({ length }) => {
      received += length;
    });
    silent.write(`GET /robots.txt HTTP/1.1\r\nHost: ${names.silent}\r\n\r\n`);
    const asker = new Asker(site);
    open.push(asker);
    expect((await asker.get(site.start)).status).toBe(200); // by then the silent one has been heard
    expect(received).toBe(0);
    const closed = once(silent, "close");
    silent.destroy();
    await closed;
    while (site.log.length < 3) await new Promise((resolve) => setImmediate(resolve));
    expect(site.log.map(({ host, status, kind }) => [host, status, kind])).toEqual([
      [names.reset, 0, "page"],
      [new URL(site.start).host, 200, "page"],
      [names.silent, 0, "robots"],
    ]);
  });
});

it("the usual mix answers over the wire what it answers within, and a polite walk is found polite", async () => {
  const web = campus({ pages: depth({ everyday: 160, prove: 400 }) });
  const faults = { ...USUAL_FAULTS, deadHosts: 0, slowHosts: 0, encodings: false };
  const site = await serve(web, { bytes: 0, faults });
  const twin = new WebContent(web, settingsOf({ bytes: 0, faults }));
  const asker = new Asker(site);
  open.push(asker, site);
  let limit = 0;
  const read = new Set<string>();
  const found = new Set([site.start]);
  for (const url of found) {
    const { host, pathname } = new URL(url);
    if (!read.has(host)) {
      read.add(host);
      await asker.get(`http://${host}/robots.txt`);
    }
    const index = site.content.addresses.hostIndex(host);
    if (index >= 0 && !site.content.robots.allows(index, pathname)) continue;
    if (pathname.startsWith("/trap/") && limit++ > 100) continue;
    const { status, headers, body } = await asker.get(url);
    const within = ask(twin, url);
    expect([status, body.toString()], url).toEqual([within.status, within.body]);
    if (status === 503) found.delete(url);
    if (status === 503 || headers.location) found.add(new URL(String(headers.location ?? url), url).href);
    if (status === 200) for (const link of linksIn(body, url)) found.add(link);
  }
  expect(audit(site.log)).toMatchObject({ violations: 0, counts: { disallowed: 0, repeat: 0, "robots-first": 0 } });
  expect(site.log.filter(({ kind, status }) => kind === "page" && status === 200)).toHaveLength(
    reachablePages(site).size,
  );
});
