import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Backlog } from "../../../src/base/crew/backlog.js";

/** Takes of a backlog until it is over, each job after a turn of others. */
async function worker(backlog: Backlog, work: (job: number) => Promise<void> | void): Promise<void> {
  for await (const job of backlog) await work(job);
}

describe("Backlog", () => {
  it("hands out each job once, the first first, and is done when all are", async () => {
    const backlog = new Backlog([5, 3, 9]);
    expect([backlog.take(), backlog.take(), backlog.waiting]).toEqual([5, 3, 1]);
    expect(backlog.finish(3)).toBe(true);
    expect([backlog.take(), backlog.take()]).toEqual([9, undefined]);
    expect([backlog.finish(9), backlog.isDone, backlog.finish(5), backlog.isDone]).toEqual([true, false, true, true]);
  });

  it("has nothing to wait for without jobs", async () => {
    const backlog = new Backlog([]);
    expect([backlog.isOver, backlog.isDone]).toEqual([true, true]);
    await worker(backlog, () => expect.unreachable());
  });

  it("takes only the second of two who did the same job for nothing", () => {
    const backlog = new Backlog([1, 2]);
    backlog.take();
    backlog.giveBack(1);
    expect(backlog.take()).toBe(1);
    expect([backlog.finish(1), backlog.finish(1), backlog.isOpen(1), backlog.isOpen(2)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it("does not hand out again what was finished while it waited", () => {
    const backlog = new Backlog([1, 2]);
    backlog.take();
    backlog.giveBack(1);
    backlog.finish(1);
    backlog.giveBack(1);
    expect([backlog.waiting, backlog.take(), backlog.take()]).toEqual([1, 2, undefined]);
  });

  it("leaves out jobs that do not suit", () => {
    const backlog = new Backlog([1, 2, 3]);
    expect([backlog.take((job) => job % 2 === 0), backlog.take((job) => job > 3), backlog.take()]).toEqual([
      2,
      undefined,
      1,
    ]);
  });

  it("hands what is given back to one that waits, and ends all who wait when it is over", async () => {
    const backlog = new Backlog([7]);
    const lost = backlog.take() as number;
    const done: number[] = [];
    const waiting = [1, 2].map(() => worker(backlog, (job) => void (backlog.finish(job) && done.push(job))));
    await Promise.resolve();
    expect(done).toEqual([]);
    backlog.giveBack(lost);
    await Promise.all(waiting);
    expect(done).toEqual([7]);
  });

  it("ends all who wait when it is stopped, its jobs not done", async () => {
    const backlog = new Backlog([1, 2]);
    backlog.take();
    backlog.take();
    const waiting = worker(backlog, () => expect.unreachable());
    await Promise.resolve();
    backlog.stop();
    await waiting;
    expect([backlog.isOver, backlog.isDone, backlog.take(), backlog.isOpen(1)]).toEqual([true, false, undefined, true]);
  });

  it("waits for work no longer than until somebody else has done it", async () => {
    const backlog = new Backlog([1]);
    const never = backlog.orDone(new Promise(() => {}));
    expect(await backlog.orDone(Promise.resolve("done"))).toBe("done");
    await expect(backlog.orDone(Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    backlog.finish(1);
    expect(await never).toBe(undefined);
  });

  it("tells who watches when a job is given back, and when it is over, until nobody does", () => {
    const backlog = new Backlog([1, 2]);
    let told = 0;
    const leave = backlog.watch(() => told++);
    backlog.take();
    backlog.giveBack(1);
    backlog.giveBack(1); // it waits already
    expect(told).toBe(1);
    backlog.finish(1);
    expect(told).toBe(1);
    backlog.finish(2);
    expect(told).toBe(2);
    leave();
    backlog.stop();
    expect(told).toBe(2);
  });

  it("counts each job once, however workers take, lose and do them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.array(fc.integer({ min: 0, max: 2 })),
        async (size, fates) => {
          const jobs = Array.from({ length: size }, (_, job) => job);
          const backlog = new Backlog(jobs);
          const counted: number[] = [];
          const fate = fates.values();
          await Promise.all(
            [1, 2, 3].map(() =>
              worker(backlog, async (job) => {
                const next = fate.next().value ?? 0;
                await Promise.resolve();
                if (next === 1) return backlog.giveBack(job);
                if (next === 2) backlog.giveBack(job); // given up, and done all the same
                if (backlog.finish(job)) counted.push(job);
              }),
            ),
          );
          expect(counted.toSorted((a, b) => a - b)).toEqual(jobs);
        },
      ),
    );
  });
});
