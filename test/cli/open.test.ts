import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Desk } from "./command.js";

const desk = new Desk();
/** Nothing links to page 77. */
const TOLD = { told: /^Start page 2 reaches 80 % of few .* All are reached from: \[77\] \(--start 77\)\n$/ };
desk.write("few.txt.gz", gzipSync("5 9\n5 2\n9 2\n2 100\n100 5\n2 2\n5 9\n77 9\n"));

describe("crawlbench open", () => {
  it("counts what is in a file, links as stored and as kept, and tells milliseconds to three places", async () => {
    const json = await desk.json(["open", "few.txt.gz"], TOLD);
    expect(json).toEqual({
      name: "few",
      pages: 5,
      links: 8,
      uniqueLinks: 6,
      selfLinks: 1,
      duplicates: 1,
      inDegree: { mean: 1.2, median: 1, max: 2, zero: 1 }, // 2: 2, 5: 1, 9: 2, 77: 0, 100: 1
      outDegree: { mean: 1.2, median: 1, max: 2, zero: 0 }, // 2: 1, 5: 2, 9: 1, 77: 1, 100: 1
      largestComponent: 4,
      components: 2,
      capabilities: ["links"],
      format: "edge-list",
      start: 2,
      reached: 4,
      reachable: 4,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      ms: expect.any(Number),
    });
    expect(String(json.ms)).toMatch(/^\d+(\.\d{1,3})?$/);
  });

  it("tells people the same, and what to type next", async () => {
    const text = await desk.good(["open", "few.txt.gz"], TOLD);
    expect(text.replace(/read in \d+ ms/, "read in some ms")).toMatchInlineSnapshot(`
      "few: 5 pages, 8 links (6 kept: 1 self-links, 1 repeats); carries links
        read as edge-list (another: --format, see --help)
        0 pages without links, 1 without backlinks; most links 2, most backlinks 2
        start page 2 reaches 4 pages (80 %); largest strongly connected component 4
        read in some ms. Next: crawlbench compare few.txt.gz --by breadth-first,backlink,pagerank --hot 10
      "
    `);
  });

  it("shows control characters in names as text, which no terminal obeys, in what it says and in errors", async () => {
    desk.write("evil.tsv", "http://a.example/\u001b[31m\u009b2J\thttp://b.example/\u0007\nhttp://c.example/\tb\n");
    expect(await desk.good(["open", "evil.tsv"], { told: /reaches 50 % of evil .*\[0, 2\]/ })).toContain(
      "start http://a.example/\\u001b[31m\\u009b2J reaches 2 pages",
    );
    const { stderr } = await desk.run(["explain", "evil.tsv", "http://d.example/\r\u001b[2K", "--by", "breadth-first"]);
    expect(stderr).toContain('no page "http://d.example/\\u000d\\u001b[2K"');
  });

  it("opens a web of the catalogue by its name, whatever lies in the folder under that name", async () => {
    desk.write("campus-1k/readme", "not a web");
    expect(await desk.json(["open", "campus-1k"])).toMatchObject({ name: "campus-1k", pages: 1000 });
  });

  it("reads a file as --format says, as compare, replay and judge do, and refuses the option for a web of the catalogue", async () => {
    desk.write("weighted.txt", "4 4 9\n0 1 2\n2 3 1\n");
    for (const command of [["open"], ["replay", "--by", "backlink"], ["compare", "--by", "backlink"]]) {
      expect((await desk.run([...command, "weighted.txt"])).stderr).toContain("expected 9 entries");
      expect((await desk.run([...command, "weighted.txt", "--format", "edge-list"])).code).toBe(0);
    }
    const edges = ["weighted.txt", "--format", "edge-list"];
    const told = /^Not read of weighted: column 3\n$/;
    await desk.good(["replay", ...edges, "--by", "backlink", "--start", "0", "--order-out", "order.u32"], { told });
    const judged = await desk.run(["judge", ...edges, "--order", "order.u32", "--hot", "1"]);
    expect([judged.code, judged.stderr]).toEqual([0, expect.not.stringContaining("another web")]);
    const catalogue = await desk.run(["open", "campus-1k", "--format", "edge-list"]);
    expect([catalogue.code, catalogue.stderr]).toEqual([1, expect.stringContaining("--format is for files")]);
  });

  it("writes GEXF", async () => {
    await desk.good(["open", "few.txt.gz", "--gexf", "few.gexf"], TOLD);
    expect(desk.text("few.gexf").match(/<edge /g)).toHaveLength(6);
    expect((await desk.run(["open", "few.txt.gz", "--gexf", "x.gexf", "--limit", "5"])).stderr).toContain("--limit 6");
    await desk.good(["open", "few.txt.gz", "--gexf", "few.gexf", "--limit", "6"], TOLD);
    const again = await desk.json<{ links: number; format: string }>(["open", "few.gexf"], TOLD);
    expect([again.links, again.format]).toEqual([6, "gexf"]);
  });

  it("warns where no start reaches a tenth of the web, in text and in JSON", async () => {
    desk.write("scattered.txt", Array.from({ length: 30 }, (_, i) => `${2 * i} ${2 * i + 1}\n`).join(""));
    for (const more of [[], ["--json"]]) {
      const { code, stderr } = await desk.run(["open", "scattered.txt", ...more]);
      expect(code).toBe(0);
      expect(stderr).toMatch(/reaches 3 % of scattered \(2 of 60 pages\): curves will be short\./);
    }
  });
});
