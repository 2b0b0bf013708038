import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { dedicated, dedicatedWith } from "../../src/urldb/engine/dedicated.js";
import { inMemory } from "../../src/urldb/engine/in-memory.js";
import { lmdb } from "../../src/urldb/engine/lmdb.js";
import { Fate, type UrlDatabaseEngine, type UrlStore } from "../../src/urldb/engine.js";
import { DoroszLoad } from "../../src/urldb/load.js";
import { type Contestant, type MeasureOptions, measureAdds } from "../../src/urldb/measure.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";

afterEach(() => vi.restoreAllMocks());

/** A clock on which each look takes a millisecond: a call of `add`, looked at before and after, takes one. */
function clockOfLooks(): void {
  let looks = 0;
  vi.spyOn(performance, "now").mockImplementation(() => ++looks);
}

/**
 * Bytes of an empty database, and of each URL in it, of the engine that writes down what is done to it. Its folder
 * below, and the mark of who has it open, do not count.
 */
const [EMPTY, EACH] = [1000, 7];

/** An engine that appends what is done to it to `said`; every URL with an odd index of its batch is known. */
function recorder(said: string[], name = "recorder", more: Partial<UrlDatabaseEngine> = {}): UrlDatabaseEngine {
  return {
    name,
    source: "this test",
    durable: true,
    async open(path, { durability }) {
      said.push(`${name} opens, ${durability}`);
      mkdirSync(join(path, "runs"), { recursive: true });
      writeFileSync(join(path, "lock"), `${process.pid}`);
      const file = join(path, "urls");
      if (!existsSync(file)) writeFileSync(file, Buffer.alloc(EMPTY));
      return {
        async add({ size }) {
          said.push(`${name} adds ${size}`);
          appendFileSync(file, Buffer.alloc(EACH * size));
          return Uint8Array.from({ length: size }, (_, index) => (index % 2 === 0 ? Fate.added : Fate.known));
        },
        close: async () => void said.push(`${name} closes`),
      } satisfies Partial<UrlStore> as unknown as UrlStore;
    },
    ...more,
  };
}

const contestant = (engine: UrlDatabaseEngine, more: Partial<Contestant> = {}): Contestant => ({
  label: "it",
  engine,
  batch: 4,
  ...more,
});
const counts: MeasureOptions = { start: 25, add: 30, block: 10 };

describe("measureAdds", () => {
  it("fills in calls of 10,000 that are not timed, then times each block in calls of the batch", async () => {
    clockOfLooks();
    const said: string[] = [];
    const { rows } = await measureAdds(contestant(recorder(said)), temporaryFolder(), { ...counts, start: 25_000 });
    const block = [4, 4, 2].map((size) => `recorder adds ${size}`);
    expect(said).toEqual([
      "recorder opens, sync",
      "recorder closes", // what an empty one has of files
      "recorder opens, sync",
      ...[10_000, 10_000, 5_000].map((size) => `recorder adds ${size}`),
      ...block,
      ...block,
      ...block,
      "recorder closes",
    ]);
    const row = { engine: "it", batch: 4, durability: "sync", memory: expect.any(Number) };
    // by hand: three calls of a millisecond, for 10 URLs
    expect(rows).toEqual(
      [25_010, 25_020, 25_030].map((urls) => ({ ...row, urls, microseconds: 300, disk: EMPTY + EACH * urls })),
    );
    for (const { memory } of rows) expect(memory).toBeGreaterThan(1e7); // Node alone has more
  });

  it("times some URLs of a block alone, and leaves the others to the filler, on the same files", async () => {
    clockOfLooks();
    const said: string[] = [];
    const alone = contestant(recorder(said, "one by one"), { batch: 1, timed: 3, filler: recorder(said, "filler") });
    const { rows, bytesPerUrl } = await measureAdds(alone, temporaryFolder(), { start: 5, add: 20, block: 10 });
    const block = [
      "one by one opens, sync",
      "one by one adds 1",
      "one by one adds 1",
      "one by one adds 1",
      "one by one closes",
      "filler opens, sync",
      "filler adds 7",
      "filler closes",
    ];
    const start = ["filler opens, sync", "filler closes", "filler opens, sync", "filler adds 5", "filler closes"];
    expect(said).toEqual([...start, ...block, ...block]);
    expect(rows.map(({ urls, microseconds }) => [urls, microseconds])).toEqual(pairsOf("15,1000 25,1000"));
    expect(bytesPerUrl).toBe(EACH);
  });

  it("has a shorter last block where the blocks do not fill up, and no fill where it starts empty", async () => {
    clockOfLooks();
    const found = await measureAdds(contestant(recorder([])), temporaryFolder(), { start: 0, add: 13, block: 10 });
    // by hand: 4 + 4 + 2 URLs in 3 ms, then 3 in one
    expect(found.rows.map(({ urls, batch, microseconds }) => [urls, batch, microseconds])).toEqual([
      [10, 4, 300],
      [13, 3, 1000 / 3],
    ]);
  });

  it("counts what was new, and the bytes that URLs added to the files", async () => {
    const found = await measureAdds(contestant(recorder([])), temporaryFolder(), counts);
    expect(found.added).toBe(13 + 3 * (2 + 2 + 1)); // by hand: even indices of 25, and of 4, 4 and 2 in each block
    expect(found.bytesPerUrl).toBe(EACH);
  });

  it("asks for the durability of the contestant, else of the measurement, else for sync", async () => {
    const cases = [
      [{ durability: "none" }, { durability: "sync" }, "none"],
      [{}, { durability: "none" }, "none"],
      [{}, {}, "sync"],
    ] as const;
    for (const [own, options, expected] of cases) {
      const said: string[] = [];
      const { rows } = await measureAdds(contestant(recorder(said), own), temporaryFolder(), { ...counts, ...options });
      expect(said[0]).toBe(`recorder opens, ${expected}`);
      expect(rows[0].durability).toBe(expected);
    }
  });

  it("tells of an engine that keeps nothing that it is not durable, and no bytes", async () => {
    const { rows, bytesPerUrl, added } = await measureAdds(contestant(inMemory), temporaryFolder(), counts);
    expect([rows[0].durability, bytesPerUrl, added]).toEqual(["not durable", undefined, 55]);
  });

  it("reports each call of the fill and the blocks, up to all URLs", async () => {
    const told: [string, number, number][] = [];
    const onProgress: MeasureOptions["onProgress"] = ({ task, done, total }) => told.push([task, done, total]);
    await measureAdds(contestant(inMemory, { batch: 10 }), temporaryFolder(), { ...counts, onProgress });
    expect(told).toEqual([25, 35, 45, 55].map((done) => ["it", done, 55]));
  });

  it("leaves nothing behind and nothing open, when all is well, when an engine fails and when it is stopped", async () => {
    const folder = join(temporaryFolder(), "made if need be");
    const said: string[] = [];
    await measureAdds(contestant(recorder(said)), folder, counts);
    expect(readdirSync(folder)).toEqual([]);

    const controller = new AbortController();
    const stopped = measureAdds(contestant(recorder(said)), folder, {
      ...counts,
      signal: controller.signal,
      onProgress: ({ done }) => done > 30 && controller.abort(new Error("enough")),
    });
    await expect(stopped).rejects.toThrow("enough");
    expect(readdirSync(folder)).toEqual([]);

    const add = () => Promise.reject(new Error("the disk is tired"));
    const close = async () => void said.push("it closes");
    const tired = recorder(said, "tired", {
      durable: false,
      open: async () => ({ add, close }) as unknown as UrlStore,
    });
    await expect(measureAdds(contestant(tired), folder, counts)).rejects.toThrow("the disk is tired");
    expect(readdirSync(folder)).toEqual([]);

    expect(said.filter((each) => each.includes("opens"))).toHaveLength(4);
    expect(said.filter((each) => each === "recorder closes")).toHaveLength(4);
    expect(said.filter((each) => each === "it closes")).toHaveLength(2); // the empty one, and the one that failed
  });

  it("says what an engine misses before it makes anything", async () => {
    const folder = join(temporaryFolder(), "none");
    const engine = recorder([], "absent", { missing: async () => "absent is not installed: install it" });
    await expect(measureAdds(contestant(engine), folder, counts)).rejects.toMatchObject({
      code: "unavailable",
      message: "absent is not installed: install it",
    });
    expect(existsSync(folder)).toBe(false);
  });

  it.each<[string, Partial<MeasureOptions>, Partial<Contestant>]>([
    ["start is an integer from 0 to 4294967295; found -1", { start: -1 }, {}],
    ["start is an integer from 0 to 4294967295; found 0.5", { start: 0.5 }, {}],
    ["add is an integer from 1 to 4294967295; found 0", { add: 0 }, {}],
    ["add is an integer from 1 to 4294967295; found Infinity", { add: Number.POSITIVE_INFINITY }, {}],
    ["start is an integer from 0 to 4294967295; found 4294967296", { start: 2 ** 32 }, {}],
    ["add is an integer from 1 to 4294967295; found 4294967296", { add: 2 ** 32 }, {}],
    ["batch is an integer from 1 to 10000000; found 10000001", {}, { batch: 10_000_001 }],
    ["block is an integer from 1 to 4294967295; found 0", { block: 0 }, {}],
    ["block is at most add, 30, the URLs added in all; found 31", { block: 31 }, {}],
    ["batch is an integer from 1 to 10000000; found 0.5", {}, { batch: 0.5 }],
    ["timed is an integer from 1, or left out for all; found 0", {}, { timed: 0 }],
  ])("refuses counts that make no sense: %s", async (message, options, more) => {
    const measurement = measureAdds(contestant(inMemory, more), temporaryFolder(), { ...counts, ...options });
    await expect(measurement).rejects.toThrow(coded("option", message));
  });

  it.each([
    ["dedicated", contestant(dedicated, { batch: 100 })],
    [
      "dedicated, filled by one with another share of memory",
      contestant(dedicatedWith({ recentUrls: 64 }), { batch: 1, timed: 5, filler: dedicated }),
    ],
    ["LMDB", contestant(lmdb, { batch: 100 })],
  ])("measures %s", async (_, each) => {
    const options: MeasureOptions = { start: 500, add: 400, block: 200, durability: "none", seed: 9 };
    const { rows, added, bytesPerUrl } = await measureAdds(each, temporaryFolder(), options);
    const drawn = new DoroszLoad(9).next(900);
    expect(added).toBe(900); // as many as a set has of the same URLs:
    expect(new Set(Array.from({ length: 900 }, (_, index) => Buffer.from(drawn.at(index)).toString())).size).toBe(900);
    expect(rows.map(({ urls }) => urls)).toEqual([700, 900]);
    for (const { microseconds } of rows) expect(microseconds).toBeGreaterThan(0);
    expect(bytesPerUrl).toBeGreaterThan(drawn.bytes.length / 900); // the URLs themselves, and more
  });
});
