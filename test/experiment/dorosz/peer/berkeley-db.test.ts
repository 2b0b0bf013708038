import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findPython, Peer } from "../../../../src/experiment/dorosz/peer/berkeley-db/peer.js";
import { berkeleyDb } from "../../../../src/experiment/dorosz/peer/berkeley-db.js";
import { openUrlDatabase } from "../../../../src/urldb/database.js";
import { settingsOf, type UrlDatabaseSettings } from "../../../../src/urldb/settings.js";
import { UrlBatch } from "../../../../src/urldb/url-batch.js";
import { depth } from "../../../depth.js";
import { coded } from "../../../fixture/problems.js";

const missing = await berkeleyDb.missing?.();
const python = (await findPython()) ?? "";
if (missing) {
  if (process.env.CI) throw new Error(`${missing} (CI must have it)`);
  console.warn(`Berkeley DB is not tested: ${missing}`);
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crawlbench-berkeley-db-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const open = (settings: UrlDatabaseSettings = {}) =>
  openUrlDatabase(join(folder, "db"), { engine: berkeleyDb, ...settings });

/** Lets the peer begin with a line of shell. @returns its process id, once it runs */
function peersBeginWith(line: string): () => number {
  const wrapper = join(folder, "python");
  writeFileSync(wrapper, `#!/bin/sh\n${line}\necho $$ > ${folder}/pid\nexec ${python} "$@"\n`, { mode: 0o755 });
  vi.stubEnv("CRAWLBENCH_PYTHON", wrapper);
  return () => Number(readFileSync(join(folder, "pid"), "utf8"));
}

const many = (label: string, count = 1000) =>
  Array.from({ length: count }, (_, i) => `http://example.org/${label}/${"x".repeat(40)}/${i}`);

/** h(K): the last byte of K, so that keys can be written by hand. */
const lastByte = (bytes: Uint8Array, _: number, end: number, out: Uint32Array) => {
  out[0] = 0;
  out[1] = bytes[end - 1];
};

/** Kind and entries of a table, as Berkeley DB itself reads them. */
function table(file: string): { kind: string; entries: [string, string][] } {
  const reader = `
import json, sys
try:
    from berkeleydb import db
except ImportError:
    from bsddb3 import db
table = db.DB()
table.open(sys.argv[1], None, db.DB_UNKNOWN, db.DB_RDONLY)
kind = {db.DB_HASH: "hash", db.DB_BTREE: "B-tree"}[table.get_type()]
print(json.dumps({"kind": kind, "entries": [[key.hex(), value.hex()] for key, value in table.items()]}))`;
  return JSON.parse(execFileSync(python, ["-c", reader, join(folder, "db", file)]).toString());
}

describe("findPython", () => {
  it("finds none where no Python has Berkeley DB", async () => {
    expect(await findPython([undefined, join(folder, "none"), "false"])).toBeUndefined();
  });
});

describe.skipIf(missing)("Berkeley DB", () => {
  it("keeps U in a hash table under K, and Q and Q_c in B-trees under B and B_c, as the paper does", async () => {
    const database = await open({ hash: lastByte, confirmTimeout: 1 });
    await database.add([
      { url: "b1", priority: 2 },
      { url: "a1", priority: 1 },
      { url: "a0", from: "a1" }, // no host in either: one domain, so a0 is one deeper than a1
    ]);
    expect((await database.take(1, 0xabcdef)).map(({ url }) => url)).toEqual(["a1"]);
    await database.close();
    const [a0, a1, b1] = ["6130", "6131", "6231"];
    const urls = table("U.db");
    expect(urls.kind).toBe("hash");
    // state, G (2 bytes), p (4), number (6), h (8)
    expect(Object.fromEntries(urls.entries)).toEqual({
      [a0]: `00${"0002"}${"00000000"}${"000000000002"}${"0000000000000030"}`,
      [a1]: `00${"0001"}${"00000001"}${"000000000001"}${"0000000000000031"}`,
      [b1]: `00${"0001"}${"00000002"}${"000000000000"}${"0000000000000031"}`,
    });
    expect(table("Q.db")).toEqual({
      kind: "B-tree",
      entries: [
        [`${"0001"}${"00000002"}${"0000000000000031"}${"000000000000"}`, b1], // G, p, h, number
        [`${"0002"}${"00000000"}${"0000000000000030"}${"000000000002"}`, a0],
      ],
    });
    // T (6 bytes) = 0xabcdef + 1, h, number
    const entries = [[`${"000000abcdf0"}${"0000000000000031"}${"000000000001"}`, a1]];
    expect(table("Qc.db")).toEqual({ kind: "B-tree", entries });
  });

  it("uses the Python that CRAWLBENCH_PYTHON names, and none of its processes outlives close()", async () => {
    const pid = peersBeginWith(":");
    const database = await open();
    expect(process.kill(pid(), 0)).toBe(true);
    await database.close();
    expect(() => process.kill(pid(), 0)).toThrow(/ESRCH/);
  });

  it.each(["sync", "none"] as const)(
    "has lost nothing that it acknowledged when its process is killed, durability %s, and says so to who waits",
    async (durability) => {
      const pid = peersBeginWith(":");
      const database = await open({ durability });
      await database.add(many("a"));
      const taken = await database.take(10, 0);
      await database.confirm(taken.slice(0, 3), 1);
      const waiting = [database.add(many("b", depth({ everyday: 20_000, prove: 100_000 }))), database.add("http://c/")];
      const failures = Promise.allSettled(waiting);
      process.kill(pid(), "SIGKILL");
      for (const { reason } of (await failures) as PromiseRejectedResult[])
        expect(reason).toMatchObject({ code: "failed" });
      await expect(database.size()).rejects.toThrow(/ended with SIGKILL.*open it again/);
      await database.close();
      await using again = await open({ durability });
      expect(await again.size()).toEqual({ urls: 1000, waiting: 990, checks: 10 });
      expect(await again.outstanding()).toEqual(taken.slice(3));
    },
  );

  it("ends when whoever started it is gone", async () => {
    const program = fileURLToPath(
      new URL("../../../../src/experiment/dorosz/peer/berkeley-db/peer.py", import.meta.url),
    );
    const peer = spawn(python, ["-B", program, folder], { stdio: ["pipe", "ignore", "inherit"] });
    peer.stdin?.end();
    expect(await once(peer, "exit")).toEqual([0, null]);
  });

  it("keeps nothing of a batch that the disk has no room for, and all before it", async () => {
    peersBeginWith("ulimit -f 8192"); // blocks of 512 bytes: no file may grow beyond 4 MB, the log among them
    const database = await open({ durability: "none" });
    let batches = 0;
    const fill = async () => {
      for (; batches < 100; batches++) await database.add(many(`${batches}`));
    };
    await expect(fill()).rejects.toMatchObject({ code: "disk-full" });
    await database.close();
    expect(batches).toBeGreaterThan(2);
    vi.unstubAllEnvs();
    await using again = await open();
    expect(await again.size()).toEqual({ urls: 1000 * batches, waiting: 1000 * batches, checks: 0 });
    expect(await again.get(many(`${batches}`)[0])).toBeUndefined();
    expect((await again.add(many("0"))).known).toBe(1000);
    expect((await again.add(many(`${batches}`))).added).toBe(1000);
  });

  it("asks here for r(K) of what was fetched, in the order of Q_c, and for nothing else", async () => {
    const asked: string[] = [];
    const recrawlAfter = (url: string) => asked.push(url) && 0;
    await using database = await open({ hash: lastByte, confirmTimeout: 10, recrawlAfter });
    await database.add(["d3", "a1", "c4", "b2"]);
    await database.take(2, 5); // a1 and b2, by hash; T = 15
    await database.take(2, 0); // d3 and c4; T = 10
    await database.confirm(["a1", "b2", "c4"], 6);
    expect(await database.tick(15)).toEqual({ returned: 1, rescheduled: 0, finished: 3 });
    expect(asked).toEqual(["c4", "a1", "b2"]); // by T, then by hash
  });

  it("rejects with what r(K) threw", async () => {
    const mine = new Error("no such page");
    const recrawlAfter = () => {
      throw mine;
    };
    await using database = await open({ confirmTimeout: 10, recrawlAfter });
    await database.add("a1");
    await database.take(1, 0);
    await database.confirm("a1", 6);
    await expect(database.tick(15)).rejects.toBe(mine);
  });

  it("refuses another hash function than it was made with, saying which it was", async () => {
    await (await open({ hash: lastByte })).close();
    // 47: "/"
    await expect(open()).rejects.toMatchObject({ code: "settings", message: expect.stringContaining('"hash":[0,47]') });
  });

  it("leaves no process behind where it refuses to open", async () => {
    await (await open({ hash: lastByte })).close();
    const pid = peersBeginWith(":");
    await expect(open()).rejects.toMatchObject({ code: "settings" });
    expect(() => process.kill(pid(), 0)).toThrow(/ESRCH/);
  });

  it("says that a file which is none of Berkeley DB's is corrupt", async () => {
    mkdirSync(join(folder, "db"));
    writeFileSync(join(folder, "db", "U.db"), Buffer.alloc(16_384, "no such thing"));
    await expect(open()).rejects.toMatchObject({ code: "damaged" });
  });

  it("counts the microseconds of each call, in which its database worked", async () => {
    const store = await berkeleyDb.open(join(folder, "db"), settingsOf({}));
    const counts = [store.microseconds()];
    for (let i = 0; i < 3; i++) {
      await store.add(UrlBatch.of(many(`${i}`, 10)));
      counts.push(store.microseconds());
    }
    await store.close();
    expect(counts.every((count, i) => count > (counts[i - 1] ?? 0))).toBe(true);
  });
});

describe("the program that holds Berkeley DB", () => {
  it("has failed where it cannot be started, and says which it was", async () => {
    const program = join(folder, "no-python");
    const peer = new Peer(program, folder);
    const failed = coded(
      "failed",
      `${folder}: the program that holds Berkeley DB did not start: spawn ${program} ENOENT; what was acknowledged is safe, open it again`,
    );
    await expect(peer.request("x", [])).rejects.toEqual(failed);
    await peer.close();
  });
});
