import { describe, expect, it } from "vitest";
import { Backlog } from "../../../src/base/crew/backlog.js";
import type { CrewJob, CrewSweep } from "../../../src/base/crew/crew.js";
import { dataOf, errorFrom, problem } from "../../../src/base/error.js";
import { HEAD_ROOM, SWEEPS, type Taken } from "../../../src/cluster/jobs/protocol.js";
import { sha256Of } from "../../../src/cluster/jobs/results.js";
import { SharedSweep } from "../../../src/cluster/jobs/shared-sweep.js";
import { software } from "../../../src/cluster/jobs/software.js";
import { coded } from "../../fixture/problems.js";
import { inMemoryEngine } from "../in-memory-engine.js";
import { announced, HandMadeWorker } from "./hand-made-worker.js";

const bytes = (...values: number[]) => Uint8Array.from(values);

interface Setting {
  readonly jobs?: number;
  /** Milliseconds; those who must not be given up are patient. */
  readonly patience?: number;
  readonly largest?: number;
  readonly task?: (index: number) => object;
}

/** A sweep whose results are bytes, at an engine in memory, and workers by hand. */
async function shared({ jobs = 2, patience = 60_000, largest, task = (index) => ({ index }) }: Setting = {}) {
  const engines = inMemoryEngine(largest === undefined ? {} : { largest });
  const indices = Array.from({ length: jobs }, (_, index) => index);
  const backlog = new Backlog(indices);
  const results = new Map<number, number[]>();
  const news: string[] = [];
  const progress: number[][] = [];
  const jobOf = (index: number): CrewJob => ({ key: `key ${index}`, label: `job ${index}`, task: task(index) });
  const sweep: CrewSweep = {
    kind: "crawls",
    name: "web",
    material: { facts: {}, arrays: [Uint32Array.of(1, 2, 3)] },
    jobs: new Map(indices.map((index) => [index, jobOf(index)])),
    backlog,
    progress: (index, done) => void progress.push([index, done]),
    finish(index, result) {
      if (result.length > 9) throw new RangeError(`${result.length} bytes are too many`);
      results.set(index, [...result]);
    },
    failed: (_index, error) => errorFrom(error),
  };
  const client = engines.open("sweeps");
  const engine = engines.open("sweeps");
  const hearing = announced(engine);
  const run = new SharedSweep(client, sweep, { patience, onNews: (text) => news.push(text) }).run();
  run.catch(() => {});
  const announcement = await hearing;
  const worker = (name: string) => new HandMadeWorker(engine, name, announcement);
  return { run, backlog, results, news, progress, client, engine, worker, announcement, sweep };
}

const job = (index: number): Taken => ({
  kind: "job",
  index,
  key: `key ${index}`,
  label: `job ${index}`,
  task: { index },
});

describe("a sweep that is shared", () => {
  it("gives each thread that asks a job of its own, and ends with the last result", async () => {
    const { run, worker, results } = await shared({ jobs: 3 });
    const [one, other] = [worker("one"), worker("other")];
    expect([await one.take(0), await one.take(1), await other.take(0)]).toEqual([job(0), job(1), job(2)]);
    expect(await other.take(1)).toEqual({ kind: "wait" });
    for (const [index, [who, slot]] of (
      [
        [one, 0],
        [one, 1],
        [other, 0],
      ] as const
    ).entries())
      expect(await who.give(index, bytes(index), slot)).toBe("enough");
    await run;
    expect([...results]).toEqual([
      [0, [0]],
      [1, [1]],
      [2, [2]],
    ]);
  });

  it("gives a thread whose answer was lost the same job again, and the next one after its result", async () => {
    const { worker } = await shared();
    const one = worker("one");
    expect([await one.take(), await one.take()]).toEqual([job(0), job(0)]);
    await one.give(0, bytes(1));
    expect(await one.take()).toEqual(job(1));
  });

  it("takes results in pieces, again where one is damaged", async () => {
    const { worker, results } = await shared({ largest: HEAD_ROOM + 4 });
    const one = worker("one");
    await one.take();
    const result = bytes(1, 2, 3, 4, 5, 6);
    const outcome = { kind: "done", ms: 1, bytes: 6, digest: sha256Of(result) } as const;
    expect(await one.say(0, { ...outcome, at: 0 }, bytes(1, 2, 3, 4))).toEqual({ kind: "next" });
    expect(await one.say(0, { ...outcome, at: 4 }, bytes(5, 7))).toEqual({ kind: "again" });
    expect(results.size).toBe(0);
    expect(await one.give(0, result)).toBe("enough");
    expect(results.get(0)).toEqual([...result]);
  });

  it("counts a result once, and tells a worker that comes late to keep its own", async () => {
    const { worker, results, backlog } = await shared();
    const one = worker("one");
    await one.take();
    backlog.giveBack(0); // a thread of this machine did it meanwhile
    backlog.take();
    backlog.finish(0);
    expect(await one.give(0, bytes(1))).toBe("enough");
    expect(results.size).toBe(0);
    expect(await one.take()).toEqual(job(1));
  });

  it("gives the job of a worker that is not heard of to another, and takes the result of the first all the same", async () => {
    const { run, worker, results, news } = await shared({ jobs: 1, patience: 200 });
    const [silent, other] = [worker("silent"), worker("other")];
    await silent.take();
    await expect.poll(() => other.take()).toEqual(job(0));
    expect(news).toEqual(["worker silent is not heard of: job 0 on web is given to another"]);
    expect(await silent.give(0, bytes(5))).toBe("enough");
    await run;
    expect([...results]).toEqual([[0, [5]]]);
  });

  it("leaves a worker its job for as long as it is heard of, and passes on how far it is", async () => {
    const { worker, news, progress } = await shared({ jobs: 1, patience: 2000 });
    const one = worker("one");
    await one.take();
    for (let beat = 1; beat <= 25; beat++) {
      one.beat(0, beat);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect([await worker("other").take(), news]).toEqual([{ kind: "wait" }, []]);
    expect(progress).toEqual(Array.from({ length: 25 }, (_, i) => [0, i + 1]));
  });

  it("gives the jobs of a worker that leaves to others at once", async () => {
    const { worker } = await shared();
    const [one, other] = [worker("one"), worker("other")];
    await one.take(0);
    await one.take(1);
    one.leave();
    // what was given back last stands first
    expect([await other.take(0), await other.take(1)]).toEqual([job(1), job(0)]);
  });

  it("gives up a job that has ended three workers, and says what to do", async () => {
    const { run, worker } = await shared({ jobs: 1, patience: 200 });
    for (const name of ["one", "other", "third"]) {
      const next = worker(name);
      await expect.poll(() => next.take()).toEqual(job(0));
    }
    const error = await run.catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: "gives-up",
      message: expect.stringMatching(/^job 0 on web: 3 workers took it .* leave out the crew, --join$/),
    });
  });

  it("ends with what a job threw, code and all", async () => {
    const { run, worker } = await shared();
    const one = worker("one");
    await one.take();
    const error = dataOf(problem.option`start page 9 is not in web`);
    expect(await one.say(0, { kind: "failed", error })).toEqual({ kind: "enough" });
    await expect(run).rejects.toThrow(coded("option", "start page 9 is not in web"));
  });

  it("ends with an error when a result cannot be of its job", async () => {
    const { run, worker } = await shared();
    const one = worker("one");
    await one.take();
    await one.give(0, new Uint8Array(10));
    await expect(run).rejects.toThrow(new RangeError("10 bytes are too many"));
  });

  it("refuses a worker with other software, and tells both why", async () => {
    const { worker, news } = await shared();
    const old = worker("old");
    const refused = { kind: "refused", reason: expect.stringContaining("Install the same crawlbench") };
    expect(await old.take(0, { ...software(), engine: -1 })).toEqual(refused);
    expect(await old.take(1, { ...software(), engine: -1 })).toEqual(refused);
    expect(await old.take(0, {})).toEqual(refused);
    expect(news).toEqual([expect.stringMatching(/^worker old cannot help with web: the sweep needs crawlbench/)]);
    expect(await worker("new").take()).toEqual(job(0));
  });

  it("gives the job of a worker that cannot do it to others, and asks that one no more", async () => {
    const { worker, news } = await shared();
    const one = worker("one");
    await one.take();
    await one.say(0, { kind: "cannot", reason: "it makes another job" });
    expect(await one.take()).toEqual({ kind: "refused", reason: "it makes another job" });
    expect(news).toEqual(["worker one cannot help with web: it makes another job"]);
    expect(await worker("other").take()).toEqual(job(0));
  });

  it("keeps a job that is too large to be told on this machine", async () => {
    const large = (index: number) => ({ index, ends: index === 0 ? Array.from({ length: 4000 }, () => 1e9) : [] });
    const { worker, backlog } = await shared({ task: large, largest: 2 * HEAD_ROOM });
    expect(await worker("one").take(0)).toMatchObject({ kind: "job", index: 1 });
    expect(await worker("one").take(1)).toEqual({ kind: "wait" });
    expect(backlog.take()).toBe(0);
  });

  it("sends what all jobs read, piece by piece", async () => {
    const { engine, worker, announcement } = await shared({ largest: HEAD_ROOM + 8 });
    const { topics } = worker("one");
    expect(announcement.material).toMatchObject({ lengths: [3], piece: 8 });
    const pieces = await Promise.all(
      [0, 1].map((piece) =>
        engine.ask(topics.material, new TextEncoder().encode(JSON.stringify({ piece })), { within: 1000, most: 1 }),
      ),
    );
    expect(pieces.map(([piece]) => [...piece])).toEqual([
      [1, 0, 0, 0, 2, 0, 0, 0],
      [3, 0, 0, 0],
    ]);
  });

  it("takes back what workers have while the engine is away, blames nobody, and goes on where it can", async () => {
    const { run, worker, client, backlog, news } = await shared({ jobs: 1, patience: 200 });
    for (const name of ["one", "other", "third", "fourth"]) {
      expect(await worker(name).take()).toEqual(job(0));
      client.disconnect();
      await expect.poll(() => backlog.waiting).toBe(1);
      client.reconnect();
    }
    expect(news).toEqual(
      ["one", "other", "third", "fourth"].map(
        (name) => `the engine is away, and worker ${name} is not heard of: job 0 on web is given to another`,
      ),
    );
    backlog.take();
    backlog.finish(0);
    await run;
  });

  it("tells those who listen that it is over, also when it was stopped", async () => {
    const { run, engine, backlog } = await shared();
    const told: boolean[] = [];
    await engine.listen(SWEEPS, (body) => void told.push(JSON.parse(new TextDecoder().decode(body)).over));
    backlog.stop();
    await run;
    await expect.poll(() => told.at(-1)).toBe(true);
  });

  it("takes no notice of what is no message of it", async () => {
    const { engine, worker, run, backlog } = await shared();
    const { topics } = worker("one");
    for (const topic of Object.values(topics)) {
      expect(await engine.ask(topic, bytes(), { within: 100, most: 1 })).toEqual([]);
      expect(await engine.ask(topic, bytes(0xff, 0xff, 0xff, 0xff, 1), { within: 100, most: 1 })).toEqual([]);
    }
    expect(await worker("one").take()).toEqual(job(0));
    backlog.stop();
    await run;
  });
});
