import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cardOf } from "../../src/dataset/card.js";
import { isAvailable } from "../../src/dataset/load.js";
import type { ExperimentResult } from "../../src/experiment/experiment.js";
import { experiments, reproduce, reproduceOne, websFor } from "../../src/experiment/reproduce.js";
import { temporaryFolder } from "../run/temporary.js";

afterEach(() => vi.unstubAllEnvs());

const all = async (results: AsyncIterable<ExperimentResult>): Promise<ExperimentResult[]> => {
  const found = [];
  for await (const result of results) found.push(result);
  return found;
};

describe("experiments", () => {
  it("are found in their folders: Graphs 1 to 6 of the paper, and our own", async () => {
    const ids = (await experiments()).map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith("cho1998/"))).toEqual([1, 2, 3, 4, 5, 6].map((n) => `cho1998/graph-${n}`));
    expect(ids.filter((id) => id.startsWith("ours/")).length).toBeGreaterThanOrEqual(4);
  });
});

describe("websFor", () => {
  it("names campus first and, of the webs at hand that suit, those that are neither generated nor very large", () => {
    for (const suits of ["cho1998", "cho1998-small-site"] as const) {
      const [first, ...others] = websFor({ suits });
      expect(first).toBe("campus");
      for (const name of others) {
        const card = cardOf(name);
        expect([card.suits.includes(suits), card.generator, isAvailable(card)]).toEqual([true, undefined, true]);
        expect(card.counts.pages).toBeLessThanOrEqual(400_000);
      }
    }
  });

  it("names campus alone where no data are at hand", () => {
    vi.stubEnv("CRAWLBENCH_DATA", join(temporaryFolder(), "nowhere"));
    expect(websFor({ suits: "cho1998" })).toEqual(["campus"]);
  });
});

describe("reproduce", () => {
  it("runs what is asked for on the webs named, web by web, and tells before each", async () => {
    const told: [string, string, number, number][] = [];
    const results = await all(
      reproduce({
        which: "cho1998/graph-6",
        webs: ["campus-1k", "campus"],
        onExperiment: ({ id }, web, done, total) => told.push([id, web, done, total]),
      }),
    );
    expect(results.map(({ dataset }) => dataset)).toEqual(["campus-1k", "campus"]);
    expect(told).toEqual([
      ["cho1998/graph-6", "campus-1k", 0, 2],
      ["cho1998/graph-6", "campus", 1, 2],
    ]);
  });

  it("runs a family by its name", async () => {
    const ids = (await experiments()).map(({ id }) => id).filter((id) => id.startsWith("cho1998/"));
    const results = await all(reproduce({ which: "cho1998", webs: ["campus-1k"], repeats: 1, cache: false }));
    expect(results.map(({ experiment }) => experiment.id)).toEqual(ids);
  });

  it("says which experiments there are", async () => {
    await expect(all(reproduce({ which: "cho1998/graph-7" }))).rejects.toThrow(
      /^no experiment "cho1998\/graph-7"\. There are: cho1998\/graph-1, .*; or a family: cho1998, ours$/,
    );
    await expect(reproduceOne("cho")).rejects.toThrow(RangeError); // no half names
  });

  it("gives one result for one experiment", async () => {
    const result = await reproduceOne("cho1998/graph-6", "campus-1k");
    expect(result.experiment.id).toBe("cho1998/graph-6");
    const [{ claim, ours, verdict }] = result.verdicts;
    for (const part of ["campus-1k", claim, ours, verdict]) expect(result.table()).toContain(part);
  });
});
