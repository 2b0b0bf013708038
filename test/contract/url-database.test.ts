import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Declared } from "../../src/base/method.js";
import { openUrlDatabase, type UrlDatabase } from "../../src/urldb/database.js";
import { inMemory } from "../../src/urldb/engine/in-memory.js";
import type { UrlDatabaseEngine } from "../../src/urldb/engine.js";
import { type KeyOrder, URL_DATABASE_OPTIONS, type UrlDatabaseSettings } from "../../src/urldb/settings.js";
import { UrlBatch } from "../../src/urldb/url-batch.js";
import { depth } from "../depth.js";
import { camelCase } from "../discover.js";
import { coded } from "../fixture/problems.js";
import { engineExports, isEngine, isOfOtherProgram, isTried } from "../urldb/engines.js";
import { anySettings, type Expected, everything, expectedOf, operations, plain } from "../urldb/model.js";

const all = await engineExports();
const found = all.filter(({ value }) => isEngine(value)) as {
  file: string;
  export: string;
  value: UrlDatabaseEngine;
}[];
/** Functions that make an engine with options: each is tried with every value that its declarations name. */
const makers = all.filter(({ export: name, value }) => "declared" in (value as object) && isTried(name)) as {
  export: string;
  value: ((options: object) => UrlDatabaseEngine) & { readonly declared: Declared };
}[];
const engines = await Promise.all([
  ...found.map(async ({ export: name, value }) => ({ name, engine: value, missing: await value.missing?.() })),
  ...makers.flatMap(({ export: name, value: make }) =>
    Object.entries(make.declared).flatMap(([option, { samples, default: usual }]) =>
      samples
        .filter((value) => value !== usual)
        .map(async (value) => {
          const engine = make({ [option]: value });
          return { name: `${name}(${JSON.stringify({ [option]: value })})`, engine, missing: await engine.missing?.() };
        }),
    ),
  ),
]);

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  folders.push(mkdtempSync(join(tmpdir(), "crawlbench-urldb-")));
  return join(folders[folders.length - 1], "made", "if need be");
}
const dropFolder = (path: string) => rmSync(join(path, "..", ".."), { recursive: true, force: true });

const urls = (taken: readonly { readonly url: string }[]) => taken.map(({ url }) => url);

describe("URL database engines", () => {
  it("are found in their folder, one per file, under the name of the file", () => {
    const files = new Set(all.map(({ file }) => file));
    expect(found.map((each) => each.export)).toEqual([...files].map((file) => camelCase(basename(file))));
  });

  it("are tried with every declared setting", () => {
    const [settings] = fc.sample(anySettings, 1);
    expect([...Object.keys(settings), "durability"].sort()).toEqual(Object.keys(URL_DATABASE_OPTIONS).sort());
  });

  for (const { name, missing } of engines.filter(({ missing }) => missing)) {
    it(`include ${name}, which a machine that checks changes must have`, (context) => {
      if (!process.env.CI) return context.skip(missing);
      expect.unreachable(`${name} cannot be tested, and CI is set: ${missing}`);
    });
  }
});

for (const { name, engine } of engines.filter((each) => !each.missing && isTried(each.name)))
  describe(name, () => {
    const open = (path: string, settings: UrlDatabaseSettings = {}) =>
      openUrlDatabase(path, { engine, durability: "none", ...settings });

    const isSlow = isOfOtherProgram(name); // fewer sequences, each opened at most twice
    const numRuns = isSlow ? depth({ everyday: 3, prove: 5 }) : depth({ everyday: 7, prove: 40 });

    /**
     * Runs random operations on the engine, after the oracle has said what each gives; in the end everything is taken.
     */
    async function property(
      run: (list: readonly Expected[], settings: UrlDatabaseSettings, path: string) => Promise<void>,
    ) {
      const sequence = fc.tuple(operations(), anySettings, fc.constantFrom("none", "none", "none", "sync"));
      await fc.assert(
        fc.asyncProperty(sequence, async ([list, any, durability]) => {
          const settings: UrlDatabaseSettings = { ...any, durability: durability as "none" | "sync" };
          const allowed = !engine.durable ? 0 : isSlow ? 1 : Number.POSITIVE_INFINITY;
          let reopened = 0;
          const kept = list.filter(({ kind }) => kind !== "reopen" || reopened++ < allowed);
          const all = [...kept, ...everything, { kind: "take", count: 99, now: 1e6 } as const, ...everything];
          const path = newFolder();
          await run(await expectedOf(all, settings), settings, path);
          dropFolder(path);
        }),
        { numRuns, endOnFailure: isSlow },
      );
    }

    it("does as the oracle does, call by call, closed and opened again at any point", async () => {
      await property(async (list, settings, path) => {
        let database = await open(path, settings);
        try {
          for (const [i, { call, what, result }] of list.entries()) {
            if (call) expect(plain(await call(database, "list")), `call ${i}: ${what}`).toEqual(result);
            else {
              await database.close();
              database = await open(path, settings);
            }
          }
        } finally {
          await database.close();
        }
      });
    });

    it("does as the oracle does when no call waits for the one before, and closing waits for all", async () => {
      await property(async (list, settings, path) => {
        let database = await open(path, settings);
        let waiting: Promise<void>[] = [];
        try {
          for (const [i, { call, what, result }] of list.entries()) {
            if (call) {
              const check = (value: unknown) => expect(plain(value), `call ${i}: ${what}`).toEqual(result);
              waiting.push(call(database, "batch").then(check));
            } else {
              await Promise.all([...waiting, database.close()]);
              waiting = [];
              database = await open(path, settings);
            }
          }
          await Promise.all(waiting);
        } finally {
          await database.close();
        }
      });
    });

    /** A database that is opened again: what lasts is asked of one that is durable; of another nothing does. */
    async function reopened(
      path: string,
      settings: UrlDatabaseSettings,
      check: (database: UrlDatabase) => Promise<void>,
    ) {
      await using again = await open(path, settings);
      if (engine.durable) await check(again);
      else expect(await again.size()).toEqual({ urls: 0, waiting: 0, checks: 0 });
    }

    /** The same questions to a database and, if it is durable, to what is read back from its files. */
    async function throughout(
      path: string,
      first: (database: UrlDatabase) => Promise<void>,
      then: (database: UrlDatabase) => Promise<void>,
      settings: UrlDatabaseSettings = {},
    ) {
      const database = await open(path, settings);
      try {
        await first(database);
        await then(database);
      } finally {
        await database.close();
      }
      await reopened(path, settings, then);
    }

    it("keeps URLs of 1 and of 65,536 bytes, of every byte value, and those that begin alike", async () => {
      const long = Buffer.alloc(65_536, "http://example.org/");
      const longToo = Buffer.from(long);
      longToo[65_535] ^= 1;
      const extremes = [
        ...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)),
        Uint8Array.from({ length: 256 }, (_, byte) => byte),
        long,
        longToo,
        long.subarray(0, 65_535),
        Buffer.from("a\0"),
        Buffer.from("a\0\0"),
        Buffer.from("http://müller.example/☃/\u{1f600}"),
      ];
      const deep = { url: "http://example.org/below", from: long };
      // no URL, in no U
      const lost = { url: "http://example.org/lost", from: Buffer.alloc(100_000, "http://example.org/") };
      const asText = (list: readonly Uint8Array[]) => list.map((bytes) => Buffer.from(bytes).toString("latin1")).sort();
      await throughout(
        newFolder(),
        async (database) => {
          expect((await database.add([...extremes, deep, lost])).added).toBe(extremes.length + 2);
          expect((await database.add(extremes)).known).toBe(extremes.length);
          const taken = await database.take(1000, 0);
          expect(asText(taken.slice(0, -1).map(({ bytes }) => bytes))).toEqual(
            asText([...extremes, Buffer.from(lost.url)]),
          );
          expect(taken.at(-1)).toMatchObject({ url: deep.url, depth: 2 });
          expect(taken.find(({ url }) => url.startsWith("http://m"))?.url).toBe("http://müller.example/☃/\u{1f600}");
          expect((await database.confirm(extremes.slice(0, -1), 5)).confirmed).toBe(extremes.length - 1);
        },
        async (database) => {
          for (const url of extremes.slice(0, -1))
            expect(await database.get(url)).toMatchObject({ depth: 1, visited: true });
          expect(await database.get(extremes[extremes.length - 1])).toMatchObject({ depth: 1, visited: false });
          expect(await database.get(deep.url)).toMatchObject({ depth: 2, visited: false });
          for (const absent of [long.subarray(1), long.subarray(0, 65_534), Buffer.from("a\0\0\0"), Buffer.from("aa")])
            expect(await database.get(absent)).toBeUndefined();
          expect((await database.outstanding()).length).toBe(3);
        },
      );
    });

    it("keeps the priority with which a URL was added first, the least and the largest among them, fetched or not", async () => {
      await throughout(
        newFolder(),
        async (database) => {
          for (const priority of [0, 7, 4_294_967_295]) await database.add({ url: `http://p/${priority}`, priority });
          await database.add({ url: "http://p/7", priority: 8 });
          await database.confirm("http://p/0", 1);
        },
        async (database) => {
          expect(await database.get("http://p/0")).toEqual({ depth: 1, priority: 0, visited: true });
          expect(await database.get("http://p/7")).toEqual({ depth: 1, priority: 7, visited: false });
          expect(await database.get("http://p/4294967295")).toMatchObject({ priority: 4_294_967_295 });
        },
      );
    });

    it("refuses URLs that cannot be kept, and adds none of their batch", async () => {
      const wrong = ["", new Uint8Array(0), "x".repeat(65_537), "\ud800"];
      await throughout(
        newFolder(),
        async () => undefined,
        async (database) => {
          for (const url of wrong) {
            await expect(database.add(["http://a/", url])).rejects.toMatchObject({
              code: "bad-url",
            });
            await expect(database.confirm([url], 0)).rejects.toMatchObject({ code: "bad-url" });
            await expect(database.get(url)).rejects.toMatchObject({ code: "bad-url" });
          }
          await expect(database.add([{ url: "http://a/", priority: -1 }])).rejects.toThrow(coded("option"));
          expect(await database.size()).toEqual({ urls: 0, waiting: 0, checks: 0 });
          expect((await database.add([])).added).toBe(0);
          expect(await database.take(0, 0)).toEqual([]);
        },
      );
    });

    it("adds, hands out, confirms and checks thousands of URLs in one call each, as the oracle does", async () => {
      const many = depth({ everyday: 2_000, prove: 20_000 });
      const from = Array.from({ length: 40 }, (_, i) => Buffer.from(`http://host-${i}.example/0`));
      const batch = UrlBatch.of(
        Array.from({ length: many }, (_, i) => ({
          url: `http://host-${i % 40}.example/${(i * 7) % (0.95 * many)}`, // one in twenty of them twice
          priority: i % 3,
          ...(i % 5 === 0 && { from: from[i % 40] }),
        })),
      );
      const settings: UrlDatabaseSettings = { confirmTimeout: 100, recrawlAfter: (_, { priority }) => priority * 100 };
      const story = async (database: UrlDatabase) => {
        const answers: unknown[] = [
          await database.add(batch),
          await database.take(0.75 * many, 0),
          await database.confirm(batch, 50),
        ];
        answers.push(await database.tick(100), await database.size(), await database.tick(250), await database.size());
        answers.push(await database.take(1.5 * many, 300), await database.size());
        return answers.map(plain);
      };
      const expected = await story(await openUrlDatabase("", { engine: inMemory, ...settings }));
      const path = newFolder();
      const database = await open(path, settings);
      expect(await story(database)).toEqual(expected);
      const outstanding = await database.outstanding();
      await database.close();
      await reopened(path, settings, async (again) => {
        expect(await again.size()).toEqual(expected.at(-1));
        expect(plain(await again.outstanding())).toEqual(plain(outstanding));
      });
    });

    it("keeps no hold of the bytes that it was given, and gives none of its own away", async () => {
      await using database = await open(newFolder(), { confirmTimeout: 10 });
      const bytes = Buffer.from("http://a/1http://a/2");
      const batch = new UrlBatch(bytes, Uint32Array.of(10, 20));
      await database.add(batch);
      bytes.fill("x");
      const [first] = await database.take(1, 0);
      const { url } = first;
      first.bytes.fill(0x78);
      expect(await database.get(url)).toMatchObject({ depth: 1, visited: false });
      const all = await database.take(9, 10);
      expect(urls(all).sort()).toEqual(["http://a/1", "http://a/2"]);
      expect(all.map((each) => Buffer.from(each.bytes).toString()).sort()).toEqual(["http://a/1", "http://a/2"]);
    });

    it("reads what it is given when it is called: buffers may be used again before it resolves", async () => {
      await using database = await open(newFolder());
      const [bytes, from] = [Buffer.from("http://c/"), Buffer.from("http://a/")];
      await database.add(["http://a/", "http://b/"]);
      const pair = function* () {
        yield { url: "http://a/x", from };
        from.write("http://b/");
        yield { url: "http://b/x", from };
      };
      const calls = [
        database.add("http://d/"),
        database.add(new UrlBatch(bytes, Uint32Array.of(9))),
        database.add(pair()),
      ];
      bytes.write("http://X/");
      from.fill("x");
      await Promise.all(calls);
      expect(await database.get("http://X/")).toBeUndefined();
      for (const [url, depth] of [
        ["http://c/", 1],
        ["http://a/x", 2],
        ["http://b/x", 2],
      ] as const)
        expect(await database.get(url)).toMatchObject({ depth, visited: false });
    });

    it("takes no call from within recrawlAfter, and is as it was", async () => {
      const refused: string[] = [];
      const path = newFolder();
      const database = await open(path, { confirmTimeout: 10, recrawlAfter });
      function recrawlAfter() {
        for (const call of [() => database.add("http://new/"), () => database.take(1, 0), () => database.size()])
          call().catch(({ code }) => refused.push(code));
        return 1000;
      }
      await database.add(["http://a/", "http://b/"]);
      await database.confirm(await database.take(2, 0), 1);
      expect(await database.tick(10)).toEqual({ returned: 0, rescheduled: 2, finished: 0 });
      expect(refused).toEqual(new Array(6).fill("settings"));
      expect(await database.size()).toEqual({ urls: 2, waiting: 0, checks: 2 });
      await database.close();
      await reopened(path, { confirmTimeout: 10, recrawlAfter }, async (again) => {
        expect(await again.tick(1010)).toEqual({ returned: 2, rescheduled: 0, finished: 0 });
      });
    });

    it("survives a recrawlAfter that throws: nothing was checked, and everything works once it is mended", async () => {
      let broken = true;
      const recrawlAfter = (url: string) => {
        if (broken && url.endsWith("2")) throw new Error(`no rule for ${url}`);
        return broken && url.endsWith("3") ? Number.NaN : 50;
      };
      const path = newFolder();
      let database = await open(path, { confirmTimeout: 100, recrawlAfter });
      await database.add(["http://a/1", "http://b/2", "http://c/3", "http://d/4"]);
      await database.take(4, 0);
      await database.confirm(["http://a/1", "http://b/2"], 10);
      await expect(database.tick(100)).rejects.toThrow(/no rule for http:\/\/b\/2/);
      expect(await database.size()).toEqual({ urls: 4, waiting: 0, checks: 4 });
      expect((await database.get("http://a/1"))?.visited).toBe(true);
      await expect(database.take(1, 100)).rejects.toThrow(/no rule/);
      expect((await database.add(["http://e/5", "http://a/1"])).added).toBe(1);
      expect(await database.confirm("http://c/3", 110)).toMatchObject({ confirmed: 1 });
      if (engine.durable) {
        await database.close();
        database = await open(path, { confirmTimeout: 100, recrawlAfter });
      }
      await expect(database.tick(120)).rejects.toThrow(/no rule|recrawlAfter gave NaN/);
      expect(await database.size()).toEqual({ urls: 5, waiting: 1, checks: 4 });
      broken = false;
      expect(await database.tick(120)).toEqual({ returned: 1, rescheduled: 3, finished: 0 });
      expect(urls(await database.take(9, 170)).length).toBe(5);
      await database.close();
    });

    it("waits for what is under way when it is closed, answers nothing afterwards, and may be disposed of twice", async () => {
      const path = newFolder();
      const database = await open(path);
      const calls = Array.from({ length: 20 }, (_, i) => database.add([`http://a/${i}`, `http://b/${i}`]));
      const taking = database.take(3, 0);
      await database.close();
      expect((await Promise.all(calls)).map(({ added }) => added)).toEqual(new Array(20).fill(2));
      expect((await taking).length).toBe(3);
      const later = [
        () => database.add("http://c/"),
        () => database.take(1, 0),
        () => database.confirm("http://a/1", 0),
        () => database.tick(0),
        () => database.get("http://a/1"),
        () => database.outstanding(),
        () => database.size(),
      ];
      for (const call of later) await expect(call()).rejects.toMatchObject({ code: "closed" });
      await database.close();
      await database[Symbol.asyncDispose]();
      await reopened(path, {}, async (again) => {
        expect(await again.size()).toEqual({ urls: 40, waiting: 37, checks: 3 });
        expect(plain(await again.outstanding())).toEqual(plain(await taking));
      });
    });

    it.skipIf(!engine.durable)(
      "refuses to open with another order or domain than it was made with, and opens with the same",
      async () => {
        const path = newFolder();
        const order: KeyOrder = ["priority", "hash"];
        await (await open(path, { order, domain: "registered" })).close();
        const others: UrlDatabaseSettings[] = [
          {},
          { order },
          { domain: "registered" },
          { order: ["priority", "added"], domain: "registered" },
          { order: ["priority", "depth", "hash"], domain: "registered" },
        ];
        for (const other of others) {
          await expect(open(path, other)).rejects.toMatchObject({ code: "settings" });
        }
        const database = await open(path, { order, domain: "registered" });
        expect((await database.add(["http://a/"])).added).toBe(1);
        await database.close();
      },
    );

    it.skipIf(!engine.durable)(
      "goes by new time-outs, limits, re-crawls and rules for late confirmations when it is opened with others",
      async () => {
        const path = newFolder();
        let database = await open(path, { confirmTimeout: 100, depthLimit: 1 });
        const from = "http://a/1";
        expect((await database.add([from, { url: "http://a/2", from }, "http://b/"])).tooDeep).toBe(1);
        await database.take(2, 0);
        await database.confirm(from, 10);
        await database.close();
        database = await open(path, { confirmTimeout: 1000, depthLimit: 2, recrawlAfter: () => 5, asPrinted: true });
        expect((await database.add([{ url: "http://a/2", from }])).added).toBe(1);
        expect(await database.tick(99)).toEqual({ returned: 0, rescheduled: 0, finished: 0 });
        // deadlines stay as they were given
        expect(await database.tick(100)).toEqual({ returned: 1, rescheduled: 1, finished: 0 });
        expect((await database.confirm("http://b/", 101)).confirmed).toBe(1); // as printed: it stays in the queue
        expect((await database.take(2, 101)).map(({ url, deadline }) => [url, deadline])).toEqual([
          ["http://b/", 1101],
          ["http://a/2", 1101],
        ]);
        await database.close();
      },
    );

    it.skipIf(!engine.durable)(
      "when opened a second time refuses as locked, or serves both from one store",
      async () => {
        const path = newFolder();
        const first = await open(path);
        await first.add(["http://a/", "http://b/", "http://c/"]);
        const second = await open(path).catch((error: Error & { code?: string }) => error);
        if (second instanceof Error) {
          expect(second).toMatchObject({ code: "locked" });
          expect(second.message).toContain(path);
          expect((await first.add("http://d/")).added).toBe(1);
          await first.close();
        } else {
          const [one] = await first.take(1, 0);
          const [two] = await second.take(1, 0);
          expect(two.url).not.toBe(one.url);
          expect((await second.confirm(one, 1)).confirmed).toBe(1);
          expect(await first.get(one.url)).toMatchObject({ depth: 1, visited: true });
          const adds = Array.from({ length: 20 }, (_, i) => (i % 2 ? first : second).add([`http://e/${i >> 1}`]));
          expect((await Promise.all(adds)).reduce((sum, { added }) => sum + added, 0)).toBe(10);
          expect(await first.size()).toEqual(await second.size());
          await first.close();
          expect((await second.add("http://d/")).added).toBe(1);
          await second.close();
        }
        const third = await open(path);
        expect((await third.get("http://d/"))?.depth).toBe(1);
        await third.close();
      },
    );

    it.skipIf(engine.durable)("starts anew at every opening, since nothing of it lasts", async () => {
      const path = newFolder();
      const first = await open(path);
      await first.add("http://a/");
      const second = await open(path);
      expect(await second.size()).toEqual({ urls: 0, waiting: 0, checks: 0 });
      await Promise.all([first.close(), second.close()]);
      expect(await (await open(path)).get("http://a/")).toBeUndefined();
    });
  });
