import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Resolver } from "../../src/url/resolver.js";

/** What the WHATWG parser of Node says. */
function literal(reference: string, base: string): string | undefined {
  try {
    const url = new URL(reference, base);
    url.hash = "";
    return /^https?:$/.test(url.protocol) ? url.href.replace(/#$/, "") : undefined;
  } catch {
    return undefined;
  }
}

const bases = [
  "https://a.example/",
  "http://www.a.example/b/c.html?d=e#f",
  "https://u:p@a.example:8443/b/../c/",
  "http://127.0.0.1:8080/x",
  "http://[::1]/y/z",
  "https://xn--bcher-kva.example/%7Eme/",
  "HTTP://A.example:80/B//C;d",
  "https://a.example?q",
  "http://a.example/b?#",
  "mailto:someone@a.example",
  "file:///etc/hosts",
  "data:text/html,x",
  "about:blank",
  "ftp://a.example/b",
];
const pieces = [
  "a",
  "B",
  "index.html",
  "x-y_z~",
  "0",
  "1.2",
  "a.example",
  "A.Example",
  "www.b.example",
  "xn--bcher-kva",
  "xn--",
  "b\u00fccher",
  "\u3002",
  "127.0.0.1",
  "0x7f",
  "1",
  "[::1]",
  "localhost",
  "/",
  "//",
  "///",
  "\\",
  "/\\",
  ".",
  "..",
  "./",
  "../",
  "/../",
  "/./",
  "/.",
  "/..",
  "...",
  "%2e",
  "%2E%2e",
  "%2e/",
  ".%2e",
  "%20",
  "%",
  "%zz",
  "%C3%A9",
  "?",
  "#",
  "?q=1",
  "&amp;",
  "#top",
  ";p",
  "=",
  "'",
  '"',
  "<",
  ">",
  "`",
  "{",
  "}",
  "|",
  "^",
  "[",
  "]",
  "!",
  "*",
  "$",
  "+",
  ",",
  "(",
  ":",
  "::",
  ":80",
  ":443",
  ":8080",
  ":0080",
  ":65536",
  ":x",
  "@",
  "u:p@",
  "u@",
  "http:",
  "https:",
  "HTTP:",
  "Https://",
  "http://",
  "https://",
  "http:/",
  "javascript:",
  "mailto:",
  "data:,",
  "ftp://",
  "ws://",
  "java\nscript:",
  "tel:+1",
  "a+b.c-d:",
  "1a:",
  " ",
  "\t",
  "\n",
  "\r",
  "\f",
  "\v",
  "\0",
  "\u001f",
  "\u007f",
  "\u00a0",
  "\u200b",
  "\ufeff",
  "\ufffd",
  "\ud800",
  "\udc00",
  "\ud83d\ude00",
  "\u00e9",
  "\u212a",
  "\u00ad",
];
const reference = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((all) => all.join("")) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          "",
          "/",
          "//a.example",
          "https://b.example",
          "http://www.a.example",
          "http://127.0.0.1:8080",
          "../",
          "./",
          "?",
        ),
        fc.array(fc.constantFrom(...pieces), { maxLength: 3 }),
      )
      .map(([start, all]) => start + all.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
);

describe("references, resolved against a base", () => {
  it("are what the WHATWG parser makes of them, without their fragment", () => {
    let resolved = 0;
    let refused = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...bases),
        fc.array(reference, { minLength: 1, maxLength: 20 }),
        (base, references) => {
          const resolver = new Resolver(base);
          const expected = references.map((each) => literal(each, base));
          expect(references.map((each) => resolver.resolve(each))).toEqual(expected);
          refused += expected.filter((each) => each === undefined).length;
          resolved += expected.filter((each) => each !== undefined).length;
        },
      ),
      { numRuns: 1500 },
    );
    expect(Math.min(resolved, refused) / (resolved + refused)).toBeGreaterThan(0.12);
  });

  it("are what it makes of them for every character at the places where characters matter", () => {
    const resolver = new Resolver("https://a.example/b/c?d");
    for (let code = 0; code <= 0x180; code++) {
      const c = String.fromCharCode(code);
      const references = [
        c,
        `x${c}`,
        `${c}x`,
        `x${c}y`,
        `/x${c}`,
        `/x/${c}y`,
        `?${c}`,
        `?x${c}y`,
        `//x${c}y`,
        `//x${c}`,
        `//${c}x`,
        `//x.${c}y/`,
        `http://h/${c}/`,
        `https://x${c}y.example/z`,
        `https:${c}x`,
        `ht${c}tp://x/`,
        `../${c}`,
        `./x${c}`,
        `#${c}`,
        `/%2${c}`,
        `//h:8${c}/`,
      ];
      const expected = references.map((each) => [each, literal(each, "https://a.example/b/c?d")]);
      expect(references.map((each) => [each, resolver.resolve(each)])).toEqual(expected);
    }
  });

  it("are what it makes of them for hosts that look plain", () => {
    for (const host of [
      "a",
      "a.",
      "a..b",
      ".a",
      "-a",
      "a-",
      "a--b",
      "ab--c",
      "xn--a",
      "xn--bcher-kva",
      "a_b",
      "1.a",
      "a.1",
      "a.0x1",
      "a.0xg",
      "1.2.3.4",
      "1.2.3",
      "0x7f",
      "a1",
      "1a",
      "a.1a",
      "a.b-",
      "a.-b",
      "x".repeat(64),
      "x.".repeat(130) + "x",
      "a:80",
      "a:443",
      "a:1",
      "a:01",
      "a:",
      "a:65536",
      "a@b",
      "a%62",
    ])
      for (const reference of [
        `http://${host}`,
        `https://${host}/p`,
        `//${host}?q`,
        `https://${host}#f`,
        `http://${host}/p?q#f`,
      ])
        for (const base of ["https://a.example/", "http://a:1/"])
          for (const resolver of [new Resolver(base)]) {
            const expected = literal(reference, base);
            expect([resolver.resolve(reference), resolver.resolve(reference)], reference).toEqual([expected, expected]);
          }
  });

  describe("that are plain", () => {
    const Whole = URL;
    let parsed: string[] = [];
    /** References that the parser was asked for, beside those of the resolver's own making. */
    const parsedOf = (base: string, references: readonly string[]) => {
      const resolver = new Resolver(base);
      parsed = [];
      const found = references.map((each) => resolver.resolve(each));
      const asked = [...parsed];
      expect(found).toEqual(references.map((each) => literal(each, base)));
      return asked;
    };
    beforeEach(() => {
      class Counted extends Whole {
        constructor(text: string | URL, base?: string | URL) {
          parsed.push(String(text));
          super(text, base);
        }
      }
      vi.stubGlobal("URL", Counted);
    });
    afterEach(() => void vi.unstubAllGlobals());

    it("are put together without the parser, hosts that are plain among them", () => {
      const every = "abcdefghijklmnopqrstuvwxyz0123456789-_ABCDEFGHIJKLMNOPQRSTUVWXYZ~!$&()*+,;=:@";
      const references = [
        ...["", "#", "#a", "?", "?a=1&b=[x]|%zz", "a", "a?b#c", "/", "/a/%C3%A9?q", "/a.b/c..d", "/a'b"],
        ...[`/${every}`, `?${every}/?.%[]|`],
        ...["./a", "../a", "../../a", "../../../a", "./../a?b#c"],
        ...["//b.example", "//b.example/a", "//b.example?q#f", "//b-c.d_e.example/"],
        ...["https://b.example/a?b", "http://b.example#f", "http://a.b1/x", `http://${"b".repeat(63)}.example/`],
        ...[`http://${"b.".repeat(126)}x/`], // 253 characters, the most that a name has
      ];
      expect(parsedOf("https://a.example/b/c/d?e", references)).toEqual([]);
    });

    it("are asked of the parser once per host that is not, and not again", () => {
      const hosts = ["http://127.0.0.1:8080", "http://[::1]", "https://xn--bcher-kva.example"];
      const asked = parsedOf(
        "https://a.example/",
        hosts.flatMap((host) => [host, `${host}/a`, `${host}?b`]),
      );
      expect(asked).toEqual(hosts);
      expect(parsedOf("https://u:p@a.example:8443/", ["https://u:p@a.example:8443/x", "//u:p@a.example:8443"])).toEqual(
        [],
      );
    });

    it("are asked of the parser in all that it writes otherwise, or might", () => {
      const others = [
        ...[
          "a b",
          "/./a",
          "/a/../b",
          "a/.",
          "/%2e",
          "/%2E/",
          "a\\b",
          "?a b",
          "?\u00e9",
          "/\u00e9",
          "a:b/../c".slice(2),
        ],
        ...["http:a", "https:/a", "HTTP://b.example/", "//B.example/", "//b..example/", "//-b.example/"],
        ...["//1.2.3/", "//b.1/", "//b.example:443/", `//${"b.".repeat(130)}x/`, ".", "..", "./.", "...a", ".a"],
      ];
      for (const each of others)
        expect([each, parsedOf("https://a.example/b/c", [each]).length > 0]).toEqual([each, true]);
    });
  });

  it("have their query written otherwise where that is asked for, and nothing else of them", () => {
    const resolver = new Resolver("http://a.example/b/c?d", (query) => query.replaceAll("\u00e9", "%E9"));
    const cases = [
      ["?\u00e9#\u00e9", "http://a.example/b/c?%E9"],
      ["\u00e9?x=\u00e9&y", "http://a.example/b/%C3%A9?x=%E9&y"],
      ["\u00e9#?\u00e9", "http://a.example/b/%C3%A9"],
      ["http://b.example/\u00e9?\u00e9?\u00e9", "http://b.example/%C3%A9?%E9?%E9"],
      ["\u00e9", "http://a.example/b/%C3%A9"],
    ];
    expect(cases.map(([reference]) => resolver.resolve(reference))).toEqual(cases.map(([, url]) => url));
    expect(new Resolver("http://a.example/").resolve("?\u00e9")).toBe("http://a.example/?%C3%A9");
  });

  it("refuse a base that is no absolute URL", () => {
    for (const base of ["", "/a", "a.example", "http://"])
      expect(() => new Resolver(base)).toThrow(/^a base is an absolute URL/);
  });

  it("are resolved the same by a resolver that has seen more hosts than it remembers", () => {
    const resolver = new Resolver("https://a.example/");
    const hosts = Array.from({ length: 5000 }, (_, i) => `http://h${i}.example:81`);
    expect(hosts.map((host) => resolver.resolve(host))).toEqual(hosts.map((host) => `${host}/`));
  });
});
