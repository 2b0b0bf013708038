import { closeSync, openSync, readSync } from "node:fs";
import { problem } from "../../base/error.js";
import type { Place } from "../capture.js";

/** Reads bytes of archives by their place. */
export interface ReadsPlaces {
  /**
   * @returns bytes that are valid until the next call. @throws "moved" when the file ends before; the
   *   system's error
   */
  read(path: string, place: Pick<Place, "offset" | "length">): Buffer;
}

/** Bytes that are read at once. */
const AHEAD = 1 << 20;
/** Files that are open at once. */
const MOST_FILES = 16;

/** Reads one place after another: files stay open, and places that follow one another are read many at once. */
export class PlaceReader implements ReadsPlaces {
  readonly #files = new Map<string, number>();
  #path = "";
  #from = 0;
  #bytes = Buffer.alloc(0);

  read(path: string, { offset, length }: Pick<Place, "offset" | "length">): Buffer {
    if (path !== this.#path || offset < this.#from || offset + length > this.#from + this.#bytes.length) {
      const follows = path === this.#path && offset >= this.#from && offset <= this.#from + this.#bytes.length + AHEAD;
      this.#fill(path, offset, length, follows ? Math.max(length, AHEAD) : length);
    }
    const start = offset - this.#from;
    return this.#bytes.subarray(start, start + length);
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
    this.#files.clear();
    this.#path = "";
    this.#bytes = Buffer.alloc(0);
  }

  #fill(path: string, offset: number, least: number, most: number): void {
    const bytes = Buffer.allocUnsafe(most);
    const read = readSome(this.#open(path), bytes, offset, least, path);
    this.#path = path;
    this.#from = offset;
    this.#bytes = bytes.subarray(0, read);
  }

  #open(path: string): number {
    let file = this.#files.get(path);
    if (file !== undefined) return file;
    if (this.#files.size === MOST_FILES) {
      const [first, oldest] = this.#files.entries().next().value as [string, number];
      closeSync(oldest);
      this.#files.delete(first);
    }
    file = openSync(path, "r");
    this.#files.set(path, file);
    return file;
  }
}

/** Reads one place, and holds no file open. */
export const readingOnce: ReadsPlaces = {
  read(path, { offset, length }) {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.allocUnsafe(length);
      readSome(file, bytes, offset, length, path);
      return bytes;
    } finally {
      closeSync(file);
    }
  },
};

/** Reads until at least `least` bytes are there. @returns how many are */
function readSome(file: number, into: Buffer, offset: number, least: number, path: string): number {
  let at = 0;
  while (at < least) {
    const read = readSync(file, into, at, into.length - at, offset + at);
    if (read === 0) {
      const where = `${path}, bytes ${offset} to ${offset + least}`;
      throw problem.moved`${where}: the file ends ${least - at} bytes before`;
    }
    at += read;
  }
  return at;
}
