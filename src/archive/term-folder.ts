import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { attempt } from "../base/attempt.js";
import type { Strings } from "../base/strings.js";
import type { TermOrder } from "../page/text/term-bytes.js";
import { tokenizerIdentity } from "../page/text/tokenizer-identity.js";
import type { ByteColumn } from "./column/byte-column.js";
import { ColumnReader } from "./column/column-reader.js";
import { type ColumnLengths, ColumnSet } from "./column/column-set.js";
import { CountedRows } from "./counted-rows.js";
import { corrupt, storageError } from "./error.js";
import { lock, replaceFile } from "./files.js";
import type { Snapshot } from "./open-snapshot.js";

/** Counted up whenever counts are kept otherwise. What was counted before is counted anew then. */
const VERSION = 3;
/** As version 3, without a checksum. */
const UNCHECKED = 2;

/** What terms.json holds: the counts as of the last commit. */
interface TermsFile {
  readonly version: number;
  /** Digest of what told the words apart, see tokenizerIdentity: by another the counts are others. */
  readonly tokenizer: string;
  /** Name of the folder that the columns lie in: counts that are made anew are put beside the old ones. */
  readonly generation: number;
  /** Digest of what was counted, see CountedRows: another snapshot in the same place has another. */
  readonly counted: string;
  /** Default "seen". */
  readonly order?: TermOrder;
  /** CRC-32 of the bytes of all texts; not in version 2. */
  readonly checksum?: number;
  readonly columns: ColumnLengths;
}

/** Term counts as they lie in the folder "terms" of a snapshot. */
export interface StoredCounts extends Required<Omit<TermsFile, "version" | "tokenizer">> {
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

/**
 * @returns undefined where nothing was counted, or what was is not whole, or was counted by other rules or stored
 *   otherwise and can be counted anew: there are bodies. Nothing is thrown
 */
export function readCounts(snapshot: Snapshot): StoredCounts | undefined {
  try {
    const file = readManifest(snapshot);
    if (file?.version !== VERSION && file?.version !== UNCHECKED) return undefined;
    const isCurrent = file.version === VERSION && file.tokenizer === tokenizer();
    return isCurrent || !snapshot.hasBodies ? read(snapshot, file) : undefined;
  } catch {
    return undefined; // counted anew
  }
}

function readManifest(snapshot: Snapshot): TermsFile | undefined {
  const file = attempt(() => JSON.parse(readFileSync(manifestOf(snapshot), "utf8")) as TermsFile | null);
  return Number.isInteger(file?.generation) ? (file as TermsFile) : undefined;
}

function read(snapshot: Snapshot, file: TermsFile): StoredCounts {
  const { generation, counted, order = "seen", columns } = file;
  const folder = join(folderOf(snapshot), String(generation));
  const reader = new ColumnReader(folder, columns);
  const vocabulary = reader.strings("term");
  const [rows, texts, lengths] = ["capture.row", "capture.text", "text.length"].map((name) => reader.u32(name));
  const bytes = reader.bytes("text.bytes");
  const checksum = crc32(bytes);
  const isWhole =
    rows.length === texts.length &&
    rows.every((row) => row < snapshot.captures) &&
    texts.every((text) => text < lengths.length) &&
    lengths.reduce((sum, length) => sum + length, 0) === bytes.length &&
    (file.version === UNCHECKED || checksum === file.checksum) &&
    new CountedRows(snapshot).add(rows).digest === counted;
  if (!isWhole) throw corrupt(folder, "its columns do not fit the snapshot", "remove it");
  return { generation, counted, order, columns, vocabulary, rows, texts, lengths, bytes, checksum };
}

const tokenizer = (): string => createHash("sha256").update(tokenizerIdentity()).digest("hex").slice(0, 16);

/** Appends to the term counts of a snapshot, for one process at a time. */
export class TermFolder {
  readonly terms;
  readonly rows;
  readonly texts;
  readonly lengths;
  /** Number of the folder of these columns. */
  readonly generation: number;
  readonly #snapshot: Snapshot;
  readonly #before: number | undefined;
  readonly #set: ColumnSet;
  readonly #unlock: () => void;
  readonly #bytes: ByteColumn;
  readonly #counted: CountedRows;
  /** Rows that are in `#counted`. */
  #digested: number;
  #checksum: number;

  /**
   * Marks the folder as being written, and reads what is there: another process may have counted meanwhile.
   *
   * @param order of terms, where there is nothing yet
   * @throws "locked" while another process counts; "disk-full", "failed" where nothing can be written
   */
  static open(
    snapshot: Snapshot,
    order: TermOrder = "seen",
  ): { readonly folder: TermFolder; readonly stored: StoredCounts | undefined } {
    const unlock = lock(join(snapshot.folder, "lock.terms"));
    try {
      const stored = readCounts(snapshot);
      return { folder: new TermFolder(snapshot, stored, unlock, stored?.order ?? order), stored };
    } catch (error) {
      unlock();
      throw error;
    }
  }

  private constructor(
    snapshot: Snapshot,
    stored: StoredCounts | undefined,
    unlock: () => void,
    private readonly order: TermOrder,
  ) {
    this.#snapshot = snapshot;
    this.#unlock = unlock;
    this.#counted = new CountedRows(snapshot).add(stored?.rows ?? new Uint32Array(0));
    this.#digested = stored?.rows.length ?? 0;
    this.#checksum = stored?.checksum ?? 0;
    this.#before = readManifest(snapshot)?.generation;
    this.generation = stored?.generation ?? (this.#before ?? 0) + 1;
    this.#set = new ColumnSet(this.#folder(this.generation), stored?.columns);
    try {
      this.terms = this.#set.strings("term");
      this.rows = this.#set.numbers("capture.row.u32");
      this.texts = this.#set.numbers("capture.text.u32");
      this.lengths = this.#set.numbers("text.length.u32");
      this.#bytes = this.#set.bytes("text.bytes");
    } catch (error) {
      this.#set.close();
      throw error;
    }
  }

  /** Appends texts, see TermWriter: bytes from `start` to `end`. */
  pushTexts(bytes: Buffer, start: number, end: number): void {
    this.#bytes.push(bytes, start, end);
    this.#checksum = crc32(bytes.subarray(start, end), this.#checksum);
  }

  /**
   * What was appended counts from now on, whatever happens to the process.
   *
   * @returns digest of all that was counted, see StoredCounts.counted
   * @throws "disk-full", "failed"
   */
  async commit(): Promise<string> {
    const columns = this.#set.flush();
    const added = new Uint32Array(this.rows.length - this.#digested);
    this.rows.read(added, this.#digested);
    this.#digested = this.rows.length;
    const counted = this.#counted.add(added).digest;
    await this.#set.sync().catch((error: unknown) => {
      throw storageError(error, this.#folder(this.generation));
    });
    const { order, generation } = this;
    const file: TermsFile = {
      version: VERSION,
      tokenizer: tokenizer(),
      generation,
      counted,
      ...(order === "sorted" && { order }),
      checksum: this.#checksum,
      columns,
    };
    await replaceFile(manifestOf(this.#snapshot), `${JSON.stringify(file, null, 1)}\n`);
    return counted;
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
