import { createReadStream } from "node:fs";
import { describe, expect, it } from "vitest";
import { labelledEdgeList, readLabelledEdgeList } from "../../../src/web/read/labelled-edge-list.js";
import { pairsOf } from "../../fixture/pairs.js";
import { realData } from "./real-data.js";
import { plain, stream } from "./text.js";

const sniffs = (text: string) => labelledEdgeList.sniff(new TextEncoder().encode(text), "links.tsv");

describe("labelledEdgeList", () => {
  it("numbers pages in order of first appearance, from left to right, and names them", async () => {
    expect(plain(await labelledEdgeList.read(stream("# c\r\nb\ta x\r\n\r\nb\tc\r\n")))).toMatchObject({
      size: 3,
      titles: ["b", "a x", "c"],
      links: pairsOf("0,1 0,2"),
    });
  });

  it("is told by one TAB between two names, neither a number", () => {
    expect(sniffs("a\tb\n")).toBe(true);
    for (const other of ["a b\n", "a\tb\tc\n", "1\tb\n", "a\t2\n", "1\t2\n", "a\t\n", "\tb\n", "# a\n"]) {
      expect(sniffs(other)).toBe(false);
    }
  });

  it.each(["a\tb\nc d\n", "a\tb\nc\td\te\n", "a\tb\nc\t\n"])("refuses %j with line 2", async (text) => {
    await expect(labelledEdgeList.read(stream(text))).rejects.toThrow(/line 2: expected two names with one TAB/);
  });

  it("makes pages of all listed names, in their order, and refuses a link to any other", async () => {
    const names = "# pages\nz\na\nb\n";
    expect(plain(await readLabelledEdgeList({ links: stream("a\tb\n"), names: stream(names) }))).toMatchObject({
      size: 3,
      titles: ["z", "a", "b"],
      links: [[1, 2]],
    });
    const wrong = readLabelledEdgeList({ links: stream("a\tb\na\tq\n"), names: stream(names) });
    await expect(wrong).rejects.toThrow(/line 2: expected names that are in the list of names, found "a\\tq"/);
    const twice = readLabelledEdgeList({ links: stream("a\tb\n"), names: stream("a\na\n") });
    await expect(twice).rejects.toThrow(/names, line 2/);
  });

  const links = realData("graphs/wikispeedia/links.tsv");
  it.skipIf(!links)("reads wikispeedia with the counts that its authors give", async () => {
    const names = (links as string).replace("links.tsv", "articles.tsv");
    const data = await readLabelledEdgeList({
      links: createReadStream(links as string),
      names: createReadStream(names),
    });
    // SNAP, wikispeedia: 4,604 articles, 119,882 links
    expect([data.graph.size, data.found.links]).toEqual([4604, 119882]);
  });
});
