import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { compare } from "../../src/crawl/compare/compare.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { ordering } from "../../src/ordering/custom.js";
import { graphFrom } from "../../src/web/graph/builder.js";
import { filesOf } from "../crawl/pool/temporary.js";
import { pairsOf } from "../fixture/pairs.js";
import { webOf } from "../fixture/webs.js";
import { writeBVGraph } from "../web/read/bvgraph-writer.js";
import { Desk } from "./command.js";
import { whole } from "./whole-program.js";

// Messages word by word: test/cli/messages.

const desk = new Desk();
desk.write("few.txt", "5 9\n5 2\n9 2\n2 100\n100 5\n");
desk.write("order.u32", Uint8Array.of(5, 0, 0, 0, 9, 0, 0, 0));
const replay = (...args: string[]) => ["replay", ...args, "--order-out", "never.u32"];

/** What a command says that fails; it leaves the folder as it was. */
async function refusal(...args: string[]): Promise<string> {
  const before = readdirSync(desk.folder);
  const message = await desk.refusal(args);
  expect(readdirSync(desk.folder)).toEqual(before);
  return message;
}

describe("the command line, given files that are not webs", () => {
  it("says where a BVGraph was cut", async () => {
    const links = Array.from({ length: 200 }, (_, i): [number, number] => [i % 40, (i * 7 + 1) % 40]);
    const graph = graphFrom(
      40,
      links.sort(([a, b], [c, d]) => a - c || b - d),
    );
    const codes = {
      outdegrees: "GAMMA",
      references: "UNARY",
      block_count: "GAMMA",
      blocks: "GAMMA",
      intervals: "GAMMA",
      residuals: "ZETA",
      offsets: "GAMMA",
    } as const;
    const files = writeBVGraph(graph, { windowSize: 7, minIntervalLength: 3, zetaK: 3, codes }, new Random(1));
    desk.write("cut.graph", files.graph.subarray(0, files.graph.length >> 1));
    desk.write("cut.properties", files.properties);
    expect(await refusal(...replay("cut", "--by", "bfs"))).toMatchInlineSnapshot(
      `"cut.properties, cut.graph: BVGraph, node 20, bit 368: expected a one within the stream, found zeros to its end"`,
    );
    desk.write("cut.offsets", files.offsets);
    expect(await refusal("open", "cut.graph")).toMatchInlineSnapshot(
      `"cut.properties, cut.graph, cut.offsets: BVGraph, node 20, bit 368: expected a one within the stream, found zeros to its end"`,
    );
  });
});

describe("the command line, given choices that make no sense", () => {
  it.each([
    ["replay", "few.txt", "--by", "similarity"],
    ["replay", "few.txt", "--by", "bfs", "--seed", "one"],
    ["judge", "few.txt", "--order", "order.u32", "--hot", "1", "--model", "steady"],
    ["replai", "few.txt"],
  ])("says the same as a program of its own as it does within the tests: case %#", async (...words) => {
    const { code, stderr } = await whole(words, desk.folder);
    expect(code).toBe(1);
    expect(`${await refusal(...words)}\n`).toBe(stderr);
  });
});

describe("the command line, where it cannot write", () => {
  it.each(["few.txt/order.u32", ".", "/dev/full", "/proc/none/order.u32"])(
    "says that %s is no place for an order, and exits",
    async (place) => {
      const message = await refusal("replay", "few.txt", "--by", "bfs", "--order-out", place);
      expect(message.replaceAll(desk.folder, "HERE")).toMatch(
        /^cannot write \S+: (?:E[A-Z]+: .*|it is a folder); nothing was written\. Name another file$/,
      );
      expect(message).toContain(`cannot write ${place}:`);
    },
  );

  it("keeps the order that was there when there is no room for a new one", async () => {
    desk.write("order-of-campus.u32", "the order of before");
    const args = ["replay", "campus", "--pages", "5000", "--by", "bfs", "--order-out", "order-of-campus.u32"]; // 20 KB
    const message = await desk.refusal(args, { fileBlocks: 16 });
    expect(message).toMatch(/^cannot write order-of-campus\.u32: .*; nothing was written\. Name another file$/);
    expect(desk.text("order-of-campus.u32")).toBe("the order of before");
    expect(readdirSync(desk.folder).filter((name) => name.includes(".part"))).toEqual([]);
  });

  it("leaves nothing in the cache when the disk is full while caching, and says how to go on", async () => {
    for (const args of [
      ["replay", "campus", "--pages", "5000", "--by", "bfs", "--cache"],
      ["compare", "campus", "--pages", "5000", "--by", "bfs", "--hot", "100"],
    ]) {
      const message = await desk.refusal(args, { fileBlocks: 16 });
      expect(message).toMatch(
        /^no room for \S+\.crawl \([\d.]+ [kM]B\); nothing was written\. Free some space, .*--no-cache$/,
      );
      expect(filesOf(desk.cache)).toEqual([]);
    }
    await desk.good(["compare", "campus", "--pages", "5000", "--by", "bfs", "--hot", "100", "--no-cache"], {
      fileBlocks: 16,
    });
    expect(existsSync(desk.path(".crawlbench"))).toBe(false);
  });
});

describe("a score that is no number", () => {
  it("names the page, and leaves nothing in the cache", async () => {
    const urls = ["http://a.example/", "http://b.example/", "http://c.example/"];
    const web = webOf(3, pairsOf("0,1 1,2"), { urls });
    const broken = ordering("broken", (page, seen) => (seen.crawled === 2 ? Number.NaN : -page));
    const options = { orderings: [broken], importance: backlinks({ hotAt: 1 }), cache: desk.cache };
    const error = await compare(web, options).catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: "ordering" });
    expect((error as Error).message).toMatchInlineSnapshot(
      `"broken: the score of http://c.example/ is NaN, not a number; look at what the function does with that page"`,
    );
    expect(filesOf(desk.cache)).toEqual([]);
  });
});
