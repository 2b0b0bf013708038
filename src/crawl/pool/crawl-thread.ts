import { Worker } from "node:worker_threads";
import { type ErrorData, errorFrom } from "../../base/error.js";
import type { PortableWeb } from "../../web/portable.js";
import type { CrawlJob } from "./crawl-key.js";
import { type MethodSpec, specOf } from "./method-of.js";

/** What a crawl thread is started with. */
export interface WorkerData {
  readonly web: PortableWeb;
  /** 1 asks all threads to stop. */
  readonly stopFlag: Int32Array;
}

export interface WorkerJob {
  readonly id: number;
  readonly method: MethodSpec;
  readonly from: readonly number[];
  readonly seed: number;
  readonly cacheFolder?: string;
}

export type WorkerAnswer =
  | { readonly kind: "progress"; readonly id: number; readonly done: number }
  | { readonly kind: "done"; readonly id: number; readonly order: Uint32Array; readonly ms: number }
  | { readonly kind: "failed"; readonly id: number; readonly error: ErrorData };

/** A thread that crawls, one job at a time. */
export class CrawlThread {
  readonly #worker: Worker;
  readonly #cacheFolder: string | undefined;
  #pending:
    | {
        resolve(answer: { order: Uint32Array; ms: number }): void;
        reject(error: Error): void;
        tell(done: number): void;
      }
    | undefined;

  constructor(workerData: WorkerData, cacheFolder?: string) {
    this.#cacheFolder = cacheFolder;
    this.#worker = new Worker(new URL("./crawl-worker.js", import.meta.url), { workerData });
    this.#worker.on("message", (answer: WorkerAnswer) => {
      if (answer.kind === "progress") this.#pending?.tell(answer.done);
      else if (answer.kind === "done") this.#pending?.resolve(answer);
      else this.#pending?.reject(errorFrom(answer.error));
    });
    this.#worker.on("error", (error) => this.#pending?.reject(error as Error));
  }

  /**
   * @param tell is told the pages crawled so far, a few times per second @throws what the crawl throws
   */
  crawl(
    id: number,
    { method, from, seed }: CrawlJob,
    tell: (done: number) => void,
  ): Promise<{ order: Uint32Array; ms: number }> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, tell };
      const job: WorkerJob = {
        id,
        method: specOf(method),
        from,
        seed,
        cacheFolder: this.#cacheFolder,
      };
      this.#worker.postMessage(job);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
