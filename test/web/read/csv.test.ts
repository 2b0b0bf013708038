import { describe, expect, it } from "vitest";
import { toCsv } from "../../../src/base/rows/csv.js";
import { csv } from "../../../src/web/read/csv.js";
import { edgeList } from "../../../src/web/read/edge-list.js";
import { labelledEdgeList } from "../../../src/web/read/labelled-edge-list.js";
import { pairsOf } from "../../fixture/pairs.js";
import { plain, stream } from "./text.js";

const sniffs = (text: string, format = csv) => format.sniff(new TextEncoder().encode(text), "links.csv");
const A = "http://a.example/";
const B = "http://b.example/?x=1,2";
const C = "http://c.example/";

describe("csv", () => {
  it.each([
    ["source,target", `source,target\n${A},"${B}"\n"${B}",${C}\n`],
    ["what pandas writes, with the number of each row", `,source,target\n0,${A},"${B}"\n1,"${B}",${C}\n`],
    ["what Gephi writes", `Source,Target,Type,Id,Weight\n${A},"${B}",Directed,0,1.0\n"${B}",${C},Directed,1,1.0\n`],
    ["what Neo4j takes", `:START_ID,:END_ID,:TYPE\n${A},"${B}",LINK\n"${B}",${C},LINK\n`],
    ["the two in the other order", `to_url,from_url\n"${B}",${A}\n${C},"${B}"\n`],
    ["semicolons, as spreadsheets in Europe write", `Source;Target\n${A};${B}\n${B};${C}\n`],
    ["tabs among three columns", `Source URL\tTarget URL\tAnchor\n${A}\t${B}\tx, y\n${B}\t${C}\t\n`],
  ])("reads links under the heading of %s", async (_, text) => {
    expect(sniffs(text)).toBe(true);
    expect(plain(await csv.read(stream(text)))).toMatchObject({
      size: 3,
      links: pairsOf("0,1 1,2"),
      titles: undefined,
    });
    expect([...((await csv.read(stream(text))).urls ?? [])].sort()).toEqual([A, B, C]);
  });

  it("refuses names that are not UTF-8, of which two would be one page, wherever a piece of the file ends", async () => {
    const latin = Buffer.from("source,target,note\ncaf\xe9,b,\ncaf\xe8,b,\n", "latin1");
    const message = /CSV, line 2: expected text in UTF-8, by which names are told apart, found "caf\ufffd,b,"\n.*iconv/;
    await expect(csv.read(stream(latin))).rejects.toThrow(message);
    const names = ["caf\u00e9", "\ufffd", "\u{1f600}"];
    const text = Buffer.from(`source,target\n${names[0]},${names[1]}\n${names[1]},${names[2]}\n`);
    async function* byByte() {
      for (const byte of text) yield Uint8Array.of(byte);
    }
    expect(plain(await csv.read(byByte()))).toMatchObject({ titles: names });
    const note = Buffer.from("source,target,note\na,b,caf\xe9\n", "latin1");
    expect(plain(await csv.read(stream(note)))).toMatchObject({ titles: ["a", "b"] });
  });

  it("refuses a second heading, which would be a page that links to another", async () => {
    const twice = 'Source,"Target",Type\na,b,Directed\nSource,Target,Type\nb,c,Directed\n';
    await expect(csv.read(stream(twice))).rejects.toThrow(
      /CSV, line 3: expected one heading, found "Source,Target,Type"/,
    );
    expect((await csv.read(stream("source,target\nsource,a\nb,target\n"))).graph.size).toBe(4);
  });

  it("says how many comments stand below the first line, for they may be meant as links", async () => {
    const data = await csv.read(stream('# a web\nsource,target\n#home,about\n"#top",about\n# it\'s "odd\n#x,y'));
    expect(plain(data)).toMatchObject({ titles: ["#top", "about"], links: pairsOf("0,1") });
    expect(data.ignored).toEqual(["3 comments below the first line, perhaps meant as links"]);
    const above = await csv.read(stream(`# ours\n# all of it\n${A},${C}\n`));
    expect(above.ignored).toBeUndefined();
  });

  it("reads two URLs a line without a heading, and names as titles", async () => {
    expect(sniffs(`${A},${C}\n`)).toBe(true);
    expect(plain(await csv.read(stream(`${A},${C}\n${C},${A}\n`)))).toMatchObject({
      urls: [A, C],
      links: pairsOf("0,1 1,0"),
    });
    expect(plain(await csv.read(stream('source,target\n"Home, sweet",about\n')))).toMatchObject({
      titles: ["Home, sweet", "about"],
      links: [[0, 1]],
    });
  });

  it("keeps whole numbers as page numbers, those with gaps as ids", async () => {
    const text = "id,source,target\n0,7,3\n1,3,9\n";
    expect(plain(await csv.read(stream(text)))).toMatchObject({ ids: [3, 7, 9], links: pairsOf("0,2 1,0") });
  });

  it("names the columns that it leaves out, and says that links without a direction are read one way", async () => {
    const { ignored } = await csv.read(stream(",Source,Target,Type\n0,a,b,Undirected\n"));
    expect(ignored).toEqual([
      "column 1",
      'the column "Type"',
      'that links have no direction, "Undirected": each is one way, as written',
    ]);
    expect((await csv.read(stream("source,target\na,b\n"))).ignored).toBeUndefined();
    const titled = await csv.read(stream("source,target,source_title,target_title\nhttp://a/,http://b/,A,B\n"));
    expect(titled.ignored).toEqual([
      'the column "source_title"',
      'the column "target_title" (titles are read from node-link JSON, GraphML and GEXF, where a page has a url and a title)',
    ]);
  });

  it("reads two URLs a line with more columns behind them, and leaves a third URL to an adjacency list", async () => {
    const titled = `${A},${C},"Page 1"\n${C},${A},"Page 2"\n`;
    expect([sniffs(titled), sniffs(titled, labelledEdgeList)]).toEqual([true, false]);
    const data = await csv.read(stream(titled));
    expect([plain(data).links, data.ignored]).toEqual([pairsOf("0,1 1,0"), ["column 3"]]);
    expect(sniffs(`${A},${C},${A}\n`)).toBe(false);
    expect(sniffs("a,b,Page 1\nb,c,Page 1\n", labelledEdgeList)).toBe(false);
    expect(sniffs("a,b c,d\nc,d a,b\n", labelledEdgeList)).toBe(true);
  });

  it("reads back what rows of links are saved as", async () => {
    const rows = [
      { source: A, target: B },
      { source: B, target: 'http://c.example/"q"' },
    ];
    expect(plain(await csv.read(stream(toCsv(rows))))).toMatchObject({
      urls: [A, B, 'http://c.example/"q"'],
      links: pairsOf("0,1 1,2"),
    });
  });

  it("takes numbers whose heading has the two columns elsewhere, which the edge list would refuse", async () => {
    for (const text of ["target,source\n3,2\n2,3\n", "n;to;from\n9;3;2\n9;2;3\n"]) {
      expect(sniffs(text)).toBe(true);
      expect(plain(await csv.read(stream(text)))).toMatchObject({ ids: [2, 3], links: pairsOf("0,1 1,0") });
    }
  });

  it("leaves numbers that the edge list reads to it, and is told by a heading with both words", () => {
    for (const text of ["source,target\n1,2\n", "1,2\n", "source,target,weight\n1,2,0.5\n"]) {
      expect([sniffs(text), sniffs(text, edgeList)]).toEqual([false, true]);
    }
    for (const text of ["a,b\n", "title,url\na,b\n", "source,target\n", "source\ttarget\na\tb\n", ""]) {
      expect(sniffs(text)).toBe(false);
    }
  });

  it.each([
    ["source,target\na,b\nc\n", /CSV, line 3: expected as many fields as in the heading, found "c"/],
    ["source,target\na,b\nc,\n", /line 3: expected a page in the columns of source and target, found "c,"/],
    ['source,target\na,b\n"c,d\n', /expected quotes around whole fields, each closed/],
    ["source,target\n", /expected at least one link, found none/],
    ["title,url\na,b\n", /line 1: expected a heading with source and target, found "title,url"/],
  ])("refuses %j, and says where and why", async (text, message) => {
    await expect(csv.read(stream(text))).rejects.toThrow(message);
  });

  it("hands on an error of the file, whose rest is not taken for its end", async () => {
    async function* cut() {
      yield* stream("source,target\na,b\n");
      throw new Error("the disk is gone");
    }
    await expect(csv.read(cut())).rejects.toThrow("the disk is gone");
  });
});
