import { describe, expect, it } from "vitest";
import {
  mayFetch,
  ROBOTS_BYTES,
  type RobotsAccessOptions,
  type RobotsResponse,
  type RobotsVerdict,
  restoreVerdict,
  robotsStep,
  rulesUnder,
} from "../../../src/url/robots/robots-access.js";

const first = "https://site.example/robots.txt";
const hour = 3_600_000;
const now = 1_000_000;
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

function verdictOn(response: RobotsResponse, options?: RobotsAccessOptions, asked = [first]): RobotsVerdict {
  const step = robotsStep(asked, response, now, options);
  if ("follow" in step) return expect.unreachable(`follows to ${step.follow}`);
  return step.verdict;
}
const onStatus = (status: number, options?: RobotsAccessOptions) =>
  verdictOn({ status, body: bytes("user-agent: *\ndisallow: /a") }, options);
const may = (verdict: RobotsVerdict, path: string) =>
  mayFetch(rulesUnder(verdict, "ant"), `https://site.example${path}`);

describe("a response to a request for robots.txt", () => {
  it("is read for its rules when it is a success, and holds for 24 hours (RFC 9309, 2.3.1.1 and 2.4)", () => {
    for (const status of [200, 203, 299]) {
      const verdict = onStatus(status);
      expect(verdict).toMatchObject({ kind: "rules", fetchedAt: now, expiresAt: now + 24 * hour });
      expect([may(verdict, "/a"), may(verdict, "/b")]).toEqual([false, true]);
    }
    expect(may(verdictOn({ status: 204, body: bytes("") }), "/a")).toBe(true);
  });

  it("allows everything when robots.txt is unavailable (2.3.1.3)", () => {
    for (const status of [400, 401, 403, 404, 410, 451, 300, 304]) {
      const verdict = onStatus(status);
      expect(verdict, String(status)).toEqual({ kind: "allow-all", fetchedAt: now, expiresAt: now + 24 * hour });
      expect(may(verdict, "/a")).toBe(true);
    }
  });

  it("disallows everything when robots.txt is unreachable, for an hour (2.3.1.4; 429 as Google takes it)", () => {
    for (const status of [500, 502, 503, 504, 599, 429, 600, 199]) {
      const verdict = onStatus(status);
      expect(verdict, String(status)).toEqual({ kind: "disallow-all", fetchedAt: now, expiresAt: now + hour });
      expect(may(verdict, "/a")).toBe(false);
    }
    for (const fault of ["dns", "refused", "reset", "header-timeout"])
      expect(verdictOn({ fault })).toEqual({ kind: "disallow-all", fetchedAt: now, expiresAt: now + hour });
  });

  it("disallows on 401 and 403 where that is asked for, and only there", () => {
    const options = { unauthorized: "disallow" } as const;
    expect([401, 403, 404, 402].map((status) => onStatus(status, options).kind)).toEqual([
      "disallow-all",
      "disallow-all",
      "allow-all",
      "allow-all",
    ]);
    expect(onStatus(403, options).expiresAt).toBe(now + 24 * hour); // an answer, not an outage
  });

  it("lays a rule of no file on all that it disallows, and none on what it allows", () => {
    const verdict = (kind: "allow-all" | "disallow-all") =>
      rulesUnder({ kind, fetchedAt: 0, expiresAt: 1 } as RobotsVerdict, "ant").deciding("https://site.example/a");
    expect(verdict("disallow-all")).toEqual({ allow: false, pattern: "/", line: 0, text: "" });
    expect(verdict("allow-all")).toBeUndefined();
  });

  it("holds as long as it is told to", () => {
    const options = { freshFor: 7, retryAfter: 3 };
    expect([200, 404, 503].map((status) => onStatus(status, options).expiresAt - now)).toEqual([7, 7, 3]);
  });
});

describe("redirects of robots.txt (RFC 9309, 2.3.1.2)", () => {
  const redirect = (location: string | undefined, status = 301): RobotsResponse => ({
    status,
    location,
    body: bytes(""),
  });

  it("are followed five times in a row, to other hosts too", () => {
    const asked = [first];
    for (let hop = 1; hop <= 5; hop++) {
      const step = robotsStep(asked, redirect(`//host-${hop}.example/r#part`, [301, 302, 303, 307, 308][hop - 1]), now);
      expect(step).toEqual({ follow: `https://host-${hop}.example/r` });
      asked.push(`https://host-${hop}.example/r`);
    }
    const verdict = verdictOn({ status: 200, body: bytes("user-agent: *\ndisallow: /a") }, {}, asked);
    expect(may(verdict, "/a")).toBe(false); // the rules are laid on the host asked first
    expect(verdictOn(redirect("/sixth"), {}, asked).kind).toBe("allow-all");
    expect(robotsStep(asked, redirect("/sixth"), now, { redirects: 6 })).toEqual({
      follow: "https://host-5.example/sixth",
    });
    expect(verdictOn({ status: 503, body: bytes("") }, {}, asked).kind).toBe("disallow-all");
  });

  it("are followed back to a URL already asked where cookies may have changed its answer, five in a row", () => {
    const asked = [first];
    for (let hop = 1; hop <= 5; hop++, asked.push(first))
      expect(robotsStep(asked, redirect(first), now, { back: true })).toEqual({ follow: first });
    expect(verdictOn(redirect(first), { back: true }, asked).kind).toBe("allow-all");
  });

  it("are taken as unavailable when they lead nowhere, or back", () => {
    for (const location of [
      undefined,
      "https://",
      "ftp://site.example/robots.txt",
      "mailto:x",
      "#again",
      "/robots.txt",
    ])
      expect(verdictOn(redirect(location)).kind, location).toBe("allow-all");
  });
});

describe("a robots.txt that is long (RFC 9309, 2.5)", () => {
  const line = "disallow: /abc\n";
  const filled = (size: number) => `user-agent: *\n${"#".repeat(size - 14 - 1 - line.length)}\n${line}`;

  it("is read for 500 KiB, and loses the line that this limit cuts", () => {
    expect(ROBOTS_BYTES).toBe(512_000);
    const whole = filled(ROBOTS_BYTES);
    expect(whole.length).toBe(ROBOTS_BYTES);
    expect(may(verdictOn({ status: 200, body: bytes(whole) }), "/abc")).toBe(false);
    expect(may(verdictOn({ status: 200, body: bytes(`${whole}disallow: /d`) }), "/d")).toBe(true);
    const cut = verdictOn({ status: 200, body: bytes(filled(ROBOTS_BYTES + 3)) }); // leaves "disallow: /a"
    expect([may(cut, "/a"), may(cut, "/abc")]).toEqual([true, true]);
    const justNot = verdictOn({ status: 200, body: bytes(filled(ROBOTS_BYTES + 1)) }); // only its line end is beyond
    expect(may(justNot, "/abc")).toBe(false);
    const unended = verdictOn({ status: 200, body: bytes(filled(ROBOTS_BYTES + 1).slice(0, -1)) }); // no line end, and cut nowhere
    expect(may(unended, "/abc")).toBe(false);
  });
});

describe("a verdict", () => {
  it("always lets robots.txt itself be fetched (RFC 9309, 2.2.2), and nothing that resembles it", () => {
    for (const verdict of [onStatus(503), verdictOn({ status: 200, body: bytes("user-agent: *\ndisallow: /") })])
      expect(
        ["/robots.txt", "/robots.txt?", "/a/robots.txt", "/robots.txt/"].map((path) => may(verdict, path)),
      ).toEqual([true, false, false, false]);
  });

  it("compares escapes by what they stand for (RFC 9309, tables of 2.2.2 and 2.2.3)", () => {
    const pairs: readonly (readonly [pattern: string, path: string])[] = [
      ["/foo/bar?baz=quz", "/foo/bar?baz=quz"],
      ["/foo/bar/\u30c4", "/foo/bar/%E3%83%84"],
      ["/foo/bar/\u30c4", "/foo/bar/%e3%83%84"],
      ["/foo/bar/%62%61%7A", "/foo/bar/baz"],
      ["/foo/bar/baz", "/foo/bar/%62%61%7A"],
      ["/%7Eme", "/~me"],
      ["/path/file-with-a-%2A.html", "/path/file-with-a-*.html"],
      ["/path/foo-%24", "/path/foo-$"],
      ["/a$b", "/a$b"],
      ["/a*b$", "/a*b"],
    ];
    for (const [pattern, path] of pairs) {
      const verdict = verdictOn({ status: 200, body: bytes(`user-agent: *\ndisallow: ${pattern}`) });
      expect(may(verdict, path), `${pattern} is about ${path}`).toBe(false);
      expect(may(verdict, "/other")).toBe(true);
    }
    const slash = verdictOn({ status: 200, body: bytes("user-agent: *\ndisallow: /a%2Fb\ndisallow: /c%2A") });
    expect([may(slash, "/a/b"), may(slash, "/a%2fb"), may(slash, "/cd")]).toEqual([true, false, true]); // reserved
  });

  it("is the same after it was stored", () => {
    for (const verdict of [onStatus(200), onStatus(404), onStatus(503)]) {
      const { kind, fetchedAt, expiresAt } = verdict;
      const again = restoreVerdict({ kind, fetchedAt, expiresAt, ...("body" in verdict && { body: verdict.body }) });
      expect(again).toEqual(verdict);
      expect([may(again, "/a"), may(again, "/b")]).toEqual([may(verdict, "/a"), may(verdict, "/b")]);
    }
  });
});
