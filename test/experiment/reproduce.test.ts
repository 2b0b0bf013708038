import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { inspect } from "node:util";
import { load as parsed } from "cheerio";
import { afterEach, describe, expect, it, vi } from "vitest";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import type { ExperimentResult, WebExperiment } from "../../src/experiment/experiment.js";
import { experiments } from "../../src/experiment/found.js";
import { type ReproduceAllOptions, reproduce, reproduceAll, websFor } from "../../src/experiment/reproduce.js";
import { thisMachine } from "../../src/experiment/timed.js";
import { cardOf } from "../../src/web/dataset/card.js";
import { isAvailable, load } from "../../src/web/dataset/load.js";
import type { Web } from "../../src/web/web.js";
import { inCell } from "../base/in-cell.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { coded } from "../fixture/problems.js";
import { realData } from "../web/read/real-data.js";
import { withoutServers } from "./without-servers.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const all = async (results: AsyncIterable<ExperimentResult>): Promise<ExperimentResult[]> => {
  const found = [];
  for await (const result of results) found.push(result);
  return found;
};

/** A web of URLs and texts, where its size says nothing. */
const someWeb = () => load("campus", { pages: depth({ everyday: 300, prove: 1000 }) });
/** Scale of a load, where its size says nothing. */
const SCALE = depth({ everyday: 0.0001, prove: 0.001 });

describe("experiments", () => {
  it("are found in their folders: Graphs 1 to 10 of Cho et al., Figure 2 of Dorosz, and our own", async () => {
    const ids = (await experiments()).map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith("cho1998/graph"))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `cho1998/graph-${n}`),
    );
    expect(ids.filter((id) => id.startsWith("dorosz/figure-2"))).toEqual([
      "dorosz/figure-2",
      "dorosz/figure-2-in-full",
    ]);
    expect(ids.filter((id) => id.startsWith("ours/")).length).toBeGreaterThanOrEqual(4);
  });
});

describe("the disk", () => {
  it("has settled before what measures times is run, and is not waited for by what does not", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "sync"), `#!/bin/sh\necho waited >> ${folder}/waits\n`, { mode: 0o755 });
    vi.stubEnv("PATH", [folder, process.env.PATH].join(delimiter));
    await all(
      reproduceAll({ which: "shkapenyuk2001/unshuffle", scale: depth({ everyday: 0.001, prove: 0.01 }), cache: false }),
    );
    expect(existsSync(join(folder, "waits"))).toBe(false);
    const little = depth({ everyday: 0.0002, prove: 0.001 });
    await all(reproduceAll({ which: "shkapenyuk2001/speed", scale: little, cache: false }));
    expect(readFileSync(join(folder, "waits"), "utf8")).toBe("waited\n");
  });
});

it("websFor refuses what is no experiment", () => {
  for (const wrong of [undefined, null, "cho1998", {}])
    expect(() => websFor(wrong as never)).toThrow(
      'websFor takes an experiment, or what it suits: websFor({ suits: "cho1998" })',
    );
});

describe("websFor", () => {
  it("names campus first and, of the webs at hand that suit, those that are neither generated nor very large", () => {
    for (const suits of ["cho1998", "cho1998-small-site", "cho1998-topic"] as const) {
      const [first, ...others] = websFor({ suits });
      expect(first).toBe("campus");
      for (const name of others) {
        const card = cardOf(name.split("/")[0]);
        expect([card.suits.includes(suits), card.generator, isAvailable(card)]).toEqual([true, undefined, true]);
        expect(card.counts.pages).toBeLessThanOrEqual(400_000);
      }
    }
  });

  it("names campus and the real web of the package where no data are at hand", () => {
    vi.stubEnv("CRAWLBENCH_DATA", join(temporaryFolder(), "nowhere"));
    expect(websFor({ suits: "cho1998" })).toEqual(["campus", "debian-docs-small"]);
    const packaged = cardOf("debian-docs-small").sites?.map((host) => `debian-docs-small/${host}`) ?? [];
    expect(packaged).toHaveLength(1);
    expect(websFor({ suits: "cho1998-small-site" })).toEqual(["campus", ...packaged]);
  });

  it("names the sites of a web where small sites are asked for, and the web where they are not", () => {
    const folder = temporaryFolder();
    for (const { path } of cardOf("uci-ics-2019").files ?? []) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), "");
    }
    vi.stubEnv("CRAWLBENCH_DATA", folder);
    const sites = ["debian-docs-small", "uci-ics-2019"].flatMap((id) =>
      (cardOf(id).sites ?? []).map((host) => `${id}/${host}`),
    );
    expect(sites.length).toBeGreaterThan(2);
    expect(websFor({ suits: "cho1998-small-site" })).toEqual(["campus", ...sites]);
    expect(websFor({ suits: "cho1998" })).toEqual(["campus", "debian-docs-small", "uci-ics-2019"]);
  });

  it("names none for what makes its own load", () => {
    expect(websFor({ load: "dorosz-load" })).toEqual([]);
  });
});

describe("reproduce", () => {
  it("runs what is asked for on the webs named, web by web, and tells before each", async () => {
    const told: [string, string, number, number][] = [];
    const webs = ["campus-1k", "campus"];
    const results = await all(
      reproduceAll({
        which: "cho1998/graph-6",
        webs,
        cache: false,
        onExperiment: ({ id }, web, done, total) => told.push([id, web, done, total]),
      }),
    );
    expect(results.map(({ dataset }) => dataset)).toEqual(webs);
    expect(told).toEqual(webs.map((web, done) => ["cho1998/graph-6", web, done, 2]));
  });

  it("runs a family by its name, and passes over topic crawls on a web without text, unless one is asked for by its name", async () => {
    const [path, folder] = ["links.txt", temporaryFolder()];
    writeFileSync(join(folder, path), "0 1\n1 0\n1 2\n2 0\n");
    const webs = [join(folder, path)];
    const leftOut: string[] = [];
    const onLeftOut: ReproduceAllOptions["onLeftOut"] = ({ id }, _, why) => leftOut.push(`${id}: ${why}`);
    const results = await all(reproduceAll({ which: "cho1998", webs, repeats: 1, cache: false, onLeftOut }));
    expect(leftOut.map((line) => line.split(":")[0])).toEqual(
      ["7", "8", "9", "10"].map((n) => `cho1998/graph-${n}`).concat("cho1998/section-8"),
    );
    for (const line of leftOut) expect(line).toMatch(/: it needs .*\btext\b/);
    expect(results.map(({ experiment }) => experiment.id)).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((n) => `cho1998/graph-${n}`),
      "cho1998/section-3",
      "cho1998/section-5",
    ]);
    const named = all(reproduceAll({ which: "cho1998/graph-9", webs, repeats: 1, cache: false }));
    await expect(named).rejects.toThrow(/needs urls.* anchors.* text; links has links only/);
  });

  it("leaves out, with the reason, an experiment that a web is too large for, unless it is asked for by its name", async () => {
    const centrality = (await experiments()).find(({ id }) => id === "ours/which-centrality") as WebExperiment;
    expect(centrality.refuses?.(await load("campus-1k"))).toBeUndefined(); // a site of it, as the small ones of the catalogue
    const large = { ...(await load("campus", { pages: 40_000 })), name: "large" };
    expect(centrality.refuses?.(large)).toMatch(
      /^40,000 pages and [\d,]+ links are too many for measures of the whole graph$/,
    );
  });

  it("runs what makes its own load once, without a web, and passes on its options", async () => {
    withoutServers();
    const told: [string, string, number, number][] = [];
    const onExperiment: ReproduceAllOptions["onExperiment"] = ({ id }, load, done, total) =>
      told.push([id, load, done, total]);
    const results = await all(reproduceAll({ which: "dorosz/figure-2", scale: SCALE, seed: 3, onExperiment }));
    expect(results.map(({ experiment, dataset }) => [experiment.id, dataset])).toEqual([
      ["dorosz/figure-2", "dorosz-load"],
    ]);
    expect(results[0].provenance).toMatchObject({ scale: SCALE, seed: 3, start: 1_000_000 * SCALE });
    expect(told).toEqual([["dorosz/figure-2", "dorosz-load", 0, 1]]);
  });

  it("runs what measures times five times for the ledger, each on a load of its own, and keeps ratios", async () => {
    withoutServers();
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    const [result, ...others] = await all(
      reproduceAll({ which: "dorosz/figure-2", scale: SCALE, vary: true, cache: false }),
    );
    expect(others).toEqual([]);
    const ratios = result.verdicts.flatMap(({ ratios: own = [], because, machine }) => {
      if (own.length > 0) expect([because, machine]).toEqual([expect.stringMatching(/ of 5 runs: /), thisMachine()]);
      return own;
    });
    // no server is there
    expect(ratios.map(({ of, runs }) => [of, runs])).toEqual([["LMDB, batches / dedicated, batches", 5]]);
    expect(ratios[0].deviation).toBeGreaterThan(0); // five loads, five times
  });

  it("leaves loads out where webs are named and no experiment is", async () => {
    // then every experiment on a web runs on campus, and most on the real web of the package
    vi.stubEnv("CRAWLBENCH_DATA", join(temporaryFolder(), "nowhere"));
    const onAny = (await experiments()).flatMap((each) => ("suits" in each && !each.alone ? [each] : []));
    const onWebs = onAny.length;
    const unasked = onAny.flatMap((each) => websFor(each)).length;
    expect(unasked).toBeGreaterThan(1.5 * onWebs);
    const totals: number[] = [];
    const first = async (options: ReproduceAllOptions) => {
      const onExperiment: ReproduceAllOptions["onExperiment"] = (_, __, ___, total) => {
        totals.push(total);
        throw new Error("that is all we want to know");
      };
      await expect(all(reproduceAll({ ...options, onExperiment }))).rejects.toThrow("that is all");
    };
    await first({});
    await first({ webs: ["campus-1k"] });
    await first({ webs: ["campus-1k"], which: "dorosz" });
    const onLoads = (await experiments()).filter((each) => "load" in each && !each.alone).length;
    expect(totals).toEqual([unasked + onLoads, onWebs, 2]); // dorosz has none but loads
  });

  const departments = realData("webs/webkb-1997/webkb-1997.warc.gz");
  it.skipIf(!departments)("runs what is about small sites on each site of a web that is named", async () => {
    const results = await all(reproduceAll({ which: "cho1998/graph-6", webs: ["webkb-1997"] }));
    const expected = cardOf("webkb-1997").sites?.map((host) => `webkb-1997/${host}`);
    expect(results.map(({ dataset }) => dataset)).toEqual(expected);
    for (const { dataset, verdicts } of results) expect(verdicts[0].dataset).toBe(dataset);
  });

  it("crawls for a topic of one's own, of which the verdicts tell", async () => {
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    const web = await someWeb();
    const topicIn = async (query?: string) => {
      const result = await reproduce("cho1998/graph-10", { web, repeats: 1, ...(query !== undefined && { query }) });
      return [new Set(result.verdicts.map(({ because }) => /^topic (.*?): /.exec(because)?.[1])), result.reused];
    };
    expect(await topicIn()).toEqual([new Set(["admission"]), false]);
    expect(await topicIn("database")).toEqual([new Set(["database"]), false]);
    const none = reproduce("cho1998/graph-10", { web, query: "..." });
    await expect(none).rejects.toThrow(coded("option"));
    await expect(all(reproduceAll({ which: "cho1998/graph-2", query: "database" }))).rejects.toThrow(
      /^query is for crawls for a topic, Graphs 7 to 10 of Cho et al\. 1998: reproduce\("cho1998\/graph-7"/,
    );
  });

  it("says which experiments there are", async () => {
    await expect(all(reproduceAll({ which: "cho1998/graph-11" }))).rejects.toThrow(
      /^no experiment "cho1998\/graph-11"\. Did you mean cho1998\/graph-1\? There are: cho1998\/.*; or a family: cho1998, broder2003, shkapenyuk2001, dorosz, ours$/,
    );
    await expect(reproduce("cho")).rejects.toThrow(coded("option")); // no half names
    await expect(reproduce("cho1998")).rejects.toThrow(/is a family of experiments/);
  });

  it("gives one result for one experiment", async () => {
    const result = await reproduce("cho1998/graph-6", { web: "campus-1k" });
    expect(result.experiment.id).toBe("cho1998/graph-6");
    const [{ claim, ours, verdict }] = result.verdicts;
    for (const part of ["campus-1k", claim, ours, verdict]) expect(result.table()).toContain(part);
  });

  it("takes the small site of a campus, and any site that is named", async () => {
    const shares = async (web: string) => {
      const { dataset, verdicts, provenance } = await reproduce("cho1998/graph-6", { web, cache: false });
      return { dataset, ours: verdicts[0].ours, provenance };
    };
    const [whole, named] = [await shares("campus-1k"), await shares("campus-1k/www-db.campus.example")];
    expect(named).toEqual({ ...whole, dataset: "campus-1k/www-db.campus.example" });
    const other = await shares("campus-1k/people.campus.example");
    expect(other.provenance).toMatchObject({ dataset: { name: "campus-1k/people.campus.example" } });
  });

  it("draws the figure in a cell, with the verdicts below it", async () => {
    const result = await reproduce("cho1998/graph-6", { web: "campus-1k" });
    await inCell(async (shown) => {
      expect(inspect(result)).toBe("");
      expect(shown.map(({ data }) => Object.keys(data).sort())).toEqual([
        ["application/vnd.vegalite.v5+json", "image/png", "text/plain"],
        ["text/html", "text/plain"],
      ]);
      for (const { claim } of result.claims) expect(parsed(String(shown[1].data["text/html"])).text()).toContain(claim);
    });
  });

  it("takes what is undefined for not chosen, as its key on disk does", async () => {
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    const web = await someWeb();
    const rows = async (options: object) => (await reproduce("cho1998/graph-2", { web, ...options })).rows;
    expect(await rows({ repeats: undefined, seed: undefined })).toEqual(await rows({ cache: false }));
  });

  it("does not take the result of a web for that of a copy of it with another start, other links, URLs or texts", async () => {
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    const web = await someWeb();
    const reused = async (of: Web) => (await reproduce("cho1998/graph-6", { web: of })).reused;
    const start = web.start + 1;
    const graph = { ...web.graph, targets: web.graph.targets.toReversed() };
    expect(await reused(web)).toBe(false);
    for (const copy of [
      { ...web, start },
      { ...web, graph },
      { ...web, text: () => ({ title: "", body: "" }) },
    ])
      expect(await reused(copy)).toBe(false);
    expect(await reused({ ...web })).toBe(true);
  });

  it("answers what if: the crawls of a figure, judged by something else, from disk too", async () => {
    const folder = temporaryFolder();
    vi.stubEnv("CRAWLBENCH_CACHE", folder);
    const web = await someWeb();
    for (const _ of ["crawled", "from disk"]) {
      const result = await reproduce("cho1998/graph-2", { web, repeats: 2 });
      const judged = result.judge(backlinks({ hotAt: 3 }));
      expect(judged.crawls).toBe(result.runs.crawls);
      expect(judged.importance.hotAt).toBe(3);
    }
    const histogram = await reproduce("cho1998/graph-6", { web });
    expect(() => histogram.runs).toThrow(coded("lacks"));
  });
});
