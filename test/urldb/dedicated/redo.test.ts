import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fingerprint } from "../../../src/url/fingerprint.js";
import { RecordBuilder, RecordType } from "../../../src/urldb/dedicated/log-record.js";
import type { UrlStore } from "../../../src/urldb/engine.js";
import { type KeyOrder, settingsOf, type UrlDatabaseSettings } from "../../../src/urldb/settings.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import { depth } from "../../depth.js";
import { plain } from "../model.js";
import {
  drop,
  leftBehind,
  newFolder,
  openStore,
  oracle,
  pause,
  type Step,
  stateAfter,
  stateIn,
  stateOf,
  storyOf,
  storySettings,
} from "./story.js";

/** Makes the calls of a story, with checkpoints and merges on the way, and closes. */
async function folderOf(steps: readonly Step[], settings: UrlDatabaseSettings, recentUrls = 4): Promise<string> {
  const path = newFolder();
  const store = await openStore(path, { durability: "none", ...settings }, recentUrls);
  for (const { make } of steps) {
    await make(store);
    await pause();
  }
  await store.close();
  return path;
}

describe("rebuilding", () => {
  for (const [name, settings] of Object.entries(storySettings)) {
    it(`gives what the oracle gives when only the log is left, under ${name}, with memory for few URLs or for all`, async () => {
      for (const seed of depth({ everyday: [1], prove: [1, 2, 3] })) {
        const steps = await storyOf(seed, 120, settings);
        const expected = await stateAfter(steps, settings);
        const path = await folderOf(steps, settings);
        expect(readdirSync(path).length).toBeGreaterThan(6);
        for (const recentUrls of [1, 4, 1000]) {
          const copy = leftBehind(path);
          for (const file of readdirSync(copy)) if (file !== "log") rmSync(join(copy, file));
          expect(await stateIn(copy, settings, recentUrls)).toBe(expected);
          drop(copy);
        }
        const copy = leftBehind(path);
        rmSync(join(copy, "manifest.json")); // the other files are there, and count no more
        expect(await stateIn(copy, settings)).toBe(expected);
      }
    });
  }

  it("goes on with the calls after a manifest was deleted in the middle of a story, again and again", async () => {
    const settings = storySettings["the default order"];
    const steps = await storyOf(5, 100, settings);
    const path = newFolder();
    let store = await openStore(path, settings);
    for (const [i, { what, make, result }] of steps.entries()) {
      expect(await make(store).then(plainText), what).toBe(plainText(result));
      if (i % 12 !== 11) continue;
      await store.close();
      rmSync(join(path, "manifest.json"));
      store = await openStore(path, settings);
    }
    expect(await stateOf(store)).toBe(await stateAfter(steps, settings));
    await store.close();
  });

  it("puts what waits in another order when the manifest is deleted, whatever was taken, confirmed and returned before", async () => {
    for (const seed of depth({ everyday: [7], prove: [7, 8, 9] })) {
      const settings: UrlDatabaseSettings = { confirmTimeout: 100, recrawlAfter: () => 120 };
      const steps = await storyOf(seed, 110, settings);
      const path = await folderOf(steps, settings);
      const adds = steps.filter(({ what }) => what.startsWith("add"));
      for (const order of [
        ["priority", "added"],
        ["added"],
        ["priority", "depth", "hash"],
        ["depth", "added"],
      ] as KeyOrder[]) {
        const others = { ...settings, order };
        const copy = leftBehind(path);
        await expect(openStore(copy, others)).rejects.toMatchObject({ code: "settings" });
        rmSync(join(copy, "manifest.json"));
        const store = await openStore(copy, others, 16);

        const before = await oracle(settings);
        for (const { make } of steps) await make(before);
        expect(await store.size()).toEqual(await before.size());
        const byUrl = (list: readonly { url: string }[]) =>
          [...list].sort((a, b) => (a.url < b.url ? -1 : 1)).map(plainText);
        expect(byUrl(await store.outstanding())).toEqual(byUrl(await before.outstanding()));

        const arrivals = await oracle({ order: ["added"] });
        for (const { make } of adds) await make(arrivals);
        const numbers = new Map((await arrivals.take(1000, 0)).map(({ url }, number) => [url, number]));
        const { rank, byHash } = settingsOf(others);
        const keyOf = ({ url, depth, priority }: { url: string; depth: number; priority: number }) => {
          const words = new Uint32Array(4);
          if (byHash) fingerprint(Buffer.from(url), 0, url.length, words);
          return [rank(depth, priority), words[0], words[1], numbers.get(url) as number];
        };
        const inOrder = (list: readonly { url: string; depth: number; priority: number }[]) =>
          list
            .map((each) => ({ url: each.url, key: keyOf(each) }))
            .sort((a, b) => a.key.map((value, i) => value - b.key[i]).find((difference) => difference !== 0) ?? 0)
            .map(({ url }) => url);
        const urls = (list: readonly { url: string }[]) => list.map(({ url }) => url);
        const waiting = await before.take(1000, 5000);
        expect(urls(await store.take(1000, 5000))).toEqual(inOrder(waiting));
        // what was taken and not confirmed returns, what was is awaited
        for (const each of [store, before]) await each.tick(1e9);
        for (const each of [store, before]) await each.tick(2e9);
        const all = await before.take(1000, 2e9);
        expect(all.length).toBe(numbers.size);
        expect(urls(await store.take(1000, 2e9))).toEqual(inOrder(all));
        expect(await store.take(1, 2e9)).toEqual([]);
        await store.close();
        await (await openStore(copy, others)).close();
        drop(copy);
      }
    }
  });

  it("keeps the states of one checkpoint alone, though a log of many times the memory makes a hundred", async () => {
    const urls = Array.from({ length: 400 }, (_, i) => `http://h${i}.org/`);
    const path = newFolder();
    const store = await openStore(path, { durability: "none" }, 1000);
    for (const url of urls) {
      await store.add(UrlBatch.of([url]));
      await store.take(1, 0);
    }
    const copy = leftBehind(path);
    await store.close();
    const files = () => readdirSync(copy).filter((file) => file.startsWith("states-")).length;
    const rebuilt = await openStore(copy, { durability: "none" }, 4);
    expect(files()).toBe(1); // half a byte for each URL: of large databases, a hundred would fill the disk
    expect(await rebuilt.size()).toEqual({ urls: 400, waiting: 0, checks: 400 });
    await rebuilt.close();
    expect(files()).toBe(1);
  });
});

const plainText = (value: unknown) => JSON.stringify(plain(value));

/** A log of four records that have all been waited for, and nothing beside it but the manifest of the beginning. */
async function smallLog(): Promise<{ path: string; log: Buffer; ends: number[]; states: string[] }> {
  const path = newFolder();
  const store = await openStore(path, settings, 1000);
  const ends = [statSync(join(path, "log")).size];
  for (const { make } of calls) {
    await make(store);
    ends.push(statSync(join(path, "log")).size);
  }
  const copy = leftBehind(path);
  await store.close();
  const states = await Promise.all(ends.map((_, count) => stateAfter(calls.slice(0, count), settings)));
  return { path: copy, log: readFileSync(join(copy, "log")), ends, states };
}

const settings: UrlDatabaseSettings = { confirmTimeout: 100, recrawlAfter: () => 500 };
const call = (what: string, make: (store: UrlStore) => Promise<unknown>): Step => ({ what, make, result: undefined });
const calls: readonly Step[] = [
  call("add", (store) =>
    store.add(
      UrlBatch.of([
        { url: "http://h0.org/0", priority: 300 },
        { url: "http://h1.org/1", from: "http://h1.org/8" },
      ]),
    ),
  ),
  call("take", (store) => store.take(1, 1000)),
  call("confirm", (store) => store.confirm(UrlBatch.of(["http://h0.org/0", "http://h1.org/1"]), 1010)),
  call("check", (store) => store.tick(1100)),
  call("add", (store) => store.add(UrlBatch.of(["http://h2.org/2", "http://h3.org/3"]))),
];

describe("a log that ends early", () => {
  it("gives, cut at any byte, exactly the state after the records that are whole, and is cut to those", async () => {
    const { path, log, ends, states } = await smallLog();
    expect(new Set(states).size).toBe(6); // each call shows
    for (let length = ends[0]; length <= log.length; length += depth({ everyday: 5, prove: 1 })) {
      const whole = ends.findLastIndex((end) => end <= length);
      writeFileSync(join(path, "log"), log.subarray(0, length));
      const store = await openStore(path, settings, 1000);
      expect(statSync(join(path, "log")).size).toBe(ends[whole]);
      if ((await stateOf(store)) !== states[whole])
        expect.unreachable(`cut at ${length}, not the state after ${whole}`);
      await store.close();
      rmSync(join(path, "manifest.json"));
    }
  });

  it("goes on where it was cut", async () => {
    const { path, log, ends, states } = await smallLog();
    for (const count of [0, 1, 2, 3, 4]) {
      writeFileSync(join(path, "log"), log.subarray(0, ends[count] + 20));
      rmSync(join(path, "manifest.json"), { force: true });
      const store = await openStore(path, settings, 2);
      for (const { make } of calls.slice(count)) await make(store);
      const copy = leftBehind(path);
      await store.close();
      expect(await stateIn(copy, settings, 2)).toBe(states[5]);
    }
  });

  it("is refused when it is shorter than a manifest knows, whatever it holds", async () => {
    const { path, log } = await smallLog();
    await (await openStore(path, settings)).close(); // now the manifest accounts for all
    for (let length = 0; length < log.length; length += depth({ everyday: 23, prove: 7 })) {
      writeFileSync(join(path, "log"), log.subarray(0, length));
      const message = expect.stringMatching(/restore it from a copy/);
      await expect(openStore(path, settings)).rejects.toMatchObject({
        code: "damaged",
        message,
      });
    }
    writeFileSync(join(path, "log"), log);
    await (await openStore(path, settings)).close();
  });
});

describe("a log in which a bit is turned", () => {
  /**
   * The last record alone cannot be told from one that a kill cut short: no later one says that it was on disk. Each of
   * the others is known to have been acknowledged, since the next was written after it had been waited for.
   */
  it("is refused for any bit of what a later record vouches for; of the last record, any bit drops that record and no more", async () => {
    const { path, log, ends, states } = await smallLog();
    const last = ends[ends.length - 2];
    const manifest = readFileSync(join(path, "manifest.json"));
    for (let bit = 0; bit < 8 * log.length; bit++) {
      // the records between are alike: a seventh of their bits
      const isBetween = bit > 8 * (ends[1] + 64) && bit < 8 * last;
      if (bit % depth({ everyday: isBetween ? 65 : 13, prove: isBetween ? 7 : 1 })) continue;
      const damaged = Buffer.from(log);
      damaged[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(join(path, "log"), damaged);
      writeFileSync(join(path, "manifest.json"), manifest);
      const given = await stateIn(path, settings, 1000).catch(
        (error: { name?: string; code?: string }) => `${error.name} ${error.code}`,
      );
      const expected = bit >> 3 < last ? "CrawlbenchError damaged" : states[4];
      if (given !== expected) expect.unreachable(`bit ${bit & 7} of byte ${bit >> 3}: ${given.slice(0, 200)}`);
    }
  });

  it("stays as it is when it is refused, and is told where it would have to be cut", async () => {
    const { path, log, ends, states } = await smallLog();
    const damaged = Buffer.from(log);
    damaged[ends[2] + 40] ^= 1;
    writeFileSync(join(path, "log"), damaged);
    const descriptors = readdirSync("/proc/self/fd").length;
    for (let i = 0; i < 3; i++) {
      await expect(openStore(path, settings)).rejects.toMatchObject({
        code: "damaged",
        message: expect.stringContaining(`truncate the file to ${ends[2]} bytes`),
      });
    }
    expect(readdirSync("/proc/self/fd").length).toBe(descriptors);
    expect(readFileSync(join(path, "log")).equals(damaged)).toBe(true);
    writeFileSync(join(path, "log"), damaged.subarray(0, ends[2]));
    rmSync(join(path, "manifest.json"));
    expect(await stateIn(path, settings)).toBe(states[2]);
  });

  it("is refused or gives right answers when a URL's bytes change behind the last checkpoint, where nobody reads them at opening", async () => {
    const { path, log } = await smallLog();
    await (await openStore(path, settings)).close();
    const text = log.indexOf("http://h3.org/3");
    const damaged = Buffer.from(log);
    damaged[text + 3] ^= 1;
    writeFileSync(join(path, "log"), damaged);
    const store = await openStore(path, settings);
    for (let i = 0; i < 3; i++) await expect(store.take(9, 1200)).rejects.toMatchObject({ code: "damaged" });
    await expect(store.get(Buffer.from("http://h3.org/3"))).rejects.toMatchObject({ code: "damaged" });
    expect(await store.get(Buffer.from("http://h2.org/2"))).toMatchObject({ depth: 1, visited: false });
    await store.close();
    writeFileSync(join(path, "log"), log);
    const again = await openStore(path, settings);
    expect((await again.take(9, 1200)).length).toBe(2); // nothing was lost by trying
    await again.close();
  });

  it("hands out no URL whose depth or priority changed behind the last checkpoint, when the order goes by them", async () => {
    const { path, log } = await smallLog();
    await (await openStore(path, settings)).close();
    const text = log.indexOf("http://h2.org/2");
    for (const at of [text - 1, text - 2]) {
      const damaged = Buffer.from(log);
      damaged[at] ^= 2;
      writeFileSync(join(path, "log"), damaged);
      const store = await openStore(path, settings);
      await expect(store.take(9, 1200)).rejects.toMatchObject({ code: "damaged" });
      await store.close();
    }
  });
});

describe("a record that cannot have been written here", () => {
  const forged = (type: number, count: number, first: number, integers: readonly number[]) => {
    const record = new RecordBuilder();
    if (type === RecordType.add) record.url(Buffer.from("http://new/"), 0, 11, 1, 0);
    for (const each of integers) record.integer(each);
    return Buffer.from(record.finish(type, count, first, 0));
  };

  it("is refused as corrupt behind a checkpoint: it adds, takes, confirms or checks what is not there, or is of no known kind", async () => {
    const path = newFolder();
    const store = await openStore(path, { order: ["added"] });
    await store.add(UrlBatch.of(["http://a/0", "http://b/1", "http://c/2"]));
    await store.take(1, 0); // URL 0, due at 600,000
    await store.close();
    const log = readFileSync(join(path, "log"));
    const right = [
      forged(RecordType.add, 1, 3, []),
      forged(RecordType.take, 1, 0, [700_000, 1]),
      forged(RecordType.confirm, 1, 0, [5, 0]),
      forged(RecordType.check, 1, 0, [600_000]),
    ];
    for (const [what, record] of [
      ["begins with URL 4, not 3", forged(RecordType.add, 1, 4, [])],
      ["begins with URL 2, not 3", forged(RecordType.add, 1, 2, [])],
      ["takes URL 2, but 1 is first", forged(RecordType.take, 1, 0, [700_000, 2])],
      ["takes URL 0, but 1 is first", forged(RecordType.take, 1, 0, [700_000, 0])],
      ["takes URL 9, but undefined is first", forged(RecordType.take, 3, 0, [700_000, 1, 2, 9])],
      ["speaks of URL 3, but the log holds 3", forged(RecordType.confirm, 1, 0, [5, 3])],
      ["checks 1 URLs, but fewer are due", forged(RecordType.check, 1, 0, [599_999])],
      ["checks 2 URLs, but fewer are due", forged(RecordType.check, 2, 0, [600_000])],
      ["is of kind 5", forged(5, 0, 0, [])],
    ] as const) {
      const copy = leftBehind(path);
      writeFileSync(join(copy, "log"), Buffer.concat([log, record]));
      const message = expect.stringContaining(what);
      await expect(openStore(copy, { order: ["added"] })).rejects.toMatchObject({
        code: "damaged",
        message,
      });
      drop(copy);
    }
    for (const record of right) {
      const copy = leftBehind(path);
      writeFileSync(join(copy, "log"), Buffer.concat([log, record]));
      await (await openStore(copy, { order: ["added"] })).close();
      drop(copy);
    }
  });
});

describe("a log and files beside it that are not of one database", () => {
  it("is refused as corrupt, and deleting the manifest helps", async () => {
    const settings = storySettings["the default order"];
    const steps = await storyOf(21, 80, settings);
    const path = await folderOf(steps, settings);
    const others = await storyOf(22, 160, settings);
    // waited for record by record: each later one says that those before it were on disk, so that none is cut off
    const other = await folderOf(others, { ...settings, durability: "sync" });
    writeFileSync(join(path, "log"), readFileSync(join(other, "log")));
    let refused: unknown;
    try {
      const store = await openStore(path, settings);
      refused = await store.take(1000, 1e6).catch((error: unknown) => error);
      await store.close();
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ code: "damaged" });
    rmSync(join(path, "manifest.json"));
    expect(await stateIn(path, settings)).toBe(await stateAfter(others, settings));
  });
});
