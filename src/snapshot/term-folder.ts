import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Strings } from "../graph/strings.js";
import { TermWriter } from "../text/term-bytes.js";
import { TermCounter } from "../text/term-counter.js";
import { ColumnReader } from "./column/column-reader.js";
import { type ColumnLengths, ColumnSet } from "./column/column-set.js";
import { corrupt, storageError } from "./error.js";
import { replaceFile } from "./files.js";
import { lock } from "./lock.js";
import type { Snapshot } from "./open-snapshot.js";
import { DIGEST_BYTES } from "./stored-bodies.js";

/** Counted up whenever the same page gives other terms: tokens, textOf, decodeHtml. What was counted before is counted anew then. */
const VERSION = 1;

/** A text whose counts tell when the words of a text changed and VERSION was forgotten. */
const SAMPLE = {
  title: "L'Été \u{1F469}\u200D\u{1F4BB} e\u0301",
  body: "It's 3.14 co-op_x, STRASSE straße \u65E5\u672C\u8A9E\u306E \u0E20\u0E32\u0E29\u0E32 \u05E9\u05DC\u05D5\u05DD\u05F3 \u{1D54F}",
};

/** What terms.json holds: the counts as of the last commit. */
interface TermsFile {
  readonly version: number;
  readonly sample: string;
  /** Name of the folder that the columns lie in: counts that are made anew are put beside the old ones. */
  readonly generation: number;
  /** SHA-1 of the body of the last capture that was counted: another snapshot in the same place has another. */
  readonly last: string;
  readonly columns: ColumnLengths;
}

/** Term counts as they lie in the folder "terms" of a snapshot. */
export interface StoredCounts {
  readonly generation: number;
  readonly columns: ColumnLengths;
  /** Terms by number. */
  readonly vocabulary: Strings;
  /** Captures that were counted; each has the text of the same index in `texts`. */
  readonly rows: Uint32Array;
  readonly texts: Uint32Array;
  /** Bytes of each text, and the bytes of all; see TermWriter. */
  readonly lengths: Uint32Array;
  readonly bytes: Uint8Array;
}

const folderOf = ({ folder }: Snapshot): string => join(folder, "terms");
const manifestOf = (snapshot: Snapshot): string => join(folderOf(snapshot), "terms.json");

/** @returns undefined where nothing was counted, or by other rules, or what was is not whole. Nothing is thrown */
export function readCounts(snapshot: Snapshot): StoredCounts | undefined {
  try {
    const file = readManifest(snapshot);
    return file && file.version === VERSION && file.sample === sample() ? read(snapshot, file) : undefined;
  } catch {
    return undefined; // counted anew
  }
}

function readManifest(snapshot: Snapshot): TermsFile | undefined {
  try {
    const file = JSON.parse(readFileSync(manifestOf(snapshot), "utf8")) as TermsFile | null;
    return Number.isInteger(file?.generation) ? (file as TermsFile) : undefined;
  } catch {
    return undefined;
  }
}

function read(snapshot: Snapshot, { generation, last, columns }: TermsFile): StoredCounts {
  const folder = join(folderOf(snapshot), String(generation));
  const reader = new ColumnReader(folder, columns);
  const vocabulary = reader.strings("term");
  const [rows, texts, lengths] = ["capture.row", "capture.text", "text.length"].map((name) => reader.u32(name));
  const bytes = reader.bytes("text.bytes");
  const isWhole =
    rows.length === texts.length &&
    rows.every((row) => row < snapshot.captures) &&
    texts.every((text) => text < lengths.length) &&
    lengths.reduce((sum, length) => sum + length, 0) === bytes.length &&
    (rows.length === 0 || digestOf(snapshot, rows[rows.length - 1]) === last);
  if (!isWhole) throw corrupt(folder, "its columns do not fit the snapshot", "remove it");
  return { generation, columns, vocabulary, rows, texts, lengths, bytes };
}

const digestOf = ({ columns }: Snapshot, row: number): string =>
  columns.slice("capture.digest.sha1", row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES).toString("hex");

let ofSample: string | undefined;

function sample(): string {
  if (ofSample !== undefined) return ofSample;
  const counter = new TermCounter();
  const written = new TermWriter();
  written.add(counter.count(SAMPLE));
  const terms = Array.from({ length: counter.terms }, (_, id) => counter.term(id));
  const hash = createHash("sha256").update(JSON.stringify(terms));
  return (ofSample = hash.update(written.bytes.subarray(0, written.length)).digest("hex").slice(0, 16));
}

/** Appends to the term counts of a snapshot, for one process at a time. */
export class TermFolder {
  readonly terms;
  readonly rows;
  readonly texts;
  readonly lengths;
  readonly bytes;
  /** Number of the folder of these columns. */
  readonly generation: number;
  readonly #snapshot: Snapshot;
  readonly #before: number | undefined;
  readonly #set: ColumnSet;
  readonly #unlock: () => void;

  /**
   * Marks the folder as being written, and reads what is there: another process may have counted meanwhile.
   *
   * @throws SnapshotError "locked" while another process counts; "disk-full", "failed" where nothing can be written
   */
  static open(snapshot: Snapshot): { readonly folder: TermFolder; readonly stored: StoredCounts | undefined } {
    const unlock = lock(join(snapshot.folder, "lock.terms"));
    try {
      const stored = readCounts(snapshot);
      return { folder: new TermFolder(snapshot, stored, unlock), stored };
    } catch (error) {
      unlock();
      throw error;
    }
  }

  private constructor(snapshot: Snapshot, stored: StoredCounts | undefined, unlock: () => void) {
    this.#snapshot = snapshot;
    this.#unlock = unlock;
    this.#before = readManifest(snapshot)?.generation;
    this.generation = stored?.generation ?? (this.#before ?? 0) + 1;
    this.#set = new ColumnSet(this.#folder(this.generation), stored?.columns);
    try {
      this.terms = this.#set.strings("term");
      this.rows = this.#set.numbers("capture.row.u32");
      this.texts = this.#set.numbers("capture.text.u32");
      this.lengths = this.#set.numbers("text.length.u32");
      this.bytes = this.#set.bytes("text.bytes");
    } catch (error) {
      this.#set.close();
      throw error;
    }
  }

  /** What was appended counts from now on, whatever happens to the process. @throws SnapshotError "disk-full", "failed" */
  async commit(): Promise<void> {
    const columns = this.#set.flush();
    await this.#set.sync().catch((error: unknown) => {
      throw storageError(error, this.#folder(this.generation));
    });
    const last = this.rows.length === 0 ? "" : digestOf(this.#snapshot, this.rows.at(this.rows.length - 1));
    const file: TermsFile = { version: VERSION, sample: sample(), generation: this.generation, last, columns };
    await replaceFile(manifestOf(this.#snapshot), `${JSON.stringify(file, null, 1)}\n`);
  }

  /** Closes without committing what was appended since. */
  close(): void {
    this.#set.close();
    if (this.#before !== undefined && this.#before !== this.generation) this.#removeUnused(this.#before);
    this.#unlock();
  }

  #removeUnused(generation: number): void {
    if (readManifest(this.#snapshot)?.generation !== this.generation) return; // nothing was committed
    try {
      rmSync(this.#folder(generation), { recursive: true, force: true });
    } catch {} // it stays, and nobody reads it
  }

  #folder(generation: number): string {
    return join(folderOf(this.#snapshot), String(generation));
  }
}
