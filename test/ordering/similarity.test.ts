import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { compare } from "../../src/crawl/compare/compare.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import type { OrderingMethod } from "../../src/ordering/ordering.js";
import { type SimilarityOptions, type SimilarityRule, similarity } from "../../src/ordering/similarity.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyTopicWeb } from "../fixture/topic-webs.js";
import { webOf } from "../fixture/webs.js";

describe("what a web must carry for similarity", () => {
  const bare = webOf(2, [[0, 1]], { name: "web-NotreDame" });
  const { text: _, ...read } = fc.sample(anyTopicWeb(), 1)[0];
  const textless = { ...read, name: "textless", capabilities: ["links", "urls", "anchors"] as const };
  const full = fc.sample(anyTopicWeb(), 1)[0];
  const importance = backlinks({ hotAt: 1 });

  it("is text, but for Figure 4, in its type", () => {
    type Needs = "links" | "urls" | "anchors";
    expectTypeOf(similarity("computer")).toEqualTypeOf<OrderingMethod<Needs | "text">>();
    expectTypeOf(similarity("computer", { rule: "figure5" })).toEqualTypeOf<OrderingMethod<Needs | "text">>();
    expectTypeOf(similarity("computer", { rule: "figure4" })).toEqualTypeOf<OrderingMethod<Needs>>();
    const any: SimilarityRule = "figure4" as SimilarityRule;
    expectTypeOf(similarity("computer", { rule: any })).toEqualTypeOf<OrderingMethod<Needs | "text">>();
    expect(similarity("computer").needs).toEqual(["links", "urls", "anchors", "text"]);
    expect(similarity("computer", { rule: "figure5" }).needs).toEqual(["links", "urls", "anchors", "text"]);
    expect(similarity("computer", { rule: "figure4" }).needs).toEqual(["links", "urls", "anchors"]);
  });

  it("is asked for by the type checker and, in a sentence with the next thing to type, when run", async () => {
    for (const attempt of [
      // @ts-expect-error: the web has links only
      () => compare(bare, { orderings: [similarity("computer")], importance, cache: false }),
      // @ts-expect-error: nor has it what Figure 4 reads
      () => compare(bare, { orderings: [backlink, similarity("it", { rule: "figure4" })], importance, cache: false }),
    ]) {
      await expect(attempt()).rejects.toThrow(coded("lacks"));
      await expect(attempt()).rejects.toThrow(/^similarity needs urls.* anchors.*; web-NotreDame has links only/);
    }
    expect(() => replay(bare, similarity("computer"))).toThrow(
      coded(
        "lacks",
        "similarity needs urls, anchors and text; web-NotreDame has links only.\n  Archives (WARC, WACZ) and folders of HTML pages have all. What the catalogue has: crawlbench datasets",
      ),
    );
    // @ts-expect-error: this one has no text
    await expect(compare(textless, { orderings: [similarity("it")], importance, cache: false })).rejects.toThrow(
      "similarity needs text; textless has links, urls and anchors only.\n  Archives (WARC, WACZ) and folders of HTML pages have all. What the catalogue has: crawlbench datasets",
    );
  });

  it("is there on a web with text, and for Figure 4 on one without", async () => {
    const figure4 = similarity("topic", { rule: "figure4" });
    const all = [similarity("topic"), similarity("topic", { rule: "figure5" }), figure4];
    const runs = await compare(full, { orderings: all, importance, cache: false });
    expect(runs.orderings).toEqual(all.map(({ label }) => label));
    expect((await compare(textless, { orderings: [figure4], importance, cache: false })).orderings).toEqual([
      figure4.label,
    ]);
  });
});

describe("options of similarity", () => {
  it("that are misspelt are refused by the type checker, and when run with those that there are", () => {
    // @ts-expect-error: insides
    const misspelt = () => similarity("computer", { rule: "figure5", insides: "backlink" });
    expect(misspelt).toThrow(/^similarity has no option "insides": it takes .*\binside\b.*\bpromote\b/);
    // @ts-expect-error: figure 5
    expect(() => similarity("computer", { rule: "figure 5" })).toThrow(
      coded("option", 'similarity: rule is "figure4", "figure5", "graded"; found "figure 5". Did you mean figure5?'),
    );
    // @ts-expect-error: pagerank
    expect(() => similarity("computer", { rule: "figure5", inside: "pagerank" })).toThrow(
      coded(
        "option",
        'similarity: inside is "breadth-first", "backlink", "page-rank"; found "pagerank". Did you mean page-rank?',
      ),
    );
  });

  it("that the rule, or what is inside, has no use for are refused with what they go with", () => {
    const cases: [SimilarityOptions, string][] = [
      [{ inside: "backlink" }, "similarity: inside goes with rule figure4 or figure5; the rule is graded"],
      [{ rule: "figure4", distance: 3 }, "similarity: distance goes with rule figure5; the rule is figure4"],
      [{ rule: "figure4", atLeast: 3 }, "similarity: atLeast goes with rule figure5; the rule is figure4"],
      [{ rule: "figure5", decay: 0.1 }, "similarity: decay goes with rule graded; the rule is figure5"],
      [{ promote: true }, "similarity: promote goes with rule figure4 or figure5; the rule is graded"],
      [
        { rule: "figure5", inside: "backlink", accuracy: 0.1 },
        "similarity: accuracy goes with inside page-rank; inside is backlink",
      ],
      [{ rule: "figure5", damping: 0.5 }, "similarity: damping goes with inside page-rank; inside is breadth-first"],
      [
        { rule: "figure5", reorderEvery: 10 },
        "similarity: reorderEvery goes with inside backlink or page-rank; inside is breadth-first",
      ],
      [
        { rule: "figure4", ties: "lifo" },
        'similarity: inside "breadth-first" leaves nothing to ties; choose inside "backlink" or "page-rank" for ties "lifo"',
      ],
      ...[
        { ties: "stable" } as const,
        { rule: "figure5", inside: "page-rank", ties: "stable" } as const,
        { rule: "figure5", inside: "backlink", reorderEvery: 2, ties: "stable" } as const,
      ].map((options): [SimilarityOptions, string] => [
        options,
        'similarity: ties "stable" go with rule figure4 or figure5, inside backlink, reorderEvery 1; choose ties "fifo"',
      ]),
    ];
    for (const [options, message] of cases)
      expect(() => similarity("computer", options), message).toThrow(coded("option", message));
  });

  it("that make no sense are refused, naming value and range", () => {
    for (const value of [0, 1, -1, Number.NaN]) {
      for (const key of ["damping", "accuracy"] as const)
        expect(() => similarity("it", { rule: "figure5", inside: "page-rank", [key]: value })).toThrow(
          coded("option", `${key} lies in (0, 1); found ${value}`),
        );
    }
    for (const value of [-0.1, 1.1, Number.NaN]) {
      for (const key of ["decay", "inherited", "anchor"] as const)
        expect(() => similarity("it", { [key]: value })).toThrow(
          coded("option", `${key} lies in [0, 1]; found ${value}`),
        );
    }
    for (const distance of [0, 1.5, 201, Number.NaN])
      expect(() => similarity("it", { rule: "figure5", distance })).toThrow(
        coded("option", `distance is a number of links, 1 to 200; found ${distance}`),
      );
    expect(() => similarity("it", { reorderEvery: 0 })).toThrow(coded("option"));
    expect(() => similarity("?!")).toThrow(coded("option", 'the query "?!" holds no word: try "computer"'));
    expect(() => similarity("it", { rule: "figure5", atLeast: 0 })).toThrow(
      coded("option", "atLeast is a number of occurrences in the body, 1 or more; found 0"),
    );
  });

  it("that are undefined are the default", () => {
    const { label, options } = similarity("it", { rule: "figure5", inside: "backlink" });
    const same = similarity("it", { rule: "figure5", inside: "backlink", ties: undefined, decay: undefined });
    expect([same.label, same.options]).toEqual([label, options]);
    expect(structuredClone(options)).toEqual(options); // plain data: a part of the key of cached crawls
  });
});

describe("similarity with the idf of another web", () => {
  // 0 -> 1, 2 by anchors that are the query; 1, about queues, -> 3; 2, full of the, -> 4
  const bodies = ["", "queue", "the", "", ""];
  const web = webOf(5, pairsOf("0,1 0,2 1,3 2,4"), {
    urls: bodies.map((_, page) => `http://a.example/${page}`),
    texts: bodies.map((body) => ({ title: "", body })),
    anchor: (link) => (link < 2 ? "queue the" : "x"),
  });
  const ofTexts = (name: string, texts: readonly string[]) =>
    webOf(texts.length, [], { name, texts: texts.map((body) => ({ title: "", body })) });
  const rareQueue = ofTexts("usual", ["the queue", "the", "the"]);
  const rareThe = ofTexts("odd", ["the queue", "queue", "queue"]);
  const order = (idfFrom?: typeof rareQueue) => [...replay(web, similarity("queue the", { idfFrom }))];

  it("follows the links of pages whose words are rare there: by hand", () => {
    // The rarer word is the larger part of the query's vector, so that its page is the more similar.
    expect(order(rareQueue)).toEqual([0, 1, 2, 3, 4]);
    expect(order(rareThe)).toEqual([0, 1, 2, 4, 3]);
  });

  it("tells crawls with different references apart, in labels and in the key of cached crawls", () => {
    const [usual, odd] = [rareQueue, rareThe].map((idfFrom) => similarity("queue", { idfFrom }));
    expect(usual.label).toBe("similarity graded, ties fifo, idf from usual, query queue");
    expect(usual.options.idfFrom).toEqual({ name: "usual", sha256: rareQueue.sha256 });
    expect(structuredClone(odd.options)).toEqual(odd.options);
  });

  it("is refused where the other has no text, or the rule no idf", () => {
    const linksOnly = webOf(2, [[0, 1]], { name: "bare" });
    expect(() => similarity("it", { idfFrom: linksOnly })).toThrow(
      coded("option", "idfFrom is a web with text; found bare, which has none"),
    );
    expect(() => similarity("it", { idfFrom: rareThe, rule: "figure5" })).toThrow(
      coded("option", "similarity: idfFrom goes with rule graded; the rule is figure5"),
    );
    expect(() => similarity("it", { idfFrom: rareThe, idf: "none" })).toThrow(
      coded("option", "similarity: idfFrom says nothing where idf is none; leave one of them out"),
    );
  });
});

describe("the label of similarity", () => {
  it("names what moves curves, every choice that is not the default, and the query", () => {
    expect(similarity("computer").label).toBe("similarity graded, ties fifo, query computer");
    expect(similarity("computer", { rule: "figure4" }).label).toBe(
      "similarity figure4, inside breadth-first, query computer",
    );
    expect(similarity("computer", { rule: "figure5", inside: "backlink" }).label).toBe(
      "similarity figure5, inside backlink, ties fifo, query computer",
    );
    expect(similarity("computer", { rule: "figure5", inside: "page-rank", promote: true, distance: 3 }).label).toBe(
      "similarity figure5, inside page-rank, accuracy 0.001, ties fifo, distance 3, promote true, query computer",
    );
    const [one, other] = [
      similarity("it", { rule: "figure5", distance: 3, promote: true }),
      similarity("it", { promote: true, distance: 3, rule: "figure5" }),
    ];
    expect(one.label).toBe(other.label);
  });

  const share = fc.constantFrom(0.1, 0.5, 0.9);
  const common = {
    words: fc.constantFrom("whole", "stem", "part"),
    ties: fc.constantFrom("fifo", "lifo", "random", "stable"),
    reorderEvery: fc.constantFrom(1, 2, 10),
  } as const;
  const figures = {
    ...common,
    match: fc.constantFrom("all", "any"),
    inside: fc.constantFrom("breadth-first", "backlink", "page-rank"),
    damping: share,
    accuracy: fc.constantFrom(1e-3, 0.1),
    promote: fc.boolean(),
    ends: fc.constantFrom("both-empty", "one-empty"),
  } as const;
  const anyOptions = fc.oneof(
    fc.record(
      { ...common, idf: fc.constantFrom("paper", "log", "none"), decay: share, inherited: share, anchor: share },
      { requiredKeys: [] },
    ),
    fc.record({ rule: fc.constant("figure4" as const), ...figures }, { requiredKeys: ["rule"] }),
    fc.record(
      {
        rule: fc.constant("figure5" as const),
        ...figures,
        atLeast: fc.constantFrom(1, 2, 10),
        distance: fc.constantFrom(1, 2, 3),
      },
      { requiredKeys: ["rule"] },
    ),
  );
  const anyQuery = fc.constantFrom("topic", "topics", "topic other", "topic, query topic");

  it("is not reached by options that say nothing to the rule", () => {
    expect(() => similarity("topic other", { match: "any" })).toThrow(
      coded("option", "similarity: match goes with rule figure4 or figure5; the rule is graded"),
    );
    expect(() => similarity("topic", { rule: "figure5", promote: "no" as unknown as boolean })).toThrow(
      coded("option", 'promote is true or false; found "no"'),
    );
  });

  it("differs for two choices that are not the same, and is the same for those that are", () => {
    const made = (query: string, options: SimilarityOptions) => {
      try {
        return [similarity(query, options)];
      } catch {
        return []; // options that do not go with each other
      }
    };
    const anyPair = fc.tuple(anyQuery, anyOptions, anyQuery, anyOptions, fc.boolean());
    let [tried, compared] = [0, 0];
    fc.assert(
      fc.property(anyPair, ([query, options, otherQuery, otherOptions, near]) => {
        tried++;
        const [one] = made(query, options as SimilarityOptions);
        const [other] = near
          ? made(query, {
              ...options,
              ...(otherOptions as SimilarityOptions),
              rule: (options as SimilarityOptions).rule,
            } as SimilarityOptions)
          : made(otherQuery, otherOptions as SimilarityOptions);
        if (one === undefined || other === undefined) return;
        compared++;
        const same = JSON.stringify(one.options) === JSON.stringify(other.options);
        expect(one.label === other.label, `${one.label} | ${other.label}`).toBe(same);
      }),
      { numRuns: 3000 },
    );
    expect(compared / tried).toBeGreaterThan(0.1);
  });
});
