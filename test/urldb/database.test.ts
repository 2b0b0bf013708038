import { describe, expect, it } from "vitest";
import { openUrlDatabase, UrlDatabase } from "../../src/urldb/database.js";
import { inMemory } from "../../src/urldb/engine/in-memory.js";
import type { UrlDatabaseEngine, UrlStore } from "../../src/urldb/engine.js";
import { settingsOf } from "../../src/urldb/settings.js";
import { UrlBatch } from "../../src/urldb/url-batch.js";
import { coded } from "../fixture/problems.js";

const open = () => openUrlDatabase("", { engine: inMemory });

/** A store that tells which calls reach it, in which order. */
function spied(): { readonly calls: string[]; readonly store: UrlStore } {
  const calls: string[] = [];
  const answer =
    (name: string, result: unknown) =>
    (...given: unknown[]) => {
      calls.push([name, ...given.filter((each) => typeof each === "number")].join(" "));
      return Promise.resolve(result) as never;
    };
  const store: UrlStore = {
    add: answer("add", new Uint8Array(0)),
    take: answer("take", []),
    confirm: answer("confirm", new Uint8Array(0)),
    tick: answer("tick", { returned: 0, rescheduled: 0, finished: 0 }),
    get: answer("get", undefined),
    outstanding: answer("outstanding", []),
    size: answer("size", { urls: 0, waiting: 0, checks: 0 }),
    close: answer("close", undefined),
  };
  return { calls, store };
}

describe("a URL database", () => {
  it("takes a URL, bytes, an object, a list, any iterable, or a packed batch", async () => {
    const database = await open();
    function* some() {
      yield "http://e/";
      yield { url: Buffer.from("http://f/"), priority: 2 };
    }
    const forms = [
      { url: "http://h/", priority: 1 },
      "http://a/",
      Buffer.from("http://b/"),
      ["http://c/", "http://d/"],
      some(),
      UrlBatch.of(["http://g/"]),
      [],
    ];
    const added: number[] = [];
    for (const form of forms) added.push((await database.add(form)).added);
    expect(added).toEqual([1, 1, 1, 2, 2, 1, 0]);
    expect((await database.get(Buffer.from("http://a/")))?.depth).toBe(1);
    const taken = await database.take(9, 0);
    expect(taken.length).toBe(8);
    expect((await database.confirm(taken[0], 0)).confirmed).toBe(1);
    expect(await database.confirm(taken, 0)).toMatchObject({ confirmed: 7, already: 1 });
    for (const none of [undefined, 5, {}] as never[]) {
      await expect(database.add(none)).rejects.toMatchObject({ code: "bad-url" });
      await expect(database.confirm(none, 0)).rejects.toMatchObject({ code: "bad-url" });
    }
  });

  it("counts what became of each URL", async () => {
    const database = await openUrlDatabase("", { engine: inMemory, depthLimit: 1 });
    const from = "http://a/1";
    const { fates, ...counts } = await database.add([from, from, { url: "http://a/2", from }, "http://b/"]);
    expect([...fates]).toEqual([1, 0, 2, 1]);
    expect(counts).toEqual({ added: 2, known: 1, tooDeep: 1 });
  });

  it("hands on calls in their order, with a check before each selection, none of them waiting for another", async () => {
    const { calls, store } = spied();
    const database = new UrlDatabase(store, settingsOf({}), "");
    const all = [
      database.add("a"),
      database.take(3, 5),
      database.confirm("a", 6),
      database.tick(7),
      database.get("a"),
      database.outstanding(),
      database.size(),
      database.close(),
    ];
    expect(calls).toEqual(["add", "tick 5", "take 3 5", "confirm 6", "tick 7", "get", "outstanding", "size", "close"]);
    await Promise.all(all);
  });

  it("checks not more often than checkEvery, and at once when the clock went backwards", async () => {
    const { calls, store } = spied();
    const database = new UrlDatabase(store, settingsOf({ checkEvery: 10 }), "");
    for (const now of [100, 109, 110, 119, 105, 114, 115]) await database.take(1, now);
    // by hand: 100 is the first; 110 - 100 >= 10; 105 < 110; 115 - 105 >= 10
    expect(calls.filter((call) => call.startsWith("tick"))).toEqual(["tick 100", "tick 110", "tick 105", "tick 115"]);
  });

  it("refuses counts and times that are none, before the store is asked", async () => {
    const { calls, store } = spied();
    const database = new UrlDatabase(store, settingsOf({}), "");
    for (const count of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(database.take(count, 0)).rejects.toThrow(/^take: count is an integer from 0; found/);
    for (const now of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 46 * 2, undefined as never]) {
      await expect(database.take(1, now)).rejects.toThrow(/^take: now is whole milliseconds since 1970/);
      await expect(database.confirm("a", now)).rejects.toThrow(/^confirm: now is/);
      await expect(database.tick(now)).rejects.toThrow(/^tick: now is/);
    }
    await expect(database.add([""])).rejects.toMatchObject({ code: "bad-url" });
    await expect(database.get("")).rejects.toMatchObject({ code: "bad-url" });
    expect(calls).toEqual([]);
    await database.tick(2 ** 47 - 1);
    expect(calls).toEqual(["tick 140737488355327"]);
  });

  it("closes its store once, and says that it is closed to whoever comes after", async () => {
    const { calls, store } = spied();
    const database = new UrlDatabase(store, settingsOf({}), "where/it/is");
    await Promise.all([database.close(), database.close(), database[Symbol.asyncDispose]()]);
    expect(calls).toEqual(["close"]);
    const later = [
      () => database.add("a"),
      () => database.take(1, 0),
      () => database.confirm("a", 0),
      () => database.tick(0),
      () => database.get("a"),
      () => database.outstanding(),
      () => database.size(),
    ];
    for (const call of later) {
      await expect(call()).rejects.toThrow(coded("closed"));
      await expect(call()).rejects.toMatchObject({ code: "closed", message: expect.stringContaining("where/it/is") });
    }
    expect(calls).toEqual(["close"]);
  });

  it("is not opened when its engine says what is missing, or a setting is wrong", async () => {
    let opened = 0;
    const engine: UrlDatabaseEngine = {
      ...inMemory,
      missing: async () => "it needs a thing: install the thing",
      open: async (...given) => {
        opened++;
        return inMemory.open(...given);
      },
    };
    await expect(openUrlDatabase("", { engine })).rejects.toMatchObject({
      code: "unavailable",
      message: "it needs a thing: install the thing",
    });
    await expect(openUrlDatabase("", { engine, depthLimit: 0 })).rejects.toThrow(coded("option"));
    expect(opened).toBe(0);
    await openUrlDatabase("", { engine: { ...engine, missing: async () => undefined } });
    expect(opened).toBe(1);
  });

  it("reports an error of the check of a selection, which `outstanding` then shows to have happened", async () => {
    let broken = true;
    const recrawlAfter = () => {
      if (broken) throw new Error("no rule");
      return 0;
    };
    const database = await openUrlDatabase("", { engine: inMemory, confirmTimeout: 10, recrawlAfter });
    await database.add(["http://a/", "http://b/"]);
    const [first] = await database.take(1, 0);
    await database.confirm([first], 5);
    await expect(database.take(1, 10)).rejects.toThrow("no rule");
    expect((await database.outstanding()).length).toBe(1);
    broken = false;
    expect((await database.take(1, 20)).length).toBe(1);
  });
});
