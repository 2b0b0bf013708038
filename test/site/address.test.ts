import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageAt, urlOf } from "../../src/site/address.js";
import { addressesOf } from "../../src/site/addresses-of.js";
import { GeneratedAddresses } from "../../src/site/generated-addresses.js";
import { campus } from "../../src/web/campus/campus.js";
import { webOf } from "../fixture/webs.js";

describe("generated addresses", () => {
  it("lead to their pages and back, neighbours on one host, every host with its home page", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), fc.integer(), (pages, draw, seed) => {
        const hosts = 1 + (draw % pages);
        const addresses = new GeneratedAddresses("web-NotreDame", pages, hosts, seed);
        let before = 0;
        const homes = new Set<number>();
        for (let page = 0; page < pages; page++) {
          const host = addresses.hostOf(page);
          const url = urlOf(addresses, page);
          const isNear = host === before || host === before + 1;
          before = host;
          const isUrl = /^http:\/\/h\d+\.web-notredame\.example(\/|\/p\/\d+\.html)$/.test(url);
          if (!isNear || !isUrl || pageAt(addresses, url) !== page) expect.unreachable(`page ${page}: ${url}`);
          if (addresses.path(page) === "/") homes.add(host);
        }
        expect(homes.size).toBe(hosts);
        expect(before).toBe(hosts - 1);
        for (const host of homes) {
          const list = addresses.pagesOf(host);
          expect(list[0]).toBe(addresses.firstOf(host));
          expect([...list].every((page) => addresses.hostOf(page) === host)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("give five million pages skewed hosts in no more memory than one number per host", () => {
    const addresses = new GeneratedAddresses("large", 5_000_000, 25_000, 1);
    const sizes = Array.from({ length: 25_000 }, (_, host) =>
      host === 24_999 ? 5_000_000 - addresses.firstOf(host) : addresses.firstOf(host + 1) - addresses.firstOf(host),
    ).sort((a, b) => b - a);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5_000_000);
    // log-normal, deviation 1.1: mean over median is exp(1.1^2 / 2) = 1.83; the mean is 200
    expect(sizes[12_500]).toBeGreaterThan(100);
    expect(sizes[12_500]).toBeLessThan(120);
    for (const page of [0, 1, 2_345_678, 4_999_999]) expect(pageAt(addresses, urlOf(addresses, page))).toBe(page);
  });

  it("have 40 letters at the most of the name of their web", () => {
    // a label of DNS has 63 at the most: RFC 1035, 2.3.4
    const addresses = new GeneratedAddresses("N".repeat(50), 1, 1, 1);
    expect(urlOf(addresses, 0)).toBe(`http://h0.${"n".repeat(40)}.example/`);
  });

  it("know no other path or host", () => {
    const addresses = new GeneratedAddresses("small", 10, 2, 1);
    const second = addresses.firstOf(1);
    for (const path of ["/p/0.html", `/p/${second}.html`, "/p/01.html", "/p/10.html", "/p/1.htm", "/p/1.html?a", ""])
      expect(addresses.find(0, path), path).toBe(-1);
    for (const host of [
      "h2.small.example",
      "h01.small.example",
      "h0.large.example",
      "small.example",
      "h.small.example",
    ])
      expect(addresses.hostIndex(host), host).toBe(-1);
  });
});

describe("addresses of webs with URLs", () => {
  it("are those URLs as http, and lead back", () => {
    const web = campus({ pages: 1000 });
    const addresses = addressesOf(web);
    expect(addresses.hosts).toBe(24); // as the card of campus-1k counts them
    for (let page = 0; page < 1000; page++) {
      expect(urlOf(addresses, page)).toBe(web.urls?.at(page));
      expect(pageAt(addresses, urlOf(addresses, page))).toBe(page);
    }
  });

  it("tell pages apart whose URLs differ only in what a request does not carry", () => {
    const urls = [
      "https://A.example/x",
      "http://a.example/x#top",
      "http://a.example:80/x",
      "http://a.example/x?q=1",
      "https://a.example/x?q=1",
      "http://a.example",
      "http://a.example:8080/",
      "not a URL",
      "http://a.example/b/../%7Ec d",
      "http://user:secret@a.example/y",
      "http://a.example/y?",
      "http://a.example/y?#top",
      "http://a.example./dot",
      "https://a.example.:8080/dot",
      "http://a.example./x?q=1",
    ];
    const addresses = addressesOf(webOf(urls.length, [], { urls, name: "Odd Web" }));
    // by hand, WHATWG URL: host in lower case, default port dropped, dot segments resolved, a space written as %20
    expect(urls.map((_, page) => urlOf(addresses, page))).toEqual([
      "http://a.example/x",
      "http://a.example/x?page=1",
      "http://a.example/x?page=2",
      "http://a.example/x?q=1",
      "http://a.example/x?q=1&page=4",
      "http://a.example/",
      "http://a.example:8080/",
      "http://no-url.odd-web.example/p/7.html",
      "http://a.example/%7Ec%20d",
      "http://a.example/y",
      "http://a.example/y?", // an empty query is asked for
      "http://a.example/y?&page=11",
      "http://a.example/dot", // the same host: RFC 3986, 3.2.2
      "http://a.example:8080/dot",
      "http://a.example/x?q=1&page=14",
    ]);
    urls.forEach((_, page) => {
      expect(pageAt(addresses, urlOf(addresses, page))).toBe(page);
    });
    expect(pageAt(addresses, "https://A.example/x#y")).toBe(0);
    expect(pageAt(addresses, "http://a.example.:8080/dot")).toBe(13);
    expect([
      pageAt(addresses, "http://a.example/z"),
      pageAt(addresses, "ftp://a.example/x"),
      pageAt(addresses, "x"),
    ]).toEqual([-1, -1, -1]);
    expect([...addresses.pagesOf(addresses.hostIndex("a.example"))]).toEqual([0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 14]);
  });

  it("are never those that the WHATWG parser would write otherwise, whatever the URL", () => {
    const piece = fc.constantFrom(
      "a",
      "B",
      ".",
      "..",
      "/",
      "//",
      "%2e",
      "%7e",
      "?",
      "#",
      "'",
      "|",
      " ",
      "é",
      ":",
      "@",
      "1",
      "xn--",
      "~",
      "&",
      "=",
      "\\",
    );
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(""));
    const host = fc.constantFrom(
      "a.example",
      "1.2.3",
      "0x7f.1",
      "xn--a.example",
      "a..b",
      "a-.c",
      "EX.example",
      "[::1]",
      "a.example:81",
    );
    fc.assert(
      fc.property(host, text, (name, rest) => {
        const url = `http://${name}/${rest}`;
        const addresses = addressesOf(webOf(1, [], { urls: [url] }));
        const expected = URL.canParse(url) ? new URL(url) : undefined;
        const [, query = ""] = expected?.href.split("#", 1)[0].split(/(\?.*)/, 2) ?? [];
        if (expected) expect(urlOf(addresses, 0)).toBe(`http://${expected.host}${expected.pathname}${query}`);
        else expect(urlOf(addresses, 0)).toBe("http://no-url.small.example/p/0.html");
      }),
      { numRuns: 500 },
    );
  });

  it("bring their own hosts, so that a number of hosts is refused", () => {
    const web = webOf(1, [], { urls: ["http://a.example/"] });
    expect(() => addressesOf(web, { hosts: 2 })).toThrow("hosts is an option of webs without URLs");
    expect(() => addressesOf(webOf(3, []), { hosts: 4 })).toThrow("from 1 to the 3 pages of small; found 4");
  });
});
