import { createReadStream } from "node:fs";
import { describe, expect, it } from "vitest";
import { gml } from "../../../src/web/read/gml.js";
import { pairsOf } from "../../fixture/pairs.js";
import { realData } from "./real-data.js";
import { plain, stream } from "./text.js";

const read = async (text: string) => plain(await gml.read(stream(text)));

describe("gml", () => {
  it("numbers pages by ascending id, names them by label, and skips every other key and block", async () => {
    const text = `Creator "me ] ["
      # a comment ]
      graph [ comment "x" directed 1
        node [ id 9 label "nine &amp; &#8364;" source "Blog" graphics [ x 1.5 id 3 y [ z 2 ] ] ]
        node [ id 4 label 5 ]
        edge [ source 9 target 4 value 2 line [ point [ source 7 ] ] ]
      ] version 1`;
    expect(await read(text)).toMatchObject({ size: 2, ids: [4, 9], titles: ["5", "nine & €"], links: [[1, 0]] });
  });

  it("passes over comments wherever a token may begin, as many as there are, and up to the end without a line's end", async () => {
    const comments = `${"#\n".repeat(10_000_000)}# a ] "\n`;
    const text = `graph [ ${comments} node # its id\n [ id 7 ] node [ id 8 ] directed 1 # a ] "\nedge [ source 8 ##\n#\n target 7 ] ] # the end`;
    expect(await read(text)).toMatchObject({ size: 2, ids: [7, 8], links: [[1, 0]] });
    await expect(read("graph [ # no more\n node 5 ]")).rejects.toThrow(/line 2: expected "\[", found "5 \]"/);
  });

  it("takes the first of two values of a key, and a character that there is none of as it stands", async () => {
    // 0x10ffff = 1114111 is the last character of Unicode
    const label = "&#1114111;&#1114112;&nbsp;&apos;";
    const text = `graph [ node [ id 7 label "${label}" id 8 label "b" ] ]`;
    expect(await read(text)).toMatchObject({ ids: [7], titles: ["\u{10ffff}&#1114112;&nbsp;'"] });
  });

  it("makes two links of an edge unless the graph says that it is directed", async () => {
    const links = pairsOf("0,1 1,0");
    const body = "node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]";
    expect(await read(`graph [ ${body}`)).toMatchObject({ links, titles: undefined, ids: undefined });
    expect((await read(`graph [ directed 0 ${body}`)).links).toEqual(links);
    expect((await read(`graph [ directed 1 ${body}`)).links).toEqual([[0, 1]]);
  });

  it("takes negative ids, numbers pages in their order, and says that ids are not kept", async () => {
    const nodes = "node [ id 3 ] node [ id -2 ] node [ id -0 ]";
    const data = await gml.read(
      stream(`graph [ directed 1 ${nodes} edge [ source -2 target 3 ] edge [ source 0 target -2 ] ]`),
    );
    expect(plain(data)).toMatchObject({ size: 3, ids: undefined, links: pairsOf("0,2 1,0") });
    expect(data.ignored).toEqual([
      "ids, of which some are not from 0 to 4294967294: pages are numbered in their order",
    ]);
  });

  it("takes titles and URLs from the keys that GraphML has them in, and from labels that are URLs", async () => {
    const nodes = [
      'id 0 label "A" url "http://a/"',
      'id 1 name "as igraph has it"',
      'id 2 label "http://c/"',
      'id 3 href "http://d/" label "d" title "D"',
    ];
    expect(await read(`graph [ ${nodes.map((node) => `node [ ${node} ]`).join(" ")} ]`)).toMatchObject({
      urls: ["http://a/", "", "http://c/", "http://d/"],
      titles: ["A", "as igraph has it", "", "D"],
    });
  });

  it("is known with anything above the graph, on lines of its own or on one", () => {
    const sniffs = (text: string) => gml.sniff(new TextEncoder().encode(text), "file");
    for (const text of ['Creator "x" Version 1 graph [', '# by x\r\n Creator\n"x y"\ngraph\n[', "graph["])
      expect(sniffs(text), text).toBe(true);
    for (const text of ["a graph [", "# graph [", 'Creator "x graph [', "word ".repeat(1_600)])
      expect(sniffs(text), text).toBe(false);
  });

  it.each([
    [
      "graph [\nnode [ id 0 ]\nedge [ source 0\ntarget 1 ] ]",
      /line 3: expected a target that is a node, found target 1/,
    ],
    ["graph [\nnode [ id 0 ]\nnode [ id 0 ] ]", /line 3: expected one node for each id/],
    ["graph [\nnode [ label 0 ] ]", /line 2: expected a value of id, found none/],
    ["graph [\nnode [ id 1.5 ] ]", /line 2: expected a whole number as id, .*found "1.5"/],
    ["graph [\nnode [ id -1 ]\nnode [ id -1 ] ]", /line 3: expected one node for each id, found id -1 again/],
    [
      "graph [\nnode [ id 9007199254740993 ] ]",
      /line 2: expected a whole number as id, 9007199254740991 at the most, found/,
    ],
    ["graph [\nnode [ id 1", /line 2: expected "\]", found the end of the file/],
    ['graph [\nnode [ id 1 label "x ] ]', /line 2: expected a string that ends with "/],
    ["node 1", /expected graph \[/],
    ["graph [ ] ]", /expected a key, as no block is open/],
    ["graph [ ] graph [ ]", /expected one graph/],
    ["graph [\nnode [ id 1 graphics [\nx 1.5", /line 3: expected "\]", found the end of the file/],
    ["Creator ]", /line 1: expected a value, found "\]"/],
    ["Creator", /line 1: expected a value, found the end of the file/],
    ["graph [\nnode [ id ] ]", /line 2: expected a value for id/],
  ])("refuses %j with the line", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  const file = realData("graphs/polblogs/polblogs.gml");
  it.skipIf(!file)("reads polblogs: its nodes and edges, in ids 1 .. n, each named by its address", async () => {
    const data = await gml.read(createReadStream(file as string));
    expect([data.graph.size, data.found.links]).toEqual([1490, 19015]); // counted by grep: "node [", "edge ["
    expect([data.ids?.[0], data.ids?.[1489]]).toEqual([1, 1490]);
    expect(data.titles?.at(0)).toBe("100monkeystyping.com"); // the file's first label
  });
});
