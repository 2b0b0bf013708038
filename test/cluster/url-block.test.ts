import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packUrls, unpackUrls } from "../../src/cluster/url-block.js";
import type { SentUrl } from "../../src/fetch/neighbours.js";
import { coded } from "../fixture/problems.js";

const line = fc.oneof(
  fc.webUrl(),
  fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.replaceAll("\n", "")),
  fc.constantFrom("", "\uFEFFhttp://a.example/", "http://münchen.example/ß", "http://example.com/\u{1F577}\r"),
);

const sent: fc.Arbitrary<SentUrl> = fc.record(
  {
    url: line,
    depth: fc.oneof(fc.nat(3), fc.nat(2 ** 24 - 1), fc.constant(2 ** 32 - 1)),
    hops: fc.oneof(fc.nat(1), fc.nat(255)),
    via: fc.oneof(fc.constantFrom("http://a.example/", "http://b.example/"), line),
  },
  { requiredKeys: ["url", "depth", "hops"] },
);

describe("a block of URLs", () => {
  it("comes out as it went in", () => {
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 60 }), (urls) => {
        expect(unpackUrls(packUrls(urls))).toEqual(urls);
      }),
      { numRuns: 500 },
    );
  });

  it("may be empty, and then has 6 bytes: version, flags, and four zeros", () => {
    expect([...packUrls([])]).toEqual([1, 3, 0, 0, 0, 0]);
    expect(unpackUrls(packUrls([]))).toEqual([]);
  });

  it("has the bytes of its form: processes of another version of this code read them", () => {
    const urls = ["u", "v"].map((url, i) => ({ url, depth: 1 + i, hops: 0, via: "p" }));
    // by hand: version, both texts ASCII; 2 URLs, 2 runs, 1 byte of pages, 3 of URLs; 4 * 1 + 1, the next page, depth 1;
    // 4 * 1 + 2, the same page, depth 2
    const numbers = [1, 3, 2, 2, 1, 3, 5, 1, 0, 6, 2, 0];
    expect([...packUrls(urls)]).toEqual([...numbers, ...Buffer.from("pu\nv")]);
  });

  it("holds URLs of 65,536 bytes, ASCII and not", () => {
    const long = "http://a.example/".padEnd(65_536, "x");
    const wide = "http://a.example/x".padEnd(18 + (65_536 - 18) / 2, "é");
    expect([Buffer.byteLength(long), Buffer.byteLength(wide)]).toEqual([65_536, 65_536]);
    const urls = [long, wide, long].map((url) => ({ url, depth: 2 ** 24 - 1, hops: 255, via: wide }));
    expect(unpackUrls(packUrls(urls))).toEqual(urls);
  });

  it("keeps the page of links in a row once", () => {
    const via = "http://page.example/".padEnd(500, "p");
    const urls = Array.from({ length: 100 }, (_, i) => ({ url: `http://a.example/${i}`, depth: 3, hops: 0, via }));
    // head 2 + 4 varints of at most 2, one run of 2 + 1 + 1, the page once, URLs of 18 or 19 bytes with newlines
    expect(packUrls(urls).length).toBeLessThanOrEqual(10 + 4 + 500 + 100 * 20);
    expect(unpackUrls(packUrls(urls))).toEqual(urls);
  });

  it("can be a view into other memory, at any place", () => {
    const urls = [{ url: "http://a.example/", depth: 1, hops: 2 }];
    const block = packUrls(urls);
    const around = new Uint8Array(block.length + 20).fill(200);
    around.set(block, 7);
    expect(unpackUrls(around.subarray(7, 7 + block.length))).toEqual(urls);
  });

  it("is refused when depth or hops do not fit", () => {
    const url = "http://a.example/";
    for (const [depth, hops] of [
      [-1, 0],
      [1.5, 0],
      [2 ** 32, 0],
      [0, 256],
      [0, -1],
      [Number.NaN, 0],
    ]) {
      expect(() => packUrls([{ url, depth, hops }])).toThrow(
        coded("option", `${url}: depth is 0 .. 2^32 - 1 and hops 0 .. 255; found depth ${depth}, hops ${hops}`),
      );
    }
  });

  it("says which version it has when it is not ours", () => {
    const block = Uint8Array.from(packUrls([{ url: "http://a.example/", depth: 1, hops: 0 }]));
    block[0] = 2;
    expect(() => unpackUrls(block)).toThrow("expected version 1, found 2: processes of one crawl run the same version");
  });

  it("is refused for a number of more than six bytes, which is below 2^42", () => {
    const many = (bytes: number) => Uint8Array.of(1, 3, ...new Array(bytes - 1).fill(128), 0, 0, 0, 0);
    expect(unpackUrls(many(6))).toEqual([]);
    expect(() => unpackUrls(many(7))).toThrow("expected a number at byte 8, found one too long");
    expect(() => unpackUrls(many(2).subarray(0, 4))).toThrow("expected a number at byte 4, found the end");
  });

  it("is refused when its runs are over other URLs or pages than it holds, of no kind that there is, or of 256 hops", () => {
    // by hand: version, both texts ASCII; URLs, runs, bytes of pages, bytes of URLs; of each run URLs * 4 + which page
    const block = (numbers: readonly number[], text: string) =>
      Uint8Array.from([1, 3, ...numbers, ...Buffer.from(text)]);
    const [ofNone, ofNext, ofSame] = [4, 5, 6];
    expect(unpackUrls(block([2, 2, 1, 3, ofNext, 0, 0, ofSame, 0, 0], "pu\nv"))).toHaveLength(2);
    const others = "a block of URLs is damaged: expected runs over 1 URLs of 1 pages, found others";
    expect(() => unpackUrls(block([1, 1, 0, 1, 8, 0, 0], "u"))).toThrow(others); // two URLs
    expect(() => unpackUrls(block([1, 1, 0, 1, ofNone, 0, 128, 2], "u"))).toThrow(others); // 2 * 128 hops
    expect(() => unpackUrls(block([1, 1, 1, 1, ofSame, 0, 0], "pu"))).toThrow(others); // the same as none before it
    for (const second of [ofNext, 7])
      expect(() => unpackUrls(block([2, 2, 1, 3, ofNext, 0, 0, second, 0, 0], "pu\nv"))).toThrow(
        "expected runs over 2 URLs of 1 pages, found others",
      );
    expect(() => unpackUrls(block([2, 1, 0, 3, ofNone, 0, 0], "u\nv"))).toThrow("expected runs over 2 URLs, found 1");
    expect(() => unpackUrls(block([2, 1, 0, 1, 8, 0, 0], "u"))).toThrow("expected 2 URLs, found 1");
  });

  it("is refused wherever it was cut, and with anything behind it", () => {
    fc.assert(
      fc.property(fc.array(sent, { minLength: 1, maxLength: 20 }), fc.nat(), (urls, place) => {
        const block = packUrls(urls);
        expect(() => unpackUrls(block.subarray(0, place % block.length))).toThrow("expected");
        expect(() => unpackUrls(Uint8Array.from([...block, 0]))).toThrow("expected");
      }),
    );
  });

  it("is refused or read as some URLs, in no other way, when any byte is another", () => {
    fc.assert(
      fc.property(fc.array(sent, { minLength: 1, maxLength: 20 }), fc.nat(), fc.nat(255), (urls, place, byte) => {
        const block = Uint8Array.from(packUrls(urls));
        block[place % block.length] = byte;
        try {
          for (const { url, depth, hops } of unpackUrls(block)) {
            expect(typeof url === "string" && depth >= 0 && hops >= 0 && hops <= 255).toBe(true);
          }
        } catch (error) {
          expect((error as Error).message).toMatch(/^a block of URLs.*: expected .*found/);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
