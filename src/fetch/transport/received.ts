import type { Cut, CutBy, Fetched, Whole } from "../fetched.js";
import { type Asked, requestText } from "./asked.js";

export interface Parts extends Pick<Whole, "status" | "head" | "body" | "ip" | "milliseconds" | "lenient"> {
  readonly asked: Asked;
}

/** What came back. Texts that few ask for are made when they are asked for. */
abstract class Received {
  readonly url: string;
  readonly status: number;
  head: string;
  readonly body: Uint8Array;
  readonly ip?: string;
  readonly milliseconds: number;
  readonly lenient: boolean;
  readonly #asked: Asked;

  constructor(parts: Parts) {
    this.url = parts.asked.url;
    this.status = parts.status;
    this.head = parts.head;
    this.body = parts.body;
    this.ip = parts.ip;
    this.milliseconds = parts.milliseconds;
    this.lenient = parts.lenient;
    this.#asked = parts.asked;
  }

  get request(): string {
    return requestText(this.#asked, this.#asked.keepAlive && !this.lenient);
  }

  header(name: string): string | undefined {
    return fieldValues(this.head, name.toLowerCase(), 1)[0];
  }

  headers(name: string): readonly string[] {
    return fieldValues(this.head, name.toLowerCase(), Number.POSITIVE_INFINITY);
  }
}

class ReceivedWhole extends Received implements Whole {
  readonly ending = "whole";
}

class ReceivedCut extends Received implements Cut {
  readonly ending = "cut";
  readonly by: CutBy;

  constructor(parts: Parts, by: CutBy) {
    super(parts);
    this.by = by;
  }
}

/** @param cut why the body is not whole; undefined: it is */
export const received = (parts: Parts, cut: CutBy | undefined): Fetched =>
  cut === undefined ? new ReceivedWhole(parts) : new ReceivedCut(parts, cut);

/** Values of the fields of a head that have a name, `most` at most. */
function fieldValues(head: string, name: string, most: number): string[] {
  const values: string[] = [];
  for (let start = head.indexOf("\r\n") + 2; start > 1 && values.length < most; ) {
    const end = head.indexOf("\r\n", start);
    if (end <= start) break;
    const colon = head.indexOf(":", start);
    if (colon < end && colon - start >= name.length && head.slice(start, colon).trim().toLowerCase() === name)
      values.push(head.slice(colon + 1, end).trim());
    start = end + 2;
  }
  return values;
}

const EMPTY_LINE = Buffer.from("\r\n\r\n");

/**
 * The head of the response proper among the bytes received, as they came.
 *
 * @param pieces from the first byte of the response on, up to some byte of its body
 * @param interim how many heads with status 1xx come first
 * @returns undefined when it does not stand there as HTTP/1.1 wants it
 */
export function headAsReceived(pieces: readonly Buffer[], interim: number): string | undefined {
  const bytes = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
  let start = 0;
  for (let left = interim; ; left--) {
    // tolerated before a status line: RFC 9112, section 2.2
    while (bytes[start] === 0x0d || bytes[start] === 0x0a) start++;
    const end = bytes.indexOf(EMPTY_LINE, start);
    if (end < 0) return undefined;
    if (left === 0) return bytes.toString("latin1", start, end + EMPTY_LINE.length);
    start = end + EMPTY_LINE.length;
  }
}

/** A head put together from what a parser made of it: one header a line, folded lines unfolded. */
export function rebuiltHead(
  version: string,
  status: number,
  reason: string,
  fields: readonly (string | Buffer)[],
): string {
  let head = `HTTP/${version} ${status} ${oneLine(reason)}\r\n`;
  for (let i = 0; i + 1 < fields.length; i += 2) head += `${text(fields[i])}: ${oneLine(text(fields[i + 1]))}\r\n`;
  return `${head}\r\n`;
}

const text = (field: string | Buffer) => (typeof field === "string" ? field : field.toString("latin1"));
/** Not tried from within blanks: 60,000 of them would take half a minute. */
const oneLine = (text: string) => text.replace(/(?<![ \t])[ \t]*[\r\n]+[ \t]*/g, " ");
