import { parentPort, workerData } from "node:worker_threads";
import { dataOf } from "../../base/error.js";
import type { Web } from "../../web/web.js";
import { CrawlStore } from "./crawl-store.js";
import type { WorkerAnswer, WorkerData, WorkerJob } from "./crawl-thread.js";
import { methodOf } from "./method-of.js";
import { runCrawl } from "./run-crawl.js";

/** A thread that crawls: takes jobs one at a time, answers each with its order. The web is shared, not copied. */
const { web, stopFlag } = workerData as WorkerData;
const port = parentPort;

port?.on("message", async (job: WorkerJob) => {
  const answer = (message: WorkerAnswer, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  try {
    const method = await methodOf(job.method);
    if (method === undefined) throw new TypeError(`a thread cannot make the ordering ${job.method.name} from its name`);
    const outcome = runCrawl(
      web as Web,
      { method, from: job.from, seed: job.seed },
      {
        ...(job.cacheFolder !== undefined && { store: new CrawlStore(job.cacheFolder) }),
        stopped: () => Atomics.load(stopFlag, 0) === 1,
        onProgress: ({ done }) => answer({ kind: "progress", id: job.id, done }),
      },
    );
    const order = outcome.order.slice();
    answer({ kind: "done", id: job.id, order, ms: outcome.ms }, [order.buffer]);
  } catch (error) {
    answer({ kind: "failed", id: job.id, error: dataOf(error) });
  }
});
