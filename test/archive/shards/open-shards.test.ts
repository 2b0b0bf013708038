import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mergeSnapshots } from "../../../src/archive/shards/merge-snapshots.js";
import { openShards } from "../../../src/archive/shards/open-shards.js";
import { shardsIn } from "../../../src/archive/shards/shards-in.js";
import { open } from "../../../src/web/dataset/open.js";
import type { ArchiveWeb } from "../../../src/web/dataset/open-archive.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { page } from "../small-web.js";
import { crawled, folderOf, pathsOf } from "./shard-folders.js";

const a = "http://a.example/";
const b = "http://b.example/";
const shards = [
  [page(a, `<title>A</title><a href="${b}">to b</a>`)],
  [page(b, `<title>B</title><a href="${a}">to a</a> words`, 1)],
];

describe("a folder of shards", () => {
  it("is one web, called as the folder, made in it when it is first opened", async () => {
    const folder = join(temporaryFolder(), "shared");
    renameSync(await folderOf(shards), folder);
    const tasks = new Set<string>();
    const web = (await open(folder, { onProgress: ({ task }) => tasks.add(task) })) as ArchiveWeb;
    expect([web.name, [...(web.urls ?? [])], web.start]).toEqual(["shared", [a, b], 0]);
    expect([0, 1].map((id) => [...linksOf(web.graph, id)])).toEqual([[1], [0]]);
    expect(web.text?.(1)).toEqual({ title: "B", body: "to a words" });
    expect(web.archive).toMatchObject({ captures: 2, pages: 2, hosts: 2 });
    expect([...tasks]).toEqual([`merge 2 shards into ${join(folder, "whole")}`]);
    tasks.clear();
    expect((await open(folder, { onProgress: ({ task }) => tasks.add(task) })).sha256).toBe(web.sha256);
    expect([...tasks]).toEqual([]);
    mkdirSync(join(folder, "empty"));
    expect((await open(folder)).sha256).toBe(web.sha256);
  });

  it("is merged anew when a shard has grown or came since", async () => {
    const folder = await folderOf(shards);
    expect((await openShards(folder)).captures).toBe(2);
    await crawled(join(folder, "p1"), [page(`${b}2`, "", 2)]);
    expect((await openShards(folder)).captures).toBe(3);
    await crawled(join(folder, "p2"), [page("http://c.example/", "", 3)]);
    expect((await openShards(folder)).captures).toBe(4);
  });

  it("holds neither its merges nor what else lies there", async () => {
    const folder = await folderOf(shards);
    const wanted = pathsOf(folder, 2);
    expect(shardsIn(folder)).toEqual(wanted);
    await mergeSnapshots(wanted, join(folder, "whole"));
    await mergeSnapshots(wanted, join(folder, "web"));
    cpSync(join(folder, "web"), join(folder, "whole.former"), { recursive: true });
    mkdirSync(join(folder, "other"));
    writeFileSync(join(folder, "other/snapshot.json"), '{"format": "of others"}');
    writeFileSync(join(folder, "snapshot.txt"), "");
    expect(shardsIn(folder)).toEqual(wanted);
    expect(shardsIn(join(folder, "p0"))).toEqual([]); // a snapshot itself
    expect(shardsIn(join(folder, "snapshot.txt"))).toEqual([]);
    expect(shardsIn(join(folder, "nowhere"))).toEqual([]);
  });

  it("is not made of a folder whose subfolders hold other things, even of that name", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "site"));
    writeFileSync(join(folder, "site/snapshot.json"), "no JSON");
    writeFileSync(join(folder, "site/index.html"), "<title>a page</title>");
    expect(shardsIn(folder)).toEqual([]);
    expect((await open(folder)).titles?.at(0)).toBe("a page");
    expect(existsSync(join(folder, "whole"))).toBe(false);
  });

  it("names a shard whose manifest is damaged, rather than to leave it out", async () => {
    const folder = await folderOf(shards);
    writeFileSync(join(folder, "p1/snapshot.json"), "{");
    await expect(open(folder)).rejects.toThrow(`${join(folder, "p1/snapshot.json")}: no JSON`);
    rmSync(join(folder, "p1"), { recursive: true });
    expect((await open(folder)).graph.size).toBe(1);
  });

  it("names a shard of another version of the format, rather than to leave it out", async () => {
    const folder = await folderOf(shards);
    changeManifest(join(folder, "p1"), { version: 99 });
    await expect(open(folder)).rejects.toThrow(
      `${join(folder, "p1/snapshot.json")}: expected version 1, found 99; open it with the software that wrote it`,
    );
  });

  it("does not take a damaged shard of a shared crawl for one of another crawl", async () => {
    const folder = await folderOf(shards);
    changeManifest(join(folder, "p0"), { state: { neighbours: { crawlId: "one" } } });
    writeFileSync(join(folder, "p1/snapshot.json"), "{");
    await expect(open(folder)).rejects.toThrow(`${join(folder, "p1/snapshot.json")}: no JSON`);
  });

  it("is not made of different crawls, whether processes shared them or not", async () => {
    const folder = await folderOf(shards);
    const [p0, p1] = pathsOf(folder, 2);
    const refused = `${folder} holds different crawls, ${p0} and ${p1} among them: open one of them`;
    const byOneProcess = { ordering: "breadth-first" };
    const states = [byOneProcess, { ...byOneProcess, neighbours: { crawlId: "one" } }];
    for (const [i, state] of states.entries())
      for (const other of [byOneProcess, { ...byOneProcess, neighbours: { crawlId: "two" } }]) {
        changeManifest(p0, { state });
        changeManifest(p1, { state: other });
        await expect(open(folder), `${i}`).rejects.toThrow(refused);
      }
    expect(existsSync(join(folder, "whole"))).toBe(false);
    rmSync(p1, { recursive: true });
    expect((await open(folder)).graph.size).toBe(1);
  });

  it("leaves a crawl that is called whole alone", async () => {
    const folder = await folderOf(shards);
    renameSync(join(folder, "p1"), join(folder, "whole"));
    await expect(open(folder)).rejects.toThrow(
      "whole holds archive, which is no part of a merge, and would be lost: name another folder",
    );
  });
});

function changeManifest(shard: string, change: object): void {
  const path = join(shard, "snapshot.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...change }));
}
