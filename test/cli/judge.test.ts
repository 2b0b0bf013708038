import { describe, expect, it } from "vitest";
import { fewHotWarning } from "../../src/crawl/few-hot.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { judge as judgeOrder } from "../../src/crawl/judge.js";
import { mass } from "../../src/crawl/model/mass.js";
import type { Web } from "../../src/web/web.js";
import { smallWeb } from "../crawl/small-web.js";
import { pairsOf } from "../fixture/pairs.js";
import { Desk, FEW_HOT } from "./command.js";
import { backlinksWithin, first, literalCrawl, randomEdges, targetsOf } from "./literal.js";

const desk = new Desk();

interface Judged {
  readonly area: number;
  readonly curve: readonly { visited: number; crawled: number; performance: number; ideal: number; random: number }[];
  readonly [name: string]: unknown;
}

function writeOrder(name: string, pages: readonly number[]): string {
  const bytes = Buffer.alloc(4 * pages.length);
  pages.forEach((page, index) => {
    bytes.writeUInt32LE(page, 4 * index);
  });
  return desk.write(name, bytes);
}

const judging =
  (told: RegExp | undefined) =>
  (file: string, order: readonly number[], ...args: string[]) =>
    desk.json<Judged>(["judge", file, "--order", writeOrder("order.u32", order), ...args], told && { told });

/** Where fewer than 20 pages are hot, as in most of these webs; where none is; and where that is no question. */
const judge = judging(FEW_HOT);
const judgeCold = judging(
  /^No page is hot: none reaches [\d.]+\. There is nothing to find, so no P and no area\. .*\n$/,
);
const judgeWell = judging(undefined);
const performance = ({ curve }: Judged) => curve.map((point) => point.performance);

// 5 -> 9, 2; 9 -> 2; 2 -> 100; 100 -> 5; a repeat, a self-link, and a page 77 that 5 does not reach. Backlinks: 2 has
// two, the others one.
desk.write("few.txt", "5 9\n5 2\n9 2\n2 100\n100 5\n2 2\n5 9\n77 9\n");
const order = [5, 9, 2, 100];

describe("crawlbench judge", () => {
  it("gives the hot pages found, their area and the closed forms under threshold", async () => {
    const json = await judge("few.txt", order, "--importance", "backlinks", "--hot", "2");
    expect(json).toEqual({
      web: "few",
      pages: 4,
      visited: 4,
      unreachable: 1,
      importance: "backlinks",
      hotAt: 2,
      hot: 1, // page 2 alone: the link from 77 does not count
      model: "threshold",
      area: 0.5, // (0 + 0 + 1 + 1) / 4
      curve: [
        { visited: 1, crawled: 0.25, performance: 0, ideal: 1, random: 0.25 },
        { visited: 2, crawled: 0.5, performance: 0, ideal: 1, random: 0.5 },
        { visited: 3, crawled: 0.75, performance: 1, ideal: 1, random: 0.75 },
        { visited: 4, crawled: 1, performance: 1, ideal: 1, random: 1 },
      ],
    });
    expect((await judge("few.txt", order, "--hot", "1")).area).toBe(0.625); // (1 + 2 + 3 + 4) / 16
  });

  it("counts all pages and their links over the web, repeats and self-links when they are kept", async () => {
    // over the web 9 has a second backlink, from 77: hot are 9 and 2 of five pages
    const web = await judge("few.txt", order, "--hot", "2", "--over", "web");
    expect([web.pages, web.unreachable, web.hot, web.area]).toEqual([5, 0, 2, 0.625]); // (0 + 1/2 + 1 + 1) / 4
    // with repeats 9 has two of its own; with self-links 2 has three
    const repeats = await judge("few.txt", order, "--hot", "2", "--duplicates", "keep");
    expect([repeats.pages, repeats.hot, repeats.area]).toEqual([4, 2, 0.625]);
    expect((await judge("few.txt", order, "--hot", "3", "--self-links", "keep")).hot).toBe(1);
    expect((await judgeCold("few.txt", order, "--hot", "3")).hot).toBe(0);
  });

  it("gives the share of the top K under stop, all that tie with the last of them included", async () => {
    // K = 1: the top page is 2, crawled is 5. K = 2 and more: R_K has one backlink, as all pages have at least
    const json = await judgeWell("few.txt", order, "--model", "stop");
    expect(performance(json)).toEqual([0, 1, 1, 1]);
    expect(json.area).toBe(0.75);
    expect(json).not.toHaveProperty("hot");
  });

  it("gives the hot pages in a buffer of two", async () => {
    // kept after each page: {5}; {5, 9}; {9, 2} (5 has no link seen); {2, 100} (9 and 100 have one each, 9 is older)
    const json = await judge("few.txt", order, "--model", "buffer", "--buffer", "2", "--hot", "2");
    expect(performance(json)).toEqual([0, 0, 0.5, 0.5]);
    expect([json.area, json.model]).toEqual([0.25, "buffer 2, flush by backlinks"]);
    expect(json.curve.map(({ ideal }) => ideal)).toEqual([0.5, 0.5, 0.5, 0.5]); // min(H, B) / B
  });

  it("gives no area where no page is hot, and says why in its warnings, too", async () => {
    const cold = await judgeCold("few.txt", order, "--hot", "9");
    expect([cold.area, cold.hot, performance(cold), cold.curve.map(({ ideal, random }) => ideal ?? random)]).toEqual([
      null,
      0,
      [null, null, null, null],
      [null, null, null, null],
    ]);
    expect(cold).toMatchObject({ warnings: [expect.stringMatching(/^No page is hot: none reaches 9\./)] });
    const text = await desk.run(["judge", "few.txt", "--order", writeOrder("order.u32", order), "--hot", "9"]);
    expect(text.stdout).toMatch(/backlinks: no area over 4 visited, 0 hot of 4 pages\n/);
    expect(text.stdout).not.toContain("NaN");
  });

  it("judges by all of a web where the order stops short", async () => {
    const short = await judge("few.txt", [5, 9], "--hot", "1");
    expect([short.pages, short.visited, short.area]).toEqual([4, 2, 0.375]); // (1/4 + 2/4) / 2
  });

  it("judges by PageRank as the equations of a star have it", async () => {
    // hub 10 and leaves 20 .. 50 link to each other: x = 0.1 + 3.6 y, y = 0.1 + 0.225 x, so x = 0.46/0.19 = 2.42105, y
    // = 0.64474
    desk.write("star.txt", [20, 30, 40, 50].map((leaf) => `10 ${leaf}\n${leaf} 10\n`).join(""));
    const ranked = (g: string) => [[20, 10, 30, 40, 50], "--importance", "pagerank", "--hot", g] as const;
    const found = await judge("star.txt", ...ranked("2.421"));
    expect([performance(found), found.hot]).toEqual([[0, 1, 1, 1, 1], 1]);
    expect((await judgeCold("star.txt", ...ranked("2.422"))).hot).toBe(0);
    expect((await judge("star.txt", ...ranked("0.6447"))).hot).toBe(5);
    expect((await judge("star.txt", ...ranked("0.6448"))).hot).toBe(1);
  });

  it("agrees with a count by hand over a list of links, at any threshold", async () => {
    const edges = randomEdges(80, 1, 11);
    desk.write("random.txt", edges.map(([from, to]) => `${from} ${to}\n`).join(""));
    const crawled = literalCrawl(edges, 0, first);
    const backlinks = backlinksWithin(edges, 0);
    // not all pages are reached
    expect([...targetsOf(edges).keys()].some((page) => !crawled.includes(page))).toBe(true);
    for (const g of [1, 3, 5]) {
      const hot = crawled.map((page) => (backlinks.get(page) as number) >= g);
      const all = hot.filter(Boolean).length;
      let found = 0;
      const expected = hot.map((isHot) => (found += isHot ? 1 : 0) / all);
      const told = all < 20 ? judge : judgeWell;
      const json = await told("random.txt", crawled, "--hot", `${g}`, "--points", `${crawled.length}`);
      expect(performance(json)).toEqual(expected);
      expect(json.area).toBeCloseTo(expected.reduce((sum, each) => sum + each, 0) / expected.length, 12);
      expect([json.pages, json.hot]).toEqual([crawled.length, all]);
    }
  });

  it("gives as many points as asked for, the last at the end, and the same answer each time", async () => {
    const edges = randomEdges(80, 1, 11);
    const crawled = literalCrawl(edges, 0, first);
    const json = await judge("random.txt", crawled, "--hot", "3", "--points", "10");
    expect(json.curve).toHaveLength(10);
    expect(json.curve.at(-1)).toMatchObject({
      visited: crawled.length,
      crawled: 1,
      performance: 1,
      ideal: 1,
      random: 1,
    });
    expect(await judge("random.txt", crawled, "--hot", "3", "--points", "10")).toEqual(json);
  });

  it("says on stderr that fewer than 20 hot pages are too few, and nothing of 20, or where hot is no question", async () => {
    // all pages of a star are hot with one backlink: the hub and its leaves
    const star = (size: number) => Array.from({ length: size - 1 }, (_, i) => `0 ${i + 1}\n${i + 1} 0\n`).join("");
    desk.write("nineteen.txt", star(19));
    desk.write("twenty.txt", star(20));
    const said = async (...args: string[]) => {
      const { code, stderr } = await desk.run(["judge", ...args, "--order", writeOrder("hub.u32", [0])]);
      return [code, stderr];
    };
    const hot = (count: string, pages: number) =>
      `${count} of ${pages} pages ${count === "1" ? "is" : "are"} hot: too few to tell anything about an ordering; 20 or more would. For more, choose a lower hotAt (--hot), or for a topic a more common word or a lower atLeast (--at-least)\n`;
    const small = (count: number, pages: number) =>
      `${count} of ${pages} pages are hot: too few to tell anything about an ordering; 20 or more would. The web is too small for a threshold: judge by a model that needs none, such as mass\n`;
    expect(await said("nineteen.txt", "--hot", "1")).toEqual([0, small(19, 19)]);
    expect(await said("twenty.txt", "--hot", "1")).toEqual([0, ""]);
    expect(await said("twenty.txt", "--hot", "2")).toEqual([0, hot("1", 20)]); // the hub
    expect(await said("twenty.txt", "--hot", "2", "--model", "buffer")).toEqual([0, hot("1", 20)]);
    expect(await said("twenty.txt", "--hot", "99", "--model", "harvest")).toEqual([0, hot("0", 20)]);
    expect(await said("twenty.txt", "--hot", "2", "--model", "stop")).toEqual([0, ""]);
    expect(await said("nineteen.txt", "--model", "stop")).toEqual([0, ""]);
    expect(await said("nineteen.txt", "--model", "mass")).toEqual([0, ""]);
  });

  it("says on stderr that models of importance tell nothing where no page is more important than another", async () => {
    // All pages of a circle have one backlink: any order is the ideal one, but their mass adds up page by page.
    desk.write("circle.txt", "0 1\n1 2\n2 0\n");
    const equal =
      "No page is more important than another: P is 1 throughout, whatever the order. Choose another importance\n";
    const args = ["judge", "circle.txt", "--order", writeOrder("circle.u32", [0, 1, 2]), "--model"];
    expect((await desk.run([...args, "ndcg"])).stderr).toBe(equal);
    expect((await desk.run([...args, "stop"])).stderr).toBe(equal); // all pages tie with the last of the top K
    expect((await desk.run([...args, "stop:tied=strict"])).stderr).toBe("");
    expect((await desk.run([...args, "mass"])).stderr).toBe("");
    const nothing = { ...backlinks(), of: ({ graph }: Web) => new Float64Array(graph.size) };
    const judged = judgeOrder(smallWeb(3, pairsOf("0,1 1,2")), Uint32Array.of(0, 1, 2), nothing, { model: mass() });
    expect(fewHotWarning(judged, nothing, mass())).toBe(equal.trim());
  });

  it("reads an order of text, a page number or URL on each line", async () => {
    writeOrder("order.u32", order);
    const judged = (path: string) => desk.run(["judge", "few.txt", "--order", path, "--hot", "2"]);
    desk.write("order.txt", order.map((page) => `${page}\r\n`).join("\n"));
    expect((await judged("order.txt")).stdout).toBe((await judged("order.u32")).stdout);
    desk.write("names.tsv", "http://a/\thttp://b/\nhttp://a/\thttp://c/\n");
    desk.write("names.txt", "http://a/\nhttp://c/\n");
    const named = await desk.json<Judged>(["judge", "names.tsv", "--order", "names.txt", "--hot", "1"], {
      told: FEW_HOT,
    });
    expect(named).toMatchObject({ visited: 2 });
    desk.write("wrong.txt", `${order[0]}\nhome\n`);
    expect((await judged("wrong.txt")).stderr).toContain("few has no URLs");
    desk.write("order.u32.gz", "");
    expect((await judged("order.u32.gz")).stderr).toContain(
      "Unpack it, then: crawlbench judge few.txt --order order.u32",
    );
  });

  it("reads an order of text beside a file of its name that tells of no order, or of another", async () => {
    writeOrder("beside.u32", order);
    const judged = (path: string) => desk.run(["judge", "few.txt", "--order", path, "--model", "mass"]);
    const { stdout } = await judged("beside.u32");
    await desk.good(["replay", "few.txt", "--by", "breadth-first", "--start", "2", "--order-out", "other.txt"]);
    desk.write("none.txt.json", "{}");
    for (const path of ["other.txt", "none.txt"]) {
      desk.write(path, order.map((page) => `${page}\n`).join(""));
      expect(await judged(path)).toMatchObject({ stdout, stderr: expect.stringContaining(`${path}.json`) });
    }
  });

  it("reads page numbers whose bytes are all those of a text as numbers, where they are pages", async () => {
    // 0xff7a7a7a and 0xff7a7a7b have no control character among their bytes: "zzz" and "{zz", each before a byte 255.
    const [one, other] = [0xff7a7a7a, 0xff7a7a7b];
    desk.write("far.txt", `${one} ${other}\n${other} ${one}\n`);
    const judged = await desk.json<Judged>(
      ["judge", "far.txt", "--order", writeOrder("far", [other, one]), "--hot", "1"],
      {
        told: FEW_HOT,
      },
    );
    expect(judged).toMatchObject({ visited: 2, hot: 2, area: 0.75 }); // of two hot pages, first one, then both
    desk.write("far-text", `${one}\n`.padEnd(12, "\n")); // as text too, though its length is that of three numbers
    const told = { told: FEW_HOT };
    const text = await desk.json<Judged>(["judge", "far.txt", "--order", "far-text", "--hot", "1"], told);
    expect(text).toMatchObject({ visited: 1 });
  });

  it("prints ten points for people", async () => {
    writeOrder("order.u32", order);
    const args = ["judge", "few.txt", "--order", "order.u32", "--hot", "2"];
    expect(await desk.good(args, { told: FEW_HOT })).toMatchInlineSnapshot(`
      "few: threshold, backlinks: area 0.5000 over 4 visited, 1 hot of 4 pages
      visited  crawled  performance  ideal  chance
      -------  -------  -----------  -----  ------
            1     0.25            0      1    0.25
            2     0.50            0      1    0.50
            3     0.75            1      1    0.75
            4     1.00            1      1    1.00
      "
    `);
  });
});
