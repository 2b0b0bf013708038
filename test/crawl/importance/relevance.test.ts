import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare } from "../../../src/crawl/compare/compare.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { mix } from "../../../src/crawl/importance/mix.js";
import { type RelevanceOptions, relevance } from "../../../src/crawl/importance/relevance.js";
import { judge } from "../../../src/crawl/judge.js";
import { stop } from "../../../src/crawl/model/stop.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { CountedTexts } from "../../../src/page/text/counted-texts.js";
import type { Web } from "../../../src/web/web.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { anyWeb, type Link, webOf } from "../../fixture/webs.js";

/** A web of texts, given as title | body. */
function textWeb(texts: readonly string[], links: readonly Link[] = []): Web<"links" | "urls" | "text" | "anchors"> {
  return webOf(texts.length, links, {
    urls: texts.map((_, page) => `http://a.example/${page}`),
    texts: texts.map((text) => {
      const [title, body] = text.split("|");
      return { title: title.trim(), body: body.trim() };
    }),
    anchor: () => "",
  });
}

const times = (count: number, word: string) => Array.from({ length: count }, () => word).join(" ");
const valuesOf = (web: Web, query: string, options?: RelevanceOptions) => [...relevance(query, options).of(web)];

describe("relevance", () => {
  it("is 1 for a page with the word in its title, or 10 times in its body, else 0: Figure 5", () => {
    const web = textWeb([
      "The computer | nothing of it",
      `Machines | ${times(10, "Computer")}`,
      `Machines | ${times(9, "computer")}`,
      `Computers | ${times(10, "computers")}`, // another word
      " | ",
    ]);
    expect(valuesOf(web, "computer")).toEqual([1, 1, 0, 0, 0]);
    expect(relevance("computer").hotAt).toBe(1);
    expect(relevance("computer").source).toBe("Cho et al. 1998, section 7, IS(P)");
  });

  it("is 1 from 11 times on where the text says more than 10, as for Graph 7", () => {
    const web = textWeb([9, 10, 11].map((count) => ` | ${times(count, "computer")}`));
    expect(valuesOf(web, "computer", { atLeast: 11 })).toEqual([0, 0, 1]);
    expect(valuesOf(web, "computer")).toEqual([0, 1, 1]);
    expect(valuesOf(web, "computer", { atLeast: 1 })).toEqual([1, 1, 1]);
  });

  it("takes words with the same stem, or that contain the word, for occurrences when asked", () => {
    const web = textWeb(["Computing | ", "Minicomputers | ", "Computers | ", "Ordenadores | "]);
    expect(valuesOf(web, "computer")).toEqual([0, 0, 0, 0]);
    expect(valuesOf(web, "computer", { words: "stem" })).toEqual([1, 0, 1, 0]);
    expect(valuesOf(web, "computer", { words: "part" })).toEqual([0, 1, 1, 0]);
    // Snowball: ordenadores and ordenador have the stem orden in Spanish.
    expect(valuesOf(web, "ordenador", { words: "stem", language: "spanish" })).toEqual([0, 0, 0, 1]);
  });

  it("wants all words of a query, or any of them when asked, in one place", () => {
    const web = textWeb([
      "Graduate admission | ",
      `Graduate | ${times(10, "admission")}`, // one in the title, the other in the body
      `Welcome | ${times(10, "graduate")} ${times(10, "admission")}`,
      `Welcome | ${times(10, "graduate")} ${times(9, "admission")}`,
      "Welcome | graduate admission",
    ]);
    expect(valuesOf(web, "graduate admission")).toEqual([1, 0, 1, 0, 0]);
    expect(valuesOf(web, "graduate admission", { match: "any" })).toEqual([1, 1, 1, 1, 0]);
  });

  // Page 0 has no link to it, page 1 one, page 2 two, page 3 three. All but 3 are on topic.
  const links: Link[] = pairsOf("0,1 0,2 1,2 0,3 1,3 2,3");
  const linked = textWeb(["topic | ", "topic | ", "topic | ", "other | "], links);

  it("is 0 for pages with fewer links to them than asked for, and, to the letter of Graph 10, with more", () => {
    expect(valuesOf(linked, "topic")).toEqual([1, 1, 1, 0]);
    expect(valuesOf(linked, "topic", { backlinks: 1 })).toEqual([0, 1, 1, 0]);
    expect(valuesOf(linked, "topic", { backlinks: 2 })).toEqual([0, 0, 1, 0]);
    expect(valuesOf(linked, "topic", { backlinks: 1, backlinksExactly: true })).toEqual([0, 1, 0, 0]);
    expect(valuesOf(linked, "topic", { backlinks: 0, backlinksExactly: true })).toEqual([1, 0, 0, 0]);
    expect(valuesOf(linked, "topic", { rule: "inner-product", idf: "none", backlinks: 2 })).toEqual([0, 0, 1, 0]);
  });

  it("is the product of both tests when it asks for links as well: on topic, and IB >= 5", () => {
    fc.assert(
      fc.property(anyWeb(), fc.nat(3), fc.constantFrom(1, 2), (web, least, atLeast) => {
        const onTopic = relevance("topic", { atLeast }).of(web);
        const linkedEnough = backlinks()
          .of(web)
          .map((links) => (links >= least ? 1 : 0));
        const linkedSo = backlinks()
          .of(web)
          .map((links) => (links === least ? 1 : 0));
        const both = relevance("topic", { atLeast, backlinks: least }).of(web);
        expect(both).toEqual(onTopic.map((value, page) => value * linkedEnough[page]));
        const exactly = relevance("topic", { atLeast, backlinks: least, backlinksExactly: true }).of(web);
        expect(exactly).toEqual(onTopic.map((value, page) => value * linkedSo[page]));
      }),
    );
  });

  it("counts links on the web that the crawl is judged on: those from pages out of reach do not count, unless all are judged", () => {
    // 0 -> 1, and page 2, which nothing links to, -> 1.
    const web = textWeb(["start | ", "topic | ", "away | "], pairsOf("0,1 2,1"));
    const order = Uint32Array.of(0, 1);
    const importance = relevance("topic", { backlinks: 2 });
    expect(judge(web, order, importance)).toMatchObject({ pages: 2, unreachable: 1, hot: 0 });
    expect(judge(web, order, importance, { over: "web" })).toMatchObject({ pages: 3, hot: 1 });
    expect(judge(web, order, relevance("topic", { backlinks: 1 }))).toMatchObject({ pages: 2, hot: 1 });
  });

  it("is the similarity of the vectors of page and query when asked, with the idf of the whole web", () => {
    // By hand: topic appears 3 times, other once. Page 0: (topic 2/3), page 1: (topic 1/3, other 1).
    const web = textWeb(["topic | topic", " | topic other", " | "]);
    const cosines = valuesOf(web, "topic", { rule: "cosine" });
    expect(cosines[0]).toBe(1);
    expect(cosines[1]).toBeCloseTo(1 / 3 / Math.sqrt(1 / 9 + 1), 12);
    expect(cosines[2]).toBe(0);
    const products = valuesOf(web, "topic", { rule: "inner-product" });
    for (const [page, value] of [2 / 9, 1 / 9, 0].entries()) expect(products[page]).toBeCloseTo(value, 12);
    expect(valuesOf(web, "topic", { rule: "inner-product", idf: "none" })).toEqual([2, 1, 0]);
    expect(valuesOf(web, "topic", { rule: "inner-product", idf: "none", titleWeight: 3 })).toEqual([4, 1, 0]);
    const log = Math.log(1 + 3 / 2) ** 2; // 3 pages, 2 with topic
    expect(valuesOf(web, "topic", { rule: "inner-product", idf: "log" })[0]).toBeCloseTo(2 * log, 12);
    expect(valuesOf(textWeb(["topics | "]), "topic", { rule: "cosine", words: "stem" })).toEqual([1]);
  });

  it("takes idf from the web that the crawl is judged on, as for a crawl of a part of it", () => {
    // Of all four occurrences of topic two are out of reach: 1/2 each on the part, 1/4 on the whole.
    const web = textWeb(["topic | topic", " | ", "topic | topic"], [[0, 1]]);
    const judged = (over: "reachable" | "web", hotAt: number) =>
      judge(web, Uint32Array.of(0, 1), relevance("topic", { rule: "inner-product", hotAt }), { over }).hot;
    expect(judged("reachable", 2 / 4)).toBe(1);
    expect(judged("web", 2 / 4)).toBe(0);
    expect(judged("web", 2 / 16)).toBe(2);
  });

  it("takes idf from another web when asked, whatever is judged, and says so in its label and as plain data", () => {
    const web = textWeb(["topic | topic", " | topic other"]);
    const other = { ...textWeb(["topic | topic topic topic other"]), name: "elsewhere" };
    const importance = relevance("topic", { rule: "inner-product", idfFrom: other });
    // By hand: there topic occurs 4 times, here 3 times.
    for (const [page, value] of [2 / 16, 1 / 16].entries()) expect(importance.of(web)[page]).toBeCloseTo(value, 12);
    expect(importance.label).toBe("relevance to topic, inner-product, idf from elsewhere");
    expect(importance.options.idfFrom).toEqual({ name: "elsewhere", sha256: other.sha256 });
  });

  it("refuses idf from a web without text, from what is no web, and where idf has no use", () => {
    const { text: _, terms: _terms, ...bare } = { terms: undefined, ...textWeb(["topic | "]) };
    const asked = (options: object) => () => relevance("topic", { rule: "cosine", ...options } as RelevanceOptions);
    expect(asked({ idfFrom: bare })).toThrow(`idfFrom is a web with text; found ${bare.name}, which has none`);
    expect(asked({ idfFrom: "campus" })).toThrow('idfFrom is a web with text; found "campus"');
    const web = textWeb(["topic | "]);
    expect(asked({ idfFrom: web, idf: "none" })).toThrow("idfFrom says nothing where idf is none");
    expect(asked({ idfFrom: web, rule: "title-or-body" })).toThrow(
      "relevance: idfFrom does not go with rule title-or-body: it belongs to cosine and inner-product",
    );
  });

  it("has no threshold of its own as a similarity: one is given, or a model that needs none judges", () => {
    const graded = relevance("topic", { rule: "cosine" });
    expect(graded.hotAt).toBeUndefined();
    expect(relevance("topic", { rule: "cosine", hotAt: 0.2 }).hotAt).toBe(0.2);
    expect(relevance("topic", { hotAt: undefined }).hotAt).toBe(1);
    expect(() => judge(linked, Uint32Array.of(0, 1), graded)).toThrow("model threshold needs a threshold");
    expect(judge(linked, Uint32Array.of(0, 1), graded, { model: stop() }).curve[0]).toBe(1); // nothing is more similar
  });

  it("combines with others in a weighted sum, IC(P) = k1 IS(P, Q) + k2 IB(P) of section 2", () => {
    const combined = mix<"links" | "text">(
      [
        [10, relevance("topic")],
        [0.5, backlinks()],
      ],
      { hotAt: 11 },
    );
    expect([...combined.of(linked)]).toEqual([10, 10.5, 11, 1.5]); // 10 * (1 1 1 0) + 0.5 * (0 1 2 3)
    expect(combined.label).toBe("10 x relevance to topic + 0.5 x backlinks");
    expect(combined.needs).toEqual(["links", "text"]);
    expect(judge(linked, Uint32Array.of(0, 2, 1, 3), combined).hot).toBe(1);
  });

  it("names in its label every choice that is not the default", () => {
    const label = (options: RelevanceOptions) => relevance("computer", options).label;
    expect(label({})).toBe("relevance to computer");
    expect(label({ atLeast: 10, words: "whole", backlinks: 0, rule: "title-or-body", hotAt: 1 })).toBe(label({}));
    expect(label({ atLeast: 11 })).toBe("relevance to computer, at least 11");
    expect(label({ words: "stem", language: "dutch", match: "any" })).toBe(
      "relevance to computer, words stem, language dutch, match any",
    );
    expect(label({ backlinks: 5 })).toBe("relevance to computer, backlinks 5");
    expect(label({ backlinks: 5, backlinksExactly: true })).toBe(
      "relevance to computer, backlinks 5, backlinks exactly",
    );
    expect(label({ rule: "cosine", idf: "log", titleWeight: 2 })).toBe(
      "relevance to computer, cosine, idf log, title weight 2",
    );
    expect(relevance("Graduate  ADMISSION").label).toBe("relevance to Graduate  ADMISSION");
  });

  it("states its options, query and defaults included; choices left undefined are defaults", () => {
    const { options } = relevance("computer", { backlinks: undefined, atLeast: 11, words: undefined });
    expect(options).toEqual({
      query: "computer",
      words: "whole",
      language: "english",
      match: "all",
      atLeast: 11,
      rule: "title-or-body",
      backlinks: 0,
      backlinksExactly: false,
      idf: "paper",
      titleWeight: 1,
    });
  });

  it("reads the term counts that a web brings, and no text then", () => {
    fc.assert(
      fc.property(anyWeb(), fc.constantFrom("title-or-body" as const, "cosine" as const), (web, rule) => {
        const { text = () => expect.unreachable("the web has text"), graph } = web;
        const counted = {
          ...web,
          terms: new CountedTexts(graph.size, text),
          text: () => expect.unreachable("the terms are counted"),
        };
        expect(relevance("topic", { rule }).of(counted)).toEqual(relevance("topic", { rule }).of(web));
      }),
    );
  });

  it("refuses choices that make no sense, and says which do", () => {
    const refusal = (query: string, options: object) => {
      try {
        relevance(query, options);
      } catch (error) {
        expect(error).toMatchObject({ code: "option" });
        return (error as Error).message;
      }
      return expect.unreachable(`${JSON.stringify(options)} was taken`);
    };
    expect(refusal("...", {})).toBe('the query "..." holds no word: try "computer"');
    expect(refusal("x", { atLeast: 0 })).toBe("atLeast is a number of occurrences in the body, 1 or more; found 0");
    expect(refusal("x", { backlinks: -1 })).toBe("backlinks is a number of links, 0 or more; found -1");
    expect(refusal("x", { backlinks: 2.5 })).toBe("backlinks is a number of links, 0 or more; found 2.5");
    expect(refusal("x", { backlinks: 5, backlinksExactly: "yes" })).toBe(
      'backlinksExactly is true or false; found "yes"',
    );
    expect(refusal("x", { backlinksExactly: true })).toBe(
      "backlinksExactly needs a number of links: { backlinks: 5, backlinksExactly: true }",
    );
    expect(refusal("x", { rule: "cosine", titleWeight: -1 })).toBe("titleWeight is a number, 0 or more; found -1");
    expect(refusal("x", { hotAt: Number.NaN })).toBe("hotAt is a finite number; found NaN");
    expect(refusal("x", { rule: "jaccard" })).toBe(
      'relevance: rule is "title-or-body", "cosine", "inner-product"; found "jaccard"',
    );
    expect(refusal("x", { atleast: 3 })).toMatch(/^relevance has no option "atleast": it takes words, /);
    expect(refusal("x", { words: "stem", language: "klingon" })).toMatch(/^no stems in "klingon": there are arabic, /);
  });

  it("refuses choices that go with another rule, and says which", () => {
    const other = "cosine and inner-product";
    for (const [options, message] of [
      [{ idf: "log" }, `relevance: idf does not go with rule title-or-body: it belongs to ${other}`],
      [{ titleWeight: 2 }, `relevance: titleWeight does not go with rule title-or-body: it belongs to ${other}`],
      [{ rule: "cosine", atLeast: 3 }, "relevance: atLeast does not go with rule cosine: it belongs to title-or-body"],
      [{ rule: "cosine", match: "any" }, "relevance: match does not go with rule cosine: it belongs to title-or-body"],
    ] as const) {
      expect(() => relevance("x", options as RelevanceOptions)).toThrow(coded("option", message));
    }
  });

  it("is refused on a web without text, in the editor and with a kind sentence", async () => {
    const bare = webOf(2, [[0, 1]], { urls: ["http://a.example/", "http://a.example/b"] });
    const judging = () => judge(bare, Uint32Array.of(0, 1), relevance("x"));
    expect(judging).toThrow(coded("lacks"));
    expect(judging).toThrow(/^relevance to x needs text; small has links and urls only/);
    // @ts-expect-error: a web of links and URLs has no text
    const comparing = compare(bare, { orderings: [breadthFirst], importance: relevance("x"), cache: false });
    await expect(comparing).rejects.toThrow(/^relevance to x needs text/);
  });
});
