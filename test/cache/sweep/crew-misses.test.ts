import { beforeAll, describe, expect, it } from "vitest";
import type { CrewJob } from "../../../src/base/crew/crew.js";
import { compiled, requireBuild } from "../../crawl/pool/temporary.js";

// Methods are made from their names by import, of compiled files.
const load = async () => ({
  ...(await compiled<typeof import("../../../src/cache/sweep/crew-misses.js")>("cache/sweep/crew-misses.js")),
  ...(await compiled<typeof import("../../../src/cache/policy/clock.js")>("cache/policy/clock.js")),
});

let lib: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  requireBuild();
  lib = await load();
});

const sent = <T>(message: T): T => JSON.parse(JSON.stringify(message)) as T;

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

describe("what counts read", () => {
  it("is the same traces, after it was sent", () => {
    const traces = [{ requests: Uint32Array.of(0, 1, 0, 2), urls: 3 }];
    const { facts, arrays } = lib.traceMaterial(traces);
    expect(lib.tracesOfMaterial({ facts: sent(facts), arrays })).toEqual(traces);
  });
});
