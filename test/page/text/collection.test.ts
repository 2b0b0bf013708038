import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Collection, type Idf, type Measure, type WeightOptions } from "../../../src/page/text/collection.js";
import { CountedTexts } from "../../../src/page/text/counted-texts.js";
import { TermRow } from "../../../src/page/text/page-terms.js";
import { Query, type QueryOptions } from "../../../src/page/text/query.js";
import { TermCounter, type Words } from "../../../src/page/text/term-counter.js";

const idfs: readonly Idf[] = ["paper", "log", "none"];
const measures: readonly Measure[] = ["cosine", "inner-product"];

/**
 * Similarity of each page to a query, with the idf of those pages `of` that are in the collection; default: all of
 * them, in order.
 */
function similarities(
  pages: readonly Words[],
  query: string,
  options: Partial<WeightOptions> & Pick<QueryOptions, "words"> = {},
  of: readonly number[] = pages.map((_, page) => page),
): number[] {
  const { words = "whole", idf = "paper", measure = "cosine", titleWeight = 1 } = options;
  const collection = new Collection(new Query(query, { words }), { idf, measure, titleWeight });
  const counter = new TermCounter();
  for (const page of pages) counter.count(page); // numbers the terms alike, whatever the order
  for (const page of of) collection.add(counter.count(pages[page]));
  return pages.map((page) => collection.similarity(counter.count(page)));
}

/** Words with one stem in English (Snowball), of those below. */
const sameStem = [
  ["computer", "computers", "computing"],
  ["admission", "admissions"],
];
const vocabulary = [
  "computer",
  "computers",
  "computing",
  "minicomputer",
  "computercomputer",
  "admission",
  "admissions",
  "the",
  "queue",
];
const texts = (most: number) =>
  fc.array(fc.constantFrom(...vocabulary), { maxLength: most }).map((words) => words.join(" "));
const anyPages = fc.array(fc.record({ title: texts(3), body: texts(12) }), { minLength: 1, maxLength: 6 });
const anyOptions = fc.record({
  idf: fc.constantFrom(...idfs),
  measure: fc.constantFrom(...measures),
  titleWeight: fc.constantFrom(0, 0.5, 1, 4),
  words: fc.constantFrom("whole" as const, "stem" as const, "part" as const),
});
const anyQuery = fc.constantFrom("computer", "the", "computer admission", "queue computer the", "admission nowhere");

const wordsIn = (text: string) => text.split(" ").filter((word) => word !== "");

/** How often a word of the query occurs in a term. */
function timesIn(term: string, word: string, rule: QueryOptions["words"]): number {
  if (rule === "part") return term.split(word).length - 1;
  if (term === word) return 1;
  return rule === "stem" && sameStem.some((group) => group.includes(term) && group.includes(word)) ? 1 : 0;
}

/** Section 2 of Cho et al. 1998 with plain maps: vectors of words, those of the query first. */
function plainSimilarities(
  pages: readonly Words[],
  query: string,
  { idf, measure, titleWeight, words: rule }: WeightOptions & Pick<QueryOptions, "words">,
): number[] {
  const asked = wordsIn(query);
  const vector = ({ title, body }: Words, inTitle: number) => {
    const counts = new Map<string, number>();
    const add = (word: string, count: number) => counts.set(word, (counts.get(word) ?? 0) + count);
    for (const [text, weight] of [
      [title, inTitle],
      [body, 1],
    ] as const) {
      for (const term of wordsIn(text)) {
        const hits = asked.filter((word) => timesIn(term, word, rule) > 0);
        for (const word of hits) add(`query: ${word}`, weight * timesIn(term, word, rule));
        if (hits.length === 0) add(term, weight);
      }
    }
    return counts;
  };
  const all = pages.map((page) => vector(page, 1));
  const weightOf = (word: string) => {
    const occurrences = all.reduce((sum, counts) => sum + (counts.get(word) ?? 0), 0);
    const holders = all.filter((counts) => (counts.get(word) ?? 0) > 0).length;
    if (idf === "none") return 1;
    if (occurrences === 0) return 0;
    return idf === "paper" ? 1 / occurrences : Math.log(1 + pages.length / holders);
  };
  const driving = new Map(asked.map((word) => [`query: ${word}`, weightOf(`query: ${word}`)]));
  const norm = (weights: Iterable<number>) => Math.hypot(...weights);
  return pages.map((page) => {
    const weights = new Map([...vector(page, titleWeight)].map(([word, count]) => [word, count * weightOf(word)]));
    const product = [...driving].reduce((sum, [word, weight]) => sum + weight * (weights.get(word) ?? 0), 0);
    if (product === 0 || measure === "inner-product") return product;
    return product / (norm(weights.values()) * norm(driving.values()));
  });
}

// computer: twice on page 0, once on page 1. the: 2, 2 and 1 times. science and admission once each.
const pages: readonly Words[] = [
  { title: "Computer", body: "science: computer, the the" },
  { title: "", body: "the computer the" },
  { title: "The", body: "admission" },
];

const expectClose = (found: readonly number[], expected: readonly number[]) => {
  expect(found.length).toBe(expected.length);
  for (const [page, value] of expected.entries()) expect(found[page]).toBeCloseTo(value, 12);
};

describe("Collection", () => {
  it("weighs a word by one divided by the times it appears in the collection, as section 2 has it", () => {
    // By hand: computer appears 3 times, so each occurrence adds 1/3 * 1/3.
    expectClose(similarities(pages, "computer", { measure: "inner-product" }), [2 / 9, 1 / 9, 0]);
    // Cosine: page 0 is (computer 2/3, science 1, the 2/5), page 1 (computer 1/3, the 2/5), the query (computer 1/3).
    const expected = [2 / 3 / Math.sqrt(4 / 9 + 1 + 4 / 25), 1 / 3 / Math.sqrt(1 / 9 + 4 / 25), 0];
    expectClose(similarities(pages, "computer"), expected);
    expectClose(similarities(pages, "COMPUTER"), expected);
  });

  it("gives an occurrence in the title another weight, but counts it once for the idf", () => {
    // By hand: 3 + 1 occurrences on page 0; computer still appears 3 times.
    expectClose(similarities(pages, "computer", { measure: "inner-product", titleWeight: 3 }), [4 / 9, 1 / 9, 0]);
    expect(similarities(pages, "computer", { titleWeight: 3 })[0]).toBeCloseTo(
      4 / 3 / Math.sqrt(16 / 9 + 1 + 4 / 25),
      12,
    );
    expectClose(similarities(pages, "computer", { measure: "inner-product", titleWeight: 0 }), [1 / 9, 1 / 9, 0]);
    // Page 2, title The: (admission 1, the 3 * 1/5), the query (admission 1).
    expect(similarities(pages, "admission", { titleWeight: 3 })[2]).toBeCloseTo(1 / Math.sqrt(1 + 9 / 25), 12);
  });

  it("weighs by the logarithm of pages over pages with the word, or not at all, when asked", () => {
    // By hand: 2 of 3 pages hold computer, 3 the, 1 science.
    const [computer, the, science] = [Math.log(1 + 3 / 2), Math.log(2), Math.log(4)];
    expectClose(similarities(pages, "computer", { idf: "log", measure: "inner-product" }), [
      2 * computer ** 2,
      computer ** 2,
      0,
    ]);
    expect(similarities(pages, "computer", { idf: "log" })[0]).toBeCloseTo(
      (2 * computer) / Math.hypot(2 * computer, 2 * the, science),
      12,
    );
    expectClose(similarities(pages, "computer", { idf: "none", measure: "inner-product" }), [2, 1, 0]);
    expectClose(similarities(pages, "computer", { idf: "none" }), [2 / 3, 1 / Math.sqrt(5), 0]); // (2, 1, 2), (1, 2)
  });

  it("compares vectors of several words", () => {
    // By hand: the query is (computer 1/3, admission 1). Page 2: (admission 1, the 1/5).
    expectClose(similarities(pages, "computer admission", { measure: "inner-product" }), [2 / 9, 1 / 9, 1]);
    const [one, , three] = similarities(pages, "computer admission");
    expect(three).toBeCloseTo(1 / Math.sqrt((1 + 1 / 25) * (1 + 1 / 9)), 12);
    expect(one).toBeCloseTo(2 / 9 / Math.sqrt((4 / 9 + 1 + 4 / 25) * (1 + 1 / 9)), 12);
  });

  it("leaves out a word of the query that is nowhere in the collection, unless all words weigh 1", () => {
    for (const measure of measures) {
      for (const idf of ["paper", "log"] as const) {
        const alone = similarities(pages, "computer", { idf, measure });
        expect(similarities(pages, "computer nowhere", { idf, measure })).toEqual(alone);
      }
    }
    expect(similarities(pages, "computer nowhere", { idf: "none" })[1]).toBeCloseTo(1 / Math.sqrt(5 * 2), 12);
    expect(similarities(pages, "nowhere")).toEqual([0, 0, 0]);
  });

  it("agrees with section 2 in plain maps, for every idf, measure, weight of titles and kind of word", () => {
    fc.assert(
      fc.property(anyPages, anyQuery, anyOptions, (texts, query, options) => {
        expectClose(similarities(texts, query, options), plainSimilarities(texts, query, options));
      }),
      { numRuns: 500 },
    );
  });

  it("gives a cosine in [0, 1], which is 1 only for pages that hold the words of the query, all equally often, and no other", () => {
    const short = fc
      .array(fc.constantFrom("computer", "admission", "the"), { maxLength: 4 })
      .map((words) => words.join(" "));
    const small = fc.array(fc.record({ title: short, body: short }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(small, fc.constantFrom(...idfs), fc.boolean(), (texts, idf, isPair) => {
        const asked = isPair ? ["computer", "admission"] : ["computer"];
        const all = wordsIn(texts.map(({ title, body }) => `${title} ${body}`).join(" "));
        const weighed = idf === "none" ? asked : asked.filter((word) => all.includes(word));
        for (const [page, cosine] of similarities(texts, asked.join(" "), { idf }).entries()) {
          const terms = wordsIn(`${texts[page].title} ${texts[page].body}`);
          const counts = weighed.map((word) => terms.filter((term) => term === word).length);
          const isOnlyTheQuery =
            counts[0] > 0 &&
            counts.every((count) => count === counts[0]) &&
            terms.every((term) => weighed.includes(term));
          expect(cosine).toBeGreaterThanOrEqual(0);
          expect(cosine).toBeLessThanOrEqual(1);
          expect(cosine === 1, `${terms}: ${cosine}`).toBe(isOnlyTheQuery);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("gives such a page exactly 1, where the formula in floating point falls short of it", () => {
    // 3 of 7 occurrences: (3/7 * 1/7) / sqrt((3/7)^2 * (1/7)^2) is 1 - 2^-53 in double precision.
    const alone = ["computer computer computer", "computer computer computer computer"];
    expect((3 * (1 / 7) * (1 / 7)) / Math.sqrt((3 * (1 / 7)) ** 2 * (1 / 7) ** 2)).toBeLessThan(1);
    const pages = alone.map((body) => ({ title: "", body }));
    expect(similarities(pages, "computer")).toEqual([1, 1]);
    for (const query of ["computer zebra", "zebra computer"]) expect(similarities(pages, query)).toEqual([1, 1]); // no zebra anywhere
  });

  it("keeps every cosine when all texts are written twice; the inner product halves with the idf of the paper, and doubles else", () => {
    fc.assert(
      fc.property(anyPages, anyQuery, anyOptions, (texts, query, options) => {
        const twice = texts.map(({ title, body }) => ({ title: `${title} ${title}`, body: `${body} ${body}` }));
        // n and the occurrences double: 2 n / (2 N)^2; holders do not.
        const factor = options.measure === "cosine" ? 1 : options.idf === "paper" ? 1 / 2 : 2;
        const expected = similarities(texts, query, options).map((value) => factor * value);
        expectClose(similarities(twice, query, options), expected);
      }),
    );
  });

  it("does not care in which order the pages of the web were added", () => {
    fc.assert(
      fc.property(anyPages, anyQuery, anyOptions, fc.nat(), (texts, query, options, turn) => {
        const order = texts.map((_, page) => (page + turn) % texts.length).reverse();
        expect(similarities(texts, query, options, order)).toEqual(similarities(texts, query, options));
      }),
    );
  });

  it("holds webs of many words: one occurrence among 20,000 others has the cosine 1 / sqrt(20,001)", () => {
    const others = Array.from({ length: 20_000 }, (_, word) => `word${word}`).join(" ");
    for (const body of [`computer ${others}`, `${others} computer`]) {
      // Every word occurs once, so all weigh 1.
      const [first, second] = similarities(
        [
          { title: "", body: "short" },
          { title: "", body },
        ],
        "computer",
      );
      expect(first).toBe(0);
      expect(second).toBeCloseTo(1 / Math.sqrt(20_001), 12);
    }
  });

  it("counts beyond 2^32 occurrences exactly", () => {
    const row = (count: number) => {
      const made = new TermRow(() => "computer");
      if (count > 0) made.add(0, count);
      return made;
    };
    const most = 2 ** 32 - 1;
    const collection = new Collection(new Query("computer"), {
      idf: "paper",
      measure: "inner-product",
      titleWeight: 1,
    });
    const page = { title: row(0), body: row(most) };
    for (let i = 0; i < 3; i++) collection.add(page);
    expect(collection.pages).toBe(3);
    expect(collection.similarity(page)).toBe(most * (1 / (3 * most)) * (1 / (3 * most))); // n / N^2
    expect(collection.similarity({ title: row(1), body: row(0) })).toBe((1 / (3 * most)) ** 2);
  });

  describe("with a reference", () => {
    const weights = (options: Partial<WeightOptions> = {}): WeightOptions => ({
      ...{ idf: "paper", measure: "inner-product", titleWeight: 1 },
      ...options,
    });
    const withReference = (
      own: readonly Words[],
      reference: readonly Words[],
      options: WeightOptions,
      query: string,
    ) => {
      const terms = new CountedTexts(reference.length, (page) => reference[page]);
      const collection = new Collection(new Query(query), options, terms);
      const counter = new TermCounter();
      for (const page of own) collection.add(counter.count(page));
      return own.map((page) => collection.similarity(counter.count(page)));
    };

    it("weighs words by their rarity there, whatever is added", () => {
      // By hand: there computer occurs 5 times on 2 of 4 pages; here it occurs twice on page 0, once on page 1.
      const there = ["computer computer", "computer computer computer", "the", ""].map((body) => ({ title: "", body }));
      expectClose(withReference(pages, there, weights(), "computer"), [2 / 25, 1 / 25, 0]);
      const log = Math.log(1 + 4 / 2) ** 2;
      expectClose(withReference(pages, there, weights({ idf: "log" }), "computer"), [2 * log, log, 0]);
      // Cosine: science is not there and left out. Page 0 is (computer 2/5, the 2/1), page 1 (computer 1/5, the 2/1).
      expectClose(withReference(pages, there, weights({ measure: "cosine" }), "computer"), [
        2 / 5 / Math.hypot(2 / 5, 2),
        1 / 5 / Math.hypot(1 / 5, 2),
        0,
      ]);
      expect(withReference(pages, there, weights(), "admission")).toEqual([0, 0, 0]); // nowhere there
    });

    it("is the same as without where the reference is the web itself, whatever its words are numbered", () => {
      fc.assert(
        fc.property(anyPages, anyOptions, anyQuery, (web, { words: _, ...options }, query) => {
          const reversed = web.toReversed(); // its words are numbered otherwise
          const found = withReference(web, reversed, options, query);
          expectClose(found, similarities(web, query, options));
        }),
      );
    });
  });
});
