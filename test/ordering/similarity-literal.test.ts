import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { type SimilarityOptions, similarity } from "../../src/ordering/similarity.js";
import type { PageId } from "../../src/web/graph/graph.js";
import { depth } from "../depth.js";
import { anyTopicWeb, type TopicWeb } from "../fixture/topic-webs.js";
import { literalTopicCrawl, type TopicRules, type TopicScene } from "./literal-topic.js";
import { exactRanks } from "./revealed.js";

type Words = "whole" | "part" | "stem";

/** How often "topic" is in a text, by a reading of its own of what counts as the word. */
function timesIn(text: string, words: Words): number {
  const plain = text.toLowerCase();
  if (words === "part") return plain.split("topic").length - 1;
  const counts = words === "whole" ? ["topic"] : ["topic", "topics"]; // one stem
  return plain.split(/[^a-z]+/).filter((word) => counts.includes(word)).length;
}

/** The tests of the figures, for "topic" in the title or twice in the body. */
const testsOf = (web: TopicWeb, words: Words) => ({
  isInAnchor: (anchor: string) => timesIn(anchor, words) > 0,
  isInUrl: (url: string) => decodeURIComponent(url).toLowerCase().includes("topic"),
  isHot: (page: PageId) => {
    const { title = "", body = "" } = web.text?.(page) ?? {};
    return timesIn(title, words) > 0 || timesIn(body, words) >= 2;
  },
});

type Switches = Pick<TopicRules, "figure" | "distance" | "promote" | "ends"> & { readonly words: Words };

const anySwitches: fc.Arbitrary<Switches> = fc.record({
  figure: fc.constantFrom(4, 5),
  distance: fc.constantFrom(2, 3),
  promote: fc.boolean(),
  ends: fc.constant("both-empty"),
  words: fc.constantFrom("whole", "part", "stem"),
});

/** A web, all switches of the figures, and one to four start pages. */
const anyCase = anyTopicWeb().chain((web) =>
  fc.record({
    web: fc.constant(web),
    switches: anySwitches,
    from: fc.array(fc.nat(web.graph.size - 1), { minLength: 1, maxLength: 4 }),
  }),
);

const crawl = (
  web: TopicWeb,
  { figure, distance, promote, ends, words }: Switches,
  options: SimilarityOptions,
  from: readonly PageId[] = [web.start],
  seed = 1,
) => {
  const rules: SimilarityOptions =
    figure === 4 ? { rule: "figure4" } : { rule: "figure5", atLeast: 2, ...(distance && { distance }) };
  return [...replay(web, similarity("topic", { ...rules, promote, ends, words, ...options }), { from, seed })];
};

const literal = (
  web: TopicWeb,
  { words, ...switches }: Switches,
  reorder: (queue: PageId[], scene: TopicScene) => void,
  from: readonly PageId[] = [web.start],
) => literalTopicCrawl(web, { ...switches, ...testsOf(web, words) }, reorder, from);

const asItIs = () => {};

/** IB' by counting pairs, most first. */
const byCount =
  ({ links }: TopicScene) =>
  (a: PageId, b: PageId) =>
    links.filter(([, to]) => to === b).length - links.filter(([, to]) => to === a).length;

/** Among equals, the page that entered its queue first, or last. */
const byEntry =
  ({ entered }: TopicScene, ties: "fifo" | "lifo") =>
  (a: PageId, b: PageId) =>
    ((entered.get(a) ?? 0) - (entered.get(b) ?? 0)) * (ties === "fifo" ? 1 : -1);

describe("Figures 4 and 5 of Cho et al. 1998, written out, inside breadth-first", () => {
  it("give the crawl of similarity(), whatever the switches and start pages", () => {
    fc.assert(
      fc.property(anyCase, ({ web, switches, from }) => {
        expect(crawl(web, switches, {}, from)).toEqual(literal(web, switches, asItIs, from));
      }),
      { numRuns: 1500 },
    );
  });

  it("do not begin where the loop ends with one queue empty, as printed", () => {
    fc.assert(
      fc.property(anyCase, ({ web, switches, from }) => {
        const printed: Switches = { ...switches, ends: "one-empty" };
        expect(literal(web, printed, asItIs, from)).toEqual([]);
        expect(crawl(web, printed, {}, from)).toEqual([]);
      }),
    );
  });
});

describe("Figures 4 and 5 of Cho et al. 1998, written out, inside backlink", () => {
  it("give the crawl of similarity() with stable ties where reorder_queue is a stable sort", () => {
    fc.assert(
      fc.property(anyCase, ({ web, switches, from }) => {
        // ECMAScript 2019: stable
        const expected = literal(web, switches, (queue, scene) => queue.sort(byCount(scene)), from);
        expect(crawl(web, switches, { inside: "backlink", ties: "stable" }, from)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  for (const ties of ["fifo", "lifo"] as const) {
    it(`give the crawl of similarity() with ${ties} ties where equals are sorted by when they entered the queue, whatever its batch`, () => {
      fc.assert(
        fc.property(anyCase, fc.constantFrom(1, 1, 2, 3, 7), ({ web, switches, from }, reorderEvery) => {
          const reorder = (queue: PageId[], scene: TopicScene) => {
            if (scene.crawled.length % reorderEvery !== 0) return;
            queue.sort((a, b) => byCount(scene)(a, b) || byEntry(scene, ties)(a, b));
          };
          const expected = literal(web, switches, reorder, from);
          expect(crawl(web, switches, { inside: "backlink", ties, reorderEvery }, from)).toEqual(expected);
        }),
        { numRuns: 1000 },
      );
    });
  }

  for (const reorderEvery of [1, 3]) {
    it(`with random ties and reordering every ${reorderEvery}, take a page with most links of its queue at the last sort`, () => {
      fc.assert(
        fc.property(anyCase, fc.integer(), ({ web, switches, from }, seed) => {
          const options: SimilarityOptions = { inside: "backlink", ties: "random", reorderEvery };
          const order = crawl(web, switches, options, from, seed);
          const guided = literal(web, switches, followed(order, reorderEvery, byCount), from);
          expect(guided).toEqual(order);
        }),
        { numRuns: 300 },
      );
    });
  }
});

/**
 * Reorders as a crawl of which the order is known must have done: where the page that comes next is in the queue, it
 * goes to the front. At a sort, `worse` must find no page of its queue better than it.
 */
function followed(
  order: readonly PageId[],
  reorderEvery: number,
  metric: (scene: TopicScene) => (a: PageId, b: PageId) => number,
) {
  return (queue: PageId[], scene: TopicScene) => {
    const page = order[scene.crawled.length];
    const at = queue.indexOf(page);
    if (at < 0) return;
    if (scene.crawled.length % reorderEvery === 0) {
      const compared = metric(scene);
      for (const other of queue) expect(compared(page, other), `${page} before ${other}`).toBeLessThanOrEqual(0);
    }
    queue.splice(at, 1);
    queue.unshift(page);
  };
}

describe("Figures 4 and 5 of Cho et al. 1998, written out, inside page-rank", () => {
  const accuracy = 1e-6;
  /**
   * IR' solved to 1e-13; ranks within a relative 1e-5 of each other are equal, ten times what the accuracy allows for.
   */
  const byRank = (web: TopicWeb) => (scene: TopicScene) => {
    const ranks = exactRanks(web, scene.crawled);
    return (a: PageId, b: PageId) => (Math.abs(ranks[a] / ranks[b] - 1) < 1e-5 ? 0 : ranks[b] - ranks[a]);
  };

  for (const ties of ["fifo", "lifo", "random"] as const) {
    it(`with accuracy 1e-6 and ${ties} ties, take a page whose exact rank is the highest of its queue within a relative 1e-5`, () => {
      fc.assert(
        fc.property(anyCase, fc.constantFrom(1, 1, 3), ({ web, switches, from }, reorderEvery) => {
          const options: SimilarityOptions = { inside: "page-rank", ties, accuracy, reorderEvery };
          const order = crawl(web, switches, options, from);
          expect(literal(web, switches, followed(order, reorderEvery, byRank(web)), from)).toEqual(order);
        }),
        { numRuns: 100 },
      );
    });
  }

  it("give the crawl of similarity() where exact ranks are apart by a relative 1e-5, up to the first step at which they are not", () => {
    let [tried, parted] = [0, 0];
    fc.assert(
      fc.property(anyCase, ({ web, switches, from }) => {
        tried++;
        let firstTie = Number.POSITIVE_INFINITY;
        const expected = literal(
          web,
          switches,
          (queue, scene) => {
            const compared = byRank(web)(scene);
            queue.sort((a, b) => compared(a, b) || byEntry(scene, "fifo")(a, b));
            if (queue.length > 1 && compared(queue[0], queue[1]) === 0)
              firstTie = Math.min(firstTie, scene.crawled.length);
          },
          from,
        );
        const order = crawl(web, switches, { inside: "page-rank", accuracy }, from);
        expect(order.slice(0, firstTie)).toEqual(expected.slice(0, firstTie));
        if (firstTie >= 4) parted++;
      }),
      { numRuns: 200 },
    );
    expect(parted / tried).toBeGreaterThan(0.1); // ranks are apart often enough for this to say something
  });
});

describe("the webs drawn here", () => {
  const webs = fc.sample(anyTopicWeb(), { seed: 1, numRuns: depth({ everyday: 400, prove: 1000 }) });
  const plain: Switches = { figure: 5, distance: 2, promote: false, ends: "both-empty", words: "whole" };

  it("tell the figures, breadth-first, and every switch apart: at least one web in a hundred", () => {
    const orders = (switches: Partial<Switches>, options: SimilarityOptions = {}) =>
      webs.map((web) => crawl(web, { ...plain, ...switches }, options).join());
    const share = (some: readonly string[], others: readonly string[]) =>
      some.filter((order, at) => order !== others[at]).length / webs.length;
    const inside: SimilarityOptions = { inside: "backlink" };
    const [figure5, figure4, backlink] = [orders({}), orders({ figure: 4 }), orders({}, inside)];
    const shares = {
      "Figure 4 from breadth-first": share(
        figure4,
        webs.map((web) => [...replay(web, breadthFirst)].join()),
      ),
      "Figure 5 from Figure 4": share(figure5, figure4),
      "distance 3 from 2": share(orders({ distance: 3 }), figure5),
      "Figure 4, promote": share(orders({ figure: 4, promote: true }), figure4),
      "Figure 5, promote": share(orders({ promote: true }), figure5),
      "words part": share(orders({ words: "part" }), figure5),
      "words stem": share(orders({ words: "stem" }), figure5),
      "inside backlink": share(backlink, figure5),
      "ties lifo": share(orders({}, { ...inside, ties: "lifo" }), backlink),
      "ties stable": share(orders({}, { ...inside, ties: "stable" }), backlink),
      "inside page-rank": share(orders({}, { inside: "page-rank" }), backlink),
      "reorder every 3": share(orders({}, { ...inside, reorderEvery: 3 }), backlink),
    };
    for (const [what, each] of Object.entries(shares)) expect(each, what).toBeGreaterThan(0.01);
  });
});
