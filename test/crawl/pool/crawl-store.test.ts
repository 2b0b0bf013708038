import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type CrawlbenchError, isProblem } from "../../../src/base/error.js";
import { type CrawlKey, crawlKey } from "../../../src/crawl/pool/crawl-key.js";
import { CrawlStore, defaultCacheFolder, writeWhole } from "../../../src/crawl/pool/crawl-store.js";
import { runCrawl } from "../../../src/crawl/pool/run-crawl.js";
import { VirtualCrawl } from "../../../src/crawl/replay.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import { pageRank } from "../../../src/ordering/page-rank.js";
import { grownWeb } from "../small-web.js";
import { filesOf, fixture, temporaryFolder } from "./temporary.js";

const folder = temporaryFolder();
let folders = 0;
const newFolder = () => join(folder, `${folders++}`);

const web = grownWeb(61, 2, 1); // an odd number of pages: the order takes no multiple of 8 bytes
const job = { method: breadthFirst, from: [0], seed: 1 };
const key = crawlKey(web, job);
const order = runCrawl(web, job).order;
const pathOf = (where: string, kind: string, of: CrawlKey = key) =>
  join(where, of.hash.slice(0, 2), `${of.hash}.${kind}`);

const failure = (act: () => unknown): CrawlbenchError => {
  try {
    act();
  } catch (error) {
    expect(isProblem(error, "failed", "disk-full")).toBe(true);
    return error as CrawlbenchError;
  }
  return expect.fail("nothing was thrown");
};

describe("CrawlStore", () => {
  it("gives back any order that it kept, under its key and no other", () => {
    const store = new CrawlStore(newFolder());
    fc.assert(
      fc.property(fc.uint32Array({ maxLength: 99 }), fc.string(), (pages, inputs) => {
        const filed: CrawlKey = { inputs: { name: inputs }, hash: crawlKey(web, { ...job, seed: pages.length }).hash };
        store.keep(filed, pages);
        expect(store.order(filed)).toEqual(pages);
        expect(store.order({ ...filed, hash: "00".repeat(32) })).toBeUndefined();
      }),
    );
  });

  it("writes the inputs of a crawl in its first line, whatever letters they hold, and the order after it", () => {
    const where = newFolder();
    const filed = { ...key, inputs: { name: "Zürich – 東京 \n 😀" } };
    new CrawlStore(where).keep(filed, order);
    const bytes = readFileSync(pathOf(where, "crawl"));
    const head = bytes.indexOf(10) + 1;
    expect(JSON.parse(bytes.toString("utf8", 0, head))).toEqual({
      inputs: filed.inputs,
      arrays: [["order", 4 * order.length]],
    });
    expect(head % 8).toBe(0);
    expect(bytes.readUInt32LE(head + 4 * 7)).toBe(order[7]);
    expect(bytes.length).toBe(head + 4 * order.length + 4); // and four bytes of checksum
    expect(new CrawlStore(where).order(key)).toEqual(order);
  });

  it("keeps the crawl of an ordering that uses what JSON lacks", () => {
    const store = new CrawlStore(newFolder());
    const method = ordering("own", (page, _seen) => -page, { uses: { large: 3n, at: new Map([[1n, -0]]) } });
    const own = crawlKey(web, { ...job, method });
    store.keep(own, order);
    expect(store.order(own)).toEqual(order);
  });

  it("gives back a checkpoint to the byte, and drops it once the crawl is finished", () => {
    const where = newFolder();
    const store = new CrawlStore(where);
    const crawl = new VirtualCrawl(web, pageRank);
    crawl.run(23);
    const checkpoint = crawl.checkpoint();
    if (!checkpoint) return expect.fail("pageRank offers checkpoints");
    expect(store.checkpoint(key)).toBeUndefined();
    store.keepCheckpoint(key, checkpoint);
    expect(store.checkpoint(key)).toEqual(checkpoint);
    store.keep(key, order);
    expect(store.checkpoint(key)).toBeUndefined();
    expect(filesOf(where)).toEqual([pathOf("", "crawl")]);
  });

  it("never takes a damaged file for an order: any byte changed, cut off anywhere, or too long", () => {
    const where = newFolder();
    const store = new CrawlStore(where);
    store.keep(key, order);
    const path = pathOf(where, "crawl");
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      for (const flip of [1 << (at % 8), whole[at] ^ 10]) {
        if (flip === 0) continue;
        const damaged = Buffer.from(whole);
        damaged[at] ^= flip;
        writeFileSync(path, damaged);
        expect(store.order(key), `byte ${at} xor ${flip}`).toBeUndefined();
      }
      writeFileSync(path, whole.subarray(0, at));
      expect(store.order(key), `cut at ${at}`).toBeUndefined();
    }
    for (const more of [1, 4, 8]) {
      writeFileSync(path, Buffer.concat([whole, Buffer.alloc(more)]));
      expect(store.order(key)).toBeUndefined();
    }
    writeFileSync(path, whole);
    expect(store.order(key)).toEqual(order);
  });

  it("has a damaged crawl run again, and mends the file", () => {
    const where = newFolder();
    const store = new CrawlStore(where);
    expect(runCrawl(web, job, { store }).order).toEqual(order);
    truncateSync(pathOf(where, "crawl"), 100);
    const again = runCrawl(web, job, { store });
    expect(again.order).toEqual(order);
    expect(again.ms).toBeGreaterThan(0); // crawled, not read: 0 is what a stored crawl takes
    expect(runCrawl(web, job, { store }).ms).toBe(0);
  });

  it("starts anew when a checkpoint is damaged, wherever that is", () => {
    const ranked = { ...job, method: pageRank };
    const rankedKey = crawlKey(web, ranked);
    const expected = runCrawl(web, ranked).order;
    const crawl = new VirtualCrawl(web, pageRank);
    crawl.run(23);
    const where = newFolder();
    const store = new CrawlStore(where);
    const checkpoint = crawl.checkpoint();
    if (!checkpoint) return expect.fail("pageRank offers checkpoints");
    store.keepCheckpoint(rankedKey, checkpoint);
    const path = pathOf(where, "checkpoint", rankedKey);
    const whole = readFileSync(path);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, flip, cut) => {
        const damaged = Buffer.from(whole);
        damaged[at] ^= flip;
        writeFileSync(path, cut ? whole.subarray(0, at) : damaged);
        expect(store.checkpoint(rankedKey)).toBeUndefined();
        expect(runCrawl(web, ranked, { store }).order).toEqual(expected);
        rmSync(pathOf(where, "crawl", rankedKey));
      }),
      { numRuns: 60 },
    );
  });

  it("ignores what a killed process left half-written, and removes it an hour later", () => {
    const where = newFolder();
    const [fresh, old] = [`${pathOf(where, "crawl")}.1.0.part`, `${pathOf(where, "checkpoint")}.2.0.part`];
    mkdirSync(join(fresh, ".."), { recursive: true });
    // a cache may be any folder, with files of somebody else
    const others = [join(where, "film.part"), join(where, "ab", "film.part"), join(where, "films", old.slice(-80))];
    mkdirSync(join(where, "ab"), { recursive: true });
    mkdirSync(join(where, "films"));
    for (const part of [fresh, old, ...others]) writeFileSync(part, "half");
    const stamp = Date.now() / 1000 - 3700;
    for (const part of [old, ...others]) utimesSync(part, stamp, stamp);
    const store = new CrawlStore(where);
    expect(store.order(key)).toBeUndefined();
    expect(store.checkpoint(key)).toBeUndefined();
    store.keep({ ...key, hash: "ff".repeat(32) }, order); // in another folder of the store
    expect([fresh, old, ...others].map((part) => existsSync(part))).toEqual([true, false, true, true, true]);
    expect(store.order(key)).toBeUndefined();
  });
});

describe("writeWhole", () => {
  const content = [Buffer.from("one "), Buffer.alloc(0), Buffer.from("two")];

  it("makes the folders that it needs, and replaces a file that was there", () => {
    const path = join(newFolder(), "a", "b");
    for (const parts of [content, [Buffer.from("new")]]) {
      writeWhole(path, parts);
      expect(readFileSync(path)).toEqual(Buffer.concat(parts));
    }
    expect(filesOf(join(path, ".."))).toEqual(["b"]);
  });

  it("leaves nothing when the disk is full, and says how to go on", () => {
    // The place beside the file is led to /dev/full, which has room for nothing: ENOSPC without a mount.
    const path = join(newFolder(), "crawl");
    mkdirSync(join(path, ".."));
    const beside = `${path}.crawlbench-${process.pid}.${threadId}.part`;
    symlinkSync("/dev/full", beside);
    const error = failure(() => writeWhole(path, content));
    expect(error.facts.system).toBe("ENOSPC");
    expect(error.message).toBe(
      `no room for ${path} (0.0 MB); nothing was written. Free some space, or set CRAWLBENCH_CACHE to a folder with room, or crawl without one: cache: false`,
    );
    expect(error.told()).toMatch(/or crawl without a cache: --no-cache$/);
    expect(filesOf(join(path, ".."))).toEqual([]);
  });

  it("finds out before a crawl that nothing can be written, and says how to go on", () => {
    const file = join(newFolder(), "file");
    mkdirSync(join(file, ".."));
    writeFileSync(file, "");
    const looks = vi.fn(() => false);
    const store = new CrawlStore(join(file, "crawls"));
    const error = failure(() => runCrawl(grownWeb(30_000, 0, 1), job, { store, stopped: looks }));
    expect(error.facts.system).toBe("ENOTDIR");
    expect(error.message).toContain("Set CRAWLBENCH_CACHE to a folder that can be written, or crawl without one");
    expect(looks).not.toHaveBeenCalled();
    runCrawl(grownWeb(30_000, 0, 1), job, { stopped: looks });
    expect(looks).toHaveBeenCalled();
  });

  it("keeps the file that was there when there is no room for a new one", () => {
    const path = join(newFolder(), "crawl");
    writeWhole(path, content);
    symlinkSync("/dev/full", `${path}.crawlbench-${process.pid}.${threadId}.part`);
    expect(failure(() => writeWhole(path, [Buffer.from("new")])).facts.system).toBe("ENOSPC");
    expect(readFileSync(path, "utf8")).toBe("one two");
    expect(filesOf(join(path, ".."))).toEqual(["crawl"]);
  });

  it("leaves nothing of a file that grows beyond what a process may write", () => {
    const where = newFolder();
    mkdirSync(where);
    // ulimit -f counts blocks of 512 or 1,024 bytes: room for 64 KiB at most of the 200,000 bytes that the order takes.
    const run = spawnSync("sh", [
      "-c",
      'ulimit -f 64; exec "$0" "$1" "$2"',
      process.execPath,
      fixture("keep-order.mjs"),
      where,
    ]);
    expect(run.stderr.toString()).toBe("");
    const { code, message } = JSON.parse(run.stdout.toString());
    expect(code).toBe("disk-full");
    expect(message).toMatch(/^no room for .* \(0\.2 MB\); nothing was written\./);
    expect(filesOf(where)).toEqual([]);
  });

  it("leaves nothing on a file system that is full", ({ skip }) => {
    const where = newFolder();
    mkdirSync(where);
    const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "crawlbench", where]);
    if (mount.status !== 0) skip("this user may not mount a file system of 64 KiB");
    try {
      const store = new CrawlStore(where);
      store.keep(key, order);
      const large = { ...key, hash: "ab".repeat(32) };
      const error = failure(() => store.keep(large, new Uint32Array(50_000)));
      expect(error.facts.system).toBe("ENOSPC");
      expect(error.message).toMatch(/^no room for .* \(0\.2 MB\); nothing was written\. Free some space/);
      expect(store.order(large)).toBeUndefined();
      expect(store.order(key)).toEqual(order);
      expect(filesOf(where)).toEqual([pathOf(where, "crawl").slice(where.length + 1)]);
      expect(failure(() => runCrawl(grownWeb(30_000, 0, 1), job, { store })).facts.system).toBe("ENOSPC");
    } finally {
      execFileSync("umount", [where]);
    }
  });

  it("names the path and the cause when the folder cannot be made", () => {
    const where = newFolder();
    writeFileSync(where, "a file, not a folder");
    const error = failure(() => writeWhole(join(where, "ab", "crawl"), content));
    expect(error.facts.system).toBe("ENOTDIR");
    expect(error.message).toMatch(
      /^cannot write .*crawl: ENOTDIR: .*; nothing was written\. Set CRAWLBENCH_CACHE to a folder/,
    );
    expect(failure(() => writeWhole(join(where, "crawl"), content)).facts.system).toBe("EEXIST");
  });

  it("leaves nothing when the file cannot be moved to its place", () => {
    const where = newFolder();
    const path = join(where, "crawl");
    mkdirSync(join(path, "in the way"), { recursive: true });
    expect(failure(() => writeWhole(path, content)).facts.system).toMatch(/EISDIR|ENOTEMPTY/);
    expect(filesOf(where)).toEqual([]);
    renameSync(path, `${path}-moved`);
    writeWhole(path, content);
    expect(filesOf(where)).toEqual(["crawl"]);
  });
});

describe("defaultCacheFolder", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is CRAWLBENCH_CACHE, or .crawlbench/crawls in the working directory", () => {
    vi.stubEnv("CRAWLBENCH_CACHE", join(folder, "elsewhere"));
    expect(defaultCacheFolder()).toBe(join(folder, "elsewhere"));
    for (const none of ["", undefined]) {
      vi.stubEnv("CRAWLBENCH_CACHE", none);
      expect(defaultCacheFolder()).toBe(join(process.cwd(), ".crawlbench", "crawls"));
    }
  });
});
