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

  it("is told by two words that name the columns, where two names or URLs stand below", () => {
    expect(sniffs("source\ttarget\na\tb\n")).toBe(true);
    expect(sniffs("from to\nhttp://a.example/ http://b.example/\n")).toBe(true);
    expect(sniffs("from to\nhttp://a.example/\n")).toBe(false);
  });

  it.each([
    ["Source\tTarget\na\tb\n", { titles: ["a", "b"] }],
    ["from to\nhttp://a.example/ http://b.example/\n", { urls: ["http://a.example/", "http://b.example/"] }],
    ["# c\nsrc\tdst\r\na\tb\n", { titles: ["a", "b"] }],
  ])("reads no link from the heading of %j, and says so", async (text, names) => {
    const data = await labelledEdgeList.read(stream(text));
    expect(plain(data)).toMatchObject({ size: 2, links: [[0, 1]], ...names });
    expect(data.ignored).toEqual([expect.stringMatching(/^the heading "/)]);
  });

  it("reads a link from words that name columns where a page below is called so", async () => {
    const data = await labelledEdgeList.read(stream("start\tend\na\tb\nend\ta\n"));
    expect(plain(data)).toMatchObject({ titles: ["start", "end", "a", "b"], links: pairsOf("0,1 1,2 2,3") });
    expect(data.ignored).toBeUndefined();
    const names = stream("a\nstart\nend\n");
    const listed = await readLabelledEdgeList({ links: stream("start\tend\n"), names });
    expect(plain(listed)).toMatchObject({ titles: ["a", "start", "end"], links: [[1, 2]] });
    await expect(labelledEdgeList.read(stream("start end\na\tend\n"))).rejects.toThrow(/line 1: expected two names/);
  });

  it("refuses two words above nothing but URLs, which may be a heading", async () => {
    const unknown = labelledEdgeList.read(stream("# c\nreferer\turl\nhttp://a/\thttp://b/\n"));
    await expect(unknown).rejects.toThrow(/line 2: expected two URLs.*\n.*heading, delete it/);
    const mixed = await labelledEdgeList.read(stream("home\tabout\nhttp://a/\tcontact\n"));
    expect(mixed.graph.links).toBe(2);
    const other = await labelledEdgeList.read(stream("ftp://a/\tftp://b/\nhttp://a/\thttp://b/\n"));
    expect(other.graph.links).toBe(2);
  });

  it("reads names that blanks part, as NetworkX writes them, and says what it does not take", async () => {
    const titles = ["n0", "n1", "n2"];
    const links = pairsOf("0,1 1,2 2,0");
    for (const [ends, ignored] of [
      [["", "", ""], undefined],
      [[" {}", " {}", " {}"], undefined],
      [[" 1", " 2.5", " -1e-3"], ["weights of links"]],
      [[" {}", " {'weight': 2, 'of': 'a b'}", " {}"], [`attributes of links, "{'weight': 2, 'of': 'a b'}"`]],
    ] as const) {
      const text = `#networkx.py\n# GMT Mon Nov 30 20:08:33 2026\nn0 n1${ends[0]}\nn1 n2${ends[1]}\nn2 n0${ends[2]}\n`;
      expect(sniffs(text), text).toBe(true);
      const data = await labelledEdgeList.read(stream(text));
      expect(plain(data)).toMatchObject({ titles, links });
      expect(data.ignored).toEqual(ignored);
    }
    const urls = await labelledEdgeList.read(stream("http://a/ http://b/ {}\nhttp://b/ http://c/ {}\n"));
    expect(plain(urls)).toMatchObject({ urls: ["http://a/", "http://b/", "http://c/"] });
    const headed = await labelledEdgeList.read(stream("source target\na b\nb c\n"));
    expect([plain(headed).titles, headed.ignored]).toEqual([["a", "b", "c"], ['the heading "source target"']]);
  });

  it("takes lines of two words for links only where all are such, and names recur or more is said", () => {
    expect(["a b\nb c\n", "a b 1\nc d 2\n", "a b {}\n"].map(sniffs)).toEqual([true, true, true]);
    expect(["New York\nLos Angeles\n", "a b\nb c d\n", "a b\nb\n", "1 b\nb c\n"].map(sniffs)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("refuses lines parted by blanks below those parted by a TAB, and the other way", async () => {
    await expect(labelledEdgeList.read(stream("a\tb\nb c\n"))).rejects.toThrow(
      /line 2: expected two names with one TAB/,
    );
    await expect(labelledEdgeList.read(stream("a b\nb\tc\n"))).rejects.toThrow(
      /line 2: expected two names without blanks, then a weight or attributes/,
    );
    await expect(labelledEdgeList.read(stream("a b\nb c d\n"))).rejects.toThrow(/line 2: expected two names without/);
  });

  it("says how many comments may be meant as links", async () => {
    const data = await labelledEdgeList.read(stream("#home\tabout\n# a\tb\n#from\tto\nabout\tnews\n#x\ty\n"));
    expect(data.graph.links).toBe(1);
    expect(data.ignored).toEqual(['2 comments that may be meant as links, the first "#home\\tabout"']);
    const inBlanks = await labelledEdgeList.read(stream("#a\tb\n# of us\n#home about {}\na b {}\n#top a\n"));
    expect(inBlanks.ignored).toEqual(['2 comments that may be meant as links, the first "#home about {}"']);
  });

  it("refuses a heading that has FROM in column 2, and one that nothing stands below", async () => {
    const swapped = labelledEdgeList.read(stream("target\tsource\na\tb\n"));
    await expect(swapped).rejects.toThrow(/line 1: expected a heading that has FROM in column 1/);
    await expect(labelledEdgeList.read(stream("from\tto\n"))).rejects.toThrow("at least one link");
  });

  it("refuses names that are not UTF-8, which could be told apart no more, with the line", async () => {
    const latin1 = (text: string) => stream(Buffer.from(text, "latin1"));
    await expect(labelledEdgeList.read(latin1("a\tb\na\té\na\tü\n"))).rejects.toThrow(
      /line 2: expected text in UTF-8.*\n.*iconv -f latin1 -t utf-8/,
    );
    const listed = readLabelledEdgeList({ links: stream("a\tb\n"), names: latin1("a\nb\né\n") });
    await expect(listed).rejects.toThrow(/names, line 3/);
    expect(plain(await labelledEdgeList.read(stream("a\t\ufffd\n"))).titles).toEqual(["a", "\ufffd"]);
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
