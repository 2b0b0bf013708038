import { beforeAll, describe, expect, it } from "vitest";
import type { CrewJob } from "../../../src/base/crew/crew.js";
import { compiled, requireBuild } from "../../crawl/pool/temporary.js";
import { pairsOf } from "../../fixture/pairs.js";
import { webOf } from "../../fixture/webs.js";

// Methods are made from their names by import, of compiled files.
const load = async () => ({
  ...(await compiled<typeof import("../../../src/base/crew/crew.js")>("base/crew/crew.js")),
  ...(await compiled<typeof import("../../../src/crawl/pool/crew-crawls.js")>("crawl/pool/crew-crawls.js")),
  ...(await compiled<typeof import("../../../src/web/portable.js")>("web/portable.js")),
  ...(await compiled<typeof import("../../../src/cache/sweep/crew-misses.js")>("cache/sweep/crew-misses.js")),
  ...(await compiled<typeof import("../../../src/crawl/pool/crawl-key.js")>("crawl/pool/crawl-key.js")),
  ...(await compiled<typeof import("../../../src/ordering/backlink.js")>("ordering/backlink.js")),
  ...(await compiled<typeof import("../../../src/ordering/exploring.js")>("ordering/exploring.js")),
  ...(await compiled<typeof import("../../../src/cache/policy/clock.js")>("cache/policy/clock.js")),
});

let lib: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  requireBuild();
  lib = await load();
});

const sent = <T>(message: T): T => JSON.parse(JSON.stringify(message)) as T;

const web = webOf(4, pairsOf("0,1 1,2 2,3"));
const traces = [{ requests: Uint32Array.of(0, 1, 0, 2), urls: 3 }];

describe("a crawl for a worker", () => {
  it("is the same crawl again after it was sent, an ordering inside another included", async () => {
    const { backlink, exploring, crawlForCrew, crawlOfCrew, crawlKey } = lib;
    for (const method of [
      backlink,
      backlink({ ties: "lifo" }),
      exploring(backlink({ ties: "random" }), { share: 0.2 }),
    ]) {
      const job = { method, from: [2, 0], seed: 9 };
      const told = crawlForCrew(web, job);
      expect(told).toMatchObject({ key: crawlKey(web, job).hash, label: `${method.label}, seed 9` });
      const again = await crawlOfCrew(web, sent(told as CrewJob));
      expect(again && crawlKey(web, again)).toEqual(crawlKey(web, job));
    }
  });

  it("is refused where it would be another one: another key, web, ordering, or a name that is no ordering of the library", async () => {
    const { backlink, crawlForCrew, crawlOfCrew } = lib;
    const job = crawlForCrew(web, { method: backlink, from: [0], seed: 1 }) as CrewJob;
    const method = { name: "backlink", options: backlink.options };
    expect(await crawlOfCrew(web, { ...job, task: { method, from: [0], seed: 1 } })).toBeDefined();
    expect(await crawlOfCrew({ ...web, sha256: "other" }, job)).toBe(undefined);
    for (const task of [
      { method, from: [1], seed: 1 },
      { method, from: [0], seed: 2 },
      { method: { ...method, options: { ties: "lifo" } }, from: [0], seed: 1 },
      { method: { ...method, options: { ties: "no such" } }, from: [0], seed: 1 },
      { method: { ...method, name: "../crawl/replay" }, from: [0], seed: 1 },
      { method: { ...method, name: "no-such" }, from: [0], seed: 1 },
    ]) {
      expect(await crawlOfCrew(web, { ...job, task })).toBe(undefined);
    }
  });

  it("stays here where plain data cannot tell it", () => {
    const { backlink, crawlForCrew, isPlain } = lib;
    const endless = { ...backlink, options: { ...backlink.options, reorderEvery: Number.POSITIVE_INFINITY } };
    expect(crawlForCrew(web, { method: endless, from: [0], seed: 1 })).toBe(undefined);
    expect([{ a: 1 }, { a: [] }, { a: undefined }].map(isPlain)).toEqual([true, true, true]);
    expect([{ a: Number.NaN }, { a: /b/ }, { a: new Map([[1, 2]]) }, { a: () => 1 }].map(isPlain)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("a count for a worker", () => {
  it("is the same count again after it was sent", async () => {
    const { clock, missesForCrew, missesOfCrew } = lib;
    const jobs = [
      { trace: 0, method: clock({ newcomer: "marked" }), sizes: [1, 2], seed: 3 },
      { trace: 0, method: clock, sizes: [2], seed: 3, ends: [2, 4] },
    ];
    for (const job of jobs) {
      const again = await missesOfCrew(sent(missesForCrew(job) as CrewJob));
      expect({ ...again, method: again?.method.label }).toEqual({ ...job, method: job.method.label });
    }
    expect(jobs.map((job) => missesForCrew(job)?.label)).toEqual([
      "CLOCK, newcomer marked, 1 .. 2 entries",
      "CLOCK, 2 entries",
    ]);
  });

  it("is refused where it would be another one", async () => {
    const { clock, missesForCrew, missesOfCrew } = lib;
    const job = missesForCrew({ trace: 0, method: clock, sizes: [1, 2], seed: 3 }) as CrewJob;
    for (const change of [
      { sizes: [1, 3] },
      { seed: 4 },
      { ends: [4] },
      { trace: 1 },
      { method: { name: "lru", options: {} } },
      { method: { name: "mine", options: {} } },
    ]) {
      expect(await missesOfCrew({ ...job, task: { ...job.task, ...change } })).toBe(undefined);
    }
  });
});

describe("what jobs read", () => {
  it("is the same web, and the same traces, after it was sent", () => {
    const { webMaterial, webOfMaterial, traceMaterial, tracesOfMaterial } = lib;
    const { name, sha256, start, capabilities, found, graph } = web;
    const references = Uint32Array.of(1, 1, 2, 0);
    for (const portable of [
      { name, sha256, start, capabilities, found, graph },
      { name, sha256, start, capabilities, found, graph, references },
    ]) {
      const { facts, arrays } = webMaterial(portable);
      expect(webOfMaterial({ facts: sent(facts), arrays })).toEqual(portable);
    }
    const { facts, arrays } = traceMaterial(traces);
    expect(tracesOfMaterial({ facts: sent(facts), arrays })).toEqual(traces);
  });
});
