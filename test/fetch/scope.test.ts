import { describe, expect, it } from "vitest";
import { NO_PAGES, OUT_OF_SCOPE, type ScopeOptions, scopeOf } from "../../src/fetch/scope.js";

const seeds = ["https://www.example.org/"];
/** Reason why a URL is left out of a scope, at depth 0; "in" when it is let in. */
const verdicts = (options: ScopeOptions, urls: readonly string[]) => {
  const scope = scopeOf(options);
  return urls.map((url) => scope.check(url, 0) ?? "in");
};
const sample = (reason: string): [ScopeOptions, string, number] => {
  const base = "https://www.example.org";
  switch (reason) {
    case "bad-url":
      return [{ seeds }, "mailto:a@example.org", 0];
    case "length":
      return [{ seeds }, `${base}/${"a".repeat(2025)}`, 0];
    case "scheme":
      return [{ seeds }, "ftp://www.example.org/", 0];
    case "depth":
      return [{ seeds, depth: 2 }, `${base}/`, 3];
    case "port":
      return [{ seeds }, `${base}:8080/`, 0];
    case "host":
      return [{ seeds }, "https://example.com/", 0];
    case "prefix":
      return [{ prefixes: [`${base}/docs/`] }, `${base}/blog/`, 0];
    case "path-depth":
      return [{ seeds }, `${base}/${Array.from({ length: 31 }, (_, i) => i).join("/")}`, 0];
    case "suffix":
      return [{ seeds }, `${base}/a.PNG?size=1`, 0];
    case "cgi-bin":
      return [{ seeds, cgiBin: false }, `${base}/cgi-bin/vote`, 0];
    case "repeated-segments":
      return [{ seeds }, `${base}/a/b/a/c/a/d/a`, 0];
    case "query-parameters":
      return [{ seeds, queryParameters: 1 }, `${base}/?a=1&b=2`, 0];
    case "session-id":
      return [{ seeds, sessionIds: "refuse" }, `${base}/a;jsessionid=0123456789`, 0];
    case "calendar":
      return [{ seeds, years: [1990, 2030] }, `${base}/events?year=2031`, 0];
    case "excluded":
      return [{ seeds, exclude: ["*/print/*"] }, `${base}/print/1`, 0];
    case "pages-per-host":
      return [{ seeds, pagesPerHost: 0 }, `${base}/`, 0];
    case "queries-per-host":
      return [{ seeds, queriesPerHost: 0 }, `${base}/?q`, 0];
    case "queries-per-path":
      return [{ seeds, queriesPerPath: 0 }, `${base}/?q`, 0];
    case "hosts-per-domain":
      return [{ seeds, hostsPerDomain: 0 }, `${base}/`, 0];
    case "numeric-variants":
      return [{ seeds, numericVariants: 0 }, `${base}/?q=1`, 0];
  }
  throw new Error(`no sample for "${reason}": give it one`);
};

describe("the scope of a crawl", () => {
  it.each(OUT_OF_SCOPE.map((reason) => [reason] as const))("leaves a URL out for the reason %s", (reason) => {
    const [options, url, depth] = sample(reason);
    expect(scopeOf(options).check(url, depth)).toBe(reason);
    expect(scopeOf({ seeds }).check("https://www.example.org/a/b.html?q=x", 0)).toBeUndefined();
  });

  it("has limits that a URL may just reach", () => {
    const base = "https://www.example.org";
    const path = (segments: number) => `${base}/${Array.from({ length: segments }, (_, i) => `s${i}`).join("/")}`;
    const query = (parameters: number) => `${base}/?${Array.from({ length: parameters }, (_, i) => `p${i}`).join("&")}`;
    const at = (url: string, depth = 0, options: ScopeOptions = {}) =>
      scopeOf({ seeds, ...options }).check(url, depth) ?? "in";
    expect([at(`${base}/${"a".repeat(2024)}`), at(`${base}/${"a".repeat(2025)}`)]).toEqual(["in", "length"]); // 2,048
    expect([at(path(30)), at(path(31))]).toEqual(["in", "path-depth"]);
    expect([at(query(20)), at(query(21))]).toEqual(["in", "query-parameters"]);
    expect([at(`${base}/`, 2, { depth: 2 }), at(`${base}/`, 3, { depth: 2 }), at(`${base}/`, 1e9)]).toEqual([
      "in",
      "depth",
      "in",
    ]);
    const counted = (options: ScopeOptions, urls: readonly string[]) => {
      const scope = scopeOf({ seeds, ...options });
      return urls.map((url) => scope.check(`${base}${url}`, 0) ?? "in").lastIndexOf("in") + 1;
    };
    const numbers = Array.from({ length: 10_002 }, (_, i) => `/?n=${i}`);
    expect([counted({}, numbers), counted({ numericVariants: 5 }, numbers)]).toEqual([10_000, 5]);
    expect(counted({ pagesPerHost: 3 }, ["/a", "/b?c", "/d", "/e"])).toBe(3);
    expect(counted({ queriesPerHost: 2 }, ["/b?c", "/b?d", "/b?e"])).toBe(2);
    expect(counted({ queriesPerPath: 2 }, ["/b?c", "/b?d", "/b?e"])).toBe(2);
    expect(() => scopeOf({ seeds, repeatedSegments: 0 })).toThrow("repeatedSegments is 1 or more; found 0");
    expect(() => scopeOf({ seeds, hostsPerDomain: Number.NaN })).toThrow(
      "hostsPerDomain is a number, 0 or more; found NaN",
    );
  });

  it("takes every option that it names", () => {
    const named = {
      ...{ seeds, hosts: [], domains: [], prefixes: [], exclude: [], schemes: ["https"], ports: "any", depth: 1 },
      ...{ urlLength: 99, pathDepth: 9, repeatedSegments: 1, cgiBin: false, queryParameters: 1, queriesPerPath: 1 },
      ...{ queriesPerHost: 1, pagesPerHost: 1, suffixes: [], numericVariants: 1, hostsPerDomain: 1, years: [1, 2] },
      ...{ within: "any", sessionIds: "allow" },
    } as const;
    expect(() => scopeOf(named as never)).not.toThrow();
    expect(verdicts({ seeds, schemes: ["https"] }, ["http://www.example.org/", "https://www.example.org/"])).toEqual([
      "scheme",
      "in",
    ]);
  });

  it("is by default the registered domains of the seeds, public suffixes and addresses standing for themselves", () => {
    const options = { seeds: ["https://www.example.co.uk/a", "alice.github.io", "127.0.0.1", "localhost"] };
    const inside = [
      "https://example.co.uk/",
      "http://a.b.example.co.uk/",
      "https://alice.github.io/x",
      "http://127.0.0.1/",
      "http://localhost/",
    ];
    expect(verdicts(options, inside)).toEqual(inside.map(() => "in"));
    const outside = [
      "https://other.co.uk/",
      "https://notexample.co.uk/",
      "https://bob.github.io/",
      "https://github.io/",
      "http://1.127.0.0.1.example/",
    ];
    expect(verdicts(options, outside)).toEqual(outside.map(() => "host"));
  });

  it("takes seeds for hosts, for folders, or lets the whole web in, as `within` says", () => {
    const urls = [
      "https://www.example.org/docs/b",
      "https://www.example.org/",
      "https://example.org/docs/b",
      "https://a.test/",
    ];
    const of = (within: ScopeOptions["within"]) =>
      verdicts({ seeds: ["https://www.example.org/docs/a.html"], within }, urls);
    expect(of("domain")).toEqual(["in", "in", "in", "host"]);
    expect(of("host")).toEqual(["in", "in", "host", "host"]);
    expect(of("prefix")).toEqual(["in", "prefix", "host", "host"]);
    expect(of("any")).toEqual(["in", "in", "in", "in"]);
  });

  it("adds hosts, whole domains and prefixes, with the ports of seeds and prefixes", () => {
    const options = { hosts: ["a.test"], domains: ["b.test"], prefixes: ["http://c.test:8080/x/"] };
    const urls = [
      "http://a.test/",
      "http://z.a.test/",
      "http://z.b.test/",
      "http://c.test:8080/x/1",
      "http://c.test:8080/y",
      "http://a.test:81/",
    ];
    expect(verdicts(options, urls)).toEqual(["in", "host", "in", "in", "prefix", "port"]);
    expect(verdicts({ ...options, ports: "any" }, ["http://a.test:81/"])).toEqual(["in"]);
    expect(verdicts({ seeds: ["http://a.test:81/"] }, ["http://a.test:81/b"])).toEqual(["in"]);
  });

  it("lets programs of /cgi-bin/ in, unless told otherwise", () => {
    const old = ["http://a.test/cgi-bin/list", "http://a.test/CGI-BIN/list"];
    expect(verdicts({ seeds: ["http://a.test/"] }, old)).toEqual(["in", "in"]);
    expect(verdicts({ seeds: ["http://a.test/"], cgiBin: false }, old.slice(0, 1))).toEqual(["cgi-bin"]);
  });

  it("refuses what is no port of a host", () => {
    for (const port of [0, -1, 1.5, 65_536, Number.NaN])
      expect(() => scopeOf({ hosts: ["a.test"], ports: [80, port] }), `${port}`).toThrow(
        /^ports are those of hosts, whole numbers from 1 to 65535; found /,
      );
  });

  it("reads hosts past user names, ports and brackets", () => {
    const options: ScopeOptions = { hosts: ["a.test", "http://[::1]/"], ports: "any" };
    const urls = [
      "http://u:p@a.test:81/",
      "http://[::1]:8080/a",
      "http://[::1]/",
      "http://a.test?q",
      "http://a.test@b.test/",
      "http://",
    ];
    expect(verdicts(options, urls)).toEqual(["in", "in", "in", "in", "host", "bad-url"]);
  });

  it("lets a segment stand three times, and a row of two or three follow itself once, but no oftener", () => {
    const paths = {
      "/a/a/a": "in",
      "/a/a/a/a": "repeated-segments",
      "/a/b/a/b": "in",
      "/a/b/a/b/a/b": "repeated-segments",
      "/x/a/b/a/b/a/b/y": "repeated-segments",
      "/a/b/a/b/c/a/b": "in", // three times, though not one after the other
      "/a/b/c/a/b/c": "in",
      "/a/b/c/a/b/c/a/b/c/": "repeated-segments",
      "/ab/ba/aab/bab": "in",
    };
    const urls = Object.keys(paths).map((path) => `https://www.example.org${path}`);
    expect(verdicts({ seeds }, urls)).toEqual(Object.values(paths));
    expect(verdicts({ seeds, repeatedSegments: Infinity }, urls)).toEqual(urls.map(() => "in"));
  });

  it("leaves out suffixes of the last segment alone, and not names after a colon", () => {
    const paths = {
      "/a.pdf": "suffix",
      "/a.tar.gz": "suffix",
      "/a.png/b": "in",
      "/a.html?file=b.png": "in",
      "/wiki/File:Map.png": "in",
      "/example.com": "in",
      "/.zip": "in", // no suffix, but the whole name
      "/zip": "in",
    };
    const urls = Object.keys(paths).map((path) => `https://www.example.org${path}`);
    expect(verdicts({ seeds }, urls)).toEqual(Object.values(paths));
    expect(verdicts({ seeds, suffixes: [] }, urls)).toEqual(urls.map(() => "in"));
    expect(NO_PAGES.filter((suffix) => /^\.(html?|xhtml|php|aspx?|jsp|shtml|cgi|txt|xml)$/.test(suffix))).toEqual([]);
  });

  it("matches texts against the whole URL and regular expressions anywhere, each time anew", () => {
    const exclude = ["https://www.example.org/a-b*", "*?print=1", /secret/g];
    const urls = [
      "https://www.example.org/a-b/c",
      "https://www.example.org/x/a-b",
      "https://www.example.org/x?print=1",
      "https://www.example.org/secret",
      "https://www.example.org/secret",
    ];
    expect(verdicts({ seeds, exclude }, urls)).toEqual(["excluded", "in", "excluded", "excluded", "excluded"]);
  });

  it("tells years of calendars from other numbers", () => {
    const paths = {
      "/?year=1989": "calendar",
      "/?y=2030": "in",
      "/?startdate=2031-05-01": "calendar",
      "/2031/05/": "calendar",
      "/2031-5": "calendar",
      "/2031/13/": "in",
      "/2031": "in",
      "/?id=2031": "in",
      "/?year=20310": "in",
      "/2029/12/?from=1970": "calendar",
    };
    const urls = Object.keys(paths).map((path) => `https://www.example.org${path}`);
    expect(verdicts({ seeds, years: [1990, 2030] }, urls)).toEqual(Object.values(paths));
  });
});

describe("the counters of a scope", () => {
  it("let in so many hosts per registered domain, and their URLs as often as they come", () => {
    const options = { seeds: [], within: "any", hostsPerDomain: 2 } as const;
    const urls = ["http://a.x.test/", "http://b.x.test/", "http://c.x.test/", "http://a.y.test/", "http://b.x.test/2"];
    expect(verdicts(options, urls)).toEqual(["in", "in", "hosts-per-domain", "in", "in"]);
    const first = scopeOf(options);
    for (const url of urls) first.check(url, 0);
    const second = scopeOf(options);
    second.restore(JSON.parse(JSON.stringify(first.save())));
    expect(["http://c.x.test/", "http://a.x.test/9"].map((url) => second.check(url, 0))).toEqual([
      "hosts-per-domain",
      undefined,
    ]);
  });

  it("let in so many URLs per host, and queries per host and per path", () => {
    const urls = ["http://a.test/1", "http://b.test/1", "http://a.test/2", "http://a.test/3", "http://b.test/2"];
    expect(verdicts({ seeds: [], within: "any", pagesPerHost: 2 }, urls)).toEqual([
      "in",
      "in",
      "in",
      "pages-per-host",
      "in",
    ]);
    const queries = [
      "http://a.test/p?a",
      "http://a.test/p?b",
      "http://a.test/q?a",
      "http://a.test/p",
      "http://b.test/p?a",
    ];
    expect(verdicts({ within: "any", queriesPerPath: 1 }, queries)).toEqual([
      "in",
      "queries-per-path",
      "in",
      "in",
      "in",
    ]);
    expect(verdicts({ within: "any", queriesPerHost: 2 }, queries)).toEqual([
      "in",
      "in",
      "queries-per-host",
      "in",
      "in",
    ]);
  });

  it("stop a calendar: URLs that differ in the numbers of their query alone", () => {
    const scope = scopeOf({ within: "any", numericVariants: 100 });
    let letIn = 0;
    for (let month = 0; month < 1000; month++) {
      const url = `http://a.test/calendar?year=${2000 + Math.floor(month / 12)}&month=${1 + (month % 12)}`;
      if (scope.check(url, 0) === undefined) letIn++;
    }
    expect(letIn).toBe(100); // the limit
    expect(scope.check("http://a.test/calendar?month=1&year=2000", 0)).toBeUndefined(); // another order of parameters
    expect(scope.check("http://a.test/calendar?year=x&month=1", 0)).toBeUndefined();
    // numbers of paths count as they are
    expect(scope.check("http://a.test/2000/calendar?year=2000&month=1", 0)).toBeUndefined();
  });

  it("count only what is let in", () => {
    const scope = scopeOf({ within: "any", pagesPerHost: 2, queriesPerPath: 1 });
    const urls = ["http://a.test/p?a", "http://a.test/p?b", "http://a.test/p?c", "http://a.test/p", "http://a.test/q"];
    expect(urls.map((url) => scope.check(url, 0) ?? "in")).toEqual([
      "in",
      "queries-per-path",
      "queries-per-path",
      "in",
      "pages-per-host",
    ]);
  });

  it("go on where they were saved, by way of JSON", () => {
    const options: ScopeOptions = { within: "any", pagesPerHost: 3, queriesPerHost: 2, numericVariants: 1 };
    const first = scopeOf(options);
    for (const url of ["http://a.test/?p=1", "http://a.test/x"]) expect(first.check(url, 0)).toBeUndefined();
    const second = scopeOf(options);
    second.restore(JSON.parse(JSON.stringify(first.save())));
    const urls = ["http://a.test/?p=2", "http://a.test/?q", "http://a.test/?r", "http://a.test/y"];
    const found = urls.map((url) => second.check(url, 0) ?? "in");
    expect(found).toEqual(["numeric-variants", "in", "pages-per-host", "pages-per-host"]);
    expect(() => second.restore({ version: 2 } as never)).toThrow(/version 1; found version 2/);
    const damaged = (from: number, text: string) => () =>
      second.restore({ version: 1, hosts: [], names: [], counters: [[from, text]] });
    const [, whole] = first.save().counters[0];
    expect(damaged(0, "AAAA")).toThrow(/counters in blocks of 64 bytes, 2097152 at most; found 3 from 0 on/);
    expect(damaged(2 ** 19 - 15, whole)).toThrow(/found 64 from 524273 on/);
    expect(damaged(2 ** 19 - 16, whole)).not.toThrow();
  });

  it("tell once of what changed", () => {
    const scope = scopeOf({ within: "any", pagesPerHost: 9, queriesPerPath: 3, hostsPerDomain: 4 });
    expect(scope.check("http://a.test/?q", 0)).toBeUndefined();
    expect(scope.changes()).toEqual(scope.save());
    expect(scope.changes()).toEqual({ version: 1, hosts: [], names: [], counters: [] });
    expect(scope.check("http://b.test/", 0)).toBeUndefined();
    expect(scope.changes()).toEqual({ version: 1, hosts: [["b.test", 1, 0]], names: ["b.test"], counters: [] });
  });
});

describe("options of a scope", () => {
  it("are refused when they are not known, or would let nothing in", () => {
    expect(() => scopeOf({ seed: [] } as never)).toThrow(/no option "seed"/);
    expect(() => scopeOf({})).toThrow(/give seeds, hosts, domains or prefixes, or within: "any"/);
    expect(() => scopeOf({ seeds: ["http://"] })).toThrow(/seeds: expected texts such as .*found "http:\/\/"/);
    expect(() => scopeOf({ seeds, within: "site" as never })).toThrow(/within is "domain"/);
    expect(() => scopeOf({ seeds, depth: -1 })).toThrow(/depth is a number, 0 or more; found -1/);
  });
});
