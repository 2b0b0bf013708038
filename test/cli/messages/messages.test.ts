import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { whole, wordsOf } from "../whole-program.js";
import { messageFolder } from "./folder.js";

// Each text file of this folder holds command lines that make no sense, and below each what is said to it. To add a
// case, write its line behind a $ and run this file with -u; then read what was written.

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".txt"));
const linesOf = (file: string) =>
  [...readFileSync(join(import.meta.dirname, file), "utf8").matchAll(/^\$ (.*)$/gm)].map(([, line]) => line);

let folder = "";
beforeAll(async () => {
  vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
  vi.stubEnv("CRAWLBENCH_DATA", temporaryFolder());
  vi.stubEnv("PATH", temporaryFolder()); // no Jupyter
  folder = await messageFolder();
});
afterAll(() => vi.unstubAllEnvs());

/** What differs from run to run, from machine to machine, or with each method that somebody adds. */
const plain = (text: string) =>
  text
    .replaceAll(folder, "HERE")
    .replaceAll(process.env.CRAWLBENCH_DATA ?? "", "DATA")
    .replace(
      /^(no (?:ordering|importance|model|rates|dataset|experiment|policy) .*|--policies .*|--by .*)There are: .*$/gm,
      "$1There are: ...",
    );

/** Says what to type, or what is allowed. */
const NEXT =
  /--help\b|\bcrawlbench [a-z]+|Did you mean|There are: |\b(?:there|these) are: |[Ee]xpected |--[a-z-]{2,}|\b(?:[Nn]ame|[Gg]ive|[Tt]ype|[Ll]eave|[Mm]ake|[Ss]ay|[Cc]heck|[Ff]etch|[Ff]ree|[Ss]tart|[Tt]ry|[Dd]elete|[Cc]lose|[Cc]ut|[Mm]ove|[Oo]btain|[Tt]ake|[Ee]nd|[Cc]hoose)\b/;

describe.each(files)("%s", (file) => {
  const said = new Map<string, string>();

  it.each(linesOf(file))("%s", async (line) => {
    const words = wordsOf(line).slice(1);
    const { code, stdout, stderr } = await whole(words, folder);
    const message = plain(stderr);
    said.set(line, message);
    expect({ code, stdout: words.includes("--batch") ? "" : stdout }, stderr).toEqual({ code: 1, stdout: "" });
    expect(message).toMatch(/^\S.*\n$/s);
    expect(message).not.toMatch(/^\s+at |undefined|\[object|\bNaN\b|^(?:\w*Error|error): |\b(?:load|open|campus)\(/m);
    if (words.length === 1 && message.startsWith("Usage:")) return; // a command of commands, which lists them
    const named = words.flatMap((word) => [word, ...word.split(/[,=/]/), word.replace(/\.\w+$/, "")]).filter(Boolean);
    const isNamed = named.some((word) => message.includes(word)) || /--[a-z-]+/.test(message);
    expect(isNamed, `names the flag or file: ${message}`).toBe(true);
    expect(message).toMatch(NEXT);
  });

  it("holds what is said to each", async () => {
    const text = linesOf(file)
      .map((line) => `$ ${line}\n${said.get(line)}`)
      .join("\n");
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, file));
  });
});
