import type { ParsedPage } from "../page/html/page.js";
import type { Exchange } from "./exchange.js";

/** Id of a URL in a snapshot, 0, 1, 2, ... in the order in which URLs were first met, captured or only linked to. */
export type UrlId = number;

/**
 * Where a record stands: the bytes of one WARC record, compressed or not, in one of the files that a snapshot lists.
 */
export interface Place {
  /** Index in the list of files of the snapshot. */
  readonly file: number;
  readonly offset: number;
  readonly length: number;
}

/** One exchange to be stored, and what a crawler knows of it. */
export interface NewCapture {
  readonly exchange: Exchange;
  /** Media type, lower case, without parameters: "text/html"; "" where not known. */
  readonly type: string;
  /** Links from the start: 0 for a start page. */
  readonly depth: number;
  /** URL of the page on which it was found first. */
  readonly via?: string;
  /** Where a redirect leads, absolute, without fragment. */
  readonly redirect?: string;
  /** For HTML that was parsed. */
  readonly page?: ParsedPage;
  /**
   * Where the exchange stands already: for archives that are indexed where they lie. Nothing is written to a WARC then.
   */
  readonly place?: Place;
  /** What stands at `place` is a revisit record: its body stands elsewhere. */
  readonly revisit?: boolean;
  /**
   * Row of an earlier page that this one is nearly equal to. The body of that stands for it: of this one the head is
   * written alone, where it is coded as that is and bodies are stored.
   */
  readonly near?: number;
  /** SHA-1 of the body that came, where it was not kept and `exchange` has that of `near` in its place. */
  readonly came?: Uint8Array;
  /** The links of the page are not followed. */
  readonly unfollowed?: boolean;
}

/** One stored exchange, a row of the index. Row numbers are the order of visits. */
export interface Capture {
  readonly row: number;
  readonly url: string;
  readonly urlId: UrlId;
  readonly time: number;
  readonly status: number;
  readonly type: string;
  /** Bytes of the body as stored. */
  readonly bytes: number;
  /** SHA-1 of the body as stored, base 32 in capitals, as in WARC-Payload-Digest: "sha1:...". */
  readonly digest: string;
  readonly depth: number;
  readonly truncated: boolean;
  /** The body is that of an earlier capture: a revisit record. */
  readonly revisit: boolean;
  /** What came was another body, nearly equal to that: it was not kept. Links and title are those of what came. */
  readonly near: boolean;
  readonly redirect?: string;
  /** Title of an HTML page. */
  readonly title?: string;
}

/** URLs by id: what is told apart while a snapshot is written. */
export interface UrlTable {
  readonly size: number;
  /** Id of a URL; a URL that is not known gets the next id. */
  intern(url: string): UrlId;
  /** -1 for a URL that is not known. */
  idOf(url: string): UrlId;
  /** @throws "option" for an id that was not given out */
  at(id: UrlId): string;
}

export interface SnapshotWriterOptions {
  /** "warc" (default) keeps what came back; "none" keeps the index alone. */
  readonly store?: "warc" | "none";
  /** 0 (no compression, plain .warc) to 9; default 1. */
  readonly gzipLevel?: number;
  /** A WARC file is closed when it holds this many bytes; default 1 GB. */
  readonly segmentBytes?: number;
  /** Who crawled, how and why: fields of the warcinfo record. */
  readonly about?: Readonly<Record<string, string>>;
  /** Milliseconds since 1970 for the warcinfo record; the clock is the caller's. */
  readonly now: number;
}

/**
 * Writes a snapshot, or goes on with one that was stopped or killed. What was committed stays; what was added since is
 * gone after a kill, wholly: the WARC files and the index are cut back to the last commit when the folder is opened
 * again.
 */
export interface SnapshotWriter {
  readonly urls: UrlTable;
  /** Captures added so far, those of earlier runs included. */
  readonly captures: number;
  /**
   * Appends an exchange; a body that was stored before becomes a revisit record. Interns its URL, `via`, `redirect` and
   * links.
   *
   * @returns the row
   */
  add(capture: NewCapture): number;
  /** Everything added so far is on disk when this resolves. @throws "disk-full", "failed" */
  commit(): Promise<void>;
  /** Commits, and writes what is made from the whole: index.cdxj, sorted. */
  finish(): Promise<void>;
  /** Closes without committing what was added since. */
  close(): Promise<void>;
}
