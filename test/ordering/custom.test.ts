import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { ordering, type Seen } from "../../src/ordering/custom.js";
import { location } from "../../src/ordering/location.js";
import type { OrderingMethod } from "../../src/ordering/ordering.js";
import type { PageId } from "../../src/web/graph/graph.js";
import type { Capability, Web } from "../../src/web/web.js";
import { pairsOf } from "../fixture/pairs.js";
import { coded } from "../fixture/problems.js";
import { anyWeb, type Link, webOf } from "../fixture/webs.js";
import { literalCrawl } from "./literal.js";

const crawl = (web: Web, method: OrderingMethod, seed = 1) => [...replay(web, method, { seed })];

describe("ordering(name, score)", () => {
  it("is backlink when the score is the number of links seen", () => {
    const mine = (ties: "fifo" | "lifo") => ordering("mine", (page, seen) => seen.backlinks(page), { ties });
    fc.assert(
      fc.property(anyWeb(), fc.constantFrom("fifo" as const, "lifo" as const), (web, ties) => {
        expect(crawl(web, mine(ties))).toEqual(crawl(web, backlink({ ties })));
      }),
    );
  });

  it("is breadth-first when all scores are equal, and when the score is the depth, negative", () => {
    fc.assert(
      fc.property(anyWeb(), (web) => {
        expect(
          crawl(
            web,
            ordering("equal", () => 0),
          ),
        ).toEqual(crawl(web, breadthFirst));
        expect(
          crawl(
            web,
            ordering("shallow", (page, seen) => -seen.depth(page)),
          ),
        ).toEqual(crawl(web, breadthFirst));
      }),
    );
  });

  it("sorts before every k-th page only when told so, as backlink does", () => {
    const mine = ordering("mine", (page, seen) => seen.backlinks(page), { reorderEvery: 3 });
    fc.assert(
      fc.property(anyWeb(), (web) => {
        expect(crawl(web, mine)).toEqual(crawl(web, backlink({ reorderEvery: 3 })));
      }),
    );
  });

  it("takes a score of one argument too, though it is called with a set-up first", () => {
    const star = webOf(
      5,
      [1, 2, 3, 4].map((leaf) => [0, leaf] as const),
    );
    expect(
      crawl(
        star,
        ordering("newest", (page: PageId) => page),
      ),
    ).toEqual([0, 4, 3, 2, 1]);
    const worth = [0, 5, 9, 7, 1];
    // throws when it is called with the set-up in place of a page
    const picky = ordering("picky", (page: PageId) => Number(worth[page].toFixed(1)));
    expect(crawl(star, picky)).toEqual([0, 2, 3, 1, 4]);
  });

  it("tells a score what was crawled, discovered, linked and how deep pages lie", () => {
    // by hand: 0 -> 1, 2; 1 -> 2, 3; 2 -> 4
    const told: unknown[] = [];
    const watch = (page: PageId, seen: Seen) => {
      told.push([page, seen.crawled, seen.discovered, seen.backlinks(page), seen.depth(page)]);
      return -page;
    };
    crawl(webOf(5, pairsOf("0,1 0,2 1,2 1,3 2,4")), ordering("watch", watch));
    expect(told).toEqual([
      [0, 0, 1, 0, 0], // the start, discovered before anything was crawled
      [1, 1, 3, 1, 1],
      [2, 1, 3, 1, 1],
      [2, 2, 4, 2, 1], // seen again on page 1
      [3, 2, 4, 1, 2],
      [4, 3, 5, 1, 2], // two clicks from the start, though three pages were crawled
    ]);
  });
});

describe("rescore", () => {
  /** Scores that change without a link: every page's turn comes round. */
  const turn = (page: PageId, seen: Seen) => (page + seen.crawled) % 5;

  for (const reorderEvery of [1, 3]) {
    it(`"all" scores every waiting page anew before each sort, with reorderEvery ${reorderEvery}`, () => {
      fc.assert(
        fc.property(anyWeb(), (web) => {
          const expected = literalCrawl(web, (queue, { crawled, discovered }) => {
            if (crawled.length % reorderEvery !== 0) return;
            const score = (page: PageId) => (page + crawled.length) % 5;
            queue.sort((a, b) => score(b) - score(a) || discovered.indexOf(a) - discovered.indexOf(b));
          });
          expect(crawl(web, ordering("turns", turn, { rescore: "all", reorderEvery }))).toEqual(expected);
        }),
      );
    });
  }

  it('"linked", the default, keeps the score that a page had when a link to it was last seen', () => {
    // 0 -> 1, 2, 3, 4 when one page is crawled: scores 2, 3, 4, 0, which nothing changes
    const star = webOf(
      5,
      [1, 2, 3, 4].map((leaf) => [0, leaf] as const),
    );
    expect(crawl(star, ordering("turns", turn))).toEqual([0, 3, 2, 1, 4]);
    // scored again: 3 at 4; then 2 at 4 as well (2 + 2); then 1 at 4 (1 + 3)
    expect(crawl(star, ordering("turns", turn, { rescore: "all" }))).toEqual([0, 3, 2, 1, 4]);
    const back = (page: PageId, seen: Seen) => (page + 3 * seen.crawled) % 5;
    expect(crawl(star, ordering("back", back))).toEqual([0, 1, 4, 3, 2]); // 4, 0, 1, 2
    // then 2 + 6, 3 + 6, 4 + 6: 3, 4, 0
    expect(crawl(star, ordering("back", back, { rescore: "all" }))).toEqual([0, 1, 3, 4, 2]);
  });

  it('"all" takes a page of 200,000 links', () => {
    const size = 200_001;
    const star = webOf(
      size,
      Array.from({ length: size - 1 }, (_, i): Link => [0, i + 1]),
    );
    const method = ordering("wide", () => 0, { rescore: "all", reorderEvery: size });
    expect(replay(star, method).length).toBe(size);
  });
});

describe("ordering(name, setup)", () => {
  const opic = ordering("OPIC", ({ pages }) => {
    const cash = new Float64Array(pages).fill(1);
    return {
      score: (page) => cash[page],
      onFetch(page, links) {
        for (const to of links) cash[to] += cash[page] / links.length;
        cash[page] = 0;
      },
    };
  });

  it("orders by OPIC (Abiteboul, Preda and Cobena 2003): by hand", () => {
    // 0 -> 1, 2: cash 1.5 each. 1 -> 3: 2.5 for 3, which goes before 2; 3 -> 2: 1.5 + 2.5 = 4 for 2; 2 -> 0, 4: 3 for
    // page 4
    const web = webOf(5, pairsOf("0,1 0,2 1,3 3,2 2,0 2,4"));
    expect(crawl(web, opic)).toEqual([0, 1, 3, 2, 4]);
  });

  it("keeps no memory from one crawl to the next", () => {
    fc.assert(
      fc.property(anyWeb(), anyWeb(), (web, other) => {
        const first = crawl(web, opic);
        crawl(other, opic);
        expect(crawl(web, opic)).toEqual(first);
      }),
    );
  });

  it("gets the number of pages, a generator that follows the seed, and what was seen", () => {
    const lots = ordering("lots", ({ random, seen, pages }) => {
      expect([pages, seen.discovered]).toEqual([6, 0]);
      return { score: () => random.next() };
    });
    const star = webOf(
      6,
      [1, 2, 3, 4, 5].map((leaf) => [0, leaf] as const),
    );
    const orders = Array.from({ length: 10 }, (_, seed) => crawl(star, lots, seed).join());
    expect(new Set(orders).size).toBeGreaterThan(5);
    expect(crawl(star, lots, 3)).toEqual(crawl(star, lots, 3));
  });

  it("keeps `this` of what the set-up returned", () => {
    class Counter {
      fetched = 0;
      score(page: PageId): number {
        return this.fetched >= 0 ? page : 0;
      }
      onFetch(): void {
        this.fetched++;
      }
    }
    let counter: Counter | undefined;
    const star = webOf(3, pairsOf("0,1 0,2"));
    expect(
      crawl(
        star,
        ordering("class", () => (counter = new Counter())),
      ),
    ).toEqual([0, 2, 1]);
    expect(counter?.fetched).toBe(3);
  });
});

describe("seen.anchor", () => {
  // 0 -> 1 "one", 2 "two", 1 "again"; 1 -> 2 "too late", 3 "three", 0 "home"
  const texts = ["one", "two", "again", "too late", "three", "home"];
  const links: Link[] = pairsOf("0,1 0,2 0,1 1,2 1,3 1,0");
  const parts = {
    urls: ["", "", "", ""],
    texts: [],
    anchor: (link: number) => texts[link],
    duplicates: "keep",
  } as const;
  const web = webOf(4, links, parts);
  const options = { needs: ["anchors"] } as const;

  it("is the anchor of the link by which a page was first seen, and empty for start pages", () => {
    const told = new Map<PageId, string>();
    const tell = (page: PageId, seen: Seen) => {
      told.set(page, seen.anchor(page));
      return -page;
    };
    const watch = ordering("watch", tell, { ...options, rescore: "all" }); // asked again: the first anchor stays
    expect(crawl(web, watch)).toEqual([0, 1, 2, 3]);
    expect([...told]).toEqual([
      [0, ""],
      [1, "one"],
      [2, "two"],
      [3, "three"],
    ]);
    told.clear();
    replay(web, watch, { from: [1, 2] }); // 0 is seen on page 1; 2 is a start page though 1 links to it
    expect([...told].toSorted()).toEqual([
      [0, "home"],
      [1, ""],
      [2, ""],
      [3, "three"],
    ]);
  });

  it("is the anchor that the web has there, on every web and under every order", () => {
    fc.assert(
      fc.property(anyWeb(), (any) => {
        const first = new Map<PageId, string>([[any.start, ""]]);
        const anchors = new Map<PageId, string>();
        const turn = (page: PageId, seen: Seen) => {
          anchors.set(page, seen.anchor(page));
          return (page * 7) % 5;
        };
        const turns = ordering("turns", turn, options);
        for (const page of crawl(any, turns)) {
          const { offsets, targets } = any.graph;
          for (let link = offsets[page]; link < offsets[page + 1]; link++)
            if (!first.has(targets[link])) first.set(targets[link], any.anchor?.(link) ?? "");
        }
        expect(anchors).toEqual(first);
      }),
    );
  });

  it("orders a crawl, and is there for a score with a memory while links are told", () => {
    const wanted = ordering("three first", (page, seen) => Number(seen.anchor(page).includes("two")), options);
    expect(crawl(web, wanted)).toEqual([0, 2, 1, 3]);
    const told: string[] = [];
    const memory = ordering(
      "memory",
      ({ seen }) => ({ score: () => 0, onFetch: (_, links) => told.push(...[...links].map(seen.anchor)) }),
      options,
    );
    crawl(web, memory);
    expect(told).toEqual(["one", "two", "one", "two", "three", ""]);
  });

  it("is told of in needs: else it says so, and what to type", () => {
    const silent = ordering("silent", (page, seen) => seen.anchor(page).length);
    expect(() => crawl(web, silent)).toThrow(
      coded(
        "ordering",
        'silent: the score of page 0 failed: seen.anchor reads anchors of links: say so, needs: ["anchors"]',
      ),
    );
    const plain = webOf(2, [[0, 1]]);
    expect(() =>
      crawl(
        plain,
        ordering("anchors", (page, seen) => seen.anchor(page).length, options),
      ),
    ).toThrow("anchors needs anchors; small has links only");
  });

  it("is not there for a page that was not discovered", () => {
    const peek = ordering("peek", (_, seen) => seen.anchor(3).length, options);
    const message = "peek: the score of page 0 failed: page 3 was not discovered yet: orderings cannot peek";
    expect(() => crawl(web, peek)).toThrow(coded("ordering", message));
  });
});

describe("what a score may not do", () => {
  const star = webOf(3, pairsOf("0,1 0,2"), { urls: ["http://a.edu/", "http://a.edu/1", "http://a.edu/2"] });

  it("returns no number: the error names ordering, page and value", () => {
    const wrong = [
      [Number.NaN, "NaN"],
      [undefined, "undefined"],
      ["7", '"7"'],
      [null, "null"],
    ] as const;
    for (const [value, told] of wrong) {
      const bad = ordering("bad", (page, seen) => (page === 2 && seen.crawled > 0 ? (value as number) : 1));
      const message = `bad: the score of http://a.edu/2 is ${told}, not a number; look at what the function does with that page`;
      expect(() => crawl(star, bad)).toThrow(coded("ordering", message));
    }
  });

  it("throws: the error names the page, whatever is thrown", () => {
    const bad = ordering("bad", (_page, _seen) => {
      throw "no idea";
    });
    expect(() => crawl(star, bad)).toThrow(coded("ordering", "bad: the score of http://a.edu/ failed: no idea"));
  });

  it("may be infinite", () => {
    const far = ordering("far", (page, _seen) => (page === 2 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY));
    expect(crawl(star, far)).toEqual([0, 2, 1]);
  });

  it("asks for the URL of a page that was not discovered", () => {
    const peek = ordering("peek", (_, seen) => seen.url(2).length, { needs: ["urls"] });
    const message = "peek asked about page 2, which was not discovered yet: orderings cannot peek";
    expect(() => crawl(star, peek)).toThrow(coded("crawl", message));
  });

  it("asks for the text of a page that was not crawled", () => {
    const text = () => ({ title: "", body: "" });
    const web: Web = { ...star, capabilities: ["links", "urls", "text"], text };
    const peek = ordering("peek", (page, seen) => seen.text(page).body.length, { needs: ["text"] });
    const message = "peek asked about page 0, which was not crawled yet: orderings cannot peek";
    expect(() => crawl(web, peek)).toThrow(coded("crawl", message));
  });
});

describe("needs", () => {
  const shortUrl = ordering("short URL", (page, seen) => -seen.url(page).length, { needs: ["urls"] });

  it("orders by URL where the web has URLs, and is refused at run time where it has none", () => {
    const urls = ["http://a.edu/", "http://a.edu/long", "http://a.edu/1"];
    expect(crawl(webOf(3, pairsOf("0,1 0,2"), { urls }), shortUrl)).toEqual([0, 2, 1]);
    expect(() => crawl(webOf(1, []), shortUrl)).toThrow(coded("lacks"));
    expect(() => crawl(webOf(1, []), shortUrl)).toThrow("short URL needs urls; small has links only");
  });

  it("is part of the type, so that the type checker refuses it too", () => {
    expectTypeOf(shortUrl).toEqualTypeOf<OrderingMethod<"links" | "urls">>();
    expectTypeOf(ordering("plain", () => 0)).toEqualTypeOf<OrderingMethod<"links">>();
    const onlyOf = <C extends Capability>(_web: Web<C>, method: OrderingMethod<NoInfer<C>>) => method.name;
    const bare = webOf(1, []);
    // @ts-expect-error: the web has no URLs
    onlyOf(bare, shortUrl);
    // @ts-expect-error: nor has it for a method of the library
    onlyOf(bare, location);
    expect(onlyOf(bare, backlink)).toBe("backlink");
    expect(onlyOf(webOf(1, [], { urls: [""] }), location({ ending: ".com" }))).toBe("location");
  });
});

describe("how an ordering of one's own is described", () => {
  it("by its name, choices in the label, options and source text for the cache", () => {
    const score = (page: PageId) => page;
    const method = ordering("mine", score, { ties: "random", reorderEvery: 4, rescore: "all", uses: { k: 2 } });
    expect(method.label).toBe("mine, ties random, reorder every 4, rescore all");
    expect(method.options).toEqual({ ties: "random", reorderEvery: 4, rescore: "all", uses: { k: 2 } });
    expect(method.code).toBe(String(score));
    expect([method.kind, method.source, method.offline]).toEqual(["ordering", "the user's own", false]);
    expect(ordering("mine", score, { needs: ["links", "urls"] }).needs).toEqual(["links", "urls"]);
  });

  it("names what it and the functions that it uses read from outside, but for what it is told that they use", () => {
    const k = 2;
    const times = (depth: number) => k * depth;
    const score = (page: number, seen: Seen) => times(seen.depth(page));
    expect(ordering("mine", score).outside).toEqual(["times"]);
    expect(ordering("mine", score, { uses: { times } }).outside).toEqual(["k"]);
    expect(ordering("mine", score, { uses: { times, k } }).outside).toBeUndefined();
    const help = { times };
    const helped = (page: number, seen: Seen) => help.times(seen.depth(page));
    expect(ordering("mine", helped, { uses: { help } }).outside).toEqual(["k"]);
    expect(ordering("mine", helped, { uses: { help, k } }).outside).toBeUndefined();
  });

  it("names a variable that is called as what every object has", () => {
    // @ts-expect-error: it is not called here
    expect(ordering("mine", (page) => valueOf(page)).outside).toEqual(["valueOf"]);
  });

  it("is not told in full by what it uses where that hides something, and then leaves it out of its options", () => {
    const model = new (class {
      #weight = 2;
      of = (page: number) => this.#weight * page;
    })();
    const method = ordering("mine", (page, _seen) => model.of(page), { uses: { model, k: 2 } });
    expect(method.outside).toEqual(["hidden fields of model"]);
    expect(method.options).toMatchObject({ uses: { model: "hidden fields of model", k: 2 } });
  });

  it("refuses what is no values by name", () => {
    for (const uses of [7, null, [1]])
      expect(() => ordering("mine", () => 0, { uses: uses as never })).toThrow("uses is values by name, { weight }");
  });

  it("refuses to be without a name or a function, or to sort every 0 pages", () => {
    expect(() => ordering("", () => 0)).toThrow(coded("option", "an ordering needs a name: ordering(name, score)"));
    // @ts-expect-error: no function
    expect(() => ordering("mine", 7)).toThrow(
      coded("option", 'ordering "mine" needs a function as its second argument'),
    );
    expect(() => ordering("mine", () => 0, { reorderEvery: 0 })).toThrow(
      coded("option", "reorderEvery is a number of pages, 1 or more; found 0"),
    );
  });
});
