import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Comparison } from "../../src/crawl/compare/comparison.js";
import { explain } from "../../src/crawl/explain/explain.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { judge } from "../../src/crawl/judge.js";
import { stop } from "../../src/crawl/model/stop.js";
import { replay } from "../../src/crawl/replay.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import type { OrderingMethod } from "../../src/ordering/ordering.js";
import { random } from "../../src/ordering/random.js";
import { type Film, framesOf } from "../../src/player/film.js";
import { filmOf } from "../../src/player/film-of.js";
import { scenes } from "../../src/player/page/scenes.js";
import { campus } from "../../src/web/campus/campus.js";
import { linksOf } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";
import { anyWeb } from "../fixture/webs.js";
import { filmByHand } from "./film-by-hand.js";

const importance = backlinks({ hotAt: 2 });
const methods: readonly OrderingMethod[] = [breadthFirst, backlink, random];

const runsOf = (web: Web, repeats = 1) =>
  new Comparison(
    web,
    Array.from({ length: repeats }, (_, repeat) =>
      methods.map((method) => ({
        method,
        repeat,
        seed: 1 + repeat,
        from: [web.start],
        order: replay(web, method, { seed: 1 + repeat }),
        ms: 0,
      })),
    ).flat(),
    importance,
  );

const pageOf = (web: Web, { names }: Film, cell: number) => web.urls?.indexOf(names[cell]) as number;

describe("a film", () => {
  it("shows at every frame what judge, and a plain count of who waits, say of the crawl so far", () => {
    fc.assert(
      fc.property(anyWeb(20), (web) => {
        const runs = runsOf(web);
        const film = filmOf(runs);
        const shown = scenes(film);
        expect(shown.frames).toBe(framesOf(film));
        runs.crawls.forEach(({ order }, crawl) => {
          const { curve } = judge(web, order, importance);
          const seen = new Set([web.start]);
          expect(shown.at(crawl, 0)).toEqual({
            crawled: 0,
            found: 0,
            waiting: 1,
            performance: 0,
            last: -1,
            crowd: undefined,
          });
          order.forEach((page, k) => {
            for (const to of linksOf(web.graph, page)) seen.add(to);
            const scene = shown.at(crawl, k + 1);
            expect(scene.crawled).toBe(k + 1);
            expect(scene.performance).toBe(Math.fround(curve[k]));
            expect(scene.waiting).toBe(seen.size - k - 1);
            expect(pageOf(web, film, scene.last)).toBe(page);
            expect(scene.found).toBe(
              [...order.subarray(0, k + 1)].filter((each) => explain(runs, runs.crawls[crawl].method.label, each).hot)
                .length,
            );
          });
        });
      }),
      { numRuns: 30 },
    );
  });

  it("gives the reasons that explain gives", () => {
    const web = campus({ pages: 300 });
    const runs = runsOf(web);
    const film = filmOf(runs);
    const { reasons } = scenes(film);
    for (let cell = 0; cell < film.names.length; cell += 7) {
      for (const { crawl, crawled, discovered, parent, terms } of reasons(cell)) {
        const { facts } = explain(runs, film.crawls[crawl].label, film.names[cell], { rivals: 0 });
        expect({ crawled, discovered }).toEqual({ crawled: facts.crawled, discovered: facts.discovered });
        expect(film.names[parent]).toBe(facts.path.at(-1));
        expect(terms).toEqual(facts.terms.map(({ name, value }) => ({ name, value: Math.fround(value) })));
        expect(film.worth[cell]).toBe(facts.value);
      }
    }
  });

  it("shows where the last pages lie: in the group that a plain count finds", () => {
    const web = campus({ pages: 1000 });
    const film = filmOf(runsOf(web));
    const shown = scenes(film);
    const recent = Math.ceil(film.length / 10); // a tenth of the crawl, no more than 100 pages
    for (const frame of [1, 57, 250, 700]) {
      const { crawled, crowd } = shown.at(1, frame);
      const { position } = film.crawls[1];
      const counts = new Map<number, number>();
      for (let cell = 0; cell < position.length; cell++) {
        if (position[cell] > crawled || position[cell] <= crawled - recent) continue;
        const group = film.groups.findLastIndex(({ first }) => first <= cell);
        counts.set(group, (counts.get(group) ?? 0) + 1);
      }
      expect(crowd?.of).toBe(Math.min(recent, crawled));
      expect(crowd?.pages).toBe(Math.max(...counts.values()));
      expect(counts.get(crowd?.group as number)).toBe(crowd?.pages);
    }
  });

  it("tells where the last tenth of its pages lies, of no fewer than 10 pages and no more than 100", () => {
    const lookedBack = [20, 150, 405, 1_000, 5_000].map((size) => {
      const position = Uint32Array.from({ length: size }, (_, cell) => cell + 1);
      const crawls = filmByHand.crawls.map((crawl) => ({ ...crawl, crawled: size, position }));
      const film = { ...filmByHand, length: size, names: new Array<string>(size).fill(""), crawls };
      return scenes(film).at(0, size).crowd?.of;
    });
    expect(lookedBack).toEqual([10, 15, 41, 100, 100]);
  });

  it("of a large web holds every hot page and a regular sample, and its numbers stay those of the whole", () => {
    const web = campus({ pages: 1000 });
    const runs = runsOf(web).judge(backlinks({ hotAt: 20 }));
    const whole = filmOf(runs);
    const film = filmOf(runs, { pages: 200 });
    const hot = (each: Film) => each.names.filter((_, cell) => each.hot[cell] === 1).sort();
    expect(film.names).toHaveLength(200);
    expect(hot(film)).toEqual(hot(whole));
    expect(film.pages).toBe(whole.pages);
    expect(film.crawls.map(({ found, waiting, performance }) => ({ found, waiting, performance }))).toEqual(
      whole.crawls.map(({ found, waiting, performance }) => ({ found, waiting, performance })),
    );
    const rest = film.names
      .flatMap((name, cell) => (film.hot[cell] === 1 ? [] : [web.urls?.indexOf(name) as number]))
      .sort((a, b) => a - b);
    const gaps = rest.slice(1).map((page, index) => page - rest[index]);
    expect(Math.max(...gaps)).toBeLessThan(5 * (1000 / rest.length)); // no stretch of the web is left out
    expect(filmOf(runs, { pages: 3 }).names).toHaveLength(3);
    const parents = scenes(film)
      .reasons(199)
      .map(({ parent }) => parent);
    for (const parent of parents) expect(parent).toBeLessThan(200);
  });

  it("has the P of another model, and no hot pages where there is no threshold", () => {
    const web = campus({ pages: 300 });
    const runs = runsOf(web).judge(backlinks(), { model: stop() });
    const film = filmOf(runs);
    const { order } = runs.crawls[1];
    const { curve } = judge(web, order, backlinks(), { model: stop() });
    expect(film.crawls[1].performance[100]).toBe(Math.fround(curve[99]));
    expect([film.hotPages, film.hot.includes(1)]).toEqual([undefined, false]);
  });

  it("is of one repeat, and says when there is none of that number", () => {
    const web = campus({ pages: 300 });
    const runs = runsOf(web, 2);
    const film = filmOf(runs, { repeat: 1 });
    expect(film.crawls.map(({ label }) => label)).toEqual(runs.orderings);
    const { order } = runs.crawls[5]; // random, second time
    expect(scenes(film).at(2, 50).last).toBe(film.names.indexOf(web.urls?.at(order[49]) as string));
    expect(() => filmOf(runs, { repeat: 2 })).toThrow("no crawl has repeat 2; there are 6 crawls");
  });

  it("finds a page by a part of its name, the whole name first, and picks one that the crawls disagree on", () => {
    const web = campus({ pages: 300 });
    const film = filmOf(runsOf(web));
    const { find, mostContested } = scenes(film);
    expect(film.names[find("HTTP://www.campus.example/")]).toBe("http://www.campus.example/");
    expect(film.titles?.[find((film.titles?.[5] ?? "").toUpperCase())]).toBe(film.titles?.[5]);
    expect([find("no such page"), find("  ")]).toEqual([-1, -1]);
    const turns = (cell: number) => film.crawls.map(({ position }) => position[cell]);
    const spread = (cell: number) => Math.max(...turns(cell)) - Math.min(...turns(cell));
    const hot = film.names.flatMap((_, cell) => (film.hot[cell] === 1 ? [spread(cell)] : []));
    expect(film.hot[mostContested()]).toBe(1);
    expect(spread(mostContested())).toBe(Math.max(...hot));
  });

  it("counts a page that a crawl never came to as crawled a turn after its last", () => {
    // closed form: of ten turns, the first page is 9 apart; the second 10 with a turn 11, and as far as the first with 10
    const film = filmOf(runsOf(campus({ pages: 300 })));
    const contested = (...turns: [number, number][]) =>
      scenes({
        ...film,
        length: 10,
        names: turns.map((_, cell) => `${cell}`),
        hot: new Uint8Array(turns.length),
        groups: film.groups.slice(0, 1),
        crawls: [0, 1].map((crawl) => ({
          ...film.crawls[crawl],
          position: Uint32Array.from(turns, (of) => of[crawl]),
        })),
      }).mostContested();
    const never = 0xffffffff;
    expect(contested([1, 10], [1, never])).toBe(1);
    expect(contested([1, 10], [2, never])).toBe(0);
  });
});
