import { describe, expect, it } from "vitest";
import { PostponedPages } from "../../src/fetch/postponed-pages.js";

describe("pages whose robots.txt cannot be had", () => {
  it("are counted by origin until they are taken, and are news once", () => {
    const postponed = new PostponedPages<string>();
    expect(postponed.begin("http://a", 10)).toBe(true);
    expect(postponed.begin("http://a", 20)).toBe(false);
    postponed.add("http://a", "/1");
    postponed.add("http://a", "/2");
    expect([postponed.size, postponed.origins]).toEqual([2, ["http://a"]]);
    expect(postponed.take("http://a")).toEqual(["/1", "/2"]);
    expect([postponed.size, postponed.origins, postponed.take("http://a")]).toEqual([0, [], []]);
    expect(postponed.begin("http://a", 30)).toBe(true);
  });

  it("are due when the file is to be asked for again, the earliest first", () => {
    const postponed = new PostponedPages<string>();
    postponed.begin("http://late", 20);
    postponed.begin("http://soon", 10);
    postponed.begin("http://never", 30);
    expect([...postponed.due(9)]).toEqual([]);
    expect([...postponed.due(20)]).toEqual(["http://soon", "http://late"]);
    expect([...postponed.due(20)]).toEqual([]);
  });

  it("that were taken and wait once more are due at their new time, not at the former", () => {
    const postponed = new PostponedPages<string>();
    postponed.begin("http://a", 10);
    postponed.take("http://a");
    postponed.begin("http://a", 20);
    expect([...postponed.due(15)]).toEqual([]);
    expect([...postponed.due(20)]).toEqual(["http://a"]);
  });

  it("wait on disk beyond 100,000 in memory, and count as they do", () => {
    const postponed = new PostponedPages<number>();
    postponed.begin("http://a", 10);
    for (let page = 0; page < 100_001; page++) postponed.add("http://a", page);
    expect(postponed.size).toBe(100_001);
    expect(postponed.take("http://a")).toHaveLength(100_000);
    expect(postponed.size).toBe(1);
  });
});
