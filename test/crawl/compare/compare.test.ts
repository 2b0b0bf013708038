import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Strings } from "../../../src/base/strings.js";
import { compare } from "../../../src/crawl/compare/compare.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { locationOf } from "../../../src/crawl/importance/location-of.js";
import { relevance } from "../../../src/crawl/importance/relevance.js";
import { judge } from "../../../src/crawl/judge.js";
import { stop } from "../../../src/crawl/model/stop.js";
import { replay } from "../../../src/crawl/replay.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import { ideal } from "../../../src/ordering/ideal.js";
import { location } from "../../../src/ordering/location.js";
import { type OrderingMethod, ourOrdering } from "../../../src/ordering/ordering.js";
import { pageRank } from "../../../src/ordering/page-rank.js";
import { random } from "../../../src/ordering/random.js";
import { similarity } from "../../../src/ordering/similarity.js";
import { campus } from "../../../src/web/campus/campus.js";
import type { Web } from "../../../src/web/web.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { filesOf, temporaryFolder } from "../pool/temporary.js";
import { grownWeb, smallWeb } from "../small-web.js";

const web = grownWeb(400, 3, 2);
const importance = backlinks({ hotAt: 6 });
const orderings = [breadthFirst, backlink, pageRank({ accuracy: 0.01 })];

const withUrls = (small: Web<"links">): Web<"links" | "urls"> => ({
  ...small,
  capabilities: ["links", "urls"],
  urls: Strings.from(
    Array.from({ length: small.graph.size }, (_, page) => `http://a.example/${"d/".repeat(page % 4)}${page}`),
  ),
});

describe("compare", () => {
  it("crawls every ordering from the same start with the same seed, in the order given", async () => {
    const runs = await compare(web, { orderings: [...orderings, random], importance, cache: false, seed: 3 });
    expect(runs.orderings).toEqual([
      "breadth-first",
      "backlink, ties fifo",
      "page-rank, accuracy 0.01, ties fifo",
      "random",
    ]);
    for (const { method, from, seed, repeat, order } of runs.crawls) {
      expect({ from, seed, repeat }).toEqual({ from: [0], seed: 3, repeat: 0 });
      expect(order).toEqual(replay(web, method, { seed: 3 }));
    }
  });

  it("asks for a threshold before it crawls, where the model has hot pages", async () => {
    let crawled = 0;
    const counted = ordering("counted", () => crawled++);
    await expect(compare(web, { orderings: [counted], importance: backlinks(), cache: false })).rejects.toThrow(
      /^model threshold needs a threshold: give the importance one, as backlinks\(\{ hotAt: 100 \}\) has it/,
    );
    expect(crawled).toBe(0);
  });

  it("refuses an ordering that crawls nothing, as Figure 4 does by the letter", async () => {
    const printed = similarity("computer", { rule: "figure4", ends: "one-empty" });
    await expect(
      compare(campus({ pages: 100 }), {
        orderings: [breadthFirst, printed],
        importance: relevance("computer"),
        cache: false,
      }),
    ).rejects.toThrow(/^similarity figure4, .* crawled no page of campus-100: there is nothing to compare$/);
  });

  it("hears the signal while terms are counted", async () => {
    const stopping = new AbortController();
    const told: number[] = [];
    const counting = compare(campus({ pages: 3000 }), {
      orderings: [breadthFirst],
      importance: relevance("computer"),
      cache: false,
      signal: stopping.signal,
      onProgress: ({ task, done }) => {
        if (task.startsWith("count terms")) told.push(done);
        if (done >= 512) stopping.abort();
      },
    });
    await expect(counting).rejects.toThrow(/^counting the terms of campus-3k was stopped after 1024 of 3000 pages$/);
    expect(told).toEqual([0, 512]); // counted in steps of 512
  });

  it("starts from pages named by number or URL, several for one crawl", async () => {
    const named = withUrls(web);
    const startsOf = async (from: number | string | (number | string)[]) =>
      (await compare(named, { orderings: [breadthFirst], importance, from, cache: false })).crawls[0].from;
    expect(await startsOf(7)).toEqual([7]);
    expect(await startsOf("http://a.example/d/5")).toEqual([5]);
    expect(await startsOf([9, "http://a.example/d/5"])).toEqual([9, 5]);
    expect(await startsOf([])).toEqual([0]);
    await expect(startsOf(400)).rejects.toThrow(coded("no-page"));
    await expect(startsOf("http://a.example/none")).rejects.toThrow(/has no page http:\/\/a\.example\/none/);
  });

  it("repeats crawls from drawn pages with other seeds, or from the same page when asked", async () => {
    const drawn = await compare(web, { orderings: [random, backlink], importance, repeats: 4, cache: false });
    const starts = drawn.crawls.map(({ from }) => from[0]);
    expect(drawn.crawls.map(({ repeat }) => repeat)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(drawn.crawls.map(({ seed }) => seed)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    expect(starts[0]).toBe(0);
    expect(new Set(starts).size).toBe(4);
    // both orderings of a repeat share their start
    for (let i = 0; i < 8; i += 2) expect(starts[i]).toBe(starts[i + 1]);

    const same = await compare(web, { orderings: [random], importance, repeats: 3, starts: "same", cache: false });
    expect(same.crawls.map(({ from }) => from)).toEqual([[0], [0], [0]]);
    expect(same.crawls[1].order).not.toEqual(same.crawls[0].order);
    const again = await compare(web, { orderings: [random], importance, repeats: 3, starts: "same", cache: false });
    expect(again.crawls.map(({ order }) => order)).toEqual(same.crawls.map(({ order }) => order));
  });

  it("uses drawn pages again, with other seeds, where there are fewer than repeats", async () => {
    // 0 -> 1 <-> 2 is all there is to draw from.
    const small = smallWeb(3, pairsOf("0,1 1,2 2,1"));
    const runs = await compare(small, {
      orderings: [random],
      importance: backlinks({ hotAt: 1 }),
      repeats: 5,
      cache: false,
    });
    const starts = runs.crawls.map(({ from }) => from[0]);
    expect(starts.slice(0, 3).toSorted()).toEqual([0, 1, 2]);
    expect(starts.slice(3)).toEqual(starts.slice(0, 2));
    expect(runs.crawls.map(({ seed }) => seed)).toEqual([1, 2, 3, 4, 5]);
  });

  it("shows an offline bound the importance that the crawl is judged by, so that none does better", async () => {
    const runs = await compare(web, { orderings: [...orderings, ideal], importance, cache: false });
    const areas = runs.orderings.map((label) => runs.areas(label)[0]);
    expect(Math.max(...areas)).toBe(areas[3]);
  });

  it("passes model, whole and seed on to the judge", async () => {
    const runs = await compare(web, {
      orderings: [backlink],
      importance: backlinks(),
      model: stop(),
      over: "web",
      cache: false,
    });
    const { area } = judge(web, replay(web, backlink), backlinks(), { model: stop(), over: "web" });
    expect(runs.areas("backlink")).toEqual([area]);
    expect(runs.provenance).toMatchObject({ model: "stop", over: "web" });
  });

  it("refuses two orderings of one label, none, and a number of repeats that is none", async () => {
    const comparing = (more: { orderings?: OrderingMethod<"links">[]; repeats?: number }) =>
      compare(web, { orderings, importance, cache: false, ...more });
    await expect(comparing({ orderings: [backlink, breadthFirst, backlink({ ties: "fifo" })] })).rejects.toThrow(
      coded("crawl", 'two orderings are called "backlink, ties fifo": give them different names or choices'),
    );
    await expect(comparing({ orderings: [] })).rejects.toThrow(coded("crawl"));
    for (const repeats of [0, 1.5, -1, Number.NaN, 10_001, 1e8]) {
      await expect(comparing({ repeats })).rejects.toThrow(
        coded("option", `repeats is a whole number of crawls, 1 to 10000; found ${repeats}`),
      );
    }
  });

  it("refuses an ordering or importance that reads what the web does not carry, in the editor and when run", async () => {
    const readsUrls = ordering("short", (page, seen) => -seen.url(page).length, { needs: ["urls"] });
    for (const attempt of [
      // @ts-expect-error a web of links has no URLs to order by
      () => compare(web, { orderings: [location], importance, cache: false }),
      // @ts-expect-error nor has a user's ordering that needs them
      () => compare(web, { orderings: [breadthFirst, readsUrls], importance, cache: false }),
      // @ts-expect-error nor an importance
      () => compare(web, { orderings, importance: locationOf({ hotAt: 0 }), cache: false }),
    ]) {
      await expect(attempt()).rejects.toThrow(coded("lacks"));
      await expect(attempt()).rejects.toThrow(/needs urls; grown-400 has links only/);
    }
    // On a web with URLs the same lines are right.
    const runs = await compare(withUrls(web), {
      orderings: [location({ fewerSlashes: true }), readsUrls, breadthFirst],
      importance: locationOf({ fewerSlashes: true, hotAt: -3 }),
      cache: false,
    });
    expect(runs.orderings).toEqual(["location, fewer slashes true, ties fifo", "short, ties fifo", "breadth-first"]);
    // @ts-expect-error an option that is misspelt
    void ((): unknown => compare(web, { ordering: [breadthFirst], importance }));
  });

  it("warns of an ordering that ends before the others do, whose area is over fewer pages", async () => {
    const early: OrderingMethod<"links"> = {
      ...breadthFirst,
      label: "early",
      create(context) {
        const whole = breadthFirst.create(context);
        let left = 10;
        return { discover: (...found) => whole.discover(...found), next: () => (left-- > 0 ? whole.next() : -1) };
      },
    };
    const warnings = async (repeats: number, ...compared: OrderingMethod<"links">[]) =>
      (await compare(web, { orderings: compared, importance, cache: false, repeats })).warnings;
    const told =
      "early ended after 10 of 400 pages: its area is a mean over fewer pages, and says nothing beside the others'";
    expect(await warnings(2, breadthFirst, early)).toEqual([told]);
    expect(await warnings(1, breadthFirst, backlink)).toEqual([]);
  });

  it("warns of a start that reaches little", async () => {
    const long: [number, number][] = Array.from({ length: 97 }, (_, i) => [3 + i, 3 + ((i + 1) % 97)]);
    const parts = smallWeb(100, [[0, 1], [1, 2], ...long]);
    const all = { orderings: [breadthFirst], importance: backlinks({ hotAt: 1 }), cache: false } as const;
    const few = "Start page 0 reaches 3 % of small (3 of 100 pages)";
    expect((await compare(parts, all)).warnings[0]).toBe(`${few}. All are reached from: [0, 3] (--start 0 --start 3)`);
    expect((await compare(parts, { ...all, from: [0, 3] })).warnings).toEqual([]);
    const short = await compare(parts, { ...all, from: 0 });
    expect(short.warnings).toEqual([
      `${few}: curves will be short. Better starts: page 3 (97 %)`,
      expect.stringMatching(/^2 of 3 pages are hot: too few/), // pages 1 and 2 have a backlink
    ]);
    expect(short.table().split("\n")[1]).toBe(short.warnings[0]);
    expect((await compare(parts, { ...all, from: 3 })).warnings).toEqual([]);
  });
});

describe("the cache of compare", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("keeps crawls in the folder given, or in CRAWLBENCH_CACHE, and takes them from there", async () => {
    const folder = temporaryFolder();
    vi.stubEnv("CRAWLBENCH_CACHE", join(folder, "default"));
    let created = 0;
    const counted = ourOrdering({
      ...breadthFirst,
      create(context) {
        created++;
        return breadthFirst.create(context);
      },
    });
    for (const [cache, crawls, files] of [
      [false, 1, 0],
      [true, 2, 1],
      [true, 2, 1],
      [undefined, 2, 1],
      [join(folder, "given"), 3, 2],
      [join(folder, "given"), 3, 2],
    ] as const) {
      const runs = await compare(web, { orderings: [counted], importance, ...(cache !== undefined && { cache }) });
      expect(runs.crawls[0].order).toEqual(replay(web, breadthFirst));
      expect({ cache, created, files: filesOf(folder).length }).toEqual({ cache, created: crawls, files });
    }
  });

  it("does not crawl again for another importance or threshold", async () => {
    const cache = temporaryFolder();
    await compare(web, { orderings, importance, cache });
    const again = await compare(web, { orderings, importance: backlinks({ hotAt: 2 }), cache });
    expect(again.crawls.map(({ ms }) => ms)).toEqual([0, 0, 0]); // 0 is what a stored crawl takes
  });
});
