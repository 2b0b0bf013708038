import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { Strings } from "../../src/base/strings.js";
import { type ExperimentOptions, ExperimentResult, type LoadExperiment } from "../../src/experiment/experiment.js";
import { defaultResultFolder, ResultStore, resultKey } from "../../src/experiment/result-store.js";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import type { Web } from "../../src/web/web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { curveOf } from "../figure/rows.js";
import { webOf } from "../fixture/webs.js";

const module = new URL("./ledger.test.ts", import.meta.url);
const web: Web = {
  ...webOf(3, [
    [0, 1],
    [1, 2],
  ]),
  name: "some web",
  sha256: "0123",
};
const onWeb = { id: "p/one", title: "One", paper: "says", suits: "cho1998", run: never } as const;
const load: LoadExperiment = { id: "p/two", title: "Two", paper: "says", load: "a load", run: never };

async function never(): Promise<ExperimentResult> {
  throw new Error("these are not run");
}

async function someResult(): Promise<ExperimentResult> {
  const rows = curveOf("breadth-first", 2);
  const verdict = {
    experiment: "p/one",
    claim: "c",
    source: "s",
    where: "section 1",
    kind: "measured",
    real: true,
    dataset: "some web",
    published: "-",
    ours: "1",
    tolerance: "-",
    wouldChange: "-",
    verdict: "agrees",
    because: "-",
  } as const;
  const provenance = { seed: 1, none: undefined, ratio: Number.NaN };
  return new ExperimentResult(onWeb, "some web", [verdict], rows, provenance, () => crawlCurve(rows));
}

describe("resultKey", () => {
  const key = (options: ExperimentOptions = {}, other = web) => resultKey(onWeb, module, other, options);

  it("is that of the same experiment, code, web and choices, whatever only decides how fast it runs", async () => {
    expect(await key({ seed: 1 })).toBe(await key());
    expect(await key({ workers: 3, cache: true, onProgress: () => {} })).toBe(await key());
  });

  it("changes with the web, the repeats, the seed, the scale, the experiment, its code", async () => {
    const keys = [
      await key(),
      await key({ repeats: 7 }),
      await key({ seed: 2 }),
      await key({ scale: 0.5 }),
      await key({}, { ...web, sha256: "4567" }),
      await key({}, { ...web, start: 1 }),
      await key(
        {},
        {
          ...web,
          graph: webOf(3, [
            [0, 1],
            [2, 1],
          ]).graph,
        },
      ),
      await key({}, { ...web, urls: Strings.from(["a", "b", "c"]) }),
      await key({}, { ...web, references: Uint32Array.of(1, 2, 3) }),
      await key({}, { ...web, references: Uint32Array.of(1, 2, 4) }),
      await key({}, { ...web, hostOf: Uint32Array.of(0, 0, 1) }),
      await resultKey({ ...onWeb, id: "p/other" }, module, web, {}),
      await resultKey(onWeb, new URL("../crawl/pool/temporary.ts", import.meta.url), web, {}),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("changes with the databases that a load finds on the machine", async () => {
    const using = (names: readonly string[]) => resultKey({ ...load, uses: async () => names }, module, undefined, {});
    expect(await using(["PostgreSQL"])).not.toBe(await using([]));
    expect(await using(["PostgreSQL"])).toBe(await using(["PostgreSQL"]));
  });
});

describe("ResultStore", () => {
  it("gives back what it was given, with its figure, and says that it was not run again", async () => {
    const store = new ResultStore(temporaryFolder());
    expect(store.find("key", onWeb)).toBeUndefined();
    const result = await someResult();
    const kept = await store.keep("key", result);
    const found = store.find("key", onWeb) as ExperimentResult;
    expect([kept.reused, found.reused]).toEqual([false, true]);
    for (const each of [kept, found]) {
      expect(each.verdicts).toEqual(result.verdicts);
      expect(each.rows).toEqual(result.rows);
      expect(each.provenance).toEqual(result.provenance);
      expect(each.table()).toBe(result.table());
    }
    const [drawn, restored] = [await result.figure(), await found.figure()];
    expect(restored.svg).toBe(drawn.svg);
    expect(restored.csv()).toBe(drawn.csv());
    expect(restored.table()).toBe(drawn.table());
    expect(Buffer.compare(restored.png(), drawn.png())).toBe(0);
  });

  it("keeps what another store gave back, whose crawls are gone", async () => {
    const [first, second] = [new ResultStore(temporaryFolder()), new ResultStore(temporaryFolder())];
    const { experiment, dataset, verdicts, rows, provenance, figure } = await someResult();
    const extras = { reused: true, hadRuns: true };
    const judged = new ExperimentResult(experiment, dataset, verdicts, rows, provenance, figure, extras);
    await first.keep("key", judged);
    const kept = await second.keep("key", first.find("key", onWeb) as ExperimentResult);
    expect([kept.reused, kept.hasRuns]).toEqual([true, true]);
    expect(second.find("key", onWeb)?.verdicts).toEqual(verdicts);
  });

  it("finds nothing in a file that was cut", async () => {
    const folder = temporaryFolder();
    const store = new ResultStore(folder);
    await store.keep("key", await someResult());
    const [name] = readdirSync(folder);
    truncateSync(join(folder, name), 1000);
    expect(store.find("key", onWeb)).toBeUndefined();
  });

  it("finds nothing where a single bit was turned", async () => {
    const folder = temporaryFolder();
    const store = new ResultStore(folder);
    await store.keep("key", await someResult());
    const path = join(folder, readdirSync(folder)[0]);
    const bytes = readFileSync(path);
    for (const at of [0, 40, bytes.length >> 1, bytes.length - 1]) {
      const turned = Buffer.from(bytes);
      turned[at] ^= 1;
      writeFileSync(path, turned);
      expect(store.find("key", onWeb), `byte ${at}`).toBeUndefined();
    }
    writeFileSync(path, bytes);
    expect(store.find("key", onWeb)).toBeDefined();
  });

  it("is in the folder of the cache that CRAWLBENCH_CACHE names, else in .crawlbench", () => {
    vi.stubEnv("CRAWLBENCH_CACHE", "/somewhere");
    expect(defaultResultFolder()).toBe("/somewhere/results");
    vi.stubEnv("CRAWLBENCH_CACHE", "");
    expect(defaultResultFolder()).toBe(resolve(".crawlbench/results"));
    vi.unstubAllEnvs();
  });
});
