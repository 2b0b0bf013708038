import { describe, expect, it } from "vitest";
import { Backlog } from "../../../src/base/crew/backlog.js";
import type { CrewJob } from "../../../src/base/crew/crew.js";
import { dataOf } from "../../../src/base/error.js";
import { clock } from "../../../src/cache/policy/clock.js";
import {
  missesForCrew,
  missesOfCrew,
  missesSweep,
  traceMaterial,
  tracesOfMaterial,
} from "../../../src/cache/sweep/crew-misses.js";

const sent = <T>(message: T): T => JSON.parse(JSON.stringify(message)) as T;

describe("a count for a worker", () => {
  it("is the same count again after it was sent", async () => {
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

describe("counts on a trace that workers may do", () => {
  const traces = [{ requests: Uint32Array.of(0, 1, 0, 2), urls: 3 }];
  const sweepOf = (finish: (index: number, misses: Float64Array) => void) => {
    const own = { ...clock, options: { by: () => 1 } }; // no plain data
    const counts = [
      { index: 2, job: { trace: 0, method: clock, sizes: [1, 2], seed: 3 } },
      { index: 5, job: { trace: 0, method: clock, sizes: [2], seed: 3, ends: [2, 3, 4] } },
      { index: 6, job: { trace: 0, method: own as unknown as typeof clock, sizes: [2], seed: 3 } },
    ];
    return missesSweep(traces, counts, new Backlog([2, 5, 6]), finish);
  };

  it("are told by their place, those left out that are no plain data", () => {
    const { kind, name, jobs, material } = sweepOf(() => expect.unreachable());
    expect([kind, name]).toEqual(["misses", "a trace of 4 requests"]);
    expect([...jobs].map(([index, { label }]) => [index, label])).toEqual([
      [2, "CLOCK, 1 .. 2 entries"],
      [5, "CLOCK, 2 entries"],
    ]);
    expect(tracesOfMaterial(material)).toEqual(traces);
  });

  it("are taken as the bytes of one number per size, or per size and end, and of no other length", () => {
    const finished: [number, Float64Array][] = [];
    const sweep = sweepOf((...each) => finished.push(each));
    const bytes = (...misses: number[]) => new Uint8Array(Float64Array.from(misses).buffer);
    sweep.finish(2, bytes(4, 3), 1);
    sweep.finish(5, bytes(2, 2, 3), 1);
    expect(finished).toEqual([
      [2, Float64Array.of(4, 3)],
      [5, Float64Array.of(2, 2, 3)],
    ]);
    expect(() => sweep.finish(5, bytes(2, 2), 1)).toThrow("expected 3 counts, a worker sent 2");
    expect(() => sweep.finish(7, bytes(2), 1)).toThrow("expected undefined counts, a worker sent 1");
  });

  it("fail with the error that a worker sent", () => {
    const error = sweepOf(() => expect.unreachable()).failed(2, dataOf(new RangeError("no")));
    expect([error.name, error.message]).toEqual(["RangeError", "no"]);
  });
});

describe("what counts read", () => {
  it("is the same traces, after it was sent", () => {
    const traces = [{ requests: Uint32Array.of(0, 1, 0, 2), urls: 3 }];
    const { facts, arrays } = traceMaterial(traces);
    expect(tracesOfMaterial({ facts: sent(facts), arrays })).toEqual(traces);
  });
});
