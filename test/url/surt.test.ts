import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getSurt } from "warcio/utils";
import { surt } from "../../src/url/surt.js";

describe("the key of a URL in a CDXJ index", () => {
  it("is host labels in reverse, and the path", () => {
    expect(surt("https://www.Example.com:8080/B?c=2&a=1#d")).toBe("com,example:8080)/b?a=1&c=2");
    expect(surt("http://u:p@a.b.example/x;y?")).toBe("example,b,a)/x;y");
    expect(surt("urn:pageinfo:http://a.example/")).toBe("urn:pageinfo:http://a.example/");
  });

  it("leaves out www and a number before a host, and no other name that begins so", () => {
    expect(["www.", "www1.", "www20."].map((begin) => surt(`http://${begin}a.example/`))).toEqual(
      Array(3).fill("example,a)/"),
    );
    expect(surt("http://wwwa.example/")).toBe("example,wwwa)/");
    expect(surt("http://www2a.example/")).toBe("example,www2a)/");
    expect(surt("http://a.www.example/")).toBe("example,www,a)/");
  });

  it("is what warcio.js writes", () => {
    const piece = fc.constantFrom(
      "http://",
      "https://",
      "http:",
      "HTTP://",
      "www.",
      "www2.",
      "www",
      "a.example",
      "Example.COM",
      "b\u00fccher.example",
      "[::1]",
      "127.0.0.1",
      ":80",
      ":8080",
      ":x",
      "/",
      "/A",
      "?",
      "b=2",
      "&",
      "a=1",
      "A=1",
      "#f",
      "%C3%a9",
      "\u00e9",
      " ",
      "u:p@",
      ".",
      "..",
      "\\",
    );
    const url = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(""));
    const absolute = fc
      .tuple(fc.constantFrom("http://", "https://www.", "https://www12.", "http://www.www."), url)
      .map(([scheme, rest]) => `${scheme}a.example/${rest}`);
    let [tried, keys] = [0, 0];
    fc.assert(
      fc.property(fc.oneof(url, absolute, fc.webUrl({ withQueryParameters: true, withFragments: true })), (each) => {
        tried++;
        expect(surt(each)).toBe(getSurt(each));
        if (surt(each) !== each) keys++;
      }),
      { numRuns: 400 },
    );
    expect(keys / tried).toBeGreaterThan(0.25);
  });
});
