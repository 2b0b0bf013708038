import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesOf } from "../crawl/pool/temporary.js";
import { Desk } from "./command.js";
import { randomEdges } from "./literal.js";

const desk = new Desk();
desk.write(
  "random.txt",
  randomEdges(80, 3, 11)
    .map(([from, to]) => `${from} ${to}\n`)
    .join(""),
);

interface Compared {
  readonly summary: readonly { ordering: string; area: number; low: number; high: number; repeats: number }[];
  readonly warnings: readonly string[];
  readonly provenance: { readonly crawls: readonly { repeat: number; seed: number; from: number[] }[] };
  readonly ms: number;
}

const compare = (...args: string[]) => desk.json<Compared>(["compare", "random.txt", ...args]);

describe("crawlbench compare", () => {
  it("gives each ordering the area that judging its replayed order gives", async () => {
    const orderings = ["breadth-first", "backlink", "page-rank", "random"];
    const { summary } = await compare("--hot", "4");
    const areaOf = async (by: string) => {
      await desk.good(["replay", "random.txt", "--by", by, "--order-out", `${by}.u32`]);
      return desk.json<{ area: number }>(["judge", "random.txt", "--order", `${by}.u32`, "--hot", "4"]);
    };
    const judged = await Promise.all(orderings.map(areaOf));
    for (const [index, by] of orderings.entries()) {
      expect(summary[index].ordering).toContain(by);
      expect(summary[index].area).toBeCloseTo(judged[index].area, 12);
    }
  });

  it("gives the same answer each time, from the cache and without one, but for the time it took", async () => {
    const { ms, ...once } = await compare("--hot", "4", "--repeats", "3", "--seed", "9");
    expect(ms).toBeGreaterThan(0);
    expect(await compare("--hot", "4", "--repeats", "3", "--seed", "9")).toEqual({ ...once, ms: 0 });
    const fresh = await compare("--hot", "4", "--repeats", "3", "--seed", "9", "--no-cache");
    expect(fresh).toEqual({ ...once, ms: expect.any(Number) });
    expect(fresh.ms).toBeGreaterThan(0);
    expect(once.provenance.crawls.map(({ seed }) => seed)).toEqual([9, 10, 11]);
    expect(new Set(once.provenance.crawls.map(({ from }) => from[0])).size).toBe(3); // drawn starts
    const same = await compare("--hot", "4", "--repeats", "3", "--starts", "same", "--start", "5");
    expect(same.provenance.crawls.map(({ from }) => from)).toEqual([[5], [5], [5]]);
  });

  it("draws a figure in the form that its suffix names, and saves every point", async () => {
    const outputs = [
      ["--figure", "out.svg", "--save", "points.csv"],
      ["--figure", "out.png", "--save", "points.json"],
      ["--figure", "out.csv"],
      ["--figure", "out.json"],
    ];
    const args = ["compare", "random.txt", "--by", "bfs,backlink", "--hot", "4", "--repeats", "2"];
    await Promise.all(outputs.map((output) => desk.good([...args, ...output])));
    expect(desk.text("out.svg")).toMatch(/^<svg .*<\/svg>\s*$/s);
    expect(readFileSync(desk.path("out.png")).subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    expect(JSON.parse(desk.text("out.json"))).toHaveProperty("$schema");
    const points = desk.text("points.csv").trimEnd().split("\n");
    expect(points[0]).toBe("dataset,ordering,importance,hotAt,model,repeat,seed,start,crawled,performance");
    expect(points).toHaveLength(1 + 2 * 2 * 101); // two orderings, two repeats, P at 0 .. 100 hundredths
    const saved = JSON.parse(desk.text("points.json"));
    expect(Object.keys(saved)).toEqual(["summary", "provenance", "rows"]);
    expect(saved.rows).toHaveLength(points.length - 1);
    const curve = desk.text("out.csv").trimEnd().split("\n");
    expect(curve).toHaveLength(1 + (2 + 2 + 2 * 2) * 101); // two orderings, two closed forms, each of the crawls
    expect(curve[0]).toContain("low,high");
  });

  it("judges under the other models", async () => {
    const stopped = await compare("--model", "stop");
    expect(stopped.summary).toHaveLength(4);
    const kept = await compare("--model", "buffer", "--buffer", "5", "--hot", "4");
    expect(kept.summary.map(({ area }) => area)).not.toEqual(stopped.summary.map(({ area }) => area));
  });

  it("prints a table that warns of a start that reaches little", async () => {
    desk.write(
      "lone.txt",
      "0 1\n2 3\n3 2\n".concat(Array.from({ length: 60 }, (_, i) => `${i + 3} ${i + 4}\n`).join("")),
    );
    const text = await desk.good(["compare", "lone.txt", "--by", "bfs", "--hot", "1", "--start", "0"]);
    expect(text).toContain("1 of 2 pages is hot: too few to tell anything"); // page 1
    expect(text).toMatch(/Start page 0 reaches 3 % of lone .*Better starts: page 3 \(97 %\)/);
    const { warnings } = await desk.json<Compared>(["compare", "lone.txt", "--by", "bfs", "--start", "0"]);
    expect(warnings).toEqual([
      expect.stringMatching(/^Start page 0 reaches 3 %/),
      expect.stringMatching(/^No page is hot: none reaches 10/),
    ]);
  });

  it("leaves nothing but what was asked for", async () => {
    const tidy = new Desk();
    await tidy.good(["compare", "campus-1k", "--by", "bfs", "--no-cache", "--figure", "a/b.svg"]);
    expect(filesOf(tidy.folder)).toEqual(["a/b.svg"]);
    expect(filesOf(tidy.cache)).toEqual([]);
  });
});
