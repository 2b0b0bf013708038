import { createReadStream } from "node:fs";
import fc from "fast-check";
import Graphology from "graphology";
import { describe, expect, it } from "vitest";
import { Strings } from "../../../src/base/strings.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { fromGraphology, graphologyJson } from "../../../src/web/read/graphology.js";
import { toGraphology } from "../../../src/web/write/graphology.js";
import { pairsOf } from "../../fixture/pairs.js";
import { realData } from "./real-data.js";
import { anyLinks, KEEP, pairs, plain, stream } from "./text.js";

const read = async (value: unknown) => plain(await graphologyJson.read(stream(JSON.stringify(value))));

describe("fromGraphology", () => {
  it("gives back what toGraphology was given, and so does the JSON of it, for any graph", async () => {
    await fc.assert(
      fc.asyncProperty(anyLinks, async ({ size, links }) => {
        const graph = graphFrom(size, links, KEEP);
        const urls = Strings.from(Array.from({ length: size }, (_, page) => `http://host/${page}`));
        const titles = Strings.from(Array.from({ length: size }, (_, page) => `Page ${page}`));
        const converted = toGraphology(graph, { urls, titles });
        const expected = { size, links: pairs(graph), urls: [...urls], titles: [...titles] };
        expect(plain(fromGraphology(converted, KEEP))).toMatchObject(expected);
        const json = JSON.stringify(converted.export());
        expect(plain(await graphologyJson.read(stream(json), KEEP))).toMatchObject(expected);
      }),
    );
  });

  it("gives back the pages' own numbers, and no titles where there were none", async () => {
    const graph = toGraphology(graphFrom(3, pairsOf("0,1 2,0")), { ids: Uint32Array.of(7, 30, 100) });
    for (const found of [fromGraphology(graph), await graphologyJson.read(stream(JSON.stringify(graph.export())))]) {
      expect(plain(found)).toMatchObject({ ids: [7, 30, 100], links: pairsOf("0,1 2,0") });
      expect(found.titles).toBeUndefined();
    }
    expect(fromGraphology(toGraphology(graphFrom(2, pairsOf("0,1")))).titles).toBeUndefined();
  });

  it("makes two links of an undirected edge, and titles of keys that are no numbers", () => {
    const graph = new Graphology();
    graph.addNode("home", { href: "http://a/" });
    graph.addNode("7", { label: "seven" });
    graph.addUndirectedEdge("home", "7");
    expect(plain(fromGraphology(graph))).toMatchObject({
      titles: ["home", "seven"],
      urls: ["http://a/", ""],
      links: pairsOf("0,1 1,0"),
    });
  });

  it("says that it leaves out weights of links, as their JSON does", async () => {
    const graph = new Graphology();
    graph.mergeDirectedEdge("a", "b", { weight: 1 });
    expect(fromGraphology(graph).ignored).toBeUndefined();
    graph.mergeDirectedEdge("b", "a", { weight: 3 });
    expect(fromGraphology(graph).ignored).toEqual(["weights of links"]);
  });
});

describe("keys that are numbers", () => {
  const graph = new Graphology();
  for (const key of [7, 30, 100]) graph.addNode(key, { url: `http://a/${key}` });
  graph.addDirectedEdge(30, 7);
  graph.addDirectedEdge(7, 100);
  graph.addDirectedEdge(30, 100);

  it("are the pages' own numbers where they ascend, in a graph and in its JSON", async () => {
    const expected = {
      ids: [7, 30, 100],
      urls: ["http://a/7", "http://a/30", "http://a/100"],
      links: pairsOf("0,2 1,0 1,2"),
    };
    expect(plain(fromGraphology(graph))).toEqual(expect.objectContaining(expected));
    expect(await read(graph.export())).toEqual(expect.objectContaining(expected));
  });

  it("are names beside others, in another order, and where they are none of a page", () => {
    for (const keys of [
      ["7", "home"],
      ["30", "7", "100"],
      ["07", "8"],
      ["4294967295", "8"],
    ]) {
      const graph = new Graphology();
      for (const key of keys) graph.addNode(key);
      expect(plain(fromGraphology(graph))).toMatchObject({ titles: keys });
      expect(fromGraphology(graph).ids).toBeUndefined();
    }
  });
});

describe("graphologyJson", () => {
  it("makes two links of an edge in a graph without directions, unless the edge itself has one", async () => {
    const nodes = [{ key: "a" }, { key: "b" }];
    const edge = { source: "a", target: "b" };
    const links = async (type: string | undefined, undirected?: boolean) =>
      (await read({ options: { type }, nodes, edges: [{ ...edge, undirected }] })).links;
    for (const [type, undirected] of [
      ["undirected", undefined],
      ["undirected", true],
      ["mixed", true],
      [undefined, true],
    ] as const)
      expect(await links(type, undirected), `${type} ${undirected}`).toEqual(pairsOf("0,1 1,0"));
    for (const [type, undirected] of [
      ["undirected", false],
      ["mixed", undefined],
      ["mixed", false],
      ["directed", undefined],
    ] as const)
      expect(await links(type, undirected), `${type} ${undirected}`).toEqual(pairsOf("0,1"));
  });

  it.each([
    [
      { nodes: [{ key: "a" }], edges: [{ source: "a", target: "b" }] },
      /edges\[0\]\.target: expected the key of a node/,
    ],
    [
      { nodes: [{ key: "a" }, { key: "a" }] },
      /nodes\[1\]\.key: expected a key that no node before has, found "\\"a\\""/,
    ],
    [{ nodes: [{}] }, /nodes\[0\]\.key: expected a key/],
    [{ nodes: [null] }, /nodes\[0\]/],
    [{ edges: [] }, /nodes: expected a list/],
    [{ nodes: [{ key: "a" }], edges: {} }, /edges: expected a list, found "{}"/],
    [{ nodes: [{ key: "a" }], edges: [{ source: 1, target: "a" }] }, /edges\[0\]\.source: expected the key of a node/],
    [{ nodes: [] }, /expected at least one node/],
    [[], /expected an object/],
  ])("refuses %j with the place", async (value, message) => {
    await expect(read(value)).rejects.toThrow(message);
  });

  it("names the line at which a text is no JSON", async () => {
    await expect(graphologyJson.read(stream('{"nodes": [\n{"key": 1},\n}]}'))).rejects.toThrow(/line 3: expected JSON/);
  });

  const file = realData("graphs/eurosis/euroSIS.json");
  it.skipIf(!file)("reads EuroSIS: undirected, so each of its 7,524 edges is two links", async () => {
    const data = await graphologyJson.read(createReadStream(file as string));
    expect([data.graph.size, data.found.links]).toEqual([1285, 2 * 7524]); // nodes and edges counted in the JSON
    expect(data.titles?.at(0)).toBe("Astronomical Institute");
  });
});
