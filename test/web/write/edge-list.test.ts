import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { edgeList } from "../../../src/web/read/edge-list.js";
import { writeEdgeList } from "../../../src/web/write/edge-list.js";
import { anyLinks, KEEP, pairs, plain, stream } from "../read/text.js";

describe("writeEdgeList", () => {
  it("writes SNAP's heading and a line per link", () => {
    const graph = graphFrom(3, [[0, 2]]);
    expect([...writeEdgeList(graph, { comment: "my\nweb" })].join("")).toBe(
      "# my web\n# Nodes: 3 Edges: 1\n# FromNodeId\tToNodeId\n0\t2\n",
    );
  });

  it("is read back as the same graph, pages without links too", async () => {
    await fc.assert(
      fc.asyncProperty(anyLinks, async ({ size, links }) => {
        fc.pre(links.length > 0);
        const graph = graphFrom(size, links, KEEP);
        const read = await edgeList.read(stream([...writeEdgeList(graph)].join("")), KEEP);
        expect(plain(read)).toMatchObject({ size, links: pairs(graph), ids: undefined });
      }),
    );
  });

  it("is read back with the source's own numbers, without the pages that have no link", async () => {
    await fc.assert(
      fc.asyncProperty(anyLinks, fc.integer({ min: 0, max: 3 }), async ({ size, links }, gap) => {
        fc.pre(links.length > 0);
        const graph = graphFrom(size, links, KEEP);
        const ids = Uint32Array.from({ length: size }, (_, page) => gap + page * (gap + 1));
        const { graph: read, ids: own } = await edgeList.read(
          stream([...writeEdgeList(graph, { ids })].join("")),
          KEEP,
        );
        const named = pairs(read).map((link) => link.map((page) => own?.[page] ?? page));
        expect(named).toEqual(pairs(graph).map((link) => link.map((page) => ids[page])));
        expect(read.size).toBe(new Set(links.flat()).size);
      }),
    );
  });
});
