import { Utf8Buffer } from "../../archive/utf8-buffer.js";
import { option, problem, type Said, say } from "../../base/error.js";
import { GrowingWords } from "../../base/growing-words.js";
import { fingerprint } from "../../url/fingerprint.js";
import { normalizeUrl } from "../../url/normalize.js";
import { emptyTrace, TraceBuilder } from "../trace-builder.js";
import { UrlHosts } from "../url-hosts.js";
import type { UrlTrace } from "../url-trace.js";
import { columnAt, isUrl, onlyField, urlColumn } from "./line-columns.js";

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const DELETE = 127;
const HASH = 35;

/** URLs that are numbered together. */
const BATCH = 1 << 12;

/** Time, status, bytes, URI: https://heritrix.readthedocs.io/en/latest/operating.html#crawl-log */
const HERITRIX = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z\s+-?\d+\s+(?:\d+|-)\s+\S+\s/;
const HERITRIX_COLUMN = 4;

/** Lines that tell what columns a log has. */
const LOOKED_AT = 50;

/**
 * So many lines without a URL, ten times as many as those with one, are no mishap: the log is not what it was taken
 * for.
 */
const MISREAD = 100;

/** Gathers the URLs of lines. */
export class LineRequests {
  readonly #path: string;
  readonly #normalize: boolean;
  readonly #builder: TraceBuilder;
  readonly #hosts = new UrlHosts();
  readonly #hostOfUrl = new GrowingWords();
  readonly #words = new Uint32Array(2 * BATCH);
  readonly #word = new Uint32Array(2);
  /** Where the URLs of the batch stand: in the text at hand, or that of their normal forms. */
  readonly #starts = new Uint32Array(BATCH);
  readonly #ends = new Uint32Array(BATCH);
  readonly #normal = new Utf8Buffer();
  #batch = 0;
  /** 0: the whole line; -1: not known before the first line. */
  #column: number;
  readonly #isGiven: boolean;
  #line = 0;
  #skipped = 0;
  #firstSkipped = { line: 0, text: "" };

  constructor(
    path: string,
    column: number | undefined,
    { normalize = false, mostUrls }: { readonly normalize?: boolean; readonly mostUrls?: number },
  ) {
    this.#path = path;
    this.#column = column ?? -1;
    this.#isGiven = column !== undefined;
    this.#normalize = normalize;
    this.#builder = new TraceBuilder({ mostUrls });
  }

  /** @param bytes whole lines: the last byte is a newline */
  add(bytes: Uint8Array): void {
    if (this.#column < 0) this.#column = usualColumn(bytes);
    for (let at = 0; at < bytes.length; ) {
      const start = at;
      let byte = bytes[at];
      while (byte > SPACE && byte !== DELETE) byte = bytes[++at];
      let end = at;
      const isPlain = byte === NEWLINE || (byte === RETURN && bytes[at + 1] === NEWLINE);
      if (byte !== NEWLINE) at = isPlain ? at + 1 : bytes.indexOf(NEWLINE, at);
      if (!isPlain) end = trimmedEnd(bytes, start, at);
      at++;
      this.#line++;
      if (end === start || bytes[start] === HASH) continue;
      if (isPlain && this.#column <= 0) this.#url(bytes, start, end);
      else this.#columns(bytes, start, end);
    }
    this.#flush(bytes);
  }

  /** @throws "empty", "not-a-trace" when no line holds a URL */
  build(name: string): UrlTrace {
    const { line, text } = this.#firstSkipped;
    const { requests } = this.#builder;
    const isMisread = !this.#isGiven && this.#skipped >= Math.max(MISREAD, 10 * requests);
    if (isMisread || (requests === 0 && this.#skipped > 0)) {
      throw problem.notATrace`${this.#path}: ${requests === 0 ? `none of its ${this.#skipped} lines` : `only one in ${Math.ceil(this.#skipped / requests)} of its lines`} is an absolute URL, such as http://www.example.org/path. Line ${line} is ${JSON.stringify(text)}. ${nextFor(text)}`;
    }
    if (requests === 0) throw emptyTrace(name);
    return this.#builder.build(name, {
      hosts: this.#hostOfUrl.taken(),
      hostKeys: this.#hosts.keys(),
      ...(this.#skipped > 0 && { skipped: { count: this.#skipped, first: this.#firstSkipped } }),
    });
  }

  /** A line with blanks in it, or of which one column is wanted. */
  #columns(bytes: Uint8Array, start: number, end: number): void {
    const span = this.#column > 0 ? columnAt(bytes, start, end, this.#column) : onlyField(bytes, start, end);
    if (span) this.#url(bytes, span.start, span.end, start, end);
    else this.#skip(bytes, start, end);
  }

  #url(bytes: Uint8Array, start: number, end: number, lineStart = start, lineEnd = end): void {
    if (!isUrl(bytes, start, end)) this.#skip(bytes, lineStart, lineEnd);
    else if (this.#normalize) this.#normalized(bytes, start, end);
    else {
      this.#request(bytes, start, end);
      if (this.#batch === BATCH) this.#flush(bytes);
    }
  }

  #normalized(bytes: Uint8Array, start: number, end: number): void {
    const url = normalizeUrl(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString());
    if (url === undefined) this.#skip(bytes, start, end);
    else {
      const length = this.#normal.write(url);
      this.#request(this.#normal.bytes, 0, length);
      this.#flush(this.#normal.bytes);
    }
  }

  #request(bytes: Uint8Array, start: number, end: number): void {
    fingerprint(bytes, start, end, this.#word);
    const i = this.#batch++;
    this.#words[2 * i] = this.#word[1];
    this.#words[2 * i + 1] = this.#word[0];
    this.#starts[i] = start;
    this.#ends[i] = end;
  }

  /** Numbers the URLs of the batch; they stand in `bytes`. */
  #flush(bytes: Uint8Array): void {
    let next = this.#builder.urls;
    const ids = this.#builder.add(this.#words.subarray(0, 2 * this.#batch));
    for (let i = 0; i < ids.length; i++) {
      if (ids[i] !== next) continue;
      next++;
      this.#hostOfUrl.push(this.#hosts.ofUrl(bytes, this.#starts[i], this.#ends[i]));
    }
    this.#batch = 0;
  }

  #skip(bytes: Uint8Array, start: number, end: number): void {
    if (this.#skipped++ === 0)
      this.#firstSkipped = { line: this.#line, text: textOf(bytes, start, Math.min(end, start + 200)) };
  }
}

/** What to do about a log of lines such as this one, which is no URL. */
function nextFor(line: string): Said {
  if (line.includes("\r")) return say`Its lines end in a carriage return alone: tr '\\r' '\\n' < LOG > NEW`;
  if (line.startsWith("{")) return say`Its lines are JSON: take the URLs out of them first: jq -r .url LOG > NEW`;
  const found = urlColumn(Buffer.from(line));
  return found > 0
    ? say`Its column ${found} is one: ${option("column")} ${found}`
    : say`Other formats: ${option("format")} u64, csv, oracle-general, crawl`;
}

/** The column that most of the first lines have their URL in, as Heritrix writes them; 0: the whole line. */
function usualColumn(bytes: Uint8Array): number {
  const lines = textOf(bytes, 0, Math.min(bytes.length, 1 << 16))
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const some = lines.slice(0, LOOKED_AT);
  return 2 * some.filter((line) => HERITRIX.test(line)).length > some.length ? HERITRIX_COLUMN : 0;
}

const textOf = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();

/** The end of a line less the blanks before it. */
function trimmedEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] <= SPACE) at--;
  return at;
}
