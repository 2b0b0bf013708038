import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostOf } from "../../src/url/host.js";
import { keyOf, urlOf } from "../../src/urldb/host-first.js";
import { byReversedHost, spread, unshuffle, waysFor } from "../../src/urldb/unshuffle.js";
import { UrlBatch } from "../../src/urldb/url-batch.js";

const anyUrl = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("http", "https", "x"),
      fc.constantFrom("", "u@", "u:p@h@"),
      fc.string({ unit: fc.constantFrom("a", "b", ".", "-", "[", "]", "\x00", "\x01", "é"), maxLength: 8 }),
      fc.constantFrom("", ":8", ":", "/", "/p?q@r:1#://", "?:8", "\\x"),
    )
    .map((parts) => `${parts[0]}://${parts.slice(1).join("")}`),
  fc.string({ unit: fc.constantFrom("a", ":", "/", ".", "@", "?", "[", "]"), minLength: 1, maxLength: 16 }),
);
const keyText = (url: string) => {
  const bytes = Buffer.from(url);
  const key = Buffer.alloc(bytes.length + 1);
  return key.toString("latin1", 0, keyOf(bytes, 0, bytes.length, key));
};

describe("the key of a URL", () => {
  it("begins with the labels of its host in reverse order", () => {
    // by hand, after section 3.3: "com.amazon.www"; bytes 1 and 0 stand for the dot and the end of a name
    expect(keyText("http://www.amazon.com/books")).toBe("com\x01amazon\x01www\x00http:///books");
    expect(keyText("https://a@b.org:8080?x")).toBe("org\x01b\x00https://a@:8080?x");
    expect(keyText("mailto:someone")).toBe("\x00mailto:someone");
    expect(keyText("http://a.\x01/")).toBe("\x00http://a.\x01/");
  });

  it("gives the URL back, whatever its bytes, and is one byte longer", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyUrl.map((url) => Buffer.from(url)),
          fc.uint8Array({ minLength: 1, maxLength: 20 }),
        ),
        (bytes) => {
          const around = new Uint8Array(bytes.length + 4).fill(0x2f);
          around.set(bytes, 2);
          const key = new Uint8Array(bytes.length + 3).fill(9);
          expect(keyOf(around, 2, 2 + bytes.length, key)).toBe(bytes.length + 1);
          const back = new Uint8Array(bytes.length + 2).fill(7);
          expect(urlOf(key, 0, bytes.length + 1, back, 1)).toBe(bytes.length);
          expect([...back]).toEqual([7, ...bytes, 7]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("sorting by reversed host name", () => {
  it("puts a domain in one piece, its own name first, where sorting by text would part it", () => {
    const urls = [
      "http://www.a.com/",
      "http://b.com/1",
      "http://a-z.com/",
      "https://a.com/",
      "http://a.com/2",
      "http://m.a.com/",
    ];
    const sorted = [...byReversedHost(UrlBatch.of(urls))].map((index) => urls[index]);
    // by hand: a.com, its hosts m and www, then a-z.com ("-" is less than "." in ASCII), then b.com; http before https
    expect(sorted).toEqual([
      "http://a.com/2",
      "https://a.com/",
      "http://m.a.com/",
      "http://www.a.com/",
      "http://a-z.com/",
      "http://b.com/1",
    ]);
  });

  it("agrees with comparing keys as text, and keeps equal URLs in their order", () => {
    fc.assert(
      fc.property(fc.array(anyUrl, { maxLength: 60 }), (urls) => {
        const expected = urls
          .map((url, i) => ({ key: Buffer.from(keyText(url), "latin1"), i }))
          .sort((a, b) => Buffer.compare(a.key, b.key) || a.i - b.i)
          .map(({ i }) => i);
        expect([...byReversedHost(UrlBatch.of(urls))]).toEqual(expected);
      }),
    );
  });
});

describe("the k-way unshuffle", () => {
  it("deals in turn and piles up: 10 things, 3 ways", () => {
    expect([...unshuffle(10, 3)]).toEqual([0, 3, 6, 9, 1, 4, 7, 2, 5, 8]); // by hand
    expect([...unshuffle(4)]).toEqual([0, 1, 2, 3]); // k >= n changes nothing
    expect([...unshuffle(2_001).subarray(0, 5)]).toEqual([0, 1_000, 2_000, 1, 1_001]); // k = 1,000 in the paper
    expect(() => unshuffle(3, 0)).toThrow("ways is an integer from 1; found 0");
    expect([waysFor(0, 1000), waysFor(100, 1000), waysFor(101, 1000), waysFor(4e6, 1000)]).toEqual([1, 10, 11, 1000]);
  });

  it("keeps things d < k - 1 places apart at least floor(n / k) apart, and d = k - 1 one less", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 2, max: 40 }), (count, ways) => {
        const places = new Uint32Array(count);
        const order = unshuffle(count, ways);
        expect([...order].toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
        order.forEach((thing, at) => {
          places[thing] = at;
        });
        const least = Math.floor(count / ways);
        for (let i = 0; i < count; i++) {
          for (let d = 1; d < Math.min(ways, count - i); d++) {
            const apart = Math.abs(places[i] - places[i + d]);
            expect(apart).toBeGreaterThanOrEqual(d < ways - 1 ? least : least - 1);
          }
        }
      }),
    );
  });

  it("holds at most ceil(m / k) (ceil((w - 1) / q) + 1) of m neighbours in any w places", () => {
    const anyCase = fc.record({
      count: fc.integer({ min: 1, max: 300 }),
      ways: fc.integer({ min: 1, max: 30 }),
      start: fc.nat(299),
      size: fc.integer({ min: 1, max: 120 }),
      window: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(anyCase, ({ count, ways, start, size, window }) => {
        const q = Math.floor(count / ways);
        fc.pre(q > 0 && start + size <= count);
        const isOne = Array.from(unshuffle(count, ways), (thing) => (thing >= start && thing < start + size ? 1 : 0));
        const bound = Math.ceil(size / ways) * (Math.ceil((window - 1) / q) + 1);
        for (let at = 0; at < count; at++) {
          const held = isOne.slice(at, at + window).reduce<number>((sum, one) => sum + one, 0);
          expect(held).toBeLessThanOrEqual(bound);
        }
      }),
    );
  });

  it("spreads the hosts of a batch: 900 URLs of 45 hosts of 20, 30 ways, never two of a host within 30 places", () => {
    const urls = Array.from({ length: 900 }, (_, i) => `http://www${i % 45}.example.org/${Math.floor(i / 45)}`);
    const batch = UrlBatch.of(urls.toSorted()); // the worst order there is
    // 30 is the root of 900, and floor(n / k)
    const hosts = Array.from(spread(batch), (index) => hostOf(batch.at(index)));
    const last = new Map<string, number>();
    hosts.forEach((host, at) => {
      expect(at - (last.get(host) ?? -Infinity)).toBeGreaterThanOrEqual(30);
      last.set(host, at);
    });
    expect(last.size).toBe(45);
  });
});

it("refuses to sort or spread what is no batch of URLs", () => {
  for (const sort of [byReversedHost, spread])
    for (const wrong of [undefined, null, {}, ["http://a/"]])
      expect(() => sort(wrong as never)).toThrow('URLs to sort come as a batch, UrlBatch.of(["http://a/"]); found');
});
