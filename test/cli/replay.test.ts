import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { graphFrom } from "../../src/web/graph/builder.js";
import { writeBVGraph } from "../web/read/bvgraph-writer.js";
import { Desk } from "./command.js";
import {
  type Choice,
  type Edges,
  first,
  highestRankFifo,
  literalCrawl,
  mostBacklinksFifo,
  mostBacklinksLifo,
  randomEdges,
  targetsOf,
} from "./literal.js";

const desk = new Desk();
const lines = (edges: Edges) => edges.map(([from, to]) => `${from}\t${to}\n`).join("");

/** 60 pages whose own numbers leave gaps, links in no order, some of them twice. */
const own = (page: number) => 7 * page + 3;
const gaps: Edges = randomEdges(60, 2, 42).map(([from, to]) => [own(from), own(to)]);
desk.write("gaps.txt", lines(gaps));

async function orderOf(args: readonly string[], name: string): Promise<number[]> {
  await desk.good(["replay", ...args, "--order-out", name]);
  return desk.order(name);
}

describe("crawlbench replay", () => {
  it("writes beside the order, which stays bare numbers, of which web and start it is", async () => {
    await orderOf(["gaps.txt", "--by", "backlink", "--start", "3"], "told.u32");
    const about = JSON.parse(readFileSync(desk.path("told.u32.json"), "utf8"));
    expect(about).toMatchObject({ web: { name: "gaps", pages: 60 }, start: 3, ordering: "backlink, ties fifo" });
    const judging = ["judge", "gaps.txt", "--order", "told.u32", "--model", "mass"];
    await desk.good(judging);
    const order = readFileSync(desk.path("told.u32"));
    desk.write("told.u32", order.subarray(0, -4));
    await desk.good(judging, { told: /^told\.u32\.json is of another order than told\.u32: the file was changed/ });
  });

  it("crawls from several start pages, an option for each, and says beside the order which they are", async () => {
    desk.write("two-webs.txt", "0 1\n1 4\n2 3\n");
    const crawl = ["two-webs.txt", "--by", "bfs", "--start", "0", "--start", "2", "--start", "0"];
    expect(await orderOf(crawl, "from-two.u32")).toEqual([0, 2, 1, 3, 4]);
    const starts = { start: 0, starts: [0, 2] };
    expect(JSON.parse(readFileSync(desk.path("from-two.u32.json"), "utf8"))).toMatchObject(starts);
    expect(await desk.json(["replay", ...crawl])).toMatchObject({ reached: 5, ...starts });
    expect(await desk.good(["replay", ...crawl])).toContain("crawled by breadth-first from page 0 and page 2 in");
    await desk.good(["judge", "two-webs.txt", "--order", "from-two.u32", "--model", "mass"]); // and no word of another web
  });

  it.each(["null", "{}", '{"order":{}}', "no JSON"])(
    "has its order judged, with a warning, where %j stands beside it and says nothing of it",
    async (text) => {
      await orderOf(["gaps.txt", "--by", "backlink", "--start", "3"], "odd.u32");
      desk.write("odd.u32.json", text);
      const judging = ["judge", "gaps.txt", "--order", "odd.u32", "--model", "mass"];
      await desk.good(judging, { told: /^odd\.u32\.json does not say what odd\.u32 is an order of: expected / });
    },
  );

  it("has its order judged, with a warning, where a part is missing of what stands beside it", async () => {
    await orderOf(["gaps.txt", "--by", "backlink", "--start", "3"], "part.u32");
    const { order, web, ordering } = JSON.parse(readFileSync(desk.path("part.u32.json"), "utf8"));
    for (const about of [
      { order, web: { name: "other" }, ordering },
      { order, web: { ...web, pages: "60" } },
    ]) {
      desk.write("part.u32.json", JSON.stringify(about));
      await desk.good(["judge", "gaps.txt", "--order", "part.u32", "--model", "mass"], {
        told: /^part\.u32\.json does not say what part\.u32 is an order of: expected /,
      });
    }
  });

  it("writes nothing beside what is no regular file", async () => {
    await desk.good(["replay", "gaps.txt", "--by", "backlink", "--order-out", "/dev/null"]);
    expect(existsSync("/dev/null.json")).toBe(false);
  });

  it.each<[by: string, choose: Choice]>([
    ["breadth-first", first],
    ["backlink:ties=fifo", mostBacklinksFifo],
    ["backlink:ties=lifo", mostBacklinksLifo],
  ])(
    "writes the order by %s of a list with gaps in its numbers, as another implementation has it",
    async (by, choose) => {
      const order = await orderOf(["gaps.txt", "--by", by, "--start", "3"], `${by.replace(":", "-")}.u32`);
      expect(order).toEqual(literalCrawl(gaps, 3, choose));
      expect(order.length).toBeGreaterThan(40);
    },
  );

  it("writes the order by pagerank that solving all equations anew for every page gives", async () => {
    const args = ["gaps.txt", "--by", "pagerank", "--accuracy", "1e-9", "--start", "3"];
    const order = await orderOf(args, "ranked.u32");
    expect(order).toEqual(literalCrawl(gaps, 3, highestRankFifo));
    expect(order).not.toEqual(literalCrawl(gaps, 3, mostBacklinksFifo));
  });

  it("tells fifo, lifo and pagerank apart on a web traced by hand", async () => {
    // 10 -> 30, 20; 30 -> 40, 50, 60, which link to each other; 20 -> 70. All waiting pages have one backlink until 40
    // is crawled.
    const cluster = [40, 50, 60].flatMap((from) => [40, 50, 60].map((to) => [from, to] as const));
    desk.write("hand.txt", lines([[10, 30], [10, 20], [30, 40], [30, 50], [30, 60], ...cluster, [20, 70]]));
    const by = (...args: string[]) => orderOf(["hand.txt", "--start", "10", "--by", ...args], `${args.join("-")}.u32`);
    expect(await by("breadth-first")).toEqual([10, 30, 20, 40, 50, 60, 70]);
    expect(await by("backlink")).toEqual([10, 30, 20, 40, 50, 60, 70]); // 50 and 60 have two once 40 is crawled; 70 one
    // lifo: 20 was discovered last, then 70, then 30; of 40, 50, 60 the last; its links give both others a second
    // backlink
    expect(await by("backlink", "--ties", "lifo")).toEqual([10, 20, 70, 30, 60, 50, 40]);
    // ranks: 30 and 20 have 0.145; then 20 (0.145) before 40, 50, 60 (0.1 + 0.9 * 0.145/3 = 0.1435); 70 has 0.1 + 0.9 *
    // 0.145 = 0.2305
    expect(await by("pagerank")).toEqual([10, 30, 20, 70, 40, 50, 60]);
  });

  it("draws ties among the pages with most backlinks, the same for equal seeds", async () => {
    const args = (seed: number) => [
      "gaps.txt",
      "--by",
      "backlink",
      "--ties",
      "random",
      "--start",
      "3",
      "--seed",
      `${seed}`,
    ];
    const orders = [];
    for (const seed of [1, 2]) orders.push(await orderOf(args(seed), `random-${seed}.u32`));
    expect(await orderOf(args(1), "again.u32")).toEqual(orders[0]);
    expect(orders[1]).not.toEqual(orders[0]);
    for (const order of orders) {
      let at = 0;
      const chosen: Choice = (waiting, counts) => {
        const scores = waiting.map((page) => counts.get(page) ?? 0);
        const index = waiting.indexOf(order[at++]);
        expect(scores[index]).toBe(Math.max(...scores));
        return index;
      };
      expect(literalCrawl(gaps, 3, chosen)).toEqual(order);
    }
  });

  it("draws waiting pages only when the order is random, the same for equal seeds", async () => {
    const args = (seed: string) => ["gaps.txt", "--by", "random", "--start", "3", "--seed", seed];
    const order = await orderOf(args("5"), "drawn.u32");
    let at = 0;
    const waits: Choice = (waiting) => {
      const index = waiting.indexOf(order[at++]);
      expect(index).toBeGreaterThanOrEqual(0);
      return index;
    };
    expect(literalCrawl(gaps, 3, waits)).toEqual(order);
    expect(await orderOf(args("5"), "drawn-again.u32")).toEqual(order);
    expect(await orderOf(args("6"), "drawn-else.u32")).not.toEqual(order);
  });

  it("numbers pages as each format does: Matrix Market from 1, SMAT, ASCIIGraph and BVGraph from 0, Kleinberg by its own", async () => {
    const size = 40;
    const edges = randomEdges(size, 2, 7).sort(([a, b], [c, d]) => a - c || b - d); // BVGraph sorts successors
    const expected = literalCrawl(edges, 0, mostBacklinksFifo);
    const graph = graphFrom(size, edges);
    const each = (text: (from: number, to: number) => string) =>
      edges.map(([from, to]) => `${text(from, to)}\n`).join("");
    desk.write(
      "web.mtx",
      `%%MatrixMarket matrix coordinate pattern general\n${size} ${size} ${edges.length}\n${each((from, to) => `${from + 1} ${to + 1}`)}`,
    );
    desk.write("web.smat", `${size} ${size} ${edges.length}\n${each((from, to) => `${from} ${to} 1`)}`);
    const targets = targetsOf(edges);
    const rows = Array.from({ length: size }, (_, page) => `${(targets.get(page) ?? []).join(" ")}\n`).join("");
    desk.write("web.graph-txt", `${size}\n${rows}`);
    const codes = {
      outdegrees: "GAMMA",
      references: "UNARY",
      block_count: "GAMMA",
      blocks: "GAMMA",
      intervals: "GAMMA",
      residuals: "ZETA",
      offsets: "GAMMA",
    } as const;
    const settings = { windowSize: 7, minIntervalLength: 3, zetaK: 3, codes };
    for (const [part, content] of Object.entries(writeBVGraph(graph, settings, new Random(1))))
      desk.write(`bv.${part}`, content);
    const nodes = Array.from({ length: size }, (_, page) => `n ${own(page)} http://h${page}.example/\n`).join("");
    desk.write("web.kleinberg", nodes + each((from, to) => `e ${own(from)} ${own(to)}`));
    const from = async (file: string, start: string) =>
      orderOf([file, "--by", "backlink", "--start", start], `${file}.u32`);
    expect(await from("web.mtx", "1")).toEqual(expected.map((page) => page + 1));
    for (const file of ["web.smat", "web.graph-txt", "bv", "bv.graph"]) expect(await from(file, "0")).toEqual(expected);
    expect(await from("web.kleinberg", "http://h0.example/")).toEqual(expected.map(own));
    expect(await from("web.kleinberg", "3")).toEqual(expected.map(own));
  });

  it("counts in JSON what it crawled: pages, reached, links after the link policy and in the file, milliseconds to three places", async () => {
    desk.write("few.txt", "5 9\n5 2\n9 2\n2 100\n100 5\n2 2\n5 9\n77 9\n");
    const json = await desk.json(["replay", "few.txt", "--by", "backlink", "--start", "5"]);
    expect(json).toEqual({
      web: "few",
      pages: 5, // 2, 5, 9, 77, 100
      reached: 4, // not 77
      links: 6, // eight, less one repeat and one self-link
      linksInFile: 8,
      ms: expect.any(Number),
      loadMs: expect.any(Number),
      ordering: "backlink, ties fifo",
      options: { ties: "fifo", reorderEvery: 1 },
      seed: 1,
      start: 5,
    });
    for (const each of [json.ms, json.loadMs]) expect(String(each)).toMatch(/^\d+(\.\d{1,3})?$/);
    const kept = ["replay", "few.txt", "--by", "bfs", "--start", "5", "--duplicates", "keep", "--self-links", "keep"];
    expect(await desk.json(kept)).toMatchObject({ links: 8, linksInFile: 8, ordering: "breadth-first" });
  });

  it("counts repeated links in backlinks when they are kept", async () => {
    // 1 -> 2, 3, 3: with repeats, 3 has two backlinks and comes first
    desk.write("twice.txt", "1 2\n1 3\n1 3\n");
    expect(await orderOf(["twice.txt", "--by", "backlink", "--start", "1"], "once.u32")).toEqual([1, 2, 3]);
    const kept = ["twice.txt", "--by", "backlink", "--start", "1", "--duplicates", "keep"];
    expect(await orderOf(kept, "kept.u32")).toEqual([1, 3, 2]);
  });

  it("warns of a start that reaches 3 % of the web, with better starts, and crawls", async () => {
    const ring = Array.from({ length: 97 }, (_, i) => [3 + i, 3 + ((i + 1) % 97)] as const);
    desk.write("two-parts.txt", lines([[0, 1], [1, 2], ...ring]));
    const { code, stdout, stderr } = await desk.run([
      "replay",
      "two-parts.txt",
      "--by",
      "bfs",
      "--start",
      "0",
      "--json",
    ]);
    expect(code).toBe(0);
    expect(stderr).toMatchInlineSnapshot(`
      "Start page 0 reaches 3 % of two-parts (3 of 100 pages): curves will be short. Better starts: page 3 (97 %)
      "
    `);
    expect(JSON.parse(stdout)).toMatchObject({ reached: 3, warning: stderr.trimEnd() });
    await desk.good(["replay", "two-parts.txt", "--by", "bfs", "--start", "50"]);
  });

  it("makes the folders that an order file needs, and replaces a file that was there", async () => {
    desk.write("deep/er/order.u32", "something longer than an order of three pages");
    desk.write("path.txt", "0 1\n1 2\n");
    expect(await orderOf(["path.txt", "--by", "bfs"], "deep/er/order.u32")).toEqual([0, 1, 2]);
    expect(await orderOf(["path.txt", "--by", "bfs"], "new/folder/order.u32")).toEqual([0, 1, 2]);
  });
});
