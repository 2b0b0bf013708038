import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { cacheMethodNamed, cacheMethodNames } from "../../../src/cache/sweep/cache-methods.js";
import { cacheSweep } from "../../../src/cache/sweep/cache-sweep.js";
import { perThreadSweep } from "../../../src/cache/sweep/per-thread-sweep.js";
import { EngineCrew } from "../../../src/cluster/jobs/crew.js";
import { type WorkNews, type WorkOptions, work } from "../../../src/cluster/jobs/worker.js";
import { compare } from "../../../src/crawl/compare/compare.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import type { CrawlJob } from "../../../src/crawl/pool/crawl-key.js";
import { runCrawls } from "../../../src/crawl/pool/pool.js";
import { replay } from "../../../src/crawl/replay.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { ordering } from "../../../src/ordering/custom.js";
import type { OrderingMethod } from "../../../src/ordering/ordering.js";
import { pageRank } from "../../../src/ordering/page-rank.js";
import { random } from "../../../src/ordering/random.js";
import type { Web } from "../../../src/web/web.js";
import { filesOf, fixture, temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { coded } from "../../fixture/problems.js";
import { crawlTrace } from "../../fixture/url-traces.js";
import { type FrailEngine, type InMemoryEngine, inMemoryEngine } from "../in-memory-engine.js";

let webOf: (size: number) => Web;
beforeAll(async () => {
  const { grownWeb } = (await import(/* @vite-ignore */ pathToFileURL(fixture("grown-web.mjs")).href)) as {
    grownWeb(size: number, perPage: number, seed: number): Web;
  };
  webOf = (size) => grownWeb(size, 3, 5);
});

/** What is to be ended after a test. */
const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface InProcess {
  readonly engine: FrailEngine;
  readonly news: WorkNews[];
  /** How often it told something of that kind. */
  count(kind: WorkNews["kind"]): number;
  readonly ended: Promise<void>;
}

/** A worker in this process: its jobs run in threads, its words go through the engine. */
function workerAt(engines: InMemoryEngine, options: WorkOptions = {}): InProcess {
  const engine = engines.open("sweeps");
  const news: WorkNews[] = [];
  const stop = new AbortController();
  const ended = work(engine, { threads: 1, signal: stop.signal, onNews: (each) => news.push(each), ...options });
  endings.push(async () => {
    stop.abort();
    await ended;
  });
  return { engine, news, ended, count: (kind) => news.filter((each) => each.kind === kind).length };
}

function crewAt(engines: InMemoryEngine, options: { patience?: number; onNews?: (text: string) => void } = {}) {
  const crew = new EngineCrew(engines.open("sweeps"), { patience: 20_000, ...options });
  endings.push(() => crew.close());
  return crew;
}

/** Waits until workers listen. */
const listening = (crew: EngineCrew, count: number) =>
  expect.poll(async () => (await crew.workers()).length).toBe(count);

const job = (method: OrderingMethod, more: Partial<CrawlJob> = {}): CrawlJob => ({
  method,
  from: [0],
  seed: 1,
  ...more,
});

/** Pages of a web whose crawls take a while: one machine alone does not do them all before another has a thread. */
const LARGE = depth({ everyday: 2_000, prove: 10_000 });
const SMALLER = LARGE - 500;

const crawlJobs = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const methods = [pageRank({ accuracy: 0.01 }), backlink({ ties: "random" }), random];
    return job(methods[i % 3], { seed: i, from: [i] });
  });

/** Orders of serial crawls, by web, method, start and seed: the same jobs come back from test to test. */
const orders = new Map<string, Uint32Array>();

const expected = (web: Web, jobs: readonly CrawlJob[]) =>
  jobs.map(({ method, from, seed }) => {
    const key = JSON.stringify([web.name, method.label, from, seed]);
    const order = orders.get(key) ?? replay(web, method, { from, seed });
    orders.set(key, order);
    return order;
  });

describe("a crew", () => {
  it("gives the orders of a serial run, and its workers do some of them", async () => {
    const web = webOf(LARGE);
    const engines = inMemoryEngine();
    const workers = [workerAt(engines), workerAt(engines, { threads: 2 })];
    const crew = crewAt(engines);
    await listening(crew, 2);
    const jobs = crawlJobs(24);
    const cacheFolder = temporaryFolder();
    const told: number[] = [];
    const outcomes = await runCrawls(web, jobs, {
      workers: 1,
      crew,
      cacheFolder,
      onProgress: ({ done }) => told.push(done),
    });
    expect(outcomes.map(({ order }) => order)).toEqual(expected(web, jobs));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(24 * LARGE);
    expect(Math.min(...workers.map((each) => each.count("done")))).toBeGreaterThan(0);
    for (const { ms = Number.NaN, text } of workers.flatMap(({ news }) => news.filter(({ kind }) => kind === "done")))
      expect(Math.abs(1000 * Number(/(\S+) s$/.exec(text)?.[1]) - ms), text).toBeLessThanOrEqual(50); // told in tenths
    expect(filesOf(cacheFolder)).toEqual(
      outcomes.map(({ key: { hash } }) => join(hash.slice(0, 2), `${hash}.crawl`)).toSorted(),
    );
    const again = await runCrawls(web, jobs, { crew, cacheFolder });
    expect(again).toEqual(outcomes.map((outcome) => ({ ...outcome, ms: 0 })));
  });

  it("gives the same comparison, row by row, over several orderings, starts and seeds", async () => {
    const web = webOf(5_000);
    const engines = inMemoryEngine({ largest: 20_000 }); // the order of a crawl comes in 6 pieces
    const worker = workerAt(engines, { threads: 2 });
    const crew = crewAt(engines);
    await listening(crew, 1);
    const options = {
      orderings: [random, pageRank, backlink],
      importance: backlinks({ hotAt: 10 }),
      repeats: depth({ everyday: 3, prove: 5 }),
      cache: false,
    };
    const joined = await compare(web, { ...options, crew });
    const serial = await compare(web, { ...options, workers: 1 });
    expect(joined.rows()).toEqual(serial.rows());
    expect(joined.crawls.map(({ order }) => order)).toEqual(serial.crawls.map(({ order }) => order));
    expect(worker.count("done")).toBeGreaterThan(0);
  });

  it("counts what caches miss as a serial run does, of each policy, and of a cache for each thread", async () => {
    const requests = depth({ everyday: 21_000, prove: 30_000 });
    const trace = crawlTrace(requests, 10, 1);
    const pages = {
      ends: Uint32Array.of(requests / 3, requests),
      threads: Uint16Array.of(0, 1),
      hosts: new Uint32Array(2),
      times: new Float64Array(2),
    };
    const engines = inMemoryEngine();
    const worker = workerAt(engines, { threads: 2 });
    const crew = crewAt(engines);
    await listening(crew, 1);
    const policies = await Promise.all((await cacheMethodNames()).map(cacheMethodNamed));
    const sizes = [1, 8, 64, 512, 4096];
    const options = { policies, sizes, seed: 3 };
    const [joined, serial] = [
      await cacheSweep(trace, { ...options, crew, workers: 1 }),
      await cacheSweep(trace, { ...options, workers: 1 }),
    ];
    expect(joined.rows()).toEqual(serial.rows());
    const done = worker.count("done");
    expect(done).toBeGreaterThan(0);
    const threaded = { ...trace, pages };
    expect((await perThreadSweep(threaded, { ...options, crew, workers: 1 })).rows()).toEqual(
      (await perThreadSweep(threaded, { ...options, workers: 1 })).rows(),
    );
    expect(worker.count("done")).toBeGreaterThan(done);
    expect(await joined.knee("lru")).toEqual(await serial.knee("lru"));
  });

  it("leaves a machine without workers to work alone, and says what to type", async () => {
    const web = webOf(LARGE);
    const crew = crewAt(inMemoryEngine());
    expect(await crew.note()).toBe(
      "No worker listens at memory:: this machine works alone until one does. On every other machine: crawlbench work --join memory:",
    );
    const jobs = crawlJobs(5);
    const outcomes = await runCrawls(web, jobs, { crew });
    expect(outcomes.map(({ order }) => order)).toEqual(expected(web, jobs));
  });

  it("lets workers come while a sweep is under way, and leave it", async () => {
    const web = webOf(LARGE);
    const engines = inMemoryEngine();
    const crew = crewAt(engines);
    const stop = new AbortController();
    const jobs = crawlJobs(30);
    let done = 0;
    const late: InProcess[] = [];
    const onProgress = ({ task }: { task: string }) => {
      if (task !== web.name) return; // a crawl is finished
      if (++done === 3) late.push(workerAt(engines, { threads: 2, signal: stop.signal }), workerAt(engines));
      if (late.length > 0 && late[0].count("done") > 0) stop.abort(); // in the middle of its other job
    };
    const outcomes = await runCrawls(web, jobs, { crew, workers: 1, onProgress });
    expect(outcomes.map(({ order }) => order)).toEqual(expected(web, jobs));
    expect(Math.min(...late.map((each) => each.count("done")))).toBeGreaterThan(0);
    await late[0].ended;
  });

  it("goes on when a worker dies in the middle of a job", async () => {
    const web = webOf(LARGE);
    const engines = inMemoryEngine();
    const news: string[] = [];
    const crew = crewAt(engines, { patience: 2500, onNews: (text) => news.push(text) });
    const [dying, other] = [workerAt(engines), workerAt(engines)];
    await listening(crew, 2);
    const jobs = crawlJobs(15);
    // it has its next job by then
    const onProgress = () => void (dying.count("done") > 0 && setImmediate(() => dying.engine.die()));
    const outcomes = await runCrawls(web, jobs, { crew, workers: 1, onProgress });
    expect(outcomes.map(({ order }) => order)).toEqual(expected(web, jobs));
    expect(dying.count("done")).toBeGreaterThan(0);
    expect(other.count("done")).toBeGreaterThan(0);
    const silent = / is not heard of: .* on grown-\d+ is given to another$/;
    const [name] = dying.news[0].text.split(" "); // "a listens at ..."
    expect(news.filter((text) => text.startsWith(`worker ${name} `))).toEqual([expect.stringMatching(silent)]);
    for (const text of news) expect(text).toMatch(silent); // the other one, too, where the machine is busy
  });

  it("goes on over breaks of the connection, on either side", async () => {
    const web = webOf(LARGE);
    const engines = inMemoryEngine();
    const client = engines.open("sweeps");
    const crew = new EngineCrew(client, { patience: 20_000 });
    endings.push(() => crew.close());
    const worker = workerAt(engines);
    await listening(crew, 1);
    const jobs = crawlJobs(24);
    let breaks = 0;
    const onProgress = ({ task }: { task: string }) => {
      if (task !== web.name || worker.count("done") === 0) return;
      const engine = [client, worker.engine][breaks++ % 2];
      engine.disconnect();
      setTimeout(() => engine.reconnect(), 30);
    };
    const outcomes = await runCrawls(web, jobs, { crew, workers: 1, onProgress });
    expect(outcomes.map(({ order }) => order)).toEqual(expected(web, jobs));
    expect(breaks).toBeGreaterThan(3);
  });

  it("serves the next client after one that died in the middle", async () => {
    const web = webOf(LARGE);
    const engines = inMemoryEngine();
    const gone = engines.open("sweeps");
    const worker = workerAt(engines);
    const dead = new EngineCrew(gone, { patience: 300 });
    await listening(dead, 1);
    const stop = new AbortController();
    const lost = runCrawls(web, crawlJobs(30), {
      crew: dead,
      workers: 1,
      signal: stop.signal,
      onProgress: () => void (worker.count("done") > 0 && gone.die()),
    });
    await expect.poll(() => gone.connected).toBe(false);
    stop.abort();
    await expect(lost).rejects.toThrow(coded("stopped"));
    // nothing was heard of it for three times its patience
    await expect.poll(() => worker.count("over")).toBeGreaterThan(0);
    const before = worker.count("done");
    const crew = crewAt(engines);
    const jobs = crawlJobs(9);
    const outcomes = await runCrawls(web, jobs, { crew, workers: 1 });
    expect(outcomes.map(({ order }) => order)).toEqual(expected(web, jobs));
    expect(worker.count("done")).toBeGreaterThan(before);
  });

  it("does the user's own orderings here, beside those that workers do", async () => {
    const web = webOf(LARGE);
    const engines = inMemoryEngine();
    const worker = workerAt(engines);
    const crew = crewAt(engines);
    await listening(crew, 1);
    const own = ordering("low numbers", (page, _seen) => -page);
    const jobs = [...crawlJobs(6), job(own)];
    const outcomes = await runCrawls(web, jobs, { crew, workers: 1 });
    expect(outcomes.map(({ order }) => order)).toEqual(expected(web, jobs));
    expect(worker.news.filter(({ text }) => /low numbers/.test(text))).toEqual([]);
  });

  it("ends with the error of a crawl, wherever that ran, and leaves its workers free", async () => {
    const web = webOf(LARGE);
    const engines = inMemoryEngine();
    const worker = workerAt(engines);
    const crew = crewAt(engines);
    await listening(crew, 1);
    const outside = Array.from({ length: 4 }, (_, seed) => job(backlink, { from: [LARGE], seed }));
    await expect(runCrawls(web, outside, { crew, workers: 1 })).rejects.toThrow(
      coded("crawl", `start page ${LARGE} is not in grown-${LARGE}: its pages are 0 .. ${LARGE - 1}`),
    );
    const jobs = crawlJobs(12);
    const outcomes = await runCrawls(web, jobs, { crew, workers: 1 });
    expect(outcomes.map(({ order }) => order)).toEqual(expected(web, jobs));
    expect(worker.count("done")).toBeGreaterThan(0);
  });

  it("stops at the signal, and its workers with it", async () => {
    const web = webOf(LARGE);
    const engines = inMemoryEngine();
    const worker = workerAt(engines, { threads: 2 });
    const crew = crewAt(engines);
    await listening(crew, 1);
    const stop = new AbortController();
    const slow = Array.from({ length: 4 }, (_, seed) => job(pageRank({ accuracy: 1e-4 }), { seed }));
    const jobs = [job(random), job(random, { seed: 2 }), job(random, { seed: 3 }), ...slow];
    const onProgress = ({ task }: { task: string }) =>
      void (/page-rank/.test(task) && worker.count("done") > 0 && stop.abort());
    const stopped = runCrawls(web, jobs, { crew, workers: 1, signal: stop.signal, onProgress });
    await expect(stopped).rejects.toThrow(coded("stopped"));
    await expect.poll(() => worker.count("over")).toBe(1);
    const sweep = cacheSweep(crawlTrace(30_000, 10, 1), {
      policies: await Promise.all((await cacheMethodNames()).map(cacheMethodNamed)),
      sizes: [1, 8, 64, 512, 4096],
      crew,
      workers: 1,
      signal: AbortSignal.timeout(60),
    });
    await expect(sweep).rejects.toThrow(coded("stopped"));
  });

  it("fetches what jobs read once for sweeps on the same web", async () => {
    const web = webOf(LARGE);
    const engines = inMemoryEngine();
    const worker = workerAt(engines, { threads: 2 });
    const crew = crewAt(engines);
    await listening(crew, 1);
    for (let sweep = 1; sweep <= depth({ everyday: 2, prove: 3 }); sweep++) {
      await runCrawls(web, crawlJobs(12), { crew, workers: 1 });
      await expect.poll(() => worker.count("over")).toBe(sweep);
    }
    expect(worker.count("joins")).toBe(1);
    await runCrawls(webOf(SMALLER), crawlJobs(12), { crew, workers: 1 });
    expect(worker.count("joins")).toBe(2);
  });

  it("does sweeps of two clients at the same time", async () => {
    const engines = inMemoryEngine();
    const worker = workerAt(engines, { threads: 2 });
    const crews = [crewAt(engines), crewAt(engines)];
    await listening(crews[0], 1);
    const webs = [webOf(LARGE), webOf(SMALLER)];
    const told = (kind: WorkNews["kind"], from = 0) =>
      new Set(worker.news.slice(from).flatMap((each) => (each.kind === kind ? [each.sweep] : []))).size;
    let begun: number;
    do {
      begun = worker.news.length;
      const all = await Promise.all(
        webs.map((web, i) => runCrawls(web, crawlJobs(15), { crew: crews[i], workers: 1 })),
      );
      for (const [i, web] of webs.entries())
        expect(all[i].map(({ order }) => order)).toEqual(expected(web, crawlJobs(15)));
    } while (told("done", begun) < 2); // it came late to one of them: once more
    await expect.poll(() => told("over")).toBe(2);
  });

  it("ends a worker that came for one sweep, after that", async () => {
    const engines = inMemoryEngine();
    const worker = workerAt(engines, { once: true });
    const crew = crewAt(engines);
    await listening(crew, 1);
    await runCrawls(webOf(LARGE), crawlJobs(12), { crew, workers: 1 });
    await worker.ended;
    expect(worker.news.at(-1)).toMatchObject({ kind: "over", sweep: `grown-${LARGE}` });
    await listening(crew, 0);
  });

  it("keeps no thread of a sweep that is over, of a job that failed, or of a worker that was told to end", async () => {
    const threads: Worker[] = [];
    const begun = (thread: Worker) => void threads.push(thread);
    process.on("worker", begun);
    endings.push(() => void process.off("worker", begun));
    const engines = inMemoryEngine();
    const crew = crewAt(engines);
    const worker = workerAt(engines);
    await listening(crew, 1);
    const noneLeft = () => expect.poll(() => threads.filter(({ threadId }) => threadId !== -1)).toEqual([]); // -1: ended
    do await runCrawls(webOf(LARGE), crawlJobs(12), { crew, workers: 1 });
    while (worker.count("done") === 0); // it came late
    await noneLeft(); // though the worker waits for the next sweep
    const outside = Array.from({ length: 4 }, (_, seed) => job(backlink, { from: [LARGE], seed }));
    do await expect(runCrawls(webOf(LARGE), outside, { crew, workers: 1 })).rejects.toThrow(coded("crawl"));
    while (worker.count("failed") === 0);
    await noneLeft();
    const stop = new AbortController();
    const onNews = ({ kind }: WorkNews) => void (kind === "done" && stop.abort()); // while others do the rest
    const leaving = work(engines.open("sweeps"), { threads: 1, signal: stop.signal, onNews });
    await listening(crew, 2);
    do await runCrawls(webOf(LARGE), crawlJobs(12), { crew, workers: 1 });
    while (!stop.signal.aborted);
    await leaving;
    await noneLeft();
  });

  it("tells who listens, and works alone once it is closed", async () => {
    const engines = inMemoryEngine();
    const worker = workerAt(engines, { threads: 3 });
    const crew = crewAt(engines);
    await listening(crew, 1);
    expect(await crew.workers()).toEqual([
      { worker: expect.any(String), host: expect.any(String), threads: 3, software: expect.any(Object) },
    ]);
    expect(await crew.note()).toMatch(/^1 worker at memory:, 3 jobs at a time: \S+\.$/);
    await engines
      .open("sweeps")
      .listen("roll", () => new TextEncoder().encode('{"worker": "old", "host": "h", "threads": 4}'));
    expect(await crew.note()).toMatch(
      /^1 worker at .* 1 worker with other software cannot help: install the same crawlbench there\.$/,
    );
    await crew.close();
    const jobs = crawlJobs(6);
    const outcomes = await runCrawls(webOf(LARGE), jobs, { crew, workers: 1 });
    expect(outcomes.map(({ order }) => order)).toEqual(expected(webOf(LARGE), jobs));
    expect(worker.count("done")).toBe(0);
  });

  it("refuses numbers that make no sense", () => {
    const engine = inMemoryEngine().open("sweeps");
    expect(() => new EngineCrew(engine, { patience: 0 })).toThrow(
      "patience is a number of milliseconds, above 0; found 0",
    );
    expect(() => work(engine, { threads: 0 })).toThrow("threads is a number of jobs at a time, 1 or more; found 0");
  });
});
