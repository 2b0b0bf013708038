import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NewCapture } from "../../../src/archive/capture.js";
import { CaptureFlag } from "../../../src/archive/capture-columns.js";
import { repack } from "../../../src/archive/export/repack.js";
import { openSnapshot, type Snapshot } from "../../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import { Random } from "../../../src/base/random.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { webOf } from "../../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { answer, contentsOf, NEW_YEAR, page } from "../small-web.js";

const url = (id: number) => `http://h${id % 3}.example/${id}`;

/** A web of 40 URLs: page i links to 2i + 1 and 2i + 2; every tenth redirects to the next. */
const capture = (id: number, minute: number, more: Partial<NewCapture> = {}): NewCapture =>
  id % 10 === 9
    ? answer(url(id), 301, minute, { redirect: url(id + 1), ...more })
    : page(
        url(id),
        `<title>${id % 5}</title><a href="${url(2 * id + 1)}">l</a><a href="${url(2 * id + 2)}">r</a>`,
        minute,
        more,
      );

/** Crawls it in an order of chance after the start page, as another server at another time would answer. */
async function crawled(seed: number, extra: readonly NewCapture[] = []) {
  const random = new Random(seed);
  const order = Array.from({ length: 39 }, (_, i) => i + 1);
  // one of those left, put behind
  for (let i = order.length; i > 1; i--) order.push(...order.splice(random.below(i), 1));
  const folder = temporaryFolder();
  const writer = await openSnapshotWriter(folder, {
    now: seed,
    gzipLevel: seed % 10,
    segmentBytes: 3000,
    about: { operator: String(seed) },
  });
  for (const each of extra) writer.add(each);
  for (const [minute, id] of [0, ...order].entries()) {
    const { exchange, ...rest } = capture(id, minute * seed, {
      depth: id === 0 ? 0 : 1 + random.below(6),
      via: url(random.below(40)),
    });
    const head = exchange.head.replace("\r\n\r\n", `\r\nDate: ${seed}\r\nConnection: close\r\n\r\n`);
    writer.add({
      ...rest,
      exchange: { ...exchange, head, ip: `127.0.0.${seed}`, milliseconds: seed, request: `GET ${seed}` },
    });
  }
  await writer.commit();
  await writer.close();
  return openSnapshot(folder);
}

describe("a repacked snapshot", () => {
  it("is the same byte for byte whatever the order, times and addresses of the crawl", async () => {
    const [one, two] = ["one", "two"].map((name) => join(temporaryFolder(), name));
    await repack(await crawled(1), one, { time: NEW_YEAR, about: { name: "forty" } });
    await repack(await crawled(2), two, { time: NEW_YEAR, about: { name: "forty" } });
    expect(Object.keys(contentsOf(one))).toContain("index.cdxj");
    expect(contentsOf(one)).toEqual(contentsOf(two));
    const other = join(temporaryFolder(), "other");
    await repack(await crawled(1, [answer("http://more.example/", 404)]), other, {
      time: NEW_YEAR,
      about: { name: "forty" },
    });
    expect(contentsOf(other)).not.toEqual(contentsOf(one));
  });

  it("is the same web: pages sorted by URL, the latest of each, the same links and start", async () => {
    const stale = page(url(7), "<title>stale</title>", 0, { depth: 5 });
    const snapshot = await crawled(3, [stale]);
    const folder = join(temporaryFolder(), "packed");
    await repack(snapshot, folder, { time: NEW_YEAR });
    const packed = await openSnapshot(folder);
    const urls = Array.from({ length: packed.captures }, (_, row) => packed.capture(row).url);
    expect(urls).toEqual(Array.from({ length: 40 }, (_, id) => url(id)).sort());
    const [before, after] = [webOf(snapshot), webOf(packed)];
    const links = (web: typeof before) =>
      Object.fromEntries(
        [...(web.urls ?? [])].map((from, id) => [
          from,
          Array.from(linksOf(web.graph, id), (to) => web.urls?.at(to)).sort(),
        ]),
      );
    expect(links(after)).toEqual(links(before));
    expect(after.urls?.at(after.start)).toBe(url(7)); // the page visited first
    expect(after.titles?.at(after.urls?.indexOf(url(7)) ?? -1)).toBe("2");
  });

  it("is the same web where an older capture of a URL stands behind a later one", async () => {
    const older = page(url(7), "<title>older</title>", -5);
    const folder = join(temporaryFolder(), "packed");
    const writer = await openSnapshotWriter(join(folder, "..", "crawl"), { now: NEW_YEAR });
    for (const each of [page(url(7), "<title>later</title>", 5), older]) writer.add(each);
    await writer.commit();
    await writer.close();
    await repack(await openSnapshot(join(folder, "..", "crawl")), folder, { time: NEW_YEAR });
    const packed = await openSnapshot(folder);
    expect([packed.captures, webOf(packed).titles?.at(0)]).toEqual([1, "later"]);
  });

  it("gives every page the least number of links from the start, redirects for nothing, and one time", async () => {
    const folder = join(temporaryFolder(), "packed");
    await repack(await crawled(4), folder, { time: NEW_YEAR });
    const packed = await openSnapshot(folder);
    const depthOf = new Map(
      Array.from({ length: 40 }, (_, row) => [packed.capture(row).url, packed.capture(row).depth]),
    );
    // 0 links to 1, 2; 1 to 3, 4; 4 to 9, 10; 9 redirects to 10: 10 is 3 links away, as 9 is; 39 = 2 * 19 + 1, but 19
    // redirects to 20
    expect([0, 1, 2, 3, 9, 10, 21].map((id) => depthOf.get(url(id)))).toEqual([0, 1, 1, 2, 3, 3, 4]);
    expect(depthOf.get(url(39))).toBe(0xffff); // out of reach
    expect(packed.capture(5).time).toBe(NEW_YEAR);
    expect(packed.exchange(0)).toMatchObject({ time: NEW_YEAR, head: expect.not.stringMatching(/Date|Connection/) });
    expect(packed.exchange(0).ip).toBeUndefined();
  });

  it("keeps near-duplicates what they are, with the captures that hold their bodies, and packs to the same again", async () => {
    const folder = temporaryFolder();
    const writer = await openSnapshotWriter(folder, { now: 0 });
    const at = (name: string) => `http://a.example/${name}`;
    writer.add(page(at("z"), "<p>a text", 0, { depth: 0 }));
    writer.add(page(at("a"), "<p>a texts<a href=own>", 1, { near: 0, unfollowed: true }));
    writer.add(page(at("m"), "<p>another", 2));
    writer.add(page(at("n"), "<p>anothers", 3, { near: 2 }));
    writer.add(page(at("m"), "<p>changed", 4));
    await writer.commit();
    await writer.close();
    const told = (snapshot: Snapshot) =>
      Array.from({ length: snapshot.captures }, (_, row) => {
        const unfollowed = (snapshot.columns.u8("capture.flags")[row] & CaptureFlag.unfollowed) !== 0;
        const came = snapshot.digestOfCame(row).toString("hex");
        return [snapshot.capture(row).url.slice(-1), String(snapshot.exchange(row).body), came, unfollowed];
      });
    const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
    const [once, again] = ["once", "again"].map((name) => join(temporaryFolder(), name));
    await repack(await openSnapshot(folder), once, { time: NEW_YEAR });
    const packed = await openSnapshot(once);
    expect(told(packed)).toEqual([
      ["m", "<p>another", sha1("<p>another"), false],
      ["m", "<p>changed", sha1("<p>changed"), false],
      ["z", "<p>a text", sha1("<p>a text"), false],
      ["a", "<p>a text", sha1("<p>a texts<a href=own>"), true],
      ["n", "<p>another", sha1("<p>anothers"), false],
    ]);
    expect([0, 1, 2, 3, 4].map((row) => packed.capture(row).near)).toEqual([false, false, false, true, true]);
    expect(packed.linksOf(packed.pageOf(3)).map(({ url }) => url)).toEqual([at("own")]);
    await repack(packed, again, { time: NEW_YEAR });
    expect(contentsOf(again)).toEqual(contentsOf(once));
  });

  it("takes the room back of a packing that was killed, and may be read by others as any folder may", async () => {
    const folder = temporaryFolder();
    const half = `packed.crawlbench-${spawnSync("true").pid}.q3Xz9_`;
    const own = join(folder, "packed.2025.backup"); // somebody's own
    mkdirSync(own);
    mkdirSync(join(folder, half, "whole"), { recursive: true });
    const snapshot = await crawled(1);
    await repack(snapshot, join(folder, "packed"), { time: NEW_YEAR });
    snapshot.close();
    expect(readdirSync(folder)).toEqual(["packed", "packed.2025.backup"]);
    expect(statSync(join(folder, "packed")).mode).toBe(statSync(own).mode);
  });

  it("needs bodies, and a folder that does not exist", async () => {
    const snapshot = await crawled(5);
    await expect(repack(snapshot, temporaryFolder(), { time: 0 })).rejects.toThrow("name a folder that does not");
    const bare = temporaryFolder();
    const writer = await openSnapshotWriter(bare, { now: 0, store: "none" });
    writer.add(capture(0, 0));
    await writer.commit();
    await writer.close();
    const refused = repack(await openSnapshot(bare), join(temporaryFolder(), "x"), { time: 0 });
    await expect(refused).rejects.toMatchObject({ code: "not-a-snapshot" });
  });
});
