/** Every download of a crawl, in the order in which they began. */
export interface DownloadLog {
  /** The URL: copy times `LinkedUrls.size` plus URL of the web. */
  readonly urls: Uint32Array;
  readonly hosts: Uint32Array;
  readonly processes: Uint16Array;
  readonly threads: Uint16Array;
  /** Milliseconds. */
  readonly begins: Float64Array;
  /** Milliseconds; also of downloads that were under way when the crawl was stopped. */
  readonly ends: Float64Array;
}

/** Collects a log; 48 bytes per download, and 28 more at the end. */
export class DownloadRecorder {
  readonly #rows: number[][] = [[], [], [], [], [], []];

  add(...row: [url: number, host: number, process: number, thread: number, begin: number, end: number]): void {
    for (let i = 0; i < row.length; i++) this.#rows[i].push(row[i]);
  }

  finish(): DownloadLog {
    const [urls, hosts, processes, threads, begins, ends] = this.#rows;
    return {
      urls: Uint32Array.from(urls),
      hosts: Uint32Array.from(hosts),
      processes: Uint16Array.from(processes),
      threads: Uint16Array.from(threads),
      begins: Float64Array.from(begins),
      ends: Float64Array.from(ends),
    };
  }
}
