import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { robotsCommand } from "../../src/cli/robots.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";

const folder = temporaryFolder();
const place = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const robots = (args: readonly string[], stdin?: string | Uint8Array) => said(robotsCommand(), args, stdin);
const file = place("robots.txt", "User-agent: FooBot\nDisallow: /private # mine\nAllow: /private/open\n");
const ask = (url: string, ...more: string[]) => [file, "--agent", "foobot", "--url", url, ...more];

describe("crawlbench robots", () => {
  it("says whether a URL is allowed", async () => {
    expect(await robots(ask("https://a.example/private/x"))).toEqual({ stdout: "disallowed\n", stderr: "" });
    expect(await robots(ask("https://a.example/private/open/x"))).toEqual({ stdout: "allowed\n", stderr: "" });
  });

  it("says which line decided, as JSON", async () => {
    const json = async (url: string) => JSON.parse((await robots(ask(url, "--json"))).stdout);
    expect(await json("/private/x")).toEqual({
      allowed: false,
      agent: "foobot",
      url: "/private/x",
      rule: "Disallow: /private",
      line: 2,
    });
    expect(await json("/x")).toEqual({ allowed: true, agent: "foobot", url: "/x" });
  });

  it("reads standard input, and an empty file", async () => {
    const args = ["-", "--agent", "FooBot", "--url", "/a"];
    expect((await robots(args, "user-agent: *\ndisallow: /")).stdout).toBe("disallowed\n");
    expect((await robots(args, "")).stdout).toBe("allowed\n");
  });

  it("reads a file that is packed as it reads the file", async () => {
    const packed = place("robots.txt.gz", gzipSync("User-agent: *\nDisallow: /\n"));
    expect((await robots([packed, "--agent", "FooBot", "--url", "/a"])).stdout).toBe("disallowed\n");
  });

  it("warns of an agent that is no product token", async () => {
    const { stdout, stderr } = await robots([file, "--agent", "FooBot/2.1", "--url", "/private/x"]);
    expect([stdout, stderr]).toEqual([
      "allowed\n",
      '"FooBot/2.1" is no product token (letters, - and _): only rules for * apply to it\n',
    ]);
  });

  it("says what is missing", async () => {
    expect((await robots([])).error).toMatch(/^give a robots.txt, --agent and --url, or cases by --batch/);
    expect((await robots([file, "--batch", file])).error).toMatch(/^--batch holds files, agents and URLs itself/);
    expect((await robots([join(folder, "none"), "--agent", "a", "--url", "/"])).error).toMatch(
      /^no file .*none\. Name one/,
    );
    mkdirSync(join(folder, "folder"));
    expect((await robots(["--batch", join(folder, "folder")])).error).toMatch(/^cannot read .*folder: EISDIR/);
  });
});

describe("crawlbench robots --batch", () => {
  const cases = [
    { robots: "user-agent: *\ndisallow: /a", agent: "x", url: "http://a.example/a" },
    { robots: "user-agent: *\ndisallow: /a", agent: "x", url: "http://a.example/b" },
    { robotsBase64: Buffer.from("\xefuser-agent: *\ndisallow: /", "latin1").toString("base64"), agent: "x", url: "/" },
    { robots: "user-agent: *\n\u2028disallow: /", agent: "x", url: "/" },
  ];
  const text = cases.map((each) => JSON.stringify(each)).join("\n");

  it("answers line by line, in order, whatever the line ends", async () => {
    const answers = "disallowed\nallowed\ndisallowed\nallowed\n";
    for (const whole of [text, `${text}\n`, text.replaceAll("\n", "\r\n"), `\ufeff${text}`])
      expect(await robots(["--batch", place("cases.jsonl", whole)])).toEqual({ stdout: answers, stderr: "" });
    expect((await robots(["--batch", "-"], text)).stdout).toBe(answers);
    expect((await robots(["--batch", "-"], "")).stdout).toBe("");
  });

  it("answers in JSON", async () => {
    const { stdout } = await robots(["--batch", "-", "--json"], text);
    expect(stdout).toBe('{"allowed":false}\n{"allowed":true}\n{"allowed":false}\n{"allowed":true}\n');
  });

  it("answers files longer than a piece of reading, and more different ones than it keeps", async () => {
    const lines = Array.from({ length: 300 }, (_, i) => {
      const filler = `# ${"x".repeat(4000)}\n`;
      return JSON.stringify({ robots: `${filler}user-agent: *\ndisallow: /${i % 100}$`, agent: "x", url: `/${i % 7}` });
    });
    const { stdout } = await robots(["--batch", place("many.jsonl", lines.join("\n"))]);
    const expected = lines.map((_, i) => (i % 100 === i % 7 ? "disallowed" : "allowed"));
    expect(stdout.trimEnd().split("\n")).toEqual(expected);
  });

  it("names the line that is no case, after the answers to those before it", async () => {
    const bad = [
      "",
      "{",
      "null",
      "[]",
      "7",
      '{"robots":"","agent":"x"}',
      '{"robots":"","robotsBase64":"","agent":"x","url":"/"}',
      '{"robots":1,"agent":"x","url":"/"}',
    ];
    for (const line of bad) {
      const { stdout, error } = await robots(["--batch", "-"], `${text}\n${line}\n${text}`);
      expect(stdout).toBe("disallowed\nallowed\ndisallowed\nallowed\n");
      expect(error, line).toMatch(
        /^standard input, line 5: expected \{"robots" or "robotsBase64", "agent", "url"\}, .*; found /,
      );
    }
  });
});
