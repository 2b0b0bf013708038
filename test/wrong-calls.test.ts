import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as library from "../src/index.js";
import { temporaryFolder } from "./crawl/pool/temporary.js";
import { webOf } from "./fixture/webs.js";

// Calls that the compiler refuses, as plain JavaScript makes them: each is told what there is, and the nearest name.

// biome-ignore lint/suspicious/noExplicitAny: JavaScript has no types
const js = library as any;
const {
  changes,
  eliminators,
  frameOf,
  freshness,
  graphs,
  judging,
  refreshers,
  traces,
  backlink,
  backlinks,
  breadthFirst,
  caches,
  compare,
  figures,
  hotPageCurve,
  judge,
  load,
  open,
  orderings,
  realCrawl,
  replay,
  timed,
  urls,
} = js;
const web = webOf(3, [
  [0, 1],
  [1, 2],
]);
const hot = backlinks({ hotAt: 1 });
const runs = (options: object) =>
  compare(web, { orderings: [breadthFirst], importance: hot, cache: false, ...options });
const trace = { name: "t", requests: Uint32Array.of(0, 1, 0), urls: 2 };
const sweep = (options: object) => caches.cacheSweep(trace, { policies: [caches.lru], sizes: [1], ...options });
const crawl = (options: object) =>
  realCrawl({ seeds: ["127.0.0.1:1"], out: temporaryFolder(), contact: "a@b.example", ...options });
const walk = (options: object) =>
  judging.randomWalk(web.graph, { walk: "surfer", from: 0, steps: 2, random: new library.Random(1), ...options });
const judged = (importance: unknown, options?: object) => judge(web, Uint32Array.of(0), importance, options);

const NAMES = /orderings has backlink, breadthFirst, depthFirst, .*, similarity$/;
const calls: [call: string, make: () => unknown, message: RegExp][] = [
  [
    "load(stanford)",
    () => load("stanford"),
    /^no dataset "stanford" .*Did you mean stanford-2002\? There are: california, .*wikispeedia/,
  ],
  ["load()", () => load(), /^no dataset "undefined" in the catalogue\. There are: california/],
  [
    "load, an option",
    () => load("campus", { page: 500 }),
    /^load has no option "page": it takes pages, .*Did you mean pages\?$/,
  ],
  [
    "load, a word",
    () => load("campus", { duplicates: "kep" }),
    /^load: duplicates is "drop", "keep"; found "kep"\. Did you mean keep\?$/,
  ],
  ["open(7)", () => open(7), /^open takes the path of a file or folder: .*found 7$/],
  [
    "open, an option",
    () => open("x", { nam: "y" }),
    /^open has no option "nam": it takes name, .*Did you mean name\?$/,
  ],
  ["compare()", () => compare(), /^compare takes a web, such as await load\("campus"\); found undefined$/],
  ["compare, no await", () => compare(Promise.resolve(web), {}), /found a promise: write await before what made it$/],
  ["compare(web)", () => compare(web), /^compare takes its options in braces, \{ orderings \}; found undefined$/],
  [
    "a name as ordering",
    () => runs({ orderings: ["baklink"] }),
    /found "baklink"\. Did you mean orderings\.backlink\? /,
  ],
  ["all names of orderings", () => runs({ orderings: ["baklink"] }), NAMES],
  [
    "no such ordering",
    () => runs({ orderings: [orderings.baklink] }),
    /such as orderings\.backlink; found undefined\. orderings has /,
  ],
  ["an importance as ordering", () => runs({ orderings: [backlinks] }), /found the importance backlinks\. /],
  ["one ordering", () => runs({ orderings: backlink }), /^orderings is a list; found a function$/],
  [
    "a name as importance",
    () => runs({ importance: "pagerank" }),
    /^compare: .*"pagerank"\. Did you mean importances\.pageRankOf\? /,
  ],
  ["no importance", () => runs({ importance: undefined }), /^compare: an importance is a method, .*found undefined/],
  ["a name as model", () => runs({ model: "stop" }), /found "stop"\. Did you mean models\.stop\? models has buffer, /],
  ["a tie rule", () => backlink({ ties: "lofo" }), /^backlink: ties is "fifo", .*found "lofo"\. Did you mean lifo\?$/],
  [
    "an option of a method",
    () => backlink({ tie: "lifo" }),
    /^backlink has no option "tie": it takes ties, .*Did you mean ties\?$/,
  ],
  ["a word for options", () => backlink("lifo"), /^backlink takes its options in braces, \{ ties \}; found "lifo"$/],
  ["starts", () => runs({ starts: "sam" }), /^compare: starts is "drawn", "same"; found "sam"\. Did you mean same\?$/],
  ["starts, letters swapped", () => runs({ starts: "darwn" }), /found "darwn"\. Did you mean drawn\?$/],
  [
    "hotPageCurve, an option",
    async () => hotPageCurve(await runs({}), { titel: "x" }),
    /^hotPageCurve has no option "titel": it takes title, .*Did you mean title\?$/,
  ],
  [
    "missRateCurve, an option",
    () => figures.missRateCurve([], { log: true }),
    /^missRateCurve has no option "log": it takes title, notes, width, height, x, relative, to, region, paper$/,
  ],
  ["repeats", () => runs({ repeats: "3" }), /^repeats is a number of crawls, 1 to 10000; found "3"$/],
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
  ["replay, a name", () => [...replay(web, "breadth-first")], /Did you mean orderings\.breadthFirst\? /],
  [
    "cacheSweep, a name",
    () => sweep({ policies: ["lri"] }),
    /found "lri"\. Did you mean caches\.lru\? caches has arc, clock, /,
  ],
  [
    "cacheSweep, sizes",
    () => sweep({ sizes: ["8"] }),
    /^a cache has room for 1 URL or more, a whole number; found "8"$/,
  ],
  ["cacheSweep, an option", () => sweep({ size: [8] }), /^cacheSweep has no option "size": .*Did you mean sizes\?$/],
  [
    "cacheSweep, no trace",
    () => caches.cacheSweep(undefined, { policies: [], sizes: [] }),
    /^a sweep takes a trace, .*found undefined$/,
  ],
  [
    "an own policy, async",
    () =>
      caches.simulate(
        trace,
        ownCache(async () => false),
        1,
      ),
    /^own function: request\(url\) returns whether the URL was in the cache, true or false; found a promise: write request without async$/,
  ],
  [
    "an own policy, no answer, over time",
    () =>
      caches.missesOverTime(
        trace,
        ownCache(() => {}),
        1,
      ),
    /true or false; found undefined$/,
  ],
  ["an own policy, in a sweep", () => sweep({ policies: [ownCache(() => 1)] }), /true or false; found 1$/],
  [
    "pairedDifference",
    () => js.statistics.pairedDifference([1, 2], [2, 1], { levl: 0.9 }),
    /^pairedDifference has no option "levl": .*Did you mean level\?$/,
  ],
  ["replay, an option", () => replay(web, breadthFirst, { sed: 2 }), /^a crawl has no option "sed": .*mean seed\?$/],
  [
    "cacheSweep, a list of URLs",
    () => caches.cacheSweep(["/a"], { policies: [caches.lru], sizes: [1] }),
    /^a sweep takes a trace, .* or traces\.traceFrom\(urls\); found an object \(Array\)$/,
  ],
  [
    "cacheSweep, requests that are no Uint32Array",
    () => caches.cacheSweep({ ...trace, requests: [0, 1, 0] }, { policies: [caches.lru], sizes: [1] }),
    /^a sweep: requests of a trace are numbers in a Uint32Array; found an object \(Array\)\. traces\.traceFrom\(requests\) numbers them anew$/,
  ],
  [
    "simulate, URLs that are not numbered as they turn up",
    () => caches.simulate({ name: "t", requests: Uint32Array.of(5, 7, 5), urls: 2 }, caches.lru, 2),
    /^the trace t does not number its URLs as they turn up: request 0 is for URL 5, .* traces\.traceFrom\(requests\)/,
  ],
  [
    "missCurve, more URLs than the trace says",
    () => caches.missCurve({ ...trace, urls: 1 }, caches.lru, [1]),
    /^the trace t says that it has 1 URLs, its requests are for 2$/,
  ],
  [
    "denseIds, texts",
    () => traces.denseIds(["/a", "/b"]),
    /^denseIds takes a Uint32Array, .*traces\.traceFrom\(keys\)$/,
  ],
  ["denseIds, half a fingerprint", () => traces.denseIds(Uint32Array.of(1)), /two words per request; found 1\./],
  [
    "sampleTrace, a number",
    () => caches.sampleTrace(trace, 0.5),
    /^a sample takes its options in braces, .*found 0\.5$/,
  ],
  ["sampleTrace, a list", () => caches.sampleTrace([1, 2]), /^sampleTrace takes a trace, /],
  ["kneeOf, rows", () => caches.kneeOf([{ size: 1 }]), /^kneeOf takes one curve, \{ sizes, missRates \}/],
  [
    "eliminators.open, no method",
    () => eliminators.open("x"),
    /^method is one of the namespace eliminators, .*undefined$/,
  ],
  ["replay, a page", () => replay(web, breadthFirst, { from: 0 }), /^from is a list of start pages, .*; found 0$/],
  [
    "replay, a text",
    () => replay(web, breadthFirst, { from: "12" }),
    /^from is a list of start pages, .*; found "12"$/,
  ],
  [
    "replay, digits",
    () => replay(web, breadthFirst, { from: ["1"] }),
    /^start page "1" is not in .*: its pages are 0 \.\. 2/,
  ],
  [
    "replay, a truth of other length",
    () => replay(web, orderings.ideal, { truth: new Float64Array(2) }),
    /^truth is the importance of each page, 3 numbers; found 2$/,
  ],
  ["frameOf, no rows", () => frameOf(trace), /^frameOf takes rows, .*runs\.rows\(\); found an object \(Object\)$/],
  [
    "refreshStudy, no model",
    () => freshness.refreshStudy(web.graph, { policies: [], budgets: [1] }),
    /^refreshStudy takes a model of change, \{ model: changes\.gamma \}; found undefined$/,
  ],
  [
    "refreshStudy, a web",
    () => freshness.refreshStudy(web, { policies: [], budgets: [1], model: changes.gamma }),
    /^refreshStudy takes pages, \{ size: web\.graph\.size \}; /,
  ],
  [
    "refreshStudy, a name",
    () => freshness.refreshStudy(web.graph, { policies: ["uniform"], budgets: [1], model: changes.gamma }),
    /^refreshStudy: .*Did you mean refreshers\.uniform\?/,
  ],
  ["refreshStudy, nothing", () => freshness.refreshStudy(web.graph), /^refreshStudy takes its options in braces/],
  ...[Number.NaN, -1, "2", undefined].map(
    (interval) =>
      [
        `refreshStudy, a policy of one's own with the interval ${interval}`,
        () =>
          freshness.refreshStudy(web.graph, {
            policies: [
              refreshers.definePolicy({ name: "own", source: "here", create: () => ({ interval: () => interval }) }),
            ],
            budgets: [1],
            model: changes.gamma,
          }),
        /^a policy of fetching again gives interval\(page\), a time above 0, or Infinity for never; found .* for page 0$/,
      ] as [string, () => unknown, RegExp],
  ),
  [
    "refreshRows, no await",
    () =>
      freshness.refreshRows(
        freshness.refreshStudy(web.graph, { policies: [refreshers.uniform], budgets: [1], model: changes.gamma }),
      ),
    /^refreshRows takes the runs that refreshStudy gave; found a promise: write await/,
  ],
  [
    "refreshStudy, no policies",
    () => freshness.refreshStudy(web.graph, { policies: [], budgets: [1], model: changes.gamma }),
    /^refreshStudy needs policies: /,
  ],
  ["refreshRows, others", () => freshness.refreshRows([{ fetches: 1 }]), /^refreshRows takes the runs .*\(Array\)$/],
  ...[0, -1, 1.5, 2 ** 40, Number.NaN].map(
    (limit) =>
      [
        `Random, below ${limit}`,
        () => new library.Random(1).below(limit),
        /^below\(limit\) takes a whole number from 1 to 2\^32; found /,
      ] as [string, () => unknown, RegExp],
  ),
  ["graphFrom, a text", () => graphs.graphFrom("3", [[0, 1]]), /^the number of pages is a whole number, .*found "3"$/],
  [
    "pageRankKernel, an option",
    () => graphs.pageRankKernel(web.graph, { dampin: 0.5 }),
    /^pageRankKernel has no option "dampin": .*mean damping\?$/,
  ],
  [
    "pageRankKernel, a text",
    () => graphs.pageRankKernel(web.graph, { damping: "0.5" }),
    /^damping lies in \(0, 1\); found "0\.5"$/,
  ],
  [
    "normalizeUrl, a list",
    () => urls.normalizeUrl("http://a.example/#b", ["fragment"]),
    /^normalizeUrl takes its options in braces, \{ steps \}; found \["fragment"\]$/,
  ],
  [
    "normalizeUrl, a text",
    () => urls.normalizeUrl("http://a.example/", { steps: "www" }),
    /^steps is a list; found "www"$/,
  ],
  ["freshnessAt, a negative rate", () => freshness.freshnessAt(-1, 1), /^rate is a number per unit of time.*found -1$/],
  ["ageAt, a text", () => freshness.ageAt(1, "1"), /^frequency is a number per unit of time, .*; found "1"$/],
  ["only, a name", async () => (await runs({})).only("backlink"), /^only\(\) takes a function, .*found "backlink"$/],
  ["only, async", async () => (await runs({})).only(async () => false), /^only\(\) asks at once: /],
  ["an importance, infinitely hot", () => backlinks({ hotAt: Infinity }), /^hotAt is a finite number; found Infinity$/],
  ...(["webOf", "visitOrder", "exportSnapshot", "nearDuplicates"] as const).map(
    (name) =>
      [
        `archives.${name}, a promise`,
        () => js.archives[name](Promise.resolve(), "x.csv"),
        new RegExp(`^${name} takes a snapshot, await openSnapshot\\("crawl"\\); found a promise: write await before`),
      ] as [string, () => unknown, RegExp],
  ),
  [
    "realCrawl, no seeds for a new folder",
    () => crawl({ seeds: [], out: join(temporaryFolder(), "new") }),
    /^nothing to start from: seeds: \["https:\/\/\.\.\."\]$/,
  ],
  ["missCurve, an option", () => caches.missCurve(trace, caches.lru, [1], { sed: 2 }), /^missCurve .*mean seed\?$/],
  ["missCurve, no sizes", () => caches.missCurve(trace, caches.lru, 4), /^a curve needs at least one size/],
  ["missCurve, a name", () => caches.missCurve(trace, "lru", [1]), /^missCurve: .*Did you mean caches\.lru\?/],
  [
    "missCurve, no await",
    () => caches.missCurve(Promise.resolve(trace), caches.lru, [1]),
    /^missCurve takes a trace, .*; found a promise: write await before what made it$/,
  ],
  ["simulate, an option", () => caches.simulate(trace, caches.lru, 1, { sed: 2 }), /^simulate .*mean seed\?$/],
  ["simulate, a name", () => caches.simulate(trace, "lru", 1), /^simulate: .*Did you mean caches\.lru\?/],
  [
    "graphFrom, an option",
    () => js.graphs.graphFrom(2, [[0, 1]], { selfLink: "keep" }),
    /^graphFrom has no option "selfLink": .*Did you mean selfLinks\?$/,
  ],
  [
    "curveRows, an option",
    async () => (await runs({})).curveRows({ crawl: false }),
    /^curveRows has no option "crawl": .*Did you mean crawls\?$/,
  ],
  ["frame, a word", async () => (await runs({})).frame("foo"), /^frame: which is "summary", "all"; found "foo"$/],
  [
    "toGraphology, an option",
    () => js.graphs.toGraphology(web.graph, { limt: 1 }),
    /^toGraphology has no option "limt": .*Did you mean limit\?$/,
  ],
  ["siteOf, no await", () => js.siteOf(Promise.resolve(web), "h"), /^siteOf takes a web, .*a promise: write await/],
  ["siteOf, no host", () => js.siteOf(web), /^siteOf takes a host, .*; found undefined$/],
  ["serve, no await", () => js.serve(Promise.resolve(web)), /^serve takes a web, .*a promise: write await/],
  ["timedReplay", () => js.timed.timedReplay(Promise.resolve(web)), /^timedReplay takes a web, .*: write await/],
  ["timedReplay()", () => js.timed.timedReplay(), /^timedReplay takes a web, .*found undefined$/],
  ["linkedUrls", () => js.timed.linkedUrls(Promise.resolve(web)), /^linkedUrls takes a web, .*: write await/],
  ["league, one", async () => js.league(await runs({})), /^a league takes a list of comparisons, .*found an object/],
  ["league, no await", () => js.league([runs({})]), /^a league takes what compare gives: .*a promise: write await/],
  [
    "regretBars, no await",
    async () => figures.regretBars((await runs({})).regret()),
    /^regretBars draws .*: write await/,
  ],
  ["missRateCurve(null)", () => figures.missRateCurve(null), /^missRateCurve: expected a list of rows; found null$/],
  ["crawlCurve, no await", () => figures.crawlCurve(runs({})), /^crawlCurve: expected a list of rows; .*write await/],
  [
    "crawlCurve of single crawls",
    async () => figures.crawlCurve((await runs({})).rows()),
    /^crawlCurve: these rows are of single crawls alone, .*runs\.curveRows\(\{ crawls: true \}\)\)$/,
  ],
  ["explain, no await", () => js.explain(runs({}), "backlink", 0), /^explain takes what compare gives: .*write await/],
  ["explain, no page", async () => js.explain(await runs({}), "x"), /^explain takes a page, .*found undefined$/],
  ["mix, no weight", () => js.importances.mix([backlinks]), /^importances\.mix takes pairs .*found a function$/],
  ["report, a text", () => js.report("x.html", "hi"), /^a report takes a list of items: .*; found "hi"$/],
  [
    "report, an option",
    () => js.report("x.html", [], { titel: "x" }),
    /^report has no option "titel": .*mean title\?$/,
  ],
  ["urldb.open, null", () => js.urldb.open("x", null), /^a URL database takes its settings in braces, .*found null$/],
  ["realCrawl()", () => realCrawl(), /^a crawl takes its options in braces, .*found undefined$/],
  ["realCrawl, no URL", () => crawl({ seeds: [null] }), /^a seed is an http or https URL, as text; found null$/],
  [
    "Crawl.open, no URL",
    () => js.Crawl.open({ seeds: [7], out: temporaryFolder(), contact: "a@b.example" }),
    /found 7$/,
  ],
  [
    "exploring, a name",
    () => orderings.exploring("backlink", { share: 0.1 }),
    /^exploring: .*mean orderings\.backlink\?/,
  ],
  ["exploring, no options", () => orderings.exploring(backlink), /^exploring takes its options in braces, \{ share \}/],
  [
    "ordering, needs",
    () => js.ordering("x", (_: number, _seen: object) => 1, { needs: "urls" }),
    /^needs is a list; found "urls"$/,
  ],
  ["compare, cache", () => runs({ cache: "" }), /^cache is true, false or a folder; found ""$/],
  ["regret, cache", async () => (await runs({})).regret({ cache: "" }), /^cache is true, false or a folder; found ""$/],
  [
    "realCrawl, an option",
    () => crawl({ conections: 5 }),
    /^a crawl has no option "conections": .*Did you mean connections\?$/,
  ],
  ["realCrawl, a number", () => crawl({ pages: "5" }), /^pages is a positive number; found "5"$/],
  ["realCrawl, a flag", () => crawl({ allowPrivate: "no" }), /^allowPrivate is true or false; found "no"$/],
  ["realCrawl, a word", () => crawl({ robots: "ignor" }), /^a crawl: robots is .*Did you mean ignore\?$/],
  ["realCrawl, a name", () => crawl({ ordering: "backlink" }), /^a crawl: .*Did you mean orderings\.backlink\? /],
  ["realCrawl, scope", () => crawl({ scope: { withn: "host" } }), /has no option "withn": .*Did you mean within\?$/],
  [
    "reproduce, a family",
    () => js.reproduceAll({ which: "cho1999" }).next(),
    /^no experiment "cho1999"\. Did you mean cho1998\? There are: /,
  ],
  [
    "reproduce, an option",
    () => js.reproduceAll({ wich: "cho1998" }).next(),
    /^reproduceAll has no option "wich": .*Did you mean which\?$/,
  ],
  ["reproduce()", () => js.reproduce(), /^no experiment "undefined"\. There are: /],
  [
    "judge, an importance without needs",
    () => judged({ ...hot, needs: undefined }),
    /needs is a list .*found undefined$/,
  ],
  ["missRateCurve, a number as title", () => figures.missRateCurve([], { title: 5 }), /^title is a text; found 5$/],
  [
    "missRateCurve, no width",
    () => figures.missRateCurve([], { width: "9" }),
    /^width is a number of pixels .*; found "9"$/,
  ],
  ["report, a number as title", () => js.report("x.html", [], { title: 5 }), /^title is a text; found 5$/],
  ["fingerprint, a text", () => urls.fingerprint("text"), /^fingerprint takes the bytes of a URL, .*; found "text"$/],
  ["followShare, no order", () => judging.followShare(web.graph), /^followShare takes an order, .*; found undefined$/],
  ["foreignOrderWarning, no order", () => judging.foreignOrderWarning(web), /takes an order, .*; found undefined$/],
  ["startsNeeded, numbers", () => js.statistics.startsNeeded(1, 2), /^pairs are two lists of numbers; found 1$/],
  ["startsNeeded, an option", () => js.statistics.startsNeeded([1, 2], [2, 1], { pwr: 1 }), /has no option "pwr"/],
  ["pairedDifference, one list", () => js.statistics.pairedDifference([1, 2]), /^pairs are two lists .* undefined$/],
  ["kendallTau, one list", () => js.statistics.kendallTau([1, 2]), /^kendallTau takes two lists .*; found undefined$/],
  [
    "poissonHistory, a rate",
    () => freshness.poissonHistory(1, 1),
    /^poissonHistory takes the rate of each page; found 1$/,
  ],
  [
    "poissonHistory, a seed",
    () => freshness.poissonHistory([1], 1, 7),
    /^poissonHistory takes a source of chance, new Random\(1\); found 7$/,
  ],
  [
    "simulateRefresh, rates",
    () => freshness.simulateRefresh([1], refreshers.uniform, { budget: 1 }),
    /^simulateRefresh takes a history of changes, /,
  ],
  ["snapshots, no times", () => freshness.snapshots({ size: 1 }, changes.gamma), /^snapshots takes a list of times/],
  ["likeliestRate, a look", () => freshness.likeliestRate({ since: 1 }), /^likeliestRate takes a list of looks, /],
  ["compareSnapshots, a folder", () => freshness.compareSnapshots("a"), /^compareSnapshots takes a list of snapshots/],
  [
    "compareSnapshots, folders",
    () => freshness.compareSnapshots(["a", "b"]),
    /^compareSnapshots takes a snapshot, await openSnapshot\("crawl"\); found "a"$/,
  ],
  ["randomWalk, no options", () => judging.randomWalk(web.graph), /^randomWalk takes its options in braces, /],
  ["randomWalk, a seed", () => walk({ random: 1 }), /^randomWalk takes a source of chance, new Random\(1\); found 1$/],
  ["randomWalk, a word", () => walk({ walk: "surf" }), /^randomWalk: walk is .*Did you mean surfer\?$/],
  ["randomWalk, a page", () => walk({ from: 9 }), /^from is a page, 0 to 2; found 9$/],
  ["reach, a page", () => graphs.reach(web.graph, 0), /^reach takes a list of start pages, such as \[0\]; found 0$/],
  [
    "clusters, no pages",
    () => graphs.clusters(web.graph),
    /^clusters takes a number for each page, .*found undefined$/,
  ],
  ["graphFrom, no links", () => graphs.graphFrom(3), /^graphFrom takes links as pairs of pages, .*; found undefined$/],
  ["graphFrom, no pairs", () => graphs.graphFrom(3, [0, 1]), /^graphFrom takes links as pairs of pages, .*; found 0$/],
  ["ownedLoads()", () => timed.ownedLoads(), /^ownedLoads takes .* timed\.linkedUrls\(web\); found undefined$/],
  [
    "linkShares, a web",
    () => timed.linkShares(web, { processes: 2 }),
    /^linkShares takes .* found an object \(Object\)$/,
  ],
  ["ownedLoads, no options", () => timed.ownedLoads(timed.linkedUrls(web)), /^ownedLoads takes its options in braces/],
  ["loadBalance, a number", () => timed.loadBalance(3), /^loadBalance takes the load of each process; found 3$/],
  [
    "clusters, another length",
    () => graphs.clusters(web.graph, [1]),
    /^clusters takes a number for each of 3 pages, 1 for those chosen; found 1$/,
  ],
  [
    "bestStarts, null",
    () => graphs.bestStarts(web.graph, 1, null),
    /^bestStarts takes a number of candidates, .*null$/,
  ],
  [
    "fromGraphology, a web",
    () => graphs.fromGraphology(web),
    /^fromGraphology takes a graph of graphology, such as new Graph\(\); found an object \(Object\)$/,
  ],
  ["rewired, a word", () => graphs.rewired(web, { keep: "degree" }), /^rewired: keep is .*Did you mean degrees\?$/],
  ["rewired, an option", () => graphs.rewired(web, { sed: 2 }), /^rewired has no option "sed": .*mean seed\?$/],
  ["shuffledPages, a seed", () => graphs.shuffledPages(web, 2), /^shuffledPages takes its options in braces, .*2$/],
  ["toGraphology, null", () => graphs.toGraphology(web.graph, null), /^toGraphology takes its options in braces/],
  ["writeGexf, null", () => graphs.writeGexf(web.graph, null), /^toGraphology takes its options in braces, .*null$/],
  ["rankAgreement, a share", () => judging.rankAgreement(web.graph, [0], { at: 0.5 }), /^at is a list; found 0\.5$/],
  ["idOf()", () => judging.idOf(), /^idOf takes a web, .*; found undefined$/],
  ["nameOf, no await", () => js.nameOf(Promise.resolve(web), 0), /^nameOf takes a web, .*: write await/],
  ["parsePage()", () => js.pages.parsePage(), /^parsePage takes HTML and the URL of its page, .*; found undefined$/],
  ["parsePage, no URL", () => js.pages.parsePage("<a>"), /^parsePage takes HTML and the URL of its page, /],
  [
    "parsePage, an option",
    () => js.pages.parsePage("", "http://a.example/", { charst: "latin1" }),
    /^parsePage has no option "charst": .*Did you mean charset\?$/,
  ],
  ["extract, no rules", () => js.pages.extract("<h1>a</h1>"), /^extract takes its options in braces, .*undefined$/],
  ["extract, no HTML", () => js.pages.extract(7, { a: "h1" }), /^extract takes the HTML of a page, as text; found 7$/],
  [
    "extract, no selector",
    () => js.pages.extract("", { a: 7 }),
    /^a is a selector, such as "h1", or a list, .*found 7$/,
  ],
  [
    "fingerprintCollisions(0)",
    () => urls.fingerprintCollisions(0),
    /^fingerprintCollisions takes a list of URLs, .*0$/,
  ],
  [
    "fingerprintCollisions, numbers",
    () => urls.fingerprintCollisions([7]),
    /^fingerprintCollisions takes a list of URLs, as texts; found 7$/,
  ],
  ["openSnapshot()", () => js.openSnapshot(), /^openSnapshot takes the folder of a crawl; found undefined$/],
  ["openShards([])", () => js.archives.openShards([]), /^openShards takes a folder of shards; found an object/],
  [
    "openShards, no such folder",
    () => js.archives.openShards("no"),
    /^no is no folder of shards: none of its subfolders /,
  ],
  ["mergeSnapshots, a path", () => js.archives.mergeSnapshots("a", "b"), /^mergeSnapshots takes a list of folders; /],
  ["mergeSnapshots, no folder", () => js.archives.mergeSnapshots(["a"]), /^mergeSnapshots takes folders, .*undefined$/],
  ["openCrawlTrace, a number", () => traces.openCrawlTrace(1), /^openCrawlTrace takes the folder of a crawl; found 1$/],
  ["requestsWhere, a list", () => traces.requestsWhere(["/a"], () => true), /^requestsWhere takes a trace, /],
  ["requestsWhere, no function", () => traces.requestsWhere(trace, 1), /^requestsWhere takes a function, .*found 1$/],
  [
    "crossTrace, no await",
    () => traces.crossTrace(Promise.resolve(trace)),
    /^crossTrace takes a trace, .*: write await/,
  ],
  ["threadTraces()", () => traces.threadTraces(), /^threadTraces takes a trace, .*found undefined$/],
  ["firstRequests()", () => traces.firstRequests(undefined, 1), /^firstRequests takes a trace, .*found undefined$/],
  ["fitAlphaBetaGamma()", () => traces.fitAlphaBetaGamma(), /^fitAlphaBetaGamma takes a trace, .*found undefined$/],
  ["denseIds, an option", () => traces.denseIds(Uint32Array.of(1, 2), { most: 1 }), /has no option "most": .*mostUrls/],
  ["staticFrom()", () => caches.staticFrom(trace), /^staticFrom takes a trace, .*found undefined$/],
  ["kneeOf()", () => caches.kneeOf(), /^kneeOf takes one curve, \{ sizes, missRates \}/],
  ["clockCache()", () => caches.clockCache(), /^clockCache takes a table, .*found undefined$/],
  ["tableRows()", () => caches.tableRows(), /^expected a ScatterTable, a CircularChaining, /],
  [
    "sampleStream, a path",
    () => caches.sampleStream("urls.u64"),
    /^sampleStream takes a stream of bytes, .*urls\.u64"$/,
  ],
  ["cacheMethodNamed()", () => caches.cacheMethodNamed(), /^cacheMethodNamed takes the name of a cache, .*undefined$/],
  [
    "compareWithPlainClock, a size",
    () => caches.compareWithPlainClock(trace, 4),
    /^compareWithPlainClock takes a list of sizes; found 4$/,
  ],
  [
    "eliminators.open, null",
    () => eliminators.open("x", null),
    /^method is one of the namespace eliminators, .*undefined$/,
  ],
  ["versionAt()", () => freshness.versionAt(), /^versionAt takes a history of changes, .*found undefined$/],
  ["versionAt, a page", () => freshness.versionAt(HISTORY, 2, 1), /^page is a page, 0 to 1; found 2$/],
  ["refreshByDatabase()", () => freshness.refreshByDatabase(), /^refreshByDatabase takes a history of changes, /],
  [
    "refreshByDatabase, URLs",
    () =>
      freshness.refreshByDatabase(HISTORY, refreshers.uniform, { path: "x", budget: 1, urls: ["http://a.example/"] }),
    /^urls has the URL of each page, 2; found 1$/,
  ],
  [
    "simulateRefresh, a name",
    () => freshness.simulateRefresh(HISTORY, "uniform", { budget: 1 }),
    /^simulateRefresh: .*Did you mean refreshers\.uniform\?/,
  ],
  [
    "simulateRefresh, an option",
    () => freshness.simulateRefresh(HISTORY, refreshers.uniform, { budget: 1, setled: true }),
    /^simulateRefresh has no option "setled": .*Did you mean settled\?$/,
  ],
  ["likeliestRate, no look", () => freshness.likeliestRate([null]), /^a look comes some time .*found undefined$/],
  ["optimalFrequencies, a rate", () => freshness.optimalFrequencies(1, 1), /are a list of numbers; found 1$/],
  [
    "correlated, other lengths",
    () => freshness.correlated([1, 2], [1], 0, new library.Random(1)),
    /^each page has one rate and one importance; found 2 and 1$/,
  ],
  [
    "lognormalLatency, an option",
    () => timed.lognormalLatency({ medain: 1 }),
    /has no option "medain": .*mean median\?$/,
  ],
  ["byteLatency, a number", () => timed.byteLatency(7), /^byteLatency takes the bytes of each URL; found 7$/],
  ["scalePlan, an option", () => js.papers.scalePlan(1, { day: 1 }), /^scalePlan has no option "day": .*mean days\?$/],
  ["playPage()", () => js.playPage(), /^playPage takes what compare gives: .*found undefined$/],
  ["unshuffle(-1)", () => js.urldb.unshuffle(-1), /^count is a number of things, from 0; found -1$/],
  ["panels, a figure", () => figures.panels({}), /^panels draws a list of figures; found an object \(Object\)$/],
  ["areaStrip()", () => figures.areaStrip(), /^areaStrip: expected a list of rows; found undefined$/],
  ["bars()", () => figures.bars(), /^bars: expected a list of rows; found undefined$/],
  ["tableDiagram()", () => figures.tableDiagram(), /^tableDiagram draws a list of rows, .*; found undefined$/],
  [
    "missRateCurve, no row",
    () => figures.missRateCurve([null]),
    /^missRateCurve: row 0: expected an object; found null$/,
  ],
  ["ordering, null", () => js.ordering("x", () => 1, null), /^ordering "x" takes its options in braces, .*null$/],
  ["report, no item", () => js.report("x.html", [undefined]), /^item 1 of a report is a text, .*; found undefined$/],
  ["report, no await", () => js.report("x.html", [runs({})]), /^item 1 of a report is a text, .*: write await before/],
  [
    "serve, a port",
    () => js.serve(web, { port: "x" }),
    /^serve: port is 0 to 65535; 0 is any that is free; found "x"$/,
  ],
  ["writeTraceFile, a number", () => traces.writeTraceFile("t.trace", 5), /^writeTraceFile takes a trace, .*found 5$/],
  ["writeTraceFile, no path", () => traces.writeTraceFile(5, trace), /^writeTraceFile writes to a path; found 5$/],
  ["measureAdds()", () => js.urldb.measureAdds(), /^measureAdds takes a way to add URLs, .*found undefined$/],
  [
    "rules of robots.txt, no URL",
    () => js.robots.parseRobots("User-agent: *\nDisallow: /").rulesFor("Foo").allows(),
    /^rules of a robots\.txt are asked for a URL, as text; found undefined$/,
  ],
  ["openCrew()", () => js.openCrew(), /^the address of a NATS server is like /],
  ["hotPageCurve", () => js.hotPageCurve(web), /^hotPageCurve draws what compare gives: .*found an object/],
];

const HISTORY = { duration: 1, offsets: Uint32Array.of(0, 1, 1), times: Float64Array.of(0.5) };
const ownCache = (request: unknown) =>
  caches.defineCache({ name: `own ${typeof request}`, source: "here", create: () => ({ request }) });
const MADE = caches.defineCache({ name: "all", source: "here", create: () => ({ request: () => true }) });

const ofGraphs: readonly string[] = [
  "bestStarts",
  "clusters",
  "components",
  "followShare",
  "inDegrees",
  "inferredHosts",
  "outDegrees",
  "pageRankKernel",
  "randomWalk",
  "rankAgreement",
  "reach",
  "statistics",
  "toGraphology",
  "transpose",
  "writeGexf",
];

describe("in place of a graph", () => {
  it.each(ofGraphs)("%s refuses a web and a promise, and says what to write", (name) => {
    const namespace = [graphs, judging, timed].find((each) => name in each);
    expect(() => namespace[name](web)).toThrow(`${name} takes a graph, such as web.graph; found a web`);
    expect(() => namespace[name](Promise.resolve(web.graph))).toThrow(
      `${name} takes a graph, such as web.graph; found a promise: write await before what made it`,
    );
    expect(() => namespace[name]()).toThrow(`${name} takes a graph, such as web.graph; found undefined`);
  });
});

describe("in place of a web", () => {
  it.each([
    ["judging", "estimatedRelevance"],
    ["judging", "foreignOrderWarning"],
    ["judging", "guaranteedRankMass"],
    ["judging", "judgedWeb"],
    ["judging", "samplingBias"],
    ["graphs", "findPage"],
    ["graphs", "rewired"],
    ["graphs", "shuffledPages"],
  ])("%s.%s refuses a promise, and says what to write", (namespace, name) => {
    expect(() => js[namespace][name](Promise.resolve(web))).toThrow(
      `${name} takes a web, such as await load("campus"); found a promise: write await before what made it`,
    );
  });
});

describe("a policy without options", () => {
  it("has none", () => {
    expect(caches.simulate(trace, MADE, 1)).toBe(0);
    expect(() => MADE({ size: 1 })).toThrow('all has no option "size": it takes none');
  });
});

describe("a wrong call in plain JavaScript", () => {
  it.each(calls)("%s is refused with what there is", async (_call, make, message) => {
    const error = await Promise.resolve()
      .then(make)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toBeInstanceOf(library.CrawlbenchError);
    expect((error as Error).message).toMatch(message);
  });
});
