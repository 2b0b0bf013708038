import { describe, expect, it } from "vitest";
import { defineCache } from "../../../src/cache/method.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { min } from "../../../src/cache/policy/min.js";
import { staticCache } from "../../../src/cache/policy/static-cache.js";
import { cacheMethodNamed, cacheMethodNames, isPortableCache } from "../../../src/cache/sweep/cache-methods.js";
import { camelCase, methodsOf } from "../../discover.js";

describe("cacheMethodNamed", () => {
  it("knows every method of the folder by its own name", async () => {
    const files = await methodsOf<{ name: string; label: string }>("cache/policy");
    expect(files.length).toBeGreaterThan(10);
    for (const { value } of files) expect((await cacheMethodNamed(value.name)).label).toBe(value.label);
    expect(await cacheMethodNames()).toEqual(expect.arrayContaining(files.map(({ value }) => value.name)));
  });

  it("takes names without regard to case and hyphens, and the usual other ones", async () => {
    const typed = ["LRU", "S3-FIFO", "s3fifo", "w-tinylfu", "W_TinyLFU", "2Q", "two-q", "2-q"];
    const found = await Promise.all(typed.map(async (name) => (await cacheMethodNamed(name)).name));
    expect(found).toEqual(["lru", "s3-fifo", "s3-fifo", "w-tiny-lfu", "w-tiny-lfu", "two-q", "two-q", "two-q"]);
  });

  it("has names for three choices", async () => {
    const labels = await Promise.all(["min-mandatory", "static-charged", "clock-marked"].map(cacheMethodNamed));
    expect(labels.map(({ label }) => label)).toEqual([
      min({ bypass: "never" }).label,
      staticCache({ preload: "charged" }).label,
      clock({ newcomer: "marked" }).label,
    ]);
  });

  it("lists all names where there is none such", async () => {
    await expect(cacheMethodNamed("lur")).rejects.toThrow(
      /^no cache is called "lur"; there are arc, clock, .*w-tiny-lfu$/,
    );
    expect(camelCase("s3-fifo")).toBe("s3Fifo");
  });
});

describe("isPortableCache", () => {
  it("is true for the library's own, with or without choices, copied or not", async () => {
    for (const method of [lru, clock({ newcomer: "marked" }), { ...min }])
      expect(await isPortableCache(method)).toBe(true);
  });

  it("is false for the user's own, whatever they are called, and for a library's method with code of another", async () => {
    const own = defineCache({
      name: "lru",
      title: "LRU",
      source: lru.source,
      options: {},
      create: lru.create,
    });
    const others = [own, { ...lru, create: clock.create }, { ...lru, curve: clock.curve }, { ...lru, label: "mine" }];
    for (const method of others) expect(await isPortableCache(method)).toBe(false);
  });
});
