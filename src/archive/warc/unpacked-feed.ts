import type { Piece } from "../../base/file/byte-feed.js";
import { firstWhere } from "../../base/search.js";
import type { Extent } from "./warc-record.js";

/** A place where one member or frame ends, another begins, or both. */
interface Boundary {
  /** Bytes before it, unpacked. */
  readonly at: number;
  begins?: number;
  ends?: number;
}

/** Unpacked bytes, looked at before they are taken, with the boundaries of the members that they came in. */
export class UnpackedFeed {
  readonly #pieces: AsyncIterator<Piece>;
  readonly #packed: boolean;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #position = 0;
  #received = 0;
  #ended = false;
  /** Those at or behind the last call of `forget`. */
  #boundaries: Boundary[] = [];

  /** @param packed the pieces tell boundaries; otherwise a place in the file is a place among the bytes */
  constructor(pieces: AsyncIterable<Piece>, packed: boolean) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#packed = packed;
  }

  /** Bytes taken since the beginning, unpacked. */
  get position(): number {
    return this.#position;
  }

  /** All bytes that are at hand and not taken; valid for good. */
  get view(): Buffer {
    return this.#at === 0 ? this.#bytes : this.#bytes.subarray(this.#at);
  }

  take(count: number): void {
    this.#at += count;
    this.#position += count;
  }

  /** Gives bytes back that were taken last; without a copy where they still stand before what was not taken. */
  untake(bytes: Buffer): void {
    const before = this.#bytes.byteOffset + this.#at - bytes.length;
    const isThere = bytes.length <= this.#at && bytes.byteOffset === before && bytes.buffer === this.#bytes.buffer;
    if (isThere || bytes.length === 0) this.#at -= bytes.length;
    else {
      this.#bytes = Buffer.concat([bytes, this.view]);
      this.#at = 0;
    }
    this.#position -= bytes.length;
  }

  /** Brings at least one more byte. @returns false at the end */
  async more(): Promise<boolean> {
    while (!this.#ended) {
      const { done, value } = await this.#pieces.next();
      if (done) {
        this.#ended = true;
        break;
      }
      if (value.begins !== undefined) this.#boundary().begins = value.begins;
      const { bytes } = value;
      const rest = this.view;
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      this.#bytes = rest.length === 0 ? piece : piece.length === 0 ? rest : Buffer.concat([rest, piece]);
      this.#at = 0;
      this.#received += bytes.length;
      if (value.ends !== undefined) this.#boundary().ends = value.ends;
      if (bytes.length > 0) return true;
    }
    return false;
  }

  /** Brings bytes until `count` are at hand. @returns false where the stream ends before */
  async need(count: number): Promise<boolean> {
    while (this.#bytes.length - this.#at < count) if (!(await this.more())) return false;
    return true;
  }

  /**
   * The first position from `start` on where a member begins, as far as bytes were received; undefined when there is
   * none.
   */
  memberFrom(start: number): number | undefined {
    for (let index = this.#firstFrom(start); index < this.#boundaries.length; index++) {
      if (this.#boundaries[index].begins !== undefined) return this.#boundaries[index].at;
    }
    return undefined;
  }

  /** Drops what is known of boundaries before `position`. */
  forget(position: number): void {
    const first = this.#firstFrom(position);
    if (first > 0) this.#boundaries.splice(0, first);
  }

  /**
   * Where bytes `[start, end)` lie in the file, line ends up to `next` being theirs too; undefined unless they fill one
   * member or several, or the file is plain.
   */
  extent(start: number, end: number, next: number): Extent | undefined {
    if (!this.#packed) return { offset: start, length: next - start };
    const from = this.#firstFrom(start);
    const to = this.#firstFrom(Math.max(end, start + 1));
    const [first, last] = [this.#boundaries[from], this.#boundaries[to]];
    const offset = first?.at === start ? first.begins : undefined;
    const ends = last && last.at <= next ? last.ends : undefined;
    if (offset === undefined || ends === undefined) return undefined;
    for (let i = from + 1; i < to; i++) if (this.#boundaries[i].ends === undefined) return undefined; // damaged before
    return { offset, length: ends - offset };
  }

  async close(): Promise<void> {
    this.#ended = true;
    await this.#pieces.return?.();
  }

  /** Index of the first boundary at `position` or behind it. */
  #firstFrom(position: number): number {
    return firstWhere(0, this.#boundaries.length, (at) => this.#boundaries[at].at >= position);
  }

  #boundary(): Boundary {
    const last = this.#boundaries.at(-1);
    if (last?.at === this.#received) return last;
    const made: Boundary = { at: this.#received };
    this.#boundaries.push(made);
    return made;
  }
}
