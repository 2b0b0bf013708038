import { closeSync, fsync, ftruncateSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type CrawlbenchError, got, isProblem, problem } from "../../base/error.js";
import { syncFolder, writeAll } from "../../base/file/durable.js";
import { storageError } from "../error.js";
import { makeFolder } from "../files.js";

/** How far an archive is written: the file's index, and its bytes. */
export interface WarcPosition {
  readonly file: number;
  readonly bytes: number;
}

/**
 * Bytes that are gathered before they are written: Shkapenyuk and Suel 2001, section 3.2, store many pages in one
 * operation.
 */
const WRITE_BYTES = 1 << 20;

/** The files `archive/<prefix>-00000<suffix>`, `-00001`, ... of a folder, appended to one after the other. */
export class SegmentFiles {
  /** Paths from the folder. */
  readonly names: string[] = [];
  readonly #folder: string;
  readonly #prefix: string;
  readonly #suffix: string;
  #descriptor = -1;
  #bytes = 0;
  readonly #gathered = Buffer.allocUnsafeSlow(WRITE_BYTES);
  #held = 0;
  /** Files that were ended and are not yet known to be on disk. */
  #ended: number[] = [];

  /** @throws "disk-full", "failed" */
  constructor(folder: string, prefix: string, suffix: ".warc" | ".warc.gz") {
    this.#folder = folder;
    this.#prefix = prefix;
    this.#suffix = suffix;
    makeFolder(join(folder, "archive"));
  }

  get position(): WarcPosition {
    return { file: this.names.length - 1, bytes: this.#bytes };
  }

  /**
   * Goes on at a position, everything behind it being cut off.
   *
   * @param at undefined: no file must be there
   * @returns false when a file must be begun now
   * @throws "exists", "damaged"; CrawlbenchError
   */
  resume(at: WarcPosition | undefined): boolean {
    const archive = join(this.#folder, "archive");
    return this.#guarded(archive, () => {
      const found = readdirSync(archive).filter((name) => this.#isOurs(name));
      found.sort();
      if (!at && found.length > 0) {
        const text = `${archive} holds ${found[0]}: expected no archive. Name an empty folder, or a position to go on from.`;
        throw problem.exists`${text}`;
      }
      const keep = at && at.bytes > 0 ? at.file + 1 : 0;
      if (found.length < keep) throw less(archive, `${keep} files`, found.length);
      for (const name of found.slice(keep)) rmSync(join(archive, name));
      this.names.push(...found.slice(0, keep).map((name) => `archive/${name}`));
      if (!at || keep === 0) return false;
      this.#reopen(at.bytes);
      return this.#path.endsWith(this.#suffix); // plain and packed records do not stand in one file
    });
  }

  /** Ends the file and begins the next. @returns its name */
  begin(): string {
    this.drain();
    const name = `${this.#prefix}-${String(this.names.length).padStart(5, "0")}${this.#suffix}`;
    const path = join(this.#folder, "archive", name);
    this.#guarded(path, () => {
      const descriptor = openSync(path, "w");
      syncFolder(join(this.#folder, "archive"));
      if (this.#descriptor >= 0) this.#ended.push(this.#descriptor);
      this.#descriptor = descriptor;
    });
    this.names.push(`archive/${name}`);
    this.#bytes = 0;
    return name;
  }

  /** @param bytes copied, or written before it returns */
  append(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#held + bytes.length > WRITE_BYTES) this.drain();
    if (bytes.length > WRITE_BYTES) {
      this.#write(bytes);
      return;
    }
    this.#gathered.set(bytes, this.#held);
    this.#held += bytes.length;
  }

  /** Hands everything to the system. @throws "disk-full", "failed" */
  drain(): void {
    if (this.#held === 0) return;
    this.#write(this.#gathered.subarray(0, this.#held));
    this.#held = 0;
  }

  /** Everything drained before the call is on disk when this resolves. @throws "disk-full", "failed" */
  async sync(): Promise<void> {
    const ended = this.#ended;
    const path = this.#path;
    this.#ended = [];
    try {
      await Promise.all([...ended, this.#descriptor].map(onDisk));
    } catch (error) {
      throw storageError(error, path);
    } finally {
      for (const descriptor of ended) closeSync(descriptor);
    }
  }

  /** Closes; what was not drained is dropped. */
  close(): void {
    for (const descriptor of [...this.#ended, this.#descriptor]) if (descriptor >= 0) closeSync(descriptor);
    this.#ended = [];
    this.#descriptor = -1;
  }

  #write(bytes: Uint8Array): void {
    this.#guarded(this.#path, () => writeAll(this.#descriptor, bytes));
  }

  #reopen(bytes: number): void {
    const { size } = statSync(this.#path);
    if (size < bytes) throw less(this.#path, `${bytes} bytes`, size);
    const cut = openSync(this.#path, "r+");
    ftruncateSync(cut, bytes);
    closeSync(cut);
    this.#descriptor = openSync(this.#path, "a");
    this.#bytes = bytes;
  }

  #isOurs(name: string): boolean {
    return name.startsWith(`${this.#prefix}-`) && /^\d{5,}\.warc(\.gz)?$/.test(name.slice(this.#prefix.length + 1));
  }

  get #path(): string {
    return join(this.#folder, this.names[this.names.length - 1]);
  }

  #guarded<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw isProblem(error) ? error : storageError(error, path);
    }
  }
}

const less = (path: string, expected: string, found: number): CrawlbenchError =>
  problem.damaged`${path}: expected ${expected} at least, ${got(found)}. Take the folder from a copy.`;

const onDisk = (descriptor: number): Promise<void> =>
  new Promise((settle, reject) => fsync(descriptor, (error) => (error ? reject(error) : settle())));
