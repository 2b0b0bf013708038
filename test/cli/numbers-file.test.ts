import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isFileOfNumbers, numbersIn } from "../../src/cli/numbers-file.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { pairsOf } from "../fixture/pairs.js";
import { webOf } from "../fixture/webs.js";

const urls = ["http://a.example/?x=1,2", "http://b.example/;y=3", "http://c.example/z#top"];
const web = webOf(3, pairsOf("0,1 1,2"), { urls });

const fileOf = (content: string | Uint8Array, name = "visits.csv") => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
};

const valuesOf = (content: string | Uint8Array) => [...numbersIn(fileOf(content), undefined).of(web)];

describe("a file of numbers", () => {
  it.each([
    ["commas, a page that holds one in quotes", `"${urls[0]}",1\n${urls[1]},2.5\n${urls[2]},-3e2\n`],
    ["commas, below a heading", `page,visits\n"${urls[0]}",1\n${urls[1]},2.5\n${urls[2]},-300\n`],
    ["commas, as pandas writes a series", `,visits\n"${urls[0]}",1\n${urls[1]},2.5\n${urls[2]},-300\n`],
    ["commas, as pandas writes one without a name", `,0\n"${urls[0]}",1\n${urls[1]},2.5\n${urls[2]},-300\n`],
    ["semicolons", `"${urls[0]}";1\n"${urls[1]}";2.5\n${urls[2]};-300`],
    ["tabs", `url\tvisits\r\n${urls[0]}\t1\r\n${urls[1]}\t2.5\r\n${urls[2]}\t-300\r\n`],
    ["blanks, among remarks", `# page visits\n${urls[0]} 1\n\n${urls[1]}   2.5\n${urls[2]} -300`],
  ])("has a page and its number on each line, parted by %s", (_, text) => {
    expect(valuesOf(text)).toEqual([1, 2.5, -300]);
    expect(valuesOf(gzipSync(text))).toEqual([1, 2.5, -300]);
  });

  it("names pages by title, which may hold blanks, and by their own numbers, too", () => {
    const titled = webOf(2, pairsOf("0,1"), { titles: ["About us", "Home"] });
    expect([...numbersIn(fileOf("Home 7\nAbout us 12\n"), undefined).of(titled)]).toEqual([12, 7]);
    const numbered = webOf(2, pairsOf("0,1"), { ids: [30, 10] });
    expect([...numbersIn(fileOf("10,4\n30,5\n"), undefined).of(numbered)]).toEqual([5, 4]);
  });

  it("is an importance that is called as the file is, hot from G", () => {
    const path = fileOf(gzipSync(`${urls[2]},5\n`), "page-views.csv.gz");
    expect(numbersIn(path, 3)).toMatchObject({ name: "page-views", label: "page-views", hotAt: 3 });
    expect(numbersIn(path, undefined).hotAt).toBeUndefined();
  });

  it("is told from names of importances by a dot or a slash before any option", () => {
    const texts = ["visits.csv", "./visits", "a\\b", "../x:y"];
    expect(texts.map(isFileOfNumbers)).toEqual([true, true, true, true]);
    const names = ["page-rank", "page-rank:damping=0.5", "relevance:language=a/b"];
    expect(names.map(isFileOfNumbers)).toEqual([false, false, false]);
  });

  it("takes no line for a heading that begins with a URL or a page's own number", () => {
    for (const page of [urls[2], "7"]) {
      const read = () => numbersIn(fileOf(`${page},NaN\n8,3\n`), undefined);
      expect(read).toThrow(/line 1: expected a number behind the page, .*; found "NaN"/);
    }
  });

  it.each([
    ["", 'expected a page and its number on each line, found ""'],
    ["page,visits\n", 'expected a page and its number on each line, found "page,visits"'],
    ["a,3\n,4\n", 'line 2: expected two columns, a page and its number; found no page: ",4"'],
    [",4\n", 'line 1: expected two columns, a page and its number; found no page: ",4"'],
    ["7\n8\n", 'expected a page and its number on each line, found "8"'],
    ["a,visits\nb,\nc,3\n", 'expected a page and its number on each line, found "b,"'],
    [
      "page,2021-11\nb,3\n",
      'line 1: expected a number behind the page, with a point where it has decimals; found "2021-11"',
    ],
    ["a,1\nb,2\nc,\n", "line 3: expected a number behind the page"],
    [
      "a,1\nb,2\nc,1_000\n",
      'line 3: expected a number behind the page, with a point where it has decimals; found "1_000"',
    ],
    ["a;1,5\nb;2\n", "line 1: expected a number behind the page"],
    [
      "url;visits\na;3,5\n",
      'line 2: expected a number behind the page, with a point where it has decimals; found "3,5"',
    ],
    ["url,visits,users\na,3,4\n", "line 1: expected two columns, a page and its number; found 3"],
    ["a 3\nb 4\nword\n", "line 3: expected a number behind the page"],
    ["a,3\nb,4\na,5\n", "line 3: a comes twice"],
    ["visits,page\n0,1\n2,0\n", 'line 1: expected the column of pages first; found "visits", then "page"'],
    ['"a,3\nb,4\n', "expected quotes around whole fields, each closed"],
  ])("is refused where a line is no page and its number: %j", (text, message) => {
    expect(() => valuesOf(text)).toThrow(message);
  });
});
