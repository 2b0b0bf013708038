import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { mergeSnapshots } from "../../../src/archive/shards/merge-snapshots.js";
import { openShards } from "../../../src/archive/shards/open-shards.js";
import { filesOf, temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { disk, watchDisk } from "../../urldb/dedicated/disk.js";
import { contentsOf, page } from "../small-web.js";
import { crawled, folderOf, pathsOf } from "./shard-folders.js";

watchDisk();
afterEach(() => disk.reset());

const visits = Array.from({ length: 20 }, (_, i) =>
  page(`http://h${i % 2}.example/${i}`, `<title>${i}</title><a href="/${(i * 7) % 20}">${i}</a>`, i),
);
const of = (shard: number, from: number, to: number) =>
  visits.slice(from, to).filter((_, i) => (from + i) % 2 === shard);

/** Two shards with a merge, of which the second has grown since. */
async function grown(): Promise<string> {
  const folder = await folderOf([of(0, 0, 20), of(1, 0, 10)]);
  await mergeSnapshots(pathsOf(folder, 2), join(folder, "whole"));
  await crawled(join(folder, "p1"), of(1, 10, 20));
  return folder;
}

/** Of the requests each, or each third, fails once. */
const STEP = depth({ everyday: 3, prove: 1 });

describe("a merge on a disk that fails", () => {
  it("leaves the old one, whichever request fails, and is made when there is room", async () => {
    const before = await grown();
    const old = contentsOf(join(before, "whole"));
    const fine = join(temporaryFolder(), "copy");
    cpSync(before, fine, { recursive: true });
    await mergeSnapshots(pathsOf(fine, 2), join(fine, "whole"));
    const wanted = contentsOf(join(fine, "whole"));
    expect(wanted).not.toEqual(old);
    const folder = join(temporaryFolder(), "copy");
    cpSync(before, folder, { recursive: true });
    const merge = () => mergeSnapshots(pathsOf(folder, 2), join(folder, "whole"));
    let failures = 0;
    for (let turn = 0; ; turn += STEP) {
      let requests = 0;
      disk.ask = (request) => (request !== "remove" && requests++ === turn ? "ENOSPC" : undefined);
      const error = await merge().then(
        () => undefined,
        (error: unknown) => error,
      );
      disk.ask = undefined;
      if (error === undefined) break;
      failures++;
      expect(error).toMatchObject({ code: "disk-full" });
      expect(contentsOf(join(folder, "whole"))).toEqual(old);
      expect(filesOf(folder).filter((path) => /\.(?:part|former|lock)/.test(path))).toEqual([]);
    }
    expect(failures).toBeGreaterThan(40 / STEP); // each column of index and trace is opened, written and made durable
    expect(contentsOf(join(folder, "whole"))).toEqual(wanted);
  });

  it("is put back where it was when a process was killed while it put another in its place", async () => {
    const folder = await grown();
    const whole = join(folder, "whole");
    const old = contentsOf(whole);
    renameSync(whole, `${whole}.former`);
    mkdirSync(`${whole}.part/index`, { recursive: true });
    writeFileSync(`${whole}.part/index/title.bytes`, "half");
    disk.ask = (request, path) => (request === "write" && path.endsWith("title.bytes") ? "ENOSPC" : undefined);
    await expect(mergeSnapshots(pathsOf(folder, 2), whole)).rejects.toMatchObject({ code: "disk-full" });
    expect(contentsOf(whole)).toEqual(old);
    disk.ask = undefined;
    expect(await mergeSnapshots(pathsOf(folder, 2), whole)).toMatchObject({ isNew: true, captures: 20 });
    expect([".former", ".part", ".lock"].map((suffix) => existsSync(whole + suffix))).toEqual([false, false, false]);
  });

  it("says what to type where the folder of the shards may only be read, unless it is merged already", async () => {
    const folder = await grown();
    disk.ask = (request) => (request === "remove" ? undefined : "EROFS");
    await expect(openShards(folder)).rejects.toThrow(
      `${folder} holds 2 shards that are to be merged first, and cannot be written (EROFS): crawlbench merge ${folder} --out <another folder>`,
    );
    disk.ask = undefined;
    expect((await openShards(folder)).captures).toBe(20);
    disk.ask = (request) => (request === "remove" ? undefined : "EROFS");
    expect((await openShards(folder)).captures).toBe(20);
    expect((await openSnapshot(join(folder, "p1"))).captures).toBe(10);
  });
});
