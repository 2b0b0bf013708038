import { Utf8Buffer } from "../utf8-buffer.js";
import type { AppendFile } from "./append-file.js";

/** Bytes held before they are written. */
const BUFFERED = 1 << 16;

/** Bytes that are only appended. */
export class ByteColumn {
  readonly #file: AppendFile;
  readonly #buffer = Buffer.allocUnsafe(BUFFERED);
  readonly #text = new Utf8Buffer();
  #used = 0;

  constructor(file: AppendFile) {
    this.#file = file;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#file.length + this.#used;
  }

  /** Appends bytes[start .. end). */
  push(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const count = end - start;
    if (this.#used + count > BUFFERED) this.flush();
    if (count > BUFFERED) {
      this.#file.append(bytes.subarray(start, end));
      return;
    }
    const target = this.#buffer;
    let at = this.#used;
    if (count < 64) for (let i = start; i < end; i++) target[at++] = bytes[i];
    else target.set(bytes.subarray(start, end), at);
    this.#used += count;
  }

  /** Appends a text in UTF-8. @returns its bytes */
  pushText(text: string): number {
    if (text === "") return 0;
    const count = this.#text.write(text);
    this.push(this.#text.bytes, 0, count);
    return count;
  }

  /** Copy of the bytes from `start` to `end`, which is at most `length`. */
  slice(start: number, end: number): Buffer {
    const bytes = Buffer.allocUnsafe(end - start);
    const written = this.#file.length;
    const fromFile = Math.max(0, Math.min(end, written) - start);
    if (fromFile > 0) this.#file.read(bytes.subarray(0, fromFile), start);
    if (fromFile < bytes.length) this.#buffer.copy(bytes, fromFile, start + fromFile - written, end - written);
    return bytes;
  }

  /** Writes what is held; to make it durable, sync the file. */
  flush(): void {
    if (this.#used === 0) return;
    this.#file.append(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }
}
