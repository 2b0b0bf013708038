import { HEAD_BYTES } from "./connection.js";
import { Overheard } from "./overheard.js";

/**
 * A connection whose heads have no blanks before colons, and no length more than once where it is always the same: Node's
 * parser refuses both.
 */
export class MendedHead extends Overheard {
  /** Of the head that comes, so far; undefined: it is over. Interim ones (1xx) are followed by another. */
  #head: Buffer | undefined = Buffer.alloc(0);

  protected override hear(chunk: Buffer): Buffer {
    const passed: Buffer[] = [];
    let from = Math.max((this.#head?.length ?? 0) - 2, 0);
    let came = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
    while (this.#head) {
      if (!mayBeHead(came)) {
        this.#head = undefined; // no HTTP: whoever reads it says so at once
        break;
      }
      const end = endOf(came, from);
      this.#head = came;
      if (end === 0 && came.length <= HEAD_BYTES) return Buffer.concat(passed);
      const head = came.toString("latin1", 0, end);
      passed.push(Buffer.from(lengthOnce(withoutBlanks(head)), "latin1"));
      came = came.subarray(end);
      from = 0;
      if (end === 0 || !BEFORE.test(head)) this.#head = undefined;
    }
    return Buffer.concat([...passed, came]);
  }

  protected override rest(): Buffer {
    const rest = this.#head ?? Buffer.alloc(0);
    this.#head = undefined;
    return rest;
  }
}

const mayBeHead = (bytes: Buffer): boolean => {
  const start = bytes.toString("latin1", 0, 64).trimStart();
  return "HTTP/".startsWith(start.slice(0, 5));
};

/** Empty lines and interim responses: another head follows. */
const BEFORE = /^\s*(?:\S+ 1\d\d\b|$)/;

const [CR, LF] = [13, 10];

/** Where what follows a head begins; 0: its end has not come. It reads no further: thousands of heads may follow. */
function endOf(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1] === CR ? at + 2 : at + 1;
    if (bytes[next] === LF) return next + 1;
  }
  return 0;
}

/** RFC 9112, section 5.1: a proxy takes away blanks between the name of a field and its colon. */
const withoutBlanks = (head: string): string => head.replace(/(\n[!-9;-~]+)[ \t]+:/g, "$1:");

/** A field that no line goes on. */
const LENGTH = /(?<=\n)content-length:([^\r\n]*)\r?\n(?![ \t])/gi;

/** RFC 9110, section 8.6: a list of equal lengths, in one field or in several, stands for the one. */
function lengthOnce(head: string): string {
  const values = [...head.matchAll(LENGTH)].flatMap(([, value]) => value.split(",").map((each) => each.trim()));
  if (new Set(values).size !== 1 || !/^\d+$/.test(values[0])) return head;
  let nth = 0;
  return head.replace(LENGTH, () => (nth++ === 0 ? `Content-Length: ${values[0]}\r\n` : ""));
}
