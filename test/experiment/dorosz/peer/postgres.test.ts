import { createHash } from "node:crypto";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openSchema, schemaFor } from "../../../../src/experiment/dorosz/peer/postgres/schema.js";
import { type PrivateServer, startServer } from "../../../../src/experiment/dorosz/peer/postgres/server.js";
import { statementsOf } from "../../../../src/experiment/dorosz/peer/postgres/statements.js";
import { BYTES_AT_ONCE, type Insert, PostgresStore } from "../../../../src/experiment/dorosz/peer/postgres/store.js";
import { postgres, postgresBy } from "../../../../src/experiment/dorosz/peer/postgres.js";
import { openUrlDatabase, UrlDatabase } from "../../../../src/urldb/database.js";
import { Fate, type UrlDatabaseEngine } from "../../../../src/urldb/engine.js";
import { settingsOf, type UrlDatabaseSettings } from "../../../../src/urldb/settings.js";
import { LONGEST_URL, UrlBatch } from "../../../../src/urldb/url-batch.js";
import { depth } from "../../../depth.js";
import { anySettings, everything, expectedOf, keyOrders, operations, plain } from "../../../urldb/model.js";
import { describeWithPostgres, newFolder } from "./postgres/with-postgres.js";

const inserts: readonly Insert[] = ["unnest", "copy", "one by one"];

describeWithPostgres("PostgreSQL", () => {
  let server: PrivateServer;
  let address: string;
  let folder: string;
  /** Another session, that looks in and interferes. */
  let other: Client;
  let databases = 0;
  const newPath = () => `/database ${databases++}`;
  const engineBy = (insert: Insert) => postgresBy({ insert, server: address });
  const open = (path: string, settings: UrlDatabaseSettings & { engine?: UrlDatabaseEngine } = {}) =>
    openUrlDatabase(path, { engine: engineBy("unnest"), durability: "none", ...settings });

  beforeAll(async () => {
    folder = await newFolder();
    server = await startServer(folder);
    const { host, port, user, database } = server.config;
    address = `postgres://${user}@${encodeURIComponent(`${host}`)}:${port}/${database}`;
    const { Client } = await import("pg");
    other = new Client(server.config);
    other.on("error", () => {});
    await other.connect();
  });
  afterAll(async () => {
    await other?.end();
    await server?.stop();
  });

  /** Makes the server say that the disk is full when this URL is inserted. @returns what makes room */
  async function fillUp(path: string, url: string | Uint8Array): Promise<() => Promise<unknown>> {
    const hex = Buffer.from(url).toString("hex");
    const table = `${schemaFor(path)}.urls`;
    await other.query(`
      create or replace function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger no_room before insert on ${table}
        for each row when (new.url = decode('${hex}', 'hex')) execute function no_room()`);
    return () => other.query(`drop trigger no_room on ${table}`);
  }

  it.runIf(existsSync("/proc/self/fd"))("is started, and none of its files stays open here", () => {
    const links = readdirSync("/proc/self/fd").map((name) => join("/proc/self/fd", name));
    const open = links.flatMap((link) => (existsSync(link) ? [readlinkSync(link)] : []));
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
  });

  it("does as the oracle does, call by call, closed and opened again at any point, however it inserts", async () => {
    const drawn = fc.constantFrom(...inserts);
    const property = fc.asyncProperty(drawn, operations(40), anySettings, async (insert, list, chosen) => {
      const engine = engineBy(insert);
      const settings = settingsOf({ ...chosen, durability: "none" });
      const path = newPath();
      const opened = async () => new UrlDatabase(await engine.open(path, settings), settings, path);
      const calls = await expectedOf([...list, ...everything, { kind: "reopen" }, ...everything], chosen);
      let database = await opened();
      try {
        for (const [i, { call, what, result }] of calls.entries()) {
          if (call) {
            expect(plain(await call(database, i % 2 ? "batch" : "list")), `call ${i}: ${what}`).toEqual(result);
            continue;
          }
          await database.close();
          database = await opened();
        }
      } finally {
        await database.close();
        await other.query(`drop schema ${schemaFor(path)} cascade`);
      }
    });
    await fc.assert(property, { numRuns: depth({ everyday: 8, prove: 50 }), endOnFailure: true });
  });

  it.each(inserts)(
    "takes a depth from a referrer that the same batch adds, and from none that is too deep: %s",
    async (insert) => {
      // traced by hand with depth limit 2: /2 is below /1; /3 is too deep, so that /4, found on it, starts at depth 1;
      // /3 comes again from elsewhere and is added at depth 1; /2 is known by then
      const [one, two, three, four] = [1, 2, 3, 4].map((page) => `http://a.org/${page}`);
      const database = await open(newPath(), { engine: engineBy(insert), depthLimit: 2 });
      const { fates } = await database.add([
        { url: one },
        { url: two, from: one },
        { url: three, from: two },
        { url: four, from: three },
        { url: three, from: "http://b.org/" },
        { url: two, from: "http://b.org/" },
      ]);
      expect([...fates]).toEqual([Fate.added, Fate.added, Fate.tooDeep, Fate.added, Fate.added, Fate.known]);
      const depths = await Promise.all([one, two, three, four].map((url) => database.get(url)));
      expect(depths.map((record) => record?.depth)).toEqual([1, 2, 1, 1]);
      await database.close();
    },
  );

  it.each(inserts)(
    "tells URLs of any bytes and up to 64 kB apart, also where the index holds a digest: %s",
    async (insert) => {
      const long = (last: number) => Buffer.alloc(LONGEST_URL, "long ").fill(last, LONGEST_URL - 1);
      const noise = Buffer.concat(Array.from({ length: 2048 }, (_, i) => createHash("sha256").update(`${i}`).digest()));
      // what the index holds for the first, as URL: its first 1,000 bytes and its SHA-256
      const imitation = Buffer.concat([long(0).subarray(0, 1000), createHash("sha256").update(long(0)).digest()]);
      const border = [999, 1000, 1001].map((length) => Buffer.alloc(length, "b"));
      const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      const urls = [long(0), long(1), noise, imitation, ...border, everyByte, Uint8Array.of(0), Uint8Array.of(0, 0)];
      const path = newPath();
      const settings = { engine: engineBy(insert), order: ["added"] as const, hash: () => {} };
      let database = await open(path, settings);
      expect((await database.add(urls)).added).toBe(urls.length);
      expect((await database.add(urls)).known).toBe(urls.length);
      await database.close();
      database = await open(path, settings);
      const taken = await database.take(99, 0);
      expect(taken.map(({ bytes }, i) => Buffer.compare(bytes, urls[i]))).toEqual(urls.map(() => 0));
      expect((await database.confirm(urls, 1)).confirmed).toBe(urls.length);
      await database.close();
    },
  );

  it("adds a batch in one transaction when it goes to the server in several messages", async () => {
    // 1,100 URLs, in messages of 1,024; deep, as users have them: 72 MB, in messages of 64
    const [length, most] = depth({ everyday: [64, 1 << 16], prove: [LONGEST_URL, BYTES_AT_ONCE] });
    const urls = Array.from({ length: 1100 }, (_, i) => Buffer.alloc(length).fill(`${i} `));
    const path = newPath();
    const settings = settingsOf({ durability: "none" });
    const { connection, counts } = await openSchema({ connectionString: address }, schemaFor(path), settings, path);
    const store = new PostgresStore(connection, settings, "unnest", counts, async () => {}, most);
    const database = new UrlDatabase(store, settings, path);
    const makeRoom = await fillUp(path, urls[1099]);
    await expect(database.add(urls)).rejects.toMatchObject({ code: "disk-full" });
    expect(await database.size()).toEqual({ urls: 0, waiting: 0, checks: 0 });
    expect(await database.get(urls[0])).toBeUndefined();
    await makeRoom();
    const sent = vi.spyOn(connection, "query");
    expect((await database.add([...urls, urls[0]])).added).toBe(1100);
    const texts = sent.mock.calls.map(([asked]) => (typeof asked === "string" ? asked : asked.text));
    expect(texts.filter((text) => text.includes("unnest($2")).length).toBe(2); // the one that inserts rows
    await database.close();
  });

  it.each(inserts)("keeps nothing of a batch for which there is no room, and goes on: %s", async (insert) => {
    const path = newPath();
    const database = await open(path, { engine: engineBy(insert), order: ["added"] });
    await database.add("http://before/");
    const makeRoom = await fillUp(path, "http://too-much/");
    const refused = database.add(["http://a/", "http://too-much/", "http://b/"]);
    const after = database.add("http://after/"); // made before the first has failed
    await expect(refused).rejects.toMatchObject({ code: "disk-full" });
    await expect(refused).rejects.toThrow(
      /database \d+: PostgreSQL says "could not extend file"; nothing of this call/,
    );
    expect((await after).added).toBe(1);
    expect(await database.size()).toEqual({ urls: 2, waiting: 2, checks: 0 });
    expect(await database.get("http://a/")).toBeUndefined();
    await makeRoom();
    expect((await database.add(["http://a/", "http://too-much/"])).added).toBe(2);
    expect((await database.take(9, 0)).map(({ url }) => url)).toEqual(
      ["before", "after", "a", "too-much"].map((host) => `http://${host}/`),
    );
    await database.close();
  });

  it("undoes a check whose r(K) throws, and goes on", async () => {
    let throws = true;
    const asked: string[] = [];
    const recrawlAfter = (url: string) => {
      asked.push(url);
      if (throws && url === "http://b/") throw new TypeError("no idea");
      return 50;
    };
    const database = await open(newPath(), { recrawlAfter, order: ["added"], confirmTimeout: 10 });
    await database.add(["http://a/", "http://b/", "http://c/"]);
    await database.take(1, 2);
    await database.take(2, 0);
    await database.confirm(["http://a/", "http://b/"], 1);
    await expect(database.tick(12)).rejects.toThrow("no idea");
    expect(asked).toEqual(["http://b/"]); // due at 10, before a at 12
    expect(await database.size()).toEqual({ urls: 3, waiting: 0, checks: 3 });
    expect(await database.get("http://a/")).toMatchObject({ depth: 1, visited: true });
    throws = false;
    expect(await database.tick(12)).toEqual({ returned: 1, rescheduled: 2, finished: 0 });
    await database.close();
  });

  it("undoes also what a check has written when r(K) throws: it is asked for 10,000 at a time", async () => {
    const last = 10_000;
    const recrawlAfter = (url: string) => {
      if (url.endsWith(`/${last}`)) throw new TypeError("no idea");
      return 50;
    };
    const database = await open(newPath(), { recrawlAfter, order: ["added"], hash: () => {} });
    const urls = Array.from({ length: last + 1 }, (_, i) => `http://a/${i}`);
    await database.add(urls);
    await database.take(urls.length, 0);
    await database.confirm(urls, 1);
    await expect(database.tick(1e6)).rejects.toThrow("no idea");
    expect(await database.get(urls[0])).toMatchObject({ depth: 1, visited: true });
    expect(await database.size()).toEqual({ urls: last + 1, waiting: 0, checks: last + 1 });
    await database.close();
  });

  it("refuses every call after its session was lost, and has what was acknowledged when opened again", async () => {
    const path = newPath();
    const database = await open(path);
    await database.add("http://a/");
    await other.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'crawlbench'");
    await expect(database.add("http://b/")).rejects.toMatchObject({ code: "failed" });
    await expect(database.take(1, 0)).rejects.toMatchObject({ code: "failed" });
    await database.close();
    const again = await open(path);
    expect(await again.get("http://a/")).toMatchObject({ depth: 1, visited: false });
    await again.close();
  });

  it("refuses a second session on the same path, and none on another", async () => {
    const path = newPath();
    const database = await open(path);
    await expect(open(path)).rejects.toMatchObject({ code: "locked" });
    await (await open(newPath())).close();
    await database.close();
    await (await open(path)).close();
  });

  it("refuses settings on which stored keys depend, and takes others anew", async () => {
    const path = newPath();
    await (await open(path)).close();
    const hash = (_: Uint8Array, __: number, ___: number, out: Uint32Array) => void out.fill(1);
    for (const chosen of [{ order: ["hash"] as const }, { domain: "registered" as const }, { hash }]) {
      await expect(open(path, chosen)).rejects.toMatchObject({ code: "settings" });
    }
    await expect(open(path, { order: ["hash"] })).rejects.toThrow(
      /was made with order \["depth","priority","hash"\], and is opened with \["hash"\]/,
    );
    await (await open(path, { depthLimit: 3, confirmTimeout: 5, asPrinted: true, durability: "sync" })).close();
  });

  it.each(keyOrders.map((order) => ({ order })))(
    "finds first, due and known by index, with nothing to sort: $order",
    async ({ order }) => {
      const path = newPath();
      const database = await open(path, { order });
      await database.add(UrlBatch.of(Array.from({ length: 300 }, (_, i) => `http://a.org/${i}`)));
      await database.take(100, 0);
      const { take, dueVisited, find } = statementsOf(settingsOf({ order }));
      await other.query(`set search_path to ${schemaFor(path)}; set enable_seqscan = off; set enable_bitmapscan = off;
      set enable_hashjoin = off; set enable_mergejoin = off`);
      const plan = async (text: string) =>
        (await other.query<{ "QUERY PLAN": string }>(`explain ${text}`)).rows
          .map((row) => row["QUERY PLAN"])
          .join("\n");
      const first = take.text.slice(take.text.indexOf("select"), take.text.indexOf("), taken"));
      expect(await plan(first.replace("$1", "5"))).toMatch(/^Limit.*\n\s+-> {2}Index Scan using queue on urls/);
      const due = await plan(dueVisited.text.replace("$1", "5").replace("$2", "5"));
      expect(due).toMatch(/^Limit.*\n\s+-> {2}Index Scan using checks on urls/);
      expect(await plan(find.text.replace("$1", "array['a']"))).toMatch(/Index Scan using known on urls/);
      await database.close();
    },
  );

  it("keeps what it has, so that its path has a name", async () => {
    await expect(open("")).rejects.toMatchObject({ code: "option", facts: { option: "path" } });
  });

  it("names its ways to insert apart", () => {
    const names = [postgres, ...inserts.map(engineBy)].map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    expect(names).toContain("PostgreSQL, one INSERT per URL");
  });
});
