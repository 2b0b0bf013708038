import { option, problem } from "../../base/error.js";
import type { TraceSource } from "../trace-source.js";
import type { UrlTrace } from "../url-trace.js";

export interface ReadTraceOptions {
  /** Of text: which column holds the URL or key; a number from 1, or a name from the first row of CSV. */
  readonly column?: number | string;
  /**
   * Of CSV: is the first row one of names? Without it: when it holds the name of `column`, or a usual one such as
   * "url".
   */
  readonly header?: boolean;
  /** Of CSV: what parts fields; without it a tab in .tsv files, else what its first row tells: a comma, ";" or a tab. */
  readonly separator?: string;
  /**
   * Of lines: brings URLs to their normal form first, see `normalizeUrl`; without it they are told apart byte by byte.
   */
  readonly normalize?: boolean;
  /** Different URLs at the most; without it as many as memory has room for. */
  readonly mostUrls?: number;
  /** In tables and figures; without it the file's name. */
  readonly name?: string;
}

/** Options that some formats read and others have no use for. */
export const FORMAT_OPTIONS = ["column", "header", "separator", "normalize"] as const;
export type FormatOption = (typeof FORMAT_OPTIONS)[number];

/** What formats have in common. A file of this folder exports one; nothing registers it. */
interface Format {
  readonly kind: "trace-format";
  /** As `format` names it. */
  readonly name: string;
  /** As in messages: "text, one URL a line". */
  readonly title: string;
  /** Options that it reads; others are refused. */
  readonly takes?: readonly FormatOption[];
}

/** A way to write down a stream of requests in a folder. */
export interface FolderFormat extends Format {
  /** @throws "not-a-snapshot", "damaged"; "empty", "too-many-urls" */
  readFolder(path: string, options: ReadTraceOptions): Promise<UrlTrace>;
}

/** A way to write down a stream of requests in one file. */
export interface TraceFormat extends Format {
  /** True where files of other formats may look like this one: it is asked after them. */
  readonly broad?: true;
  /** What a file lacks that its first bytes show to be of another format: 'expected it to begin with "CBTR"'. */
  lacks?(head: Uint8Array): string | undefined;
  /**
   * Does the file look like this?
   *
   * @param head first HEAD_BYTES bytes, unpacked; a shorter head is the whole file
   * @param fileName without the suffix of a compression, lower case
   */
  sniff(head: Uint8Array, fileName: string): boolean;
  /** @throws "empty", "not-a-trace", "cut", "damaged", "too-many-urls", "failed" */
  read(source: TraceSource, options: ReadTraceOptions): Promise<UrlTrace>;
}

/** No control characters but line ends and tabs. */
export function isText(head: Uint8Array): boolean {
  return !head.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127);
}

/** The bytes of a text, less the byte order mark of UTF-8. @throws "not-a-trace" for what is no text */
export async function* textOf({ path, head, bytes }: TraceSource): AsyncGenerator<Uint8Array> {
  let skip = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0; // all in the first piece, as the head is
  for await (const piece of bytes) {
    if (piece.includes(0)) {
      throw problem.notATrace`${path} is no text: it holds bytes of value 0. Say what it is: ${option("format")} u64, oracle-general; or turn UTF-16 into UTF-8: iconv -f utf-16 -t utf-8`;
    }
    yield piece.subarray(skip);
    skip = 0;
  }
}
