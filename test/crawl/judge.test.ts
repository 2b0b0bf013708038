import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Strings } from "../../src/base/strings.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { forwardLinks } from "../../src/crawl/importance/forward-links.js";
import { locationOf } from "../../src/crawl/importance/location-of.js";
import { judge, judgedWeb } from "../../src/crawl/judge.js";
import type { Judgement } from "../../src/crawl/judgement.js";
import { buffer } from "../../src/crawl/model/buffer.js";
import { stop } from "../../src/crawl/model/stop.js";
import { replay } from "../../src/crawl/replay.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import type { Web } from "../../src/web/web.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyLinks, grownWeb, importanceOf, mean, smallWeb } from "./small-web.js";

const order = (...pages: number[]) => Uint32Array.from(pages);

// 1 -> 3 -> 4 -> 1, 3 -> 5: the start 1 reaches 1, 3, 4, 5. Out of reach: 0 -> 3, 2 -> 3, 2 -> 0.
const web = smallWeb(6, pairsOf("1,3 3,4 4,1 3,5 0,3 2,3 2,0"), { start: 1 });

describe("judge", () => {
  it("takes what the crawl reaches for the whole Web: links from elsewhere do not count", () => {
    // Backlinks among 1, 3, 4, 5: one each, so all are hot at 1 and none at 2.
    const judgement = judge(web, order(1, 3, 5, 4), backlinks({ hotAt: 1 }));
    expect(judgement).toMatchObject({ pages: 4, unreachable: 2, hot: 4, area: (1 + 2 + 3 + 4) / 4 / 4 });
    expect([...judgement.curve]).toEqual([0.25, 0.5, 0.75, 1]);
    expect(judge(web, order(1, 3, 5, 4), backlinks({ hotAt: 2 })).hot).toBe(0);
  });

  it("takes all pages and links for the whole Web when asked: the curve then ends below 1", () => {
    // Backlinks on everything: page 3 has 3 (from 1, 0, 2), page 0 one. Hot at 1: 0, 1, 3, 4, 5, of which 0 is never
    // crawled.
    const judgement = judge(web, order(1, 3, 5, 4), backlinks({ hotAt: 1 }), { over: "web" });
    expect(judgement).toMatchObject({ pages: 6, unreachable: 0, hot: 5 });
    expect([...judgement.curve]).toEqual([1 / 5, 2 / 5, 3 / 5, 4 / 5]);
    expect(judge(web, order(1, 3, 5, 4), backlinks({ hotAt: 3 }), { over: "web" }).hot).toBe(1);
    expect(judgement.random(3)).toBe(3 / 6);
  });

  it("judges a crawl that stopped early on all that it could have reached", () => {
    const judgement = judge(web, order(1, 3), backlinks({ hotAt: 1 }));
    expect(judgement).toMatchObject({ pages: 4, unreachable: 2, hot: 4, area: (1 / 4 + 2 / 4) / 2 });
    expect([...judgement.curve]).toEqual([0.25, 0.5]);
    expect(judgement.ideal(4)).toBe(1);
  });

  it("gives importances the URLs, titles, texts and references of the pages that are judged", () => {
    const rich: Web<"links" | "urls" | "titles" | "text" | "anchors"> = {
      ...web,
      capabilities: ["links", "urls", "titles", "text", "anchors"],
      urls: Strings.from([0, 1, 2, 3, 4, 5].map((page) => `http://a.example/${page === 4 ? "home" : page}`)),
      titles: Strings.from([0, 1, 2, 3, 4, 5].map((page) => `title ${page}`)),
      references: Uint32Array.of(10, 11, 12, 13, 14, 15),
      text: (page) => ({ title: `title ${page}`, body: `body ${page}` }),
    };
    const home = judge(rich, order(1, 3, 5, 4), locationOf({ contains: "home", hotAt: 1 }));
    expect([...home.curve]).toEqual([0, 0, 0, 1]); // page 4 alone is hot, and comes last
    const references = judge(rich, order(1, 3, 5, 4), forwardLinks({ count: "page", hotAt: 14 }));
    expect(references.hot).toBe(2); // pages 4 and 5 hold 14 and 15
    const { web: part } = judgedWeb(rich, [1]);
    expect([0, 1, 2, 3].map((page) => part.text?.(page).body)).toEqual(["body 1", "body 3", "body 4", "body 5"]);
    expect([...(part.titles as Strings)]).toEqual(["title 1", "title 3", "title 4", "title 5"]);
    expect(part.capabilities).toEqual(rich.capabilities);
  });

  it("gives as area the mean of P over the visited pages, and is threshold unless told otherwise", () => {
    fc.assert(
      fc.property(anyLinks(12), fc.nat(4), ({ size, links }, hotAt) => {
        const small = smallWeb(size, links);
        const crawled = replay(small, breadthFirst);
        for (const model of [undefined, stop(), buffer({ size: 2 })]) {
          const { curve, area, pages, hot } = judge(small, crawled, backlinks({ hotAt }), { model });
          if (Number.isNaN(area)) expect([model, hot, mean([...curve])]).toEqual([undefined, 0, Number.NaN]);
          else expect(area).toBeCloseTo(mean([...curve]), 12);
          expect(curve.length).toBe(crawled.length);
          expect(pages).toBe(crawled.length);
          if (model === undefined && hot !== 0) expect(curve.at(-1)).toBe(1);
        }
      }),
    );
  });

  it("does not depend on how the pages of the web are numbered", () => {
    const forward = grownWeb(200, 3, 1);
    const { offsets, targets } = forward.graph;
    const links: [number, number][] = [];
    for (let page = 0; page < 200; page++) {
      for (let i = offsets[page]; i < offsets[page + 1]; i++) links.push([199 - page, 199 - targets[i]]);
    }
    const backward = smallWeb(200, links, { start: 199 });
    const [one, other] = [forward, backward].map((each) =>
      judge(each, replay(each, breadthFirst), backlinks({ hotAt: 5 })),
    );
    expect(other.curve).toEqual(one.curve);
  });

  it("takes a plain list of pages, and leaves it as it is", () => {
    const web = smallWeb(3, pairsOf("0,1 1,2"));
    const order = [0, 1, 2];
    const { area } = judge(web, order, backlinks({ hotAt: 1 }));
    expect(area).toBe(judge(web, Uint32Array.from(order), backlinks({ hotAt: 1 })).area);
    expect(order).toEqual([0, 1, 2]);
  });

  it("leaves the number of hot pages open where the importance has no threshold", () => {
    const judgement: Judgement = judge(web, order(1, 3, 5, 4), backlinks(), { model: stop() });
    expect(judgement.hot).toBeUndefined();
    expect(judgement.area).toBe(1); // all four pages have one backlink, so all tie with R_K
    expect(() => judge(web, order(1, 3, 5, 4), backlinks())).toThrow("model threshold needs a threshold");
  });

  it("draws random ties of a buffer by the seed: equal seeds, equal curves", () => {
    const grown = grownWeb(300, 2, 3);
    const crawled = replay(grown, breadthFirst);
    const of = (seed?: number) =>
      judge(grown, crawled, backlinks({ hotAt: 4 }), { model: buffer({ size: 20, ties: "random" }), seed }).curve;
    expect(of(7)).toEqual(of(7));
    expect(of()).toEqual(of(1));
    expect(of(7)).not.toEqual(of(8));
  });

  it("refuses an order that is no crawl of this web, naming the entry", () => {
    const judging = (pages: Uint32Array) => () => judge(web, pages, backlinks({ hotAt: 1 }));
    expect(judging(order())).toThrow(coded("crawl", "the order holds no page: a crawl visits at least its start"));
    expect(judging(order(1, 3, 1))).toThrow(coded("crawl", "entry 3 of the order is page 1, which was crawled before"));
    expect(judging(order(1, 6))).toThrow(coded("crawl", "entry 2 of the order is page 6, but small has pages 0 .. 5"));
  });

  it.each([-1, 0.5, Number.NaN])("refuses page %d, whatever counts as the whole Web", (page) => {
    for (const over of ["web", "reachable"] as const) {
      const judging = () => judge(web, [1, page] as unknown as Uint32Array, backlinks({ hotAt: 1 }), { over });
      expect(judging).toThrow(coded("crawl", `entry 2 of the order is page ${page}, but small has pages 0 .. 5`));
    }
  });

  it("names a page that comes twice by the web's own number, or its URL", () => {
    const ids = Uint32Array.of(10, 20, 30, 40, 50, 60);
    const judging = (of: Web) => () => judge(of, order(1, 3, 1), backlinks({ hotAt: 1 }));
    expect(judging({ ...web, ids })).toThrow("entry 3 of the order is page 20, which was crawled before");
    const urls = Strings.from(["a", "b", "c", "d", "e", "f"].map((path) => `http://x.example/${path}`));
    expect(judging({ ...web, urls })).toThrow("entry 3 of the order is http://x.example/b, which was crawled before");
  });

  it("refuses an importance that reads what the web does not carry", () => {
    const needsText = { ...importanceOf(() => []), needs: ["text" as "links"] };
    expect(() => judge(web, order(1), needsText)).toThrow(coded("lacks"));
    expect(() => judge(web, order(1), needsText)).toThrow(/^given needs text; small has links only/);
  });
});
