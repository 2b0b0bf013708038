import type { Place } from "../capture.js";
import type { Exchange } from "../exchange.js";
import { SegmentFiles, type WarcPosition } from "./segment-files.js";
import { type Original, WarcRecords, warcFields } from "./warc-records.js";

export interface WarcWriterOptions {
  /** 0 (plain .warc) to 9; default 1. */
  readonly gzipLevel?: number;
  /** A file that holds this many bytes is closed; default 1 GB. */
  readonly segmentBytes?: number;
  /** Fields of the warcinfo record: who crawled, how and why. */
  readonly about?: Readonly<Record<string, string>>;
  /** Milliseconds since 1970 for warcinfo records. */
  readonly now: number;
  /** Beginning of the files' names; default "crawl". */
  readonly prefix?: string;
}

/** What a crawler knows of an exchange besides it. */
export interface ExchangeOrigin {
  /** Links from the start. */
  readonly depth?: number;
  /** URL of the page on which it was found. */
  readonly via?: string;
  /** Asked for the sake of other URLs, as a robots.txt is: whoever reads the archive is told that it is no page. */
  readonly prerequisite?: boolean;
}

/**
 * Writes WARC 1.1 (ISO 28500:2017) into `archive/crawl-00000.warc.gz`, `-00001`, ... of a folder: a gzip member for
 * each record, so that each can be read alone. Every file begins with a warcinfo record; an exchange is a response or
 * revisit record, then its request, then a metadata record if there is something to say. They stand in one file.
 *
 * Record ids are made from place and contents: equal crawls give equal bytes, resumed or not. A head that
 * says "Transfer-Encoding: chunked" says "X-Orig-Transfer-Encoding" there, since an Exchange holds its body without.
 *
 * Between two calls of `flush`, what was written is partly in memory; after a kill, open it again at the `position`
 * that was flushed. Of an instance that has thrown, only `close` may be called.
 */
export class WarcWriter {
  readonly #options: Required<WarcWriterOptions>;
  readonly #records: WarcRecords;
  readonly #segments: SegmentFiles;

  private constructor(folder: string, options: Required<WarcWriterOptions>) {
    this.#options = options;
    this.#records = new WarcRecords(options.gzipLevel);
    this.#segments = new SegmentFiles(folder, options.prefix, options.gzipLevel > 0 ? ".warc.gz" : ".warc");
  }

  /**
   * @param folder its subfolder `archive` is made
   * @param at what was flushed last: the archive is cut back to it; `{ file: 0, bytes: 0 }` begins anew. Without it, no
   *   archive must
   * be there
   * @throws "exists" when one is, "damaged" when there is less than `at`; "disk-full", "failed"
   */
  static open(folder: string, options: WarcWriterOptions, at?: WarcPosition): WarcWriter {
    const { gzipLevel = 1, segmentBytes = 1e9, about = {}, now, prefix = "crawl" } = options;
    const writer = new WarcWriter(folder, { gzipLevel, segmentBytes, about, now, prefix });
    try {
      if (!writer.#segments.resume(at)) writer.#begin();
      return writer;
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  /** Paths from the folder, by Place.file. */
  get files(): readonly string[] {
    return this.#segments.names;
  }

  /** Where the next record will begin. */
  get position(): WarcPosition {
    return this.#segments.position;
  }

  /**
   * With an original, whose body is the same (profile identical-payload-digest) or nearly (a profile of our own; `digest`
   * is that of what came), the head alone is written, and which capture has the body.
   *
   * @param digest SHA-1 of the body, 20 bytes. @returns where the response is. @throws "disk-full", "failed"
   */
  write(exchange: Exchange, digest: Uint8Array, origin: ExchangeOrigin = {}, original?: Original): Place {
    this.#beginWhenFull();
    const { depth = 0, via, prerequisite = false } = origin;
    const { url, time, milliseconds } = exchange;
    const response = this.#records.response(this.#seed, exchange, digest, original);
    const place = this.#append(response.bytes);
    if (exchange.request !== "") this.#append(this.#records.request(this.#seed, exchange, response.id));
    if (via !== undefined || depth > 0 || prerequisite || milliseconds !== undefined) {
      const fetchTimeMs = milliseconds === undefined ? undefined : Math.round(milliseconds);
      const hopsFromSeed = prerequisite ? "P" : undefined; // as Heritrix says it
      const fields = { via, depth: depth > 0 ? depth : undefined, hopsFromSeed, fetchTimeMs };
      this.#append(this.#records.metadata(this.#seed, url, time, fields, response.id));
    }
    return place;
  }

  /** Hands everything to the system; `sync` makes it last. @throws "disk-full", "failed" */
  drain(): void {
    this.#segments.drain();
  }

  /** Everything drained before the call is on disk when this resolves. @throws "disk-full", "failed" */
  sync(): Promise<void> {
    return this.#segments.sync();
  }

  /** Everything written is on disk when this resolves. @throws "disk-full", "failed" */
  async flush(): Promise<void> {
    this.drain();
    await this.sync();
  }

  /** Closes; what was not drained is dropped. */
  close(): void {
    this.#segments.close();
  }

  #append(bytes: Uint8Array): Place {
    const { file, bytes: offset } = this.#segments.position;
    this.#segments.append(bytes);
    return { file, offset, length: bytes.length };
  }

  #beginWhenFull(): void {
    if (this.#segments.position.bytes >= this.#options.segmentBytes) this.#begin();
  }

  #begin(): void {
    const { about, now } = this.#options;
    const name = this.#segments.begin();
    const fields = warcFields({ software: "crawlbench", format: "WARC File Format 1.1", ...about });
    this.#append(this.#records.warcinfo(this.#seed, name, now, fields));
  }

  get #seed(): string {
    const { file, bytes } = this.#segments.position;
    return `${file} ${bytes}`;
  }
}
