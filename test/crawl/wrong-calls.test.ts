import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { compare } from "../../src/crawl/compare/compare.js";
import { league } from "../../src/crawl/compare/league-of.js";
import { explain } from "../../src/crawl/explain/explain.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { judge } from "../../src/crawl/judge.js";
import { replay } from "../../src/crawl/replay.js";
import * as importances from "../../src/index/families/importances.js";
import * as orderings from "../../src/index/families/orderings.js";
import * as judging from "../../src/index/judging.js";
import * as statistics from "../../src/index/statistics.js";
import * as timed from "../../src/index/timed.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { webOf } from "../fixture/webs.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({
  Random,
  backlink,
  backlinks,
  breadthFirst,
  compare,
  explain,
  importances,
  judge,
  judging,
  league,
  orderings,
  replay,
  statistics,
  timed,
});
const web = webOf(3, [
  [0, 1],
  [1, 2],
]);
const hot = js.backlinks({ hotAt: 1 });
const runs = (options: object) =>
  js.compare(web, { orderings: [js.breadthFirst], importance: hot, cache: false, ...options });
const walk = (options: object) =>
  js.judging.randomWalk(web.graph, { walk: "surfer", from: 0, steps: 2, random: new js.Random(1), ...options });
const judged = (importance: unknown, options?: object) => js.judge(web, Uint32Array.of(0), importance, options);
const NAMES = /orderings has backlink, breadthFirst, depthFirst, .*, similarity$/;

const calls: readonly WrongCall[] = [
  [
    "compare(a name)",
    () => js.compare("campus", {}),
    /found "campus"\. Write await load\("campus"\), or await open\("campus"\) for a file or folder$/,
  ],
  ["compare()", () => js.compare(), /^compare takes a web, such as await load\("campus"\); found undefined$/],
  [
    "compare, no await",
    () => js.compare(Promise.resolve(web), {}),
    /found a promise: write await before what made it$/,
  ],
  [
    "compare, a graph",
    () => js.compare({ forEachNode() {} }, {}),
    /^compare takes a web, .*found an object \(\w+\)\. A graph of graphology becomes a web by graphs\.webFrom\(graph\)$/,
  ],
  ["compare(web)", () => js.compare(web), /^compare takes its options in braces, \{ orderings \}; found undefined$/],
  [
    "a name as ordering",
    () => runs({ orderings: ["baklink"] }),
    /found "baklink"\. Did you mean orderings\.backlink\? /,
  ],
  ["all names of orderings", () => runs({ orderings: ["baklink"] }), NAMES],
  [
    "no such ordering",
    () => runs({ orderings: [js.orderings.baklink] }),
    /such as orderings\.backlink; found undefined\. orderings has /,
  ],
  ["an importance as ordering", () => runs({ orderings: [js.backlinks] }), /found the importance backlinks\. /],
  ["one ordering", () => runs({ orderings: js.backlink }), /^orderings is a list; found a function$/],
  [
    "a name as importance",
    () => runs({ importance: "pagerank" }),
    /^compare: .*"pagerank"\. Did you mean importances\.pageRankOf\? /,
  ],
  ["no importance", () => runs({ importance: undefined }), /^compare: an importance is a method, .*found undefined/],
  ["a name as model", () => runs({ model: "stop" }), /found "stop"\. Did you mean models\.stop\? models has buffer, /],
  ["starts", () => runs({ starts: "sam" }), /^compare: starts is "drawn", "same"; found "sam"\. Did you mean same\?$/],
  ["starts, letters swapped", () => runs({ starts: "darwn" }), /found "darwn"\. Did you mean drawn\?$/],
  ["repeats", () => runs({ repeats: "3" }), /^repeats is a whole number of crawls, 1 to 10000; found "3"$/],
  ["workers", () => runs({ workers: 0 }), /^workers is a number of threads, 1 or more; found 0$/],
  ["an option of compare", () => runs({ repeat: 3 }), /^compare has no option "repeat": .*Did you mean repeats\?$/],
  ["judge, a name", () => judged("backlinks"), /^judge: .*found "backlinks"\. Did you mean importances\.backlinks\? /],
  [
    "judge, an option",
    () => judged(hot, { ovr: "web" }),
    /^judge has no option "ovr": it takes model, over, seed\. Did you mean over\?$/,
  ],
  [
    "judge, a word",
    () => judged(hot, { over: "webb" }),
    /^judge: over is "reachable", "web"; found "webb"\. Did you mean web\?$/,
  ],
  ...[-1, 1.5, 4, Number.NaN, "1"].flatMap((visited) =>
    ["ideal", "random"].map(
      (name) =>
        [
          `judgement.${name}(${visited})`,
          () => judged(hot)[name](visited),
          /^visited is a whole number of pages, 0 to 3; found /,
        ] as [string, () => unknown, RegExp],
    ),
  ),
  ["runs.judge", async () => (await runs({})).judge("pagerank"), /^judge: .*Did you mean importances\.pageRankOf\? /],
  ["replay, a name", () => [...js.replay(web, "breadth-first")], /Did you mean orderings\.breadthFirst\? /],
  [
    "replay, an option",
    () => js.replay(web, js.breadthFirst, { sed: 2 }),
    /^a crawl has no option "sed": .*mean seed\?$/,
  ],
  [
    "replay, a page",
    () => js.replay(web, js.breadthFirst, { from: 0 }),
    /^from is a list of start pages, .*; found 0$/,
  ],
  [
    "replay, a text",
    () => js.replay(web, js.breadthFirst, { from: "12" }),
    /^from is a list of start pages, .*; found "12"$/,
  ],
  [
    "replay, digits",
    () => js.replay(web, js.breadthFirst, { from: ["1"] }),
    /^start page "1" is not in .*: its pages are 0 \.\. 2/,
  ],
  [
    "replay, a truth of other length",
    () => js.replay(web, js.orderings.ideal, { truth: new Float64Array(2) }),
    /^truth is the importance of each page, 3 numbers; found 2$/,
  ],
  ["only, a name", async () => (await runs({})).only("backlink"), /^only\(\) takes a function, .*found "backlink"$/],
  ["only, async", async () => (await runs({})).only(async () => false), /^only\(\) asks at once: /],
  [
    "an importance, infinitely hot",
    () => js.backlinks({ hotAt: Infinity }),
    /^hotAt is a finite number; found Infinity$/,
  ],
  [
    "curveRows, an option",
    async () => (await runs({})).curveRows({ crawl: false }),
    /^curveRows has no option "crawl": .*Did you mean crawls\?$/,
  ],
  ["frame, a word", async () => (await runs({})).frame("foo"), /^frame: which is "summary", "all"; found "foo"$/],
  ["timedReplay", () => js.timed.timedReplay(Promise.resolve(web)), /^timedReplay takes a web, .*: write await/],
  ["timedReplay()", () => js.timed.timedReplay(), /^timedReplay takes a web, .*found undefined$/],
  [
    "timedReplay, no list of pages",
    () => js.timed.timedReplay(web, { from: 0 }),
    /^timedReplay: from takes a list of pages, such as \[0\]; found 0$/,
  ],
  [
    "timedReplay, null",
    () => js.timed.timedReplay(web, { ordering: null }),
    /^timedReplay: ordering is a method, .*null$/,
  ],
  ["timedReplay, no yes", () => js.timed.timedReplay(web, { log: "no" }), /^log is true or false; found "no"$/],
  [
    "linkedUrls, a share as text",
    () => js.timed.linkedUrls(web, { repeats: "0.3" }),
    /^repeats is a share of all links, in \[0, 1\); found "0\.3"$/,
  ],
  ["linkedUrls, a seed", () => js.timed.linkedUrls(web, { seed: 0.5 }), /^seed is an integer; found 0\.5$/],
  [
    "linkedUrls, hosts that are none",
    () => js.timed.linkedUrls(web, { hostOf: [0, -1, 0] }),
    /^hostOf holds numbers of hosts, 0, 1, \.\.; found -1 for URL 1$/,
  ],
  [
    "regret, workers",
    async () => (await runs({})).regret({ workers: "4" }),
    /^workers is a number of threads, 1 or more; found "4"$/,
  ],
  ["rankAgreement, a share", async () => (await runs({})).rankAgreement({ at: 0.5 }), /^at is a list; found 0\.5$/],
  ["linkedUrls", () => js.timed.linkedUrls(Promise.resolve(web)), /^linkedUrls takes a web, .*: write await/],
  ["league, one", async () => js.league(await runs({})), /^a league takes a list of comparisons, .*found an object/],
  ["league, no await", () => js.league([runs({})]), /^a league takes what compare gives: .*a promise: write await/],
  ["explain, no await", () => js.explain(runs({}), "backlink", 0), /^explain takes what compare gives: .*write await/],
  ["explain, no page", async () => js.explain(await runs({}), "x"), /^explain takes a page, .*found undefined$/],
  ["mix, no weight", () => js.importances.mix([js.backlinks]), /^importances\.mix takes pairs .*found a function$/],
  ["compare, cache", () => runs({ cache: "" }), /^cache is true, false or a folder; found ""$/],
  [
    "regret, a level in percent",
    async () => (await runs({})).regret({ level: 95 }),
    /^level is a share between 0 and 1, such as 0\.95; found 95$/,
  ],
  [
    "compare, a crew without await",
    () => runs({ crew: Promise.resolve({ help: () => {} }) }),
    /^crew is what openCrew gives: await openCrew.*; found a promise: write await before/,
  ],
  ["regret, cache", async () => (await runs({})).regret({ cache: "" }), /^cache is true, false or a folder; found ""$/],
  [
    "judge, an importance without needs",
    () => judged({ ...hot, needs: undefined }),
    /needs is a list .*found undefined$/,
  ],
  [
    "followShare, no order",
    () => js.judging.followShare(web.graph),
    /^followShare takes an order, .*; found undefined$/,
  ],
  ["foreignOrderWarning, no order", () => js.judging.foreignOrderWarning(web), /takes an order, .*; found undefined$/],
  ["startsNeeded, numbers", () => js.statistics.startsNeeded(1, 2), /^pairs are two lists of numbers; found 1$/],
  ["startsNeeded, an option", () => js.statistics.startsNeeded([1, 2], [2, 1], { pwr: 1 }), /has no option "pwr"/],
  ["kendallTau, one list", () => js.statistics.kendallTau([1, 2]), /^kendallTau takes two lists .*; found undefined$/],
  ["randomWalk, no options", () => js.judging.randomWalk(web.graph), /^randomWalk takes its options in braces, /],
  ["randomWalk, a seed", () => walk({ random: 1 }), /^randomWalk takes a source of chance, new Random\(1\); found 1$/],
  ["randomWalk, a word", () => walk({ walk: "surf" }), /^randomWalk: walk is .*Did you mean surfer\?$/],
  ["randomWalk, a page", () => walk({ from: 9 }), /^from is a page, 0 to 2; found 9$/],
  ["ownedLoads()", () => js.timed.ownedLoads(), /^ownedLoads takes .* timed\.linkedUrls\(web\); found undefined$/],
  [
    "linkShares, a web",
    () => js.timed.linkShares(web, { processes: 2 }),
    /^linkShares takes .* found an object \(Object\)$/,
  ],
  [
    "ownedLoads, no options",
    () => js.timed.ownedLoads(js.timed.linkedUrls(web)),
    /^ownedLoads takes its options in braces/,
  ],
  ["loadBalance, a number", () => js.timed.loadBalance(3), /^loadBalance takes the load of each process; found 3$/],
  ["rankAgreement, a share", () => js.judging.rankAgreement(web.graph, [0], { at: 0.5 }), /^at is a list; found 0\.5$/],
  [
    "lognormalLatency, an option",
    () => js.timed.lognormalLatency({ medain: 1 }),
    /has no option "medain": .*mean median\?$/,
  ],
  ["byteLatency, a number", () => js.timed.byteLatency(7), /^byteLatency takes the bytes of each URL; found 7$/],
  [
    "timedReplay, an option of the web's",
    () => js.timed.timedReplay(js.timed.linkedUrls(web), { pagesPerHost: 2 }),
    /^pagesPerHost is settled in what linkedUrls made of .*: give it there$/,
  ],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

describe("a web as crawlers meet it", () => {
  it("is crawled as it was made", () => {
    const options = { processes: 1, seed: 3 };
    const [made, given] = [js.timed.linkedUrls(web, { seed: 3 }), web].map((each) =>
      js.timed.timedReplay(each, options),
    );
    expect(made.downloads).toBe(3);
    expect(made).toEqual(given);
  });
});

describe("in place of a graph", () => {
  it.each([
    ["judging", "followShare"],
    ["timed", "inferredHosts"],
    ["judging", "randomWalk"],
    ["judging", "rankAgreement"],
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
    ["judging", "estimatedRelevance"],
    ["judging", "foreignOrderWarning"],
    ["judging", "guaranteedRankMass"],
    ["judging", "judgedWeb"],
    ["judging", "samplingBias"],
  ])("%s.%s refuses a promise, and says what to write", (namespace, name) => {
    expect(() => js[namespace][name](Promise.resolve(web))).toThrow(
      `${name} takes a web, such as await load("campus"); found a promise: write await before what made it`,
    );
  });
});
