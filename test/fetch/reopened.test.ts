import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openArchive } from "../../src/archive/import/import-cache.js";
import type { Snapshot } from "../../src/archive/open-snapshot.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { codedBodies } from "../fixture/coded-bodies.js";
import { simulate } from "./simulate.js";
import { page, type SimulatedPage } from "./simulated-web.js";

const site = "http://a.web.example";
const link = (path: string) => `<a href="/of-${path}">x</a>`;
/** Responses that are pages by some rules and none by others, or lead to different URLs. */
const odd: Readonly<Record<string, SimulatedPage>> = {
  empty: { body: "" },
  twice: { headers: { "content-type": "text/html, text/html" }, body: link("twice") },
  untyped: { headers: { "content-type": "" }, body: link("untyped") },
  wap: { headers: { "content-type": "application/vnd.wap.xhtml+xml" }, body: link("wap") },
  stacked: { headers: { "content-encoding": "gzip, gzip" }, body: gzipSync(gzipSync(link("stacked"))) },
  latin: { status: 301, headers: { location: "/of-\xe9" } },
  utf8: { status: 301, headers: { location: "/of-\xc3\xa9" } },
  nowhere: { status: 302, headers: { location: "" } },
  same: { status: 304, headers: { location: "/of-same" } },
};

/** What a snapshot says of each response but those of robots.txt, by URL; pages are those of status 200. */
const told = (snapshot: Snapshot) =>
  Array.from({ length: snapshot.captures }, (_, row) => {
    const { url, status, type, redirect } = snapshot.capture(row);
    const page = snapshot.pageOf(row);
    return {
      url,
      type,
      redirect,
      links: page < 0 || status !== 200 ? "no page" : snapshot.linksOf(page).map((link) => [link.url, link.anchor]),
    };
  })
    .filter(({ url }) => !url.endsWith(".txt"))
    .toSorted((a, b) => (a.url < b.url ? -1 : 1));

describe("the WARC files of a crawl", () => {
  it("opened alone, give the same pages, links and redirects as the crawl", async () => {
    const { out, snapshot, status } = await simulate({
      answer: (url) => {
        const path = new URL(url).pathname.slice(1);
        if (path === "robots.txt") return { status: 404 };
        return path === "" ? { body: page(url, Object.keys(odd)) } : (odd[path] ?? { body: page(url, []) });
      },
      options: { seeds: [`${site}/`], politeness: { delay: 0, factor: 0 } },
    });
    const { snapshot: again } = await openArchive(join(out, "archive"), { name: "x", cache: temporaryFolder() });
    expect(told(again)).toEqual(told(snapshot));
    const found = told(snapshot).map(({ url }) => url.slice(site.length));
    expect(found).toEqual(expect.arrayContaining(["/of-twice", "/of-untyped", "/of-wap", "/of-stacked", "/of-%C3%A9"]));
    expect(found).not.toContain("/of-%EF%BF%BD");
    expect(status).toMatchObject({ pages: 11, oddities: {} }); // the start page, five odd ones, and what all lead to
  });

  it("opened alone, give the same pages of damaged, cut, stacked and mislabelled bodies", async () => {
    const links = Array.from({ length: 500 }, (_, i) => `<a href="/of-${(i * 7919) % 503}">${i}</a>`).join("\n");
    const bodies = codedBodies(links);
    const { out, snapshot, status } = await simulate({
      answer: (url) => {
        const path = new URL(url).pathname.slice(1);
        if (path === "robots.txt") return { status: 404 };
        if (path === "") return { body: page(url, Object.keys(bodies)) };
        const coded = bodies[Number(path)];
        if (coded === undefined) return { body: page(url, []) };
        return { headers: { "content-encoding": coded.coding }, body: coded.body };
      },
      options: { seeds: [`${site}/`], scope: { depth: 1 }, politeness: { delay: 0, factor: 0 } },
    });
    const { snapshot: again, summary } = await openArchive(join(out, "archive"), {
      name: "x",
      cache: temporaryFolder(),
    });
    expect(told(again)).toEqual(told(snapshot));
    const faults = bodies.map(({ fault }) => fault);
    const countOf = (kind: string) => faults.filter((each) => each === kind).length;
    expect(status.oddities).toEqual({ "bad-content-encoding": faults.filter((fault) => fault).length });
    expect(summary.skipped).toMatchObject({
      "html-bad-coding": countOf("bad-coding"),
      "html-unknown-coding": countOf("unknown-coding"),
    });
  });
});
