import { renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { problem } from "../../base/error.js";
import { makeFolder, syncFolder } from "../../base/file/durable.js";
import { lock } from "../dedicated/files.js";
import { BlockReader, BlockWriter, diskError } from "./block-file.js";

const NO_TAG = new Uint8Array(8);

export interface MergedFileOptions {
  /** 8 characters that the file begins with. */
  readonly kind: string;
  /** 8 bytes that a file made before must hold. */
  readonly tag?: Uint8Array;
  readonly remember: "yielded" | "taken";
}

/**
 * The one file of a folder, which every merge replaces as a whole: written aside as `<name>.part`, synced, renamed, the
 * folder synced. After a kill at any moment it is the old or the new. With remember "taken" the new one waits as
 * `<name>.next`, and takes the file's place at the next call of `settle`. The folder is locked while it is open.
 */
export class MergedFile {
  entries = 0;
  byteLength = 0;
  readonly #path: string;
  readonly #options: MergedFileOptions;
  readonly #unlock: () => void;
  #waiting = false;
  /** A rename that may not be on disk. */
  #unsynced = false;

  private constructor(path: string, options: MergedFileOptions, unlock: () => void) {
    this.#path = path;
    this.#options = options;
    this.#unlock = unlock;
  }

  /** @throws "locked", "damaged", "settings" when it was made with another tag */
  static async open(folder: string, name: string, options: MergedFileOptions): Promise<MergedFile> {
    const path = join(folder, name);
    try {
      makeFolder(folder);
    } catch (error) {
      throw diskError(error, folder);
    }
    const file = new MergedFile(path, options, lock(join(folder, "lock")));
    try {
      for (const left of ["part", "next"]) rmSync(`${path}.${left}`, { force: true });
      const reader = await file.reader();
      if (reader) {
        await reader.close();
        const { tag = NO_TAG } = options;
        if (Buffer.compare(reader.tag, tag) !== 0)
          throw problem.settings`${path} was made with another hash: open it with the one it was made with`;
        file.entries = reader.entries;
        file.byteLength = reader.byteLength;
      }
      return file;
    } catch (error) {
      file.#unlock();
      throw diskError(error, path);
    }
  }

  /** @returns undefined while there is no file */
  reader(): Promise<BlockReader | undefined> {
    return BlockReader.open(this.#waiting ? `${this.#path}.next` : this.#path, this.#options.kind);
  }

  writer(): Promise<BlockWriter> {
    return BlockWriter.create(`${this.#path}.part`, this.#options.kind, this.#options.tag ?? NO_TAG);
  }

  /**
   * Puts what was written in the file's place. Once the new name stands, what the merge found is to be handed over:
   * should the folder then fail to be synced, that is tried again, and told, by the next `settle`.
   */
  async install(writer: BlockWriter, entries: number): Promise<void> {
    const byteLength = await writer.finish(entries);
    const waits = this.#options.remember === "taken";
    this.#rename(writer.path, waits ? `${this.#path}.next` : this.#path);
    this.#waiting = waits;
    this.entries = entries;
    this.byteLength = byteLength;
    try {
      this.#sync();
    } catch {
      // settle() tells
    }
  }

  /** Deletes what was written. */
  async abandon(writer: BlockWriter): Promise<void> {
    await writer.abandon();
    rmSync(writer.path, { force: true });
  }

  /** What the last merge yielded was taken. */
  settle(): void {
    if (this.#waiting) {
      this.#rename(`${this.#path}.next`, this.#path);
      this.#waiting = false;
    }
    if (this.#unsynced) this.#sync();
  }

  close(): void {
    try {
      this.settle();
    } finally {
      this.#unlock();
    }
  }

  #rename(from: string, to: string): void {
    try {
      renameSync(from, to);
      this.#unsynced = true;
    } catch (error) {
      throw diskError(error, to);
    }
  }

  #sync(): void {
    try {
      syncFolder(dirname(this.#path));
      this.#unsynced = false;
    } catch (error) {
      throw diskError(error, this.#path);
    }
  }
}
