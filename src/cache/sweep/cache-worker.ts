import { parentPort, workerData } from "node:worker_threads";
import { dataOf } from "../../base/error.js";
import type { DenseTrace } from "../../trace/url-trace.js";
import { missesOf } from "./cache-job.js";
import { cacheMethodOf } from "./cache-methods.js";
import type { CacheAnswer, CacheWorkerJob } from "./cache-thread.js";

/**
 * A thread that counts misses: takes jobs one at a time, answers each with its counts. The traces are shared, not
 * copied.
 */
const traces = workerData as readonly DenseTrace[];
const port = parentPort;

port?.on("message", async ({ id, spec, ...job }: CacheWorkerJob) => {
  const answer = (message: CacheAnswer) => port.postMessage(message);
  try {
    const method = await cacheMethodOf(spec);
    if (method === undefined) throw new TypeError(`a thread cannot make the cache ${spec.name} from its name`);
    answer({ id, misses: missesOf(traces[job.trace], { ...job, method }) });
  } catch (error) {
    answer({ id, error: dataOf(error) });
  }
});
