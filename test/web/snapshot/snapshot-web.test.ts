import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { NewCapture, SnapshotWriterOptions } from "../../../src/archive/capture.js";
import { openSnapshot, type Snapshot } from "../../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import type { Strings } from "../../../src/base/strings.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { visitOrder, webOf } from "../../../src/web/snapshot/snapshot-web.js";
import { answer, NEW_YEAR, page } from "../../archive/small-web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

async function snapshotOf(
  captures: readonly NewCapture[],
  options: Partial<SnapshotWriterOptions> = {},
): Promise<Snapshot> {
  const folder = temporaryFolder();
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR, ...options });
  for (const capture of captures) writer.add(capture);
  await writer.commit();
  await writer.close();
  return openSnapshot(folder);
}

const at = (path: string) => `http://a.example/${path}`;
const to = (...paths: string[]) => paths.map((path) => `<a href="${at(path)}">to ${path}</a>`).join("");

/**
 * a -> b twice, itself, c (redirects to b), lost (not stored), loop; b -> image, a nofollow; d is an error page that
 * links to a.
 */
const small = [
  answer(at("robots.txt"), 200, 0, { type: "text/plain" }),
  page(at("a"), `<title>A</title>${to("b", "c", "a", "lost", "loop1", "b")}<p>words of a`),
  answer(at("c"), 301, 1, { redirect: at("c2") }),
  answer(at("c2"), 302, 2, { redirect: at("b") }),
  page(at("d"), to("a"), 3, { exchange: { ...page(at("d"), to("a")).exchange, status: 404 } }),
  page(at("b"), `<title>B</title><img src="${at("a")}"><a rel=nofollow href="${at("a")}">back</a>`, 4),
  answer(at("loop1"), 301, 5, { redirect: at("loop2") }),
  answer(at("loop2"), 301, 6, { redirect: at("loop1") }),
];

describe("the web of a snapshot", () => {
  it("has the HTML pages of status 200 for pages and resolves links to the letter and through redirects", async () => {
    const web = webOf(await snapshotOf(small));
    expect([...(web.urls as Strings)]).toEqual([at("a"), at("b")]);
    expect([...(web.titles as Strings)]).toEqual(["A", "B"]);
    expect([[...linksOf(web.graph, 0)], [...linksOf(web.graph, 1)]]).toEqual([[1], [0]]);
    expect(web.found).toEqual({ links: 5, selfLinks: 1, duplicates: 2 }); // b, c, a, b of a; a of b
    expect([...(web.references as Uint32Array)]).toEqual([6, 1]); // images are no reference by default
    expect([web.start, web.capabilities]).toEqual([0, ["links", "urls", "titles", "anchors", "text"]]);
  });

  it("keeps all links of its pages to all URLs: from every element, repeats included, and where redirects lead", async () => {
    const web = webOf(await snapshotOf(small));
    const { urls, offsets, targets, anchor } = web.allLinks?.() ?? expect.unreachable();
    const rows = Array.from({ length: offsets.length - 1 }, (_, row) => [
      urls.at(row),
      ...Array.from(targets.subarray(offsets[row], offsets[row + 1]), (url) => urls.at(url)),
    ]);
    expect(rows).toEqual([
      [at("a"), ...["b", "c", "a", "lost", "loop1", "b"].map(at)],
      [at("b"), at("a"), at("a")],
      [at("c"), at("c2")],
      [at("c2"), at("b")],
      [at("loop1"), at("loop2")],
      [at("loop2"), at("loop1")],
    ]);
    expect([...urls].slice(6).sort()).toEqual([at("d"), at("lost"), at("robots.txt")]);
    expect([8, 7, 0, 5].map((link) => anchor?.(link))).toEqual(["", "back", "to b", "to b"]);
  });

  it("leaves out redirects, nofollow links and sources, or keeps repeats, when asked to", async () => {
    const snapshot = await snapshotOf(small);
    const links = (options: Parameters<typeof webOf>[1]) => {
      const { graph } = webOf(snapshot, options);
      return [[...linksOf(graph, 0)], [...linksOf(graph, 1)]];
    };
    expect(links({ duplicates: "keep", selfLinks: "keep" })).toEqual([[1, 1, 0, 1], [0]]);
    expect(links({ duplicates: "keep", redirects: "ignore" })).toEqual([[1, 1], [0]]);
    expect(links({ nofollow: "ignore" })).toEqual([[1], []]);
    expect(links({ sources: ["img[src]"] })).toEqual([[], [0]]);
    for (const sources of ["a[href]", ["a"]])
      expect(() => links({ sources: sources as never })).toThrow(/^sources is a list of "a\[href\]", .*; found /);
    expect(webOf(snapshot).sha256).not.toBe(webOf(snapshot, { nofollow: "ignore" }).sha256);
    expect(() => webOf(snapshot, { redirects: "no" } as never)).toThrow('redirects is "follow", "ignore"; found "no"');
  });

  it("tells the anchor of each link that was kept, the first of those that were made one", async () => {
    const html = `${to("b", "x", "b")}<a href="${at("a")}">self</a><a href="${at("b")}">again</a>`;
    const web = webOf(await snapshotOf([page(at("a"), html), page(at("b"), to("x", "a")), page(at("x"), "")]));
    const anchors = (page: number) =>
      Array.from(linksOf(web.graph, page), (target, i) => [
        web.urls?.at(target),
        web.anchor?.(web.graph.offsets[page] + i),
      ]);
    expect(anchors(1)).toEqual([
      [at("x"), "to x"],
      [at("a"), "to a"],
    ]);
    expect(anchors(0)).toEqual([
      [at("b"), "to b"],
      [at("x"), "to x"],
    ]);
    expect([web.anchor?.(-1), web.anchor?.(web.graph.links)]).toEqual(["", ""]);
  });

  it("tells the anchor of each link behind such as are left out: to itself, to what is no page, and with nofollow", async () => {
    const out = `${to("a", "lost", "robots.txt")}<a rel=nofollow href="${at("x")}">no</a>`;
    const html = `${out}${to("x")}${out}${to("b")}`;
    const snapshot = await snapshotOf([page(at("b"), to("x", "a")), page(at("a"), html), page(at("x"), "")]);
    const { anchor, urls, graph } = webOf(snapshot, { nofollow: "ignore" });
    const told = Array.from(linksOf(graph, 1), (target, i) => [urls?.at(target), anchor?.(graph.offsets[1] + i)]);
    expect(told.sort()).toEqual([
      [at("b"), "to b"],
      [at("x"), "to x"],
    ]);
  });

  it("reads the text of pages out of the archive, codings undone, revisits too", async () => {
    const html = "<title>T</title><p>caf\xe9 &amp; tea</p><script>no</script>";
    const latin = page(at("latin"), "");
    const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Encoding: gzip\r\n\r\n";
    const body = gzipSync(Buffer.from(html, "latin1"));
    const packed = { ...latin, exchange: { ...latin.exchange, head, body } };
    const copy = { ...packed, exchange: { ...packed.exchange, url: at("copy") } };
    const snapshot = await snapshotOf([packed, copy]);
    const web = webOf(snapshot);
    expect(snapshot.capture(1).revisit).toBe(true);
    for (const id of [0, 1]) expect(web.text?.(id)).toEqual({ title: "T", body: "café & tea" });
    expect(webOf(await snapshotOf([packed], { store: "none" })).text).toBeUndefined();
  });

  it("shows a page that was visited again as it was last, at the place of its first visit", async () => {
    const snapshot = await snapshotOf([
      page(at("a"), `<title>old</title>${to("b")}`),
      page(at("b"), ""),
      page(at("a"), `<title>new</title>${to("c")}`, 9),
      page(at("c"), to("a"), 10),
      answer(at("b"), 404, 11),
    ]);
    const web = webOf(snapshot);
    expect([...(web.urls as Strings)]).toEqual([at("a"), at("b"), at("c")]);
    expect(web.titles?.at(0)).toBe("new");
    expect([...linksOf(web.graph, 0)]).toEqual([2]);
    expect([...visitOrder(snapshot, web)]).toEqual([0, 1, 2]);
  });

  it("shows a page as it was last by time, and leads where its URL did last, whatever the order of the captures", async () => {
    const captures = [
      page(at("a"), `<title>new</title>${to("c", "x")}`, 9),
      answer(at("x"), 301, 8, { redirect: at("c") }),
      page(at("b"), "", 3),
      page(at("c"), "", 3),
      page(at("a"), `<title>old</title>${to("b")}`, 1), // as in a file whose name comes later
      answer(at("x"), 301, 2, { redirect: at("b") }),
    ];
    const web = webOf(await snapshotOf(captures));
    expect([...(web.titles as Strings)]).toEqual(["new", "", ""]);
    expect([...linksOf(web.graph, 0)]).toEqual([2]);
    const { urls, offsets, targets } = web.allLinks?.() ?? expect.unreachable();
    expect(urls.at(targets[offsets[urls.indexOf(at("x"))]])).toBe(at("c"));
    const turned = captures.map((capture) => ({
      ...capture,
      exchange: { ...capture.exchange, time: 2 * NEW_YEAR - capture.exchange.time },
    }));
    const other = webOf(await snapshotOf(turned));
    expect(other.titles?.at(0)).toBe("old");
    expect(other.sha256).not.toBe(web.sha256);
  });

  it("gives the order of visits in the ids of the web that was served, when that is the one given", async () => {
    const snapshot = await snapshotOf([
      page(at("c"), ""),
      page(at("a"), ""),
      page(at("new"), ""),
      page(at("c"), "", 5),
    ]);
    const served = webOf(await snapshotOf([page(at("a"), ""), page(at("b"), ""), page(at("c"), "")]));
    expect([...visitOrder(snapshot, served)]).toEqual([2, 0]); // "new" was not served
    expect(() => visitOrder(snapshot, { name: "x", graph: served.graph })).toThrow("visitOrder needs urls");
    expect(() => visitOrder(snapshot, Promise.resolve(served) as never)).toThrow(
      /^visitOrder takes a web, .*write await/,
    );
  });

  it("starts where the snapshot says", async () => {
    const pages = [page(at("a"), ""), page(at("b"), "")];
    const web = webOf(await snapshotOf(pages, { about: { start: at("b"), name: "mine" } }));
    expect([web.start, web.name]).toEqual([1, "mine"]);
  });

  it("says that there is no page where there is none", async () => {
    const snapshot = await snapshotOf([answer(at("a"), 500)]);
    expect(() => webOf(snapshot)).toThrow("no HTML page of status 200: 1 capture, 0 of them HTML");
  });
});
