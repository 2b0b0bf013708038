import { closeSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { problem } from "../../base/error.js";
import { Strings } from "../../base/strings.js";
import { corrupt, storageError } from "../error.js";
import { readFull } from "../files.js";
import type { ColumnLengths } from "./column-set.js";
import { type NumberArray, WORDS } from "./number-column.js";

/** What a column of numbers holds where it is whole. */
export interface ColumnShape {
  readonly count: number;
  /** No number reaches it, but for `none`. */
  readonly below?: number;
  readonly none?: number;
}

/** By file. */
export type ColumnShapes = Readonly<Record<string, ColumnShape>>;

/** Committed columns of a folder as typed arrays; each is read when first asked for, whole, and kept. */
export class ColumnReader {
  readonly #folder: string;
  readonly #lengths: ColumnLengths;
  readonly #shapes: ColumnShapes;
  readonly #next: string;
  readonly #kept = new Map<string, unknown>();
  /** Of the folder when the lengths were read: another in its place holds other columns. */
  readonly #identity: string;

  /**
   * @param shapes of columns, to which they are held when they are read
   * @param next what to do about a damaged one
   */
  constructor(
    folder: string,
    lengths: ColumnLengths = {},
    {
      shapes = {},
      next = "take the folder from a copy",
    }: { readonly shapes?: ColumnShapes; readonly next?: string } = {},
  ) {
    this.#folder = folder;
    this.#lengths = lengths;
    this.#shapes = shapes;
    this.#next = next;
    this.#identity = identityOf(folder);
  }

  /** Committed bytes of a file; 0 for one that does not exist. */
  length(file: string): number {
    return this.#lengths[file] ?? 0;
  }

  u8(name: string): Uint8Array {
    return this.#keep(`${name}.u8`, (file) => this.#read(file, "u8") as Uint8Array);
  }

  u16(name: string): Uint16Array {
    return this.#keep(`${name}.u16`, (file) => this.#read(file, "u16") as Uint16Array);
  }

  u32(name: string): Uint32Array {
    return this.#keep(`${name}.u32`, (file) => this.#read(file, "u32") as Uint32Array);
  }

  f64(name: string): Float64Array {
    return this.#keep(`${name}.f64`, (file) => this.#read(file, "f64") as Float64Array);
  }

  /** Pairs of words, the low one first. */
  u64(name: string): Uint32Array {
    return this.#keep(`${name}.u64`, (file) => this.#read(file, "u64") as Uint32Array);
  }

  bytes(file: string): Uint8Array {
    return this.#keep(file, () => this.#read(file, "u8") as Uint8Array);
  }

  strings(name: string): Strings {
    return this.#keep(name, () => {
      const offsets = this.#read(`${name}.end.u32`, "u32", 1) as Uint32Array;
      const bytes = this.bytes(`${name}.bytes`);
      for (let at = 1; at < offsets.length; at++)
        if (offsets[at] < offsets[at - 1]) {
          const what = `string ${at - 1} ends at byte ${offsets[at]}, before it begins`;
          throw this.damaged(`${name}.end.u32`, what);
        }
      if (offsets[offsets.length - 1] !== bytes.length) {
        const what = `its strings end at byte ${offsets[offsets.length - 1]}, the file at ${bytes.length}`;
        throw this.damaged(`${name}.bytes`, what);
      }
      return new Strings(bytes, offsets);
    });
  }

  /** Lets go of what was read. */
  clear(): void {
    this.#kept.clear();
  }

  /** Bytes start .. end of a file, read now and not kept. */
  slice(file: string, start: number, end: number): Buffer {
    const bytes = Buffer.allocUnsafe(end - start);
    this.#fill(file, bytes, start);
    return bytes;
  }

  #keep<T>(file: string, read: (file: string) => T): T {
    const known = this.#kept.get(file) as T | undefined;
    if (known !== undefined) return known;
    const found = read(file);
    this.#kept.set(file, found);
    return found;
  }

  /** @param before zeros in front of what was read */
  #read(file: string, kind: keyof typeof WORDS, before = 0): InstanceType<(typeof WORDS)[typeof kind]> {
    const Words = WORDS[kind];
    const count = this.length(file) / Words.BYTES_PER_ELEMENT;
    if (!Number.isInteger(count)) {
      const what = `${this.length(file)} bytes are no whole number of ${kind}`;
      throw this.damaged(file, what);
    }
    const array = new Words(before + count);
    this.#fill(file, new Uint8Array(array.buffer, before * Words.BYTES_PER_ELEMENT), 0);
    this.#check(file, before === 0 ? array : array.subarray(before));
    return array;
  }

  /** The error to throw when a column is not what it can be. */
  damaged(file: string, what: string): Error {
    return corrupt(join(this.#folder, file), what, this.#next);
  }

  #check(file: string, array: NumberArray): void {
    const shape = this.#shapes[file];
    if (shape === undefined) return;
    const { count, below, none } = shape;
    if (array.length !== count) throw this.damaged(file, `expected ${count} numbers, found ${array.length}`);
    if (below === undefined) return;
    // no findIndex: it takes three times as long, of which a web of many links would tell
    for (let at = 0; at < array.length; at++)
      if (!(array[at] < below && array[at] > -below) && array[at] !== none)
        throw this.damaged(file, `number ${at} is ${array[at]}, where all are below ${below}`);
  }

  #fill(file: string, into: Uint8Array, position: number): void {
    if (into.length === 0) return;
    if (identityOf(this.#folder) !== this.#identity)
      throw problem.failed`${dirname(this.#folder)} was made anew since it was opened: open it again`;
    const path = join(this.#folder, file);
    let fd: number;
    try {
      fd = openSync(path, "r");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw storageError(error, path, "read");
      throw this.damaged(file, `expected ${position + into.length} bytes, found no such file`);
    }
    try {
      readFull(fd, into, position, path);
    } finally {
      closeSync(fd);
    }
  }
}

/** "" where there is no folder. */
function identityOf(folder: string): string {
  const status = statSync(folder, { throwIfNoEntry: false });
  return status ? `${status.dev} ${status.ino} ${status.birthtimeMs}` : "";
}
