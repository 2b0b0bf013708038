import { beforeAll, describe, expect, it } from "vitest";
import type { CrewJob } from "../../../src/base/crew/crew.js";
import { pairsOf } from "../../fixture/pairs.js";
import { webOf } from "../../fixture/webs.js";
import { compiled, requireBuild } from "./temporary.js";

// Methods are made from their names by import, of compiled files.
const load = async () => ({
  ...(await compiled<typeof import("../../../src/crawl/pool/crew-crawls.js")>("crawl/pool/crew-crawls.js")),
  ...(await compiled<typeof import("../../../src/crawl/pool/crawl-key.js")>("crawl/pool/crawl-key.js")),
  ...(await compiled<typeof import("../../../src/ordering/backlink.js")>("ordering/backlink.js")),
  ...(await compiled<typeof import("../../../src/ordering/exploring.js")>("ordering/exploring.js")),
});

let lib: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  requireBuild();
  lib = await load();
});

const sent = <T>(message: T): T => JSON.parse(JSON.stringify(message)) as T;

const web = webOf(4, pairsOf("0,1 1,2 2,3"));

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
    const { backlink, crawlForCrew } = lib;
    const endless = { ...backlink, options: { ...backlink.options, reorderEvery: Number.POSITIVE_INFINITY } };
    expect(crawlForCrew(web, { method: endless, from: [0], seed: 1 })).toBe(undefined);
  });
});
