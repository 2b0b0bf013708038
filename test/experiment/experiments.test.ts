import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { version } from "../../src/base/version.js";
import { KINDS, VERDICTS } from "../../src/experiment/claim.js";
import type {
  Experiment,
  ExperimentOptions,
  ExperimentResult,
  LoadExperiment,
  WebExperiment,
} from "../../src/experiment/experiment.js";
import { experiments } from "../../src/experiment/reproduce.js";
import type { PageText } from "../../src/page/html/text.js";
import { load } from "../../src/web/dataset/load.js";
import { graphFrom } from "../../src/web/graph/builder.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { sourceFolder } from "../discover.js";
import { webOf } from "../fixture/webs.js";
import { withoutServers } from "./without-servers.js";

// What every experiment owes, found by listing the folders: claims with a source and a tolerance, verdicts in five
// words, tidy rows, a figure that draws without complaint, and the same answer each time, but for times that were
// measured.

/** Without servers, or a control group of Linux, these have nothing to run on: their own tests have. */
const ELSEWHERE = ["dorosz/figure-2-in-full", "dorosz/past-memory"];
const all = (await experiments()).filter(({ id }) => !ELSEWHERE.includes(id));
const onWebs = all.filter((each): each is WebExperiment => "suits" in each);
const onLoads = all.filter((each): each is LoadExperiment => "load" in each);
const web = await load("campus", { pages: depth({ everyday: 400, prove: 1000 }) });
/** For those that crawl it for real. */
const little = await load("campus", { pages: depth({ everyday: 120, prove: 1000 }) });
const webFor = ({ alone }: WebExperiment) => (alone ? little : web);
const cache = temporaryFolder();
const plain = ({ verdicts: found, provenance, rows }: ExperimentResult) => JSON.stringify([found, provenance, rows]);

/** Each runs once, on its little load or on a small campus; whoever asks first waits. */
const runs = new Map<string, Promise<ExperimentResult>>();
function first(experiment: Experiment): Promise<ExperimentResult> {
  const running = runs.get(experiment.id) ?? small(experiment, { repeats: 2, cache: false });
  runs.set(experiment.id, running);
  return running;
}
function small(experiment: Experiment, options: ExperimentOptions): Promise<ExperimentResult> {
  if ("suits" in experiment) return experiment.run(webFor(experiment), options);
  withoutServers(); // they have tests of their own
  return experiment.run({ ...options, scale: 0.001 });
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe.each(all.map((experiment) => ({ id: experiment.id, experiment })))("$id", ({ id, experiment }) => {
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
    const result = await first(experiment);
    expect(result.dataset).toMatch(/^[a-z0-9.-]+$/);
    expect(result.verdicts.length).toBeGreaterThan(0);
    expect(new Set(result.verdicts.map(({ claim }) => claim)).size).toBe(result.verdicts.length);
    for (const verdict of result.verdicts) {
      expect(verdict).toMatchObject({
        experiment: id,
        dataset: "load" in experiment ? experiment.load : webFor(experiment).name,
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

  it("carries the paper's words with each claim of the paper's", async () => {
    const { verdicts: found } = await first(experiment);
    const unquoted = found.filter(({ quote }) => quote === undefined);
    const ofThePaper = unquoted.filter(({ where }) => /^(abstract|sections?) /.test(where));
    expect(ofThePaper.map(({ claim }) => claim)).toEqual([]);
    for (const { claim, source, quote } of found) {
      if (source === "ours") expect(quote, `quote of ${claim}, which is ours`).toBeUndefined();
      if (quote !== undefined) expect(quote, `quote of ${claim}`).toMatch(/^\S.{10,198}\S$/);
    }
  });

  it("gives rows of plain values, and a figure of them that draws without warnings", async () => {
    const { rows, figure } = await first(experiment);
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
    const provenance = JSON.parse(JSON.stringify((await first(experiment)).provenance));
    if ("load" in experiment) expect(provenance).toMatchObject({ seed: 1, scale: 0.001, crawlbench: version });
    else
      expect(provenance.dataset).toMatchObject({
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        name: expect.stringContaining(webFor(experiment).name),
      });
  });
});

/** Its load is drawn in the paper, and has no size. */
const DRAWN = "cho1998/figure-3";

it.each((await experiments()).filter((each) => "load" in each && each.id !== DRAWN) as LoadExperiment[])(
  "$id refuses a scale that is no share, before it does anything",
  async (experiment) => {
    for (const scale of [0, -1, 11, Number.NaN]) {
      await expect((async () => experiment.run({ scale }))()).rejects.toThrow(
        new RegExp(`^scale is a share of .+, above 0 and at most 10; found ${scale}$`),
      );
    }
  },
);

/** Every third of them, always the same. */
const some = <T>(list: readonly T[]) => depth({ everyday: list.filter((_, i) => i % 3 === 0), prove: list });

const onWebsAgain = onWebs.filter(({ repeatable }) => repeatable !== false);
describe.each(some(onWebsAgain).map((experiment) => ({ id: experiment.id, experiment })))(
  "$id, on a web,",
  ({ experiment }) => {
    it("finds the same again, with and without crawls from the cache", async () => {
      const expected = plain(await first(experiment));
      const again = { ...web }; // another object, of which nothing is kept in memory
      for (let run = 0; run < depth({ everyday: 1, prove: 2 }); run++)
        expect(plain(await experiment.run(again, { repeats: 2, cache }))).toBe(expected);
    });
  },
);

const MEASURED = { microseconds: "measured", milliseconds: "measured", perSecond: "measured", memory: "measured" };

describe.each(some(onLoads).map((experiment) => ({ id: experiment.id, experiment })))(
  "$id, on a load,",
  ({ experiment }) => {
    /** All that a clock, or what else the process holds, has no part in: claims, labels, counts, which claims can be tested. */
    const untimed = ({ verdicts: found, provenance, rows }: ExperimentResult) => ({
      claims: found.map(({ ours, verdict, because, ratios, ...claim }) => ({
        ...claim,
        untested: verdict === "cannot be tested" && because,
      })),
      provenance,
      rows: rows.map((row) => ({ ...row, ...MEASURED })),
    });

    it("makes the same load again and tests the same claims on it, whatever the times are", async () => {
      const [once, again] = [await first(experiment), await small(experiment, {})];
      expect(untimed(again)).toEqual(untimed(once));
      if (experiment.repeatable) expect(plain(again)).toBe(plain(once));
      expect(untimed(again).claims.map(({ untested }) => untested)).toContain(false);
    });
  },
);

describe("an experiment", () => {
  it("tests no claim about hot pages on a web that has none", async () => {
    // A path of 150 pages without a word: each page has one backlink, so no page is hot at any threshold of the paper,
    // and none is on topic.
    const size = 150;
    const links = Array.from({ length: size - 1 }, (_, page): [number, number] => [page, page + 1]);
    const words = {
      urls: Array.from({ length: size }, (_, page) => `http://path.edu/${page}`),
      texts: new Array<PageText>(size).fill({ title: "", body: "" }),
      anchor: () => "",
    };
    const path = { ...webOf(size, links, { name: "path", ...words }), graph: graphFrom(size, links), sha256: "path" };
    const notAboutHotPages = /graph-[36]|section-5|^ours\/(?!exploration|hot-clusters|ties-decide)/;
    const hot = onWebs.filter(({ suits, id }) => suits.startsWith("cho1998") && !notAboutHotPages.test(id));
    for (const experiment of hot) {
      const { verdicts: found } = await experiment.run(path, { repeats: 1, cache: false });
      for (const { claim, verdict, ours } of found) {
        // these count pages and steps, hot or not
        if (/behaves depth-first|% of the web|^Figures 4 and 5/.test(claim)) continue;
        expect([claim, verdict, ours]).toEqual([claim, "cannot be tested", "-"]);
      }
    }
  });
});
