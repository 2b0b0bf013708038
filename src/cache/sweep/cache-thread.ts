import { AskedThread } from "../../base/asked.js";
import type { DenseTrace } from "../../trace/url-trace.js";
import { sharedNumbers } from "../../web/graph/graph.js";
import type { CacheJob } from "./cache-job.js";
import type { CacheSpec } from "./cache-methods.js";

/** What a thread is sent. */
export type CacheWorkerJob = Omit<CacheJob, "method"> & { readonly spec: CacheSpec };

/** A trace whose requests all threads can read. */
export const sharedTrace = ({ requests, urls }: DenseTrace): DenseTrace => ({
  requests: sharedNumbers(requests),
  urls,
});

/** A thread that counts misses, one job at a time. */
export class CacheThread extends AskedThread<CacheWorkerJob, Float64Array> {
  /** @param traces such as `sharedTrace` makes, or they are copied */
  constructor(traces: readonly DenseTrace[]) {
    super(new URL("./cache-worker.js", import.meta.url), traces);
  }

  run({ method: { name, options }, ...job }: CacheJob): Promise<Float64Array> {
    return this.ask({ ...job, spec: { name, options } });
  }
}
