import { describe, expect, it } from "vitest";
import { explainCommand } from "../../src/cli/explain.js";
import { compare } from "../../src/crawl/compare/compare.js";
import { explain } from "../../src/crawl/explain/explain.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { backlink } from "../../src/ordering/backlink.js";
import { campus } from "../../src/web/campus/campus.js";
import { said } from "./in-process.js";

const told = (...args: string[]) => said(explainCommand(), [...args, "--no-cache"]);

const HOME = "http://www.campus.example/";
const page = "http://www.campus.example/jobs.html";
const web = campus({ pages: 300 });

describe("crawlbench explain", () => {
  it("prints what explain says, by the flags of replay", async () => {
    const orderings = [backlink({ ties: "lifo" })];
    const runs = await compare(web, { orderings, importance: backlinks({ hotAt: 20 }), cache: false, workers: 1 });
    const url = web.urls?.at(runs.crawls[0].order[40]) as string;
    const args = ["campus", url, "--pages", "300", "--by", "backlink", "--ties", "lifo", "--hot", "20"];
    const { stdout, stderr } = await told(...args, "--rivals", "2");
    expect(stdout).toBe(`${explain(runs, "backlink", url, { rivals: 2 })}\n`);
    expect(stdout).toMatch(/^http:\S+: crawled 41st of 2\d\d, by links seen to it: /);
    expect(stderr).toBe("");
    const json = JSON.parse((await told(...args, "--json")).stdout);
    expect(json).toEqual(JSON.parse(JSON.stringify(explain(runs, "backlink", url))));
    expect(json).toMatchObject({ page: url, crawled: 41, ordering: "backlink, ties lifo" });
  });

  it("tells of a start page, named by its number, from wherever the crawl starts", async () => {
    const { stdout } = await told("campus", "0", "--pages", "300", "--by", "bfs", "--start", "0");
    expect(stdout).toMatch(/: crawled 1st of [\d,]+, since no other page waited; a start page; /);
    const { stdout: random } = await told("campus", HOME, "--pages", "300", "--by", "random", "--seed", "3");
    expect(random).toContain(`${HOME}: crawled 1st of `);
  });

  it("refuses what it does not know before anything is crawled, and says what there is", async () => {
    const { error } = await told("campus", `${page}x`, "--pages", "300", "--by", "backlink");
    expect(error).toMatch(/^campus-300 has no page "http:\/\/www.campus.example\/jobs.htmlx". The nearest: http:/);
    expect((await told("campus", HOME, "--by", "backlnk")).error).toMatch(/^no ordering "backlnk"\./);
    expect((await told("campus", HOME, "--by", "bfs,dfs")).error).toMatch(
      /^--by names one ordering here; found "bfs,dfs"/,
    );
    expect((await told("campus", HOME, "--pages", "300", "--by", "bfs", "--rivals", "-1")).error).toMatch(
      /Expected a whole number, 0 or more/,
    );
    expect((await told("campus", HOME)).error).toMatch(/required option '--by <ordering>'/);
  });
});
