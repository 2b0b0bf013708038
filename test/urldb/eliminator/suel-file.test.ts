import { describe, expect, it } from "vitest";
import { suelFile } from "../../../src/urldb/eliminator/suel-file.js";
import { openEliminator } from "../../../src/urldb/eliminator.js";
import { spread } from "../../../src/urldb/unshuffle.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

const textsOf = (batch: UrlBatch) => Array.from({ length: batch.size }, (_, i) => Buffer.from(batch.at(i)).toString());
const urls = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `http://www${(from + i) % 11}.example.org/a/b/c/${from + i}`);

describe("Suel's eliminator", () => {
  it("yields what is new by reversed host name, unshuffled", async () => {
    const eliminator = await openEliminator(temporaryFolder(), { method: suelFile });
    const batch = UrlBatch.of(urls(0, 500));
    await eliminator.offer(batch);
    const expected = Array.from(spread(batch), (index) => textsOf(batch)[index]);
    expect(textsOf(await eliminator.flush())).toEqual(expected);
    await eliminator.offer(UrlBatch.of(urls(300, 700)));
    const rest = UrlBatch.of(urls(500, 700));
    expect(textsOf(await eliminator.flush())).toEqual(Array.from(spread(rest), (index) => textsOf(rest)[index]));
    await eliminator.close();
  });

  it("unshuffles in as many ways as it is told", async () => {
    // sorted: a b c d e f; two ways: a c e, b d f
    const eliminator = await openEliminator(temporaryFolder(), { method: suelFile, ways: 2 });
    await eliminator.offer(UrlBatch.of(["f", "d", "e", "a", "c", "b"]));
    expect(textsOf(await eliminator.flush())).toEqual(["a", "c", "e", "b", "d", "f"]);
    await eliminator.close();
  });

  it("merges while a second tree fills, some of it with each offer, and is done when that is full", async () => {
    const eliminator = await openEliminator(temporaryFolder(), { method: suelFile, bufferUrls: 1000 });
    const out: string[] = [];
    const merges: number[] = [];
    for (let i = 0; i < 3000; i += 100) {
      const yielded = textsOf(await eliminator.offer(UrlBatch.of(urls(i, i + 100))));
      merges.push(eliminator.stats.merges);
      out.push(...yielded);
      // the tree is full at 1,000 and is handed over by the next offer, whose successors carry the merge on
      if (i + 100 <= 1000) expect(yielded).toEqual([]);
    }
    expect(merges.at(10)).toBe(0); // the merge had begun
    expect(merges.at(19)).toBe(1); // and was done when the second tree was full
    expect(merges.at(20)).toBe(1);
    expect(merges.at(29)).toBe(2);
    expect(eliminator.stats.pending).toBe(1000); // the third tree
    out.push(...textsOf(await eliminator.flush()));
    expect(out.toSorted()).toEqual(urls(0, 3000).toSorted());
    await eliminator.close();
  });

  it("stores a URL in far fewer bytes than it has", async () => {
    const eliminator = await openEliminator(temporaryFolder(), { method: suelFile });
    const batch = UrlBatch.of(urls(100_000, 120_000));
    await eliminator.offer(batch);
    await eliminator.flush();
    const { diskBytes } = eliminator.stats;
    expect(batch.bytes.length / 20_000).toBeGreaterThan(36);
    // of 11 hosts each number shares all but its last two or three digits with its neighbour's: two counts, 1 to 5
    // digits
    expect(diskBytes / 20_000).toBeLessThan(6);
    await eliminator.close();
  });
});
