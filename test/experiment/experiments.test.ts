import { afterEach, describe, expect, it, vi } from "vitest";
import type {
  Experiment,
  ExperimentOptions,
  ExperimentResult,
  LoadExperiment,
  WebExperiment,
} from "../../src/experiment/experiment.js";
import { experiments } from "../../src/experiment/found.js";
import { readLedger } from "../../src/experiment/ledger.js";
import type { PageText } from "../../src/page/html/text.js";
import { load } from "../../src/web/dataset/load.js";
import { graphFrom } from "../../src/web/graph/builder.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { webOf } from "../fixture/webs.js";
import { LITTLE, owes } from "./owes.js";
import { withoutServers } from "./without-servers.js";

// What every experiment owes, found by listing the folders, and the same answer each time, but for times that were
// measured.

/** Without servers, or a control group of Linux, these have nothing to run on: their own tests have. */
const ELSEWHERE = ["dorosz/figure-2-in-full", "dorosz/past-memory"];
/** These are long, and run in their own tests, which hold them to what they owe, too. */
const LONG = ["broder2003/real-crawls", "ours/freshness-policies", "ours/speed"];
const all = (await experiments()).filter(({ id }) => !ELSEWHERE.includes(id));
const onWebs = all.filter((each): each is WebExperiment => "suits" in each);
const onLoads = all.filter((each): each is LoadExperiment => "load" in each);
const web = await load("campus", { pages: depth({ everyday: 400, prove: 1000 }) });
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
  if ("suits" in experiment) return experiment.run(web, options);
  withoutServers(); // they have tests of their own
  return experiment.run({ ...options, scale: LITTLE });
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const owing = all.filter(({ id }) => !LONG.includes(id));
describe.each(owing.map((experiment) => ({ id: experiment.id, experiment })))("$id", ({ experiment }) => {
  owes(experiment, () => first(experiment), web.name);
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

it(`${DRAWN} says the scale that others would have had, a twentieth where none is asked for`, async () => {
  const drawn = onLoads.find(({ id }) => id === DRAWN);
  expect((await drawn?.run())?.provenance).toMatchObject({ seed: 1, scale: 0.05, pages: 21 });
});

it.each((await experiments()).filter((each) => "load" in each) as LoadExperiment[])(
  "$id has its load by the name that the ledger has",
  ({ id, load: name }) => {
    expect(new Set(readLedger().flatMap((each) => (each.experiment === id ? [each.dataset] : [])))).toEqual(
      new Set([name]),
    );
  },
);

/** The first claims of these are of what a paper draws, or of tables of their own: no web and no size of a load counts. */
const SAME_EVERYWHERE: Readonly<Record<string, number>> = {
  "broder2003/figure-13": 2,
  "broder2003/figure-14": 2,
  "cho1998/figure-3": 5,
  "dorosz/figure-1": 5,
  "shkapenyuk2001/crawl-manager": 2,
};

it.each(all.filter(({ id }) => id in SAME_EVERYWHERE))(
  "$id finds what the ledger has of it, to the word",
  async (experiment) => {
    const { verdicts } = await first(experiment);
    const told = verdicts.slice(0, SAME_EVERYWHERE[experiment.id]);
    const recorded = readLedger().filter((each) => each.experiment === experiment.id);
    for (const { claim, ours, verdict, because } of told)
      expect(recorded).toContainEqual(expect.objectContaining({ claim, ours, verdict, because }));
  },
);

/** Every fifth of them, or such a part, always the same. */
const some = <T>(list: readonly T[], part = 5) =>
  depth({ everyday: list.filter((_, i) => i % part === 0), prove: list });

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

describe.each(some(onLoads, 3).map((experiment) => ({ id: experiment.id, experiment })))(
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
  it.each(all)("$id says in sentences what the paper does, or that it is ours", ({ paper }) => {
    expect(paper).toMatch(/^[A-Z].{60,}[.:")]$/s);
    expect(paper).not.toContain("NaN");
  });

  it("on a load says that it is the same each time, unless a clock or the order of answers has a part in it", () => {
    expect(onLoads.filter(({ repeatable }) => !repeatable).map(({ id }) => id)).toEqual([
      "shkapenyuk2001/speed",
      "shkapenyuk2001/tables-4-1-and-4-2",
      "dorosz/figure-2",
      "ours/speed",
    ]);
  });

  it("of the processes of one crawl has the curve of each by its number, from 1", async () => {
    const { rows } = await first(all.find(({ id }) => id === "broder2003/four-processes")!);
    expect(new Set(rows.map((row) => (row as { policy?: string }).policy))).toEqual(
      new Set([1, 2, 3, 4].map((each) => `process ${each}`)),
    );
  });

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
