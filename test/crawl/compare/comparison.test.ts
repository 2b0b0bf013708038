import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { pairedDifference } from "../../../src/base/statistics/paired-difference.js";
import { type CompareOptions, compare } from "../../../src/crawl/compare/compare.js";
import { Comparison } from "../../../src/crawl/compare/comparison.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { pageRankOf } from "../../../src/crawl/importance/page-rank-of.js";
import { judge } from "../../../src/crawl/judge.js";
import { buffer } from "../../../src/crawl/model/buffer.js";
import { harvest } from "../../../src/crawl/model/harvest.js";
import { mass } from "../../../src/crawl/model/mass.js";
import { ndcg } from "../../../src/crawl/model/ndcg.js";
import { precisionAt } from "../../../src/crawl/model/precision.js";
import { stop } from "../../../src/crawl/model/stop.js";
import { targetRecall } from "../../../src/crawl/model/target-recall.js";
import { threshold } from "../../../src/crawl/model/threshold.js";
import type { CrawlModel } from "../../../src/crawl/model.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import type { OrderingMethod } from "../../../src/ordering/ordering.js";
import { random } from "../../../src/ordering/random.js";
import type { Web } from "../../../src/web/web.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { temporaryFolder } from "../pool/temporary.js";
import { grownWeb, mean, smallWeb } from "../small-web.js";

const importance = backlinks({ hotAt: 6 });
const web = grownWeb(400, 3, 2);
const comparing = (more: Partial<CompareOptions<"links">> = {}, on: Web<"links"> = web) =>
  compare(on, { orderings: [breadthFirst, random], importance, cache: false, ...more });

/** Linear interpolation at position q (n - 1) of the sorted values, for three values. */
const ofThree = (values: readonly number[], q: 0.05 | 0.5 | 0.95): number => {
  const [low, middle, high] = values.toSorted((a, b) => a - b);
  return q === 0.5 ? middle : q === 0.05 ? low + 0.1 * (middle - low) : middle + 0.9 * (high - middle);
};

describe("Comparison", () => {
  it("sums up what the judge says of each crawl: median, middle 90 %, and shares of the pages", async () => {
    const odd = grownWeb(377, 3, 2); // a tenth is 37.7 pages: the 38th counts
    const runs = await comparing({ repeats: 3 }, odd);
    expect(runs.summary().map(({ ordering: label }) => label)).toEqual(["breadth-first", "random"]);
    for (const line of runs.summary()) {
      const curves = runs.crawls
        .filter(({ method }) => method.label === line.ordering)
        .map(({ order }) => judge(odd, order, importance));
      const areas = curves.map(({ area }) => area);
      expect(line.repeats).toBe(3);
      expect(line.area).toBe(ofThree(areas, 0.5));
      expect(line.low).toBeCloseTo(ofThree(areas, 0.05), 12);
      expect(line.high).toBeCloseTo(ofThree(areas, 0.95), 12);
      for (const percent of [10, 20, 40, 60, 80] as const) {
        const values = curves.map(({ curve, pages }) => curve[Math.round((percent * pages) / 100) - 1]);
        expect(line[`at${percent}`]).toBe(ofThree(values, 0.5));
        expect(runs.performance(line.ordering, percent / 100)).toEqual(values);
      }
    }
  });

  it("does not crawl again to judge by another importance, threshold or model", async () => {
    let created = 0;
    const counted: OrderingMethod<"links"> = {
      ...breadthFirst,
      create(context) {
        created++;
        return breadthFirst.create(context);
      },
    };
    const runs = await comparing({ orderings: [counted] });
    const other = runs.judge(backlinks({ hotAt: 2 }));
    const byRank = runs.judge(pageRankOf({ hotAt: 2 }));
    const stopped = runs.judge(undefined, { model: stop() });
    expect(created).toBe(1);
    const [{ order }] = runs.crawls;
    expect(other.areas("breadth-first")).toEqual([judge(web, order, backlinks({ hotAt: 2 })).area]);
    expect(byRank.areas("breadth-first")).toEqual([judge(web, order, pageRankOf({ hotAt: 2 })).area]);
    expect(stopped.areas("breadth-first")).toEqual([judge(web, order, importance, { model: stop() }).area]);
    expect(other.importance.hotAt).toBe(2);
    expect(runs.importance.hotAt).toBe(6);
  });

  it("keeps the choices of the judge that a new judgement does not name", async () => {
    const parts = smallWeb(4, pairsOf("0,1 1,0 2,0"));
    const runs = await comparing({ over: "web", model: stop(), importance: backlinks({ hotAt: 1 }) }, parts);
    expect(runs.judge().provenance).toEqual(runs.provenance);
    const other = runs.judge(backlinks({ hotAt: 1 }), { model: threshold() });
    const above = other.judge(undefined, { model: threshold({ hot: "more-than" }) });
    const said = [other, above].map((each) => /backlinks >=? 1,/.exec(each.table())?.[0]);
    expect(said).toEqual(["backlinks >= 1,", "backlinks > 1,"]);
    expect(other.provenance).toMatchObject({ over: "web", model: "threshold" });
    expect(other.judgement.pages).toBe(4);
    expect(runs.judge(undefined, { over: "reachable" }).judgement).toMatchObject({ pages: 2, unreachable: 2 });
  });

  it("keeps them where a choice is undefined, and the interval of a difference that goes with so few starts", async () => {
    const undecided = { model: undefined, over: undefined, seed: undefined };
    const runs = await comparing({ repeats: 3, model: buffer({ size: 0.1, ties: "random" }), over: "web" });
    expect(runs.judge(undefined, undecided).rows()).toEqual(runs.rows());
    expect(runs.judge(undefined, undecided).provenance).toEqual(runs.provenance);
    const usual = runs.difference("random", "breadth-first");
    expect(runs.difference("random", "breadth-first", { interval: undefined })).toEqual(usual);
  });

  it("leaves choices of a model to another chance in each repeat, and to a given seed when asked", async () => {
    const model = buffer({ size: 0.1, ties: "random" });
    const runs = await comparing({ orderings: [breadthFirst], repeats: 3, starts: "same", model });
    expect(new Set(runs.areas("breadth-first")).size).toBe(3); // one and the same order, judged with seeds 1, 2, 3
    const [{ order }] = runs.crawls;
    const areas = [1, 2, 3].map((seed) => judge(web, order, importance, { model, seed }).area);
    expect(runs.areas("breadth-first")).toEqual(areas);
    expect(runs.judge(undefined, { model }).areas("breadth-first")).toEqual(areas);
    const seeded = runs.judge(undefined, { seed: 2 });
    expect(seeded.areas("breadth-first")).toEqual([areas[1], areas[1], areas[1]]);
    expect(seeded.provenance).toMatchObject({ modelSeed: 2 });
  });

  it("keeps some of the crawls when asked", async () => {
    const runs = await comparing({ repeats: 2 });
    const some = runs.only(({ method }) => method.name === "random");
    expect(some.orderings).toEqual(["random"]);
    expect(some.areas("random")).toEqual(runs.areas("random"));
    expect(() => some.only(() => false)).toThrow(coded("option", "only() keeps none of the 2 crawls"));
  });

  it("tells how far an ordering is ahead of another, by pairs of crawls from the same start, with an interval", async () => {
    const runs = await comparing({ orderings: [breadthFirst, backlink, random], repeats: 4 });
    const [ahead, behind] = [runs.areas("backlink"), runs.areas("breadth-first")];
    expect(runs.difference("backlink", "breadth-first")).toEqual({
      ordering: "backlink, ties fifo",
      baseline: "breadth-first",
      crawled: undefined,
      moreStarts: 0,
      ...pairedDifference(ahead, behind, { interval: "t" }),
    });
    const choices = { level: 0.8, resamples: 500, seed: 9, interval: "percentile" } as const;
    expect(runs.difference("backlink", "breadth-first", { crawled: 0.2, ...choices })).toEqual({
      ordering: "backlink, ties fifo",
      baseline: "breadth-first",
      crawled: 0.2,
      moreStarts: expect.any(Number),
      ...pairedDifference(runs.performance("backlink", 0.2), runs.performance("breadth-first", 0.2), choices),
    });
    // The same crawls, judged otherwise, differ otherwise.
    const stopped = runs.judge(undefined, { model: stop() });
    expect(stopped.difference("random", "breadth-first")).toMatchObject(
      pairedDifference(stopped.areas("random"), stopped.areas("breadth-first"), { interval: "t" }),
    );
    expect(runs.difference("random", "random")).toMatchObject({
      mean: 0,
      low: 0,
      high: 0,
      pairs: 4,
      positive: 0,
      moreStarts: undefined,
    });
  });

  it("pairs crawls by their start and seed, whatever else was left out", async () => {
    const runs = await comparing({ repeats: 4 });
    const some = runs.only(({ method, repeat }) => (method.name === "random" ? repeat > 0 : repeat < 3));
    expect(some.difference("random", "breadth-first")).toMatchObject(
      pairedDifference(runs.areas("random").slice(1, 3), runs.areas("breadth-first").slice(1, 3), { interval: "t" }),
    );
    const single = runs.only(({ method, repeat }) => (method.name === "random" ? repeat > 1 : repeat < 3));
    expect(() => single.difference("random", "breadth-first")).toThrow(
      coded(
        "option",
        'a difference between "random" and "breadth-first" needs 2 pairs of crawls from the same start or more; found 1. Crawl more: compare(web, { ..., repeats: 20 })',
      ),
    );
    const fromOne = await comparing({ orderings: [breadthFirst, random], repeats: 4, starts: "same" });
    expect(() => fromOne.difference("random", "breadth-first")).toThrow(
      /^all 4 pairs of crawls begin at the same start, and an interval is one over start pages\. Draw them: .*, and from one page$/,
    );
    expect(() => runs.difference("random", "best")).toThrow(
      coded("option", 'no crawl by "best". There are: breadth-first; random'),
    );
    expect(() => runs.difference("random", "breadth-first", { crawled: 20 })).toThrow(
      coded("option", "crawled is a share of the pages, in [0, 1]; found 20"),
    );
    expect(() => runs.difference("random", "breadth-first", { at: 0.2 } as object)).toThrow(
      'difference has no option "at": it takes crawled, level, resamples, seed, interval, power',
    );
  });

  it("judges by the measures of focused crawling as by the models of the paper, references and all", async () => {
    const runs = await comparing({ orderings: [breadthFirst], repeats: 2, starts: "same" });
    const [{ order }] = runs.crawls;
    const { hot = 0, pages } = runs.judgement;
    for (const model of [harvest(), targetRecall(), precisionAt(40)]) {
      const judged = runs.judge(undefined, { model });
      const areas = [1, 2].map((seed) => judge(web, order, importance, { model, seed }).area);
      expect(judged.areas("breadth-first")).toEqual(areas);
      expect(judged.table()).toContain(`model ${model.label}`);
      const rows = judged.curveRows();
      expect(rows[0]).toMatchObject({ model: model.name, crawled: model.name === "harvest" ? 0.01 : 0 });
      const ideals = rows.filter(({ ordering: label }) => label === "ideal (closed form)");
      for (const { crawled, performance } of ideals.filter(({ crawled }) => crawled > 0)) {
        const visited = Math.round(crawled * pages);
        const best = { harvest: Math.min(visited, hot) / visited, precision: Math.min(visited, 40, hot) / 40 };
        const recall = Math.min(1, visited / Math.round(hot / 2));
        expect(performance).toBeCloseTo(model.name === "target-recall" ? recall : best[model.name as "harvest"], 12);
      }
    }
    // Repeats of one order differ in the target that their seeds draw, and in nothing else.
    expect(new Set(runs.judge(undefined, { model: targetRecall() }).areas("breadth-first")).size).toBe(2);
    expect(new Set(runs.judge(undefined, { model: harvest() }).areas("breadth-first")).size).toBe(1);
    expect(runs.judge(undefined, { model: precisionAt(40) }).performance("breadth-first", 1)[0]).toBe(
      runs.judge(undefined, { model: harvest() }).performance("breadth-first", 0.1)[0], // 40 of 400 pages
    );
  });

  it("judges by importance added up, of which NDCG is not told before the first page", async () => {
    const runs = await comparing({ orderings: [breadthFirst], importance: pageRankOf(), model: mass() });
    const [{ order }] = runs.crawls;
    for (const [model, first] of [
      [mass(), 0],
      [ndcg(), 0.01],
    ] as const) {
      const judged = runs.judge(undefined, { model });
      expect(judged.areas("breadth-first")).toEqual([judge(web, order, pageRankOf(), { model }).area]);
      for (const label of ["breadth-first", "random (closed form)", "ideal (closed form)"]) {
        const [row] = judged.curveRows().filter((each) => each.ordering === label);
        expect(row).toMatchObject({ model: model.name, crawled: first });
      }
    }
  });

  it("gives tidy rows: each ordering, repeat and hundredth of the pages once, shares in [0, 1]", async () => {
    const runs = await comparing({ repeats: 2, seed: 5 });
    const rows = runs.rows();
    expect(rows).toHaveLength(2 * 2 * 101);
    expect(new Set(rows.map((row) => `${row.ordering} ${row.repeat} ${row.crawled}`)).size).toBe(rows.length);
    const names = Object.keys(rows[0]);
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(names);
      expect(row.performance).toBeGreaterThanOrEqual(0);
      expect(row.performance).toBeLessThanOrEqual(1);
    }
    expect(rows[0]).toEqual({
      dataset: "grown-400",
      ordering: "breadth-first",
      importance: "backlinks",
      hotAt: 6,
      model: "threshold",
      repeat: 0,
      seed: 5,
      start: "page 0",
      crawled: 0,
      performance: 0,
    });
    expect(rows[100]).toMatchObject({ crawled: 1, performance: 1 });
  });

  it("holds the last value of a crawl that saw less than the whole: judged over the web, it never gets on", async () => {
    const parts = smallWeb(4, pairsOf("0,1 1,0 2,3"));
    const runs = await comparing(
      { orderings: [breadthFirst], over: "web", importance: backlinks({ hotAt: 1 }) },
      parts,
    );
    // Hot: 0, 1 and 3. Page 0 at a quarter of the pages, page 1 at half, and nothing after.
    expect([0, 0.25, 0.5, 0.75, 1].map((share) => runs.performance("breadth-first", share)[0])).toEqual(
      [0, 1, 2, 2, 2].map((found) => found / 3),
    );
  });

  it("gives the lines of a figure: median, bands where there are repeats, and both references", async () => {
    const runs = await comparing({ repeats: 3 });
    const rows = runs.curveRows();
    const lineOf = (label: string) => rows.filter((row) => row.ordering === label);
    expect([...new Set(rows.map((row) => row.ordering))]).toEqual([
      "breadth-first",
      "random",
      "random (closed form)",
      "ideal (closed form)",
    ]);
    for (const label of runs.orderings) {
      for (const [step, row] of lineOf(label).entries()) {
        const values = runs.performance(label, step / 100);
        expect(row).toMatchObject({ crawled: step / 100, performance: ofThree(values, 0.5) });
        expect(row.low).toBeCloseTo(ofThree(values, 0.05), 12);
        expect(row.high).toBeCloseTo(ofThree(values, 0.95), 12);
      }
    }
    const { hot = 0, pages } = runs.judgement;
    for (const [step, row] of lineOf("random (closed form)").entries()) {
      expect(row.performance).toBeCloseTo(step / 100, 12); // K/T, and 400 pages are whole hundredths
      expect(row.low).toBeUndefined();
      expect(lineOf("ideal (closed form)")[step].performance).toBeCloseTo(Math.min(1, (step * pages) / 100 / hot), 12);
    }
    expect(runs.curveRows({ references: false })).toEqual(rows.slice(0, 2 * 101));
    const parts = { references: false, crawls: true };
    expect(runs.curveRows(parts)).toEqual([...rows.slice(0, 2 * 101), ...runs.rows()]);
    const single = (await comparing()).curveRows(parts);
    expect(single).toHaveLength(2 * 101);
    expect(single.every((row) => !("low" in row) && !("high" in row))).toBe(true);
  });

  it("tells in its notes what was crawled, from where and how often", async () => {
    const parts = smallWeb(4, pairsOf("0,1 1,0 2,0"));
    const all = { orderings: [breadthFirst], importance: backlinks({ hotAt: 1 }) };
    expect((await comparing(all, parts)).notes()).toEqual([
      "2 reachable pages, 2 hot (100.0 %) and too few to tell anything, 2 out of reach",
      "one crawl each from page 0",
    ]);
    expect((await comparing({ ...all, over: "web", repeats: 2 }, parts)).notes()).toEqual([
      "4 pages, 2 hot (50.0 %) and too few to tell anything",
      "median of 2 crawls, from 2 start pages",
    ]);
    expect((await comparing({ ...all, repeats: 2, from: [0, 2] }, parts)).notes()[1]).toBe(
      "median of 2 crawls, from the same 2 start pages",
    );
    expect((await comparing({ ...all, repeats: 2, starts: "same" }, parts)).notes()[1]).toBe(
      "median of 2 crawls, from one start page",
    );
  });

  it("shows itself as a table, the warnings above it", async () => {
    const runs = await comparing({ orderings: [breadthFirst] });
    const [{ area, at10 }] = runs.summary();
    const { hot } = runs.judgement;
    const lines = runs.table().split("\n");
    expect(lines[0]).toBe(`grown-400: 400 pages judged, importance backlinks >= 6, ${hot} hot, model threshold`);
    expect(lines[1]).toMatch(/^ordering +median area +mean +at 10 % +at 20 % +at 40 % +at 60 % +at 80 %$/);
    expect(lines.at(-1)?.split(/ +/).slice(0, 4)).toEqual([
      "breadth-first",
      area.toFixed(3),
      area.toFixed(3),
      at10.toFixed(3),
    ]);
    expect(inspect(runs)).toBe(runs.table());
    const warned = new Comparison(runs.web, runs.crawls, runs.importance, ["Mind the gap."]);
    expect(warned.table().split("\n")[1]).toBe("Mind the gap.");
    expect(
      warned
        .judge(backlinks({ hotAt: 2 }))
        .table()
        .split("\n")[1],
    ).toBe("Mind the gap.");
    const repeated = await comparing({ repeats: 3 });
    const [{ low, high }] = repeated.summary();
    expect(repeated.table()).toContain("  90 % of repeats  ");
    expect(repeated.table()).toContain(`  ${low.toFixed(3)} - ${high.toFixed(3)}  `);
    const [{ ordering: first, area: median }] = repeated.summary();
    const shown = repeated
      .table()
      .split("\n")
      .find((line) => line.startsWith(first));
    expect(shown?.split(/ {2,}/).slice(1, 3)).toEqual(
      [median, mean(repeated.areas(first))].map((each) => each.toFixed(3)),
    );
  });

  it("tells of hot pages where the model asks for them only, and of the whole order where it is ranked", async () => {
    const runs = await comparing({ orderings: [breadthFirst] });
    const head = (model: CrawlModel) => runs.judge(undefined, { model }).table().split("\n").slice(0, 2);
    expect(head(mass())[0]).toBe("grown-400: 400 pages judged, importance backlinks, model mass");
    expect(head(stop())[0]).toBe("grown-400: 400 pages judged, importance backlinks, model stop");
    expect(head(mass())[1]).toMatch(/at 80 %$/);
    expect(head(ndcg())[1]).toMatch(/at 80 % +at 100 %$/);
    const ranked = runs.judge(undefined, { model: ndcg() });
    const [whole] = ranked.performance("breadth-first", 1);
    expect(ranked.table().endsWith(`  ${whole.toFixed(3)}`)).toBe(true);
    expect(ranked.notes()[0]).toBe("400 reachable pages");
  });

  it("states its provenance: all that the numbers depend on, no time, equal for equal runs", async () => {
    const own = ordering("own", (page, _seen) => -page, { uses: { k: 1 } });
    const options = { orderings: [backlink({ ties: "lifo" }), own], repeats: 2 };
    const [one, other] = [await comparing(options), await comparing(options)];
    expect(other.provenance).toEqual(one.provenance);
    expect(other.rows()).toEqual(one.rows());
    expect(JSON.parse(JSON.stringify(one.provenance))).toEqual({
      crawlbench: JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")).version,
      engine: 3,
      dataset: {
        name: "grown-400",
        sha256: "grown 400 3 2",
        pages: 400,
        links: web.graph.links,
        linksInSource: web.graph.links,
      },
      orderings: [
        {
          label: "backlink, ties lifo",
          source: "Cho et al. 1998, section 6, Figure 2 (2)",
          options: { ties: "lifo", reorderEvery: 1 },
        },
        {
          label: "own, ties fifo",
          source: "the user's own",
          options: { ties: "fifo", reorderEvery: 1, rescore: "linked", uses: { k: 1 } },
          code: "(page, _seen) => -page",
        },
      ],
      importance: { label: "backlinks", source: "Cho et al. 1998, section 2, IB(P)", hotAt: 6 },
      model: "threshold",
      over: "reachable",
      crawls: one.crawls.filter((_, i) => i % 2 === 0).map(({ repeat, seed, from }) => ({ repeat, seed, from })),
    });
  });

  it("states what an ordering of one's own uses as the cache has it, where JSON would drop it or stop", async () => {
    const uses = { large: 3n, ranks: new Map([["a", 1]]), double: (page: number) => 2 * page };
    const { provenance } = await comparing({ orderings: [ordering("own", (page, _seen) => -page, { uses })] });
    expect(JSON.parse(JSON.stringify(provenance.orderings[0].options))).toMatchObject({
      uses: { large: "bigint 3", ranks: { map: [["a", 1]] }, double: "function (page) => 2 * page" },
    });
  });

  it("saves every point as csv, and summary, rows and provenance as json", async () => {
    const runs = await comparing();
    const folder = temporaryFolder();
    await runs.save(join(folder, "runs.csv"));
    const lines = readFileSync(join(folder, "runs.csv"), "utf8").split("\n");
    expect(lines[0]).toBe("dataset,ordering,importance,hotAt,model,repeat,seed,start,crawled,performance");
    expect(lines[101]).toBe("grown-400,breadth-first,backlinks,6,threshold,0,1,page 0,1,1");
    expect(lines).toHaveLength(1 + 2 * 101 + 1);
    await runs.save(join(folder, "runs.json"));
    expect(JSON.parse(readFileSync(join(folder, "runs.json"), "utf8"))).toEqual({
      summary: runs.summary(),
      provenance: JSON.parse(JSON.stringify(runs.provenance)),
      rows: runs.rows(),
    });
    await expect(runs.save(join(folder, "runs.xlsx"))).rejects.toThrow(
      coded("option", `save: expected a path ending in .csv, .json, .parquet, found "${join(folder, "runs.xlsx")}"`),
    );
  });

  it("is a danfo frame when asked, with the same values", async () => {
    const runs = await comparing();
    const frame = await runs.frame();
    expect(frame.columns).toEqual(Object.keys(runs.summary()[0]));
    expect(frame.values).toEqual(runs.summary().map((line) => Object.values(line)));
    const all = await runs.frame("all");
    expect(all.shape).toEqual([2 * 101, 10]);
    expect(all.values).toEqual(runs.rows().map((row) => Object.values(row)));
  });
});

describe("latex", () => {
  it("is a tabular of the summary, and with a baseline tells how far each ordering is ahead of it", async () => {
    const runs = await comparing({ orderings: [breadthFirst, backlink], repeats: 4 });
    const lines = runs.latex({ baseline: "breadth-first" }).split("\n");
    expect(lines[0]).toBe("\\begin{tabular}{lrrrrrrrrr}");
    expect(lines[1]).toMatch(/^ordering & median area & mean & 90 \\% of repeats & .* & ahead of breadth-first \\\\$/);
    expect(lines[3]).toMatch(/^breadth-first & .* & - \\\\$/);
    const { mean: ahead } = runs.difference("backlink", "breadth-first");
    expect(lines[4]).toContain(`& ${ahead.toFixed(3)} (`);
    expect(runs.latex()).not.toContain("ahead");
    expect(() => runs.latex({ baseline: "opic" })).toThrow('no crawl by "opic"');
    expect(() => runs.latex({ base: "opic" } as object)).toThrow('latex has no option "base": it takes baseline');
  });
});
