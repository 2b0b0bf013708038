import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { graphFrom } from "../../src/graph/builder.js";
import { backlinks } from "../../src/importance/backlinks.js";
import { ordering } from "../../src/ordering/custom.js";
import { Random } from "../../src/random.js";
import { compare } from "../../src/run/compare.js";
import { webOf } from "../fixture/webs.js";
import { writeBVGraph } from "../graph/read/bvgraph-writer.js";
import { filesOf } from "../run/temporary.js";
import { Desk } from "./command.js";

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
  it("says that a file is empty", async () => {
    desk.write("empty.txt", "");
    expect(await refusal(...replay("empty.txt", "--by", "bfs"))).toMatchInlineSnapshot(
      `"empty.txt is empty: 0 bytes. Fetch it again."`,
    );
  });

  it("says that a file is missing, and what is there", async () => {
    expect(await refusal(...replay("fewer.txt", "--by", "bfs"))).toMatchInlineSnapshot(`
      "no file fewer.txt.
        For a dataset of the catalogue: load("fewer.txt")"
    `);
    expect(await refusal("open", "none/such.txt")).toMatchInlineSnapshot(`
      "no file none/such.txt (there is no folder none).
        For a dataset of the catalogue: load("such.txt")"
    `);
  });

  it("says at which line a list of links has letters", async () => {
    desk.write("letters.txt", "0 1\n1 2\n2 x\n");
    expect(await refusal(...replay("letters.txt", "--by", "bfs"))).toMatchInlineSnapshot(`
      "letters.txt: edge list, line 3: expected two page numbers from 0 to 4294967294, found "2 x"
        Write one link per line as FROM TO, parted by a tab, blanks or a comma; a comment begins with # (or %).
        Pages that have names instead of numbers need exactly one TAB between two names, on every line."
    `);
  });

  it("says where a BVGraph was cut", async () => {
    const links = Array.from({ length: 200 }, (_, i): [number, number] => [i % 40, (i * 7 + 1) % 40]);
    const graph = graphFrom(
      40,
      links.sort(([a, b], [c, d]) => a - c || b - d),
    );
    const codes = { outdegrees: "GAMMA", references: "UNARY", block_count: "GAMMA", blocks: "GAMMA", intervals: "GAMMA", residuals: "ZETA", offsets: "GAMMA" } as const; // biome-ignore format: one line
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

  it("says that a name is neither in the catalogue nor a file", async () => {
    expect(await refusal("compare", "stanford")).toMatch(
      /^no dataset "stanford" in the catalogue\. There are: .*campus/,
    );
  });
});

describe("the command line, given choices that make no sense", () => {
  it("says which start pages there are", async () => {
    expect(await refusal(...replay("few.txt", "--by", "bfs", "--start", "6"))).toMatchInlineSnapshot(
      `"few has no page 6: its 4 pages are numbered 2 .. 100 with gaps"`,
    );
    expect(await refusal(...replay("few.txt", "--by", "bfs", "--start", "http://a.example/"))).toMatchInlineSnapshot(
      `"few has no URLs, so "http://a.example/" names no page: give a page number, 0 .. 3"`,
    );
    expect(await refusal(...replay("campus-1k", "--by", "bfs", "--start", "http://a.example/"))).toMatchInlineSnapshot(
      `"campus-1k has no page http://a.example/: a URL must match to the letter; the default start is http://www.campus.example/"`,
    );
  });

  it("says which orderings, importances, models and experiments there are", async () => {
    expect(await refusal(...replay("few.txt", "--by", "best"))).toMatchInlineSnapshot(
      `"no ordering "best". There are: backlink, breadth-first, depth-first, exact-page-rank, forward-link, frozen-page-rank, ideal, location, page-rank, random, similarity"`,
    );
    expect(await refusal("compare", "few.txt", "--by", "backlink,best")).toContain('no ordering "best"');
    const judge = ["judge", "few.txt", "--order", "order.u32", "--hot", "1"];
    expect(await refusal(...judge, "--importance", "fame")).toMatch(/^no importance "fame"\. There are: .*page-rank/);
    expect(await refusal(...judge, "--model", "steady")).toMatchInlineSnapshot(
      `"no model "steady". There are: threshold (P_ST), stop (P_CS), buffer (P_BC), harvest, target-recall, precision-at-100 (any number)"`,
    );
    expect(await refusal("reproduce", "cho1999")).toMatch(/^no experiment "cho1999"\. There are: cho1998\/graph-1, /);
  });

  it("says what words and numbers an option takes, whether or not the ordering has a use for it", async () => {
    const messages = await Promise.all(
      [
        replay("few.txt", "--by", "bfs", "--ties", "filo"),
        replay("few.txt", "--by", "pagerank", "--ties", "stable"),
        replay("few.txt", "--by", "bfs", "--seed", "one"),
        replay("few.txt", "--by", "bfs", "--seed", "1.5"),
        replay("few.txt", "--by", "bfs", "--pages", "100"),
        replay("few.txt"),
        ["compare", "few.txt", "--starts", "dawn"],
        ["compare", "few.txt", "--repeats", "0"],
        ["judge", "few.txt", "--order", "order.u32"],
        ["judge", "few.txt", "--order", "order.u32", "--hot", "1", "--over", "all"],
        ["open", "few.txt", "--jsn"],
        ["replai", "few.txt"],
      ].map((args) => refusal(...args)),
    );
    expect(messages.join("\n")).toMatchInlineSnapshot(`
      "error: option '--ties <rule>' argument 'filo' is invalid. Allowed choices are fifo, lifo, random, stable.
      page-rank: --ties is "fifo", "lifo", "random"; found "stable"
      error: option '--seed <n>' argument 'one' is invalid. Expected a number.
      error: option '--seed <n>' argument '1.5' is invalid. Expected a whole number.
      few.txt is a stored web: pages and seed are options of generated ones, load("campus", { pages: 1000 })
      error: required option '--by <ordering>' not specified
      error: option '--starts <rule>' argument 'dawn' is invalid. Allowed choices are drawn, same.
      repeats is a number of crawls, 1 or more; found 0
      model threshold needs G, the importance from which a page is hot: --hot 100
      --over is reachable or web; found "all"
      error: unknown option '--jsn'
      (Did you mean --json?)
      error: unknown command 'replai'
      (Did you mean replay?)"
    `);
  });

  it("says what is wrong with an order", async () => {
    const judge = (...args: string[]) => refusal("judge", "few.txt", "--hot", "1", "--order", ...args);
    expect(await judge("none.u32")).toMatchInlineSnapshot(
      `"cannot read the order none.u32: ENOENT: no such file or directory, open 'none.u32'. Make one: crawlbench replay few.txt --by backlink --order-out none.u32"`,
    );
    desk.write("odd.u32", Uint8Array.of(5, 0, 0, 0, 9));
    expect(await judge("odd.u32")).toMatchInlineSnapshot(
      `"odd.u32 holds 5 bytes: an order is one or more little-endian uint32 page numbers, 4 bytes each"`,
    );
    desk.write("none.u32", "");
    expect(await judge("none.u32")).toContain("holds 0 bytes");
    desk.write("foreign.u32", Uint8Array.of(5, 0, 0, 0, 7, 0, 0, 0));
    expect(await judge("foreign.u32")).toMatchInlineSnapshot(
      `"few has no page 7: its 4 pages are numbered 2 .. 100 with gaps"`,
    );
    desk.write("twice.u32", Uint8Array.of(5, 0, 0, 0, 5, 0, 0, 0));
    expect(await judge("twice.u32")).toMatch(/entry 2 of the order .* was crawled before/);
  });
});

describe("the command line, where it cannot write", () => {
  it.each(["few.txt/order.u32", ".", "/dev/full", "/proc/none/order.u32"])(
    "says that %s is no place for an order, and exits",
    async (place) => {
      const message = await refusal("replay", "few.txt", "--by", "bfs", "--order-out", place);
      expect(message.replaceAll(desk.folder, "HERE")).toMatch(
        /^cannot write \S+: E[A-Z]+: .*; nothing was written\. Name another file$/,
      );
      expect(message).toContain(`cannot write ${place}:`);
    },
  );

  it("keeps the order that was there when there is no room for a new one", async () => {
    desk.write("order-of-campus.u32", "the order of before");
    const args = ["replay", "campus", "--by", "bfs", "--order-out", "order-of-campus.u32"]; // 66 KB
    const message = await desk.refusal(args, { fileBlocks: 16 });
    expect(message).toMatch(/^cannot write order-of-campus\.u32: .*; nothing was written\. Name another file$/);
    expect(desk.text("order-of-campus.u32")).toBe("the order of before");
    expect(readdirSync(desk.folder).filter((name) => name.includes(".part"))).toEqual([]);
  });

  it("leaves nothing in the cache when the disk is full while caching, and says how to go on", async () => {
    for (const args of [
      ["replay", "campus", "--by", "bfs", "--cache"],
      ["compare", "campus", "--by", "bfs", "--hot", "100"],
    ]) {
      const message = await desk.refusal(args, { fileBlocks: 16 });
      expect(message).toMatch(
        /^no room for \S+\.crawl \(0\.1 MB\); nothing was written\. Free some space, .*--no-cache$/,
      );
      expect(filesOf(desk.cache)).toEqual([]);
    }
    await desk.good(["compare", "campus", "--by", "bfs", "--hot", "100", "--no-cache"], { fileBlocks: 16 });
    expect(existsSync(desk.path(".crawlbench"))).toBe(false);
  });
});

describe("a score that is no number", () => {
  it("names the page, and leaves nothing in the cache", async () => {
    const urls = ["http://a.example/", "http://b.example/", "http://c.example/"];
    const web = webOf(3, [[0, 1], [1, 2]], { urls }); // biome-ignore format: one line
    const broken = ordering("broken", (page, seen) => (seen.crawled === 2 ? Number.NaN : -page));
    const options = { orderings: [broken], importance: backlinks({ hotAt: 1 }), cache: desk.cache };
    const error = await compare(web, options).catch((reason: Error) => reason);
    expect(error).toMatchObject({ name: "OrderingError" });
    expect((error as Error).message).toMatchInlineSnapshot(
      `"broken: the score of http://c.example/ is NaN, not a number; look at what the function does with that page"`,
    );
    expect(filesOf(desk.cache)).toEqual([]);
  });
});
