import Graphology from "graphology";
import { describe, expect, it } from "vitest";
import * as archives from "../../src/index/archives.js";
import * as graphs from "../../src/index/graphs.js";
import * as judging from "../../src/index/judging.js";
import { load } from "../../src/web/dataset/load.js";
import { open } from "../../src/web/dataset/open.js";
import { siteOf } from "../../src/web/dataset/site.js";
import { nameOf } from "../../src/web/web.js";
import { webOf } from "../fixture/webs.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ archives, graphs, judging, load, nameOf, open, siteOf });
const web = webOf(3, [
  [0, 1],
  [1, 2],
]);

const calls: readonly WrongCall[] = [
  [
    "load(stanford)",
    () => js.load("stanford"),
    /^no dataset "stanford" .*Did you mean stanford-2002\? There are: california, .*wikispeedia/,
  ],
  ["load()", () => js.load(), /^no dataset "undefined" in the catalogue\. There are: california/],
  [
    "load, an option",
    () => js.load("campus", { page: 500 }),
    /^load has no option "page": it takes pages, .*Did you mean pages\?$/,
  ],
  [
    "load, a word",
    () => js.load("campus", { duplicates: "kep" }),
    /^load: duplicates is "drop", "keep"; found "kep"\. Did you mean keep\?$/,
  ],
  [
    "a law of links",
    () => js.graphs.copyingWeb({ linksPerPage: null }),
    /linksPerPage is a whole number, or \{ mean, median \} .*; found null$/,
  ],
  ["open(7)", () => js.open(7), /^open takes the path of a file or folder: .*found 7$/],
  [
    "open, a graph",
    () => js.open(new Graphology()),
    /^open takes the path .*; found an object \(Graph\)\. A graph of graphology becomes a web by graphs\.webFrom\(graph\)$/,
  ],
  [
    "open, an option",
    () => js.open("x", { nam: "y" }),
    /^open has no option "nam": it takes name, .*Did you mean name\?$/,
  ],
  [
    "graphFrom, a text",
    () => js.graphs.graphFrom("3", [[0, 1]]),
    /^the number of pages is a whole number, .*found "3"$/,
  ],
  [
    "pageRankKernel, an option",
    () => js.graphs.pageRankKernel(web.graph, { dampin: 0.5 }),
    /^pageRankKernel has no option "dampin": .*mean damping\?$/,
  ],
  [
    "pageRankKernel, a text",
    () => js.graphs.pageRankKernel(web.graph, { damping: "0.5" }),
    /^damping lies in \(0, 1\); found "0\.5"$/,
  ],
  ...(["webOf", "visitOrder", "exportSnapshot", "nearDuplicates"] as const).map(
    (name) =>
      [
        `archives.${name}, a promise`,
        () => js.archives[name](Promise.resolve(), "x.csv"),
        new RegExp(`^${name} takes a snapshot, await openSnapshot\\("crawl"\\); found a promise: write await before`),
      ] as [string, () => unknown, RegExp],
  ),
  [
    "graphFrom, an option",
    () => js.graphs.graphFrom(2, [[0, 1]], { selfLink: "keep" }),
    /^graphFrom has no option "selfLink": .*Did you mean selfLinks\?$/,
  ],
  [
    "toGraphology, an option",
    () => js.graphs.toGraphology(web.graph, { limt: 1 }),
    /^toGraphology has no option "limt": .*Did you mean limit\?$/,
  ],
  ["siteOf, no await", () => js.siteOf(Promise.resolve(web), "h"), /^siteOf takes a web, .*a promise: write await/],
  ["siteOf, no host", () => js.siteOf(web), /^siteOf takes a host, .*; found undefined$/],
  ["reach, a page", () => js.graphs.reach(web.graph, 0), /^reach takes a list of start pages, such as \[0\]; found 0$/],
  [
    "clusters, no pages",
    () => js.graphs.clusters(web.graph),
    /^clusters takes a number for each page, .*found undefined$/,
  ],
  [
    "graphFrom, no links",
    () => js.graphs.graphFrom(3),
    /^graphFrom takes links as pairs of pages, .*; found undefined$/,
  ],
  [
    "graphFrom, no pairs",
    () => js.graphs.graphFrom(3, [0, 1]),
    /^graphFrom takes links as pairs of pages, .*; found 0$/,
  ],
  [
    "clusters, another length",
    () => js.graphs.clusters(web.graph, [1]),
    /^clusters takes a number for each of 3 pages, 1 for those chosen; found 1$/,
  ],
  [
    "bestStarts, null",
    () => js.graphs.bestStarts(web.graph, 1, null),
    /^bestStarts takes a number of candidates, .*null$/,
  ],
  [
    "fromGraphology, a web",
    () => js.graphs.fromGraphology(web),
    /^fromGraphology takes a graph of graphology, such as new Graph\(\); found an object \(Object\)$/,
  ],
  ["rewired, a word", () => js.graphs.rewired(web, { keep: "degree" }), /^rewired: keep is .*Did you mean degrees\?$/],
  ["rewired, an option", () => js.graphs.rewired(web, { sed: 2 }), /^rewired has no option "sed": .*mean seed\?$/],
  ["shuffledPages, a seed", () => js.graphs.shuffledPages(web, 2), /^shuffledPages takes its options in braces, .*2$/],
  ["toGraphology, null", () => js.graphs.toGraphology(web.graph, null), /^toGraphology takes its options in braces/],
  ["writeGexf, null", () => js.graphs.writeGexf(web.graph, null), /^toGraphology takes its options in braces, .*null$/],
  ["idOf()", () => js.judging.idOf(), /^idOf takes a web, .*; found undefined$/],
  ["nameOf, no await", () => js.nameOf(Promise.resolve(web), 0), /^nameOf takes a web, .*: write await/],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

describe("in place of a graph", () => {
  it.each([
    ["graphs", "bestStarts"],
    ["graphs", "clusters"],
    ["graphs", "components"],
    ["graphs", "inDegrees"],
    ["graphs", "outDegrees"],
    ["graphs", "pageRankKernel"],
    ["graphs", "reach"],
    ["graphs", "statistics"],
    ["graphs", "toGraphology"],
    ["graphs", "transpose"],
    ["graphs", "writeGexf"],
  ])("%s.%s refuses a web and a promise, and says what to write", (namespace, name) => {
    const call = js[namespace][name];
    expect(() => call(web)).toThrow(`${name} takes a graph, such as web.graph; found a web`);
    expect(() => call(Promise.resolve(web.graph))).toThrow(
      `${name} takes a graph, such as web.graph; found a promise: write await before what made it`,
    );
    expect(() => call()).toThrow(`${name} takes a graph, such as web.graph; found undefined`);
  });
});

describe("in place of a web", () => {
  it.each([
    ["graphs", "findPage"],
    ["graphs", "rewired"],
    ["graphs", "shuffledPages"],
  ])("%s.%s refuses a promise, and says what to write", (namespace, name) => {
    expect(() => js[namespace][name](Promise.resolve(web))).toThrow(
      `${name} takes a web, such as await load("campus"); found a promise: write await before what made it`,
    );
  });
});
