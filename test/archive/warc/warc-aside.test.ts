import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { Place } from "../../../src/archive/capture.js";
import type { Exchange } from "../../../src/archive/exchange.js";
import type { WarcAside } from "../../../src/archive/warc/warc-aside.js";
import { WarcWriter } from "../../../src/archive/warc/warc-writer.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";

const file = pathToFileURL(resolve(import.meta.dirname, "../../../dist/archive/warc/warc-aside.js")).href;
const { WarcAside: Aside, MOST_CALLS } = (await import(file)) as {
  readonly WarcAside: typeof WarcAside;
  readonly MOST_CALLS: number;
};

const digest = Buffer.alloc(20, 7);
let state = 1;
const noise = (length: number) =>
  Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });

/** 10 MB that do not shrink: bodies of 0 to 40 kB, four that fit no piece, then many that are short; every ninth a revisit. */
const exchanges = Array.from({ length: 1_000 }, (_, i): Exchange => {
  const body = noise(i >= 400 ? i % 7 : i % 100 === 99 ? 600_000 : (i * 7919) % 40_000);
  const [request, head] = ["GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\nX: \xe9\r\n\r\n"];
  return { url: `http://a.example/${i}`, time: 1e12 + i, request, head, status: 200, body };
});
const originalOf = (i: number) => (i % 9 === 8 ? { url: "http://a.example/0", time: 1e12 } : undefined);
const origin = { depth: 2, via: "http://a.example/" };
const options = { now: 0, segmentBytes: 1_500_000 };

const contents = (folder: string) =>
  readdirSync(join(folder, "archive")).map((name) => [name, readFileSync(join(folder, "archive", name))]);

describe("WarcAside", () => {
  it("writes the bytes of a WarcWriter and tells its places, through files, threads and a cut", async () => {
    const [folder, wanted] = [temporaryFolder(), temporaryFolder()];
    const writer = WarcWriter.open(wanted, options);
    const places = exchanges.map((each, i) => writer.write(each, digest, origin, originalOf(i)));
    await writer.flush();
    writer.close();
    expect(writer.files.length).toBeGreaterThan(4);
    const told: Place[] = [];
    let aside = Aside.open(folder, options);
    for (const [i, each] of exchanges.entries()) {
      aside.write(each, digest, origin, originalOf(i));
      told.push(...aside.placed());
      if (i === 90 || i === 250) {
        aside.drain();
        told.push(...aside.placed());
        expect(told).toEqual(places.slice(0, i + 1));
        await aside.sync();
      }
      if (i !== 250) continue;
      const at = aside.position;
      for (const late of exchanges.slice(0, 50)) aside.write(late, digest, origin); // cut off
      await aside.close();
      aside = Aside.open(folder, options, at);
    }
    aside.drain();
    told.push(...aside.placed());
    await aside.sync();
    expect([told, aside.files, aside.position]).toEqual([places, writer.files, writer.position]);
    await aside.close();
    expect(contents(folder)).toEqual(contents(wanted));
  });

  it("tells places of before the thread, whoever asks late, and has calls without a body written as they come", async () => {
    const aside = Aside.open(temporaryFolder(), options);
    for (const each of exchanges) aside.write(each, digest, origin);
    aside.drain();
    expect(aside.placed()).toHaveLength(exchanges.length);
    const bare = { ...exchanges[0], body: new Uint8Array(0) };
    for (let i = 0; i < 2 * MOST_CALLS + 1; i++) aside.write(bare, digest, origin);
    let told = 0;
    for (; told < 2 * MOST_CALLS; told += aside.placed().length) await new Promise(setImmediate);
    expect(told).toBe(2 * MOST_CALLS);
    await aside.close();
  });

  it("says what befell the thread, and does nothing more", async () => {
    const folder = temporaryFolder();
    const aside = Aside.open(folder, options);
    rmSync(join(folder, "archive"), { recursive: true }); // the next file cannot be begun
    mkdirSync(join(folder, "archive"));
    const all = () => {
      for (const each of exchanges) aside.write(each, digest, origin);
      aside.drain();
    };
    expect(all).toThrow(coded("damaged")); // as the thread itself says, not that a thread failed
    expect(() => aside.drain()).toThrow(/archive/);
    expect(() => aside.write(exchanges[0], digest, origin)).toThrow(/archive/);
    await expect(aside.sync()).rejects.toThrow(/archive/);
    await aside.close();
  });
});
