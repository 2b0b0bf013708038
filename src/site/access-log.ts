import { closeSync, openSync, writeSync } from "node:fs";
import { problem } from "../base/error.js";
import { notWritten } from "../base/file/write-result.js";
import type { PageId } from "../web/graph/graph.js";
import type { Kind } from "./answer.js";
import type { LogSource, SiteSettings } from "./options.js";

/** One request as the server saw it. */
export interface AccessEntry {
  /** Arrival, milliseconds since 1970, with decimals where they are known. */
  readonly time: number;
  /** When the last byte was handed to the operating system; undefined where the log does not tell. */
  readonly end?: number;
  readonly host: string;
  /** Path with query. */
  readonly path: string;
  /** 0 where nothing came back. */
  readonly status: number;
  /** Bytes of the body as sent. */
  readonly bytes: number;
  /** Undefined in logs of other servers. */
  readonly kind?: Kind;
  /** -1 where it is no page, or not known. */
  readonly page: PageId;
  /** robots.txt asks robots not to fetch this; undefined where not known. */
  readonly disallowed?: boolean;
  readonly connection?: number;
  readonly agent: string;
  /** Undefined for GET, and in logs that tell none. Only GET fetches a page. */
  readonly method?: string;
}

/** First line of a log: what was served, and how. */
export interface LogHead {
  readonly web: string;
  readonly sha256: string;
  readonly start: string;
  readonly pages: number;
  readonly epoch: number;
  readonly settings?: SiteSettings;
  readonly source?: LogSource;
}

export const LOG_MARK = "#crawlbench-access-log ";
export const COLUMNS = "time end host path status bytes kind page robots connection agent method".split(" ");
/** Older logs have no method. */
export const OLD_COLUMNS = COLUMNS.length - 1;

const FLUSH_BYTES = 1 << 16;
const FLUSH_MILLISECONDS = 500;

/** Control characters would break lines and columns. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const clean = (text: string) => (/[\x00-\x1f\x7f]/.test(text) ? text.replace(/[\x00-\x1f\x7f]/g, " ") : text);

/** A row of the log: columns between tabs, times in milliseconds. */
export const formatEntry = (entry: AccessEntry): string =>
  `${entry.time.toFixed(3)}\t${entry.end?.toFixed(3) ?? "-"}\t${clean(entry.host)}\t${clean(entry.path)}\t${entry.status}\t${entry.bytes}\t` +
  `${entry.kind ?? "-"}\t${entry.page < 0 ? "-" : entry.page}\t${entry.disallowed ? "disallowed" : "-"}\t${entry.connection ?? "-"}\t${clean(entry.agent) || "-"}\t${clean(entry.method ?? "GET")}\n`;

/** The two lines that a log begins with. */
const formatHead = (head: LogHead): string => `${LOG_MARK}${JSON.stringify(head)}\n#${COLUMNS.join("\t")}\n`;

/**
 * Writes an access log: rows gather in memory and reach the file every 64 kB, every half second, and when it is closed.
 * A log that cannot be written does not stop the site: `close` tells.
 *
 * @throws "failed" naming the path when the file cannot be made
 */
export class LogWriter {
  readonly #path: string;
  readonly #file: number;
  readonly #timer: NodeJS.Timeout;
  #text: string;
  #failure: Error | undefined;

  constructor(path: string, head: LogHead) {
    this.#path = path;
    try {
      this.#file = openSync(path, "w");
    } catch (error) {
      throw notWritten(error, path, "Name another file");
    }
    this.#text = formatHead(head);
    this.#flush();
    this.#timer = setInterval(() => this.#flush(), FLUSH_MILLISECONDS).unref();
  }

  add(entry: AccessEntry): void {
    this.#text += formatEntry(entry);
    if (this.#text.length >= FLUSH_BYTES) this.#flush();
  }

  /** @throws Error when rows were lost, with the reason */
  close(): void {
    clearInterval(this.#timer);
    this.#flush();
    closeSync(this.#file);
    if (this.#failure) throw problem.failed`the access log ${this.#path} is not whole: ${this.#failure}`;
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    this.#text = "";
    try {
      for (let at = 0; at < bytes.length && !this.#failure; ) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      this.#failure = error as Error;
    }
  }
}
