import { describe, expect, it } from "vitest";
import type { Comparison } from "../../../src/crawl/compare/comparison.js";
import { claims as graph1 } from "../../../src/experiment/cho1998/graph-1.js";
import { claims as graph2 } from "../../../src/experiment/cho1998/graph-2.js";
import { claims as graph3 } from "../../../src/experiment/cho1998/graph-3.js";
import { claims as graph4, atShare as graph4AtShare } from "../../../src/experiment/cho1998/graph-4.js";
import { besideItsWeb, claims as graph5 } from "../../../src/experiment/cho1998/graph-5.js";
import { claims as graph6 } from "../../../src/experiment/cho1998/graph-6.js";
import { PAGE_RANK } from "../../../src/experiment/cho1998/setting.js";
import type { Claim, Verdict } from "../../../src/experiment/claim.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { random } from "../../../src/ordering/random.js";
import { pairsOf } from "../../fixture/pairs.js";
import { webOf } from "../../fixture/webs.js";

type Curve = (crawled: number) => number;

const CRAWLS = [0, 1, 2, 3, 4];
const HOT = 1_400;
/** 1,400 hot pages of them are the paper's share. */
const PAGES = 179_000;

/** P = x^p, whose area is 1 / (p + 1): below 1 it beats chance, above it falls behind. */
const power =
  (exponent: number): Curve =>
  (crawled) =>
    crawled ** exponent;

/** Straight lines through the points [crawled, P]. */
const through =
  (...points: readonly (readonly [number, number])[]): Curve =>
  (crawled) => {
    const next = Math.max(
      1,
      points.findIndex(([at]) => at >= crawled),
    );
    const [[x0, y0], [x1, y1]] = [points[next - 1], points[next]];
    return y0 + ((y1 - y0) * (crawled - x0)) / (x1 - x0);
  };

const areaOf = (curve: Curve): number =>
  Array.from({ length: 1_000 }, (_, i) => curve((i + 0.5) / 1_000)).reduce((sum, p) => sum + p, 0) / 1_000;

/** Five crawls of each ordering, all with the curve given. */
const runsOf = (curves: Readonly<Record<string, Curve>>, hotAt = 100, hot = HOT): Comparison =>
  ({
    orderings: Object.keys(curves),
    areas: (label: string) => CRAWLS.map(() => areaOf(curves[label])),
    performance: (label: string, crawled: number) => CRAWLS.map(() => curves[label](crawled)),
    judgement: { hot, pages: PAGES },
    importance: { hotAt, label: `G = ${hotAt}` },
    web: { name: "a web" },
  }) as unknown as Comparison;

/** IR', IB' and breadth-first in this order, and a random frontier along the diagonal. */
const three = (ranked: Curve, counted: Curve, first: Curve, hotAt?: number) =>
  runsOf(
    { [PAGE_RANK.label]: ranked, [backlink.label]: counted, [breadthFirst.label]: first, [random.label]: power(1) },
    hotAt,
  );

const said = <E>(claims: readonly Claim<E>[], evidence: E): Record<string, Verdict> =>
  Object.fromEntries(claims.map(({ claim, test }) => [claim, test(evidence).verdict]));

describe("the claims of Graph 1", () => {
  const THRESHOLDS = [3, 10, 100];
  const HOT_PAGES = [85_000, 17_500, 1_400]; // section 6
  const evidenceOf = (curves: readonly Curve[], hot: readonly number[] = HOT_PAGES) => {
    const runs = THRESHOLDS.map((hotAt, i) => runsOf({ [backlink.label]: curves[i] }, hotAt, hot[i]));
    return { dataset: "a web", runs, atShares: runs };
  };
  const names = {
    faster: "The larger G, the faster the crawler finds the hot pages",
    chance: "Backlink order beats chance throughout",
    last: "The last hot pages are hard to find: right of 80 % the crawler finds them at the random rate",
    shares: "Pages with 3, 10 and 100 backlinks are 47 %, 10 % and 0.8 % of the web",
  };

  it("agree with the paper's curves and counts", () => {
    // right of 80 % the slope is (1 - 0.84) / 0.2 = 0.8
    const drawn = (level: number) => through([0, 0], [0.8 - level, 0.8], [0.8, 0.84], [1, 1]);
    const verdicts = said(graph1, evidenceOf([drawn(0.05), drawn(0.15), drawn(0.3)]));
    expect(new Set(Object.values(verdicts))).toEqual(new Set(["agrees"]));
  });

  it("turn where a larger G is found later, chance is ahead, and the last fifth holds half of the hot pages", () => {
    const verdicts = said(graph1, evidenceOf([power(2), power(3), power(4)], [850, 17_500, 14_000]));
    expect(verdicts[names.faster]).toBe("disagrees");
    expect(verdicts[names.chance]).toBe("disagrees");
    expect(verdicts[names.last]).toBe("disagrees"); // slopes (1 - 0.8^2) / 0.2 = 1.8, and more
    expect(verdicts[names.shares]).toBe("mixed"); // one of the three within 1.5x
  });

  it("go by those G that 20 pages reach, and a larger G needs two of them", () => {
    const found = (hot: readonly number[]) => said(graph1, evidenceOf([power(1), power(0.5), power(4)], hot));
    expect(found([85_000, 17_500, 20])[names.faster]).toBe("disagrees"); // areas 1/2, 2/3 and 1/5
    expect(found([85_000, 17_500, 19])[names.faster]).toBe("agrees");
    expect(found([85_000, 19, 19])[names.faster]).toBe("cannot be tested");
  });
});

describe("the claims of Graph 2", () => {
  const chain = webOf(4, pairsOf("0,1 0,2 1,3"));
  const crawls = (label: string, order: readonly number[]) =>
    CRAWLS.map(() => ({ method: { label }, order: Uint32Array.from(order) }));
  const evidenceOf = (runs: Comparison, deep: string, flat: string) => {
    // 0 1 3 2 goes on from the page just crawled twice in three steps, 0 1 2 3 once
    const steps = [...crawls(deep, [0, 1, 3, 2]), ...crawls(flat, [0, 1, 2, 3])];
    const all = { ...runs, web: chain, crawls: steps } as unknown as Comparison;
    return { runs: all, atShare: all };
  };

  it("agree where IR' is ahead of all, and IB' goes on from the page just crawled", () => {
    const evidence = evidenceOf(three(power(0.2), power(0.6), power(0.5)), backlink.label, PAGE_RANK.label);
    expect(new Set(Object.values(said(graph2, evidence)))).toEqual(new Set(["agrees"]));
  });

  it("disagree where IR' is behind all, and goes on from the page just crawled itself", () => {
    const evidence = evidenceOf(three(power(2), power(0.6), power(0.5)), PAGE_RANK.label, backlink.label);
    expect(new Set(Object.values(said(graph2, evidence)))).toEqual(new Set(["disagrees"]));
  });
});

describe("the claims of Graph 3", () => {
  it("agree where IR' is ahead, in either reading, and no curve is at 1 before the end", () => {
    const runs = three(power(0.2), power(0.6), power(0.5));
    expect(new Set(Object.values(said(graph3, { literal: runs, strict: runs })))).toEqual(new Set(["agrees"]));
  });

  it("disagree where IB' is ahead, and all curves are at 1 from 40 % on", () => {
    const full = (at: number) => through([0, 0], [at, 1], [1, 1]);
    const runs = runsOf({ [PAGE_RANK.label]: full(0.4), [backlink.label]: full(0.2), [random.label]: full(0.3) });
    expect(Object.values(said(graph3, { literal: runs, strict: runs }))).toEqual([
      "disagrees",
      "disagrees",
      "disagrees",
    ]);
    const [, , together] = graph3;
    expect(together.test({ literal: runs, strict: runs }).ours).toBe("all curves at 1 from 40 % on");
  });

  it("are decided by the reading that each names", () => {
    const [ahead, behind] = [three(power(0.2), power(0.6), power(0.5)), three(power(0.6), power(0.2), power(0.5))];
    const found = graph3.slice(0, 2).map(({ test }) => test({ literal: ahead, strict: behind }));
    expect(found.map(({ verdict }) => verdict)).toEqual(["agrees", "disagrees"]);
    // areas 1 / 1.2 and 1 / 1.6
    expect(found.map(({ ours }) => ours)).toEqual(["IR' 0.833, IB' 0.625", "IR' 0.625, IB' 0.833"]);
  });
});

describe("the claims of Graph 4", () => {
  const narrow = three(power(0.4), power(0.6), power(0.5));
  const wide = three(power(0.2), power(0.6), power(0.5), 13);
  const behind = three(power(2), power(0.6), power(0.5), 13);

  it("agree where IR' leads, and leads by more than in Graph 2", () => {
    const evidence = { byRank: wide, byBacklinks: narrow };
    for (const claims of [graph4, graph4AtShare])
      expect(Object.values(said(claims, evidence))).toEqual(["agrees", "agrees", "agrees"]);
  });

  it("disagree where IR' is behind, by more than in Graph 2", () => {
    const evidence = { byRank: behind, byBacklinks: narrow };
    for (const claims of [graph4, graph4AtShare])
      expect(Object.values(said(claims, evidence))).toEqual(["disagrees", "disagrees", "disagrees"]);
  });
});

describe("the claims of Graph 5", () => {
  const flatAtFirst = through([0, 0], [0.2, 0.05], [0.25, 0.5], [1, 1]);
  const ranked = through([0, 0], [0.05, 0.02], [0.1, 0.6], [1, 1]);
  const first = through([0, 0], [0.3, 0.1], [1, 1]);

  it("agree where each curve dips below the diagonal, and IB' jumps at 20 %, after IR'", () => {
    expect(Object.values(said(graph5, three(ranked, flatAtFirst, first, 5)))).toEqual(["agrees", "agrees", "agrees"]);
  });

  it("disagree where no curve dips, and IB' rises first, and at once", () => {
    const evidence = three(power(0.6), power(0.3), power(0.5), 5);
    expect(Object.values(said(graph5, evidence))).toEqual(["disagrees", "disagrees", "disagrees"]);
  });

  it("are mixed where IB' jumps in time, but from above the diagonal", () => {
    const [, jumps] = graph5;
    const above = through([0, 0], [0.2, 0.3], [0.25, 0.7], [1, 1]);
    expect(jumps.test(three(ranked, above, first, 5))).toMatchObject({
      verdict: "mixed",
      ours: "steepest from 20 % on: +0.400, P 0.300 before it",
    });
    // one that starts at 90 %, below the diagonal, is off in time alone; one at 1 % meets one sign of three
    const late = through([0, 0], [0.5, 0.6], [0.9, 0.7], [0.95, 1], [1, 1]);
    expect(jumps.test(three(ranked, late, first, 5)).verdict).toBe("mixed");
    const early = through([0, 0], [0.01, 0.02], [0.06, 0.5], [1, 1]);
    expect(jumps.test(three(ranked, early, first, 5)).verdict).toBe("disagrees");
  });

  it("see no difference where IR' and IB' have a third of the hot pages within 2 % of the crawl", () => {
    const [, , earlier] = graph5;
    const thirdAt = (share: number) => through([0, 0], [share, 0.34], [1, 1]);
    const verdict = (ranks: number, counts: number) =>
      earlier.test(three(thirdAt(ranks), thirdAt(counts), first, 5)).verdict;
    expect([verdict(0.2, 0.22), verdict(0.2, 0.21), verdict(0.21, 0.2), verdict(0.22, 0.2)]).toEqual([
      "agrees",
      "no difference",
      "no difference",
      "disagrees",
    ]);
  });

  it("set the site against its web: worse by 0.02 for all orderings, for some, for none, or no more than 0.02 apart", () => {
    const [{ test }] = besideItsWeb;
    const around = three(power(1), power(1), power(1)); // areas of 0.5
    const area = (value: number) => power(1 / value - 1);
    const verdict = (...areas: [number, number, number]) => {
      const [ranked, counted, first] = areas.map(area);
      return test({ site: three(ranked, counted, first, 5), around }).verdict;
    };
    expect(verdict(0.47, 0.4, 0.3)).toBe("agrees");
    expect(verdict(0.47, 0.49, 0.3)).toBe("mixed");
    expect(verdict(0.53, 0.49, 0.5)).toBe("disagrees");
    expect(verdict(0.51, 0.49, 0.5)).toBe("no difference");
    expect(test({ site: three(area(0.4), area(0.3), area(0.2), 5), around }).ours).toBe(
      "IR' 0.400 and 0.500, IB' 0.300 and 0.500, breadth-first 0.200 and 0.500",
    );
  });

  it("cannot be tested beside a web that is not at hand, has few hot pages, or has too many for the site's share", () => {
    const site = three(power(1), power(1), power(1), 5); // 0.78 % of its pages are hot
    const hot = (count: number) => runsOf({ [PAGE_RANK.label]: power(1) }, 100, count);
    expect(besideItsWeb[0].test({ site })).toMatchObject({
      verdict: "cannot be tested",
      because: "the web that it is a part of is not at hand",
    });
    expect(besideItsWeb[0].test({ site, around: hot(9) })).toMatchObject({
      verdict: "cannot be tested",
      because: "only 9 pages of the web around have 100 backlinks",
    });
    // odds of 1,400 in 179,000 are 0.0079; four times as large they are those of some 5,500
    expect(besideItsWeb[1].test({ site, aroundAtShare: hot(6_000) }).verdict).toBe("cannot be tested");
    expect(besideItsWeb[1].test({ site, aroundAtShare: three(power(2), power(2), power(2)) }).verdict).toBe(
      "disagrees",
    );
  });
});

describe("the claim of Graph 6", () => {
  const [mostHaveFew] = graph6;
  const verdict = (few: number) =>
    mostHaveFew.test({ counts: Float64Array.from({ length: 100 }, (_, i) => (i < few ? 9 : 10)) }).verdict;

  it("takes more than half for most", () => {
    expect([100, 51, 50, 34, 33, 0].map(verdict)).toEqual([
      "agrees",
      "agrees",
      "mixed",
      "mixed",
      "disagrees",
      "disagrees",
    ]);
  });
});
