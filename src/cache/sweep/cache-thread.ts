import { Worker } from "node:worker_threads";
import { type ErrorData, errorFrom } from "../../base/error.js";
import type { DenseTrace } from "../../trace/url-trace.js";
import { sharedNumbers } from "../../web/graph/graph.js";
import type { CacheJob } from "./cache-job.js";
import type { CacheSpec } from "./cache-methods.js";

/** What a thread is sent, and what it answers. */
export type CacheWorkerJob = Omit<CacheJob, "method"> & { readonly id: number; readonly spec: CacheSpec };
export type CacheAnswer =
  | { readonly id: number; readonly misses: Float64Array; readonly error?: undefined }
  | { readonly id: number; readonly error: ErrorData };

/** A trace whose requests all threads can read. */
export const sharedTrace = ({ requests, urls }: DenseTrace): DenseTrace => ({
  requests: sharedNumbers(requests),
  urls,
});

/** A thread that counts misses, one job at a time. */
export class CacheThread {
  readonly #worker: Worker;
  #pending: { resolve(misses: Float64Array): void; reject(error: Error): void } | undefined;
  #failed: Error | undefined;

  /** @param traces such as `sharedTrace` makes, or they are copied */
  constructor(traces: readonly DenseTrace[]) {
    this.#worker = new Worker(new URL("./cache-worker.js", import.meta.url), { workerData: traces });
    this.#worker.on("message", (answer: CacheAnswer) => {
      if (answer.error === undefined) this.#pending?.resolve(answer.misses);
      else this.#pending?.reject(errorFrom(answer.error));
    });
    this.#worker.on("error", (error) => this.fail(error as Error));
  }

  run(id: number, { method, ...job }: CacheJob): Promise<Float64Array> {
    return new Promise((resolve, reject) => {
      if (this.#failed) return reject(this.#failed);
      this.#pending = { resolve, reject };
      const message: CacheWorkerJob = { ...job, id, spec: { name: method.name, options: method.options } };
      this.#worker.postMessage(message);
    });
  }

  fail(error: Error): void {
    this.#failed = error;
    this.#pending?.reject(error);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
