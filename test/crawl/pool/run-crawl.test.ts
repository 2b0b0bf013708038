import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { type CrawlJob, crawlKey } from "../../../src/crawl/pool/crawl-key.js";
import { CrawlStore } from "../../../src/crawl/pool/crawl-store.js";
import { crawlInSlices, type RunCrawlOptions, runCrawl } from "../../../src/crawl/pool/run-crawl.js";
import { replay } from "../../../src/crawl/replay.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ideal } from "../../../src/ordering/ideal.js";
import { type OrderingMethod, ourOrdering } from "../../../src/ordering/ordering.js";
import { pageRank } from "../../../src/ordering/page-rank.js";
import type { Web } from "../../../src/web/web.js";
import { depth } from "../../depth.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { grownWeb, importanceOf, smallWeb } from "../small-web.js";
import { filesOf, temporaryFolder } from "./temporary.js";

const folder = temporaryFolder();
let stores = 0;
const newFolder = () => join(folder, `${stores++}`);

// Crawls are stopped between slices, and the first slice is 4 pages.
const PAGES = depth({ everyday: 10_000, prove: 20_000 });
const web = grownWeb(PAGES, 3, 7);
const jobOf = (method: OrderingMethod, seed = 1): CrawlJob => ({ method, from: [0], seed });

/** Runs a crawl as far as its options let it; tells whether it came to its end. */
function runOn(where: string, job: CrawlJob, options: RunCrawlOptions): Uint32Array | undefined {
  try {
    return runCrawl(web, job, { store: new CrawlStore(where), ...options }).order;
  } catch (error) {
    expect(error).toMatchObject({ code: "stopped" });
    return undefined;
  }
}

describe("runCrawl", () => {
  it("crawls as replay does, and takes a crawl that it kept from the store", () => {
    const where = newFolder();
    const job = jobOf(backlink);
    const first = runCrawl(web, job, { store: new CrawlStore(where) });
    expect(first.order).toEqual(replay(web, backlink));
    expect(first.key).toEqual(crawlKey(web, job));
    expect(first.ms).toBeGreaterThan(0);
    const second = runCrawl(web, job, { store: new CrawlStore(where) });
    expect(second).toEqual({ ...first, ms: 0 });
  });

  it("does not crawl what the store holds", () => {
    let created = 0;
    const counted = ourOrdering({
      ...breadthFirst,
      create(context) {
        created++;
        return breadthFirst.create(context);
      },
    });
    const store = new CrawlStore(newFolder());
    runCrawl(web, jobOf(counted), { store });
    runCrawl(web, jobOf(counted), { store });
    expect(created).toBe(1);
    runCrawl(web, jobOf(counted));
    expect(created).toBe(2);
  });

  it.each(["fifo", "lifo", "random"] as const)(
    "goes on after any number of stops to the same order, ties %s",
    (ties) => {
      const method = pageRank({ ties, accuracy: 0.05 });
      const whole = replay(web, method);
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }), (stops) => {
          const where = newFolder();
          const job = jobOf(method);
          let sofar = 0;
          for (const polls of stops) {
            let asked = 0;
            const onProgress = ({ done }: { done: number }) => {
              expect(done).toBeGreaterThan(sofar); // goes on, and does not start again
              sofar = done;
            };
            runOn(where, job, { checkpointEvery: 0, stopped: () => ++asked >= polls, onProgress });
          }
          expect(runOn(where, job, {})).toEqual(whole);
          expect(filesOf(where).map((name) => name.split(".").at(-1))).toEqual(["crawl"]);
        }),
        { numRuns: depth({ everyday: 2, prove: 8 }) },
      );
    },
  );

  it("says how far a stopped crawl was, and keeps where it was, after the first few pages", () => {
    const store = new CrawlStore(newFolder());
    const job = jobOf(pageRank({ accuracy: 0.05 }));
    expect(() => runCrawl(web, job, { store, stopped: () => true })).toThrow(
      coded("stopped", `page-rank, accuracy 0.05, ties fifo on grown-${PAGES} was stopped after 4 pages`),
    );
    expect(store.checkpoint(crawlKey(web, job))?.order).toEqual(replay(web, job.method).slice(0, 4));
    expect(store.order(crawlKey(web, job))).toBeUndefined();
  });

  it("starts a stopped crawl again from its start when the ordering cannot be continued", () => {
    const where = newFolder();
    expect(runOn(where, jobOf(breadthFirst), { stopped: () => true })).toBeUndefined();
    expect(runOn(where, jobOf(breadthFirst), {})).toEqual(replay(web, breadthFirst));
  });

  it("writes nothing without a store, and is the same crawl", () => {
    expect(() => runCrawl(web, jobOf(pageRank), { checkpointEvery: 0, stopped: () => true })).toThrow(coded("stopped"));
    const coarse = pageRank({ accuracy: 0.05 });
    expect(runCrawl(web, jobOf(coarse), { checkpointEvery: 0 }).order).toEqual(replay(web, coarse));
  });

  it("tells progress that grows from slice to slice up to the pages crawled", () => {
    const told: number[] = [];
    runCrawl(web, jobOf(breadthFirst), {
      onProgress({ task, done, total }) {
        expect({ task, total }).toEqual({ task: "breadth-first", total: PAGES });
        told.push(done);
      },
    });
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(PAGES); // every page hangs below page 0
  });

  it("pauses between slices when run in slices, and ends with the same crawl", () => {
    const slices = crawlInSlices(web, jobOf(backlink));
    let pauses = 0;
    let step = slices.next();
    for (; !step.done; step = slices.next()) pauses++;
    expect(pauses).toBeGreaterThan(0);
    expect(step.value.order).toEqual(replay(web, backlink));
  });

  it("shows an offline bound the importance of what the start pages reach, and nothing of the rest", () => {
    // 2 -> 0, 1; 0 -> 2; 1 -> 3, and 4 -> 3 is out of reach. Backlinks of the reachable: 0:1, 1:1, 2:1, 3:1.
    const small = smallWeb(5, pairsOf("2,1 2,0 0,2 1,3 4,3"), { start: 2 });
    const shown: number[][] = [];
    const spy: OrderingMethod = {
      ...ideal,
      create(context) {
        shown.push([...(context.truth ?? [])]);
        return ideal.create(context);
      },
    };
    runCrawl(small, { method: spy, from: [2], seed: 1, truth: backlinks() });
    expect(shown[0]).toEqual([1, 1, 1, 1, 0]);
    // Worth 10 times the number of links of each page of the part, 0, 1, 2, 3: page 0, which is not the start, has its
    // own.
    const worth = importanceOf(({ graph }: Web) => Array.from({ length: graph.size }, (_, page) => 10 * (page + 1)));
    const { order } = runCrawl(small, { method: spy, from: [2], seed: 1, truth: worth });
    expect(shown[1]).toEqual([10, 20, 30, 40, 0]);
    expect([...order]).toEqual([2, 1, 3, 0]); // 1 before 0, then 3, worth more than 0
    expect(() => runCrawl(small, { method: ideal, from: [2], seed: 1 })).toThrow(
      coded("crawl", "ideal is an offline bound: name the importance that it is shown"),
    );
  });

  it("runs again what an older engine stored under another key, and is not misled by foreign files", () => {
    const where = newFolder();
    const { hash } = crawlKey(web, jobOf(breadthFirst));
    mkdirSync(join(where, hash.slice(0, 2)), { recursive: true });
    writeFileSync(join(where, hash.slice(0, 2), `${hash}.crawl`), '{"order":[0,1,2]}\n');
    expect(runOn(where, jobOf(breadthFirst), {})).toEqual(replay(web, breadthFirst));
  });
});
