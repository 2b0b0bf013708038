import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open as openLmdb } from "lmdb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUrlDatabase } from "../../../src/urldb/database.js";
import { lmdb } from "../../../src/urldb/engine/lmdb.js";
import type { UrlDatabaseSettings } from "../../../src/urldb/settings.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crawlbench-lmdb-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (name = "db", settings: UrlDatabaseSettings = {}) =>
  openUrlDatabase(join(folder, name), { engine: lmdb, ...settings });

/** h(K): the last byte of K, so that keys can be written by hand. */
const lastByte = (bytes: Uint8Array, _: number, end: number, out: Uint32Array) => {
  out[0] = 0;
  out[1] = bytes[end - 1];
};

/** All of one table, in hexadecimal. */
async function entries(table: string): Promise<[string, string][]> {
  const binary = { keyEncoding: "binary", encoding: "binary" } as const;
  const root = openLmdb<Buffer, Buffer>(join(folder, "db"), { ...binary, noSubdir: false, overlappingSync: false });
  const found = [...root.openDB<Buffer, Buffer>(table, binary).getRange()];
  await root.close();
  return found.map(({ key, value }) => [key.toString("hex"), value.toString("hex")]);
}

const many = (label: string, count = 1000) =>
  Array.from({ length: count }, (_, i) => `http://example.org/${label}/${"x".repeat(40)}/${i}`);

describe("LMDB", () => {
  it("keeps U by hash, and B and B_c as the paper concatenates them, one entry each", async () => {
    const database = await open("db", { hash: lastByte });
    await database.add([
      { url: "b1", priority: 2 },
      { url: "a1", priority: 1 },
      { url: "a0", from: "a1" }, // no host in either: one domain, so a0 is one deeper than a1
    ]);
    await database.close();
    // state, G (2 bytes), p (4), number (6), K; the second of hash 0x31 stands behind it under hash and 1
    const a0 = ["0000000000000030", `00${"0002"}${"00000000"}${"000000000002"}6130`];
    const b1 = ["0000000000000031", `00${"0001"}${"00000002"}${"000000000000"}6231`];
    const a1 = ["000000000000003100000001", `00${"0001"}${"00000001"}${"000000000001"}6131`];
    expect(await entries("U")).toEqual([a0, b1, a1]);
    // G (2 bytes), p (4), h (8), number (6)
    expect(await entries("Q")).toEqual([
      [`${"0001"}${"00000001"}${"0000000000000031"}${"000000000001"}`, a1[0]],
      [`${"0001"}${"00000002"}${"0000000000000031"}${"000000000000"}`, b1[0]],
      [`${"0002"}${"00000000"}${"0000000000000030"}${"000000000002"}`, a0[0]],
    ]);
    await using again = await open("db", { hash: lastByte, confirmTimeout: 1 });
    expect((await again.take(1, 0xabcdef)).map(({ url }) => url)).toEqual(["a1"]);
    await again.close();
    // T (6 bytes) = 0xabcdef + 1
    expect(await entries("Qc")).toEqual([[`${"000000abcdf0"}${"0000000000000031"}${"000000000001"}`, a1[0]]]);
    expect((await entries("Q")).length).toBe(2);
  });

  it("tells 300 URLs of one hash apart, among them beginnings of others", async () => {
    const urls = Array.from({ length: 300 }, (_, i) => "a".repeat(i + 1));
    await using database = await open("db", { hash: lastByte });
    expect((await database.add([...urls, ...urls])).added).toBe(300);
    expect(await database.get("a".repeat(301))).toBeUndefined();
    expect((await database.take(300, 0)).map(({ url }) => url)).toEqual(urls); // one rank, one hash: by number
    expect((await database.confirm(urls, 1)).confirmed).toBe(300);
  });

  it("has what it acknowledged in its file before it is closed, whatever the durability", async () => {
    for (const durability of ["sync", "none"] as const) {
      await using database = await open(durability, { durability });
      await database.add(many("a"));
      await database.take(10, 0);
      mkdirSync(join(folder, `${durability}-copy`));
      copyFileSync(join(folder, durability, "data.mdb"), join(folder, `${durability}-copy`, "data.mdb"));
      await using copy = await open(`${durability}-copy`);
      expect(await copy.size()).toEqual({ urls: 1000, waiting: 990, checks: 10 });
      expect(await copy.outstanding()).toEqual(await database.outstanding());
    }
  });

  it("keeps nothing of a batch that the disk has no room for, all before it, and goes on once there is room", async (context) => {
    const limit = (bytes: string) => execFileSync("prlimit", ["--pid", `${process.pid}`, `--fsize=${bytes}:unlimited`]);
    try {
      limit("unlimited");
    } catch (error) {
      if (process.env.CI) throw error;
      return context.skip("prlimit of util-linux, which can take room away from a process, is not installed");
    }
    const database = await open("db", { durability: "none" });
    let batches = 0;
    const fill = async () => {
      for (; batches < 100; batches++) await database.add(many(`${batches}`));
    };
    limit("2000000");
    try {
      await expect(fill()).rejects.toMatchObject({ code: "disk-full" });
      await expect(database.add(many(`${batches}`))).rejects.toThrow(/make room/);
    } finally {
      limit("unlimited");
    }
    expect(batches).toBeGreaterThan(2);
    expect(await database.size()).toEqual({ urls: 1000 * batches, waiting: 1000 * batches, checks: 0 });
    expect(await database.get(many(`${batches}`)[0])).toBeUndefined();
    expect((await database.add(many(`${batches}`))).added).toBe(1000);
    await database.close();
    await using again = await open();
    expect((await again.add(many("0"))).known).toBe(1000);
    expect((await again.take(1e6, 0)).length).toBe(1000 * (batches + 1));
  });

  it("refuses another hash function than it was made with, saying which it was", async () => {
    await (await open("db", { hash: lastByte })).close();
    // 47: "/"
    await expect(open()).rejects.toMatchObject({ code: "settings", message: expect.stringContaining('"hash":[0,47]') });
    await (await open("db", { hash: lastByte })).close();
  });

  it("takes a path with a dot for a folder, as every path", async () => {
    await (await open("crawl.db")).close();
    expect(readdirSync(join(folder, "crawl.db"))).toContain("data.mdb");
  });

  it("says that a file which is none of LMDB's is corrupt, where LMDB alone would end the process", async () => {
    mkdirSync(join(folder, "db"));
    for (const length of [16_384, 100, 1]) {
      writeFileSync(join(folder, "db", "data.mdb"), Buffer.alloc(length, "no such thing"));
      await expect(open()).rejects.toMatchObject({
        code: "damaged",
        message: expect.stringContaining(join(folder, "db")),
      });
    }
  });
});
