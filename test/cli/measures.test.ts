import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "cheerio";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { compareCommand } from "../../src/cli/compare.js";
import { judgeCommand } from "../../src/cli/judge.js";
import { replayCommand } from "../../src/cli/replay.js";
import type { OrderingDifference } from "../../src/crawl/compare/comparison.js";
import type { RankAgreementRow } from "../../src/crawl/compare/comparison-rank-agreement.js";
import type { RegretRow } from "../../src/crawl/compare/regret.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";
import { randomEdges } from "./literal.js";

const folder = temporaryFolder();
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

beforeEach(() => vi.stubEnv("CRAWLBENCH_CACHE", join(folder, "cache")));
afterEach(() => vi.unstubAllEnvs());

/** What a command says that ends well and tells nothing on stderr. */
async function good(command: typeof compareCommand, ...args: string[]): Promise<string> {
  const { stdout, stderr, error } = await said(command(), args);
  expect({ stderr, error }, args.join(" ")).toEqual({ stderr: "", error: undefined });
  return stdout;
}
const json = async (command: typeof compareCommand, ...args: string[]) =>
  JSON.parse(await good(command, ...args, "--json"));

describe("crawlbench judge", () => {
  // 5 -> 9, 2; 9 -> 2; 2 -> 7; 7 -> 5: backlinks of 5, 9, 2, 7 are 1, 1, 2, 1.
  const few = file("few.txt", "5 9\n5 2\n9 2\n2 7\n7 5\n");
  const order = file("order.u32", new Uint8Array(Uint32Array.of(5, 9, 2, 7).buffer));

  it("adds importance up by --model mass, without a threshold", async () => {
    const found = await json(judgeCommand, few, "--order", order, "--model", "mass");
    const performance = found.curve.map((point: { performance: number }) => point.performance);
    expect(performance).toEqual([1 / 5, 2 / 5, 4 / 5, 1]);
    expect(found.curve.map((point: { ideal: number }) => point.ideal)).toEqual([2 / 5, 3 / 5, 4 / 5, 1]);
    expect(found).toMatchObject({ model: "mass", area: expect.closeTo(0.6, 12) });
  });

  it("takes the order for a ranking by --model ndcg, and its beginning by ndcg-at-2", async () => {
    const { log2 } = Math;
    const found = await json(judgeCommand, few, "--order", order, "--model", "ndcg");
    expect(found.curve[1].performance).toBeCloseTo((1 + 1 / log2(3)) / (2 + 1 / log2(3)), 12);
    const cut = await json(judgeCommand, few, "--order", order, "--model", "ndcg-at-2");
    expect(cut.curve[3].performance).toBe(found.curve[1].performance);
  });

  it.each(["breadth-first", "backlink", "random"])(
    "refuses an order by %s that was written on another web; where nobody knows that, it warns on stderr and in the JSON",
    async (by) => {
      const [here, there] = [1, 2].map((seed) =>
        file(
          `web-${seed}.txt`,
          randomEdges(300, 3, seed)
            .map(([from, to]) => `${from} ${to}\n`)
            .join(""),
        ),
      );
      const made = join(folder, `${by}.u32`);
      const judging = [here, "--order", made, "--model", "mass"];
      await good(replayCommand, here, "--by", by, "--order-out", made);
      expect(await json(judgeCommand, ...judging)).not.toHaveProperty("warnings");
      await good(replayCommand, there, "--by", by, "--order-out", made);
      expect((await said(judgeCommand(), judging)).error).toMatch(
        /\.u32 is an order of web-2, \d+ pages, by [a-z-]+.*: on web-1, \d+ pages, its area means nothing\. Judge it on web-2/,
      );
      rmSync(`${made}.json`);
      const { stdout, stderr, error } = await said(judgeCommand(), [...judging, "--json"]);
      expect(stderr).toMatch(
        /^\d+ of the \d+ pages of the order are linked from no page before them, .* another web than web-1, .*\n$/,
      );
      const { warnings, area } = JSON.parse(stdout);
      expect([`${warnings}\n`, error]).toEqual([stderr, undefined]);
      expect(area).toBeGreaterThan(0); // it is judged all the same: somebody may have made the order by hand
      expect((await said(judgeCommand(), judging)).stderr).toBe(stderr);
    },
  );
});

describe("crawlbench compare", () => {
  const web = file(
    "random.txt",
    randomEdges(80, 3, 11)
      .map(([from, to]) => `${from} ${to}\n`)
      .join(""),
  );
  const mass = [web, "--importance", "pagerank", "--model", "mass", "--by", "bfs,backlink,random"];

  it("tells the best ordering's differences, with repeats, in the table and as JSON", async () => {
    const { differences } = (await json(compareCommand, ...mass, "--repeats", "4")) as {
      differences: OrderingDifference[];
    };
    expect(differences).toHaveLength(2);
    for (const { mean, low, high, pairs, interval } of differences) {
      expect(low <= mean && mean <= high).toBe(true);
      expect({ pairs, interval }).toEqual({ pairs: 4, interval: "t" });
    }
    const text = await good(compareCommand, ...mass, "--repeats", "4");
    expect(text).toMatch(/\n\n.* has the largest mean area:\nahead of +by +95 % interval +told apart\n/);
    expect(await good(compareCommand, ...mass)).toMatch(
      /\nThis is one crawl each, .*: 20 repeats \(--repeats 20\)\.\n$/,
    );
  });

  it("splits what was lost by --regret: parts that add up, the same from the cache", async () => {
    const args = [...mass, "--repeats", "3", "--regret"];
    const { regret } = (await json(compareCommand, ...args)) as { regret: RegretRow[] };
    expect(regret).toHaveLength(9);
    for (const { total, mustFollowLinks, lackOfInformation, badPolicy } of regret)
      expect(mustFollowLinks + lackOfInformation + badPolicy).toBeCloseTo(total, 12);
    expect((await json(compareCommand, ...args)).regret).toEqual(regret);
    const text = await good(compareCommand, ...args);
    expect(text).toContain(
      "area lost against the ideal crawler that may go anywhere, model mass, importance page-rank\n",
    );
    expect(await json(compareCommand, ...mass)).not.toHaveProperty("regret");
  });

  it("tells by --rank-agreement how well a part's PageRank tells the whole's: fully in the end", async () => {
    const found = await json(compareCommand, ...mass, "--rank-agreement", "--no-cache");
    const rows = found.rankAgreement as RankAgreementRow[];
    expect(rows).toHaveLength(3 * 9);
    for (const row of rows.filter(({ crawled }) => crawled === 1)) expect(row.tau).toBe(1);
    const text = await good(compareCommand, ...mass, "--rank-agreement");
    expect(text).toMatch(/\nordering +after crawling +1\.3 % .* 100 %\n/); // one of 80 pages is 1.25 %
    expect(text).toMatch(/\nbreadth-first +share of PageRank .* 1\.000\n/);
  });
});

describe("crawlbench compare --report", () => {
  it("writes curves, areas, differences, regret and rank agreement as one HTML file", async () => {
    const path = join(folder, "out", "report.html");
    const web = file(
      "grown.txt",
      `${randomEdges(300, 3, 1)
        .map(([a, b]) => `${a} ${b}`)
        .join("\n")}\n`,
    );
    const asked = ["--by", "breadth-first,backlink", "--importance", "pagerank", "--model", "mass", "--repeats", "3"];
    await good(compareCommand, web, ...asked, "--regret", "--rank-agreement", "--report", path);
    const html = readFileSync(path, "utf8");
    const $ = load(html);
    expect($("head > title").text()).toBe("Crawls of grown");
    expect(
      $("h2")
        .toArray()
        .map((each) => $(each).text()),
    ).toEqual(["Curves and areas", "What was lost, and why", "May the PageRank of a part be trusted?", "Provenance"]);
    expect($("figure")).toHaveLength(3);
    expect($("main").text()).toContain("told apart");
    expect(
      $("main th")
        .toArray()
        .map((each) => $(each).text()),
    ).toContain("at 10 %");
    expect($('main td b[title="backlink, ties fifo"]')).not.toHaveLength(0);
    expect($("dd").text()).toContain('"repeat":2');
  });

  it("takes a name that ends in .html", async () => {
    const { error } = await said(compareCommand(), ["campus", "--report", "report.pdf"]);
    expect(error).toMatch(/^--report .*\.html/);
  });
});
