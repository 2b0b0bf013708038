import { describe, expect, it } from "vitest";
import { adjacencyList } from "../../../src/web/read/adjacency-list.js";
import { asciiGraph } from "../../../src/web/read/ascii-graph.js";
import { edgeList } from "../../../src/web/read/edge-list.js";
import { HEAD_BYTES } from "../../../src/web/read/format.js";
import { plain, stream } from "./text.js";

const read = async (text: string) => plain(await adjacencyList.read(stream(text)));
const sniffs = (text: string) => adjacencyList.sniff(new TextEncoder().encode(text), "file");

describe("adjacencyList", () => {
  it("takes every number behind the first of a line as a link, and pages that stand alone", async () => {
    expect(await read("# made by hand\n7 3 9\n3 9\n\n12\n")).toMatchObject({
      ids: [3, 7, 9, 12],
      links: [
        [0, 2],
        [1, 0],
        [1, 2],
      ],
    });
  });

  it("is recognised by lines of whole numbers of several lengths", () => {
    expect(sniffs("1 2 3\n2 3\n")).toBe(true);
    expect(sniffs("1 2 3\n2 3 4\n")).toBe(false); // a weight in each line
    expect(sniffs("1 2\n2 3 0.5\n")).toBe(false);
    expect(sniffs("4 4 3\n1 2\n2 3\n3 4\n")).toBe(false); // Matrix Market without its banner: 4 rows, 4 columns, 3 links
    expect(sniffs("4 4 2\n1 2\n2 3\n3 4\n")).toBe(true);
    expect(sniffs("1 2 3\n2 3 4\n3 1 2 4 5\n4 1 2\n")).toBe(true); // no link has five numbers
    expect(sniffs("3\n1 2 \n2 \n0 \n")).toBe(false); // an ASCIIGraph
  });

  it("is recognised where a page has more links than the head of a file holds, the first or a later one", () => {
    const hub = Array.from({ length: 20_000 }, (_, page) => page + 10_000).join(" ");
    const headOf = (text: string) => new TextEncoder().encode(text).subarray(0, HEAD_BYTES);
    for (const text of [`0 ${hub}\n10000 0\n`, `# a web\n0 ${hub}`, `0 1\n1 2\n2 ${hub}\n`]) {
      expect(adjacencyList.sniff(headOf(text), "file"), text.slice(0, 20)).toBe(true);
      expect([asciiGraph, edgeList].map((other) => other.sniff(headOf(text), "file"))).toEqual([false, false]);
    }
    const ascii = headOf(`30000\n${hub}\n`);
    expect([adjacencyList, asciiGraph].map((each) => each.sniff(ascii, "file"))).toEqual([false, true]);
  });

  it("is recognised by its comment where the first page has no links", () => {
    const networkX = "#/usr/bin/python\n# GMT Thu Nov 26 10:00:00 2026\n#\n5\n1 2 3\n2 3\n";
    expect(adjacencyList.sniff(new TextEncoder().encode(networkX), "x")).toBe(true);
    expect(adjacencyList.sniff(new TextEncoder().encode("5\n1 2 3\n2 3\n"), "x")).toBe(false);
  });

  it("is told from links, one of them cut, by a comment that says so", () => {
    for (const cut of ["0 1\n1 2\n2 3\n3", "0\t1\n1\t2\n2\n3\t4\n", `${"0,1\n".repeat(60)}1\n2,\n`]) {
      expect([sniffs(cut), edgeList.sniff(new TextEncoder().encode(cut), "file")], cut).toEqual([false, true]);
      expect(sniffs(`# adjacency list\n${cut}`), cut).toBe(true);
    }
    expect(sniffs("0 1\n1\n2 1\n3\n")).toBe(true);
  });

  it("is told from links with a weight, one of them cut, by a comment that says so", () => {
    const cut = "0 1 5\n1 2 5\n2 3 5\n3 0\n";
    expect([sniffs(cut), edgeList.sniff(new TextEncoder().encode(cut), "file")]).toEqual([false, true]);
    expect(sniffs("0 1 5 9\n1 2 5 9\n2 3 5 9\n3\n")).toBe(false);
    expect(sniffs(`${"0 1 5\n".repeat(60)}1 2\n3\n`)).toBe(false);
    for (const comment of ["# adjacency list", "# GMT Mon Oct 13 08:00:00 2025"])
      expect(sniffs(`# a web\n${comment}\n${cut}`), comment).toBe(true);
    expect(sniffs(`# a web\n${cut}`)).toBe(false);
    expect(sniffs("0 1 5\n1 2\n2 3 5\n3 0\n")).toBe(true);
  });

  it("is told from links with a weight in each line by a comment that says so, where all pages have as many links", () => {
    // the complete graphs of 3 and of 6 pages, and a date above links with weights, which no adjacency list has to have
    const complete = ["0 1 2\n1 0 2\n2 0 1\n", "0 1 2 3 4 5\n1 0 2 3 4 5\n"];
    for (const links of complete)
      for (const comment of [
        "# adjacency list",
        "#/usr/bin/python\n# GMT Thu Nov  5 10:00:00 2026\n# complete_graph(3)",
      ])
        expect(sniffs(`${comment}\r\n${links}`), comment).toBe(true);
    for (const comment of ["# adjacency matrix: i j weight", "# made on Thu, 05 Nov 2026 10:00:00 GMT"])
      expect(sniffs(`${comment}\n${complete[0]}`), comment).toBe(false);
  });

  it("is told from links that a comment counts, the last of them cut", () => {
    const cut = "# Nodes: 3 Edges: 3\n0\t1\n1\t2\n2\t";
    expect([sniffs(cut), edgeList.sniff(new TextEncoder().encode(cut), "file")]).toEqual([false, true]);
    expect(sniffs(`# adjacency list\n${cut}`)).toBe(true);
  });

  it("says the line of what is no number", async () => {
    await expect(read("1 2 3\n2 x\n")).rejects.toThrow(/adjacency list, line 2: expected a page number/);
  });
});
