import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import { builtFolder, findBuilt, loadBuilt } from "../../../src/web/dataset/built.js";
import { type DatasetCard, datasets } from "../../../src/web/dataset/card.js";
import { NEW_YEAR, page } from "../../archive/small-web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";

const card = datasets().find(({ id }) => id === "debian-docs") as DatasetCard;
const policy = {};
const mark = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "snapshot.json"), "");
};

describe("a dataset that is built on this machine", () => {
  afterEach(() => void vi.unstubAllEnvs());

  it("is put into the folder of the cache, else into .crawlbench where one works", () => {
    vi.stubEnv("CRAWLBENCH_CACHE", "/cache");
    expect(builtFolder("x")).toBe("/cache/datasets/x");
    vi.stubEnv("CRAWLBENCH_CACHE", "");
    expect(builtFolder("x")).toBe(resolve(".crawlbench/datasets/x"));
  });

  it("is found in the folder of data first, then where it is put, if it has a snapshot there", () => {
    const [cache, data] = [temporaryFolder(), temporaryFolder()];
    vi.stubEnv("CRAWLBENCH_CACHE", cache);
    expect(findBuilt(card, data)).toBeUndefined();
    mkdirSync(builtFolder(card.id), { recursive: true });
    expect(findBuilt(card, undefined)).toBeUndefined();
    mark(builtFolder(card.id));
    expect([findBuilt(card, undefined), findBuilt(card, data)]).toEqual([builtFolder(card.id), builtFolder(card.id)]);
    mark(join(data, "webs", card.id));
    expect([findBuilt(card, undefined), findBuilt(card, data)]).toEqual([
      builtFolder(card.id),
      join(data, "webs", card.id),
    ]);
  });

  it("says how to build it where it is in no folder, and names these", async () => {
    const [cache, data] = [temporaryFolder(), temporaryFolder()];
    vi.stubEnv("CRAWLBENCH_CACHE", cache);
    for (const [folder, also] of [
      [undefined, ""],
      [data, `, nor in ${data}/webs/debian-docs`],
    ] as const)
      await expect(loadBuilt(card, folder, policy)).rejects.toThrow(
        coded(
          "missing",
          `debian-docs is not on this machine: no snapshot in ${cache}/datasets/debian-docs${also}.\n  To build it: crawlbench datasets build debian-docs.\n  Licence: ${card.licence}. Webs that need no fetching: load("campus")`,
        ),
      );
  });

  it("is the web of its snapshot, under its own name", async () => {
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    const writer = await openSnapshotWriter(builtFolder(card.id), { now: NEW_YEAR });
    writer.add(page("http://a.example/", '<a href="/b"><a href="/b"><a href="/">', 1));
    writer.add(page("http://a.example/b", "<title>B</title>", 2));
    await writer.finish();
    await writer.close();
    const web = await loadBuilt(card, undefined, { duplicates: "keep", selfLinks: "drop" });
    expect([web.name, web.graph.size, [...web.graph.targets]]).toEqual(["debian-docs", 2, [1, 1]]);
  });
});
