import { workerData } from "node:worker_threads";
import { answerEach } from "../../base/asked.js";
import type { DenseTrace } from "../../trace/url-trace.js";
import { missesOf } from "./cache-job.js";
import { cacheMethodOf } from "./cache-methods.js";
import type { CacheWorkerJob } from "./cache-thread.js";

/** A thread that counts misses: answers each job with its counts. The traces are shared, not copied. */
const traces = workerData as readonly DenseTrace[];

answerEach(async ({ spec, ...job }: CacheWorkerJob) => {
  const method = await cacheMethodOf(spec);
  if (method === undefined) throw new TypeError(`a thread cannot make the cache ${spec.name} from its name`);
  return missesOf(traces[job.trace], { ...job, method });
});
