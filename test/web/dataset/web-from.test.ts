import { DirectedGraph, UndirectedGraph } from "graphology";
import { describe, expect, it } from "vitest";
import { replay } from "../../../src/crawl/replay.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { type LinkPairs, webFrom } from "../../../src/web/dataset/web-from.js";
import { coded } from "../../fixture/problems.js";
import { pairs } from "../read/text.js";

const ROWS = "Rows become pairs by rows.map(({ source, target }) => [source, target])";

describe("a web of links in memory", () => {
  it("is crawled like any other, its pages numbered as an edge list's", () => {
    const web = webFrom(
      [
        [10, 30],
        [10, 20],
        [20, 50],
      ],
      { name: "mine" },
    );
    expect([...replay(web, breadthFirst)]).toEqual([0, 2, 1, 3]);
    expect([web.name, [...(web.ids ?? [])], web.capabilities]).toEqual(["mine", [10, 20, 30, 50], ["links"]]);
    expect(webFrom(new Map([[0, 1]])).graph.size).toBe(2);
  });

  it("has names of pages as titles, or as URLs where all are such", () => {
    const named = webFrom([
      ["home", "about"],
      ["about", "home"],
    ]);
    expect([[...(named.titles ?? [])], named.urls]).toEqual([["home", "about"], undefined]);
    const located = webFrom([["http://a/", "http://b/"]]);
    expect([[...(located.urls ?? [])], located.capabilities]).toEqual([
      ["http://a/", "http://b/"],
      ["links", "urls"],
    ]);
  });

  it("is made of a graph of graphology, which was filtered there", () => {
    const graph = new DirectedGraph();
    for (const url of ["http://a/", "http://b/", "http://c/"]) graph.mergeNode(url);
    graph.addEdge("http://a/", "http://b/");
    graph.addEdge("http://b/", "http://c/");
    graph.dropNode("http://c/");
    expect([...(webFrom(graph).urls ?? [])]).toEqual(["http://a/", "http://b/"]);
    const undirected = new UndirectedGraph();
    undirected.mergeEdge("x", "y");
    expect(pairs(webFrom(undirected).graph)).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it("has a digest of its links and names, and starts where it is told", () => {
    const links = [
      ["http://a/", "http://b/"],
      ["http://b/", "http://c/"],
    ] as const;
    expect(webFrom(links).sha256).toBe(webFrom([...links], { name: "other" }).sha256);
    expect(webFrom(links).sha256).not.toBe(webFrom([links[0], ["http://b/", "http://d/"]]).sha256);
    expect(webFrom([[0, 1]]).sha256).not.toBe(webFrom([[0, 2]]).sha256);
    expect(
      webFrom([
        [0, 0],
        [0, 1],
      ]).sha256,
    ).not.toBe(
      webFrom(
        [
          [0, 0],
          [0, 1],
        ],
        { selfLinks: "keep" },
      ).sha256,
    );
    expect(webFrom(links, { start: "http://b/" }).start).toBe(1);
    expect(() => webFrom(links, { start: "http://z/" })).toThrow(coded("no-page"));
  });

  it.each([
    [
      [
        [0, 1],
        [1, "a"],
      ],
      'link 1 of webFrom: expected two page numbers from 0 to 4294967294, found [1,"a"]',
    ],
    [
      [
        ["a", "b"],
        ["a", 1],
      ],
      'link 1 of webFrom: expected two names, as in the first, found ["a",1]',
    ],
    [[["a", ""]], 'link 0 of webFrom: expected two names, as in the first, found ["a",""]'],
    [
      [{ source: "a", target: "b" }],
      `link 0 of webFrom: expected a pair, [from, to]; found {"source":"a","target":"b"}. ${ROWS}`,
    ],
    [
      [[0, 1, 2]],
      "link 0 of webFrom: expected a pair, [from, to]; found [0,1,2]. Rows become pairs by rows.map(([source, target]) => [source, target])",
    ],
    [
      [[0, 1n]],
      'link 0 of webFrom: expected two page numbers from 0 to 4294967294, found [0,"1"]. Other numbers are names, as text: [String(from), String(to)]',
    ],
    [
      [[0, Number.NaN]],
      'link 0 of webFrom: expected two page numbers from 0 to 4294967294, found [0,"NaN"]. Other numbers are names, as text: [String(from), String(to)]',
    ],
    [
      [[0, -1]],
      "link 0 of webFrom: expected two page numbers from 0 to 4294967294, found [0,-1]. Other numbers are names, as text: [String(from), String(to)]",
    ],
    [[undefined], `link 0 of webFrom: expected a pair, [from, to]; found undefined. ${ROWS}`],
    [
      new (class DataFrame {
        columns = ["source", "target"];
      })(),
      'webFrom takes pairs, [[0, 1], [0, 2]] or [["home", "about"]], or a graph of graphology; found an object (DataFrame). A data frame has pairs in df.loc({ columns: ["source", "target"] }).values',
    ],
    [
      "links.txt",
      'webFrom takes pairs, [[0, 1], [0, 2]] or [["home", "about"]], or a graph of graphology; found "links.txt"',
    ],
    [
      Promise.resolve(),
      'webFrom takes pairs, [[0, 1], [0, 2]] or [["home", "about"]], or a graph of graphology; found a promise: write await before what made it',
    ],
  ] as const)("refuses %o", (links, message) => {
    expect(() => webFrom(links as unknown as LinkPairs)).toThrow(coded("option", message));
  });

  it("starts at a page by the name that the links give it", () => {
    expect(
      webFrom(
        [
          ["home", "about"],
          ["about", "news"],
        ],
        { start: "about" },
      ).start,
    ).toBe(1);
    expect(webFrom([["1", "0"]], { start: "0" }).start).toBe(1);
  });

  it("refuses no links at all, and options that it has not", () => {
    expect(() => webFrom([])).toThrow(coded("empty"));
    expect(() => webFrom([[0, 1]], { duplicate: "keep" } as object)).toThrow(coded("option"));
  });
});
