import { describe, expect, it } from "vitest";
import type { CrawlbenchError } from "../../src/base/error.js";
import { agreedOf, checkAgreed, readSeeds, withAgreed, writeSeeds } from "../../src/cluster/agreed.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import { coded } from "../fixture/problems.js";
import { inMemoryEngine } from "./in-memory-engine.js";

const ALIKE: Partial<CrawlOptions> = {
  seeds: ["http://a.example/"],
  contact: "crawl@web.example",
  agent: "spider/1",
  scope: { within: "host", exclude: ["*print*"] },
  normalize: ["fragment"],
  order: "unshuffled",
  follow: false,
  links: "all",
  nofollow: "obey",
  metaRobots: "ignore",
  robots: "ignore",
  content: "html",
  mostHops: 3,
  bodyLimit: 1_000,
  retry: { delay: 5 },
};

describe("what processes of a crawl agree on", () => {
  it("is what decides which pages are fetched, and how hosts are treated", () => {
    expect(agreedOf({ ...ALIKE, politeness: { delay: 5, factor: 2 } })).toEqual({
      ...ALIKE,
      politeness: { delay: 5, factor: 2 },
    });
  });

  it("is not where a process stores, how much it asks for at once, nor how it speaks to its user", () => {
    const own: Partial<CrawlOptions> = {
      out: "folder",
      connections: 7,
      pages: 5,
      time: 9,
      checkpointEvery: 3,
      gzipLevel: 2,
      store: "none" as const,
      trace: false,
      urlCache: 64,
      resolve: ["*=127.0.0.1:1"],
      block: ["b.example"],
      onStatus: () => undefined,
      politeness: { speed: 3, connections: 2, readyHosts: 9, maxQueued: 8, bytesPerSecond: 7, control: "pace" },
    };
    expect(agreedOf(own)).toEqual({});
    const schedule = [{ from: "08:00", to: "18:00", speed: 1 }] as never;
    expect(agreedOf({ politeness: { schedule, timeZone: "UTC", delay: 1 } })).toEqual({ politeness: { delay: 1 } });
  });

  it("is left out where nothing is said, but for false and 0", () => {
    expect(agreedOf({ scope: {}, politeness: {}, seeds: [], agent: "", links: undefined })).toEqual({});
    expect(agreedOf({ follow: false, politeness: { delay: 0 } })).toEqual({ follow: false, politeness: { delay: 0 } });
  });

  it("takes no regular expression, which no table holds", () => {
    expect(() => agreedOf({ scope: { exclude: ["*a*", /b/] } })).toThrow(
      "take patterns of `exclude` as text, in which * stands for anything; found a regular expression",
    );
  });

  it("is equal when it is said again, wholly or in part, whatever the order of names", () => {
    const agreed = agreedOf({ ...ALIKE, politeness: { delay: 5, factor: 2 } });
    expect(() => checkAgreed(agreed, agreed, "crawl")).not.toThrow();
    expect(() => checkAgreed({}, agreed, "crawl")).not.toThrow();
    expect(() => checkAgreed({ politeness: { factor: 2, delay: 5 }, links: "all" }, agreed, "crawl")).not.toThrow();
  });

  it("is equal when lists name the same in another order, and not when they name another", () => {
    const agreed = agreedOf({ scope: { domains: ["a.example", "b.example"], exclude: ["*x*", "*y*"] } });
    const asked = (exclude: string[]) => agreedOf({ scope: { domains: ["b.example", "a.example"], exclude } });
    expect(() => checkAgreed(asked(["*y*", "*x*"]), agreed, "mine")).not.toThrow();
    expect(() => checkAgreed(asked(["*y*", "*z*"]), agreed, "mine")).toThrow(coded("option"));
    expect(() => checkAgreed(asked(["*y*"]), agreed, "mine")).toThrow(coded("option"));
  });

  it("is refused when it is said otherwise, with both", () => {
    const agreed = agreedOf({ links: "all", politeness: { delay: 5 } });
    expect(() => checkAgreed({ links: "anchors" }, agreed, "mine")).toThrow(
      'the crawl mine was begun with links "all", and all of its processes go by it; found "anchors". Leave it out',
    );
    expect(() => checkAgreed({ agent: "x/1" }, agreed, "mine")).toThrow("was begun with agent nothing, and all");
    expect(() => checkAgreed({ politeness: { delay: 5, factor: 1 } }, agreed, "mine")).toThrow(coded("option"));
  });

  it("is told in seconds where times were typed", () => {
    const agreed = agreedOf({ politeness: { delay: 30_000 } });
    const typed = (work: () => void) => {
      try {
        work();
      } catch (error) {
        return (error as CrawlbenchError).told((name) => `--${name}`);
      }
    };
    expect(typed(() => checkAgreed({ politeness: { delay: 5_500 } }, agreed, "mine"))).toBe(
      "the crawl mine was begun with --delay 30, and all of its processes go by it; found 5.5. Leave it out",
    );
  });

  it("comes to the options of a process, which keeps its own, also of politeness", () => {
    const own = { out: "folder", connections: 7, politeness: { speed: 3 } };
    expect(withAgreed(own, { links: "all", politeness: { delay: 5 } })).toEqual({
      out: "folder",
      connections: 7,
      links: "all",
      politeness: { delay: 5, speed: 3 },
    });
    expect(withAgreed({ out: "folder" }, {})).toEqual({ out: "folder", politeness: {} });
  });
});

describe("start pages beside the table", () => {
  it("come back as they were, many times more of them than a message holds", async () => {
    const engine = inMemoryEngine({ largest: 600_000 }).open("crawl");
    const seeds = Array.from({ length: 60_000 }, (_, id) => `http://host${id}.example/straße/${id}`);
    const bytes = Buffer.byteLength(seeds.join("\n"));
    expect(bytes).toBeGreaterThan(1_500_000);
    const place = await writeSeeds(engine, seeds, "id");
    expect(place).toEqual({ name: "id", chunks: Math.ceil(bytes / 500_000) });
    expect(await readSeeds(engine, place)).toEqual(seeds); // chunks end within letters of two bytes, too
  });

  it("of several who begin at once stay apart, and are written again by one who was killed", async () => {
    const engine = inMemoryEngine().open("crawl");
    const [first, second] = [
      await writeSeeds(engine, ["http://a/"], "a"),
      await writeSeeds(engine, ["http://b/"], "b"),
    ];
    expect(await writeSeeds(engine, ["http://a/", "http://a/2"], "a")).toEqual(first);
    expect(await readSeeds(engine, first)).toEqual(["http://a/", "http://a/2"]);
    expect(await readSeeds(engine, second)).toEqual(["http://b/"]);
  });

  it("may be none", async () => {
    const engine = inMemoryEngine().open("crawl");
    expect(await readSeeds(engine, await writeSeeds(engine, [], "id"))).toEqual([]);
  });
});
