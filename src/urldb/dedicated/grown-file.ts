import { closeSync, constants } from "node:fs";
import { crc32 } from "node:zlib";
import { corrupt, openFile, REBUILD, readUpTo, writeAll } from "./files.js";

/** How much of a file counts, in bytes, and their CRC-32. */
export interface Kept {
  readonly size: number;
  readonly sum: number;
}

/** A file that only grows. What counts of it is what a manifest says: the rest is left by a kill, and written over. */
export class GrownFile {
  readonly fd: number;
  readonly #path: string;
  kept: Kept = { size: 0, sum: 0 };
  /** How much of it was on disk, or on its way there. */
  #synced = 0;

  /** @param isNew there is no manifest: what the file holds does not count */
  constructor(path: string, isNew: boolean) {
    const { O_RDWR, O_CREAT, O_TRUNC } = constants;
    this.#path = path;
    this.fd = openFile(path, O_RDWR | O_CREAT | (isNew ? O_TRUNC : 0));
  }

  /** Reads what counts. @throws "damaged" when it differs from what was written */
  load(kept: Kept): Uint8Array {
    const bytes = new Uint8Array(kept.size);
    const isWhole = readUpTo(this.fd, bytes, bytes.length, 0, this.#path) === bytes.length;
    if (!isWhole || crc32(bytes) !== kept.sum) throw corrupt(this.#path, "it differs from what was written", REBUILD);
    this.kept = kept;
    this.#synced = kept.size;
    return bytes;
  }

  /** Writes bytes behind what counts. @returns what counts with them, once it is kept */
  append(bytes: Uint8Array): Kept {
    writeAll(this.fd, bytes, this.kept.size, this.#path);
    const sum = bytes.length > 0 ? crc32(bytes, this.kept.sum) : this.kept.sum; // of no bytes, crc32 gives 0 whatever came before
    return { size: this.kept.size + bytes.length, sum };
  }

  /** The file, where it has grown since this was asked last. */
  toSync(): number[] {
    if (this.#synced === this.kept.size) return [];
    this.#synced = this.kept.size;
    return [this.fd];
  }

  close(): void {
    closeSync(this.fd);
  }
}
