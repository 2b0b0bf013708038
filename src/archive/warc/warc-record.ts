import { type HttpBlock, parseHttpBlock } from "./http-block.js";

/** Where a record stands in its file, bytes, compressed where the file is; see Place. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
}

/** Header fields of a record: the first value of each name, whatever its case. */
export class RecordHeaders {
  readonly #fields: ReadonlyMap<string, string>;

  constructor(fields: ReadonlyMap<string, string>) {
    this.#fields = fields;
  }

  get(name: string): string | undefined {
    return this.#fields.get(name.toLowerCase());
  }

  entries(): IterableIterator<[string, string]> {
    return this.#fields.entries();
  }
}

/** What a record is made from. */
export type RecordParts = Omit<WarcRecord, "http">;

/** One record of a WARC or ARC file (ISO 28500:2017; ARC 1.0 and 1.1, Burner and Kahle 1996). */
export class WarcRecord {
  /** "WARC/1.0", "ARC/1". */
  readonly version: string;
  /**
   * WARC-Type in lower case; of ARC: "warcinfo" for the description of the file, "response" for http, "resource" for
   * the rest.
   */
  readonly type: string;
  readonly headers: RecordHeaders;
  /** WARC-Target-URI less angle brackets and blanks around it; "" where there is none. */
  readonly url: string;
  /** WARC-Date, milliseconds since 1970; 0 where it is missing or no date. */
  readonly time: number;
  /** Missing where the record cannot be read alone: it shares a compressed stream with others. */
  readonly extent?: Extent;
  /** What follows the header, up to the limit of the reader. */
  readonly block: Uint8Array;
  /** Bytes of the block in the file. */
  readonly size: number;
  /** The block is not whole: the file ended, or the reader's limit was met. */
  readonly cut?: "file" | "limit";
  #http?: HttpBlock | null;

  constructor(parts: RecordParts) {
    this.version = parts.version;
    this.type = parts.type;
    this.headers = parts.headers;
    this.url = parts.url;
    this.time = parts.time;
    this.block = parts.block;
    this.size = parts.size;
    if (parts.extent) this.extent = parts.extent;
    if (parts.cut) this.cut = parts.cut;
  }

  /** The block as an HTTP response; undefined where it is none. */
  get http(): HttpBlock | undefined {
    if (this.#http === undefined) this.#http = parseHttpBlock(this.block) ?? null;
    return this.#http ?? undefined;
  }
}
