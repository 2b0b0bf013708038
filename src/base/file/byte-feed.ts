/** Bytes as they are once unpacked, and where in the file a gzip member or zstd frame begins and ends with them. */
export interface Piece {
  readonly bytes: Uint8Array;
  /** Offset of the member that begins with the first of these bytes. */
  readonly begins?: number;
  /** Offset behind the member that ends with the last of these bytes. */
  readonly ends?: number;
}

/** Told of everything that is left out, by reason. */
export type Count = (reason: string) => void;

/** A stream of bytes that can be looked at before they are taken. */
export class ByteFeed {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #bytes: Buffer = Buffer.alloc(0);
  /** Bytes of `#bytes` that were taken. */
  #at = 0;
  #position = 0;
  #ended = false;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Bytes taken since the beginning. */
  get position(): number {
    return this.#position;
  }

  /** All bytes that are at hand and not taken; valid for good. */
  get view(): Buffer {
    return this.#at === 0 ? this.#bytes : this.#bytes.subarray(this.#at);
  }

  /** Nothing comes behind what is at hand. */
  get ended(): boolean {
    return this.#ended;
  }

  take(count: number): void {
    this.#at += count;
    this.#position += count;
  }

  /** Brings at least one more byte. @returns false at the end of the stream */
  async more(): Promise<boolean> {
    return this.need(this.view.length + 1);
  }

  /** Brings bytes until `count` are at hand. @returns false where the stream ends before */
  async need(count: number): Promise<boolean> {
    const pieces = [this.view];
    let length = this.view.length;
    try {
      while (length < count && !this.#ended) {
        const { done, value } = await this.#pieces.next();
        if (done) this.#ended = true;
        else {
          pieces.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
          length += value.length;
        }
      }
    } finally {
      const came = pieces.filter((piece) => piece.length > 0);
      this.#bytes = came.length === 1 ? came[0] : Buffer.concat(came);
      this.#at = 0;
    }
    return length >= count;
  }

  async close(): Promise<void> {
    this.#ended = true;
    await this.#pieces.return?.();
  }
}

/** All bytes that were not taken; closes the feed. */
export async function* remaining(feed: ByteFeed): AsyncGenerator<Uint8Array> {
  try {
    while (feed.view.length > 0 || (await feed.more())) {
      const bytes = feed.view;
      feed.take(bytes.length);
      yield bytes;
    }
  } finally {
    await feed.close();
  }
}
