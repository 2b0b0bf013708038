import { constants, isUtf8 } from "node:buffer";
import { malformed, quoted } from "./format.js";

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const TAB = 9;
const COMMA = 44;

/** What names are written in. */
export const UTF8 = "text in UTF-8, by which names are told apart";

/** What to do about text in another encoding. */
export const NOT_UTF8 = "Turn the file into UTF-8; if it is Latin-1: iconv -f latin1 -t utf-8 FILE > NEW";

/** The current line of a text, read field by field without making strings. Fields are parted by blanks. */
export class Line {
  /** Counts from 1. */
  number = 0;
  /** The line is bytes[start .. end), its line end left out. */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  /** False on a last line that no newline ends: it may be cut short. */
  terminated = true;
  /** Where the next field is looked for. */
  at = 0;
  readonly #format: string;
  readonly #comma: number;

  /** @param commas whether a comma parts fields as a blank does */
  constructor(format: string, commas = false) {
    this.#format = format;
    this.#comma = commas ? COMMA : SPACE;
  }

  /** Whether only blanks are left; skips them. */
  get done(): boolean {
    const { bytes, end } = this;
    let at = this.at;
    while (at < end && (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === this.#comma)) at++;
    this.at = at;
    return at === end;
  }

  get text(): string {
    return decode(this.bytes.subarray(this.start, this.end));
  }

  /** The line where pages are told apart by it. @throws "format" unless it is UTF-8 */
  get exact(): string {
    const { text } = this;
    if (text.includes("\ufffd") && !isUtf8(this.bytes.subarray(this.start, this.end))) this.fail(UTF8, NOT_UTF8);
    return text;
  }

  /** What is left of the line, without blanks around it. */
  get rest(): string {
    return decode(this.bytes.subarray(this.at, this.end)).trim();
  }

  /** The first byte of the line as a character; "" for an empty line. */
  get first(): string {
    return this.start < this.end ? String.fromCharCode(this.bytes[this.start]) : "";
  }

  /**
   * The next field, an integer from 0 to 4294967294.
   *
   * @throws "format" when it is something else, or is missing
   */
  integer(expected: string, next?: string): number {
    if (this.done) this.fail(expected, next);
    const { bytes, end } = this;
    let at = this.at;
    let value = 0;
    for (; at < end; at++) {
      const digit = bytes[at] - 48;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        if (value > 4294967294) this.fail(expected, next);
      } else if (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === this.#comma) break;
      else this.fail(expected, next);
    }
    this.at = at;
    return value;
  }

  /** The next field as text; "" when there is none. */
  field(): string {
    if (this.done) return "";
    const from = this.at;
    const { bytes, end } = this;
    let at = from;
    while (at < end && bytes[at] !== SPACE && bytes[at] !== TAB && bytes[at] !== this.#comma) at++;
    this.at = at;
    return decode(bytes.subarray(from, at));
  }

  /** @throws "format" unless the line has been read to its end */
  finish(expected: string): void {
    if (!this.done) this.fail(expected);
  }

  /**
   * @param value the last number of a last line that no newline ends
   * @param limit numbers are below it
   * @throws "format" when a further digit would give a number that is possible too: the file may be cut inside it
   */
  uncut(value: number, limit: number): void {
    if (this.terminated || value === 0 || value * 10 >= limit) return;
    this.fail(
      "a newline at the end of the file: without it the last number may be cut short",
      "If the file is whole, end it with a newline: echo >> FILE",
    );
  }

  fail(expected: string, next?: string): never {
    const found = this.start === this.end ? "an empty line" : quoted(this.text);
    throw malformed(this.#format, { line: this.number }, expected, found, next);
  }
}

/** UTF-8 as text; a byte that is no UTF-8 becomes U+FFFD. */
export const decode = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

/**
 * Shows every line to `visit`, in order; a UTF-8 byte order mark is skipped. The line is valid during the call only.
 *
 * @returns number of lines; a newline at the very end opens no further line
 */
export async function eachLine(bytes: AsyncIterable<Uint8Array>, line: Line, visit: () => void): Promise<number> {
  const show = (chunk: Uint8Array, start: number, end: number) => {
    line.number++;
    line.bytes = chunk;
    line.start = line.at = line.number === 1 ? afterMark(chunk, start) : start;
    line.end = end > start && chunk[end - 1] === RETURN ? end - 1 : end;
    visit();
  };
  let pending: Uint8Array[] = []; // pieces of a line that has not ended yet
  for await (const piece of bytes) {
    let start = 0;
    let end = piece.indexOf(NEWLINE);
    if (end >= 0 && pending.length > 0) {
      pending.push(piece.subarray(0, end));
      const whole = join(pending);
      pending = [];
      show(whole, 0, whole.length);
      start = end + 1;
      end = piece.indexOf(NEWLINE, start);
    }
    for (; end >= 0; end = piece.indexOf(NEWLINE, start)) {
      show(piece, start, end);
      start = end + 1;
    }
    if (start < piece.length) pending.push(piece.subarray(start));
  }
  if (pending.length > 0) {
    const whole = join(pending);
    line.terminated = false;
    show(whole, 0, whole.length);
  }
  return line.number;
}

const afterMark = (bytes: Uint8Array, start: number): number =>
  bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? start + 3 : start;

/** The pieces, one after the other. */
export function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** All of a stream in one array. */
export async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return pieces.length === 1 ? pieces[0] : join(pieces);
}

/** The same for a format that is read as one text. @throws "format" for more than a text may hold, 512 MB */
export function collectText(format: string, bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  async function* limited() {
    let length = 0;
    for await (const piece of bytes) {
      length += piece.length;
      if (length > constants.MAX_STRING_LENGTH)
        throw malformed(
          format,
          {},
          `at most ${constants.MAX_STRING_LENGTH} bytes, for the file is read as one text`,
          "more",
          "Write the links as CSV or as an edge list, which are read line by line.",
        );
      yield piece;
    }
  }
  return collect(limited());
}

/**
 * The whole lines of a head, without their ends: a last line that may be cut is left out unless the head is the file.
 */
export function headLines(head: Uint8Array, whole: boolean): string[] {
  const text = decode(head).replace(/^\ufeff/, "");
  const lines = text.split(/\r?\n/);
  if (!whole || lines.at(-1) === "") lines.pop();
  return lines;
}
