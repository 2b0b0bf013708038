import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { type UrlCacheOptions, urlCache } from "../../../src/cache/table/url-cache.js";
import { mercatorDisk } from "../../../src/urldb/eliminator/mercator-disk.js";
import { openEliminator } from "../../../src/urldb/eliminator.js";
import { behind } from "../../../src/urldb/seen/behind.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

const all: UrlCacheOptions[] = (["clock", "random"] as const).flatMap((policy) =>
  (["scatter", "chaining"] as const).map((table) => ({ policy, table })),
);

const textsOf = (batch: UrlBatch) => Array.from({ length: batch.size }, (_, i) => Buffer.from(batch.at(i)).toString());

describe("a crawler's cache of URLs", () => {
  it("takes the bits of section 6 for 2^16 URLs: l + 2, l + 1, l + 8, l + 7", () => {
    const bits = all.map((options) => urlCache(options).table.allocatedBits / 65_536 - 64);
    expect(bits).toEqual([2, 8, 1, 7]);
  });

  it.each(all)(
    "saves an eliminator work, and changes nothing of what it yields: $policy on $table",
    async (options) => {
      const random = new Random(3);
      const url = () =>
        random.below(3) > 0 ? `http://popular.org/${random.below(60)}` : `http://other.org/${random.below(4000)}`;
      const batches = Array.from({ length: 40 }, () => UrlBatch.of(Array.from({ length: 200 }, url)));
      const inner = await openEliminator(temporaryFolder(), { method: mercatorDisk, bufferUrls: 200 });
      const eliminator = behind(urlCache({ entries: 256, ...options }), inner);
      const out: string[] = [];
      for (const batch of batches) out.push(...textsOf(await eliminator.offer(batch)));
      out.push(...textsOf(await eliminator.flush()));
      await eliminator.close();
      expect(out).toEqual([...new Set(batches.flatMap(textsOf))]); // a Set keeps the order of arrival
      expect(eliminator.stats.saved).toBeGreaterThan(8000 * 0.5); // two of three are for 60 URLs
      expect(inner.stats.offered).toBe(8000 - eliminator.stats.saved);
    },
  );

  it("refuses a size that is no power of two, and words that it does not know", () => {
    expect(() => urlCache({ entries: 50_000 })).toThrow("found 50000; try 65536");
    expect(() => urlCache({ policy: "lru" } as never)).toThrow('policy is "clock" or "random"; found "lru"');
    expect(() => urlCache({ table: "map" } as never)).toThrow('table is "scatter" or "chaining"; found "map"');
  });
});
