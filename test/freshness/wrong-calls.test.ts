import { describe } from "vitest";
import { Random } from "../../src/base/random.js";
import * as changes from "../../src/index/families/changes.js";
import * as freshness from "../../src/index/freshness.js";
import * as refreshers from "../../src/index/refreshers.js";
import { webOf } from "../fixture/webs.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ Random, changes, freshness, refreshers });
const web = webOf(3, [
  [0, 1],
  [1, 2],
]);
const HISTORY = { duration: 1, offsets: Uint32Array.of(0, 1, 1), times: Float64Array.of(0.5) };

const calls: readonly WrongCall[] = [
  [
    "refreshStudy, no model",
    () => js.freshness.refreshStudy(web.graph, { policies: [], budgets: [1] }),
    /^refreshStudy takes a model of change, \{ model: changes\.gamma \}; found undefined$/,
  ],
  [
    "refreshStudy, a web",
    () => js.freshness.refreshStudy(web, { policies: [], budgets: [1], model: js.changes.gamma }),
    /^refreshStudy takes pages, \{ size: web\.graph\.size \}; /,
  ],
  [
    "refreshStudy, a name",
    () => js.freshness.refreshStudy(web.graph, { policies: ["uniform"], budgets: [1], model: js.changes.gamma }),
    /^refreshStudy: .*Did you mean refreshers\.uniform\?/,
  ],
  ["refreshStudy, no pages", () => js.freshness.refreshStudy(undefined, {}), /^refreshStudy takes pages, .*undefined$/],
  ["refreshStudy, nothing", () => js.freshness.refreshStudy(web.graph), /^refreshStudy takes its options in braces/],
  ...[Number.NaN, -1, "2", undefined].map(
    (interval) =>
      [
        `refreshStudy, a policy of one's own with the interval ${interval}`,
        () =>
          js.freshness.refreshStudy(web.graph, {
            policies: [
              js.refreshers.definePolicy({ name: "own", source: "here", create: () => ({ interval: () => interval }) }),
            ],
            budgets: [1],
            model: js.changes.gamma,
          }),
        /^a policy of fetching again gives interval\(page\), a time above 0, or Infinity for never; found .* for page 0$/,
      ] as [string, () => unknown, RegExp],
  ),
  [
    "refreshRows, no await",
    () =>
      js.freshness.refreshRows(
        js.freshness.refreshStudy(web.graph, {
          policies: [js.refreshers.uniform],
          budgets: [1],
          model: js.changes.gamma,
        }),
      ),
    /^refreshRows takes the runs that refreshStudy gave; found a promise: write await/,
  ],
  [
    "refreshStudy, no policies",
    () => js.freshness.refreshStudy(web.graph, { policies: [], budgets: [1], model: js.changes.gamma }),
    /^refreshStudy needs policies: /,
  ],
  ["refreshRows, others", () => js.freshness.refreshRows([{ fetches: 1 }]), /^refreshRows takes the runs .*\(Array\)$/],
  [
    "freshnessAt, a negative rate",
    () => js.freshness.freshnessAt(-1, 1),
    /^rate is a number per unit of time.*found -1$/,
  ],
  ["ageAt, a text", () => js.freshness.ageAt(1, "1"), /^frequency is a number per unit of time, .*; found "1"$/],
  [
    "poissonHistory, a rate",
    () => js.freshness.poissonHistory(1, 1),
    /^poissonHistory takes the rate of each page; found 1$/,
  ],
  [
    "poissonHistory, a seed",
    () => js.freshness.poissonHistory([1], 1, 7),
    /^poissonHistory takes a source of chance, new Random\(1\); found 7$/,
  ],
  [
    "simulateRefresh, rates",
    () => js.freshness.simulateRefresh([1], js.refreshers.uniform, { budget: 1 }),
    /^simulateRefresh takes a history of changes, /,
  ],
  [
    "snapshots, no times",
    () => js.freshness.snapshots({ size: 1 }, js.changes.gamma),
    /^snapshots takes a list of times/,
  ],
  ["likeliestRate, a look", () => js.freshness.likeliestRate({ since: 1 }), /^likeliestRate takes a list of looks, /],
  [
    "compareSnapshots, a folder",
    () => js.freshness.compareSnapshots("a"),
    /^compareSnapshots takes a list of snapshots/,
  ],
  [
    "compareSnapshots, folders",
    () => js.freshness.compareSnapshots(["a", "b"]),
    /^compareSnapshots takes a snapshot, await openSnapshot\("crawl"\); found "a"$/,
  ],
  ["versionAt()", () => js.freshness.versionAt(), /^versionAt takes a history of changes, .*found undefined$/],
  ["versionAt, a page", () => js.freshness.versionAt(HISTORY, 2, 1), /^page is a page, 0 to 1; found 2$/],
  ["refreshByDatabase()", () => js.freshness.refreshByDatabase(), /^refreshByDatabase takes a history of changes, /],
  [
    "refreshByDatabase, URLs",
    () =>
      js.freshness.refreshByDatabase(HISTORY, js.refreshers.uniform, {
        path: "x",
        budget: 1,
        urls: ["http://a.example/"],
      }),
    /^urls has the URL of each page, 2; found 1$/,
  ],
  [
    "simulateRefresh, a name",
    () => js.freshness.simulateRefresh(HISTORY, "uniform", { budget: 1 }),
    /^simulateRefresh: .*Did you mean refreshers\.uniform\?/,
  ],
  [
    "simulateRefresh, an option",
    () => js.freshness.simulateRefresh(HISTORY, js.refreshers.uniform, { budget: 1, setled: true }),
    /^simulateRefresh has no option "setled": .*Did you mean settled\?$/,
  ],
  [
    "simulateRefresh, a history without pages",
    () =>
      js.freshness.simulateRefresh({ ...HISTORY, offsets: Uint32Array.of(0) }, js.refreshers.uniform, { budget: 1 }),
    /^there is no page: a history has one at least$/,
  ],
  [
    "simulateRefresh, importance of none",
    () => js.freshness.simulateRefresh(HISTORY, js.refreshers.uniform, { budget: 1, importance: [0, 0] }),
    /^importance is above 0 for one page at least$/,
  ],
  [
    "estimatedRate, more changes than fetches",
    () => js.freshness.estimatedRate(3, 4, 1),
    /^of 3 fetches 0 to 3 found a change; found 4$/,
  ],
  ["estimatedRate, fewer than none", () => js.freshness.estimatedRate(3, -1, 1), /found a change; found -1$/],
  ["estimatedRate, no interval", () => js.freshness.estimatedRate(3, 1, 0), /^interval is a time above 0; found 0$/],
  ["likeliestRate, no look", () => js.freshness.likeliestRate([null]), /^a look comes some time .*found undefined$/],
  ["optimalFrequencies, a rate", () => js.freshness.optimalFrequencies(1, 1), /are a list of numbers; found 1$/],
  [
    "correlated, other lengths",
    () => js.freshness.correlated([1, 2], [1], 0, new js.Random(1)),
    /^each page has one rate and one importance; found 2 and 1$/,
  ],
  ["correlated, a rate", () => js.freshness.correlated(1, [1], 0, new js.Random(1)), /^correlated takes .*found 1$/],
  ["correlated, one importance", () => js.freshness.correlated([1], 1, 0), /^correlated takes .*, as lists; found 1$/],
  [
    "correlated, a seed",
    () => js.freshness.correlated([1], [1], 0, 7),
    /^correlated takes a source of chance.*found 7$/,
  ],
  ["correlated, too much", () => js.freshness.correlated([1], [1], 2, new js.Random(1)), /^correlation is .*found 2$/],
];

describe("a wrong call in plain JavaScript", () => refused(calls));
