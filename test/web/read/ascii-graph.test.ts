import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { asciiGraph } from "../../../src/web/read/ascii-graph.js";
import { anyLinks, KEEP, pairs, stream } from "./text.js";

describe("asciiGraph", () => {
  it("reads what is written, for any graph", async () => {
    await fc.assert(
      fc.asyncProperty(anyLinks, fc.integer({ min: 1, max: 5 }), async ({ size, links }, piece) => {
        const graph = graphFrom(size, links, KEEP);
        const rows = Array.from(
          { length: size },
          (_, page) => `${[...linksOf(graph, page)].sort((a, b) => a - b).join(" ")}\n`,
        );
        const read = await asciiGraph.read(stream(`${size}\n${rows.join("")}`, piece), KEEP);
        expect(pairs(read.graph)).toEqual(pairs(graph).sort(([a, b], [c, d]) => a - c || b - d));
        expect(read.graph.size).toBe(size);
      }),
    );
  });

  it.each([
    ["3\n1\n2\n", /line 3: expected one line for each of 3 pages, found 2/],
    ["2\n1\n0\n1\n", /line 4: expected the end of the file after the lines of 2 pages/],
    ["2\n1\n2\n", /line 3: expected successors from 0 to 1, found "2"/],
    ["2\n1\nx\n", /line 3: expected successors/],
    ["2 1\n1\n0\n", /line 1: expected the number of pages, alone/],
    ["2\n1\n0", /line 3: expected a newline at the end/],
    ["3\n0 1\n1 2\n2 0\n", /line 1: expected successors of each page, found two numbers on every line\n.*FROM TO/],
    ["3\n0 1\n2 0\n", /line 3: expected one line for each of 3 pages, found 2.*\n.*FROM TO/],
    ["2\n0 1\n1 0\n0 1\n", /line 4: expected the end of the file after the lines of 2 pages.*\n.*FROM TO/],
    ["3\n1 2\n2 3\n3 1\n", /line 3: expected successors from 0 to 2, found "2 3"\n.*FROM TO/],
    ["999999999\n", /line 1: expected at most 268435456 pages/],
  ])("refuses %j with the line", async (text, message) => {
    await expect(asciiGraph.read(stream(text))).rejects.toThrow(message);
  });

  it("is told by a number of pages with lines below it, not by a number alone", () => {
    const isIt = (text: string) => asciiGraph.sniff(new TextEncoder().encode(text), "x");
    expect(["2\n1\n0\n", "1\n\n", "2\n", "2 1\n1\n", "2\nx\n"].map(isIt)).toEqual([true, true, false, false, false]);
  });

  it("takes two successors of each page, where all ascend", async () => {
    expect(pairs((await asciiGraph.read(stream("3\n1 2\n0 2\n0 1\n"))).graph)).toHaveLength(6);
  });

  it("takes blank lines behind the last page", async () => {
    expect((await asciiGraph.read(stream("2\n1\n0\n\n"))).graph.links).toBe(2);
  });
});
