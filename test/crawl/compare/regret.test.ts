import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { pairedDifference } from "../../../src/base/statistics/paired-difference.js";
import { type CompareOptions, compare } from "../../../src/crawl/compare/compare.js";
import { Comparison } from "../../../src/crawl/compare/comparison.js";
import { Regret, type RegretRow } from "../../../src/crawl/compare/regret.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { pageRankOf } from "../../../src/crawl/importance/page-rank-of.js";
import { judge } from "../../../src/crawl/judge.js";
import { mass } from "../../../src/crawl/model/mass.js";
import { ndcg } from "../../../src/crawl/model/ndcg.js";
import { stop } from "../../../src/crawl/model/stop.js";
import { targetRecall } from "../../../src/crawl/model/target-recall.js";
import { replay } from "../../../src/crawl/replay.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import { ideal } from "../../../src/ordering/ideal.js";
import { random } from "../../../src/ordering/random.js";
import { pairsOf } from "../../fixture/pairs.js";
import { filesOf, temporaryFolder } from "../pool/temporary.js";
import { grownWeb, importanceOf, mean, smallWeb } from "../small-web.js";

const web = grownWeb(300, 3, 2);
const importance = backlinks({ hotAt: 6 });
const comparing = (more: Partial<CompareOptions<"links">> = {}) =>
  compare(web, { orderings: [breadthFirst, backlink, random], importance, cache: false, ...more });
const quiet = { cache: false } as const;

describe("regret", () => {
  it("splits what was lost into three parts, as a web of five pages shows by hand", async () => {
    // 0 -> 1, 2; 1 -> 3; 2 -> 4. Page 4 is hot, alone. First come, first served: 0 1 2 3 4; last: 0 2 4 1 3, as the
    // oracle, who knows that nothing but 4 matters, but must take 1 and 2 by age: 0 1 2 4 3.
    const small = smallWeb(5, pairsOf("0,1 0,2 1,3 2,4"));
    const hot = importanceOf(() => [0, 0, 0, 0, 1], 1);
    const lifo = ordering("lifo", () => 0, { ties: "lifo" });
    const orderings = [breadthFirst, lifo];
    const runs = await compare(small, { orderings, importance: hot, cache: false });
    expect(runs.crawls.map(({ order }) => [...order])).toEqual([
      [0, 1, 2, 3, 4],
      [0, 2, 4, 1, 3],
    ]);
    // Areas: ideal anywhere 5/5, oracle 2/5, breadth-first 1/5, lifo 3/5, which passes the oracle.
    const common = { dataset: "small", repeat: 0, start: "page 0" };
    const rows = (await runs.regret(quiet)).rows();
    expect(rows.map(({ ordering: label }) => label)).toEqual(["breadth-first", "lifo, ties lifo"]);
    for (const [i, parts] of [
      { total: 0.8, mustFollowLinks: 0.4, lackOfInformation: 0, badPolicy: 0.4 },
      { total: 0.4, mustFollowLinks: 0.4, lackOfInformation: 0, badPolicy: 0 },
    ].entries()) {
      expect(rows[i]).toMatchObject(common);
      for (const [part, value] of Object.entries(parts)) expect(rows[i][part as "total"]).toBeCloseTo(value, 12);
    }
    // Without the one that passes it, the oracle is the bound: 0.8 = 0.6 + 0.2 + 0.
    const alone = await runs.only(({ method }) => method.name === "breadth-first").regret(quiet);
    const [{ total, mustFollowLinks, lackOfInformation, badPolicy }] = alone.rows();
    expect([total, mustFollowLinks, lackOfInformation, badPolicy].map((x) => Math.round(x * 10) / 10)).toEqual([
      0.8, 0.6, 0.2, 0,
    ]);
  });

  it("is made of areas: closed-form ideal, the crawl by ideal from the same start, the best ordering, the ordering itself", async () => {
    const runs = await comparing({ repeats: 3 });
    const rows = (await runs.regret(quiet)).rows();
    expect(rows).toHaveLength(9);
    for (const row of rows) {
      const [{ from, order }] = runs.crawls.filter(
        ({ repeat, method }) => repeat === row.repeat && method.label === row.ordering,
      );
      const { curve, ideal: bound } = judge(web, order, importance);
      const truth = importance.of(web);
      const oracle = judge(web, replay(web, ideal, { from, truth }), importance).area;
      const best = Math.max(...runs.orderings.map((label) => runs.areas(label)[row.repeat]));
      const anywhere = mean(Array.from(curve, (_, k) => bound(k + 1)));
      const own = runs.areas(row.ordering)[row.repeat];
      expect(row.total).toBeCloseTo(anywhere - own, 12);
      expect(row.mustFollowLinks).toBeCloseTo(anywhere - Math.max(oracle, best), 12);
      expect(row.lackOfInformation).toBeCloseTo(Math.max(oracle, best) - best, 12);
      expect(row.badPolicy).toBeCloseTo(best - own, 12);
    }
  });

  it("has parts of 0 or more that add up, whatever crawls are judged by", async () => {
    const runs = await comparing({ repeats: 2, orderings: [breadthFirst, backlink, random, ideal] });
    for (const [by, model] of [
      [importance, undefined],
      [importance, stop()],
      [pageRankOf(), mass()],
      [pageRankOf(), ndcg()],
    ] as const) {
      const rows = (await runs.judge(by, model && { model }).regret(quiet)).rows();
      expect(new Set(rows.map((row) => row.ordering))).toEqual(
        new Set(runs.orderings.filter((label) => label !== "ideal")),
      );
      for (const { total, mustFollowLinks, lackOfInformation, badPolicy } of rows) {
        expect(mustFollowLinks + lackOfInformation + badPolicy).toBeCloseTo(total, 12);
        for (const part of [mustFollowLinks, lackOfInformation, badPolicy]) expect(part).toBeGreaterThanOrEqual(-1e-12);
      }
      expect(rows.some(({ badPolicy }) => badPolicy === 0)).toBe(true); // somebody is the best
    }
  });

  it("shows the oracle the importance that is judged by, not the one of the first judgement", async () => {
    const runs = await comparing({ orderings: [breadthFirst] });
    const [{ lackOfInformation }] = (await runs.judge(pageRankOf(), { model: mass() }).regret(quiet)).rows();
    const of = (order: Uint32Array) => judge(web, order, pageRankOf(), { model: mass() }).area;
    const oracle = replay(web, ideal, { truth: pageRankOf().of(web) });
    expect(lackOfInformation).toBeCloseTo(of(oracle) - of(replay(web, breadthFirst)), 12);
  });

  it("judges the oracle by the seed of each repeat, whose choices a model may leave to chance", async () => {
    const model = targetRecall();
    const runs = await comparing({ orderings: [breadthFirst], repeats: 3, starts: "same", model });
    const order = replay(web, ideal, { truth: importance.of(web) });
    for (const { repeat, total, mustFollowLinks } of (await runs.regret(quiet)).rows()) {
      const [oracle, own] = [order, runs.crawls[repeat].order].map(
        (each) => judge(web, each, importance, { model, seed: 1 + repeat }).area,
      );
      expect(total - mustFollowLinks).toBeCloseTo(Math.max(oracle, own) - own, 12);
    }
  });

  it("keeps the crawls of the oracle as other crawls are kept", async () => {
    const cache = temporaryFolder();
    const runs = await comparing({ repeats: 2 });
    const once = await runs.regret({ cache });
    expect(filesOf(cache)).toHaveLength(2); // two start pages
    expect((await runs.regret({ cache })).rows()).toEqual(once.rows());
    expect(filesOf(cache)).toHaveLength(2);
  });

  it("refuses offline bounds alone, crawls of different length, and options that there are not", async () => {
    const bounds = await comparing({ orderings: [ideal] });
    await expect(bounds.regret(quiet)).rejects.toThrow(/^regret is what an ordering loses that a crawler could follow/);
    const runs = await comparing({ orderings: [breadthFirst] });
    const cut = runs.crawls.map((crawl) => ({ ...crawl, order: crawl.order.slice(0, 9) }));
    await expect(new Comparison(web, cut, importance).regret(quiet)).rejects.toThrow(
      "breadth-first ended after 9 of 300 pages, and areas compare over the same pages only. Leave it out: runs.only(",
    );
    await expect(runs.regret({ repeats: 3 } as object)).rejects.toThrow(
      'regret has no option "repeats": it takes workers',
    );
  });
});

describe("Regret", () => {
  const row = (ordering: string, start: string, badPolicy: number, more: Partial<RegretRow> = {}): RegretRow => ({
    dataset: "w",
    ordering,
    repeat: 0,
    start,
    total: 0.3 + badPolicy,
    mustFollowLinks: 0.1,
    lackOfInformation: 0.2,
    badPolicy,
    ...more,
  });

  it("sums up each part by its mean over start pages, repeats from one start counting once", () => {
    const regret = new Regret([row("a", "x", 0.1), row("a", "x", 0.3), row("a", "y", 0.5)], "model m, importance i");
    const summary = regret.summary();
    expect(summary.map(({ part }) => part)).toEqual(["total", "mustFollowLinks", "lackOfInformation", "badPolicy"]);
    const { low, high } = pairedDifference([0.2, 0.5], [0, 0], { interval: "t" });
    expect(low).toBeLessThan(0); // and bad policy is not
    expect(summary[3]).toEqual({ dataset: "w", ordering: "a", part: "badPolicy", mean: 0.35, low: 0, high, starts: 2 });
    const [{ low: none }] = new Regret([row("a", "x", 0.1)], "").summary();
    expect(none).toBeUndefined(); // one start page has no interval
  });

  it("shows itself as a table, the smallest regret first", () => {
    const regret = new Regret(
      ["x", "y"].flatMap((start) => [row("worse", start, 0.4), row("best", start, 0)]),
      "model m",
    );
    expect(inspect(regret)).toBe(regret.table());
    expect(regret.table()).toMatchInlineSnapshot(`
      "w: area lost against the ideal crawler that may go anywhere, model m
                                           lack of information, at
      ordering  regret  must follow links  most                     bad policy, at least  its 95 % interval  starts
      --------  ------  -----------------  -----------------------  --------------------  -----------------  ------
      best      0.300   0.100              0.200                    0.000                 0.000 to 0.000          2
      worse     0.700   0.100              0.200                    0.400                 0.400 to 0.400          2"
    `);
  });
});
