import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { fingerprintWith } from "../../../src/url/fingerprint.js";
import { mercatorDisk } from "../../../src/urldb/eliminator/mercator-disk.js";
import { openEliminator } from "../../../src/urldb/eliminator.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

const textsOf = (batch: UrlBatch) => Array.from({ length: batch.size }, (_, i) => Buffer.from(batch.at(i)).toString());

describe("Mercator's eliminator on disk", () => {
  it("merges when its buffer is full, and gives out what is new in order of arrival", async () => {
    // by hand, buffer of 3: c b a | merge at the fourth distinct URL; b is known; d e f | merge at g
    const eliminator = await openEliminator(temporaryFolder(), { method: mercatorDisk, bufferUrls: 3 });
    // "b" came when it was full
    expect(textsOf(await eliminator.offer(UrlBatch.of(["c", "b", "a", "b", "c"])))).toEqual(["c", "b", "a"]);
    expect(eliminator.stats).toMatchObject({ urls: 3, pending: 2, merges: 1 });
    expect(textsOf(await eliminator.offer(UrlBatch.of(["f"])))).toEqual([]);
    expect(textsOf(await eliminator.offer(UrlBatch.of(["d", "f"])))).toEqual(["f"]); // with b and c, which were known
    expect(textsOf(await eliminator.flush())).toEqual(["d"]);
    expect(eliminator.stats).toMatchObject({ urls: 5, pending: 0, merges: 3 });
    await eliminator.close();
  });

  it("yields in order of arrival across merges, 60,000 requests for 20,000 URLs", async () => {
    const random = new Random(9);
    const urls = Array.from({ length: 60_000 }, () => `http://example.org/${random.below(20_000)}`);
    const eliminator = await openEliminator(temporaryFolder(), { method: mercatorDisk, bufferUrls: 4_000 });
    const out: string[] = [];
    for (let i = 0; i < urls.length; i += 1_000)
      out.push(...textsOf(await eliminator.offer(UrlBatch.of(urls.slice(i, i + 1_000)))));
    out.push(...textsOf(await eliminator.flush()));
    expect(out).toEqual([...new Set(urls)]); // a Set keeps the order of arrival
    await eliminator.close();
  });

  it("takes less than 6.2 bytes per URL on disk for 100,000", async () => {
    const eliminator = await openEliminator(temporaryFolder(), { method: mercatorDisk, bufferUrls: 30_000 });
    const urls = Array.from({ length: 100_000 }, (_, i) => `http://example.org/${i}`);
    await eliminator.offer(UrlBatch.of(urls));
    await eliminator.flush();
    // entropy of 100,000 sorted 64-bit numbers: log2(2^64 / 100,000) + 1.44 bits = 6.10 bytes
    const { diskBytes, urls: count } = eliminator.stats;
    expect(count).toBe(100_000);
    expect(diskBytes / count).toBeGreaterThan(6.1);
    expect(diskBytes / count).toBeLessThan(6.2);
    await eliminator.close();
  });

  it("refuses a folder that was made with another hash", async () => {
    const folder = temporaryFolder();
    const made = await openEliminator(folder, { method: mercatorDisk });
    await made.offer(UrlBatch.of(["a"]));
    await made.flush();
    await made.close();
    const other = { method: mercatorDisk, hash: fingerprintWith(1) };
    await expect(openEliminator(folder, other)).rejects.toMatchObject({ code: "settings" });
    await (await openEliminator(folder, { method: mercatorDisk })).close();
  });
});
