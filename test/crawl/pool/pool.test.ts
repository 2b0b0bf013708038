import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { ProgressEvent } from "../../../src/base/progress-event.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { type CrawlJob, crawlKey } from "../../../src/crawl/pool/crawl-key.js";
import { CrawlStore } from "../../../src/crawl/pool/crawl-store.js";
import { isPortable } from "../../../src/crawl/pool/method-of.js";
import { runCrawls } from "../../../src/crawl/pool/pool.js";
import { replay } from "../../../src/crawl/replay.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import { exploring } from "../../../src/ordering/exploring.js";
import { ideal } from "../../../src/ordering/ideal.js";
import { type OrderingMethod, ourOrdering } from "../../../src/ordering/ordering.js";
import { pageRank } from "../../../src/ordering/page-rank.js";
import { random } from "../../../src/ordering/random.js";
import type { Web } from "../../../src/web/web.js";
import { depth } from "../../depth.js";
import { coded } from "../../fixture/problems.js";
import { filesOf, fixture, temporaryFolder } from "./temporary.js";

const PAGES = depth({ everyday: 3_000, prove: 20_000 });
let web: Web;
beforeAll(async () => {
  const { grownWeb } = (await import(/* @vite-ignore */ pathToFileURL(fixture("grown-web.mjs")).href)) as {
    grownWeb(size: number, perPage: number, seed: number): Web;
  };
  web = grownWeb(PAGES, 3, 5);
});

const job = (method: OrderingMethod, more: Partial<CrawlJob> = {}): CrawlJob => ({
  method,
  from: [0],
  seed: 1,
  ...more,
});

/** Does `work`; tells its result, or its error, and how many threads were started meanwhile. */
async function countingThreads<T>(work: () => Promise<T>): Promise<{ result?: T; error?: Error; threads: number }> {
  let threads = 0;
  const count = () => threads++;
  process.on("worker", count);
  try {
    return { result: await work(), threads };
  } catch (error) {
    return { error: error as Error, threads };
  } finally {
    process.off("worker", count);
  }
}

/** An ordering of the library with a `create` of its own. */
const spying = (method: OrderingMethod, spy: () => void): OrderingMethod =>
  ourOrdering({
    ...method,
    create(context) {
      spy();
      return method.create(context);
    },
  });

describe("runCrawls", () => {
  it("gives the same orders from threads as from this thread, in the order of the jobs", async () => {
    const slow = pageRank({ accuracy: 0.01 });
    const methods = [slow, breadthFirst, backlink({ ties: "random" }), random, random];
    const jobs = [...methods, exploring(backlink({ ties: "lifo" }), { share: 0.2 })].map((method, i) =>
      job(method, { seed: i, from: [i] }),
    );
    const { result, threads } = await countingThreads(() => runCrawls(web, jobs, { workers: 3 }));
    expect(threads).toBe(3);
    const here = await countingThreads(() => runCrawls(web, jobs, { workers: 1 }));
    expect(here.threads).toBe(0);
    for (const [i, each] of jobs.entries()) {
      const order = replay(web, each.method, { from: each.from, seed: each.seed });
      expect(result?.[i].order).toEqual(order);
      expect(here.result?.[i].order).toEqual(order);
      expect(result?.[i].key).toEqual(crawlKey(web, each));
    }
  });

  it("tells progress that ends at the total, and starts no thread for little work", async () => {
    const told: ProgressEvent[] = [];
    const jobs = [job(breadthFirst), job(backlink)];
    for (const workers of [undefined, 2]) {
      const { threads } = await countingThreads(() =>
        runCrawls(web, jobs, { workers, onProgress: (event) => told.push(event) }),
      );
      expect(threads).toBe(workers ?? 0);
      expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b));
      const parts = ["breadth-first", "backlink"].map((name) => ({ name, done: 1, total: 1 }));
      expect(told.at(-1)).toEqual({
        task: `grown-${PAGES}`,
        done: 2 * PAGES,
        total: 2 * PAGES,
        unit: "pages",
        isKept: false,
        parts,
      });
      told.length = 0;
    }
  });

  it("runs the user's own orderings, offline bounds and hand-made methods here, beside the others in threads", async () => {
    let created = 0;
    const jobs = [
      job(pageRank({ accuracy: 0.02 })),
      job(ordering("low numbers", (page, _seen) => -page)),
      job(spying(breadthFirst, () => created++)),
      job(backlink),
      job(ideal, { truth: backlinks() }),
      job({ ...backlink, name: "not in the library", label: "mine" }),
    ];
    const { result, threads } = await countingThreads(() => runCrawls(web, jobs, { workers: 4 }));
    expect(threads).toBe(2);
    expect(created).toBe(1);
    const here = await runCrawls(web, jobs, { workers: 1 });
    expect(result?.map(({ order }) => order)).toEqual(here.map(({ order }) => order));
  });

  it("takes what the cache holds from there, and keeps what it crawled in threads and here", async () => {
    const cacheFolder = temporaryFolder();
    let created = 0;
    const mine = spying(breadthFirst, () => created++);
    const jobs = [job(backlink), job(random), job(mine)];
    const first = await runCrawls(web, jobs, { workers: 2, cacheFolder });
    expect(filesOf(cacheFolder)).toEqual(
      first.map(({ key }) => join(key.hash.slice(0, 2), `${key.hash}.crawl`)).toSorted(),
    );
    const { result, threads } = await countingThreads(() => runCrawls(web, jobs, { workers: 2, cacheFolder }));
    expect({ threads, created }).toEqual({ threads: 0, created: 1 });
    expect(result).toEqual(first.map((outcome) => ({ ...outcome, ms: 0 })));
  });

  it("brings errors back from threads with their code, message and facts", async () => {
    const outside = [job(breadthFirst), job(backlink, { from: [PAGES] })];
    const crawl = await countingThreads(() => runCrawls(web, outside, { workers: 2 }));
    expect(crawl.threads).toBe(2);
    expect(crawl.error).toMatchObject({ code: "crawl" });
    expect(crawl.error?.message).toBe(`start page ${PAGES} is not in grown-${PAGES}: its pages are 0 .. ${PAGES - 1}`);

    const cacheFolder = join(temporaryFolder(), "file");
    writeFileSync(cacheFolder, "no folder");
    const jobs = [job(breadthFirst), job(backlink)];
    const store = await countingThreads(() => runCrawls(web, jobs, { workers: 2, cacheFolder }));
    expect(store.threads).toBe(2);
    expect(store.error).toMatchObject({
      code: "failed",
      facts: { system: "EEXIST" },
      message: expect.stringMatching(/^cannot write .*EEXIST/),
    });
  });

  it("stops the other crawls when one fails, and throws what came first", async () => {
    const cacheFolder = temporaryFolder();
    const fails = ordering("fails", (page, seen) => (seen.crawled > PAGES / 4 ? Number.NaN : page));
    const ranked = [1, 2].map((seed) => job(pageRank({ accuracy: 1e-6 }), { seed })); // takes long
    const { error, threads } = await countingThreads(() =>
      runCrawls(web, [...ranked, job(fails)], { workers: 2, cacheFolder }),
    );
    expect(threads).toBe(2);
    expect(error).toMatchObject({ code: "ordering" });
    // nothing half-written either
    expect(filesOf(cacheFolder).filter((name) => !name.endsWith(".checkpoint"))).toEqual([]);
  });

  it.each([1, 2])(
    "stops at the signal, keeps finished crawls, and goes on where the others were; %i at a time",
    async (workers) => {
      const cacheFolder = temporaryFolder();
      const stop = new AbortController();
      // Finished crawls are told under the name of the web; 1e-6 takes long, so the others are under way or waiting
      // then.
      const slow = [1, 2].map((seed) => job(pageRank({ accuracy: 1e-6, ties: "random" }), { seed }));
      const jobs = [job(breadthFirst), ...slow];
      let finished = false;
      const onProgress = ({ task }: ProgressEvent) => {
        finished ||= task === web.name;
        if (finished && task !== web.name && task !== `breadth-first on ${web.name}`) stop.abort();
      };
      await expect(runCrawls(web, jobs, { workers, cacheFolder, onProgress, signal: stop.signal })).rejects.toThrow(
        coded("stopped"),
      );
      const store = new CrawlStore(cacheFolder);
      expect(store.order(crawlKey(web, jobs[0]))).toEqual(replay(web, breadthFirst));
      const kept = slow.map((each) => store.checkpoint(crawlKey(web, each))?.order.length ?? 0);
      expect(kept.some((pages) => pages > 0)).toBe(true);
      expect(slow.map((each) => store.order(crawlKey(web, each)))).toEqual([undefined, undefined]);
      expect(filesOf(cacheFolder).filter((name) => name.endsWith(".part"))).toEqual([]);
    },
  );

  it.each([1, 2])(
    "rejects with what the listener of progress throws, and does not end the process; %i at a time",
    async (workers) => {
      const onProgress = () => {
        throw new Error("no such bar");
      };
      const jobs = [job(breadthFirst), job(backlink)];
      await expect(runCrawls(web, jobs, { workers, onProgress })).rejects.toThrow("no such bar");
    },
  );

  it("stops at a signal that comes from a timer, although the crawl runs in this thread", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 1);
    const jobs = [job(pageRank({ accuracy: 1e-4 }))];
    await expect(runCrawls(web, jobs, { workers: 1, signal: stop.signal })).rejects.toThrow(
      /^page-rank, accuracy 0.0001, ties fifo on grown-\d+ was stopped after \d+ pages$/,
    );
  });

  it("crawls nothing after the signal, and still gives what the cache holds", async () => {
    const cacheFolder = temporaryFolder();
    let created = 0;
    const mine = job(spying(breadthFirst, () => created++));
    const options = { cacheFolder, signal: AbortSignal.abort() };
    await expect(runCrawls(web, [mine], options)).rejects.toThrow(
      coded("stopped", `the crawls of ${web.name} were stopped; finished ones are in the cache, if there is one`),
    );
    expect(created).toBe(0);
    const [{ order }] = await runCrawls(web, [mine], { cacheFolder });
    expect(created).toBe(1);
    const [again] = await runCrawls(web, [mine], options);
    expect(again.order).toEqual(order);
  });

  it("takes no listener of the signal along when it is done", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...all: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, all);
    };
    signal.removeEventListener = (...all: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, all);
    };
    await runCrawls(web, [job(breadthFirst), job(backlink)], { workers: 2, signal });
    await expect(runCrawls(web, [job(backlink, { from: [-1] })], { signal })).rejects.toThrow(coded("crawl"));
    expect(listeners).toBe(0);
  });
});

describe("isPortable", () => {
  it("is true for what a thread can make from name and options, and false for what it would make differently", async () => {
    const own = ordering("backlink", (page, _seen) => page);
    const methods = [backlink, backlink({ ties: "lifo" }), pageRank({ accuracy: 0.5 }), { ...backlink }];
    for (const method of [...methods, exploring(exploring(backlink, { share: 0.2 }), { share: 0.1 })]) {
      expect(await isPortable(method)).toBe(true);
    }
    const others = [
      own,
      exploring(own, { share: 0.1 }),
      exploring(
        spying(backlink, () => {}),
        { share: 0.1 },
      ),
      spying(backlink, () => {}),
      ideal,
      { ...backlink, name: "ordering" },
      { ...backlink, name: "../crawl/replay" },
      { ...backlink, label: "mine" },
      { ...backlink, options: { ties: "no such" } },
    ];
    for (const method of others) expect(await isPortable(method)).toBe(false);
  });
});
