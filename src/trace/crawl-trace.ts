import { join } from "node:path";
import { ColumnReader } from "../archive/column/column-reader.js";
import { corrupt } from "../archive/error.js";
import { MANIFEST, readManifest } from "../archive/manifest.js";
import { problem } from "../base/error.js";
import { requireText } from "../base/require-list.js";

/** URLs that one page of a crawl showed. */
export interface TraceRun {
  /** Index of the first in the trace. */
  readonly first: number;
  readonly count: number;
  /** Fingerprint of the page's host name. */
  readonly host: bigint;
  readonly thread: number;
  /** Milliseconds since 1970; 0 where not known. */
  readonly time: number;
}

/**
 * The stream of URL requests that a crawl recorded beside its snapshot, as it stands in the folder. Broder et al. 2003,
 * section 4.
 */
export class CrawlTrace implements Iterable<bigint> {
  /** Fingerprint i as two words: low in [2i], high in [2i + 1]. */
  readonly fingerprints: Uint32Array;
  /** URLs of each page. */
  readonly counts: Uint32Array;
  readonly #hosts: Uint32Array;
  readonly #threads: Uint16Array;
  readonly #times: Float64Array;

  constructor(columns: ColumnReader, path: string) {
    this.fingerprints = columns.u64("fingerprint");
    this.counts = columns.u32("run.count");
    this.#hosts = columns.u64("run.host");
    this.#threads = columns.u16("run.thread");
    this.#times = columns.f64("run.time");
    const runs = this.counts.length;
    if (this.#hosts.length !== 2 * runs || this.#threads.length !== runs || this.#times.length !== runs)
      throw corrupt(path, "its columns are not equally long", "take the folder from a copy");
    const total = this.counts.reduce((sum, count) => sum + count, 0);
    if (total !== this.size) {
      throw corrupt(path, `its pages show ${total} URLs, it holds ${this.size}`, "take the folder from a copy");
    }
  }

  /** URLs. */
  get size(): number {
    return this.fingerprints.length / 2;
  }

  /** Fingerprint of one URL. */
  at(index: number): bigint {
    return (BigInt(this.fingerprints[2 * index + 1]) << 32n) | BigInt(this.fingerprints[2 * index]);
  }

  *[Symbol.iterator](): Generator<bigint> {
    for (let i = 0; i < this.size; i++) yield this.at(i);
  }

  /** Page by page, in the order of the crawl. */
  *runs(): Generator<TraceRun> {
    let first = 0;
    for (let run = 0; run < this.counts.length; run++) {
      const count = this.counts[run];
      const host = (BigInt(this.#hosts[2 * run + 1]) << 32n) | BigInt(this.#hosts[2 * run]);
      yield { first, count, host, thread: this.#threads[run], time: this.#times[run] };
      first += count;
    }
  }
}

/**
 * The trace of a crawl, as of the last commit of its snapshot.
 *
 * @throws "not-a-snapshot" when the folder holds no trace; "damaged", "failed"
 */
export async function openCrawlTrace(folder: string): Promise<CrawlTrace> {
  requireText("openCrawlTrace takes the folder of a crawl", folder);
  const manifest = readManifest(folder);
  if (!manifest)
    throw problem.notASnapshot`${folder} holds no trace: it is no folder of a crawl. Name one, or the file of a log; or record a trace: crawlbench crawl <url> --out <folder>`;
  const lengths = manifest.columns.trace;
  const path = join(folder, "trace");
  if (lengths) return new CrawlTrace(new ColumnReader(path, lengths), path);
  throw problem.notASnapshot`${folder} holds no trace: ${MANIFEST} names none. Record one: crawlbench crawl <url> --out <folder>`;
}
