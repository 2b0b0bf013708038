import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NewCapture } from "../../../src/archive/capture.js";
import { openSnapshot, type Snapshot } from "../../../src/archive/open-snapshot.js";
import { mergeSnapshots } from "../../../src/archive/shards/merge-snapshots.js";
import { openCrawlTrace } from "../../../src/trace/crawl-trace.js";
import { webOf } from "../../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { answer, page } from "../small-web.js";
import { crawled, folderOf, pathsOf } from "./shard-folders.js";

const SHARDS = 3;

/** One capture of a simulated crawl, and the shard that makes it. */
interface Visit {
  readonly shard: number;
  readonly minute: number;
  readonly capture: NewCapture;
}

const url = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 5 }))
  .map(([host, path]) => `http://h${host}.example${host === 3 ? ":8080" : ""}/${path === 5 ? "caf%C3%A9" : path}`);

const element = fc.oneof(
  fc.tuple(url, fc.constantFrom("", "one", "grüße", "a  b")).map(([to, text]) => `<a href="${to}">${text}</a>`),
  url.map((to) => `<a rel=nofollow href="${to}">no</a>`),
  url.map((to) => `<img src="${to}" alt="picture">`),
  fc.constantFrom('<a href="/1">near</a>', '<a href="2#x">nearer</a>', "words "),
);

const visit = fc
  .record({
    shard: fc.integer({ min: 0, max: SHARDS - 1 }),
    minute: fc.integer({ min: 0, max: 6 }),
    url,
    via: fc.option(url, { nil: undefined }),
    depth: fc.integer({ min: 0, max: 4 }),
    title: fc.constantFrom("", "Title", "Ünï"),
    elements: fc.array(element, { maxLength: 6 }),
    kind: fc.constantFrom("page", "page", "page", "redirect", "missing", "text", "cut"),
    redirect: url,
  })
  .map(({ shard, minute, url, via, depth, title, elements, kind, redirect }): Visit => {
    const more = { depth, ...(via !== undefined && { via }) };
    const html = `<title>${title}</title>${elements.join("")}`;
    const whole = page(url, html, minute, more);
    const exchange = { ...whole.exchange, milliseconds: 7 };
    const captures: Record<string, NewCapture> = {
      page: { ...whole, exchange },
      missing: { ...whole, exchange: { ...exchange, status: 404 } },
      cut: { ...whole, exchange: { ...exchange, truncated: "length" } },
      redirect: answer(url, 301, minute, { ...more, redirect }),
      text: { exchange, type: "text/plain", ...more },
    };
    return { shard, minute, capture: captures[kind] };
  });

/** All that an index says, but for where records lie and whether they are revisits: bytes by column. */
const indexOf = ({ columns, manifest }: Snapshot) =>
  Object.keys(manifest.columns.index)
    .filter((file) => !/^capture\.(?:file|offset|length|flags)\./.test(file))
    .sort()
    .map((file) => [file, columns.slice(file, 0, columns.length(file)).toString("base64")]);

const rowsOf = (snapshot: Snapshot) =>
  Array.from({ length: snapshot.captures }, (_, row) => {
    const { revisit: _revisit, ...capture } = snapshot.capture(row);
    const { body, ...exchange } = snapshot.exchange(row);
    const found = snapshot.pageOf(row);
    const links = found < 0 ? [] : snapshot.linksOf(found);
    return { capture, exchange, body: Buffer.from(body).toString(), links };
  });

function shownBy(snapshot: Snapshot) {
  if (!snapshot.columns.u16("capture.status").some((status, row) => status === 200 && snapshot.pageOf(row) >= 0))
    return undefined;
  const web = webOf(snapshot, { duplicates: "keep", selfLinks: "keep" });
  const { urls, targets, offsets, anchor } = web.allLinks?.() ?? expect.unreachable();
  const pages = Array.from({ length: web.graph.size }, (_, id) => id);
  return {
    graph: web.graph,
    found: web.found,
    start: web.start,
    references: web.references,
    sha256: web.sha256,
    urls: [...(web.urls ?? [])],
    titles: [...(web.titles ?? [])],
    capabilities: web.capabilities,
    anchors: Array.from(web.graph.targets, (_, link) => web.anchor?.(link)),
    all: { urls: [...urls], targets, offsets, anchors: Array.from(targets, (_, link) => anchor?.(link)) },
    texts: pages.map((id) => web.text?.(id)),
    terms: pages.map((id) => web.terms?.of(id)),
  };
}

describe("a merge of shards", () => {
  it("is what one process would have written, had it made the same captures in order of time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 25 }), async (visits) => {
        const inTime = [...visits].sort((a, b) => a.minute - b.minute || a.shard - b.shard);
        const one = await crawled(
          temporaryFolder(),
          inTime.map(({ capture }) => capture),
        );
        const shards = Array.from({ length: SHARDS }, (_, i) => inTime.filter(({ shard }) => shard === i));
        const folder = await folderOf(shards.map((list) => list.map(({ capture }) => capture)));
        const out = join(folder, "whole");
        const { isNew: _, ...counts } = await mergeSnapshots(pathsOf(folder, SHARDS), out);
        const [expected, found] = [await openSnapshot(one), await openSnapshot(out)];
        expect(indexOf(found)).toEqual(indexOf(expected));
        expect(found.sha256).toBe(expected.sha256);
        expect(rowsOf(found)).toEqual(rowsOf(expected));
        expect(shownBy(found)).toEqual(shownBy(expected));
        const { captures, pages, urls, hosts, links, types } = expected.manifest;
        expect(found.manifest).toMatchObject({ captures, pages, urls, hosts, links, types });
        const trace = await openCrawlTrace(one);
        expect(counts).toEqual({
          folder: out,
          shards: SHARDS,
          captures,
          pages,
          urls,
          hosts,
          links,
          requests: trace.size,
          untraced: [],
        });
        const merged = await openCrawlTrace(out);
        expect(merged.fingerprints).toEqual(trace.fingerprints);
        const runs = (list: typeof trace) => [...list.runs()].map(({ thread: _, ...run }) => run);
        expect(runs(merged)).toEqual(runs(trace));
      }),
      { numRuns: depth({ everyday: 12, prove: 25 }) },
    );
  });

  it("tells revisits by their records: those within a shard, not bodies that two shards keep", async () => {
    const same = (host: string, minute: number) => page(`http://${host}.example/`, "<p>same", minute);
    const folder = await folderOf([
      [same("a", 0), same("b", 2)],
      [same("c", 1), same("d", 3)],
    ]);
    await mergeSnapshots(pathsOf(folder, 2), join(folder, "whole"));
    const merged = await openSnapshot(join(folder, "whole"));
    const rows = [0, 1, 2, 3].map((row) => merged.capture(row));
    expect(rows.map(({ url, revisit }) => [new URL(url).host[0], revisit])).toEqual([
      ["a", false],
      ["c", false],
      ["b", true],
      ["d", true],
    ]);
    // as one writer has it: the first of all
    expect([...merged.columns.u32("capture.original")]).toEqual([0xffffffff, 0, 0, 0]);
    for (const { row } of rows) expect(Buffer.from(merged.exchange(row).body).toString()).toBe("<p>same");
  });
});
