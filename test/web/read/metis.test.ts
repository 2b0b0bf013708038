import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { adjacencyList } from "../../../src/web/read/adjacency-list.js";
import { edgeList } from "../../../src/web/read/edge-list.js";
import { metis } from "../../../src/web/read/metis.js";
import { anyLinks, KEEP, pairs, plain, stream } from "./text.js";

// Karypis 2013, METIS 5.1.0 manual, figure 3: one graph of 7 vertices and 11 edges, with ever more weights.
const PLAIN = "7 11\n5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n";
const EDGES =
  "7 11 001\n5 1 3 2 2 1\n1 1 3 2 4 1\n5 3 4 2 2 2 1 2\n2 1 3 2 6 2 7 5\n1 1 3 3 6 2\n5 2 4 2 7 6\n6 6 4 5\n";
const BOTH =
  "7 11 011\n4 5 1 3 2 2 1\n2 1 1 3 2 4 1\n5 5 3 4 2 2 2 1 2\n3 2 1 3 2 6 2 7 5\n1 1 1 3 3 6 2\n6 5 2 4 2 7 6\n2 6 6 4 5\n";
const THREE =
  "7 11 010 3\n1 2 0 5 3 2\n0 2 2 1 3 4\n4 1 1 5 4 2 1\n2 2 3 2 3 6 7\n1 1 1 1 3 6\n2 2 1 5 4 7\n1 2 1 6 4\n";

const sniffs = (text: string, name = "file") => metis.sniff(new TextEncoder().encode(text), name);
const others = (text: string) =>
  [adjacencyList, edgeList].map((format) => format.sniff(new TextEncoder().encode(text), "file"));

describe("metis", () => {
  it("reads one graph whatever weights stand in it, and says which it ignored", async () => {
    const { ids, links } = await plain(await metis.read(stream(PLAIN)));
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(links.length).toBe(22); // 11 edges, both ways
    expect(links.filter(([from]) => from === 3).map(([, to]) => to + 1)).toEqual([2, 3, 6, 7]); // "2 3 6 7"
    for (const [text, ignored] of [
      [EDGES, ["weights of links"]],
      [BOTH, ["weights of pages", "weights of links"]],
      [THREE, ["weights of pages"]],
    ] as const) {
      const read = await metis.read(stream(text));
      expect(new Set((await plain(read)).links.map(String))).toEqual(new Set(links.map(String)));
      expect(read.ignored).toEqual(ignored);
    }
  });

  it("takes an empty line for a page without neighbours, and leaves comments out", async () => {
    const read = await metis.read(stream("% made by hand\n4 1\n3\n\n1\n% the last has none\n\n"));
    expect(pairs(read.graph)).toEqual([
      [0, 2],
      [2, 0],
    ]);
    expect(read.graph.size).toBe(4);
    expect(pairs((await metis.read(stream("2 1\n2\n1\n\n \n"))).graph).length).toBe(2); // and none behind the last page
  });

  it("is told from lists of numbers by neighbours that name each other, whole or cut", () => {
    for (const text of [PLAIN, EDGES, BOTH, THREE, "3 3\n2 3\n1 3\n1 2\n"]) expect(sniffs(text)).toBe(true);
    expect(sniffs(PLAIN.slice(0, PLAIN.indexOf("1 3 6\n")))).toBe(true);
    expect(sniffs("2 1\n2\n1\n")).toBe(true); // counts that fit
    for (const text of ["7 3 9\n3 9\n12\n", "5 6\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3\n", "1 2 3\n2 3\n", "0 1\n1 0\n"]) {
      expect(sniffs(text), text).toBe(false);
    }
    expect(sniffs("3 1\n2 3\n1 3\n1 2\n")).toBe(false); // four links, whatever they name by chance
    expect(others("6 6\n0 1\n1 2\n2 3\n3 4\n4 5\n5 0\n")[1]).toBe(true); // counts above an edge list
  });

  it("is told by its name where no line that is seen names another", () => {
    const apart = `9000 9000\n${"8000 8001\n".repeat(50)}`;
    expect(["a.graph", "a.METIS.gz", "a.txt"].map((name) => sniffs(apart, name))).toEqual([true, true, false]);
    expect(sniffs("7 11\n5 3\n1 2\n", "a.graph")).toBe(false); // 2 does not name itself
  });

  it("is refused, and not read as a list, where it is called .metis and neighbours do not name each other", async () => {
    const directed = "3 3\n2\n3\n1\n";
    expect(["a.metis", "a.metis.zst", "a.txt"].map((name) => sniffs(directed, name))).toEqual([true, true, false]);
    await expect(metis.read(stream(directed))).rejects.toThrow(
      /METIS, line 4: expected 6 neighbours, each edge of the first line from both ends, found 3\n {2}Directed links/,
    );
    expect(sniffs("1 2\n2 3\n", "a.metis")).toBe(false); // an edge list, whatever it is called
  });

  it.each([
    ["", /expected the numbers of pages and edges, found an empty file/],
    ["7\n", /line 1: expected the numbers of pages and edges: n m, or n m fmt, or n m fmt ncon, found "7"/],
    ["2 1 002\n2\n1\n", /line 1: expected the numbers of pages and edges: n m, .*found "2 1 002"/],
    ["2 1\n3\n1\n", /line 2: expected neighbours from 1 to 2, found "3"/],
    ["2 1\n0\n1\n", /line 2: expected neighbours from 1 to 2, found "0"/],
    ["2 1 1\n2\n1 5\n", /line 2: expected neighbours from 1 to 2, each with its weight, found "2"/],
    ["2 1 10\n\n1 2\n", /line 2: expected 1 weight of the page, then neighbours from 1 to 2, found an empty line/],
    ["3 2\n2\n1 3\n", /expected one line for each of 3 pages, found 2/],
    ["3 2\n2\n1\n\n", /expected 4 neighbours, each edge of the first line from both ends, found 2/],
    ["3 1\n2\n3\n\n", /expected neighbours that name each other, found some that do not/],
    ["2 1\n2\n1\n1\n", /line 4: expected the end of the file after the lines of 2 pages/],
    ["20 1\n2\n1", /line 3: .*without it the last number may be cut short/],
  ])("refuses %j with the line", async (text, message) => {
    await expect(metis.read(stream(text))).rejects.toThrow(message);
  });

  it("reads what is written, for any graph, whatever the weights", async () => {
    await fc.assert(
      fc.asyncProperty(anyLinks, fc.boolean(), fc.nat(3), async ({ size, links }, weighted, ahead) => {
        const edges = new Map(links.filter(([a, b]) => a !== b).map(([a, b]) => [`${[a, b].sort()}`, [a, b] as const]));
        const both = [...edges.values()].flatMap(([a, b]): [number, number][] => [
          [a, b],
          [b, a],
        ]);
        const rows = Array.from({ length: size }, (_, page) => {
          const to = both.filter(([from]) => from === page).map(([, to]) => (weighted ? `${to + 1} 0.5` : `${to + 1}`));
          return [...Array(ahead).fill("7"), ...to].join(" ");
        });
        const fmt = `0${ahead > 0 ? 1 : 0}${weighted ? 1 : 0}${ahead > 0 ? ` ${ahead}` : ""}`;
        const text = `${size} ${edges.size} ${fmt}\n${rows.map((row) => `${row}\n`).join("")}`;
        expect(pairs((await metis.read(stream(text), KEEP)).graph)).toEqual(pairs(graphFrom(size, both, KEEP)));
      }),
    );
  });
});
