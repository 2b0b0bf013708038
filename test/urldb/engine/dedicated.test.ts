import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openUrlDatabase } from "../../../src/urldb/database.js";
import { dedicated, dedicatedWith } from "../../../src/urldb/engine/dedicated.js";
import { newFolder } from "../dedicated/story.js";

describe("the dedicated engine", () => {
  it("keeps from 1 to 2^27 URLs in memory, and refuses other numbers", () => {
    for (const recentUrls of [1, 2, 2 ** 20, 2 ** 27]) expect(dedicatedWith({ recentUrls }).name).toBe("dedicated");
    for (const recentUrls of [0, -1, 1.5, 2 ** 27 + 1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => dedicatedWith({ recentUrls })).toThrow(/recentUrls is an integer from 1 to 134217728; found/);
  });

  it("needs nothing to be installed, and lasts", () => {
    expect(dedicated).toMatchObject({ name: "dedicated", durable: true });
    expect(dedicated.missing).toBeUndefined();
  });

  it("opens with any other share of memory what one share wrote, and answers the same", async () => {
    const path = newFolder();
    const urls = Array.from({ length: 60 }, (_, i) => `http://h${i % 9}.org/${i}`);
    const taken: string[] = [];
    let added = 0;
    for (const recentUrls of [2 ** 20, 1, 7, 64, 3]) {
      const database = await openUrlDatabase(path, { engine: dedicatedWith({ recentUrls }), durability: "none" });
      const result = await database.add(urls.slice(0, added + 12));
      expect([result.known, result.added]).toEqual([added, 12]);
      added += 12;
      taken.push(...(await database.take(5, 0)).map(({ url }) => url));
      expect(await database.size()).toEqual({ urls: added, waiting: added - taken.length, checks: taken.length });
      expect((await database.outstanding()).map(({ url }) => url).sort()).toEqual([...taken].sort());
      await database.close();
    }
    expect(new Set(taken).size).toBe(25);
  });

  it("writes each URL once, to the log, without its origin, which is in the log once, and among the origins", async () => {
    const path = newFolder();
    const database = await openUrlDatabase(path, { engine: dedicatedWith({ recentUrls: 2 }), durability: "none" });
    for (let i = 0; i < 12; i++)
      await database.add([`http://origin.example/only-once-${i}`, "http://origin.example/only-once"]);
    await database.take(5, 0);
    await database.close();
    const filesWith = (text: string) =>
      readdirSync(path).flatMap((file) => {
        const times = readFileSync(join(path, file), "latin1").split(text).length - 1;
        return times > 0 ? [[file, times]] : [];
      });
    expect(filesWith("only-once")).toEqual([["log", 13]]);
    expect(filesWith("origin.example")).toEqual([
      ["log", 1],
      ["origins", 1],
    ]);
  });

  it("acknowledges an empty call, and writes nothing for what changes nothing", async () => {
    const path = newFolder();
    await using database = await openUrlDatabase(path, { engine: dedicated });
    await database.add("http://a/");
    await database.take(1, 0);
    await database.confirm("http://a/", 1);
    const length = readFileSync(join(path, "log")).length;
    await database.add([]);
    await database.add("http://a/");
    await database.take(5, 2);
    await database.take(0, 2);
    await database.confirm(["http://a/", "http://b/"], 3);
    await database.tick(4);
    expect(readFileSync(join(path, "log")).length).toBe(length);
  });
});
