import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { experiments, reproduceAll } from "../../src/experiment/reproduce.js";
import { compiled, temporaryFolder } from "../crawl/pool/temporary.js";

it("a family is run by its name, topic crawls and all, on a web with text", async () => {
  const onWebs = (await experiments()).filter((each) => "suits" in each);
  const ids = onWebs.map(({ id }) => id).filter((id) => id.startsWith("cho1998/"));
  const results = [];
  for await (const { experiment } of reproduceAll({ which: "cho1998", webs: ["campus-1k"], repeats: 1, cache: false }))
    results.push(experiment.id);
  expect(results).toEqual(ids);
});

// processes run what was built
const built = await compiled<typeof import("../../src/experiment/reproduce.js")>("experiment/reproduce.js");

it("what measures times is run for the ledger five times, each in a process of its own", async () => {
  const folder = temporaryFolder();
  vi.stubEnv("CRAWLBENCH_CACHE", folder);
  const results = [];
  for await (const result of built.reproduceAll({ which: "ours/speed", scale: 0.001, vary: true }))
    results.push(result);
  const [{ verdicts }] = results;
  for (const { ratios = [] } of verdicts) expect(ratios.map(({ runs }) => runs)).toEqual(ratios.map(() => 5));
  expect(verdicts.some(({ ratios }) => ratios)).toBe(true);
  // each left its result on disk, as only processes of their own do when they are asked
  expect(readdirSync(join(folder, "results")).length).toBe(5);
});
