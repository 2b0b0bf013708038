import { problem } from "../../base/error.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { reach } from "../../web/graph/reach.js";
import type { Web } from "../../web/web.js";
import { judgedWeb, worth } from "../judge.js";
import { VirtualCrawl } from "../replay.js";
import { type CrawlJob, type CrawlKey, crawlKey, mayBeCached } from "./crawl-key.js";
import type { CrawlStore } from "./crawl-store.js";

export interface RunCrawlOptions {
  /** Where finished crawls and checkpoints are kept; without one nothing is written. */
  readonly store?: CrawlStore;
  readonly onProgress?: ProgressListener;
  /** Asked a few times per second; true stops the crawl. */
  readonly stopped?: () => boolean;
  /** Milliseconds between checkpoints; default 15,000. */
  readonly checkpointEvery?: number;
}

/** A finished crawl. */
export interface CrawlOutcome {
  readonly order: Uint32Array;
  /** Milliseconds of crawling; 0 when the order came from the store. */
  readonly ms: number;
  readonly key: CrawlKey;
}

/** Pages per slice at first, few, since an ordering may take long for each; then as many as take about 100 ms. */
const FIRST_SLICE = 4;
const SLICE_MS = 100;
/** Milliseconds after which a crawl is worth keeping. */
const FIRST_CHECKPOINT = 2000;

/**
 * Runs one crawl to its end, or takes it from the store. A crawl that was stopped or killed goes on from its last
 * checkpoint, and ends with the same order to the byte.
 *
 * @throws "stopped" when told to stop
 * @throws "failed" when the order cannot be stored
 */
export function runCrawl(web: Web, job: CrawlJob, options: RunCrawlOptions = {}): CrawlOutcome {
  const slices = crawlInSlices(web, job, options);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** `runCrawl`, which pauses after each slice of about 100 ms, so that its caller can do something else. */
export function* crawlInSlices(
  web: Web,
  job: CrawlJob,
  options: RunCrawlOptions = {},
): Generator<undefined, CrawlOutcome, undefined> {
  const { onProgress, stopped, checkpointEvery = 15_000 } = options;
  const store = mayBeCached(job, web) ? options.store : undefined;
  const key = crawlKey(web, job);
  const known = store?.order(key);
  if (known) return { order: known, ms: 0, key };
  store?.requireWritable();
  const { method, from, seed } = job;
  const begun = performance.now();
  const truth = method.offline ? truthOf(web, job) : undefined;
  const resume = store?.checkpoint(key);
  const crawl = new VirtualCrawl(web, method, { from, seed, truth, resume });
  const keepCheckpoint = () => {
    const checkpoint = store && crawl.checkpoint();
    if (checkpoint) store.keepCheckpoint(key, checkpoint);
  };
  let slice = FIRST_SLICE;
  let kept = begun;
  while (!crawl.done) {
    const before = performance.now();
    crawl.run(slice);
    const now = performance.now();
    slice = Math.max(1, Math.min(slice * 4, Math.round((slice * SLICE_MS) / Math.max(1, now - before))));
    onProgress?.({ task: method.label, done: crawl.order.length, total: web.graph.size });
    if (crawl.done) break;
    if (stopped?.()) {
      keepCheckpoint();
      throw problem.stopped`${method.label} on ${web.name} was stopped after ${crawl.order.length} pages`;
    }
    const due = kept === begun ? Math.min(FIRST_CHECKPOINT, checkpointEvery) : checkpointEvery;
    if (now - kept > due) {
      keepCheckpoint();
      kept = performance.now();
    }
    yield;
  }
  const order = crawl.order;
  const ms = performance.now() - begun;
  store?.keep(key, order);
  return { order, ms, key };
}

/** I(P) as an offline ordering is shown it: on what the start pages reach, by page of the whole web. */
export function truthOf(web: Web, { method, from, truth }: CrawlJob): Float64Array {
  if (truth === undefined)
    throw problem.crawl`${method.label} is an offline bound: name the importance that it is shown`;
  const part = judgedWeb(web, from);
  const values = worth(part.web, truth);
  const { members } = reach(web.graph, from);
  return Float64Array.from(part.local, (local, page) => (members[page] === 1 ? values[local] : 0));
}
