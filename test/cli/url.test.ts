import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { urlCommand } from "../../src/cli/url.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";

const folder = temporaryFolder();
const normalize = (args: readonly string[], stdin?: string) => said(urlCommand(), ["normalize", ...args], stdin);

describe("crawlbench url normalize", () => {
  it("prints the normal form of each URL, or invalid", async () => {
    expect(await normalize(["HTTP://u@A.example:80/b/../c#d", "http://", "/e"])).toEqual({
      stdout: "http://a.example/c\ninvalid\ninvalid\n",
      stderr: "",
    });
    expect((await normalize(["/e?f", "--base", "https://a.example/b"])).stdout).toBe("https://a.example/e?f\n");
  });

  it("takes the steps that are named, and none", async () => {
    const url = "http://u@www.a.example/?utm_source=x#y";
    expect((await normalize(["--steps", "www, tracking-parameters", url])).stdout).toBe("http://u@a.example/#y\n");
    expect((await normalize(["--steps", "none", url])).stdout).toBe("http://u@www.a.example/?utm_source=x#y\n");
    expect((await normalize(["--steps", "wwww", url])).error).toMatch(
      /^no step "wwww"\. Did you mean www\? There are: none, fragment, /,
    );
  });

  it("prints what was given, parsed and normalised, as JSON", async () => {
    const json = async (...args: string[]) => JSON.parse((await normalize([...args, "--json"])).stdout);
    expect(await json("//B.example/#c", "--base", "https://a.example")).toEqual({
      input: "//B.example/#c",
      base: "https://a.example",
      href: "https://b.example/#c",
      url: "https://b.example/",
    });
    expect(await json("x")).toEqual({ input: "x", base: null, href: null, url: null });
  });

  it("reads lines that are URLs, JSON strings, and JSON objects, an own base or none before --base", async () => {
    const lines = [
      "http://a.example/b c",
      '"http://a.example/\\ud800"',
      '{"input":"d#e","base":"http://b.example/f"}',
      '{"url":"d","base":null}',
      "g",
      "",
      '{"input":"\\udc00:","base":"about:blank","failure":true}',
    ];
    const expected = [
      "http://a.example/b%20c",
      "http://a.example/%EF%BF%BD",
      "http://b.example/d",
      "http://z.example/d",
      "http://z.example/g",
      "http://z.example/",
      "invalid",
    ];
    const path = join(folder, "urls.txt");
    writeFileSync(path, lines.join("\n"));
    expect((await normalize(["--batch", path, "--base", "http://z.example"])).stdout).toBe(`${expected.join("\n")}\n`);
    const { stdout } = await normalize(["--batch", "-", "--json"], lines.join("\r\n"));
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows.map(({ href }) => href)).toEqual([
      "http://a.example/b%20c",
      "http://a.example/%EF%BF%BD",
      "http://b.example/d#e",
      null,
      null,
      null,
      null,
    ]);
    expect(rows[6].input).toBe("\udc00:");
  });

  it("names the line that it cannot read", async () => {
    for (const line of ["{", '{"base":"http://a.example"}', '{"url":7}', '"a', '{"url":"a","base":7}'])
      expect((await normalize(["--batch", "-"], `http://a.example/\n${line}`)).error, line).toMatch(
        /^standard input, line 2: expected a URL, a JSON string, or /,
      );
    expect((await normalize([])).error).toMatch(/^give URLs, or --batch/);
    expect((await normalize(["a", "--batch", "-"])).error).toMatch(/not both$/);
  });
});

describe("crawlbench url fingerprints", () => {
  const fingerprints = (...args: string[]) => said(urlCommand(), ["fingerprints", ...args]);

  it("finds no two URLs of a web with one fingerprint, and pairs where few bits are compared", async () => {
    expect((await fingerprints("campus-1k")).stdout).toMatch(
      /^campus-1k: 1,000 different URLs have 1,000 different fingerprints of 64 bits\.\n0 pairs collide; by chance \d\.\de-1\d would, n \(n - 1\) \/ 2\^65\.\n$/,
    );
    const { urls, pairs, expected } = JSON.parse((await fingerprints("campus-1k", "--bits", "16", "--json")).stdout);
    expect(expected).toBe((urls * (urls - 1)) / 2 ** 17);
    expect(Math.abs(pairs - expected)).toBeLessThan(4 * Math.sqrt(expected) + 2);
  });

  it("refuses a web without URLs, and bits that there are not", async () => {
    const file = join(folder, "numbers.txt");
    writeFileSync(file, "0 1\n1 2\n");
    expect((await fingerprints(file)).error).toMatch(/^url fingerprints needs urls; /);
    for (const bits of ["0", "65"])
      expect((await fingerprints("campus-1k", "--bits", bits)).error).toBe(`--bits is 1 to 64; found ${bits}`);
  });
});
