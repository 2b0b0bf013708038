import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { replay } from "../../../src/crawl/replay.js";
import { BestFirst, type BestFirstOptions } from "../../../src/ordering/frontier/best-first.js";
import { type ScoredFrontier, scoredFrontier } from "../../../src/ordering/frontier/scored-frontier.js";
import { similarity } from "../../../src/ordering/similarity.js";
import { Collection, type Idf } from "../../../src/page/text/collection.js";
import { Query } from "../../../src/page/text/query.js";
import { TermCounter } from "../../../src/page/text/term-counter.js";
import { linksOf, type PageId } from "../../../src/web/graph/graph.js";
import { pairsOf } from "../../fixture/pairs.js";
import { anyTopicWeb, type TopicWeb } from "../../fixture/topic-webs.js";
import { type Link, webOf } from "../../fixture/webs.js";

const usual: BestFirstOptions = { decay: 0.5, inherited: 0.5, anchor: 0.8 };

interface Step {
  readonly taken: PageId;
  /** Potentials of all that waited, the page taken among them. */
  readonly potentials: ReadonlyMap<PageId, number>;
}

/** Crawls a web, and keeps the score of every waiting page at every step. */
function stepsOf(web: TopicWeb, text: string, options: BestFirstOptions = usual, idf: Idf = "none"): Step[] {
  const { graph } = web;
  const waiting = new Map<PageId, number>();
  const inner = scoredFrontier({ size: graph.size, ties: "fifo", random: new Random(1), reorderEvery: 1 });
  const frontier: ScoredFrontier = {
    bar: Number.NEGATIVE_INFINITY,
    has: (page) => inner.has(page),
    pop: () => inner.pop(),
    explain: (page, name) => inner.explain(page, name),
    file(page, score) {
      waiting.set(page, score);
      inner.file(page, score);
    },
  };
  const query = new Query(text, { match: "any" });
  const counter = new TermCounter();
  let revealing = -1;
  const seen = {
    url: (page: PageId) => web.urls?.at(page) ?? "",
    terms: (page: PageId) => counter.count(web.text?.(page) ?? { title: "", body: "" }),
    anchor: (index: number) => web.anchor?.(graph.offsets[revealing] + index) ?? "",
  };
  const collection = new Collection(query, { idf, measure: "cosine", titleWeight: 1 });
  const crawl = new BestFirst(new Float64Array(graph.size), frontier, query, collection, seen, options);
  const discovered = new Set([web.start]);
  crawl.discover(Uint32Array.of(web.start), 1);
  const steps: Step[] = [];
  for (let page = crawl.next(); page !== -1; page = crawl.next()) {
    steps.push({ taken: page, potentials: new Map(waiting) });
    waiting.delete(page);
    const links = linksOf(graph, page);
    const fresh = [...new Set(links)].filter((to) => !discovered.has(to));
    for (const to of fresh) discovered.add(to);
    crawl.discover(Uint32Array.from(fresh), fresh.length);
    revealing = page;
    crawl.reveal(page, links, links.length);
  }
  return steps;
}

describe("BestFirst: shark-search (Hersovici et al. 1998) by hand", () => {
  /*
   * query "topic"; delta 0.5, gamma 0.5, beta 0.8; all words weigh 1. Addresses are /0 to /6, but that of 2, which is
   * /topic/2
   *
   *   0 "topic one"      --> 1 topic, 2 here, 3 topic news, 4 here
   *   1 "other"          --> 5 here, 4 topic
   *   4 "topic topic x"  --> 5 here
   *   3 "none"           --> 6 here
   */
  const anchored: [Link, string][] = [
    [[0, 1], "topic"],
    [[0, 2], "here"],
    [[0, 3], "topic news"],
    [[0, 4], "here"],
    [[1, 5], "here"],
    [[1, 4], "topic"],
    [[3, 6], "here"],
    [[4, 5], "here"],
  ];
  const bodies = ["topic one", "other", "", "none", "topic topic x", "", ""];
  const web = webOf(
    7,
    anchored.map(([link]) => link),
    {
      urls: bodies.map((_, page) => `http://host.edu/${page === 2 ? "topic/" : ""}${page}`),
      texts: bodies.map((body) => ({ title: "", body })),
      anchor: (link) => anchored[link][1],
    },
  );

  it("gives the potentials of the formula at every step, and follows them", () => {
    const steps = stepsOf(web, "topic");
    // sim(0) = 1 / sqrt(1 + 1) = 0.70711, so 0.35355 is inherited from 0, and half of it, 0.17678, is in each potential
    //   1: anchor 1, context 1:                  0.17678 + 0.5 (0.8 + 0.2)           = 0.67678
    //   2: anchor 0, context 1 by the address:   0.17678 + 0.5 * 0.2                 = 0.27678
    //   3: anchor 0.70711, context 1:            0.17678 + 0.5 (0.8 * 0.70711 + 0.2) = 0.55962
    //   4: anchor 0, context 0:                  0.17678
    // sim(1) = 0, so it passes on half of what it inherited, 0.17678, and half of that, 0.08839, is in each potential
    //   5: 0.08839;     4: 0.08839 + 0.5 (0.8 + 0.2) = 0.58839, more than the 0.17678 by the link from 0
    // sim(4) = 2 / sqrt(4 + 1) = 0.89443, of which 0.44721 is inherited; 5: 0.22361, more than 0.08839
    // sim(3) = 0: 6 gets 0.35355 / 4 = 0.08839
    const expected: [PageId, Record<PageId, number>][] = [
      [0, { 0: 0 }],
      [1, { 1: 0.67678, 2: 0.27678, 3: 0.55962, 4: 0.17678 }],
      [4, { 2: 0.27678, 3: 0.55962, 4: 0.58839, 5: 0.08839 }],
      [3, { 2: 0.27678, 3: 0.55962, 5: 0.22361 }],
      [2, { 2: 0.27678, 5: 0.22361, 6: 0.08839 }],
      [5, { 5: 0.22361, 6: 0.08839 }],
      [6, { 6: 0.08839 }],
    ];
    expect(steps.map(({ taken }) => taken)).toEqual(expected.map(([page]) => page));
    for (const [k, [, potentials]] of expected.entries()) {
      expect([...steps[k].potentials.keys()].sort()).toEqual(Object.keys(potentials).map(Number));
      for (const [page, potential] of steps[k].potentials) expect(potential).toBeCloseTo(potentials[page], 5);
    }
    expect([...replay(web, similarity("topic", { idf: "none" }))]).toEqual([0, 1, 4, 3, 2, 5, 6]);
  });

  it("takes half of a query of two words for half of an address, and for 1 / sqrt 2 of an anchor", () => {
    const steps = stepsOf(web, "topic news");
    // query (1, 1); sim(0) = 1 / (sqrt 2 * sqrt 2) = 0.5: 0.25 is inherited, 0.125 is in each potential
    //   1: anchor 1 / sqrt 2:  0.125 + 0.5 (0.8 * 0.70711 + 0.2) = 0.50784      2: 0.125 + 0.5 * 0.2 * 0.5 = 0.175
    //   3: anchor 1:           0.125 + 0.5                       = 0.625        4: 0.125
    for (const [page, potential] of [
      [1, 0.50784],
      [2, 0.175],
      [3, 0.625],
      [4, 0.125],
    ]) {
      expect(steps[1].potentials.get(page)).toBeCloseTo(potential, 5);
    }
  });

  it("has each of its three numbers in its place", () => {
    const first = (options: Partial<BestFirstOptions>) => stepsOf(web, "topic", { ...usual, ...options })[1].potentials;
    expect(first({ inherited: 0 }).get(3)).toBeCloseTo(0.8 * Math.SQRT1_2 + 0.2, 12);
    expect(first({ inherited: 1 }).get(3)).toBeCloseTo(0.5 * Math.SQRT1_2, 12);
    expect(first({ inherited: 0, anchor: 1 }).get(3)).toBeCloseTo(Math.SQRT1_2, 12);
    expect(first({ inherited: 0, anchor: 0 }).get(3)).toBe(1);
    expect(first({ decay: 0.2 }).get(4)).toBeCloseTo(0.5 * 0.2 * Math.SQRT1_2, 12);
    expect(first({ decay: 0 }).get(4)).toBe(0);
  });
});

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
const times = (words: readonly string[], word: string) => words.filter((each) => each === word).length;

/**
 * Similarity of the last page with the query by the definition of section 2 of Cho et al. 1998, in the collection of
 * all pages given.
 */
function naiveSimilarity(pages: readonly (readonly string[])[], query: readonly string[], idf: Idf): number {
  const weigh = (word: string): number => {
    if (idf === "none") return 1;
    const occurrences = pages.reduce((sum, page) => sum + times(page, word), 0);
    if (occurrences === 0) return 0;
    return idf === "paper"
      ? 1 / occurrences
      : Math.log(1 + pages.length / pages.filter((page) => page.includes(word)).length);
  };
  const last = pages[pages.length - 1];
  const all = [...new Set([...last, ...query])];
  const page = all.map((word) => times(last, word) * weigh(word));
  const wanted = all.map((word) => times(query, word) * weigh(word));
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, each, i) => sum + each * b[i], 0);
  return dot(page, wanted) === 0 ? 0 : dot(page, wanted) / Math.sqrt(dot(page, page) * dot(wanted, wanted));
}

/** Potentials of all that is linked to, once the pages of `order` were crawled, all from the beginning. */
function naivePotentials(
  web: TopicWeb,
  query: readonly string[],
  order: readonly PageId[],
  { decay, inherited: gamma, anchor: beta }: BestFirstOptions,
  idf: Idf,
): Map<PageId, number> {
  const texts = order.map((page) => {
    const { title = "", body = "" } = web.text?.(page) ?? {};
    return wordsOf(`${title} ${body}`);
  });
  const inherited = new Map<PageId, number>();
  const potentials = new Map<PageId, number>();
  const most = (map: Map<PageId, number>, page: PageId, value: number) =>
    map.set(page, Math.max(map.get(page) ?? 0, value));
  for (const [k, page] of order.entries()) {
    const relevance = naiveSimilarity(texts.slice(0, k + 1), query, idf);
    const passed = decay * (relevance > 0 ? relevance : (inherited.get(page) ?? 0));
    for (const [index, to] of linksOf(web.graph, page).entries()) {
      const words = wordsOf(web.anchor?.(web.graph.offsets[page] + index) ?? "");
      const anchorScore = naiveSimilarity([words], query, "none");
      const url = decodeURIComponent(web.urls?.at(to) ?? "").toLowerCase();
      const context = anchorScore > 0 ? 1 : query.filter((word) => url.includes(word)).length / query.length;
      most(potentials, to, gamma * passed + (1 - gamma) * (beta * anchorScore + (1 - beta) * context));
      most(inherited, to, passed);
    }
  }
  return potentials;
}

describe("BestFirst against the formula, computed anew at every step", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const anyOptions = fc.oneof(fc.constant(usual), fc.record({ decay: share, inherited: share, anchor: share }));

  it("has the same potentials within 1e-12, and takes a page of the highest", () => {
    fc.assert(
      fc.property(
        anyTopicWeb(),
        fc.constantFrom("topic", "topic other", "topics topic here"),
        anyOptions,
        fc.constantFrom<Idf[]>("none", "log", "paper"),
        (web, query, options, idf) => {
          const order: PageId[] = [];
          for (const { taken, potentials } of stepsOf(web, query, options, idf)) {
            const expected = naivePotentials(web, query.split(" "), order, options, idf);
            for (const [page, potential] of potentials) {
              expect(Math.abs(potential - (expected.get(page) ?? 0))).toBeLessThan(1e-12);
              expect(potentials.get(taken)).toBeGreaterThanOrEqual(potential);
            }
            order.push(taken);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("never lowers the potential of a page that waits", () => {
    fc.assert(
      fc.property(anyTopicWeb(), anyOptions, (web, options) => {
        let before: ReadonlyMap<PageId, number> = new Map();
        for (const { potentials } of stepsOf(web, "topic", options, "log")) {
          for (const [page, potential] of potentials) expect(potential).toBeGreaterThanOrEqual(before.get(page) ?? 0);
          before = potentials;
        }
      }),
    );
  });
});

describe("BestFirst: two links of one page", () => {
  const texts = fc.constantFrom("", "topic", "other words", "topic other topic");
  const two = (anchors: readonly string[], body: string, swapped: boolean, urls = ["/a", "/b"]) => {
    const links: Link[] = swapped ? pairsOf("0,2 0,1") : pairsOf("0,1 0,2");
    const web = webOf(3, links, {
      urls: ["/", ...urls].map((path) => `http://host.edu${path}`),
      texts: [body, "", ""].map((each) => ({ title: "", body: each })),
      anchor: (link) => anchors[links[link][1] - 1],
    });
    return web;
  };
  const options = fc.record({
    decay: fc.double({ min: 0, max: 1, noNaN: true }),
    inherited: fc.double({ min: 0, max: 0.99, noNaN: true }),
    anchor: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });

  it("follow the anchor that is the query before one that is not, whatever the page, the numbers, and their order", () => {
    fc.assert(
      fc.property(
        texts,
        fc.boolean(),
        options,
        fc.constantFrom("", "other", "topics", "topic of others"),
        (body, swapped, chosen, other) => {
          const web = two(["Topic", other], body, swapped);
          expect([...replay(web, similarity("topic", chosen))]).toEqual([0, 1, 2]);
        },
      ),
    );
  });

  it("follow the address with the word first where anchors say nothing", () => {
    for (const swapped of [true, false]) {
      const web = two(["here", "there"], "other", swapped, ["/topic", "/b"]);
      expect([...replay(web, similarity("topic"))]).toEqual([0, 1, 2]);
    }
  });
});
