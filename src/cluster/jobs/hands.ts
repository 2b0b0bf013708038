import type { CrewJob, Material } from "../../base/crew/crew.js";
import { dataOf } from "../../base/error.js";
import { CacheThread } from "../../cache/sweep/cache-thread.js";
import { missesOfCrew, tracesOfMaterial } from "../../cache/sweep/crew-misses.js";
import { CrawlThread } from "../../crawl/pool/crawl-thread.js";
import { crawlOfCrew } from "../../crawl/pool/crew-crawls.js";
import type { DenseTrace } from "../../trace/url-trace.js";
import { type PortableWeb, webOfMaterial } from "../../web/portable.js";
import type { ResultHead } from "./protocol.js";

/** What came of a job. */
export type Outcome =
  | { readonly kind: "done"; readonly result: Uint8Array; readonly ms: number }
  | Exclude<ResultHead["outcome"], { kind: "done" }>;

/** A thread that does jobs of one sweep, one at a time. */
export interface Hand {
  /** @param tell is told how far it is, a few times per second */
  do(job: CrewJob, tell: (done: number) => void): Promise<Outcome>;
  /** Ends it, whatever it is at. */
  end(): Promise<void>;
}

export function handFor(kind: "crawls" | "misses", material: Material): Hand {
  return kind === "crawls" ? new CrawlHand(webOfMaterial(material)) : new MissesHand(tracesOfMaterial(material));
}

class CrawlHand implements Hand {
  readonly #thread: CrawlThread;

  constructor(readonly web: PortableWeb) {
    this.#thread = new CrawlThread({ web, stopFlag: new Int32Array(new SharedArrayBuffer(4)) });
  }

  do(job: CrewJob, tell: (done: number) => void): Promise<Outcome> {
    return outcomeOf(job, async () => {
      const crawl = await crawlOfCrew(this.web, job);
      const crawled = await (crawl && this.#thread.crawl(0, crawl, tell));
      return crawled && { numbers: crawled.order, ms: crawled.ms };
    });
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}

class MissesHand implements Hand {
  readonly #thread: CacheThread;

  constructor(traces: readonly DenseTrace[]) {
    this.#thread = new CacheThread(traces);
  }

  do(job: CrewJob): Promise<Outcome> {
    return outcomeOf(job, async () => {
      const count = await missesOfCrew(job);
      const begun = performance.now();
      const numbers = await (count && this.#thread.run(count));
      return numbers && { numbers, ms: performance.now() - begun };
    });
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}

/** Does a job. @param work gives undefined for one that this software makes another one of */
async function outcomeOf(
  { label }: CrewJob,
  work: () => Promise<{ readonly numbers: Uint32Array | Float64Array; readonly ms: number } | undefined>,
): Promise<Outcome> {
  try {
    const done = await work();
    if (done === undefined) return { kind: "cannot", reason: `its software makes another job of "${label}"` };
    const { buffer, byteOffset, byteLength } = done.numbers;
    return { kind: "done", result: new Uint8Array(buffer, byteOffset, byteLength), ms: done.ms };
  } catch (error) {
    return { kind: "failed", error: dataOf(error) };
  }
}
