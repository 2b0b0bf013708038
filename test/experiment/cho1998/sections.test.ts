import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { Strings } from "../../../src/base/strings.js";
import type { CurvePoint } from "../../../src/crawl/compare/comparison-rows.js";
import {
  type Evidence as Figure3Evidence,
  claims as figure3,
  figure3 as figure3Run,
} from "../../../src/experiment/cho1998/figure-3.js";
import { CLUSTER_A, PAGE_1, PAGE_2, scene, surf } from "../../../src/experiment/cho1998/scene.js";
import { randomCrawlers, claims as section3 } from "../../../src/experiment/cho1998/section-3.js";
import { knownUrls, claims as section5, section5 as section5Run } from "../../../src/experiment/cho1998/section-5.js";
import { section8 as experiment, claims as section8 } from "../../../src/experiment/cho1998/section-8.js";
import { readLedger } from "../../../src/experiment/ledger.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { inDegrees } from "../../../src/web/graph/statistics.js";
import { pairsOf } from "../../fixture/pairs.js";
import { webOf } from "../../fixture/webs.js";
import { crawlsByHand } from "../crawls-by-hand.js";

describe("the scene of Figure 3", () => {
  const { graph } = scene();

  it("is as drawn: pages of A point at each other, page 1 at all of them, and page 2 gets the most backlinks in the end", () => {
    for (const page of CLUSTER_A) {
      expect([...linksOf(graph, page)].toSorted((a, b) => a - b)).toEqual(CLUSTER_A.filter((other) => other !== page));
    }
    expect([...linksOf(graph, PAGE_1)]).toEqual(CLUSTER_A);
    const backlinks = inDegrees(graph);
    expect(backlinks[PAGE_2]).toBe(9);
    expect(CLUSTER_A.map((page) => backlinks[page])).toEqual(new Array(6).fill(6));
  });

  it("turns its claims when the orders are exchanged", () => {
    const [caught, reached] = figure3;
    const evidence = {
      counted: { page2: 5, firstOfA: 16, lastOfA: 21 },
      ranked: { page2: 13, firstOfA: 7, lastOfA: 12 },
    } as Parameters<typeof caught.test>[0];
    expect([caught.test(evidence).verdict, reached.test(evidence).verdict]).toEqual(["disagrees", "disagrees"]);
  });

  it("shows again, word for word, what the ledger has of it", async () => {
    // regression: drawn in the paper, it has no size, and its usual run is what was recorded
    const { verdicts } = await figure3Run.run();
    expect(verdicts).toEqual(readLedger().filter(({ experiment }) => experiment === "cho1998/figure-3"));
  });

  it("names the two readings of d apart in its figure", async () => {
    const { figure } = await figure3Run.run();
    const { svg } = await figure();
    for (const name of ["PageRank order", "PageRank order, d read as in"]) expect(svg).toContain(`>${name}<`);
  });

  it("is judged at the edges that the tolerances state", () => {
    const at = (page2: number) => ({ page2, firstOfA: 7, lastOfA: 12 });
    const verdict = (claim: number, evidence: Partial<Figure3Evidence>) =>
      figure3[claim].test(evidence as Figure3Evidence).verdict;
    expect([13, 8, 6].map((place) => verdict(0, { counted: at(place) }))).toEqual(["agrees", "mixed", "disagrees"]);
    expect([6, 8, 13].map((place) => verdict(1, { ranked: at(place) }))).toEqual(["agrees", "mixed", "disagrees"]);
    const caughtIn = (draws: number) => verdict(2, { caught: { fifo: [1, 1], lifo: [1, 1], random: [draws, 20] } });
    expect([16, 15].map(caughtIn)).toEqual(["agrees", "mixed"]); // 4 of 5
    const off = (byProse: number) => verdict(3, { byProse, byFormula: 0 });
    expect([0.02, 0.021, 0.1, 0.11].map(off)).toEqual(["agrees", "mixed", "mixed", "disagrees"]);
    const either = (ranked: number, byProse: number) => verdict(4, { ranked: at(ranked), rankedByProse: at(byProse) });
    expect([either(6, 6), either(6, 8), either(8, 6), either(8, 8)]).toEqual(["agrees", "mixed", "mixed", "disagrees"]);
  });
});

describe("a surfer", () => {
  it("is found everywhere alike when links are never followed, and where they lead when always", () => {
    const ring = webOf(4, pairsOf("0,1 1,2 2,3 3,0"));
    for (const share of surf(ring, 0, 40_000, 1)) expect(share).toBeCloseTo(0.25, 1);
    const pair = webOf(4, pairsOf("0,1 1,0 2,0 3,0"));
    expect([...surf(pair, 1, 1_000, 1)]).toEqual([0.5, 0.5, 0, 0]);
  });
});

describe("random crawlers", () => {
  const hot = Uint8Array.from({ length: 2_000 }, (_, page) => (page % 4 === 0 ? 1 : 0));
  const { revisiting, once } = randomCrawlers(hot, new Random(1), 20);

  it("find K / T of the hot pages when they visit each page once, and 1 - (1 - 1/T)^K when they may come back", () => {
    for (const [tenth, share] of once.entries()) expect(share).toBeCloseTo((tenth + 1) / 10, 1);
    expect(once[9]).toBeCloseTo(1, 12);
    for (const [tenth, share] of revisiting.entries()) {
      // closed form; 20 crawls of 500 hot pages: sd below 0.005
      const expected = 1 - (1 - 1 / 2_000) ** (200 * (tenth + 1));
      expect(Math.abs(share - expected)).toBeLessThan(0.02);
    }
  });

  it("turn the claim about those that come back where they would not miss any page", () => {
    const evidence = { hot: 500, pages: 2_000, revisiting: once, once: revisiting } as unknown as Parameters<
      (typeof section3)[0]["test"]
    >[0];
    expect(section3.slice(0, 2).map(({ test }) => test(evidence).verdict)).toEqual(["agrees", "disagrees"]);
  });
});

describe("the claims of section 3", () => {
  type Evidence = Parameters<(typeof section3)[0]["test"]>[0];
  const tenths = Array.from({ length: 10 }, (_, i) => (i + 1) / 10);
  /** What crawls found: `median` by the median of three of them. */
  const runsOf = (performance: (share: number) => number, area: number) => ({
    performance: (_label: string, share: number) => [0, performance(share), 1],
    areas: () => [0, area, 1],
  });
  const evidence = {
    hot: 500,
    pages: 2_000,
    revisiting: tenths.map((share) => 1 - Math.exp(-share)),
    once: tenths.map((share) => (share === 0.4 ? 0.4125 : share)),
    runs: runsOf((share) => (share === 0.3 ? 0.3375 : share === 0.25 ? 0.875 : share), 0.625),
    stopped: runsOf(() => 0, 0.8125),
  } as unknown as Evidence;

  it("print the numbers that they judge by", () => {
    // by hand: 1 - 1/e; 0.4125 off 0.4; 0.3375 off 0.3; at K = H the share is 500 of 2,000
    expect(section3.map(({ test }) => test(evidence).ours)).toEqual([
      "63.2 % after as many visits as there are pages",
      "0.012 off at most",
      "0.038 off at most, area 0.625",
      "87.5 % at K = H, P_CS 0.813 in the mean",
    ]);
    expect(section3.map(({ test }) => test(evidence).because)).toEqual([
      "1 - (1 - 1/T)^K by theory, 63.2 % at K = T; 20 crawls, 500 hot pages of 2000",
      "20 orders of all pages, links or none",
      expect.stringMatching(/^pages with many backlinks/),
      expect.stringMatching(/^the paper's ideal may jump/),
    ]);
    expect(section3.map(({ test }) => test(evidence).verdict)).toEqual(["disagrees", "agrees", "mixed", "mixed"]);
  });

  it("judge the ideal crawler by the worse of its two numbers, at 0.98 and 0.8", () => {
    const { test } = section3[3];
    const verdict = (found: number, area: number) =>
      test({ ...evidence, runs: runsOf(() => found, 0), stopped: runsOf(() => 0, area) } as unknown as Evidence)
        .verdict;
    expect([verdict(0.98, 1), verdict(1, 0.97), verdict(0.8, 1), verdict(1, 0.79), verdict(0.79, 1)]).toEqual([
      "agrees",
      "mixed",
      "mixed",
      "disagrees",
      "disagrees",
    ]);
  });

  it("cannot be tested where hardly a page is hot", () => {
    expect(section3.map(({ test }) => test({ ...evidence, hot: 3 }).verdict)).toEqual(
      new Array(4).fill("cannot be tested"),
    );
  });
});

describe("how much of a web is reached", () => {
  it("agrees near the paper's shares, and disagrees far from them", () => {
    const verdicts = (reachable: number, known: { urls: number; onLargestHost: number | undefined } | undefined) =>
      section5.map(({ test }) => test({ dataset: "web", pages: 1_000, reachable, known }).verdict);
    expect(verdicts(796, { urls: 3_500, onLargestHost: 1_575 })).toEqual(["agrees", "agrees", "agrees"]);
    expect(verdicts(640, { urls: 2_100, onLargestHost: 630 })).toEqual(["mixed", "mixed", "mixed"]);
    expect(verdicts(1_000, { urls: 1_100, onLargestHost: 50 })).toEqual(["disagrees", "disagrees", "disagrees"]);
    expect(verdicts(796, { urls: 3_500, onLargestHost: undefined })[1]).toBe("cannot be tested");
    expect(verdicts(796, undefined)).toEqual(["agrees", "cannot be tested", "cannot be tested"]);
  });

  it("is drawn beside the paper's shares, of known URLs where there are any", async () => {
    const urls = ["http://a.test/", "http://b.test/1", "http://b.test/2", "http://b.test/3"];
    const links = { offsets: Uint32Array.of(0, 2, 3), targets: Uint32Array.of(1, 2, 3) };
    const web = { ...webOf(2, [[0, 1]]), allLinks: () => ({ ...links, urls: Strings.from(urls) }) };
    const shares = async (of: typeof web) =>
      ((await section5Run.run(of)).rows as readonly { value: number }[]).map(({ value }) => value);
    // section 5: 179,000 of 225,000 pages were reached, 352,944 of 784,592 known URLs were on one server
    const [reached, onOne] = [179_000 / 225_000, 352_944 / 784_592];
    expect(await shares(web)).toEqual([reached, 1, onOne, 3 / 4]);
    expect(await shares({ ...web, allLinks: undefined } as never)).toEqual([reached, 1, onOne]);
  });

  it("counts known URLs, those that were not stored among them, where a web kept the links to them", () => {
    const urls = ["http://a.test/", "http://b.test/1", "http://b.test/2", "http://b.test/3"];
    const web = webOf(2, [[0, 1]]);
    const links = { offsets: Uint32Array.of(0, 2, 3), targets: Uint32Array.of(1, 2, 3) };
    const allLinks = () => ({ ...links, urls: Strings.from(urls) });
    expect(knownUrls({ ...web, allLinks })).toEqual({ urls: 4, onLargestHost: 3 });
    expect(knownUrls(web)).toBeUndefined();
  });
});

describe("the claims of section 8", () => {
  const AREAS = { "anchors alone": 0.7, "addresses alone": 0.4, "distance to hot pages alone": 0.51 };
  const verdicts = (printed: readonly [number, number], hot?: number) => {
    const by = crawlsByHand(AREAS);
    const plain = crawlsByHand({ "breadth-first": 0.5 }, hot);
    const evidence = { plain, by: { anchors: by, addresses: by, distance: by }, pages: 100, printed };
    return section8.map(({ test }) => test(evidence).verdict);
  };

  it("hold each cue alone against plain breadth-first", () => {
    expect(verdicts([100, 100]).slice(0, 3)).toEqual(["agrees", "disagrees", "no difference"]);
    expect(verdicts([100, 100], 19).slice(0, 3)).toEqual(new Array(3).fill("cannot be tested"));
  });

  it("let each cue alone be seen by its crawl", async () => {
    // 2 is named in its address, 4 in the anchor of the link to it, and 6 is linked from 2; these three are on the topic
    const pages = [0, 1, 2, 3, 4, 5, 6];
    const web = webOf(
      7,
      [
        [0, 1],
        [0, 2],
        [0, 3],
        [0, 4],
        [0, 5],
        [2, 6],
      ],
      {
        urls: pages.map((page) => `http://a.example/${page === 2 ? "computer" : page}`),
        texts: pages.map((page) => ({ title: [2, 4, 6].includes(page) ? "computer" : "", body: "" })),
        anchor: (link) => (link === 3 ? "computer" : ""),
      },
    );
    const { rows } = await experiment.run(web, { query: "computer", repeats: 1, cache: false });
    const found = (name: string) => {
      const own = (rows as readonly CurvePoint[]).filter(({ ordering }) => ordering === name);
      return pages.map((k) => Math.round(3 * own.find(({ crawled }) => 7 * crawled >= k + 1)!.performance));
    };
    expect(found("breadth-first")).toEqual([0, 0, 1, 1, 2, 2, 3]); // 0 1 2 3 4 5 6
    expect(found("anchors alone")).toEqual([0, 1, 1, 2, 2, 2, 3]); // 0 4 1 2 3 5 6
    expect(found("addresses alone")).toEqual([0, 1, 1, 1, 2, 2, 3]); // 0 2 1 3 4 5 6
    expect(found("distance to hot pages alone")).toEqual([0, 0, 1, 2, 2, 3, 3]); // 0 1 2 6 3 4 5
  });

  it("ask for all pages of both listings, and for more than half of each as a part", () => {
    const crawled = [
      [100, 100],
      [100, 99],
      [51, 51],
      [51, 50],
      [0, 0],
    ] as const;
    expect(crawled.map((printed) => verdicts(printed)[3])).toEqual([
      ...["agrees", "mixed", "mixed", "disagrees", "disagrees"],
    ]);
  });
});
