import { join } from "node:path";
import { problem } from "../../base/error.js";
import { syncFolder } from "../../base/file/durable.js";
import { makeFolder } from "../files.js";
import { AppendFile } from "./append-file.js";
import { ByteColumn } from "./byte-column.js";
import { NumberColumn, type NumberKind } from "./number-column.js";
import { StringColumn } from "./string-column.js";

/** Bytes of each file that count, by file name. */
export type ColumnLengths = Readonly<Record<string, number>>;

/**
 * Columns of one folder that grow together: `flush` says how long each is at one moment, and whoever writes that down
 * after `sync` has committed them. Opened again with the lengths written down, every column is cut back to that moment.
 *
 * One file per column, little-endian, named by what it holds and how: "link.target.u32".
 */
export class ColumnSet {
  readonly #folder: string;
  readonly #committed: ColumnLengths;
  readonly #files = new Map<string, AppendFile>();
  readonly #columns: { flush(): void }[] = [];
  #named = 0;

  /** @param committed what `flush` returned at the last commit; {} starts anew */
  constructor(folder: string, committed: ColumnLengths = {}) {
    if (!isLittleEndian()) throw problem.failed`snapshots are little-endian: this machine is not`;
    makeFolder(folder);
    this.#folder = folder;
    this.#committed = committed;
  }

  numbers(file: `${string}.${NumberKind}`): NumberColumn {
    return this.#add(new NumberColumn(this.#open(file), file.slice(file.lastIndexOf(".") + 1) as NumberKind));
  }

  bytes(file: string): ByteColumn {
    return this.#add(new ByteColumn(this.#open(file)));
  }

  /** Two files: "title.bytes", "title.end.u32". */
  strings(name: string): StringColumn {
    return new StringColumn(name, this.bytes(`${name}.bytes`), this.numbers(`${name}.end.u32`));
  }

  /**
   * Writes what is held.
   *
   * @returns the length of each file, those of columns that are not in use included
   * @throws CrawlbenchError when a column cannot be written, now or before
   */
  flush(): ColumnLengths {
    for (const file of this.#files.values()) file.check();
    for (const column of this.#columns) column.flush();
    const lengths = Object.fromEntries([...this.#files].map(([file, { length }]) => [file, length]));
    return { ...this.#committed, ...lengths };
  }

  /** What was flushed is on disk when this resolves. @throws "disk-full", "failed" */
  async sync(): Promise<void> {
    const count = this.#files.size;
    await Promise.all([...this.#files.values()].map((file) => file.sync()));
    if (this.#named === count) return;
    syncFolder(this.#folder);
    this.#named = count;
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
  }

  #open(file: string): AppendFile {
    if (this.#files.has(file)) throw problem.option`column ${file} is in use already`;
    const opened = new AppendFile(join(this.#folder, file), this.#committed[file] ?? 0);
    this.#files.set(file, opened);
    return opened;
  }

  #add<T extends { flush(): void }>(column: T): T {
    this.#columns.push(column);
    return column;
  }
}

const isLittleEndian = () => new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
