import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashOf, keepsHosts, keyOf, PARTITION_KEYS, partitioner } from "../../src/url/partition.js";

const rotated = (value: bigint, bits: bigint) => ((value << bits) | (value >> (32n - bits))) & 0xffffffffn;
const times = (a: bigint, b: bigint) => (a * b) & 0xffffffffn;
const plus = (a: bigint, b: bigint) => (a + b) & 0xffffffffn;

/** MurmurHash3 x86_128 of Appleby with seed 0, written out with big integers from its description. @returns h1 to h4 */
function murmur(bytes: Uint8Array): bigint[] {
  const c = [0x239b961bn, 0xab0e9789n, 0x38b34ae5n, 0xa1e38b93n];
  const [turns, blockTurns, adds] = [
    [15n, 16n, 17n, 18n],
    [19n, 17n, 15n, 13n],
    [0x561ccd1bn, 0x0bcaa747n, 0x96cd1c35n, 0x32ac3b17n],
  ];
  const h = [0n, 0n, 0n, 0n];
  const mixed = (word: bigint, i: number) => times(rotated(times(word, c[i]), turns[i]), c[(i + 1) % 4]);
  const wordAt = (at: number) => [3, 2, 1, 0].reduce((word, i) => (word << 8n) | BigInt(bytes[at + i] ?? 0), 0n);
  const whole = bytes.length - (bytes.length % 16);
  for (let at = 0; at < whole; at += 16)
    for (let i = 0; i < 4; i++) {
      h[i] = rotated(h[i] ^ mixed(wordAt(at + 4 * i), i), blockTurns[i]);
      h[i] = plus(times(plus(h[i], h[(i + 1) % 4]), 5n), adds[i]);
    }
  for (let i = 0; i < 4; i++) if (whole + 4 * i < bytes.length) h[i] ^= mixed(wordAt(whole + 4 * i), i);
  const spread = () => {
    for (const i of [1, 2, 3]) h[0] = plus(h[0], h[i]);
    for (const i of [1, 2, 3]) h[i] = plus(h[i], h[0]);
  };
  for (let i = 0; i < 4; i++) h[i] ^= BigInt(bytes.length);
  spread();
  for (let i = 0; i < 4; i++) {
    for (const factor of [0x85ebca6bn, 0xc2b2ae35n])
      h[i] = times(h[i] ^ (h[i] >> (factor === 0x85ebca6bn ? 16n : 13n)), factor);
    h[i] ^= h[i] >> 16n;
  }
  spread();
  return h;
}

const hosts = Array.from({ length: 10_000 }, (_, id) => `www${id % 100}.site${id}.example`);

describe("the part of the web that a URL belongs to", () => {
  it("is the second word of MurmurHash3 x86_128 of its key, modulo the number of parts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        expect(hashOf(text)).toBe(Number(murmur(Buffer.from(text))[1]));
      }),
    );
    for (const host of hosts.slice(0, 50)) {
      const hash = Number(murmur(Buffer.from(host))[1]);
      for (const parts of [1, 2, 64, 1_000, 65_536]) expect(partitioner(parts)(`http://${host}/a`)).toBe(hash % parts);
    }
  });

  it("stays what it is from one version to the next: processes of one crawl agree on it", () => {
    // regression: own output, equal to the big integers above
    const known = ["example.org", "www.example.org", "127.0.0.1", "[::1]", "xn--strae-oqa.example"].map(hashOf);
    expect(known).toEqual(
      ["example.org", "www.example.org", "127.0.0.1", "[::1]", "xn--strae-oqa.example"].map((host) =>
        Number(murmur(Buffer.from(host))[1]),
      ),
    );
    expect(hashOf("")).toBe(0); // every word stays 0
  });

  it("by host is one for all its URLs, ports and schemes", () => {
    const of = partitioner(65_536, "host");
    const urls = [
      "http://a.example/",
      "https://a.example/",
      "http://a.example:8080/x?y=http://b.example/",
      "https://a.example:444/z",
    ];
    expect(new Set(urls.map(of)).size).toBe(1);
    expect(of("http://b.example/")).not.toBe(of(urls[0]));
    expect(of("http://[2001:db8::1]:8080/a")).toBe(of("https://[2001:db8::1]/"));
    expect(keyOf("http://[2001:db8::1]:8080/a", "host")).toBe("[2001:db8::1]");
  });

  it("by domain is that of the registered domain, by the public suffix list with its private section", () => {
    const keys = Object.entries({
      "http://www.a.example.co.uk:81/x": "example.co.uk",
      "https://example.co.uk/": "example.co.uk",
      "http://alice.github.io/": "alice.github.io",
      "http://www.alice.github.io/": "alice.github.io",
      "http://localhost:3000/": "localhost",
      "http://127.0.0.1/": "127.0.0.1",
      "http://co.uk/": "co.uk", // a suffix stands for itself
    });
    for (const [url, key] of keys) expect(keyOf(url, "domain"), url).toBe(key);
    const of = partitioner(65_536, "domain");
    expect(of("http://www.a.example.co.uk/")).toBe(of("https://example.co.uk:8443/b"));
    expect(of("http://alice.github.io/")).not.toBe(of("http://bob.github.io/"));
  });

  it("by top-level domain is that of the last label", () => {
    const of = partitioner(1_024, "top-level");
    expect(keyOf("https://www.example.co.uk:8443/a.html", "top-level")).toBe("uk");
    expect(keyOf("http://localhost/", "top-level")).toBe("localhost");
    expect(of("http://a.example.org/")).toBe(of("https://b.test.org:81/x"));
    expect(of("http://a.org/")).not.toBe(of("http://a.com/"));
  });

  it("by URL is of the whole of it, and splits hosts", () => {
    const of = partitioner(64, "url");
    expect(keyOf("http://a.example/x?y", "url")).toBe("http://a.example/x?y");
    expect(new Set(Array.from({ length: 2_000 }, (_, id) => of(`http://a.example/${id}`))).size).toBe(64);
    expect(PARTITION_KEYS.filter((by) => !keepsHosts(by))).toEqual(["url"]);
  });

  it("is a number below that of the parts, the same each time, of every kind of key", () => {
    fc.assert(
      fc.property(
        fc.webUrl(),
        fc.integer({ min: 1, max: 65_536 }),
        fc.constantFrom(...PARTITION_KEYS),
        (url, parts, by) => {
          const href = new URL(url).href;
          const part = partitioner(parts, by)(href);
          expect(Number.isInteger(part) && part >= 0 && part < parts).toBe(true);
          expect(partitioner(parts, by)(href)).toBe(part);
        },
      ),
    );
  });

  it("is evenly spread over host names", () => {
    // chi-square with 63 degrees of freedom exceeds 103.4 once in 1,000 times
    const counts = new Float64Array(64);
    const of = partitioner(64);
    for (const host of hosts) counts[of(`http://${host}/`)]++;
    const expected = hosts.length / 64;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquare).toBeLessThan(103.4);
    expect(chiSquare).toBeGreaterThan(33); // below that: once in 1,000 times too, and no chance
  });

  it("is the same when more hosts were asked about than are remembered", () => {
    const of = partitioner(64);
    const before = hosts.map((host) => of(`http://${host}/`));
    for (let id = 0; id < 120_000; id++) of(`http://other${id}.example/`);
    expect(hosts.map((host) => of(`http://${host}/`))).toEqual(before);
  });

  it("is refused for a number of parts that there cannot be", () => {
    for (const parts of [0, -1, 1.5, 65_537, Number.NaN])
      expect(() => partitioner(parts), String(parts)).toThrow(
        `partitions are 1 to 65536, 64 by default; found ${parts}`,
      );
    expect(partitioner(1)("http://a.example/")).toBe(0);
  });
});
