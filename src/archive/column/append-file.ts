import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync } from "node:fs";
import type { CrawlbenchError } from "../../base/error.js";
import { writeAll } from "../../base/file/durable.js";
import { corrupt, storageError } from "../error.js";
import { readFull } from "../files.js";

/** A file that only grows. */
export class AppendFile {
  readonly path: string;
  readonly #fd: number;
  #length: number;
  #synced: number;
  /** What went wrong first. From then on nothing can be committed: nobody knows what is on the disk. */
  #failure: CrawlbenchError | undefined;

  /**
   * Opens a file, or makes it, and cuts off what stands behind its first `length` bytes.
   *
   * @throws "damaged" when the file is shorter; "disk-full", "failed"
   */
  constructor(path: string, length: number) {
    this.path = path;
    try {
      this.#fd = openSync(path, length > 0 ? "r+" : "w+");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw storageError(error, path);
      throw corrupt(path, `expected ${length} bytes, found no such file`, "take the folder from a copy");
    }
    this.#length = length;
    this.#synced = length > 0 ? length : -1;
    try {
      const { size } = fstatSync(this.#fd);
      if (size < length) {
        throw corrupt(path, `expected ${length} bytes, found ${size}`, "take the folder from a copy");
      }
      if (size > length) ftruncateSync(this.#fd, length);
    } catch (error) {
      closeSync(this.#fd);
      throw storageError(error, path);
    }
  }

  /** Bytes. */
  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    this.check();
    try {
      writeAll(this.#fd, bytes, this.#length);
    } catch (error) {
      throw (this.#failure ??= storageError(error, this.path));
    }
    this.#length += bytes.length;
  }

  /** @throws CrawlbenchError again, when the file could not be written before */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Fills `into` from `position`. */
  read(into: Uint8Array, position: number): void {
    readFull(this.#fd, into, position, this.path);
  }

  /** What was appended so far is on disk when this resolves. */
  async sync(): Promise<void> {
    const length = this.#length;
    if (this.#synced === length) return;
    await new Promise<void>((done, fail) => {
      fdatasync(this.#fd, (error) => (error ? fail((this.#failure ??= storageError(error, this.path))) : done()));
    });
    this.#synced = Math.max(this.#synced, length);
  }

  close(): void {
    closeSync(this.#fd);
  }
}
