import { describe, expect, it } from "vitest";
import { parseRobots, productToken } from "../../../src/url/robots/robots.js";
import { ROBOTS_LINE_BYTES } from "../../../src/url/robots/robots-lines.js";
import { pathOf } from "../../../src/url/robots/robots-rules.js";

const file = (text: string | Uint8Array) => parseRobots(typeof text === "string" ? Buffer.from(text) : text);
/** Which of the paths an agent may fetch, as a string of + and -. */
const marks = (text: string | Uint8Array, agent: string, ...paths: string[]) =>
  paths.map((path) => (file(text).allows(agent, `https://site.example${path}`) ? "+" : "-")).join("");
const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("robots.txt, its groups (RFC 9309, sections 2.1 and 2.2.1)", () => {
  it("is read from its text as from its bytes", () => {
    const text = "user-agent: *\ndisallow: /é";
    for (const file of [text, Buffer.from(text)]) {
      const robots = parseRobots(file);
      expect([robots.allows("bot", "http://a/%C3%A9"), robots.allows("bot", "http://a/b")]).toEqual([false, true]);
    }
    expect(() => parseRobots(Promise.resolve() as never)).toThrow(
      "parseRobots takes the bytes of a robots.txt, or its text",
    );
  });

  it("allows everything where the file, or the agent's name, is empty, or no group is for the agent", () => {
    expect(marks("", "ant", "/", "/a")).toBe("++"); // Google's GoogleOnly_SystemTest
    expect(marks("User-agent: ant\nDisallow: /", "", "/")).toBe("+"); // the same
    expect(marks("User-agent: bee\nDisallow: /", "ant", "/a")).toBe("+"); // RFC 9309, 2.2.1, last sentence
  });

  it("takes the agent's own group, and that of * only where there is none", () => {
    // Google's ID_LongestMatch, last case
    const text = "User-agent: *\nDisallow: /all\n\nUser-agent: ant\nDisallow: /own\n";
    expect(marks(text, "ant", "/all", "/own")).toBe("+-");
    expect(marks(text, "bee", "/all", "/own")).toBe("-+");
    // a group without rules is one
    expect(marks("User-agent: *\nDisallow: /\nUser-agent: ant\n", "ant", "/a")).toBe("+");
  });

  it("merges the groups of one agent, and gives several agents one group", () => {
    const text =
      "user-agent: ant\ndisallow: /a\nuser-agent: bee\nuser-agent: wasp\ndisallow: /b\nuser-agent: ant\ndisallow: /c";
    expect(marks(text, "ant", "/a", "/b", "/c")).toBe("-+-"); // RFC 9309, 2.2.1; Google's ID_LineSyntax_Groups
    expect(marks(text, "bee", "/a", "/b", "/c")).toBe("+-+");
    expect(marks(text, "wasp", "/a", "/b", "/c")).toBe("+-+");
  });

  it("gives * and a name one group where they stand together", () => {
    const text = "User-agent: *\nUser-agent: ant\nDisallow: /both\nUser-agent: *\nDisallow: /rest";
    expect(marks(text, "ant", "/both", "/rest")).toBe("-+");
    expect(marks(text, "bee", "/both", "/rest")).toBe("--");
  });

  it("ignores rules before the first user-agent line", () => {
    // Google's ID_LineSyntax_Groups
    expect(marks("disallow: /a\nuser-agent: *\ndisallow: /b", "ant", "/a", "/b")).toBe("+-");
    expect(parseRobots("crawl-delay: 9\nuser-agent: *\ndisallow: /b").crawlDelay("ant")).toBeUndefined();
  });

  it("does not end a list of user-agent lines at a sitemap, an empty or an unknown line", () => {
    for (const between of ["Sitemap: https://site.example/s.xml", "Noindex: /x", "Crawl-delay: 3", "", "what?"]) {
      // Google's ID_LineSyntax_Groups_OtherRules
      const text = `User-agent: ant\n${between}\nUser-agent: bee\nDisallow: /`;
      expect([marks(text, "ant", "/a"), marks(text, "bee", "/a"), marks(text, "wasp", "/a")]).toEqual(["-", "-", "+"]);
    }
  });

  it("takes names of agents in either case, up to the first character that no name has", () => {
    for (const name of ["FOO BAR", "foo bar", "FoO/2.1", "foo*", "fOO(x)"]) {
      const text = `User-agent: ${name}\nDisallow: /`; // Google's ID_UserAgentValueCaseInsensitive
      expect([marks(text, "Foo", "/a"), marks(text, "foo", "/a")], name).toEqual(["-", "-"]);
    }
    expect(marks("User-agent: a-b_C\nDisallow: /", "A-B_c", "/")).toBe("-");
    // RFC 9309, 2.2.1: a match of the whole token
    expect(marks("User-agent: foobar\nDisallow: /", "foo", "/")).toBe("+");
  });

  it("does not cut the name that is asked for: a full User-Agent falls to *", () => {
    // GoogleOnly_AcceptUserAgentUpToFirstSpace
    const text = "User-agent: *\nDisallow: /\nUser-agent: foo bar\nDisallow: /b";
    expect([marks(text, "foo", "/a"), marks(text, "foo bar", "/a"), marks(text, "foo/2.1", "/a")]).toEqual([
      "+",
      "-",
      "-",
    ]);
    // KELVIN SIGN, which toLowerCase makes a k
    expect(marks("User-agent: kit\nDisallow: /", "\u212Ait", "/")).toBe("+");
  });

  it("knows * by what follows it", () => {
    expect(marks("User-agent: * all\nDisallow: /", "ant", "/")).toBe("-"); // RobotsMatcher::HandleUserAgent
    expect(marks("User-agent: *all\nDisallow: /", "ant", "/")).toBe("+");
  });

  it("finds the product token in a User-Agent header", () => {
    expect(productToken("Foo-Bot_x/2.1 (+https://foo.example/bot)")).toBe("Foo-Bot_x"); // RFC 9309, 2.2.1
    expect([productToken("foo"), productToken("2foo"), productToken("")]).toEqual(["foo", "", ""]);
  });
});

describe("robots.txt, its lines", () => {
  it("takes keys in either case, and the misspellings that Google takes", () => {
    for (const key of ["user-agent", "USER-AGENT", "uSeR-aGeNt", "useragent", "user agent", "User-agents"])
      expect(marks(`${key}: ant\nDisallow: /`, "ant", "/"), key).toBe("-"); // Google's ID_REPLineNamesCaseInsensitive
    for (const key of ["DISALLOW", "dissallow", "dissalow", "disalow", "diasllow", "disallaw", "Disallowed"])
      expect(marks(`User-agent: ant\n${key}: /`, "ant", "/"), key).toBe("-");
    for (const key of ["dissalowe", "disallo", "dis-allow", "deny"])
      expect(marks(`User-agent: ant\n${key}: /`, "ant", "/"), key).toBe(key === "dissalowe" ? "-" : "+");
    expect(marks("User-agent: ant\nDisallow: /\nAllowed: /a", "ant", "/a")).toBe("+");
  });

  it("takes white space for a colon that is missing, between two words and no more", () => {
    expect(marks("user-agent ant\ndisallow /", "ant", "/")).toBe("-"); // Google's ID_LineSyntax_Line
    expect(marks("user-agent\t \tant\ndisallow \t/a", "ant", "/a")).toBe("-");
    expect(marks("user-agent ant\ndisallow /a /b", "ant", "/a", "/b")).toBe("++");
    expect(marks("user-agent ant\ndisallow", "ant", "/")).toBe("+");
    expect(marks("user-agent ant\n: /", "ant", "/")).toBe("+");
  });

  it("ends lines at CR, LF and CR LF, and counts the last once", () => {
    for (const end of ["\n", "\r", "\r\n"]) {
      const rules = file(["User-agent: ant", "", "Disallow: /a", ""].join(end)).rulesFor("ant");
      expect(rules.deciding("https://site.example/a")?.line).toBe(3); // Google's ID_LinesNumbersAreCountedCorrectly
    }
    expect(file("a\r\n\n\r\r\nuser-agent: ant\ndisallow: /").rulesFor("ant").deciding("/")?.line).toBe(6);
    // hand count: "a" CRLF | LF | CR | CRLF | user-agent LF | disallow
  });

  it("cuts comments, and white space around keys and values", () => {
    const text = "# User-agent: bee\n  User-agent :\tant # who\n\v Disallow\f: /a#b\n#Disallow: /c";
    expect(marks(text, "ant", "/a", "/c")).toBe("-+"); // Google's ID_SpecialCharacters
  });

  it("passes over a byte order mark, whole or in part, at the beginning only", () => {
    const text = "User-agent: ant\nDisallow: /";
    // Google's ID_UTF8ByteOrderMarkIsSkipped
    for (const mark of ["\xef\xbb\xbf", "\xef\xbb", "\xef"]) expect(marks(latin1(mark + text), "ant", "/")).toBe("-");
    for (const mark of ["\xef\x11\xbf", "\xbb\xbf", "\xef\xbb\xbf\xef\xbb\xbf", "\xfe\xff"])
      expect(marks(latin1(mark + text), "ant", "/")).toBe("+");
    expect(marks(latin1("User-agent: ant\n\xef\xbb\xbfDisallow: /"), "ant", "/")).toBe("+");
  });

  it("decodes UTF-16 with a byte order mark", () => {
    const little = Buffer.from("\ufeffUser-agent: ant\r\nDisallow: /\u00e9", "utf16le");
    expect(marks(little, "ant", "/%C3%A9", "/e")).toBe("-+");
    expect(marks(Buffer.from(little).swap16(), "ant", "/%C3%A9", "/e")).toBe("-+");
  });

  it("cuts lines that are too long, and not what follows them", () => {
    const key = "disallow: /";
    const fits = "x".repeat(ROBOTS_LINE_BYTES - key.length);
    expect(key.length + fits.length).toBe(2083 * 8 - 1); // Google's GoogleOnly_LineTooLong
    const text = `user-agent: ant\n${key}${fits}cut off\ndisallow: /next`;
    expect(marks(text, "ant", `/${fits}`, `/${fits}other`, `/${fits.slice(1)}`, "/next")).toBe("--+-");
  });

  it("ends a line at a NUL", () => {
    // C strings of Google's parser
    expect(marks("User-agent: ant\0xyz\nDisallow: /a\0b", "ant", "/ac", "/b")).toBe("-+");
  });

  it("finds no rules in HTML and in binary data", () => {
    expect(
      marks("<!doctype html><html><head><title>Disallow: /</title></head>\n<p>404: none\n</html>", "ant", "/"),
    ).toBe("+");
    expect(
      marks(
        Uint8Array.from({ length: 4096 }, (_, i) => (i * 197 + (i >> 3)) & 255),
        "ant",
        "/",
      ),
    ).toBe("+");
  });
});

describe("robots.txt, what matches (RFC 9309, sections 2.2.2 and 2.2.3)", () => {
  const under = (rules: string, ...paths: string[]) =>
    marks(`user-agent: ant\n${rules.replaceAll(", ", "\n")}`, "ant", ...paths);

  it("is the longest pattern, and allow among equal ones, wherever they stand", () => {
    expect(under("disallow: /x/page.html, allow: /x/", "/x/page.html", "/x/")).toBe("-+"); // Google's ID_LongestMatch
    expect(under("allow: /x/page.html, disallow: /x/", "/x/page.html", "/x/")).toBe("+-");
    expect(under("disallow: /, allow: /", "/a")).toBe("+");
    expect(under("allow: /page, disallow: /*.html", "/page.html", "/page")).toBe("-+");
    expect(under("allow: /x/page., disallow: /*.html", "/x/page.html", "/x/y.html")).toBe("+-");
    expect(under("disallow: /x, allow: /x/", "/x", "/x/")).toBe("-+");
  });

  it("is nothing for an empty pattern", () => {
    expect(under("disallow:, allow:", "/a")).toBe("+");
    expect(under("disallow:", "/a")).toBe("+");
  });

  it("tells letters of either case apart", () => {
    expect(under("disallow: /x/", "/x/y", "/X/y")).toBe("-+"); // Google's ID_AllowDisallow_Value_CaseSensitive
  });

  it("follows the table of Google's documentation (URL matching based on path values)", () => {
    const all = [
      "/fish",
      "/fish.html",
      "/fish/salmon.html",
      "/fishheads",
      "/fish.html?id=1",
      "/Fish.asp",
      "/catfish",
      "/?id=fish",
    ];
    expect(under("disallow: /, allow: /fish", ...all)).toBe("+++++---");
    expect(under("disallow: /, allow: /fish*", ...all)).toBe("+++++---");
    expect(
      under("disallow: /, allow: /fish/", "/fish/", "/fish/?id=1", "/fish/salmon.htm", "/fish", "/fish.html"),
    ).toBe("+++--");
    const php = [
      "/a.php",
      "/b/a.php",
      "/b/a.php?q",
      "/b/any.php.html",
      "/a.php/",
      "/php/",
      "/?php",
      "/a.PHP",
      "/a.php5",
    ];
    expect(under("disallow: /, allow: /*.php", ...php)).toBe("+++++---+");
    expect(under("disallow: /, allow: /*.php$", ...php)).toBe("++-------");
    expect(under("disallow: /, allow: /fish*.php", "/fish.php", "/fishheads/cat.php?q", "/Fish.PHP")).toBe("++-");
    expect(under("allow: /$, disallow: /", "/", "/page.htm")).toBe("+-");
  });

  it("knows * and $ where they mean something, and takes $ elsewhere as itself", () => {
    expect(under("disallow: /a$b", "/a$bc", "/a", "/ab")).toBe("-++");
    expect(under("disallow: *a", "/bca", "/bcd")).toBe("-+");
    expect(under("disallow: /***a***$", "/xa/y", "/b")).toBe("-+");
    expect(under("disallow: /a*a$", "/a", "/aa", "/aba", "/abab")).toBe("+--+"); // one a is not both
    expect(under("disallow: /*ab*b$", "/ab", "/abb", "/abab", "/ababc")).toBe("+--+");
    expect(under("disallow: $", "/")).toBe("+");
    expect(under("disallow: *$", "/a")).toBe("-");
    expect(under("disallow: a", "/a")).toBe("+"); // no path begins with a letter
  });

  it("takes the query as part of the path, with its question mark", () => {
    expect(under("disallow: /search?", "/search", "/search?", "/search?q")).toBe("+--");
    expect(under("disallow: /*?", "/a", "/a?", "/a?b")).toBe("+--");
  });

  it("encodes patterns, and not URLs", () => {
    expect(under("disallow: /caf\u00e9", "/caf%C3%A9", "/caf%c3%a9", "/caf\u00e9")).toBe("-++"); // Google's ID_Encoding
    expect(under("disallow: /%c3%a9", "/%C3%A9", "/%c3%a9")).toBe("-+");
    expect(under("disallow: /%62%61", "/ba", "/%62%61")).toBe("+-");
    expect(under("disallow: /%zz%a", "/%zz%a")).toBe("-");
  });

  it("allows the folder of an allowed index page, and only allows it", () => {
    expect(under("allow: /p/index.html, disallow: /", "/p/", "/p/index.html", "/p/index.htm", "/p/x")).toBe("++--");
    // GoogleOnly_IndexHTMLisDirectory
    expect(under("allow: /p/index.htm, disallow: /", "/p/", "/p/index.html", "/p")).toBe("++-");
    expect(under("disallow: /p/index.html", "/p/", "/p/index.html")).toBe("+-");
  });

  it("is told with its line", () => {
    const rules = file("User-agent: *\nDisallow: /\n  Allow: /caf\u00e9/index.html # best\n").rulesFor("ant");
    expect(rules.deciding("https://site.example/caf%C3%A9/")).toEqual({
      allow: true,
      pattern: "/caf%C3%A9/index.html",
      line: 3,
      text: "Allow: /caf\u00e9/index.html",
    });
    expect(file("").rulesFor("ant").deciding("/")).toBeUndefined();
  });

  it("is the same with many rules, which are sorted out by how paths begin", () => {
    const rules = Array.from(
      { length: 400 },
      (_, i) => `${i % 3 ? "disallow" : "allow"}: /${String.fromCharCode(97 + (i % 26))}${i}/`,
    );
    const text = `${rules.join(", ")}, disallow: /*.gif, disallow: /$, allow: *z`;
    const paths = ["/b1/", "/d3/x", "/x.gif", "/", "/xz.gif", "/\u00e9.gif", "/b1/z", "/other"];
    expect(under(text, ...paths)).toBe("-+-----+"); // i % 3 is 0 for /d3/ alone; *z is shorter than the others
  });
});

describe("the path that rules are matched against", () => {
  it("is that of Google's TestGetPathParamsQuery", () => {
    const paths: Readonly<Record<string, string>> = {
      "": "/",
      "http://a.example": "/",
      "http://a.example/b/": "/b/",
      "http://a.example/b?c=http://d.example/": "/b?c=http://d.example/",
      "http://a.example/b?c#d": "/b?c",
      "http://a.example#/b": "/",
      "http://a.example?b": "/?b",
      "a.example": "/",
      "a.example/b;c#d": "/b;c",
      "a.example;b": "/;b",
      "/b": "/b",
      "b/c": "/c",
      "//a.example/b": "/b",
      "//a.example": "/",
      "http://": "/",
      "a?://b": "/?://b",
      "/a#b/c": "/a",
    };
    for (const [url, path] of Object.entries(paths)) expect(pathOf(url), url).toBe(path);
  });
});

describe("robots.txt, what is no part of RFC 9309", () => {
  it("tells the crawl delay of an agent's groups in milliseconds, the largest of several", () => {
    const text =
      "User-agent: ant\nCrawl-delay: 2.5\nDisallow: /a\nUser-agent: *\nCrawl-delay: 10 # s\nUser-agent: ant\ncrawl-delay: 1";
    expect([file(text).crawlDelay("Ant"), file(text).crawlDelay("bee")]).toEqual([2500, 10_000]);
    expect(file("User-agent: ant\nDisallow: /\nUser-agent: *\nCrawl-delay: 4").crawlDelay("ant")).toBeUndefined();
  });

  it("gives a crawl delay to the user-agent lines above it, not to those below", () => {
    const text = "User-agent: ant\nUser-agent: bee\nCrawl-delay: 7\n\nUser-agent: wasp\nDisallow: /x\nCrawl-delay: 1";
    expect(["ant", "bee", "wasp"].map((agent) => file(text).crawlDelay(agent))).toEqual([7000, 7000, 1000]);
  });

  it("ignores crawl delays that are no number of seconds", () => {
    for (const value of ["", "-1", "1,5", "5s", "Infinity", "1e9", "0x10", "NaN", "99999999999"])
      expect(file(`User-agent: *\nCrawl-delay: ${value}`).crawlDelay("ant"), value).toBeUndefined();
    for (const [value, delay] of [
      ["0", 0],
      [".5", 500],
      ["3.", 3000],
      ["0.0015", 2],
    ] as const)
      expect(file(`User-agent: *\nCrawl-delay: ${value}`).crawlDelay("ant")).toBe(delay);
  });

  it("lists sitemaps wherever they stand, each once", () => {
    const text =
      "Sitemap: https://a.example/1.xml\nUser-agent: *\nsite-map:https://a.example/\u00e9.xml\nDisallow: /\nSITEMAP : https://a.example/1.xml\nSitemap:";
    expect(file(text).sitemaps).toEqual(["https://a.example/1.xml", "https://a.example/\u00e9.xml"]);
  });
});
