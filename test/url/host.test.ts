import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hostOf,
  hostOfOrigin,
  hostSpan,
  originOf,
  registeredDomain,
  sameHost,
  sameRegisteredDomain,
} from "../../src/url/host.js";

const same = (test: typeof sameHost, a: string | Uint8Array, b: string | Uint8Array) => {
  const first = Buffer.from(a as string);
  // a span inside a larger buffer
  const around = Buffer.concat([Buffer.from("http://before/"), first, Buffer.from("/after")]);
  return test(around, 14, 14 + first.length, Buffer.from(b as string));
};

describe("the host of a URL", () => {
  // by hand from RFC 3986, section 3.2, and the WHATWG host state, in which "\" ends the authority too
  it.each([
    ["http://example.org", "example.org"],
    ["http://example.org/a/b", "example.org"],
    ["http://example.org?q=http://other/", "example.org"],
    ["http://example.org#http://other/", "example.org"],
    ["http://example.org\\http://other/", "example.org"],
    ["http://example.org:8080/", "example.org"],
    ["http://example.org:/", "example.org"],
    ["http://user:secret@example.org:8080/", "example.org"],
    ["http://a@b@example.org/@c:9", "example.org"],
    ["http://user:80@example.org/", "example.org"],
    ["HTTP://WWW.Example.ORG/A", "www.example.org"],
    ["http://example.org./", "example.org."],
    ["http://[2001:DB8::1]:8080/", "[2001:db8::1]"],
    ["http://[::1]/", "[::1]"],
    ["ftp://10.0.0.1/", "10.0.0.1"],
    ["any+scheme-1.0://h/", "h"],
    ["//example.org/a", ""],
    ["/a?u=http://b", ""],
    ["a?u=http://b", ""],
    ["a#u=http://b", ""],
    ["example.org", ""],
    ["mailto:a@b", ""],
    ["http:/a", ""],
    ["http://", ""],
    ["http:///a", ""],
    ["http://@/", ""],
    ["http://:80/", ""],
    ["://h", "h"],
    ["", ""],
    [":", ""],
    [":/", ""],
  ])("of %j is %j", (url, host) => {
    expect(hostOf(url)).toBe(host);
    expect(hostOf(Buffer.from(url))).toBe(host);
  });

  it("stands inside the URL, whatever bytes it has", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 30 }),
      fc
        .array(fc.constantFrom(...Buffer.from(":/@?#\\[]a.B\xff", "latin1")), { maxLength: 20 })
        .map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(bytes, fc.nat(5), fc.nat(5), (all, before, after) => {
        const start = Math.min(before, all.length);
        const end = Math.max(start, all.length - after);
        const span = { start: -1, end: -1 };
        hostSpan(all, start, end, span);
        expect(span.start).toBeGreaterThanOrEqual(start);
        expect(span.end).toBeGreaterThanOrEqual(span.start);
        expect(span.end).toBeLessThanOrEqual(end);
        const alone = { start: -1, end: -1 };
        hostSpan(all.slice(start, end), 0, end - start, alone);
        expect([span.start - start, span.end - start]).toEqual([alone.start, alone.end]);
        expect(hostOf(all.subarray(start, end))).toBe(hostOf(all.slice(start, end)));
        expect(same(sameHost, all, all) && same(sameRegisteredDomain, all, all)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("is what WHATWG's URL calls the hostname of every http URL in the form that URL gives it", () => {
    const ascii = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    const text = fc
      .array(fc.oneof(ascii, fc.constantFrom(..."@:/?#[]\\.aA1%")), { maxLength: 25 })
      .map((list) => list.join(""));
    let [tried, valid] = [0, 0];
    fc.assert(
      fc.property(fc.constantFrom("http", "https", "HTTP"), text, (scheme, rest) => {
        tried++;
        let url: URL;
        try {
          url = new URL(`${scheme}://${rest}`);
        } catch {
          return;
        }
        valid++;
        expect(hostOf(url.href)).toBe(url.hostname);
      }),
      { numRuns: 3000 },
    );
    expect(valid / tried).toBeGreaterThan(1 / 6);
  });

  it("is what WHATWG's URL calls the hostname of URLs as they are written, for hosts of letters, digits and addresses", () => {
    const label = fc.stringMatching(/^[a-wyzA-WYZ]([a-zA-Z0-9]{0,8}[a-zA-Z0-9])?$/); // not "xn--", which is decoded
    const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
    const host = fc.oneof(
      name,
      name.map((each) => `${each}.`),
      fc.ipV4(),
      fc.constantFrom("[::1]", "[2001:DB8::A]"),
    );
    const user = fc.constantFrom("", "u@", "u:p@", "u:80@", "a@b@", ":@");
    const port = fc.constantFrom("", ":", ":80", ":8080", ":65535");
    const rest = fc.constantFrom("", "/", "/a:1@b", "?u=http://x/", "#@x", "\\@x", "/http://x@y:1/");
    fc.assert(
      fc.property(fc.constantFrom("http", "HTTPS"), user, host, port, rest, (scheme, ...parts) => {
        const url = `${scheme}://${parts.join("")}`;
        expect(hostOf(url)).toBe(new URL(url).hostname);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the same host", () => {
  it.each([
    ["http://a.org/x", "https://A.ORG:8080/y", true],
    ["http://u:p@a.org/", "http://a.org", true],
    ["http://a.org/", "http://b.org/", false],
    ["http://a.org/", "http://www.a.org/", false],
    ["http://a.org/", "http://a.org./", false],
    ["http://a.or/", "http://a.org/", false],
    ["http://[::1]:1/", "http://[::1]/", true],
    ["/x", "y", true], // both have the empty host
    ["http://a.org/", "", false],
  ])("of %j and %j is %j", (a, b, expected) => {
    expect(same(sameHost, a, b)).toBe(expected);
    expect(same(sameHost, b, a)).toBe(expected);
  });

  it("folds the letters A to Z and no other byte", () => {
    for (let a = 0; a < 256; a++) {
      for (let b = 0; b < 256; b++) {
        if ([a, b].some((byte) => ":/?#\\@]".includes(String.fromCharCode(byte)))) continue;
        const [first, second] = [a, b].map((byte) => Buffer.concat([Buffer.from("x://"), Buffer.of(byte)]));
        const letters = (byte: number) => (/[A-Z]/.test(String.fromCharCode(byte)) ? byte + 32 : byte);
        const found = sameHost(first, 0, 5, second);
        if (found !== (letters(a) === letters(b))) expect.unreachable(`bytes ${a} and ${b}: ${found}`);
      }
    }
  });
});

describe("the same registered domain", () => {
  // public suffix list: "org", "co.uk" and, in its private section, "github.io" are suffixes
  it.each([
    ["http://a.example.org/", "http://b.example.org/", true],
    ["http://example.org/", "http://A.B.EXAMPLE.ORG:80/", true],
    ["http://a.example.co.uk/", "http://example.co.uk/", true],
    ["http://a.co.uk/", "http://b.co.uk/", false],
    ["http://a.github.io/", "http://b.github.io/", false],
    ["http://example.org./", "http://www.example.org/", true],
    ["http://localhost/", "http://localhost:80/", true],
    ["http://localhost/", "http://otherhost/", false],
    ["http://10.0.0.1/", "http://10.0.0.1:81/", true],
    ["http://10.0.0.1/", "http://20.0.0.1/", false],
    ["http://[::1]/", "http://[::2]/", false],
    ["http://org/", "http://co.uk/", false],
    ["/x", "http://example.org/", false],
  ])("of %j and %j is %j", (a, b, expected) => {
    expect(same(sameRegisteredDomain, a, b)).toBe(expected);
    expect(same(sameRegisteredDomain, b, a)).toBe(expected);
  });

  it("keeps hosts apart that are no UTF-8 and look alike as text", () => {
    expect(
      same(sameRegisteredDomain, Buffer.from("x://a\xff.org", "latin1"), Buffer.from("x://a\xfe.org", "latin1")),
    ).toBe(false);
  });

  it("never throws, and holds whenever the hosts are equal", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: 20 }), (a, b) => {
        const [first, second] = [a, b].map((tail) => Buffer.concat([Buffer.from("http://"), tail]));
        if (same(sameHost, first, second)) expect(same(sameRegisteredDomain, first, second)).toBe(true);
        expect(same(sameRegisteredDomain, first, second)).toBe(same(sameRegisteredDomain, second, first));
      }),
    );
  });
});

describe("the origin of a canonical URL", () => {
  it.each([
    ["https://example.org/a/b", "https://example.org", "example.org"],
    ["http://example.org:8080/?u=http://other/", "http://example.org:8080", "example.org"],
    ["http://[::1]:81/", "http://[::1]:81", "[::1]"],
    ["http://[::1]/", "http://[::1]", "[::1]"],
    ["http://127.0.0.1:81", "http://127.0.0.1:81", "127.0.0.1"],
    ["https://example.org./a", "https://example.org.", "example.org"], // the same host: RFC 3986, 3.2.2
    ["https://example.org.:81/", "https://example.org.:81", "example.org"],
  ])("of %s is %s, its host %s", (url, origin, host) => {
    expect(originOf(url)).toBe(new URL(url).origin); // another implementation
    expect([originOf(url), hostOfOrigin(originOf(url)), hostOfOrigin(url)]).toEqual([origin, host, host]);
  });
});

describe("the registered domain of a host", () => {
  // by hand from the public suffix list: co.uk and github.io are suffixes
  it.each([
    ["a.b.example.co.uk", "example.co.uk"],
    ["example.org", "example.org"],
    ["alice.github.io", "alice.github.io"],
    ["www.alice.github.io", "alice.github.io"],
    ["co.uk", "co.uk"],
    ["localhost", "localhost"],
    ["10.0.0.1", "10.0.0.1"],
    ["[::1]", "[::1]"],
  ])("of %s is %s", (host, domain) => {
    expect(registeredDomain(host)).toBe(domain);
  });
});
