import { describe, expect, it } from "vitest";
import { compactFilter } from "../../../src/urldb/eliminator/compact-filter.js";
import { suelFile } from "../../../src/urldb/eliminator/suel-file.js";
import { openEliminator } from "../../../src/urldb/eliminator.js";
import { falsePositiveRate } from "../../../src/urldb/seen/split-block-filter.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";

const textsOf = (batch: UrlBatch) => Array.from({ length: batch.size }, (_, i) => Buffer.from(batch.at(i)).toString());
const urls = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `http://example.org/${from + i}`);

describe("a filter before a sorted file", () => {
  it("yields what is new at once, and what the filter mistakes at the next merge, as often as theory has it", async () => {
    const eliminator = await openEliminator(temporaryFolder(), { method: compactFilter, bitsPerUrl: 4 });
    const now = textsOf(await eliminator.offer(UrlBatch.of(urls(0, 88_000))));
    const before = eliminator.stats.pending;
    now.push(...textsOf(await eliminator.offer(UrlBatch.of(urls(88_000, 92_000)))));
    const { pending, merges, details } = eliminator.stats;
    expect(merges).toBe(0);
    // of 4,000 new URLs, with 90,000 in the filter on average
    const expected = 4_000 * falsePositiveRate((details?.filterBits ?? 0) / 90_000);
    expect(expected).toBeGreaterThan(500);
    expect(Math.abs(pending - before - expected)).toBeLessThan(5 * Math.sqrt(expected) + 0.03 * expected);
    const later = textsOf(await eliminator.flush());
    expect(later.length).toBe(pending);
    expect(eliminator.stats.details?.falsePositives).toBe(pending);
    expect([now.length + later.length, new Set([...now, ...later]).size]).toEqual([92_000, 92_000]);
    for (const part of [now, later]) {
      const numbers = part.map((url) => Number(url.slice(19)));
      expect(numbers.every((number, i) => i === 0 || number > numbers[i - 1])).toBe(true); // in order of arrival
    }
    await eliminator.close();
  });

  it("gives its filter as many bits as were asked for, or up to three times as many after it grew", async () => {
    const eliminator = await openEliminator(temporaryFolder(), { method: compactFilter, bitsPerUrl: 12 });
    const step = depth({ everyday: 20_000, prove: 50_000 });
    for (let i = 0; i < 8 * step; i += step) {
      await eliminator.offer(UrlBatch.of(urls(i, i + step)));
      const { bitsPerUrl } = eliminator.stats.details as Record<string, number>;
      expect(bitsPerUrl).toBeGreaterThan(11.9);
      if (i > step) expect(bitsPerUrl).toBeLessThan(37); // (n + n) * 1.5 URLs when n are in it
    }
    const { certainlyNew, falsePositives } = eliminator.stats.details as Record<string, number>;
    expect(certainlyNew + falsePositives + eliminator.stats.pending).toBe(8 * step);
    expect(certainlyNew / (8 * step)).toBeGreaterThan(1 - falsePositiveRate(12));
    await eliminator.close();
  });

  it("reads and writes the file of Suel's", async () => {
    const folder = temporaryFolder();
    const suel = await openEliminator(folder, { method: suelFile });
    await suel.offer(UrlBatch.of(urls(0, 100)));
    await suel.flush();
    await suel.close();
    const filter = await openEliminator(folder, { method: compactFilter });
    const out = textsOf(await filter.offer(UrlBatch.of(urls(50, 150))));
    out.push(...textsOf(await filter.flush()));
    expect(out.toSorted()).toEqual(urls(100, 150).toSorted());
    await filter.close();
    const again = await openEliminator(folder, { method: suelFile });
    expect(again.stats.urls).toBe(150);
    await again.close();
  });
});
