import { describe, expect, it } from "vitest";
import type { Film } from "../../src/player/film.js";
import { html } from "../../src/player/page/html.js";
import { filmByHand } from "./film-by-hand.js";

const pageOf = (film: Film) =>
  html({ film, title: "t", packed: "packed", stylesheet: "", script: "script", scriptDigest: "sha256-x" });
const change = (film: Partial<Film>) => pageOf({ ...filmByHand, ...film });
const about = (film: Partial<Film>) => /<p class="about web">(.*?)<\/p>/.exec(change(film))?.[1];

describe("the page of a player, before its script runs", () => {
  it("says what is played: how many pages, which are hot, by which model, and what a cell is", () => {
    const one = [{ name: "h", first: 0 }];
    expect(about({ groups: one })).toBe(
      "4 pages, crawled from http://h/0. 2 of them are hot: backlinks of 3 or more. " +
        "P, from 0 to 1, says how well a crawl has done so far: the higher, the better (model: P_ST, threshold). A cell is a page.",
    );
    expect(about({ hotPages: 1 })).toContain(" 1 of them is hot: ");
    expect(about({ hotPages: 0 })).toContain(" 0 of them are hot: ");
    expect(about({ hotAt: undefined, hotPages: undefined })).not.toContain("hot");
  });

  it("says of groups, of a sample and of long steps where there are any", () => {
    expect(about({})).toMatch(/ A cell is a page\. Cells beside each other .* thin lines part 2 groups, .*\.$/);
    const sampled = "The maps show 4 pages: the hot ones, and a regular sample of the others.";
    expect(about({ pages: 5 })).toContain(sampled);
    expect(about({ pages: 4 })).not.toContain("sample");
    expect(about({ stride: 2_000 })).toMatch(/ A step is 2,000 pages\.$/);
    expect(about({ stride: 1 })).not.toContain("step");
  });

  it("explains the signs of hot pages, and lists them, where a threshold makes some hot", () => {
    const signs = (page: string) => [...page.matchAll(/<li><i class="(\w+[^"]*)".*?<\/i> (.*?)<\/li>/g)];
    const of = (page: string) => signs(page).map(([, , meaning]) => meaning);
    expect(of(pageOf(filmByHand))).toContain("hot (backlinks of 3 or more), not crawled yet");
    expect(of(change({ hotAt: undefined, hotPages: undefined })).join()).not.toContain("hot");
    const table = (page: string) => /<section class="card whole hot"[^>]*>/.exec(page)?.[0];
    expect(table(pageOf(filmByHand))).not.toContain("hidden");
    expect(table(change({ hot: new Uint8Array(4) }))).toContain("hidden");
  });

  it("has a map, a line and a column for each crawl, side by side, four of them in two rows", () => {
    for (const [crawls, beside] of [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 2],
      [5, 3],
    ]) {
      const all = Array.from({ length: crawls }, (_, i) => ({ ...filmByHand.crawls[0], label: `crawl ${i},` }));
      const page = change({ crawls: all });
      expect([...page.matchAll(/<canvas id="cells-(\d+)">/g)].map(([, crawl]) => Number(crawl))).toEqual([
        ...all.keys(),
      ]);
      expect(page).toContain(`class="maps" style="--maps: ${beside}"`);
      for (const [i] of all.entries()) expect(page.split(`crawl ${i},`)).toHaveLength(4); // map, line, column
    }
  });

  it("plays all in half a minute unless another time is chosen, and names half and all of the crawl on its axis", () => {
    const page = change({ length: 3_001 });
    const times = [...page.matchAll(/<option value="(\d+)"( selected)?>(\d+) (s|min)<\/option>/g)];
    expect(times.length).toBeGreaterThan(1);
    for (const [, seconds, , number, unit] of times)
      expect(Number(seconds)).toBe(Number(number) * (unit === "min" ? 60 : 1));
    expect(times.filter(([, , chosen]) => chosen).map(([, seconds]) => seconds)).toEqual(["30"]);
    expect(page).toContain("<span>0</span><span>1,501</span><span>3,001 pages</span>");
  });
});
