import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NewCapture, SnapshotWriterOptions } from "../../src/archive/capture.js";
import { lock } from "../../src/archive/files.js";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { SnapshotTerms } from "../../src/archive/terms.js";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { CountedTexts } from "../../src/page/text/counted-texts.js";
import type { PageTerms, TermCounts, TermRow } from "../../src/page/text/page-terms.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { pairsOf } from "../fixture/pairs.js";
import { NEW_YEAR, page } from "./small-web.js";

const at = (path: string) => `http://a.example/${path}`;

async function write(folder: string, captures: readonly NewCapture[], options: Partial<SnapshotWriterOptions> = {}) {
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR, ...options });
  for (const capture of captures) writer.add(capture);
  await writer.commit();
  await writer.close();
  return folder;
}

async function termsOf(folder: string, commitPages?: number): Promise<TermCounts> {
  const snapshot = await openSnapshot(folder);
  return new SnapshotTerms(snapshot, webOf(snapshot).storedPages, commitPages);
}

const row = (terms: TermRow) =>
  Object.fromEntries(Array.from({ length: terms.size }, (_, i) => [terms.term(i), terms.counts[i]]));
const rows = ({ title, body }: PageTerms) => ({ title: row(title), body: row(body), words: [title.words, body.words] });
const all = (terms: TermCounts) => Array.from({ length: terms.size }, (_, p) => rows(terms.of(p)));
const archives = (folder: string) => readdirSync(join(folder, "archive")).map((name) => join(folder, "archive", name));
const size = (folder: string, column: string) => statSync(join(folder, "terms/1", column)).size;

/** Texts as webs give them, counted in memory: what every way of keeping counts must agree with. */
async function counted(folder: string) {
  const web = webOf(await openSnapshot(folder));
  return all(new CountedTexts(web.graph.size, web.text as NonNullable<typeof web.text>));
}

const TEA = [page(at("a"), "<title>Tea</title>tea and cake, tea"), page(at("b"), "cake"), page(at("c"), "")];

describe("the terms of a snapshot", () => {
  it("are counted by page, those of the title apart, and kept: the archive is not read again", async () => {
    const folder = await write(temporaryFolder(), TEA);
    await (await termsOf(folder)).ready?.();
    for (const path of archives(folder)) writeFileSync(path, "gone");
    const terms = await termsOf(folder);
    expect(terms.size).toBe(3);
    expect(all(terms)).toEqual([
      { title: { tea: 1 }, body: { tea: 2, and: 1, cake: 1 }, words: [1, 4] },
      { title: {}, body: { cake: 1 }, words: [0, 1] },
      { title: {}, body: {}, words: [0, 0] },
    ]);
    await terms.ready?.(() => expect.fail("nothing is left to count"));
  });

  it("are those of a web, counted when a page is asked for, and put nowhere until all are wanted", async () => {
    const folder = await write(temporaryFolder(), TEA);
    const web = webOf(await openSnapshot(folder));
    expect(rows((web.terms as TermCounts).of(1)).body).toEqual({ cake: 1 });
    expect(existsSync(join(folder, "terms"))).toBe(false);
    await web.terms?.ready?.();
    expect(existsSync(join(folder, "terms/terms.json"))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith("lock.terms"))).toEqual([]);
    const index = await write(temporaryFolder(), TEA, { store: "none" });
    expect(webOf(await openSnapshot(index)).terms).toBeUndefined();
  });

  it("of pages that were counted stay when the snapshot grows; new pages, and new visits, are counted", async () => {
    const folder = await write(temporaryFolder(), TEA, { segmentBytes: 100 });
    await (await termsOf(folder)).ready?.();
    // must not be read again
    for (const path of archives(folder)) writeFileSync(path, Buffer.alloc(statSync(path).size));
    await write(folder, [page(at("d"), "coffee, tea"), page(at("b"), "pie", 5)], { segmentBytes: 100 });
    const grown = await termsOf(folder);
    const events: number[] = [];
    await grown.ready?.(({ done, total }) => events.push(done, total));
    expect(events).toEqual([2, 4]); // of four pages two are known
    const expected = [{ tea: 2, and: 1, cake: 1 }, { pie: 1 }, {}, { coffee: 1, tea: 1 }];
    for (const terms of [grown, await termsOf(folder)]) expect(all(terms).map(({ body }) => body)).toEqual(expected);
    expect(size(folder, "term.end.u32")).toBe(4 * 5); // tea and cake coffee pie: tea has its number of before
  });

  it("are the same whatever was asked for before, kept before, and how often that was", async () => {
    const text = fc
      .array(
        fc.constantFrom(
          "tea",
          "Tea",
          "cake",
          "\u00E9t\u00E9",
          "\u65E5\u672C",
          "a",
          "b",
          "<title>",
          "</title>",
          "<p>",
          "\u{1F600}",
        ),
        { maxLength: 8 },
      )
      .map((words) => words.join(" "));
    const visit = fc.record({ path: fc.constantFrom("1", "2", "3", "4", "5", "6"), text });
    const batch = fc.record({
      visits: fc.array(visit, { minLength: 1, maxLength: 8 }),
      asked: fc.array(fc.nat(5)),
      keep: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(batch, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (batches, every) => {
          const folder = temporaryFolder();
          for (const { visits, asked, keep } of batches) {
            await write(
              folder,
              visits.map((each) => page(at(each.path), each.text)),
            );
            const terms = await termsOf(folder, every);
            const expected = await counted(folder);
            for (const one of asked) if (one < terms.size) expect(rows(terms.of(one))).toEqual(expected[one]);
            if (keep) await terms.ready?.();
            expect(all(terms)).toEqual(expected);
            expect(all(await termsOf(folder))).toEqual(expected);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("of equal bodies are counted once, unless they are to be read otherwise", async () => {
    const body = "<title>Caf\u00E9</title>caf\u00E9";
    const gzipped = page(at("packed"), body);
    const latin = (path: string, head: string) =>
      page(at(path), body, 0, { exchange: { ...page(at(path), body).exchange, head } });
    const folder = await write(temporaryFolder(), [
      page(at("a"), body),
      latin("b", "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n"),
      page(at("c"), body, 3),
      {
        ...gzipped,
        exchange: {
          ...gzipped.exchange,
          head: gzipped.exchange.head.replace("\r\n\r\n", "\r\nContent-Encoding: gzip\r\n\r\n"),
          body: gzipSync(body),
        },
      },
    ]);
    await (await termsOf(folder)).ready?.();
    const terms = (await counted(folder)).map(({ title }) => Object.keys(title).join());
    // UTF-8 read as ISO-8859-1: \u00C3 and a sign
    expect(terms).toEqual(["caf\u00E9", "caf\u00E3", "caf\u00E9", "caf\u00E9"]);
    expect(all(await termsOf(folder))).toEqual(await counted(folder));
    // a and c share one
    expect([size(folder, "capture.row.u32"), size(folder, "text.length.u32")]).toEqual([4 * 4, 4 * 3]);
  });

  it("are counted anew by other rules, or where they are not whole, or of another snapshot, beside the old ones until they are complete", async () => {
    const file = (folder: string) => join(folder, "terms/terms.json");
    const change = (folder: string, key: string) => {
      const found = JSON.parse(readFileSync(file(folder), "utf8"));
      writeFileSync(file(folder), JSON.stringify({ ...found, [key]: key === "version" ? found.version + 1 : "other" }));
    };
    const damages: ((folder: string) => void)[] = [
      (folder) => change(folder, "version"),
      (folder) => change(folder, "tokenizer"),
      (folder) => change(folder, "counted"), // the digest of other captures
      (folder) => truncateSync(join(folder, "terms/1/text.bytes"), 3),
      // terms that there are not, and as many of them as 35 bits can count
      (folder) => writeFileSync(join(folder, "terms/1/text.bytes"), Buffer.alloc(size(folder, "text.bytes"), 0xff)),
      // a count that was another
      (folder) => {
        const texts = readFileSync(join(folder, "terms/1/text.bytes"));
        texts[texts.length - 1] ^= 1;
        writeFileSync(join(folder, "terms/1/text.bytes"), texts);
      },
      // as it was stored before there was a checksum
      (folder) =>
        writeFileSync(file(folder), JSON.stringify({ ...JSON.parse(readFileSync(file(folder), "utf8")), version: 2 })),
      // texts that there are not
      (folder) => writeFileSync(join(folder, "terms/1/capture.text.u32"), Buffer.alloc(12, 9)),
      (folder) => rmSync(join(folder, "terms/1/term.bytes")),
    ];
    for (const damage of damages) {
      const folder = await write(temporaryFolder(), TEA);
      const expected = await counted(folder);
      await (await termsOf(folder)).ready?.();
      damage(folder);
      expect(all(await termsOf(folder))).toEqual(expected);
      expect(readdirSync(join(folder, "terms")).sort()).toEqual(["1", "terms.json"]);
      await (await termsOf(folder)).ready?.();
      expect(readdirSync(join(folder, "terms")).sort()).toEqual(["2", "terms.json"]);
      for (const path of archives(folder)) writeFileSync(path, "gone");
      expect(all(await termsOf(folder))).toEqual(expected);
    }
    for (const text of ["", "null", "{", "[]"]) {
      const folder = await write(temporaryFolder(), TEA);
      await (await termsOf(folder)).ready?.();
      writeFileSync(file(folder), text);
      await (await termsOf(folder)).ready?.();
      expect(all(await termsOf(folder))).toEqual(await counted(folder));
      expect(JSON.parse(readFileSync(file(folder), "utf8")).generation).toBe(1);
    }
  });

  it("are not those of another crawl that was copied over the folder, whichever page is another, by its bytes or by how they are read", async () => {
    const folder = await write(temporaryFolder(), TEA);
    await (await termsOf(folder)).ready?.();
    const latin = page(at("b"), "caf\u00E9");
    const others = [
      [page(at("a"), "<title>Tea</title>tea and pie, tea"), ...TEA.slice(1)], // as long as before
      [TEA[0], latin, TEA[2]],
      [
        TEA[0],
        { ...latin, exchange: { ...latin.exchange, head: latin.exchange.head.replace("utf-8", "latin1") } },
        TEA[2],
      ], // the same bytes
    ];
    for (const other of others) {
      cpSync(await write(temporaryFolder(), other), folder, { recursive: true, force: true });
      const expected = await counted(folder);
      expect(all(await termsOf(folder))).toEqual(expected);
      await (await termsOf(folder)).ready?.();
      for (const path of archives(folder)) writeFileSync(path, "gone");
      expect(all(await termsOf(folder))).toEqual(expected);
    }
  });

  it("keep their numbers once a page was asked for, whatever another process counts meanwhile, in another order", async () => {
    const folder = await write(temporaryFolder(), TEA);
    const terms = await termsOf(folder);
    const numbered = () =>
      Array.from({ length: terms.size }, (_, p) => {
        const { title, body } = terms.of(p);
        return [title, body].map((each) => Array.from({ length: each.size }, (_, i) => [each.ids[i], each.term(i)]));
      });
    expect(Array.from(terms.of(1).body.ids.subarray(0, 1))).toEqual([0]); // cake, the first word met here
    await (await termsOf(folder)).ready?.(); // meets tea first
    await terms.ready?.();
    expect(numbered()).toEqual([
      [
        [[1, "tea"]],
        [
          [1, "tea"],
          [2, "and"],
          [0, "cake"],
        ],
      ],
      [[], [[0, "cake"]]],
      [[], []],
    ]);
    for (const path of archives(folder)) writeFileSync(path, "gone");
    expect(all(await termsOf(folder)).map(({ words }) => words)).toEqual(pairsOf("1,4 0,1 0,0"));
    const fresh = await termsOf(folder);
    await fresh.ready?.();
    expect(fresh.of(1).body.ids[0]).toBe(2); // the number of the process that kept its counts
  });

  it("are counted in memory where another process writes the folder, or nobody can", async () => {
    const folder = await write(temporaryFolder(), TEA);
    const unlock = lock(join(folder, "lock.terms"));
    const terms = await termsOf(folder);
    await terms.ready?.();
    unlock();
    expect(all(terms)).toEqual(await counted(folder));
    expect(existsSync(join(folder, "terms"))).toBe(false);
    writeFileSync(join(folder, "terms"), "in the way of the folder");
    const others = await termsOf(folder);
    await others.ready?.();
    expect(all(others)).toEqual(await counted(folder));
    rmSync(join(folder, "terms"));
    mkdirSync(join(folder, "terms"));
    await (await termsOf(folder)).ready?.();
    expect(existsSync(join(folder, "terms/terms.json"))).toBe(true);
  });

  it("that two count at once are right for both, and what one kept the other takes over", async () => {
    const folder = await write(temporaryFolder(), TEA);
    const [one, two] = [await termsOf(folder, 1), await termsOf(folder, 1)];
    two.of(2); // read nothing, counted a page: before the first kept any
    await Promise.all([one.ready?.(), two.ready?.(), one.ready?.()]);
    for (const terms of [one, two]) expect(all(terms)).toEqual(await counted(folder));
    const late = await termsOf(folder);
    for (const path of archives(folder)) writeFileSync(path, "gone");
    await late.ready?.();
    expect(all(late).map(({ words }) => words)).toEqual(pairsOf("1,4 0,1 0,0"));
  });
});
