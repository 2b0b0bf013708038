import { mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NewCapture } from "../../../src/archive/capture.js";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { mergeSnapshots } from "../../../src/archive/shards/merge-snapshots.js";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { webOf } from "../../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { answer, contentsOf, NEW_YEAR, page } from "../small-web.js";
import { crawled, folderOf, pathsOf } from "./shard-folders.js";

const a = (path: string) => `http://a.example/${path}`;
const b = (path: string) => `http://b.example/${path}`;
const link = (url: string) => `<a href="${url}">to ${url}</a>`;

/** The merge of shards with these captures. */
async function merged(...shards: readonly (readonly NewCapture[])[]) {
  const folder = await folderOf(shards);
  await mergeSnapshots(pathsOf(folder, shards.length), join(folder, "whole"));
  return openSnapshot(join(folder, "whole"));
}

/** URLs of the web, and for each page where its links lead. */
async function linked(...shards: readonly (readonly NewCapture[])[]) {
  const web = webOf(await merged(...shards));
  const links = Array.from({ length: web.graph.size }, (_, id) => [...linksOf(web.graph, id)]);
  return { urls: [...(web.urls ?? [])], links, web };
}

describe("the web of a merge", () => {
  it("has links between pages of different shards, relative ones and those without a scheme too", async () => {
    const { urls, links } = await linked(
      [page(a("x/"), `${link("y")}${link("//b.example/z")}`, 0), page(a("x/y"), link(b("z")), 2)],
      [page(b("z"), link("../../q"), 1), page(b("q"), link(a("x/")), 3)],
    );
    expect(urls).toEqual([a("x/"), b("z"), a("x/y"), b("q")]);
    expect(links).toEqual([[2, 1], [3], [1], [0]]);
  });

  it("follows redirects from one shard to the page in another, through a third", async () => {
    const c = "http://c.example/";
    const { urls, links } = await linked(
      [page(a(""), link(b("old")), 0)],
      [answer(b("old"), 301, 1, { redirect: c })],
      [answer(c, 302, 2, { redirect: a("new") })],
      [page(a("new"), "", 3)],
    );
    expect([urls, links]).toEqual([
      [a(""), a("new")],
      [[1], []],
    ]);
  });

  it("shows a URL that two shards hold as it was captured last, at the place of its first visit", async () => {
    const old = page(a(""), `<title>old</title>${link(b("1"))}`, 0);
    const { web, urls, links } = await linked(
      [page(a(""), `<title>new</title>${link(b("2"))}`, 5)],
      [old, page(b("1"), "", 1), page(b("2"), "", 2)],
    );
    expect([urls, links]).toEqual([
      [a(""), b("1"), b("2")],
      [[2], [], []],
    ]);
    expect(web.titles?.at(0)).toBe("new");
    expect(web.text?.(0).body).toBe(`to ${b("2")}`);
  });

  it("has the captures of one shard in their order, whatever their times, and the first shard's first of equal times", async () => {
    const late = [page(a("slow"), "", 9), page(a("quick"), "", 1)];
    const found = await merged(late, [page(b("1"), "", 9), page(b("2"), "", 9)]);
    expect([0, 1, 2, 3].map((row) => found.capture(row).url)).toEqual([a("slow"), a("quick"), b("1"), b("2")]);
  });
});

describe("mergeSnapshots", () => {
  it("gives one shard alone as it is, URLs that were met and not captured included", async () => {
    const shard = join(temporaryFolder(), "p0");
    const writer = await openSnapshotWriter(shard, { now: NEW_YEAR, about: { start: a("2") } });
    for (const seed of [b("seed"), a("2")]) writer.urls.intern(seed);
    writer.add(page(a("1"), link(a("2"))));
    writer.add(page(a("2"), link(b("3")), 1));
    writer.urls.intern(b("heard-of"));
    await writer.finish();
    await writer.close();
    await mergeSnapshots([shard], join(shard, "../web"));
    const [found, expected] = [await openSnapshot(join(shard, "../web")), await openSnapshot(shard)];
    expect(found.manifest.sha256).toBe(expected.sha256);
    expect([...found.urls]).toEqual([b("seed"), a("2"), a("1"), b("3"), b("heard-of")]);
    expect(webOf(found).start).toBe(1); // a/2 is what about.start names
  });

  it("takes shards that hold nothing, and nothing but such", async () => {
    const folder = await folderOf([[], [page(a(""), "words")], []]);
    const counts = await mergeSnapshots(pathsOf(folder, 3), join(folder, "whole"));
    expect(counts).toMatchObject({ shards: 3, captures: 1, pages: 1, urls: 1, requests: 0, isNew: true });
    const empty = await mergeSnapshots([join(folder, "p0"), join(folder, "p2")], join(folder, "none"));
    expect(empty).toMatchObject({ shards: 2, captures: 0, urls: 0, links: 0 });
    await expect(openSnapshot(join(folder, "none")).then(webOf)).rejects.toThrow(
      "holds no HTML page of status 200: 0 captures",
    );
  });

  it("keeps the index of a shard without bodies, and says so when one is asked for", async () => {
    const folder = temporaryFolder();
    await crawled(join(folder, "p0"), [page(a(""), `<title>A</title>${link(b(""))}`)], { store: "none" });
    await crawled(join(folder, "p1"), [page(b(""), link(a("")), 1)]);
    await mergeSnapshots(pathsOf(folder, 2), join(folder, "whole"));
    const found = await openSnapshot(join(folder, "whole"));
    expect([found.capture(0).title, found.manifest.options.store]).toEqual(["A", "warc"]);
    expect(webOf(found).graph.links).toBe(2);
    expect(() => found.exchange(0)).toThrow("keeps no bodies");
    expect(Buffer.from(found.exchange(1).body).toString()).toBe(link(a("")));
    await mergeSnapshots([join(folder, "p0")], join(folder, "bare"));
    expect((await openSnapshot(join(folder, "bare"))).manifest.options.store).toBe("none");
  });

  it("keeps what `about` says the same of all shards", async () => {
    const folder = temporaryFolder();
    const about = { operator: "me", start: a("") };
    await crawled(join(folder, "p0"), [], { about: { ...about, process: "0" } });
    await crawled(join(folder, "p1"), [], { about: { ...about, process: "1", more: "x" } });
    await mergeSnapshots(pathsOf(folder, 2), join(folder, "whole"));
    expect((await openSnapshot(join(folder, "whole"))).about).toEqual(about);
  });

  it("merges what was merged, and lists an archive that two shards share once", async () => {
    const folder = await folderOf([[page(a(""), "a", 0)], [page(b(""), "b", 1)], [page(a("2"), "c", 2)]]);
    const [p0, p1, p2] = pathsOf(folder, 3);
    await mergeSnapshots([p0, p1], join(folder, "web/first"));
    await mergeSnapshots([join(folder, "web/first"), p2], join(folder, "all"));
    await mergeSnapshots([p2, p1, p0], join(folder, "at-once"));
    const [found, expected] = [await openSnapshot(join(folder, "all")), await openSnapshot(join(folder, "at-once"))];
    expect(found.sha256).toBe(expected.sha256);
    expect([0, 1, 2].map((row) => Buffer.from(found.exchange(row).body).toString())).toEqual(["a", "b", "c"]);
    await mergeSnapshots([p0, join(folder, "web/first")], join(folder, "twice"));
    const { manifest } = await openSnapshot(join(folder, "twice"));
    expect(manifest.files.map(({ path }) => path)).toEqual([0, 1].map((i) => `../p${i}/archive/crawl-00000.warc.gz`));
  });

  it("goes on working when the folder of all is moved, and then needs no other merge", async () => {
    const folder = await folderOf([[page(a(""), "a")], [page(b(""), "b", 1)]]);
    await mergeSnapshots(pathsOf(folder, 2), join(folder, "whole"));
    const moved = join(temporaryFolder(), "elsewhere/deep");
    mkdirSync(join(moved, ".."));
    renameSync(folder, moved);
    mkdirSync(folder);
    const found = await openSnapshot(join(moved, "whole"));
    expect([0, 1].map((row) => Buffer.from(found.exchange(row).body).toString())).toEqual(["a", "b"]);
    expect((await mergeSnapshots(pathsOf(moved, 2), join(moved, "whole"))).isNew).toBe(false);
  });

  it("refuses what cannot be merged, or would be lost", async () => {
    const folder = await folderOf([[page(a(""), "")], [page(b(""), "")]]);
    const [p0, p1] = pathsOf(folder, 2);
    const whole = join(folder, "whole");
    const refusal = (shards: readonly string[], out: string, options?: object) =>
      mergeSnapshots(shards, out, options).then(
        () => expect.unreachable(),
        ({ code, message }) => `${code}: ${message.replaceAll(folder, ".")}`,
      );
    expect(await refusal([], whole)).toBe("option: mergeSnapshots needs one shard or more: none was named");
    expect(await refusal([p0, p1, `${p0}/`], whole)).toBe("option: ./p0/ is named twice: name each shard once");
    expect(await refusal([p0, p1], p1)).toBe("option: ./p1 is a shard and cannot hold the merge: name another");
    expect(await refusal([p0, join(folder, "p9")], whole)).toBe(
      "not-a-snapshot: ./p9 is no snapshot, so it cannot be merged: it holds no snapshot.json. Name folders that crawlbench crawl wrote",
    );
    expect(await refusal([p0], p1)).toBe(
      "failed: ./p1 holds archive, which is no part of a merge, and would be lost: name another folder, or move it away",
    );
    expect(await refusal([p0], folder)).toMatch(/^failed: \. holds p0, which is no part of a merge, and would be lost/);
    expect(await refusal([p0], whole, { shards: 2 })).toMatch('has no option "shards": it takes onProgress');
    writeFileSync(whole, "");
    expect(await refusal([p0], whole)).toMatch(/^failed: cannot write \.\/whole: ENOTDIR/);
  });

  it("loses no folder that is called as those that it writes aside", async () => {
    const folder = await folderOf([[page(a(""), "")]]);
    const [p0] = pathsOf(folder, 1);
    const out = join(folder, "web");
    await crawled(`${out}.former`, [page(b(""), "")], { store: "none" });
    await expect(mergeSnapshots([p0], out)).rejects.toThrow("web.former holds a snapshot that is no merge, and would");
    renameSync(`${out}.former`, `${out}.part`);
    await expect(mergeSnapshots([p0], out)).rejects.toThrow("web.part holds a snapshot that is no merge, and would");
    expect((await openSnapshot(`${out}.part`)).captures).toBe(1);
  });

  it("loses nothing that was put into a merge, and nobody who goes on with one as a crawl", async () => {
    const folder = await folderOf([[page(a(""), "")], [page(b(""), "")]]);
    const [p0, p1] = pathsOf(folder, 2);
    const out = join(folder, "web");
    await mergeSnapshots([p0], out);
    writeFileSync(join(out, "notes.txt"), "mine");
    await expect(mergeSnapshots([p0, p1], out)).rejects.toThrow("holds notes.txt, which is no part of a merge");
    renameSync(join(out, "notes.txt"), join(folder, "notes.txt"));
    const writer = await openSnapshotWriter(out, { now: NEW_YEAR, store: "none" });
    await expect(mergeSnapshots([p0, p1], out)).rejects.toMatchObject({ code: "locked" });
    writer.add(page(a("more"), ""));
    await writer.commit({ crawl: "of its own" });
    await writer.close();
    await expect(mergeSnapshots([p0, p1], out)).rejects.toThrow("holds a snapshot that is no merge");
    expect((await openSnapshot(out)).captures).toBe(2);
  });
});

describe("a merge that is there", () => {
  it("is left alone while its shards hold the same, whatever else they keep", async () => {
    const folder = await folderOf([[page(a(""), "")], [page(b(""), "")]]);
    const shards = pathsOf(folder, 2);
    const out = join(folder, "whole");
    const first = await mergeSnapshots(shards, out);
    const { ino } = statSync(join(out, "index"));
    const before = contentsOf(out);
    const writer = await openSnapshotWriter(shards[1], { now: NEW_YEAR });
    await writer.commit({ frontier: "elsewhere" });
    await writer.finish(); // says the sha256, too
    await writer.close();
    expect(await mergeSnapshots([...shards].reverse(), out)).toEqual({ ...first, isNew: false });
    expect([statSync(join(out, "index")).ino, contentsOf(out)]).toEqual([ino, before]);
  });

  it("is made anew when a shard has grown, was crawled again, came or went", async () => {
    const folder = await folderOf([[page(a(""), "a")], [page(b(""), "b")], [page(b("2"), "c")]]);
    const [p0, p1, p2] = pathsOf(folder, 3);
    const out = join(folder, "whole");
    const made = async (...shards: string[]) => {
      const { isNew, captures } = await mergeSnapshots(shards, out);
      return [isNew, captures, (await openSnapshot(out)).captures];
    };
    expect(await made(p0, p1)).toEqual([true, 2, 2]);
    await crawled(p1, [page(b("1"), "", 1)], { trace: false });
    expect(await made(p0, p1)).toEqual([true, 3, 3]);
    expect(await made(p0, p1, p2)).toEqual([true, 4, 4]);
    expect(await made(p0)).toEqual([true, 1, 1]);
  });

  it("is made anew for another crawl in the place of a shard, though that is as long in every column", async () => {
    const folder = temporaryFolder();
    const [p0] = pathsOf(folder, 1);
    const made = async (minute: number) => {
      renameSync(await crawled(join(folder, `at${minute}`), [page(a(""), "a", minute)], { store: "none" }), p0);
      return (await mergeSnapshots([p0], join(folder, "whole"))).isNew;
    };
    expect(await made(0)).toBe(true);
    renameSync(p0, join(folder, "former"));
    expect(await made(7)).toBe(true);
    expect((await mergeSnapshots([p0], join(folder, "whole"))).isNew).toBe(false);
  });

  it("has of a shard that is being written what was committed", async () => {
    const folder = await folderOf([[page(a(""), "")]]);
    const [p0, p1] = pathsOf(folder, 2);
    const writer = await openSnapshotWriter(p1, { now: NEW_YEAR });
    const captures = async () => (await mergeSnapshots([p0, p1], join(folder, "whole"))).captures;
    expect(await captures()).toBe(1);
    writer.add(page(b(""), "", 1));
    await writer.commit();
    writer.add(page(b("2"), "", 2));
    expect(await captures()).toBe(2);
    await writer.commit();
    expect(await captures()).toBe(3);
    await writer.close();
  });

  it("tells how far it is, and names what it does", async () => {
    const folder = await folderOf([[page(a(""), link(b("")))], [page(b(""), "", 1)]]);
    const out = join(folder, "whole");
    const events: object[] = [];
    const onProgress = (event: object) => events.push(event);
    await mergeSnapshots(pathsOf(folder, 2), out, { onProgress });
    // 2 captures, 1 link, 1 request
    expect(events).toEqual([{ task: `merge 2 shards into ${out}`, done: 0, total: 4 }]);
    await mergeSnapshots(pathsOf(folder, 2), out, { onProgress });
    expect(events).toHaveLength(1);
  });
});
