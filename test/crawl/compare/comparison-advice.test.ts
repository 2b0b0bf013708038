import { describe, expect, it } from "vitest";
import { pairedDifference } from "../../../src/base/statistics/paired-difference.js";
import { type CompareOptions, compare } from "../../../src/crawl/compare/compare.js";
import { Comparison } from "../../../src/crawl/compare/comparison.js";
import { league } from "../../../src/crawl/compare/league-of.js";
import { startsNeeded } from "../../../src/crawl/compare/starts-needed.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { hotPageCurve } from "../../../src/figure/hot-page-curve.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import { ideal } from "../../../src/ordering/ideal.js";
import { random } from "../../../src/ordering/random.js";
import { pairsOf } from "../../fixture/pairs.js";
import { grownWeb, mean, smallWeb } from "../small-web.js";

const web = grownWeb(400, 3, 2);
const comparing = (more: Partial<CompareOptions<"links">> = {}) =>
  compare(web, { orderings: [breadthFirst, random], importance: backlinks({ hotAt: 6 }), cache: false, ...more });

/** The same order as breadth-first, under another name. */
const twin = ordering("twin", () => 0);

describe("the differences of a comparison", () => {
  it("set the ordering with the largest mean area against each other one, those that fall behind least first", async () => {
    const runs = await comparing({ orderings: [random, breadthFirst, backlink], repeats: 5 });
    const found = runs.differences();
    const means = runs.orderings
      .map((label) => ({ label, area: mean(runs.areas(label)) }))
      .sort((a, b) => b.area - a.area);
    expect(found.map(({ ordering: best }) => best)).toEqual([means[0].label, means[0].label]);
    expect(found.map(({ baseline }) => baseline)).toEqual([means[1].label, means[2].label]);
    for (const each of found) expect(each).toEqual(runs.difference(each.ordering, each.baseline));
  });

  it("leave offline bounds aside, and are none where start pages are not shared", async () => {
    const runs = await comparing({ orderings: [ideal, breadthFirst, random], repeats: 3 });
    expect(runs.differences().flatMap(({ ordering: one, baseline }) => [one, baseline])).not.toContain("ideal");
    expect((await comparing()).differences()).toEqual([]);
    expect((await comparing({ repeats: 3, starts: "same" })).differences()).toEqual([]);
    expect((await comparing({ orderings: [ideal, breadthFirst], repeats: 3 })).differences()).toEqual([]);
    const apart = runs.only(({ method, repeat }) => (method.name === "random" ? repeat > 1 : repeat < 2));
    expect(apart.differences()).toEqual([]);
    expect(apart.table()).toContain("No two orderings share two start pages");
  });

  it("say how many start pages are missing: none where the interval excludes 0, else what startsNeeded says less those there are", async () => {
    const runs = await comparing({ orderings: [backlink, breadthFirst, random], repeats: 6 });
    let open = 0;
    for (const level of [0.5, 0.95, 0.9999]) {
      for (const { baseline, ordering: one, low, high, moreStarts } of runs.differences({ level, power: 0.9 })) {
        if (low > 0 || high < 0) expect(moreStarts).toBe(0);
        else {
          const needed = startsNeeded(runs.areas(one), runs.areas(baseline), { level, power: 0.9 }) as number;
          expect(moreStarts).toBe(Math.max(1, needed - 6));
          open++;
        }
      }
    }
    expect(open).toBeGreaterThan(0);
    const even = await comparing({ orderings: [breadthFirst, twin], repeats: 3 });
    expect(even.differences()).toMatchObject([{ mean: 0, low: 0, high: 0, moreStarts: undefined }]);
  });
});

describe("a difference", () => {
  it("counts repeats from one start page as one pair, by their means: they tell nothing of other start pages", async () => {
    // 0 -> 1 <-> 2, 1 -> 3 is all there is to draw from: pages 0, 1 and 2, and again from repeat 3 on, with other
    // seeds.
    const small = smallWeb(4, pairsOf("0,1 1,2 2,1 1,3"));
    const orderings = [random, breadthFirst];
    const runs = await compare(small, { orderings, importance: backlinks({ hotAt: 1 }), repeats: 7, cache: false });
    const starts = runs.crawls.filter(({ method }) => method.name === "random").map(({ from }) => from[0]);
    expect(new Set(starts).size).toBe(3);
    const meanFrom = (label: string, start: number) => mean(runs.areas(label).filter((_, i) => starts[i] === start));
    const three = [...new Set(starts)].map((start) => [meanFrom("random", start), meanFrom("breadth-first", start)]);
    const [one, other] = [three.map(([a]) => a), three.map(([, b]) => b)];
    expect(runs.difference("random", "breadth-first")).toMatchObject(pairedDifference(one, other, { interval: "t" }));
  });
});

describe("the table of a comparison", () => {
  const last = (text: string) =>
    text
      .replace(/\n {2}/g, " ")
      .split("\n")
      .at(-1);

  it("ends with the best ordering against each other one, and a line of advice", async () => {
    const runs = await comparing({ orderings: [backlink, breadthFirst, random], repeats: 6 });
    const [first, second] = runs.differences();
    const lines = runs.table().split("\n").slice(-6);
    expect(first.ordering).toBe("backlink, ties fifo"); // in a sentence as short as tells it from the others
    expect(lines[0]).toBe("backlink has the largest mean area:");
    expect(lines[1]).toMatch(/^ahead of +by +95 % interval +told apart$/);
    expect(lines[3]).toContain(`  ${first.mean.toFixed(3)}  ${first.low.toFixed(3)} to ${first.high.toFixed(3)}  `);
    expect(lines[4].startsWith(second.baseline)).toBe(true);
    expect(runs.conclusions()).toEqual(["backlink has the largest mean area.", lines[5]]);
  });

  it("names what tells two orderings of one name apart in brackets", async () => {
    const runs = await comparing({ orderings: [backlink, backlink({ ties: "lifo" })], repeats: 6 });
    const [best, advice] = runs.conclusions();
    expect(best).toMatch(/^backlink \(ties [a-z]+\) has /);
    expect(advice).toMatch(
      /^backlink \(ties [a-z]+\) and backlink \(ties [a-z]+\) (?:cannot|are)|^backlink \(ties [a-z]+\) is /,
    );
  });

  it("says that all are told apart, or how many more start pages would do for the pair that needs fewest", async () => {
    const runs = await comparing({ orderings: [backlink, breadthFirst, random], repeats: 6 });
    const told = runs.only(({ method }) => method.name !== "random");
    const [{ moreStarts }] = told.differences();
    expect(moreStarts).toBe(0);
    expect(last(told.table())).toBe("backlink is told apart from all others by 6 starts.");
    const onFew = told.judge(backlinks({ hotAt: 20 }));
    expect([onFew.judgement.hot, onFew.differences()[0].moreStarts]).toEqual([5, 0]);
    expect(last(onFew.table())).toBe(
      "backlink is told apart from all others by 6 starts, but on 5 hot pages, which are too few.",
    );
    const few = told.only(({ repeat }) => repeat < 2);
    const [{ moreStarts: missing = 0 }] = few.differences();
    expect(missing).toBeGreaterThan(0);
    expect(few.table()).toMatch(/ +no\n/);
    expect(last(few.table())).toBe(
      "backlink and breadth-first cannot be told apart by 2 starts. Crawl from 10 starts first: only then can the number needed be estimated.",
    );
    // Twelve crawls by one ordering, the last six under another name and paired with the first: only chance sets them
    // apart.
    const twelve = await comparing({ orderings: [random], repeats: 12, starts: "same" });
    const halves = twelve.crawls.map((crawl, i) => ({
      ...crawl,
      from: [i % 6],
      repeat: i % 6,
      method: i < 6 ? random : { ...twin, label: "random again" },
    }));
    const open = new Comparison(web, halves, backlinks({ hotAt: 6 }));
    const [{ ordering: best, baseline, moreStarts: more = 0 }] = open.differences();
    expect(more).toBeGreaterThan(0);
    expect(last(open.table())).toBe(
      `${best} and ${baseline} cannot be told apart by 6 starts; about ${Number(more.toPrecision(2))} more would probably do.`,
    );
  });

  it("says so where two orderings are even, and no number of starts can be estimated", async () => {
    const even = await comparing({ orderings: [breadthFirst, twin], repeats: 3 });
    expect(even.table()).toContain("no difference yet");
    expect(even.table()).toContain("\nAll orderings have the same mean area:\n");
    const worst = ordering("worst", (page, seen) => -seen.backlinks(page));
    const three = await comparing({ orderings: [worst, breadthFirst, twin], repeats: 3 });
    expect(three.table()).toContain("\nbreadth-first and twin have the largest mean area:\n");
    expect(last(even.table())).toBe(
      "breadth-first and twin are even over 3 starts: nobody can say how many starts would be enough.",
    );
  });

  it("says that one crawl each, or one start page, tells nothing about others, and what to type", async () => {
    expect(last((await comparing()).table())).toBe(
      "This is one crawl each, and other start pages may change their order. Crawl from more of them: 20 repeats (--repeats 20).",
    );
    expect(last((await comparing({ repeats: 3, starts: "same" })).table())).toBe(
      'All crawls begin at the same start page, and other start pages may change their order. Crawl from drawn ones: starts "drawn" (--starts drawn).',
    );
    for (const repeats of [1, 3]) // of which none is drawn, whatever starts say
      expect((await comparing({ repeats, from: [0, 1] })).table().replaceAll(/\s+/g, " ")).toMatch(
        /All crawls begin at the same 2 start pages, together, and others may change their order\. Name one page as from: the repeats draw others\.$/,
      );
  });

  it("says that the web has one page to start from, where there is no other to draw, however often it is crawled", async () => {
    const alone = smallWeb(3, pairsOf("1,0 2,1"));
    for (const repeats of [1, 4]) {
      const runs = await compare(alone, {
        orderings: [breadthFirst, random],
        importance: backlinks({ hotAt: 0 }),
        repeats,
        cache: false,
      });
      expect(last(runs.table())).toBe(
        "Other start pages may change their order, but this web has only one page that a crawl can start from. Start elsewhere, or use another web.",
      );
      expect(runs.conclusions()).toEqual([last(runs.table())]);
    }
  });

  it("has no area and no conclusion where no page is hot, and says why; nor has a figure lines, a league or regret anything", async () => {
    const runs = await comparing({
      orderings: [breadthFirst, random],
      importance: backlinks({ hotAt: 1e6 }),
      repeats: 3,
    });
    expect(runs.areas("random")).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(runs.summary()[0]).toMatchObject({ area: Number.NaN, low: Number.NaN, at80: Number.NaN, repeats: 3 });
    expect(runs.differences()).toEqual([]);
    expect(runs.conclusions()).toEqual([]);
    expect(runs.table()).toMatch(/No page is hot: none reaches 1000000\./);
    expect(`${runs.table()}${runs.latex()}${JSON.stringify(runs.face())}`).not.toContain("NaN");
    expect(runs.curveRows()).toEqual([]);
    expect(runs.rows().every(({ performance }) => Number.isNaN(performance))).toBe(true);
    const { svg } = await hotPageCurve(runs);
    expect(svg).toContain("there is nothing to find");
    await expect(runs.regret({ cache: false })).rejects.toThrow(/no page is hot/);
    expect(() => league([runs])).toThrow(/none of its pages is hot/);
  });

  it("says nothing of differences where there is one ordering to follow", async () => {
    expect((await comparing({ orderings: [breadthFirst] })).conclusions()).toEqual([]);
    expect(last((await comparing({ orderings: [breadthFirst] })).table())).toMatch(/^breadth-first +0\.\d/);
    expect(last((await comparing({ orderings: [breadthFirst, ideal], repeats: 2 })).table())).toMatch(/^ideal +0\.\d/);
  });
});
