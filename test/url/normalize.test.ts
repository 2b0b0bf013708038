import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_STEPS, NORMALIZE_STEP_NAMES, type NormalizeStepName, normalizeUrl } from "../../src/url/normalize.js";
import { parseUrl } from "../../src/url/parse.js";

/** What one step makes of a URL of a.example, or of a whole one. */
function normalized(step: NormalizeStepName, url: string): string | undefined {
  const whole = url.startsWith("/") ? `http://a.example${url}` : url;
  return normalizeUrl(whole, { steps: [step] })?.replace(/^http:\/\/a\.example(?=\/)/, "");
}

/** By step: a URL, and what becomes of it. */
const examples: Readonly<Record<NormalizeStepName, readonly (readonly [url: string, normal: string])[]>> = {
  fragment: [
    ["/a#b", "/a"],
    ["/a#", "/a"],
    ["/a?b#c?d", "/a?b"],
    ["mailto:a@b.example#c", "mailto:a@b.example"],
  ],
  credentials: [
    ["http://u:p@b.example/@", "http://b.example/@"],
    ["https://u@b.example:8080/", "https://b.example:8080/"],
  ],
  "trailing-dot": [
    ["http://b.example./", "http://b.example/"],
    ["http://b.example.:81/.", "http://b.example:81/"],
  ],
  www: [
    ["http://www.b.example/", "http://b.example/"],
    ["http://www2.b.example/", "http://b.example/"],
    ["http://www.example/", "http://www.example/"],
    ["http://wwwb.example/", "http://wwwb.example/"],
  ],
  https: [
    ["http://b.example/", "https://b.example/"],
    ["http://b.example:80/", "https://b.example/"],
    ["http://b.example:81/", "http://b.example:81/"],
  ],
  escapes: [
    ["/%7Ea%c3%a9?%2d%2B", "/~a%C3%A9?-%2B"],
    ["/%zz%7e%%34", "/%zz%7E%%34"],
    ["/%2541", "/%2541"],
    ["/%2F", "/%2F"],
  ],
  "duplicate-slashes": [["//a///b?c//d", "/a/b?c//d"]],
  "session-ids": [
    ["/a;jsessionid=1A/b;c", "/a/b;c"],
    ["/a?PHPSESSID=1&b=2", "/a?b=2"],
    ["/a?sid=1", "/a?sid=1"],
    [`/a?sid=${"1a".repeat(16)}`, "/a"],
    [`/(S(${"a".repeat(24)}))/b`, "/b"],
    ["/?ASPSESSIONIDABCDEFGH=x", "/"],
  ],
  "tracking-parameters": [
    ["/?utm_source=a&b=1&UTM_x&gclid=2&c", "/?b=1&c"],
    ["/?fbclid=1", "/"],
    ["/?utm=1&a=utm_b", "/?utm=1&a=utm_b"],
  ],
  "sort-query": [
    ["/?b=2&a=9&b=1&a", "/?a=9&a&b=2&b=1"],
    ["/?", "/?"],
  ],
  "empty-query": [
    ["/a?", "/a"],
    ["/a?b", "/a?b"],
  ],
  index: [
    ["/a/index.html", "/a/"],
    ["/Default.aspx?b", "/?b"],
    ["/myindex.html", "/myindex.html"],
    ["/index.html/a", "/index.html/a"],
  ],
  "trailing-slash": [
    ["/a/", "/a"],
    ["/", "/"],
    ["/a/?b/", "/a?b/"],
  ],
};

describe("steps of normalizing URLs", () => {
  for (const [step, cases] of Object.entries(examples) as [
    NormalizeStepName,
    readonly (readonly [string, string])[],
  ][]) {
    it(`do what ${step} says`, () => {
      for (const [url, normal] of cases) expect(normalized(step, url), url).toBe(normal);
    });
  }

  it("know the parameters that advertisers, mailers and counters add, each by its name in any case", () => {
    const added = [
      "gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl", // Google: ads, shops, analytics
      "fbclid igshid igsh msclkid yclid ysclid _openstat twclid ttclid li_fat_id epik", // other networks, and Yandex
      "mc_cid mc_eid mkt_tok _hsenc _hsmi __hssc __hstc __hsfp hsCtaTracking vero_id vero_conv", // mailers
      "oly_anon_id oly_enc_id rb_clickid s_cid wickedid ml_subscriber ml_subscriber_hash",
      "icid ncid cmpid zanpid irclickid",
      "utm_a itm_a pk_a mtm_a matomo_a piwik_a", // whatever stands behind these
    ].flatMap((names) => names.split(" "));
    for (const name of added)
      for (const each of [name, name.toUpperCase()])
        expect(normalized("tracking-parameters", `/?a=1&${each}=2&b`), each).toBe("/?a=1&b");
    for (const name of ["gcli", "xgclid", "xutm_a", "utm", "ga", "mc"])
      expect(normalized("tracking-parameters", `/?${name}=2`), name).toBe(`/?${name}=2`);
  });

  it("know the names of sessions, and a sid by its 32 letters and digits", () => {
    const sid = "0aZ9".repeat(8);
    for (const parameter of [
      ...["jsessionid", "PHPSESSID", "sessionid", "session_id", "CFID", "CFTOKEN", "sessid"].map((name) => `${name}=1`),
      "jsessionid",
      "aspsessionidqrst=1",
      `SID=${sid}`,
    ])
      expect(normalized("session-ids", `/?a=1&${parameter}`), parameter).toBe("/?a=1");
    for (const parameter of [
      `sid=${sid}0`,
      `sid=${sid.slice(1)}`,
      `sid=${sid.slice(1)}-`,
      "sessions=1",
      "aspsession=1",
    ])
      expect(normalized("session-ids", `/?${parameter}`), parameter).toBe(`/?${parameter}`);
    expect(normalized("session-ids", "/a;sid=1;b;phpsessid=2/c;jsessionid=3;d")).toBe("/a;b/c;d");
  });

  it("are taken in one order, however they are listed, until nothing changes", () => {
    const url = "http://www.www.a.example//b/index.html/index.html?";
    for (const steps of [NORMALIZE_STEP_NAMES, [...NORMALIZE_STEP_NAMES].reverse()])
      expect(normalizeUrl(url, { steps })).toBe("https://a.example/b");
  });

  it("are refused when they are not known", () => {
    expect(() => normalizeUrl("http://a.example/", { steps: ["wwww" as "www"] })).toThrow(
      /^no step "wwww" .*There are: fragment, /,
    );
  });
});

describe("normalizing a URL", () => {
  it("parses, resolves, and by default drops only what is not sent", () => {
    expect(DEFAULT_STEPS).toEqual(["fragment", "credentials"]);
    expect(normalizeUrl("HTTP://u@WWW.B\u00fccher.example:80/a/../%7e?#x")).toBe(
      "http://www.xn--bcher-kva.example/%7e?",
    );
    expect(normalizeUrl("../c", { base: "http://a.example/b/" })).toBe("http://a.example/c");
    expect([normalizeUrl("/c"), normalizeUrl("/c", { base: null }), normalizeUrl("http://")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(normalizeUrl("http://u@a.example/#f", { steps: [] })).toBe("http://u@a.example/#f");
    expect(normalizeUrl("http://a.example/\ud800")).toBe("http://a.example/%EF%BF%BD");
  });

  it("takes a host with a Latin-1 letter for one however often it is asked, as URL.canParse of Node 20 does not", () => {
    for (let i = 0; i < 20_000; i++) if (!parseUrl("http://\u00e9/")) expect.unreachable(`refused at call ${i}`);
    expect([parseUrl("http://")?.href, parseUrl("\u00e9", "http://a.example/")?.href]).toEqual([
      undefined,
      "http://a.example/%C3%A9",
    ]);
  });

  it("twice is the same as once, and yields what the parser reads as it stands", () => {
    const piece = fc.constantFrom(
      "/",
      "//",
      "/..;jsessionid=1",
      "/index.html",
      "index.php",
      "default.asp",
      "a",
      "%2e",
      "%7e",
      "%25",
      "%",
      "4",
      ";jsessionid=",
      "(S(aaaaaaaaaaaaaaaaaaaaaaaa))",
      "?",
      "&",
      "utm_a=1",
      "b=2",
      "a=1",
      "sid=",
      "#",
      "\u00e9",
      ".",
      "..",
    );
    const host = fc.constantFrom(
      "a.example",
      "www.a.example",
      "www.www2.b",
      "u:p@www.a.example.",
      "a.example:81",
      "[::1]:81",
      "1.2.3.4",
      "www.com",
    );
    const url = fc.tuple(fc.constantFrom("http://", "https://"), host, fc.array(piece, { maxLength: 8 }));
    const steps = fc.subarray([...NORMALIZE_STEP_NAMES]);
    let [tried, changed] = [0, 0];
    fc.assert(
      fc.property(url, steps, ([scheme, name, pieces], chosen) => {
        tried++;
        const once = normalizeUrl(`${scheme}${name}/${pieces.join("")}`, { steps: chosen });
        if (once === undefined) return expect.unreachable("all of these are URLs");
        expect(normalizeUrl(once, { steps: chosen })).toBe(once);
        expect(new URL(once).href).toBe(once);
        if (once !== new URL(`${scheme}${name}/${pieces.join("")}`).href) changed++;
      }),
      { numRuns: 1000 },
    );
    expect(changed / tried).toBeGreaterThan(0.3);
  });
});
