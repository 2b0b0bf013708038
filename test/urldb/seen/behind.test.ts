import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { mercatorDisk } from "../../../src/urldb/eliminator/mercator-disk.js";
import { openEliminator } from "../../../src/urldb/eliminator.js";
import { behind, type UrlCache } from "../../../src/urldb/seen/behind.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

/** The least recently requested goes first: a Map keeps the order of insertion. */
function lru(capacity: number): UrlCache {
  const entries = new Map<string, true>();
  return {
    request(high, low) {
      const key = `${high} ${low}`;
      const there = entries.delete(key);
      entries.set(key, true);
      if (entries.size > capacity) entries.delete(entries.keys().next().value as string);
      return there;
    },
  };
}

const textsOf = (batch: UrlBatch) => Array.from({ length: batch.size }, (_, i) => Buffer.from(batch.at(i)).toString());

/** 20,000 requests in 100 batches: half for 60 popular URLs, the others for 4,000. */
function requests(): UrlBatch[] {
  const random = new Random(12);
  const one = () =>
    random.below(2) ? `http://popular.org/${random.below(60)}` : `http://other.org/${random.below(4000)}`;
  return Array.from({ length: 100 }, () => UrlBatch.of(Array.from({ length: 200 }, one)));
}

describe("an eliminator behind a cache", () => {
  it("yields the same URLs in the same order, is asked for less, and merges less", async () => {
    const run = async (capacity?: number) => {
      const inner = await openEliminator(temporaryFolder(), { method: mercatorDisk, bufferUrls: 200 });
      const eliminator = capacity === undefined ? inner : behind(lru(capacity), inner);
      const out: string[] = [];
      for (const batch of requests()) out.push(...textsOf(await eliminator.offer(batch)));
      out.push(...textsOf(await eliminator.flush()));
      await eliminator.close();
      return { out, stats: eliminator.stats as ReturnType<typeof behind>["stats"], inner: inner.stats };
    };
    const bare = await run();
    const cached = await run(300);
    const distinct = [...new Set(requests().flatMap(textsOf))];
    expect(bare.out).toEqual(distinct); // a Set keeps the order of arrival
    expect(cached.out).toEqual(distinct);
    expect(cached.stats.offered).toBe(20_000);
    expect(cached.inner.offered).toBe(20_000 - cached.stats.saved);
    // half are for 60 URLs, which 300 entries hold most of the time
    expect(cached.stats.saved).toBeGreaterThan(20_000 * 0.4);
    expect(cached.stats.merges).toBeLessThan(bare.stats.merges * 0.8);
  });

  it("saves what an LRU cache of two entries holds, in a sequence followed by hand", async () => {
    // a b a c b a: a misses, b misses, a hits, c misses and evicts b, b misses and evicts a, a misses
    const inner = await openEliminator(temporaryFolder(), { method: mercatorDisk });
    const eliminator = behind(lru(2), inner);
    await eliminator.offer(UrlBatch.of(["a", "b", "a", "c", "b", "a"]));
    expect(eliminator.stats).toMatchObject({ offered: 6, saved: 1 });
    expect(inner.stats.offered).toBe(5);
    expect(textsOf(await eliminator.flush())).toEqual(["a", "b", "c"]);
    await eliminator.close();
  });

  it("loses nothing that the cache let pass when the disk fails, and offers it again by itself", async () => {
    const folder = temporaryFolder();
    const eliminator = behind(lru(100), await openEliminator(folder, { method: mercatorDisk, bufferUrls: 2 }));
    mkdirSync(join(folder, "fingerprints.part")); // a merge cannot write its file
    await expect(eliminator.offer(UrlBatch.of(["a", "b", "c", "d"]))).rejects.toMatchObject({ code: "failed" });
    await expect(eliminator.flush()).rejects.toMatchObject({ code: "failed" });
    rmSync(join(folder, "fingerprints.part"), { recursive: true });
    const out = [...textsOf(await eliminator.offer(UrlBatch.of(["a", "e"]))), ...textsOf(await eliminator.flush())];
    expect(out).toEqual(["a", "b", "c", "d", "e"]);
    await eliminator.close();
  });

  it("gives out what the disk had refused when it is only asked for the rest", async () => {
    const folder = temporaryFolder();
    const eliminator = behind(lru(100), await openEliminator(folder, { method: mercatorDisk, bufferUrls: 2 }));
    mkdirSync(join(folder, "fingerprints.part")); // a merge cannot write its file
    await expect(eliminator.offer(UrlBatch.of(["a", "b", "c", "d"]))).rejects.toMatchObject({ code: "failed" });
    rmSync(join(folder, "fingerprints.part"), { recursive: true });
    expect(textsOf(await eliminator.flush())).toEqual(["a", "b", "c", "d"]);
    await eliminator.close();
  });
});
