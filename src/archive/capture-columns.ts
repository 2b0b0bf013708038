import type { NewCapture, Place, UrlTable } from "./capture.js";
import { codingsCode, codingsOf, NO_CODINGS } from "./codings.js";
import type { ColumnSet } from "./column/column-set.js";
import { DIGEST_BYTES } from "./stored-bodies.js";

/** Stands for no URL, no row. */
export const NONE = 0xffffffff;

/** Bits of capture.flags. */
export const CaptureFlag = { truncated: 1, revisit: 2, near: 4, unfollowed: 8 } as const;

/** What is appended of one capture besides what it says itself. */
export interface CaptureRow {
  readonly type: number;
  /** Of the body that stands for it, and the bytes of that. */
  readonly digest: Buffer;
  readonly bytes: number;
  /** Row that holds the same body; NONE: this one is the first, or has none. */
  readonly original: number;
  readonly revisit: boolean;
  /** The body of `original` is nearly the same. */
  readonly near: boolean;
}

const clamped = (value: number, most: number) => Math.max(0, Math.min(most, value)) || 0;

/** The columns of captures: one row per exchange, in the order of visits. */
export class CaptureColumns {
  readonly #url;
  readonly #time;
  readonly #status;
  readonly #type;
  readonly #file;
  readonly #offset;
  readonly #length;
  readonly #bytes;
  readonly #digest;
  readonly #original;
  readonly #depth;
  readonly #via;
  readonly #redirect;
  readonly #flags;
  /** How the bodies of pages are to be read, see codingsCode. */
  readonly #codings;

  constructor(columns: ColumnSet) {
    this.#url = columns.numbers("capture.url.u32");
    this.#time = columns.numbers("capture.time.f64");
    this.#status = columns.numbers("capture.status.u16");
    this.#type = columns.numbers("capture.type.u16");
    this.#file = columns.numbers("capture.file.u16");
    this.#offset = columns.numbers("capture.offset.f64");
    this.#length = columns.numbers("capture.length.u32");
    this.#bytes = columns.numbers("capture.bytes.u32");
    this.#digest = columns.bytes("capture.digest.sha1");
    this.#original = columns.numbers("capture.original.u32");
    this.#depth = columns.numbers("capture.depth.u16");
    this.#via = columns.numbers("capture.via.u32");
    this.#redirect = columns.numbers("capture.redirect.u32");
    this.#flags = columns.numbers("capture.flags.u8");
    this.#codings = columns.numbers("capture.codings.u32");
    while (this.#codings.length < this.size) this.#codings.push(NO_CODINGS); // written before there was this column
  }

  get size(): number {
    return this.#url.length;
  }

  digest(row: number): Buffer {
    return this.#digest.slice(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES);
  }

  /** URL id and time of a row. */
  asked(row: number): { readonly url: number; readonly time: number } {
    return { url: this.#url.at(row), time: this.#time.at(row) };
  }

  /** Of a row the one that keeps its body, the bytes of that, and how they are to be read; undefined: none keeps it. */
  bodyOf(row: number): { readonly row: number; readonly bytes: number; readonly codings: number } | undefined {
    const original = this.#original.at(row);
    const kept = original === NONE ? row : original;
    if (kept < this.#length.length && this.#length.at(kept) === 0) return undefined;
    return { row: kept, bytes: this.#bytes.at(kept), codings: this.#codings.at(row) };
  }

  /** Hands the digest of each row that keeps a body of its own in an archive to `visit`. */
  eachBody(visit: (digest: Buffer, row: number) => void): void {
    for (let first = 0; first < this.size; first += BATCH) {
      const count = Math.min(BATCH, this.size - first);
      const originals = new Uint32Array(count);
      const sizes = new Uint32Array(count);
      this.#original.read(originals, first);
      const lengths = new Uint32Array(count);
      this.#bytes.read(sizes, first);
      this.#length.read(lengths, first);
      const digests = this.#digest.slice(first * DIGEST_BYTES, (first + count) * DIGEST_BYTES);
      for (let i = 0; i < count; i++) {
        if (originals[i] !== NONE || sizes[i] === 0 || lengths[i] === 0) continue;
        visit(digests.subarray(i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES), first + i);
      }
    }
  }

  /** Where the first row stands of those whose place was not told yet: not later than the columns are flushed. */
  place({ file, offset, length }: Place): void {
    this.#file.push(file);
    this.#offset.push(offset);
    this.#length.push(length);
  }

  /** The row's place is told on its own: it may be known later, see WarcAside. */
  push(capture: NewCapture, urls: UrlTable, row: CaptureRow): void {
    const { exchange, depth, via, redirect, page } = capture;
    this.#url.push(urls.intern(exchange.url));
    this.#time.push(exchange.time);
    this.#status.push(clamped(exchange.status, 0xffff));
    this.#type.push(row.type);
    this.#bytes.push(row.bytes);
    this.#digest.push(row.digest);
    this.#original.push(row.original);
    this.#depth.push(clamped(depth, 0xffff));
    this.#via.push(via === undefined ? NONE : urls.intern(via));
    this.#redirect.push(redirect === undefined ? NONE : urls.intern(redirect));
    this.#flags.push(flagsOf(capture, row));
    this.#codings.push(page ? codingsCode(codingsOf(exchange)) : NO_CODINGS);
  }
}

const BATCH = 1 << 13;

const flagsOf = ({ exchange, unfollowed }: NewCapture, { revisit, near }: CaptureRow): number =>
  (exchange.truncated ? CaptureFlag.truncated : 0) |
  (revisit ? CaptureFlag.revisit : 0) |
  (near ? CaptureFlag.near : 0) |
  (unfollowed ? CaptureFlag.unfollowed : 0);
