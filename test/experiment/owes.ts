import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { version } from "../../src/base/version.js";
import { type ClaimVerdict, KINDS, VERDICTS } from "../../src/experiment/claim.js";
import type { Experiment, ExperimentResult } from "../../src/experiment/experiment.js";
import { readLedger } from "../../src/experiment/ledger.js";
import { depth } from "../depth.js";
import { sourceFolder } from "../discover.js";

/** Scale of the loads here. */
export const LITTLE = depth({ everyday: 0.0005, prove: 0.001 });

/** What a claim is before it is tested. */
const BEFORE = ["source", "where", "quote", "published", "tolerance", "wouldChange"] as const;

const ledger = readLedger();

/** Expects claims to be what they were when the ledger was recorded, before they were tested. */
export function asRecorded(verdicts: readonly ClaimVerdict[]): void {
  for (const tested of verdicts) {
    const recorded = ledger.filter(
      ({ experiment, claim }) => experiment === tested.experiment && claim === tested.claim,
    );
    const before = { [tested.claim]: BEFORE.map((part) => tested[part]) };
    for (const each of recorded) expect(before).toEqual({ [each.claim]: BEFORE.map((part) => each[part]) });
  }
}

/**
 * Tests what every experiment owes: claims with a source and a tolerance, verdicts in five words, tidy rows, a figure
 * that draws without complaint.
 *
 * @param run a run of it on a small campus of this name, or on a load at scale `LITTLE` and seed 1
 */
export function owes(experiment: Experiment, run: () => Promise<ExperimentResult>, campus: string): void {
  const { id } = experiment;
  const name = "load" in experiment ? experiment.load : campus;

  it("is named by its folder and file, and says what the paper did", () => {
    expect(existsSync(join(sourceFolder, "experiment", `${id}.ts`))).toBe(true);
    expect(experiment.title).toMatch(/\S/);
    const beyond = /\b(19|20)\d\d\b/; // whose question it is
    const papers = /Dorosz, section [23]|Cho et al\. 1998|Broder et al\. 2003|Shkapenyuk and Suel 2001/;
    expect(experiment.paper).toMatch(id.startsWith("ours/") ? beyond : papers);
    expect(experiment.paper.length, "letters of `paper`: what was done and said, in full").toBeGreaterThan(100);
    if ("suits" in experiment)
      expect(["cho1998", "cho1998-small-site", "cho1998-topic", "broder2003", "freshness"]).toContain(experiment.suits);
    else expect(experiment.load).toMatch(/^[a-z0-9-]+-(load|trace|web)$/);
  });

  it("judges every claim in one of five words, by a tolerance and with a reason", async () => {
    const result = await run();
    expect(result.dataset).toMatch(/^[a-z0-9.-]+$/);
    expect(result.verdicts.length).toBeGreaterThan(0);
    expect(new Set(result.verdicts.map(({ claim }) => claim)).size).toBe(result.verdicts.length);
    for (const verdict of result.verdicts) {
      expect(verdict).toMatchObject({
        experiment: id,
        dataset: name,
      });
      expect(VERDICTS).toContain(verdict.verdict);
      expect(KINDS).toContain(verdict.kind);
      for (const part of [
        "claim",
        "source",
        "where",
        "published",
        "tolerance",
        "wouldChange",
        "ours",
        "because",
      ] as const) {
        expect(verdict[part], `${part} of ${verdict.claim}`).toMatch(/\S/);
        expect(verdict[part]).not.toMatch(/NaN|undefined|Infinity/);
      }
      if (verdict.where.startsWith("section")) expect(verdict.published).not.toBe("-");
      expect(verdict.wouldChange.length, `letters of what would change our mind of ${verdict.claim}`).toBeGreaterThan(
        60,
      );
      expect(verdict.wouldChange).not.toBe(verdict.tolerance);
    }
  });

  it("is held to what the ledger was recorded by: each claim's source, tolerance, and the paper's words", async () => {
    asRecorded((await run()).verdicts);
  });

  it("carries the paper's words with each claim of the paper's", async () => {
    const { verdicts: found } = await run();
    const unquoted = found.filter(({ quote }) => quote === undefined);
    const ofThePaper = unquoted.filter(({ where }) => /^(abstract|sections?) /.test(where));
    expect(ofThePaper.map(({ claim }) => claim)).toEqual([]);
    for (const { claim, source, quote } of found) {
      if (source === "ours") expect(quote, `quote of ${claim}, which is ours`).toBeUndefined();
      if (quote !== undefined) expect(quote, `quote of ${claim}`).toMatch(/^\S.{10,198}\S$/);
    }
  });

  it("gives rows of plain values, and a figure of them that draws without warnings", async () => {
    const { rows, figure } = await run();
    expect(rows.length).toBeGreaterThan(0);
    const isPlain = (value: unknown) =>
      ["string", "number", "undefined"].includes(typeof value) && !Number.isNaN(value);
    expect(rows.filter((row) => !Object.values(row).every(isPlain))).toEqual([]);
    if ("suits" in experiment) expect(rows.filter((row) => !("dataset" in row))).toEqual([]);
    const drawn = await figure();
    expect(drawn.warnings).toEqual([]);
    expect(drawn.title).toMatch(/\S/);
    if ("suits" in experiment) expect(drawn.svg).toContain("campus");
  });

  it("says what its numbers depend on", async () => {
    const provenance = JSON.parse(JSON.stringify((await run()).provenance));
    expect(provenance.seed ?? 1, "where it is not said").toBe(1);
    if ("load" in experiment) expect(provenance).toMatchObject({ seed: 1, scale: LITTLE, crawlbench: version });
    else
      expect(provenance.dataset).toMatchObject({
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        name: expect.stringContaining(name),
      });
  });
}
