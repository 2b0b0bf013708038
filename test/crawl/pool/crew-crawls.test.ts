import { describe, expect, it } from "vitest";
import { Backlog } from "../../../src/base/crew/backlog.js";
import type { Crew, CrewJob } from "../../../src/base/crew/crew.js";
import { dataOf } from "../../../src/base/error.js";
import { crawlKey } from "../../../src/crawl/pool/crawl-key.js";
import { crawlForCrew, crawlOfCrew, crawlSweep } from "../../../src/crawl/pool/crew-crawls.js";
import { runCrawls } from "../../../src/crawl/pool/pool.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { exploring } from "../../../src/ordering/exploring.js";
import { pairsOf } from "../../fixture/pairs.js";
import { webOf } from "../../fixture/webs.js";
import { temporaryFolder } from "./temporary.js";

const sent = <T>(message: T): T => JSON.parse(JSON.stringify(message)) as T;

const web = webOf(4, pairsOf("0,1 1,2 2,3"));

describe("a crawl for a worker", () => {
  it("is the same crawl again after it was sent, an ordering inside another included", async () => {
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
    const endless = { ...backlink, options: { ...backlink.options, reorderEvery: Number.POSITIVE_INFINITY } };
    expect(crawlForCrew(web, { method: endless, from: [0], seed: 1 })).toBe(undefined);
  });
});

describe("crawls of a web that workers may do", () => {
  const sweepOf = (finish: (...each: [index: number, order: Uint32Array, ms: number]) => void) => {
    const own = { ...backlink, options: { by: () => 1 } } as unknown as typeof backlink; // no plain data
    const crawls = [backlink, own].map((method, i) => ({ index: 3 * i, job: { method, from: [0], seed: 1 } }));
    return crawlSweep(web, crawls, new Backlog([0, 3]), { progress: () => {}, finish });
  };

  it("are told by their place, those left out that are no plain data", () => {
    const { kind, name, jobs } = sweepOf(() => expect.unreachable());
    expect([kind, name]).toEqual(["crawls", web.name]);
    expect([...jobs].map(([index, { label }]) => [index, label])).toEqual([[0, `${backlink.label}, seed 1`]]);
  });

  it("are taken as the bytes of an order, of no more pages than there are", () => {
    const finished: unknown[] = [];
    const sweep = sweepOf((...each) => finished.push(each));
    sweep.finish(0, new Uint8Array(Uint32Array.of(0, 1, 2, 3).buffer), 9);
    expect(finished).toEqual([[0, Uint32Array.of(0, 1, 2, 3), 9]]);
    for (const [bytes, pages] of [
      [20, 5],
      [6, 1.5],
    ])
      expect(() => sweep.finish(0, new Uint8Array(bytes), 9)).toThrow(
        `an order of ${web.name} has at most 4 pages; a worker sent ${pages}`,
      );
  });

  it("fail with the error that a worker sent", () => {
    const error = sweepOf(() => expect.unreachable()).failed(0, dataOf(new RangeError("no")));
    expect([error.name, error.message]).toEqual(["RangeError", "no"]);
  });

  it("are kept, told of, and stand beside those that this machine does", async () => {
    const jobs = [1, 2, 3].map((seed) => ({ method: backlink({ ties: "random" }), from: [0], seed }));
    const cacheFolder = temporaryFolder();
    const told: number[] = [];
    const crew: Crew = {
      async help(sweep) {
        for await (const index of sweep.backlog) {
          const job = await crawlOfCrew(web, sent(sweep.jobs.get(index) as CrewJob));
          expect(job?.seed).toBe(index + 1);
          sweep.progress(index, 2);
          if (sweep.backlog.finish(index)) sweep.finish(index, new Uint8Array(Uint32Array.of(0, index).buffer), 7);
        }
      },
    };
    const options = { cacheFolder, workers: 0 };
    const outcomes = await runCrawls(web, jobs, { ...options, crew, onProgress: ({ done }) => told.push(done) });
    const elsewhere = outcomes.flatMap((outcome, index) => (outcome.ms === 7 ? [index] : []));
    expect(elsewhere.length).toBeGreaterThan(0);
    for (const index of elsewhere)
      expect(outcomes[index]).toEqual({ order: Uint32Array.of(0, index), ms: 7, key: crawlKey(web, jobs[index]) });
    const again = await runCrawls(web, jobs, options);
    expect(again.map(({ order }) => order)).toEqual(outcomes.map(({ order }) => order));
  });
});
