import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshnessCommand } from "../../src/cli/freshness.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { storedSite } from "../freshness/stored-site.js";
import { said } from "./in-process.js";

// Comparing crawls is tested where some are made: test/freshness/served.test.ts.

const small = ["campus", "--pages", "1000"];

describe("crawlbench freshness", () => {
  it("prints one row per policy and budget as JSON, the same each time", async () => {
    const args = [
      ...small,
      "--budget",
      "0.1",
      "--policies",
      "uniform,proportional,optimal",
      "--rates",
      "gamma",
      "--json",
    ];
    const first = await said(freshnessCommand(), args);
    expect(first.error).toBeUndefined();
    const { rows, ...head } = JSON.parse(first.stdout);
    expect(head).toEqual({ web: "campus-1k", pages: 1000, rates: "gamma", correlation: 0, repeats: 3, seed: 1 });
    expect(rows.map(({ policy, budget }: { policy: string; budget: number }) => [policy, budget])).toEqual([
      ["uniform", 0.1],
      ["proportional", 0.1],
      ["optimal", 0.1],
    ]);
    const [uniform, proportional, optimal] = rows.map(({ freshness }: { freshness: number }) => freshness);
    expect(optimal).toBeGreaterThan(uniform); // see test/freshness/optimal-frequencies.test.ts
    expect(uniform).toBeGreaterThan(proportional);
    expect((await said(freshnessCommand(), args)).stdout).toBe(first.stdout);
  });

  it("prints a table for people, by default of four policies under two budgets, and draws it", async () => {
    const figure = join(temporaryFolder(), "fresh.svg");
    const { stdout, error } = await said(freshnessCommand(), [...small, "--repeats", "1", "--figure", figure]);
    expect(error).toBeUndefined();
    expect(stdout).toContain("campus-1k: 1,000 pages · rates gamma · 1 drawn, seed 1\n");
    for (const policy of ["uniform", "proportional", "optimal", "estimated"])
      expect(stdout.match(new RegExp(`^${policy} `, "gm"))).toHaveLength(2);
    expect(existsSync(figure)).toBe(true);
  });

  it("weighs by importance when told, which is then what is kept freshest", async () => {
    const args = [...small, "--policies", "optimal", "--budget", "0.2", "--correlation", "0.8", "--json"];
    const weighted = async (of: string) =>
      JSON.parse((await said(freshnessCommand(), [...args, "--of", of])).stdout).rows[0];
    const [pages, importance] = [await weighted("pages"), await weighted("importance")];
    expect(importance.policy).toBe("optimal, of importance");
    expect(importance.weighted).toBeGreaterThan(pages.weighted);
    expect(importance.freshness).toBeLessThan(pages.freshness);
  });

  it.each([
    [["--policies", "best"], 'no policy "best". There are: estimated, importance-first, optimal'],
    [["--rates", "weekly"], 'no rates "weekly". There are: classes, gamma, host-classes, one-rate, pareto'],
    [["--budget", "0.1,none"], "--budget is a number of fetches per page and unit of time above 0, or several"],
    [["--of", "links"], "Allowed choices are pages, importance."],
    [["--correlation", "2"], "--correlation is a number from -1 to 1; found 2"],
  ])("refuses %j and says what there is", async (flags, message) => {
    expect((await said(freshnessCommand(), [...small, ...flags])).error).toContain(message);
  });

  it("prints what changed between stored crawls, a line per step and the pages that change most", async () => {
    const folders = await storedSite();
    const { stdout } = await said(freshnessCommand(), folders);
    const [steps, pages] = stdout.trim().split("\n\n");
    const rows = steps.split("\n").map((line) => line.trim().split(/\s{2,}/));
    expect(steps.replace(/\s+/g, " ")).toMatch(/from to unchanged changed gone new days (?:changes )?a day/);
    // by hand: see test/freshness/compare-snapshots.test.ts
    expect(rows.slice(-2).map((row) => row.slice(-6))).toEqual([
      ["1", "1", "1", "1", "2", "0.347"],
      ["2", "1", "0", "0", "2", "0.203"],
    ]);
    const [head, names, , ...often] = pages.split("\n").map((line) => line.trim());
    expect(head).toBe("1 of 3 pages that were seen twice or more changed");
    expect(names.split(/\s{2,}/)).toEqual(["url", "looks", "changed", "changes a day"]);
    expect(often.map((line) => line.split(/\s{2,}/))).toEqual([["http://a.example/b", "2", "2", "0.805"]]);
    const told = JSON.parse((await said(freshnessCommand(), [...folders, "--json"])).stdout);
    expect(told).toMatchObject({
      snapshots: folders,
      steps: [
        { gone: 1, added: 1 },
        { gone: 0, added: 0 },
      ],
    });
    expect(told.pages.length).toBe(3);
  });

  it("prints ten of the pages that changed, and how many more there are", async () => {
    const state = (text: string) => Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, text]));
    const { stdout } = await said(freshnessCommand(), await storedSite([state("1"), state("2")]));
    const lines = stdout.trim().split("\n");
    expect(lines.filter((line) => line.includes("http://a.example/p")).length).toBe(10);
    expect(lines.at(-1)).toBe("... and 2 more: --json has all");
    const still = await said(freshnessCommand(), await storedSite([state("1"), state("1")]));
    expect(still.stdout.trim().split("\n").at(-1)).toBe("0 of 12 pages that were seen twice or more changed");
    expect(still.stdout).toMatch(/ 0\n/); // no change a day
  });

  it("refuses to compare what is no crawl", async () => {
    const none = temporaryFolder();
    expect((await said(freshnessCommand(), [none, none])).error).toContain("holds no stored pages");
  });
});
