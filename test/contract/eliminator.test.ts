import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Fingerprint } from "../../src/url/fingerprint.js";
import { type EliminatorMethod, openEliminator } from "../../src/urldb/eliminator.js";
import { type NewUrl, UrlBatch } from "../../src/urldb/url-batch.js";
import { depth } from "../depth.js";
import { camelCase, type Exported, exportsOf } from "../discover.js";
import { coded } from "../fixture/problems.js";

const found = (await exportsOf("urldb/eliminator")) as (Exported & { readonly value: EliminatorMethod })[];
const methods = found.map(({ value }) => value);

const place = mkdtempSync(join(tmpdir(), "crawlbench-eliminator-"));
let folders = 0;
const folder = () => join(place, String(folders++));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** What came out, in order: URL, priority and referrer. */
const listed = (batch: UrlBatch): string[] =>
  Array.from({ length: batch.size }, (_, i) => {
    const from = batch.from?.[i];
    return `${textOf(batch.at(i))} ${batch.priorities?.[i] ?? 0} ${from ? textOf(from) : "-"}`;
  });

/** Addresses that share much, hosts that are hard to find, and bytes of no sense. */
const anyUrl: fc.Arbitrary<Uint8Array> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom("a.com", "www.a.com", "a-b.com", "com"), fc.nat(9))
      .map(([host, n]) => Buffer.from(`http://${host}/${n}`)),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        "://",
        "http://",
        "http://@:/",
        "x://a\x00b/",
        "x://a..b.:8@c.d:9?",
        "/a?u=http://b",
        "http://[::1]:8/",
      )
      .map((text) => Buffer.from(text)),
  },
  { weight: 2, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(127, 128, 16_383, 16_384, 65_535, 65_536), fc.nat(2))
      .map(([length, fill]) => new Uint8Array(length).fill(fill)),
  },
);

const anyOffer: fc.Arbitrary<NewUrl> = fc.record(
  { url: anyUrl, priority: fc.nat(3), from: fc.constantFrom("http://p.org/", "http://q.org/") },
  { requiredKeys: ["url"] },
);

type Step = readonly NewUrl[] | "flush" | "reopen" | "flush and reopen";
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.array(anyOffer, { maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom<Step>("flush", "reopen", "flush and reopen") },
  ),
  { maxLength: depth({ everyday: 15, prove: 25 }) },
);

/** Fingerprints that are anything but uniform, and those of which all are equal. */
const constant: Fingerprint = (_bytes, _start, _end, out) => out.fill(7, 0, 2);
const inOneWord: Fingerprint = (bytes, start, end, out) => {
  out[0] = 0;
  out[1] = end - start;
  for (let i = start; i < end; i++) out[1] = Math.imul(out[1], 31) + bytes[i];
};

/**
 * A Set beside the eliminator. @returns how many URLs came out
 * Expected values come from the contract: each distinct URL exactly once, with what its first offer said.
 */
async function follow(
  method: EliminatorMethod,
  steps: readonly Step[],
  options: { bufferUrls: number; bufferBytes?: number; remember?: "yielded" | "taken"; hash?: Fingerprint },
): Promise<number> {
  const path = folder();
  let eliminator = await openEliminator(path, { method, ...options });
  const yielded = new Set<string>();
  /** May come out again: was yielded, and is not remembered for certain. */
  const again = new Set<string>();
  /** Pending: what its first offer said. */
  let pending = new Map<string, string>();
  let sinceFlush = new Set<string>();
  let count = 0;
  const take = (batch: UrlBatch) => {
    const lines = listed(batch);
    batch.bytes.fill(0); // what came out belongs to whom it was given
    const wanted: string[] = [];
    for (const line of lines) {
      const url = line.slice(0, line.lastIndexOf(" ", line.lastIndexOf(" ") - 1));
      const isSecond = yielded.has(url) && !again.has(url);
      wanted.push(isSecond ? `not ${line} again` : (pending.get(url) ?? `not ${line}, never offered`));
      again.delete(url);
      pending.delete(url);
      yielded.add(url);
      sinceFlush.add(url);
      count++;
    }
    expect(lines).toEqual(wanted);
  };
  for (const step of [...steps, "flush" as const]) {
    if (typeof step === "object") {
      const batch = UrlBatch.of(step);
      for (const line of listed(batch)) {
        const url = line.slice(0, line.lastIndexOf(" ", line.lastIndexOf(" ") - 1));
        if ((!yielded.has(url) || again.has(url)) && !pending.has(url)) pending.set(url, line);
      }
      const result = await eliminator.offer(batch);
      batch.bytes.fill(1); // a batch that was offered may be used again
      take(result);
      continue;
    }
    if (step !== "reopen") {
      take(await eliminator.flush());
      expect([...pending.keys()].filter((url) => !again.has(url))).toEqual([]); // all came out
      pending = new Map();
      sinceFlush = new Set();
      expect(eliminator.stats).toMatchObject({ pending: 0 });
      if (method.durable !== "nothing") {
        expect(eliminator.stats.urls).toBeLessThanOrEqual(yielded.size);
        expect(eliminator.stats.urls).toBeGreaterThanOrEqual(yielded.size - again.size);
      }
    }
    if (step === "flush") continue;
    await eliminator.close();
    eliminator = await openEliminator(path, { method, ...options });
    pending = new Map();
    if (method.durable === "nothing") yielded.clear();
    if (method.durable === "flushes") for (const url of sinceFlush) again.add(url);
    sinceFlush = new Set();
  }
  await eliminator.close();
  return count;
}

describe("the family", () => {
  it("has its methods in files of their names", () => {
    expect(found.length).toBeGreaterThan(3);
    expect(new Set(found.map(({ value }) => value.name)).size).toBe(found.length);
    for (const { value } of found) for (const text of [value.name, value.source]) expect(text).toMatch(/\S/);
    for (const { file, export: name } of found) expect(name).toBe(camelCase(file));
  });
});

for (const method of methods) {
  describe(method.name, () => {
    it("yields each distinct URL exactly once, as its first offer was, whenever it is flushed or opened anew", async () => {
      const options = fc.record({
        bufferUrls: fc.integer({ min: 1, max: 60 }),
        bufferBytes: fc.constantFrom(200, 2 ** 28),
        remember: fc.constantFrom("yielded" as const, "taken" as const),
      });
      await fc.assert(
        fc.asyncProperty(anySteps, options, async (steps, chosen) => {
          await follow(method, steps, chosen);
        }),
        { numRuns: depth({ everyday: 15, prove: 60 }) },
      );
    });

    it("needs no uniform hash", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(fc.record({ url: fc.nat(3000).map(String) }), { maxLength: 200 })),
          (steps) =>
            follow(method, steps, { bufferUrls: 50, hash: inOneWord }).then((count) => {
              // 31-adic sums of four digits differ
              expect(count).toBe(new Set(steps.flat().map(({ url }) => url)).size);
            }),
        ),
        { numRuns: depth({ everyday: 10, prove: 20 }) },
      );
    });

    it(`${method.exact ? "yields" : "drops"} a URL whose checksum equals that of another`, async () => {
      for (const bufferUrls of [1, 100]) {
        await using eliminator = await openEliminator(folder(), { method, hash: constant, bufferUrls });
        const urls = Array.from({ length: 20 }, (_, i) => `http://www.example.org/${i}`);
        const out = [...listed(await eliminator.offer(UrlBatch.of(urls))), ...listed(await eliminator.flush())];
        const all = urls.map((url) => `${url} 0 -`);
        expect(out.toSorted()).toEqual(method.exact ? all.toSorted() : all.slice(0, 1));
      }
    });

    it("takes calls in the order in which they are made, and refuses them once it is closed", async () => {
      const path = folder();
      const eliminator = await openEliminator(path, { method, bufferUrls: 3 });
      const offers = Array.from({ length: 10 }, (_, i) => eliminator.offer(UrlBatch.of([`a${i}`, `a${i + 1}`, "a0"])));
      const last = eliminator.flush();
      const closed = eliminator.close();
      const out = (await Promise.all([...offers, last])).flatMap((batch) => listed(batch));
      expect(out.toSorted()).toEqual(Array.from({ length: 11 }, (_, i) => `a${i} 0 -`).toSorted());
      expect(eliminator.stats).toMatchObject({ offered: 30, yielded: 11, urls: 11, pending: 0 });
      await closed;
      await eliminator.close();
      await expect(eliminator.offer(UrlBatch.of(["b"]))).rejects.toThrow(
        coded("closed", `the eliminator ${path} is closed: open it again`),
      );
      await expect(eliminator.flush()).rejects.toMatchObject({ code: "closed" });
    });

    it("has no use for an empty batch, and flushes nothing at first", async () => {
      await using eliminator = await openEliminator(folder(), { method });
      expect((await eliminator.offer(UrlBatch.of([]))).size).toBe(0);
      expect((await eliminator.flush()).size).toBe(0);
      expect(eliminator.stats).toMatchObject({ offered: 0, yielded: 0, urls: 0, merges: 0, diskBytes: 0 });
    });

    it("names an option that is wrong", async () => {
      const open = (options: object) => openEliminator(folder(), { method, ...options });
      await expect(open({ bufferUrls: 0 })).rejects.toThrow("bufferUrls is an integer from 1 to 67108864; found 0");
      await expect(open({ bufferBytes: 2 ** 31 })).rejects.toThrow("found 2147483648");
      await expect(open({ buffer: 5 })).rejects.toThrow('no option "buffer"');
      await expect(open({ remember: "soon" })).rejects.toThrow('"yielded", "taken"; found "soon"');
    });

    it("is open once at a time", async (context) => {
      context.skip(method.durable === "nothing", "nothing of it lies in a folder");
      const path = folder();
      const eliminator = await openEliminator(path, { method });
      await expect(openEliminator(path, { method })).rejects.toMatchObject({ code: "locked" });
      await eliminator.close();
      await (await openEliminator(path, { method })).close();
    });
  });
}
