import { describe, expect, it } from "vitest";
import { sampleCommand } from "../../src/cli/sample.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { samplingBias } from "../../src/crawl/sampling-bias.js";
import { campus } from "../../src/web/campus/campus.js";
import { said } from "./in-process.js";

const sample = (...args: string[]) => said(sampleCommand(), ["campus-1k", "--steps", "300", "--repeats", "3", ...args]);

describe("crawlbench sample", () => {
  it("prints a line per walk and per way of counting, and as JSON what the library finds", async () => {
    const { stdout } = await sample();
    const [head, , , ...lines] = stdout.trimEnd().split("\n");
    expect(head).toBe("campus-1k: the mean of backlinks, by 3 walks of 300 pages; a bias of 1 is none");
    expect(lines.map((line) => line.split(/ {2,}/).slice(0, 2).join(", "))).toEqual([
      "surfer, each visit",
      "surfer, each page once",
      "surfer, 1 / visits",
      "undirected, each visit",
      "undirected, visits / links",
    ]);
    const { rows } = JSON.parse((await sample("--json", "--hot", "5")).stdout);
    const web = campus({ pages: 1000 });
    expect(rows).toEqual(samplingBias(web, { importance: backlinks({ hotAt: 5 }), steps: 300, repeats: 3 }));
    expect((await sample("--hot", "5")).stdout).toContain("the share of pages with backlinks of 5 or more, by");
  });
});
