import { describe, expect, it } from "vitest";
import { graphologyJson } from "../../../src/web/read/graphology.js";
import { nodeLink } from "../../../src/web/read/node-link.js";
import { plain, stream } from "./text.js";

const read = async (value: object) => plain(await nodeLink.read(stream(JSON.stringify(value))));
const head = (value: object) => new TextEncoder().encode(JSON.stringify(value));

const d3 = {
  nodes: [{ name: "Myriel" }, { name: "Napoleon" }, { name: "Valjean" }],
  links: [
    { source: 1, target: 0, value: 1 },
    { source: 2, target: 0, value: 8 },
  ],
};

describe("nodeLink", () => {
  it("takes ids, URLs and titles, and edges by either name", async () => {
    const nodes = [{ id: "b", url: "http://b/", label: "B" }, { id: "http://a/" }];
    for (const called of ["links", "edges"])
      expect(await read({ directed: true, nodes, [called]: [{ source: "http://a/", target: "b" }] })).toMatchObject({
        links: [[1, 0]],
        urls: ["http://b/", "http://a/"],
        titles: ["B", ""],
      });
  });

  it("reads that of links and edges which is not empty", async () => {
    const nodes = [{ id: 0 }, { id: 1 }];
    const list = [{ source: 0, target: 1 }];
    for (const lists of [
      { links: [], edges: list },
      { links: list, edges: [] },
    ])
      expect((await read({ directed: true, nodes, ...lists })).links).toEqual([[0, 1]]);
    expect((await read({ directed: true, nodes, links: [], edges: [] })).links).toEqual([]);
  });

  it("takes places in the list where no node has an id, as d3 does, and names", async () => {
    expect(await read(d3)).toMatchObject({
      links: [
        [1, 0],
        [2, 0],
      ],
      titles: ["Myriel", "Napoleon", "Valjean"],
    });
    expect((await read({ ...d3, links: [{ source: "Valjean", target: "Myriel" }] })).links).toEqual([[2, 0]]);
  });

  it("takes an end that is a node itself, as d3 leaves them, for the node of its id", async () => {
    const [a, b] = [{ id: "a" }, { id: "b" }];
    expect((await read({ nodes: [a, b], links: [{ source: b, target: a }] })).links).toEqual([[1, 0]]);
  });

  it("follows an edge both ways where the graph is not directed", async () => {
    const nodes = [{ id: 0 }, { id: 1 }];
    expect((await read({ directed: false, nodes, links: [{ source: 0, target: 1 }] })).links).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it.each([
    [
      { nodes: [{ id: 1 }], links: [{ source: 1, target: 2 }] },
      /links\[0\]\.target: expected the id of a node, found "2"/,
    ],
    [{ nodes: [{ id: 1 }, {}], links: [] }, /nodes\[1\]\.id: expected an id/],
    [{ nodes: [{ id: 1 }, { id: 1 }], links: [] }, /nodes\[1\]: expected an id that no node before has/],
    [
      { nodes: [{ id: 1 }], links: [{ source: 1, target: 1 }], edges: [{ source: 1, target: 1 }] },
      /edges: expected none beside links: put all into one list/,
    ],
    [{ nodes: [{ id: 2 ** 53 }], links: [] }, /nodes\[0\]\.id: expected an id, found .*\n.*JSON rounds, in quotes/],
    [
      { nodes: [{ id: "9007199254740993" }], links: [{ source: 9007199254740992, target: 1 }] },
      /links\[0\]\.source: expected the id of a node, found .*\n.*JSON rounds, in quotes/,
    ],
    [{ nodes: [{ id: 1 }], links: 5 }, /links: expected a list, found "5"/],
    [{ nodes: [{ id: 1 }], adjacency: [[]] }, /edges: expected a list of links, found none\n.*node_link_data/],
    [{ links: [] }, /nodes: expected a list, found "nothing"/],
    [{ nodes: { id: 1 }, links: [] }, /nodes: expected a list/],
    [{ nodes: [{ id: 1 }, 2], links: [] }, /nodes\[1\]: expected a node, found "2"/],
    [{ ...d3, links: [{ source: 0, target: 3 }] }, /links\[0\]\.target: expected the id of a node, found "3"/],
    [{ ...d3, links: [{ source: -1, target: 0 }] }, /links\[0\]\.source: expected the id of a node, found "-1"/],
  ])("refuses %j with the place", async (value, message) => {
    await expect(read(value)).rejects.toThrow(message);
  });

  it("is told from graphology's JSON, which has keys", () => {
    const graphology = { nodes: [{ key: "0" }], edges: [] };
    expect([nodeLink, graphologyJson].map((format) => format.sniff(head(d3), "x.json"))).toEqual([true, false]);
    expect([nodeLink, graphologyJson].map((format) => format.sniff(head(graphology), "x.json"))).toEqual([false, true]);
  });

  it("is known by its first node, whatever else that holds", () => {
    const told = (first: object) =>
      [nodeLink, graphologyJson].map((format) => format.sniff(head({ nodes: [first], edges: [] }), "x.json"));
    const long = "x".repeat(9_000);
    for (const node of [
      { pos: { x: 1 }, id: 0 },
      { label: 'a } \\ " ] b', id: 0 },
      { tags: [["key"], { key: 1 }], name: "a" },
      { text: long, id: 0 },
    ])
      expect(told(node), JSON.stringify(node).slice(0, 60)).toEqual([true, false]);
    expect(told({ attributes: { id: 1, name: "}" }, key: "0" })).toEqual([false, true]);
    const networkx = { directed: true, multigraph: false, graph: {}, nodes: [{ d: { e: 1 }, id: 0 }], edges: [] };
    expect(nodeLink.sniff(head(networkx), "x.json")).toBe(true);
  });
});
