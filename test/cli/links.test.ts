import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { linksCommand } from "../../src/cli/links.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";

const folder = temporaryFolder();
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const page = file(
  "page.html",
  '<title>T</title><link rel=canonical href=/c><meta name=robots content=noindex><a rel=nofollow href="x#y">one</a><img src=i><a href=mailto:z>',
);
const BASE = "http://a.example/d/p";
const links = (args: readonly string[], stdin?: string | Uint8Array) => said(linksCommand(), args, stdin);

describe("crawlbench links", () => {
  it("prints each link and where it stood", async () => {
    expect(await links([page, "--base", BASE])).toEqual({
      stdout: "http://a.example/c\tlink[href]\nhttp://a.example/d/x\ta[href]\nhttp://a.example/d/i\timg[src]\n",
      stderr: "",
    });
    expect((await links([page, "--base", BASE, "--sources", "anchors"])).stdout).toBe(
      "http://a.example/d/x\ta[href]\n",
    );
  });

  it("reads a page that is packed as it reads the page", async () => {
    const plain = readFileSync(page);
    const expected = await links([page, "--base", BASE]);
    expect(await links([file("page.html.gz", gzipSync(plain)), "--base", BASE])).toEqual(expected);
    expect(await links(["-", "--base", BASE], gzipSync(plain))).toEqual(expected);
    const cut = file("cut.html.gz", gzipSync(plain).subarray(0, -9)); // 8 bytes are the trailer (RFC 1952)
    expect((await links([cut, "--base", BASE])).error).toContain(cut);
  });

  it("prints all it found as JSON", async () => {
    expect(JSON.parse((await links([page, "--base", BASE, "--sources", "anchors", "--json"])).stdout)).toEqual({
      base: BASE,
      title: "T",
      canonical: "http://a.example/c",
      charset: "windows-1252",
      robots: { noindex: true, nofollow: false },
      links: [{ url: "http://a.example/d/x", source: "a[href]", anchor: "one", nofollow: true }],
      skipped: 1,
    });
  });

  it("reads standard input, an empty one too, and without a base finds absolute links alone", async () => {
    expect((await links(["-"], "<a href=http://b.example><a href=x>")).stdout).toBe("http://b.example/\ta[href]\n");
    expect(await links(["-"], "")).toEqual({ stdout: "", stderr: "" });
    expect(JSON.parse((await links(["-", "--json"], "")).stdout)).toMatchObject({
      canonical: null,
      links: [],
      title: "",
    });
  });

  it("reads the encoding that is named, or found out", async () => {
    const russian = file("russian.html", new Uint8Array([0xfc, 0xd4, 0xcf])); // koi8-r
    const titled = Buffer.concat([Buffer.from("<title>"), new Uint8Array([0xfc, 0xd4, 0xcf]), Buffer.from("</title>")]);
    expect(JSON.parse((await links(["-", "--charset", "koi8", "--json"], titled)).stdout)).toMatchObject({
      title: "\u042d\u0442\u043e",
      charset: "koi8-r",
    });
    expect(await links([russian])).toEqual({ stdout: "", stderr: "" });
  });

  it("says what is wrong with a base, an encoding, a choice or a file", async () => {
    expect((await links([page, "--base", "a.example"])).error).toMatch(
      /^--base is an absolute http\(s\) URL.*"a\.example"$/,
    );
    expect((await links([page, "--charset", "utf-7"])).error).toMatch(/^--charset is a name such as .*"utf-7"$/);
    expect((await links([page, "--sources", "some"])).error).toMatch(/Allowed choices are all, anchors/);
    expect((await links([join(folder, "none")])).error).toMatch(/^no file .*none\. Name one that is there, or - for/);
  });
});
