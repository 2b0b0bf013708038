import { type CrawlbenchError, got, problem } from "../../base/error.js";
import { grown } from "../../base/growing.js";

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;

/** Where in a field the reader stands. */
const BEGIN = 0;
const PLAIN = 1;
const QUOTED = 2;
/** Behind a quote within quotes: it ends the field, or is the first of two that stand for one. */
const CLOSING = 3;

/** A field that is longer is one whose closing quote is missing. */
const LONGEST = 1 << 24;

/** Rows of comma-separated values by RFC 4180, one at a time, in pieces of any size. Line ends are LF or CR LF. */
export class CsvRows {
  /** The fields of the row, unquoted, one after the other. */
  bytes = new Uint8Array(1 << 12);
  /** Line on which the row begins, from 1. */
  line = 1;
  fields = 0;
  readonly #path: string;
  readonly #separator: number;
  #ends = new Uint32Array(64);
  #length = 0;
  #state = BEGIN;
  /** Line at hand, and that of the last opening quote. */
  #at = 1;
  #opened = 1;
  /** Bytes of the row, quotes and separators included; 0: it may be a blank line. */
  #raw = 0;
  #wasReturn = false;

  constructor(path: string, separator: string) {
    if (separator.length !== 1 || separator.charCodeAt(0) > 127 || '"\r\n'.includes(separator))
      throw problem.option`a separator is one ASCII character, no quote and no line end; ${got(separator)}`;
    this.#path = path;
    this.#separator = separator.charCodeAt(0);
  }

  /** Begin and end of a field among `bytes`, from 0; [-1, -1] where the row has none. */
  field(index: number): readonly [number, number] {
    if (index >= this.fields) return [-1, -1];
    return [index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]];
  }

  texts(): string[] {
    return Array.from({ length: this.fields }, (_, index) =>
      Buffer.from(this.bytes.subarray(...this.field(index))).toString(),
    );
  }

  /** @throws "damaged" with the line */
  add(bytes: Uint8Array, use: (row: this) => void): void {
    for (let i = 0; i < bytes.length; i++) this.#byte(bytes[i], use);
  }

  /** The file is over. */
  end(use: (row: this) => void): void {
    if (this.#state === QUOTED) throw this.#wrong(this.#opened, "expected a closing quote, found the end of the file");
    if (this.#raw > 0) this.#row(use);
  }

  #byte(byte: number, use: (row: this) => void): void {
    if (this.#state === QUOTED) {
      if (byte === QUOTE) this.#state = CLOSING;
      else {
        if (byte === NEWLINE) this.#at++;
        this.#push(byte);
      }
      return;
    }
    if (this.#wasReturn && byte !== NEWLINE)
      throw this.#wrong(this.#at, "expected a line feed after a carriage return");
    if (byte === NEWLINE) {
      this.#wasReturn = false;
      if (this.#raw > 0) this.#row(use);
      this.line = ++this.#at;
      return;
    }
    if (byte === RETURN) {
      this.#wasReturn = true;
      return;
    }
    this.#raw++;
    if (byte === this.#separator) this.#field();
    else if (byte === QUOTE && this.#state !== PLAIN) {
      if (this.#state === CLOSING) this.#push(QUOTE);
      else this.#opened = this.#at;
      this.#state = QUOTED;
    } else if (this.#state === CLOSING)
      throw this.#wrong(this.#at, "expected a separator or a line end after a closing quote");
    else if (byte === QUOTE)
      throw this.#wrong(
        this.#at,
        "found a quote within a field that no quote begins: quote the field, and write two for one",
      );
    else {
      this.#state = PLAIN;
      this.#push(byte);
    }
  }

  #push(byte: number): void {
    if (this.#length === this.bytes.length) {
      if (this.#length >= LONGEST)
        throw this.#wrong(this.#opened, `a field has more than ${LONGEST} bytes: is a closing quote missing?`);
      this.bytes = grown(this.bytes, this.#length + 1);
    }
    this.bytes[this.#length++] = byte;
  }

  #field(): void {
    if (this.fields === this.#ends.length) this.#ends = grown(this.#ends, this.fields + 1);
    this.#ends[this.fields++] = this.#length;
    this.#state = BEGIN;
  }

  #row(use: (row: this) => void): void {
    this.#field();
    use(this);
    this.fields = 0;
    this.#length = 0;
    this.#raw = 0;
  }

  #wrong(line: number, what: string): CrawlbenchError {
    return problem.damaged`${this.#path}, line ${line}: ${what} (RFC 4180)`;
  }
}
