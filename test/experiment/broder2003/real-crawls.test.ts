import { readdirSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import type { CacheRow } from "../../../src/cache/sweep/sweep-rows.js";
import { realCrawls } from "../../../src/experiment/broder2003/real-crawls.js";
import type { ExperimentResult } from "../../../src/experiment/experiment.js";
import { chosenFrom, experiments } from "../../../src/experiment/found.js";
import { TIMED_RUNS } from "../../../src/experiment/over-runs.js";
import { isRepeatable } from "../../../src/experiment/reproduce.js";
import { load } from "../../../src/web/dataset/load.js";
import { reach } from "../../../src/web/graph/reach.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { owes } from "../owes.js";

const web = await load("campus", { pages: depth({ everyday: 100, prove: 1000 }) });

/** Where crawls are made from now on: other tests make such crawls at the same time. */
function ownFolder(): string {
  const folder = temporaryFolder();
  vi.stubEnv("TMPDIR", folder);
  return folder;
}

describe("real crawls", () => {
  const folder = ownFolder();
  let run: Promise<ExperimentResult> | undefined;
  const once = () => (run ??= realCrawls.run(web));
  owes(realCrawls, once, web.name);

  it("meet every URL of the web, whatever the connections, and miss each once in a cache that holds all", async () => {
    const { rows, verdicts, provenance } = await once();
    const own = rows as (CacheRow & { readonly threads: number })[];
    const reached = reach(web.graph, [web.start]).pages;
    const largest = Math.max(...own.map(({ size }) => size));
    expect(largest).toBeGreaterThanOrEqual(reached);
    const whole = own.filter(({ size }) => size === largest);
    expect(whole.map(({ threads }) => threads)).toEqual([20, 100, 500]);
    // the seed is none of the requests: its own URL counts when a page links to it
    for (const { misses } of whole) expect(misses).toBe(reached);
    // campus has fewer hosts than connections
    expect(provenance).toMatchObject({ ownHosts: false, hosts: web.graph.size });
    expect(verdicts.every(({ real }) => !real)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("end when they are told to, and leave nothing behind", async () => {
    const folder = ownFolder();
    const signal = AbortSignal.abort();
    await expect(realCrawls.run(web, { signal })).rejects.toMatchObject({ code: "stopped" });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("are recorded from five runs, since answers come in another order each time", () => {
    expect([isRepeatable(realCrawls), realCrawls.runs]).toEqual([false, TIMED_RUNS]);
  });

  it("are run when they are named, not among all or their family", async () => {
    const all = (await experiments()).map((experiment) => ({ experiment }));
    const ids = (which: string) => chosenFrom(all, which).map(({ experiment }) => experiment.id);
    expect(ids(realCrawls.id)).toEqual([realCrawls.id]);
    expect(ids("all")).not.toContain(realCrawls.id);
    expect(ids("broder2003")).toContain("broder2003/figure-2");
    expect(ids("broder2003")).not.toContain(realCrawls.id);
  });
});
