import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRobots } from "../../../src/url/robots/robots.js";

/**
 * A literal reading, one verdict at a time, of what RFC 9309, section 2.2, and Google's documentation of its parser
 * say: lines from top to bottom, flags for "a user-agent line was for me", the longest match so far. Nothing is sorted,
 * merged or prepared.
 */
function literalVerdict(robots: Buffer, agent: string, url: string): boolean {
  let text = robots.toString("latin1");
  for (const byte of "\xef\xbb\xbf") {
    if (!text.startsWith(byte)) break;
    text = text.slice(1);
  }
  const path = literalPath(url);
  const best = { mine: { allow: -1, disallow: -1 }, all: { allow: -1, disallow: -1 } };
  let [mine, all, everMine, ruleSeen] = [false, false, false, false];
  for (const whole of text.split(/\r\n|\r|\n/)) {
    const line = strip(
      whole
        .slice(0, 2083 * 8 - 1)
        .split("\0")[0]
        .split("#")[0],
    );
    const parts = line.includes(":") ? /^([^:]*):([\s\S]*)$/.exec(line) : /^([^ \t]+)[ \t]+([^ \t]+)$/.exec(line);
    if (!parts) continue;
    const key = strip(parts[1]).toLowerCase();
    const value = strip(parts[2]);
    if (/^user[- ]?agent/.test(key)) {
      if (ruleSeen) [mine, all, ruleSeen] = [false, false, false];
      if (/^\*([\t-\r ]|$)/.test(value)) all = true;
      else if ((/^[a-z_-]*/i.exec(value)?.[0] ?? "").toLowerCase() === agent.toLowerCase()) mine = everMine = true;
      continue;
    }
    const kind = key.startsWith("allow")
      ? "allow"
      : DISALLOW.some((each) => key.startsWith(each))
        ? "disallow"
        : undefined;
    if (!kind || !(mine || all)) continue;
    ruleSeen = true;
    const pattern = value
      .replace(/%[0-9a-f]{2}/gi, (triplet) => triplet.toUpperCase())
      .replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
    const of = mine ? best.mine : best.all;
    if (literalMatch(pattern, path)) of[kind] = Math.max(of[kind], pattern.length);
    else if (kind === "allow" && /\/index\.htm[^/]*$/.test(pattern)) {
      const folder = `${pattern.slice(0, pattern.lastIndexOf("/") + 1)}$`;
      if (literalMatch(folder, path)) of.allow = Math.max(of.allow, folder.length);
    }
  }
  const { allow, disallow } = everMine ? best.mine : best.all;
  return !(disallow > 0 && disallow > allow);
}

const DISALLOW = ["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"];

const strip = (text: string) => text.replace(/^[\t-\r ]+|[\t-\r ]+$/g, "");

/** Places that can be reached after each character of the pattern. */
function literalMatch(pattern: string, path: string): boolean {
  let places = new Set([0]);
  for (const [i, character] of [...pattern].entries()) {
    if (character === "$" && i === pattern.length - 1) return places.has(path.length);
    const next = new Set<number>();
    for (const place of places) {
      if (character === "*") for (let to = place; to <= path.length; to++) next.add(to);
      else if (path[place] === character) next.add(place + 1);
    }
    places = next;
  }
  return places.size > 0;
}

function literalPath(url: string): string {
  const rest = url.replace(/^\/\//, "");
  const body = rest.replace(/^[^/?;]*?:\/\//, "");
  const before = rest.slice(0, rest.length - body.length);
  const start = body.search(/[/?;]/);
  const hash = rest.indexOf("#");
  if (start < 0 || (hash >= 0 && hash < before.length + start)) return "/";
  const path = rest.slice(before.length + start, hash < 0 ? undefined : hash).split("\0")[0];
  return path.startsWith("/") ? path : `/${path}`;
}

const key = fc.constantFrom(
  "User-agent",
  "user agent",
  "useragents",
  "Allow",
  "DISALLOW",
  "disalow",
  "dissallow",
  "diasllow",
  "disallaw",
  "dissalow",
  "Sitemap",
  "Crawl-delay",
  "x",
  "",
);
const piece = fc.constantFrom(
  "/",
  "/",
  "*",
  "*",
  "$",
  "a",
  "b",
  "ab",
  "?",
  "%",
  "%c3",
  "%C3%A9",
  "\u00e9",
  "/index.html",
  "/index.htm",
  ";",
  ":",
  " ",
  "//",
  ".",
  "\t",
);
const value = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { maxLength: 7 }).map((all) => `/${all.join("")}`) },
  { weight: 4, arbitrary: fc.constantFrom("ant", "Ant", "bee", "*", "* x", "*x", "ant bee", "ant/1", "") },
  { weight: 1, arbitrary: fc.array(piece, { maxLength: 4 }).map((all) => all.join("")) },
);
const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("User-agent: ant", "User-agent: *", "user-agent:bee", "Disallow: /", "") },
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.constantFrom("", "", " ", "\v"),
        key,
        fc.constantFrom(":", ": ", " : ", " ", "\t ", ""),
        value,
        fc.constantFrom("", "", " ", "#x", " # y", "\0z"),
      )
      .map((parts) => parts.join("")),
  },
);
const robots = fc
  .tuple(
    fc.constantFrom("", "", "", "\xef\xbb\xbf", "\xef\xbb", "\xef", "\xbb"),
    fc.array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n", "\r")), { maxLength: 14 }),
  )
  .map(([mark, lines]) =>
    Buffer.concat([Buffer.from(mark, "latin1"), Buffer.from(lines.map((each) => each.join("")).join(""))]),
  );
const url = fc.oneof(
  { weight: 5, arbitrary: fc.array(piece, { maxLength: 8 }).map((all) => `https://site.example/${all.join("")}`) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom("/", "//", "://", ":", "?", ";", "#", "a", "b.example", "\0"), { maxLength: 8 })
      .map((all) => all.join("")),
  },
);
const agent = fc.constantFrom("ant", "ANT", "bee", "wasp", "", "ant bee", "*", "ant/1");

describe("a robots.txt file, against a literal reading of the rules", () => {
  it("gives the same verdicts", () => {
    const counts = { allowed: 0, disallowed: 0 };
    fc.assert(
      fc.property(robots, agent, fc.array(url, { minLength: 1, maxLength: 8 }), (bytes, name, urls) => {
        const file = parseRobots(bytes);
        for (const each of urls) {
          const expected = literalVerdict(bytes, name, each);
          counts[expected ? "allowed" : "disallowed"]++;
          expect(file.allows(name, each), JSON.stringify([bytes.toString(), name, each])).toBe(expected);
        }
      }),
      { numRuns: 3000 },
    );
    const { allowed, disallowed } = counts;
    expect(Math.min(allowed, disallowed) / (allowed + disallowed)).toBeGreaterThan(1 / 20);
  });

  it("gives the same verdicts for files of many rules", () => {
    const rule = fc.tuple(fc.constantFrom("allow:", "disallow:"), value).map((parts) => parts.join(""));
    const many = fc.array(rule, { minLength: 20, maxLength: 60, size: "max" });
    fc.assert(
      fc.property(many, fc.array(url, { minLength: 8, maxLength: 8 }), (rules, urls) => {
        const bytes = Buffer.from(`user-agent: ant\n${rules.join("\n")}`);
        const rulesForAnt = parseRobots(bytes).rulesFor("ant");
        for (const each of urls) expect(rulesForAnt.allows(each), each).toBe(literalVerdict(bytes, "ant", each));
      }),
      { numRuns: 200 },
    );
  });
});

describe("a robots.txt file, whatever its bytes", () => {
  it("is read without an error, and answers", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
        (bytes, name, text) => {
          const file = parseRobots(bytes);
          expect(typeof file.allows(name, text)).toBe("boolean");
          expect(file.crawlDelay(name) ?? 0).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("says the same with comments and with white space at the ends of its lines", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), agent, url, (lines, name, each) => {
        const plain = parseRobots(Buffer.from(lines.join("\n")));
        const dressed = parseRobots(
          Buffer.from(lines.map((text) => `# a: b\r\n \t${text} \f# Disallow: /`).join("\r")),
        );
        expect(dressed.allows(name, each)).toBe(plain.allows(name, each));
      }),
      { numRuns: 500 },
    );
  });

  it("is read, and matched, in time that grows like its size, however it is made", () => {
    const kib500 = 500 * 1024;
    const stars = `/${"*".repeat(3000)}a`.repeat(5);
    const hostile: Readonly<Record<string, string>> = {
      stars: `user-agent: *\n${`disallow: ${stars}\n`.repeat(30)}`,
      "a's between stars": `user-agent: *\n${`disallow: /${"*a".repeat(4000)}*b$\n`.repeat(60)}`,
      "user-agent lines, then rules": "user-agent:a\n".repeat(kib500 / 26) + "allow:/a\n".repeat(kib500 / 18),
      "agents, then rules":
        Array.from({ length: 15_000 }, (_, i) => `user-agent:${(i + 17_576).toString(26).replace(/\d/g, "q")}`).join(
          "\n",
        ) + "\nallow:/a".repeat(kib500 / 18),
      "one line": `disallow: /${"a#:".repeat(kib500 / 3)}`,
      blanks: `user-agent${" ".repeat(kib500)}`,
      colons: ":".repeat(kib500),
      "line ends": "\r\n".repeat(kib500 / 2),
    };
    // a quadratic step would take minutes here, beyond the time that a test may take
    for (const [name, text] of Object.entries(hostile)) {
      const file = parseRobots(Buffer.from(text));
      expect(file.allows("qqqq", `https://site.example/${"a".repeat(2000)}`), name).toBe(true);
    }
  });
});
