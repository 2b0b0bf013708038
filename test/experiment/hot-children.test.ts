import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { Strings } from "../../src/base/strings.js";
import { byHost, byParent, type HotChildren, hotChildren } from "../../src/experiment/hot-children.js";
import { graphFrom } from "../../src/web/graph/builder.js";
import { linksOf } from "../../src/web/graph/graph.js";
import { pairsOf } from "../fixture/pairs.js";
import { anyGraph, type Link } from "../fixture/webs.js";

// Page 0, hot, links to 1 (hot) and 2; page 3 links to 4 and 2. Children of hot pages: 1 and 2, one of them hot; two of
// five pages are hot.
const links: Link[] = pairsOf("0,1 0,2 3,4 3,2");
const graph = graphFrom(5, links);
const hot = Uint8Array.of(1, 1, 0, 0, 0);
const each = (size: number) => Uint32Array.from({ length: size }, (_, page) => page);
const measure = (groups: Uint32Array, seed = 1): HotChildren =>
  hotChildren(graph, hot, { groups, random: new Random(seed) });

/** So many copies of the web above, side by side. */
function copies(count: number) {
  const all = Array.from({ length: count }, (_, copy) =>
    links.map(([from, to]): Link => [5 * copy + from, 5 * copy + to]),
  ).flat();
  return {
    graph: graphFrom(5 * count, all),
    hot: Uint8Array.from({ length: 5 * count }, (_, page) => hot[page % 5]),
    groups: Uint32Array.from({ length: 5 * count }, (_, page) => Math.floor(page / 5)),
  };
}

describe("hotChildren", () => {
  it("divides the share of hot pages among the children of hot pages by that among all", () => {
    // hand count: 1 of 2 to 2 of 5
    expect(measure(each(5))).toMatchObject({ pages: 5, hot: 2, children: 2, hotChildren: 1, ratio: 1.25, groups: 5 });
  });

  it("counts a child once, however many hot pages link to it, and never a page that only itself links to", () => {
    const webs = graphFrom(4, pairsOf("0,0 0,2 1,2 3,0"), { selfLinks: "keep" });
    const found = hotChildren(webs, Uint8Array.of(1, 1, 0, 0), { groups: each(4), random: new Random(1) });
    expect(found).toMatchObject({ children: 1, hotChildren: 0, ratio: 0 });
  });

  it("has an interval without width where all groups are alike, and one of a single group", () => {
    // closed form: every draw of copies has the ratio of the whole
    const { graph: many, hot: marks, groups } = copies(7);
    expect(hotChildren(many, marks, { groups, random: new Random(3) })).toMatchObject({
      ratio: 1.25,
      low: 1.25,
      high: 1.25,
      groups: 7,
    });
    expect(measure(new Uint32Array(5))).toMatchObject({ ratio: 1.25, low: 1.25, high: 1.25, groups: 1 });
  });

  it("has an interval from the least to the greatest of all draws where two groups differ", () => {
    // exhaustive: of group a (0 .. 4) alone the ratio is 1.25; of b (three hot pages in a row, and a cold one) alone 1
    // / (3/4) = 4/3; of both (1 + 2) / (2 + 2) / ((2 + 3) / 9) = 1.35. Draws: aa and bb a quarter each, ab a half.
    const web = graphFrom(9, [...links, [5, 6], [6, 7]]);
    const marks = Uint8Array.of(...hot, 1, 1, 1, 0);
    const groups = Uint32Array.of(0, 0, 0, 0, 0, 1, 1, 1, 1);
    const { ratio, low, high } = hotChildren(web, marks, { groups, random: new Random(1) });
    expect(ratio).toBeCloseTo(1.35, 12);
    expect(low).toBeCloseTo(1.25, 12);
    expect(high).toBeCloseTo(1.35, 12);
  });

  it("leaves draws without a hot page or a child out", () => {
    // The two hot pages form one group; three groups hold none. Draws without the first have no ratio.
    const { low, high } = measure(Uint32Array.of(0, 0, 0, 1, 2));
    expect([Number.isFinite(low), Number.isFinite(high)]).toEqual([true, true]);
    expect(low).toBeGreaterThan(0);
  });

  it("holds the truth in about 95 of 100 webs where hot pages are drawn by lot", () => {
    // The true ratio is 1. 300 pages with 3 links each, a fifth of them hot, pages as groups; 88 to 100 of 100 is 95
    // less and more 3 deviations.
    let covered = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const random = new Random(seed);
      const web = graphFrom(
        300,
        Array.from({ length: 900 }, (): Link => [random.below(300), random.below(300)]),
      );
      const marks = Uint8Array.from({ length: 300 }, () => (random.below(5) === 0 ? 1 : 0));
      const { low, high } = hotChildren(web, marks, { groups: each(300), draws: 300, random });
      if (low <= 1 && high >= 1) covered++;
    }
    expect(covered).toBeGreaterThanOrEqual(88);
  });

  it("finds the same for equal seeds, and other ends for others", () => {
    const { graph: many, hot: marks } = copies(5);
    const of = (seed: number) => hotChildren(many, marks, { groups: each(25), random: new Random(seed), draws: 40 });
    expect(of(1)).toEqual(of(1));
    expect([1, 2, 3, 4].map((seed) => of(seed).low)).not.toEqual([1, 1, 1, 1].map((seed) => of(seed).low));
  });
});

describe("byHost", () => {
  it("puts pages with the same host together", () => {
    const urls = ["http://a.edu/", "https://b.edu/x", "http://a.edu/y", "http://a.edu:8080/", "no address"];
    expect([...byHost(Strings.from(urls), 5)]).toEqual([0, 1, 0, 2, 3]);
  });
});

describe("byParent", () => {
  it("puts a page below the first hot page that links to it, else below the first page, else alone", () => {
    // 2 is linked from 0 (cold) and 1 (hot), 3 from 0 and 4 (both cold), 5 from 1 and itself, 0, 1 and 4 from nowhere.
    const web = graphFrom(6, pairsOf("0,2 0,3 1,2 1,5 4,3 5,5"), { selfLinks: "keep" });
    const [g0, g1, g2, g3, g4, g5] = byParent(web, Uint8Array.of(0, 1, 0, 0, 0, 0));
    expect(g2).toBe(g5);
    expect(new Set([g0, g1, g2, g3, g4]).size).toBe(5);
  });

  it("tells a page that nothing links to from the pages below it", () => {
    const [alone, below] = byParent(graphFrom(2, [[0, 1]]), new Uint8Array(2));
    expect(alone).not.toBe(below);
  });

  it("never puts two pages together that no one page links to, on any web", () => {
    fc.assert(
      fc.property(anyGraph(12), fc.infiniteStream(fc.nat(1)), (web, marks) => {
        const groups = byParent(
          web,
          Uint8Array.from({ length: web.size }, () => marks.next().value as number),
        );
        for (let a = 0; a < web.size; a++) {
          for (let b = 0; b < a; b++) {
            if (groups[a] !== groups[b]) continue;
            const parents = Array.from({ length: web.size }, (_, page) => [...linksOf(web, page)]);
            expect(parents.some((targets) => targets.includes(a) && targets.includes(b))).toBe(true);
          }
        }
        expect(groups.length).toBe(web.size);
        expect(new Set(groups).size).toBe(Math.max(0, ...groups) + 1); // numbered 0, 1, ...
      }),
    );
  });
});
