import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NewCapture, SnapshotWriterOptions } from "../../../src/archive/capture.js";
import { openSnapshot, type Snapshot } from "../../../src/archive/open-snapshot.js";
import { pageText } from "../../../src/archive/page-text.js";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import { Random } from "../../../src/base/random.js";
import { hammingDistance, simHash } from "../../../src/page/text/sim-hash.js";
import { termCounts } from "../../../src/page/text/tokens.js";
import { nearDuplicates } from "../../../src/web/snapshot/near-duplicates.js";
import { answer, NEW_YEAR, page } from "../../archive/small-web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

async function snapshotOf(
  captures: readonly NewCapture[],
  options: Partial<SnapshotWriterOptions> = {},
): Promise<Snapshot> {
  const folder = temporaryFolder();
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR, ...options });
  for (const capture of captures) writer.add(capture);
  await writer.commit();
  await writer.close();
  return openSnapshot(folder);
}

const at = (path: string) => `http://a.example/${path}`;
const html = (words: readonly string[]) => `<p>${words.join(" ")}`;
const random = new Random(11);
const drawn = (count: number) => Array.from({ length: count }, () => `w${random.below(50_000)}`);

describe("near-duplicates", () => {
  it("are counted as near where the crawl kept one body for several pages, and as equal where equal bodies came", async () => {
    const text = html(drawn(100));
    const snapshot = await snapshotOf([
      page(at("kept"), text),
      page(at("near"), `${text} more`, 1, { near: 0 }),
      page(at("near-too"), `${text} more`, 2, { near: 0 }),
      page(at("equal"), text, 3),
      page(at("stranger"), html(drawn(100)), 4),
    ]);
    expect(await nearDuplicates(snapshot, { distance: 0 })).toMatchObject({
      pages: 5,
      bodies: 3,
      exact: [{ urls: ["kept", "equal"].map(at) }, { urls: ["near", "near-too"].map(at) }],
      near: [{ urls: ["kept", "near", "near-too", "equal"].map(at), bodies: 2 }],
      surplus: { exact: 2, all: 3 },
    });
  });

  it("are found where they were planted, equal pages among them, and not where texts are drawn", async () => {
    const text = drawn(2_000);
    const strangers = Array.from({ length: 40 }, (_, index) => page(at(`stranger${index}`), html(drawn(2_000))));
    const other = drawn(2_000);
    const found = await nearDuplicates(
      await snapshotOf([
        page(at("one"), html(text)),
        ...strangers.slice(0, 20),
        page(at("other"), html(other)),
        // 1 word of 2,000: 64 acos(1 - 1 / 2000) / pi = 0.6 bits (Charikar 2002)
        page(at("two"), html([...text.slice(1), "seen"])),
        page(at("three"), html(text)),
        ...strangers.slice(20),
        page(at("other-again"), html(other)),
        page(at("four"), `<title>${text[0]}</title>${html(text.slice(1))}`), // the same words
        page(at("gone"), html(text), 0, { exchange: { ...page(at("gone"), html(text)).exchange, status: 404 } }),
        answer(at("robots.txt"), 200),
      ]),
    );
    expect(found.near).toEqual([
      { urls: ["one", "two", "three", "four"].map(at), bodies: 3, spread: found.near[0].spread },
    ]);
    expect(found.near[0].spread).toBeLessThanOrEqual(3); // "four" has the words of "one": 0; "two" is near one of them
    expect(found.exact).toEqual([
      { urls: [at("one"), at("three")], bodies: 1, spread: 0 },
      { urls: [at("other"), at("other-again")], bodies: 1, spread: 0 },
    ]);
    // 40 strangers, 4 copies, 2 others; of the copies two, of the others two are equal; 3 + 1 pages more than needed
    expect(found).toMatchObject({ pages: 46, bodies: 44, wordless: 0, surplus: { exact: 2, all: 4 }, distance: 3 });
  });

  it("are connected in chains, larger groups first, and more of them at a larger distance", async () => {
    const text = drawn(300);
    const changed = (count: number) => html([...text.slice(count), ...drawn(count)]);
    const snapshot = await snapshotOf([
      page(at("a"), html(drawn(300))),
      ...Array.from({ length: 12 }, (_, index) => page(at(`b${index}`), changed(index))),
    ]);
    let largest = 0;
    for (const distance of [0, 1, 3, 5, 7]) {
      const { near } = await nearDuplicates(snapshot, { distance });
      const size = near[0]?.urls.length ?? 1;
      expect(size).toBeGreaterThanOrEqual(largest);
      for (const { urls } of near) expect(urls).not.toContain(at("a"));
      largest = size;
    }
    expect(largest).toBeGreaterThan(6);
  });

  it("are compared as pages were last seen, and no page is its own duplicate", async () => {
    const [first, second] = [drawn(400), drawn(400)];
    const found = await nearDuplicates(
      await snapshotOf([
        page(at("x"), html(first), 0),
        page(at("y"), html(second), 1),
        page(at("y"), html(second), 2),
        page(at("x"), html(second), 3), // is now as y is
      ]),
    );
    expect(found).toMatchObject({ pages: 2, bodies: 1, near: [], surplus: { exact: 1, all: 1 } });
    expect(found.exact).toEqual([{ urls: [at("x"), at("y")], bodies: 1, spread: 0 }]);
  });

  it("are never pages without words, unless their bodies are equal", async () => {
    const images = ["<img src=1>", "<img src=2>", "<img src=1>"].map((body, index) => page(at(`${index}`), body));
    const found = await nearDuplicates(await snapshotOf(images));
    expect(found).toMatchObject({ pages: 3, bodies: 2, wordless: 2, near: [], surplus: { exact: 1, all: 1 } });
    expect(found.exact).toEqual([{ urls: [at("0"), at("2")], bodies: 1, spread: 0 }]);
  });

  it("of any snapshot are the connected groups that comparing all pairs of pages gives", async () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 0, max: 7 }),
        async (texts, distance) => {
          const snapshot = await snapshotOf(texts.map((text, index) => page(at(`${index}`), html(text))));
          const hashes = texts.map((_, row) => simHash(termCounts(pageText(snapshot.exchange(row)).body)));
          const label = texts.map((_, index) => index);
          // labels of connected pages sink to the least of them
          for (let pass = 0; pass < texts.length; pass++)
            for (const [i, a] of hashes.entries())
              for (const [j, b] of hashes.entries())
                if (hammingDistance(a, b) <= distance) label[i] = Math.min(label[i], label[j]);
          const groups = new Map(label.map((each) => [each, [] as number[]]));
          for (const [index, each] of label.entries()) groups.get(each)?.push(index);
          const expected = [...groups.values()]
            .filter((group) => new Set(group.map((index) => html(texts[index]))).size > 1)
            .map((group) => ({
              urls: group.map((index) => at(`${index}`)),
              bodies: new Set(group.map((index) => texts[index].join())).size,
              spread: Math.max(...group.map((index) => hammingDistance(hashes[index], hashes[group[0]]))),
            }));
          const found = [...(await nearDuplicates(snapshot, { distance })).near];
          const first = (a: { urls: readonly string[] }, b: typeof a) => (a.urls[0] < b.urls[0] ? -1 : 1);
          expect(found.sort(first)).toEqual(expected.sort(first));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("tell of progress, and refuse a distance that is none, and a snapshot without bodies", async () => {
    const captures = [page(at("a"), "words")];
    const snapshot = await snapshotOf(captures);
    const told: number[] = [];
    await nearDuplicates(snapshot, { onProgress: ({ total }) => told.push(total) });
    expect(told).toEqual([1]);
    for (const distance of [-1, 8, 1.5, Number.NaN])
      await expect(nearDuplicates(snapshot, { distance })).rejects.toThrow("distance is a number of bits, 0 to 7");
    await expect(nearDuplicates(snapshot, { distanse: 3 } as object)).rejects.toThrow('has no option "distanse"');
    const index = await snapshotOf(captures, { store: "none" });
    await expect(nearDuplicates(index)).rejects.toMatchObject({ code: "not-a-snapshot" });
  });
});
