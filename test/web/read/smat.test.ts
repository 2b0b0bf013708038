import { createReadStream } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { smat } from "../../../src/web/read/smat.js";
import { realData } from "./real-data.js";
import { anyLinks, KEEP, pairs, stream } from "./text.js";

describe("smat", () => {
  it("takes an entry of value zero for no link, and says how many there are", async () => {
    const { graph, ignored } = await smat.read(stream("2 2 2\n0 1 0\n1 0 2\n"));
    expect(pairs(graph)).toEqual([[1, 0]]);
    expect(ignored).toEqual(["weights of links", "1 entry of value 0, no links"]);
  });

  it("says that it leaves out weights, where some link has another than 1", async () => {
    expect((await smat.read(stream("2 2 2\n0 1 1\n1 0 2\n"))).ignored).toEqual(["weights of links"]);
    expect((await smat.read(stream("2 2 2\n0 1 1.0\n1 0 1\n"))).ignored).toBeUndefined();
  });

  it.each([
    ["2 3 1\n0 1 1\n", /line 1: expected as many rows as columns/],
    ["2 2 2\n0 1 1\n", /line 2: expected 2 entries, found 1/],
    ["2 2 1\n0 1 1\n1 0 1\n", /line 3: expected the end of the file after 1 entry/],
    ["2 2 1\n0 2 1\n", /line 2: expected row and column from 0 to 1, then a value, found "0 2 1"/],
    ["2 2 1\n0 1\n", /line 2: expected row and column from 0 to 1, then a value, found "0 1"$/],
    ["2 2 1\n0 1 one\n", /line 2: expected row and column from 0 to 1, then a value, found "0 1 one"/],
  ])("refuses %j with the line", async (text, message) => {
    await expect(smat.read(stream(text))).rejects.toThrow(message);
  });

  it("is told from a list of links with weights by a square size that every entry fits, even when it is cut", () => {
    const sniffs = (text: string) => smat.sniff(new TextEncoder().encode(text), "x");
    for (const text of ["3 3 1\n0 1 1\n", "3 3 2\n0 1 1\n", "3 3 2\n0 1 1\n1 "]) expect(sniffs(text)).toBe(true);
    for (const list of ["3 3 1\n3 1 1\n", "0 1 1\n1 0 1\n", "3 3\n0 1\n", "3 3 1\n0 1\n"])
      expect(sniffs(list)).toBe(false);
  });

  it("is told by its name where it is not square, so that its size is not read as a link", async () => {
    const sniffs = (text: string, name: string) => smat.sniff(new TextEncoder().encode(text), name);
    const text = "3 4 3\n0 1 1\n0 3 1\n2 1 1\n";
    for (const name of ["a.smat", "A.SMAT.gz"]) expect(sniffs(text, name)).toBe(true);
    expect(sniffs(text, "a.txt")).toBe(false);
    expect(sniffs("0 1\n", "a.smat")).toBe(false);
    await expect(smat.read(stream(text))).rejects.toThrow(/line 1: expected as many rows as columns, found "3 4 3"/);
  });

  it("reads what is written, for any graph", async () => {
    await fc.assert(
      fc.asyncProperty(anyLinks, async ({ size, links }) => {
        const text = `${size} ${size} ${links.length}\n${links.map(([from, to]) => `${from} ${to} 1\n`).join("")}`;
        expect(pairs((await smat.read(stream(text), KEEP)).graph)).toEqual(pairs(graphFrom(size, links, KEEP)));
      }),
    );
  });

  const file = realData("graphs/wb-cs-stanford/wb-cs.stanford.smat");
  it.skipIf(!file)("reads wb-cs-stanford with the counts of its first line", async () => {
    const { graph, found } = await smat.read(createReadStream(file as string));
    expect([graph.size, found.links]).toEqual([9914, 36854]); // the file's "9914 9914 36854"; Gleich's wb-cs-stanford
  });
});
