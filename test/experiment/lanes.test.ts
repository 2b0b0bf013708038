import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ExperimentResult } from "../../src/experiment/experiment.js";
import { Lanes } from "../../src/experiment/lanes.js";
import { type ReproduceAllOptions, reproduceAll } from "../../src/experiment/reproduce.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";

afterEach(() => vi.unstubAllEnvs());

/** A file of these links. */
function webOf(links: string): string {
  const path = join(temporaryFolder(), "links.txt");
  writeFileSync(path, links);
  return path;
}

/** Of so many results one is drawn. */
const FIGURES = depth({ everyday: 5, prove: 1 });

const options = { options: {}, again: false, names: ["all"] };

async function run(more: ReproduceAllOptions) {
  vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
  const [results, leftOut, begun]: [ExperimentResult[], string[], [string, string, number][]] = [[], [], []];
  const onLeftOut: ReproduceAllOptions["onLeftOut"] = ({ id }, web, why) => leftOut.push(`${id} on ${web}: ${why}`);
  const onExperiment: ReproduceAllOptions["onExperiment"] = ({ id }, web, done) => begun.push([id, web, done]);
  for await (const result of reproduceAll({ which: "cho1998", repeats: 1, onLeftOut, onExperiment, ...more }))
    results.push(result);
  const told = results.map(({ experiment: { id }, dataset, verdicts, rows, provenance, reused }) => {
    return { id, dataset, verdicts, rows, provenance, reused };
  });
  const some = results.filter((_, i) => i % FIGURES === 0);
  return { told, leftOut, begun, figures: await Promise.all(some.map(async (each) => (await each.figure()).svg)) };
}

describe("experiments side by side", () => {
  it("give the same results in the same order as one after the other, and leave out the same for the same reason", async () => {
    const links = ["0 1\n1 0\n1 2\n2 0\n", "0 1\n1 2\n2 3\n3 0\n0 2\n"];
    const webs = links.slice(0, depth({ everyday: 1, prove: 2 })).map(webOf);
    const alone = await run({ webs });
    expect(alone.leftOut.length).toBeGreaterThan(3);
    expect(alone.told.length).toBe(webs.length * new Set(alone.told.map(({ id }) => id)).size);
    expect(await run({ webs, sideBySide: true })).toEqual(alone);
  });

  it("fail as the experiment does that fails", async () => {
    const which = depth({ everyday: "cho1998/graph-6", prove: "cho1998" });
    const failing = run({ which, webs: [webOf("0 1\n1 0\n"), "no-such-web"], sideBySide: true });
    await expect(failing).rejects.toThrow(/no-such-web/);
  });

  it("end when they are told to stop", async () => {
    const signal = AbortSignal.abort();
    await expect(run({ webs: [webOf("0 1\n1 0\n")], sideBySide: true, signal })).rejects.toMatchObject({
      code: "stopped",
    });
  });

  it("have the one that waits for silent hosts begun beside them, and stop it where the rest is not wanted", async () => {
    const passing = temporaryFolder();
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    vi.stubEnv("TMPDIR", passing);
    const which = ["cho1998/figure-3", "dorosz/figure-1", "shkapenyuk2001/tables-4-1-and-4-2"];
    const results = reproduceAll({ which, scale: 0.01, sideBySide: true });
    const first = results.next();
    await vi.waitFor(() => expect(readdirSync(passing)).toHaveLength(1), { interval: 10, timeout: 60_000 }); // its crawl
    expect((await first).value.experiment.id).toBe("cho1998/figure-3");
    await results.return(undefined);
    expect(readdirSync(passing)).toEqual([]);
  });

  it("need no processes where there is one alone", () => {
    expect(Lanes.for([{ id: "cho1998/graph-6", web: "campus-1k" }], options, undefined)).toBeUndefined();
  });
});
