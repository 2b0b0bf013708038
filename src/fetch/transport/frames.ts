import { Overheard } from "./overheard.js";

/** Of a frame of HTTP/2: RFC 9113, sections 4.1, 6.1 and 6.2. */
const HEAD = 9;
const DATA = 0;
const HEADERS = 1;
const END_STREAM = 1;

/**
 * A connection on which the frames that come are looked at. Node's client takes a body that the server broke off in
 * order (RST_STREAM with NO_ERROR) for whole; whether it is, the flag END_STREAM of its last frame tells.
 */
export class Frames extends Overheard {
  /** Did the server end a stream, other than by breaking it off? */
  ended = false;
  readonly #head = Buffer.alloc(HEAD);
  /** Bytes of the present frame so far. */
  #at = 0;

  protected override hear(chunk: Buffer): Buffer {
    for (let at = 0; at < chunk.length; ) {
      if (this.#at < HEAD) {
        const read = chunk.copy(this.#head, this.#at, at, at + HEAD - this.#at);
        at += read;
        this.#at += read;
        const [kind, flags] = this.#head.subarray(3);
        if (this.#at === HEAD && (kind === DATA || kind === HEADERS) && flags & END_STREAM) this.ended = true;
      }
      if (this.#at < HEAD) break;
      const left = HEAD + this.#head.readUIntBE(0, 3) - this.#at;
      const read = Math.min(left, chunk.length - at);
      at += read;
      this.#at = read === left ? 0 : this.#at + read;
    }
    return chunk;
  }
}
