import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Engine } from "../../../src/cluster/engine.js";
import { JoinedSweep } from "../../../src/cluster/jobs/joined-sweep.js";
import {
  type Announcement,
  fromBytes,
  HEAD_ROOM,
  toBytes,
  type WorkerCard,
} from "../../../src/cluster/jobs/protocol.js";

/** Milliseconds; a worker looks and tells eight times as often. */
const PATIENCE = 800;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Bytes of a result that a message has room for. */
const ROOM = 1_000;

const announcement = { sweep: "s", patience: PATIENCE, waiting: 2, over: false } as Announcement;
const job = (index: number) => toBytes({ kind: "job", index, key: "k", label: "l", task: {} });

/** A sweep on an engine that answers, or not; what was told and asked there. */
function joined(answers: readonly (Uint8Array | undefined)[] = []) {
  const told: [topic: string, message: object][] = [];
  const asked: { topic: string; within: number; most: number }[] = [];
  const left = [...answers];
  const engine = {
    connected: true,
    largest: HEAD_ROOM + ROOM,
    tell: (topic: string, body: Uint8Array) => void told.push([topic, fromBytes(body)]),
    ask: async (topic: string, _body: Uint8Array, { within, most }: { within: number; most: number }) => {
      asked.push({ topic, within, most });
      const answer = left.shift();
      if (answer === undefined) await new Promise((resolve) => setTimeout(resolve, within));
      return answer === undefined ? [] : [answer];
    },
  };
  const sweep = new JoinedSweep(engine as unknown as Engine, announcement, { worker: "w" } as WorkerCard);
  return { sweep, engine, told, asked };
}

describe("a sweep that a worker has joined", () => {
  it("is told what threads are at, and nothing while none has a job", async () => {
    const { sweep, told } = joined([job(7), toBytes({ kind: "wait" })]);
    await vi.advanceTimersByTimeAsync(PATIENCE / 8);
    expect(told).toEqual([]);
    await sweep.take(1);
    sweep.progress(1, 40);
    sweep.progress(2, 9); // that thread has none
    await vi.advanceTimersByTimeAsync(PATIENCE / 8);
    expect(told).toEqual([["beat.s", { worker: "w", jobs: [{ slot: 1, index: 7, done: 40 }] }]]);
    expect(await sweep.take(2)).toEqual({ kind: "wait" });
    expect(sweep.waiting).toBe(0);
    sweep.end();
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect(told).toHaveLength(1);
  });

  it("is gone once its client is silent for three times its patience, and not before, nor while the line is down", async () => {
    const { sweep, engine, told } = joined();
    sweep.hear({ ...announcement, waiting: 5 });
    expect(sweep.waiting).toBe(5);
    await vi.advanceTimersByTimeAsync(3 * PATIENCE);
    expect(sweep.isGone).toBe(false);
    sweep.hear(announcement);
    await vi.advanceTimersByTimeAsync(2 * PATIENCE);
    engine.connected = false;
    await vi.advanceTimersByTimeAsync(5 * PATIENCE);
    engine.connected = true;
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect(sweep.isGone).toBe(false);
    await vi.advanceTimersByTimeAsync(PATIENCE / 8);
    expect(sweep.isGone).toBe(true);
    expect(await sweep.gone).toBeUndefined();
    expect(told).toEqual([]);
  });

  it("is gone when its client says so, when it says that there is nothing more, and when the worker leaves", async () => {
    const ended = joined();
    ended.sweep.hear({ ...announcement, over: true });
    const over = joined([toBytes({ kind: "over" })]);
    await over.sweep.take(0);
    const left = joined();
    left.sweep.leave("no memory");
    expect([ended, over, left].map(({ sweep }) => sweep.isGone)).toEqual([true, true, true]);
    expect(left.told).toEqual([["leave.s", { worker: "w", reason: "no memory" }]]);
    left.sweep.leave();
    expect(left.told).toHaveLength(1);
    expect(await ended.sweep.take(0)).toEqual({ kind: "over" });
    expect(ended.asked).toEqual([]);
  });

  it("is given what came of a job in pieces, all of them again where that is asked for, and no more than is wanted", async () => {
    const answer = (kind: string) => toBytes({ kind });
    const done = { kind: "done", result: new Uint8Array(2 * ROOM + 1), ms: 3 } as const; // of three pieces
    const given = async (...kinds: readonly string[]) => {
      const { sweep, asked } = joined([job(7), ...kinds.map(answer)]);
      await sweep.take(0);
      await sweep.deliver(0, 7, done);
      sweep.end();
      return [asked.length - 1, sweep.done];
    };
    expect(await given("next", "next", "next")).toEqual([3, 1]);
    expect(await given("next", "next", "again", "next", "next", "next")).toEqual([6, 1]);
    expect(await given("next", "enough")).toEqual([2, 1]);
  });

  it("is told once of a job that failed, which is not one that was done, and no more what the thread is at", async () => {
    const { sweep, told, asked } = joined([job(7), toBytes({ kind: "enough" })]);
    await sweep.take(0);
    await sweep.deliver(0, 7, { kind: "cannot", reason: "no memory" } as never);
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect([sweep.done, asked.length, told]).toEqual([0, 2, []]);
    sweep.end();
  });

  it("is asked again until it answers, each time with twice the patience", async () => {
    const { sweep, asked } = joined([undefined, undefined, job(3), job(4), job(5)]);
    const keep = setInterval(() => sweep.hear(announcement), PATIENCE);
    const taken = sweep.take(0);
    await vi.advanceTimersByTimeAsync(15_000 + PATIENCE);
    expect(await taken).toMatchObject({ kind: "job", index: 3 });
    // after an answer that came at once it is half as long again, and never less than at first
    expect(await Promise.all([sweep.take(0)])).toMatchObject([{ index: 4 }]);
    expect(await Promise.all([sweep.take(0)])).toMatchObject([{ index: 5 }]);
    expect(asked.map(({ within }) => within)).toEqual([5_000, 10_000, 20_000, 10_000, 5_000]);
    expect(new Set(asked.map(({ topic, most }) => `${topic} ${most}`))).toEqual(new Set(["take.s 1"]));
    clearInterval(keep);
    sweep.end();
  });
});
