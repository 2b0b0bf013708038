import { describe, expect, it } from "vitest";
import type { Strings } from "../../../src/base/strings.js";
import { pageRankOf } from "../../../src/crawl/importance/page-rank-of.js";
import { hostsOfUrls } from "../../../src/crawl/timed/url-hosts.js";
import type { ExperimentResult } from "../../../src/experiment/experiment.js";
import { claims } from "../../../src/experiment/ours/freshness-claims.js";
import { freshnessPolicies } from "../../../src/experiment/ours/freshness-policies.js";
import { BUDGETS, freshnessRuns, pagesOf } from "../../../src/experiment/ours/freshness-runs.js";
import { load } from "../../../src/web/dataset/load.js";
import { depth } from "../../depth.js";
import { owes } from "../owes.js";

const web = await load("campus", { pages: depth({ everyday: 600, prove: 1000 }) });

describe("the experiment on freshness", () => {
  let run: Promise<ExperimentResult> | undefined;
  const once = () => (run ??= freshnessPolicies.run(web, { repeats: 2 }));
  owes(freshnessPolicies, once, web.name);

  it("agrees with what is proved, on any web: uniform beats proportional, optimal beats uniform, some pages are given up", async () => {
    const { verdicts, rows } = await once();
    for (const claim of [claims[0], claims[1], claims[3]])
      expect(verdicts.find((verdict) => verdict.claim === claim.claim)).toMatchObject({ verdict: "agrees" });
    expect(rows.length).toBe(5 * BUDGETS.length + 3 + 3);
    const among = (rates: string) => rows.filter((row) => (row as { rates?: string }).rates === rates).length;
    expect([among("gamma"), among("classes")]).toEqual([5 * BUDGETS.length, 3]);
  });

  it("disagrees when policies are mixed up", async () => {
    const runs = await freshnessRuns(web, { repeats: 2 });
    const names: Readonly<Record<string, string>> = {
      uniform: "optimal",
      optimal: "proportional",
      proportional: "uniform",
    };
    const renamed = (of: typeof runs.gamma) => of.map((run) => ({ ...run, policy: names[run.policy] ?? run.policy }));
    const mixed = { ...runs, gamma: renamed(runs.gamma), monthly: renamed(runs.monthly) };
    const verdicts = claims.slice(0, 3).map(({ test }) => test(mixed).verdict);
    expect(verdicts[0]).toBe("disagrees"); // "uniform" is the proportional policy, "proportional" the optimal one
    expect(verdicts[2]).not.toBe("agrees");
  });

  it("stops when told", async () => {
    const controller = new AbortController();
    const runs = freshnessRuns(web, { signal: controller.signal, onProgress: () => controller.abort() });
    await expect(runs).rejects.toThrow("the simulation of freshness was stopped");
  });

  it("thins a web of more than 5,000 pages out to as many, evenly", async () => {
    const large = await load("campus", { pages: 10_000 });
    const { size, importance, hosts } = pagesOf(large);
    const rank = pageRankOf().of(large);
    const isKept = (_: number, page: number) => page % 2 === 0;
    expect(size).toBe(5000);
    expect(importance).toEqual(rank.filter(isKept));
    expect(hosts).toEqual(hostsOfUrls(large.urls as Strings).hostOf.filter(isKept));
    expect(pagesOf({ ...large, urls: undefined } as typeof large).hosts).toBeUndefined();
  });
});
