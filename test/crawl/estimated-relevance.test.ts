import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EstimatedRelevanceOptions, estimatedRelevance } from "../../src/crawl/estimated-relevance.js";
import { relevance } from "../../src/crawl/importance/relevance.js";
import { replay } from "../../src/crawl/replay.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { campus } from "../../src/web/campus/campus.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyWeb, webOf } from "../fixture/webs.js";

const anyOptions: fc.Arbitrary<Required<Omit<EstimatedRelevanceOptions, "language" | "idfFrom">>> = fc.record({
  measure: fc.constantFrom("cosine", "inner-product"),
  idf: fc.constantFrom("paper", "log", "none"),
  titleWeight: fc.constantFrom(0, 1, 3),
  words: fc.constantFrom("whole", "stem", "part"),
});

/** A web, and all of its pages in some order. */
const anyOrder = anyWeb(12).chain((web) =>
  fc.record({
    web: fc.constant(web),
    order: fc
      .shuffledSubarray(
        Array.from({ length: web.graph.size }, (_, page) => page),
        { minLength: web.graph.size },
      )
      .map((pages) => Uint32Array.from(pages)),
  }),
);

describe("estimatedRelevance", () => {
  it("values each page by the idf of the pages crawled so far, this one included: IS' of section 2", () => {
    const texts = ["topic topic", "topic other", "topic"].map((body) => ({ title: "", body }));
    const web = webOf(3, [], { urls: ["a", "b", "c"], texts, anchor: () => "" });
    const of = (...pages: number[]) => [
      ...estimatedRelevance(web, Uint32Array.from(pages), "topic", { measure: "inner-product" }),
    ];
    // By hand: topic has appeared 2, 3, then 4 times: 2/2^2, 1/3^2, 1/4^2.
    expect(of(0, 1, 2)).toEqual([2 * (1 / 2) * (1 / 2), (1 / 3) * (1 / 3), (1 / 4) * (1 / 4)]);
    // The other way round: 1, 2, then 4 times.
    expect(of(2, 1, 0)).toEqual([1, (1 / 2) * (1 / 2), 2 * (1 / 4) * (1 / 4)]);
    // Cosine of page 1, crawled second after page 0: (topic 1/3, other 1).
    expect(estimatedRelevance(web, Uint32Array.of(0, 1), "topic")[1]).toBeCloseTo(1 / 3 / Math.sqrt(1 / 9 + 1), 12);
  });

  it("needs no estimate with the idf of another web: it is IS by that web from the first page on", () => {
    fc.assert(
      fc.property(anyOrder, anyWeb(6), anyOptions, ({ web, order }, idfFrom, { measure, ...others }) => {
        fc.pre(others.idf !== "none");
        const estimated = estimatedRelevance(web, order, "topic more", { measure, ...others, idfFrom });
        const known = relevance("topic more", { rule: measure, ...others, idfFrom }).of(web);
        expect([...estimated]).toEqual([...order].map((page) => known[page]));
      }),
    );
  });

  it("is IS on the web of the pages crawled so far", () => {
    fc.assert(
      fc.property(anyOrder, anyOptions, ({ web, order }, options) => {
        const estimated = estimatedRelevance(web, order, "topic more", options);
        expect(estimated.length).toBe(order.length);
        const { measure, ...others } = options;
        for (let k = 0; k < order.length; k++) {
          const texts = [...order.subarray(0, k + 1)].map((page) => web.text?.(page) ?? { title: "", body: "" });
          const seen = webOf(k + 1, [], { urls: texts.map((_, page) => `${page}`), texts, anchor: () => "" });
          expect(estimated[k]).toBeCloseTo(relevance("topic more", { rule: measure, ...others }).of(seen)[k], 12);
        }
      }),
    );
  });

  it("is IS of the last page, once the entire web has been crawled; and of every page when words have no idf", () => {
    fc.assert(
      fc.property(anyOrder, anyOptions, ({ web, order }, options) => {
        const { measure, ...others } = options;
        const actual = relevance("topic", { rule: measure, ...others }).of(web);
        const estimated = estimatedRelevance(web, order, "topic", options);
        expect(estimated.at(-1)).toBe(actual[order[order.length - 1]]);
        if (options.idf === "none") expect(estimated).toEqual(Float64Array.from(order, (page) => actual[page]));
      }),
    );
  });

  it("does not look ahead: what comes after a page is not in its value", () => {
    fc.assert(
      fc.property(anyOrder, anyOptions, fc.nat(), ({ web, order }, options, at) => {
        const crawled = 1 + (at % order.length);
        const known = new Set(order.subarray(0, crawled));
        const text = (page: number) => (known.has(page) ? web.text?.(page) : undefined) ?? { title: "", body: "topic" };
        const whole = estimatedRelevance(web, order, "topic", options);
        expect(estimatedRelevance({ ...web, text }, order, "topic", options).subarray(0, crawled)).toEqual(
          whole.subarray(0, crawled),
        );
        expect(estimatedRelevance(web, order.subarray(0, crawled), "topic", options)).toEqual(
          whole.subarray(0, crawled),
        );
      }),
    );
  });

  it("takes the order of a crawl as it is", () => {
    const texts = ["topic", "", "topic"].map((title) => ({ title, body: "" }));
    const web = webOf(3, pairsOf("0,2 2,1"), { urls: ["a", "b", "c"], texts, anchor: () => "" });
    // Crawled 0, 2, 1: a word alone has the cosine 1, whatever it weighs.
    expect([...estimatedRelevance(web, replay(web, breadthFirst), "topic")]).toEqual([1, 1, 0]);
  });

  it("refuses a web without text, a query without words and options that make no sense", () => {
    const bare = webOf(1, [], { urls: ["a"] });
    const order = Uint32Array.of(0);
    expect(() => estimatedRelevance(bare, order, "topic")).toThrow(coded("lacks"));
    expect(() => estimatedRelevance(bare, order, "topic")).toThrow(/^estimatedRelevance needs text; small has /);
    const web = webOf(1, [], { urls: ["a"], texts: [{ title: "", body: "" }], anchor: () => "" });
    expect(() => estimatedRelevance(web, order, "?")).toThrow('the query "?" holds no word');
    expect(() => estimatedRelevance(web, order, "a", { titleWeight: -1 })).toThrow(
      coded("option", "titleWeight is a number, 0 or more; found -1"),
    );
    expect(() => estimatedRelevance(web, order, "a", { match: "any" } as object)).toThrow(
      'estimatedRelevance has no option "match"',
    );
  });

  it("refuses an order that is none: a page twice, or one that is not in the web", () => {
    const web = campus({ pages: 100 });
    expect(() => estimatedRelevance(web, Uint32Array.of(3, 3), "computer")).toThrow(coded("crawl"));
    expect(() => estimatedRelevance(web, Uint32Array.of(100), "computer")).toThrow(coded("crawl"));
  });
});
