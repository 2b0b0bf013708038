import { closeSync, constants, fdatasync, fdatasyncSync, fstatSync, ftruncateSync } from "node:fs";
import type { CrawlbenchError } from "../../base/error.js";
import { LONGEST_URL } from "../url-batch.js";
import { corrupt, diskFailure, openFile, readUpTo, storageError, writeAll } from "./files.js";
import { LogPieces } from "./log-pieces.js";
import { checksumOf, EntryReader, HEADER, type RecordHeader, RecordType, readHeader } from "./log-record.js";
import { areEqual } from "./new-urls.js";
import { Origins } from "./origins.js";

const TITLE = Buffer.from("crawlbench url2\n");

/** Of logs in the former format, which are read and go on in it: URLs are whole. */
const FORMER_TITLE = Buffer.from("crawlbench urls\n");

/** Where the first record begins. */
export const LOG_START = TITLE.length;

/** A URL as the log keeps it. */
export interface LoggedUrl {
  /** A copy. */
  readonly bytes: Uint8Array;
  readonly depth: number;
  readonly priority: number;
}

/**
 * The append-only log: all URLs, once, and all that was done with them. Everything else in the folder can be made from
 * it.
 *
 * A record is acknowledged when it is on disk; calls that wait at the same time share one sync. After a kill the log
 * ends in the middle of a record that nobody was told of, which is cut off. A record that is damaged although it was
 * acknowledged is told from that: later records say how far the log was on disk when they were written.
 */
export class UrlLog {
  readonly path: string;
  readonly #fd: number;
  readonly #sync: boolean;
  /** Bytes written. */
  end: number;
  #durable: number;
  #syncing: Promise<void> | undefined;
  #failure: CrawlbenchError | undefined;
  readonly #pieces: LogPieces;
  /** Of its URLs; undefined in the former format. Who opens the log loads them. */
  readonly origins: Origins | undefined;
  /** The entry found last. */
  readonly #entry: EntryReader;

  /**
   * @param sync wait for the disk
   * @throws "damaged" when the file is no such log
   */
  constructor(path: string, sync: boolean) {
    this.path = path;
    this.#sync = sync;
    this.#fd = openFile(path, constants.O_RDWR | constants.O_CREAT);
    this.#pieces = new LogPieces(this.#fd, path);
    try {
      this.end = fstatSync(this.#fd).size;
      const title = Buffer.alloc(TITLE.length);
      const read = readUpTo(this.#fd, title, title.length, 0, path);
      const isFormer = FORMER_TITLE.equals(title);
      if (!isFormer && !TITLE.subarray(0, read).equals(title.subarray(0, read)))
        throw corrupt(path, `it does not begin with "${TITLE.toString().trim()}"`, "is this the folder you meant?");
      if (read < TITLE.length) {
        writeAll(this.#fd, TITLE, 0, path);
        this.end = TITLE.length;
        this.#syncHere();
      }
      this.origins = isFormer ? undefined : new Origins();
      this.#entry = new EntryReader(isFormer);
    } catch (error) {
      closeSync(this.#fd);
      throw error;
    }
    this.#durable = this.end;
  }

  get durable(): number {
    return this.#durable;
  }

  /**
   * Appends a record. Nothing is kept of one that could not be written. @throws "disk-full", "failed"
   */
  append(record: Uint8Array): void {
    if (this.#failure) throw this.#failure;
    try {
      writeAll(this.#fd, record, this.end, this.path);
    } catch (error) {
      this.#cut();
      throw error;
    }
    this.end += record.length;
  }

  /** Resolves when all that is written now is as durable as was asked for. */
  async whenDurable(): Promise<void> {
    if (this.#sync) await this.whenOnDisk();
    else if (this.#failure) throw this.#failure;
  }

  /** Resolves when all that is written now is on disk. */
  async whenOnDisk(): Promise<void> {
    const { end } = this;
    while (this.#durable < end) {
      if (this.#failure) throw this.#failure;
      this.#syncing ??= this.#syncNow();
      await this.#syncing;
    }
    if (this.#failure) throw this.#failure;
  }

  /**
   * Hands over the records from `from` on, each whole and checked, and cuts off what a kill left behind the last. What
   * is read may be in the system's memory alone, since nobody may have waited for it before the kill: it is made
   * durable now.
   *
   * @throws "damaged" when a record is damaged that had been acknowledged
   */
  replay(from: number, each: (header: RecordHeader, payload: Buffer, position: number) => void): void {
    let at = from;
    const start = Buffer.allocUnsafe(HEADER);
    while (at < this.end) {
      const header = readUpTo(this.#fd, start, HEADER, at, this.path) === HEADER ? readHeader(start, 0) : undefined;
      if (!header || at + HEADER + header.length > this.end) break;
      const record = Buffer.allocUnsafe(HEADER + header.length);
      readUpTo(this.#fd, record, record.length, at, this.path);
      if (checksumOf(record) !== header.checksum) break;
      each(header, record.subarray(HEADER), at);
      at += record.length;
    }
    if (at < this.end) {
      this.#refuseIfAcknowledged(at);
      this.end = at;
      this.#cut();
      if (this.#failure) throw this.#failure;
    }
    if (this.end > from) this.#syncHere();
    this.#durable = this.end;
  }

  /**
   * The URL `skip` entries after the one at `position`.
   *
   * @throws "damaged" when there is no such entry
   */
  urlAt(position: number, skip: number): LoggedUrl {
    this.#find(position, skip);
    const { depth, priority } = this.#entry;
    return { bytes: this.whole(this.#entry, this.#pieces.bytes), depth, priority };
  }

  /**
   * Whether that URL is the bytes from `start` to `end`; nothing is copied.
   *
   * @throws "damaged" when there is no such entry
   */
  isUrlAt(position: number, skip: number, url: Uint8Array, start: number, end: number): boolean {
    this.#find(position, skip);
    const entry = this.#entry;
    const { bytes } = this.#pieces;
    if (entry.origin < 0) return areEqual(bytes, entry.start, entry.end, url, start, end);
    const origins = this.#originsWith(entry.origin);
    const rest = start + origins.lengthOf(entry.origin);
    return areEqual(bytes, entry.start, entry.end, url, rest, end) && origins.begins(entry.origin, url, start, end);
  }

  /** A copy of the URL of an entry that stands in `buffer`. @throws "damaged" for an origin that is not known */
  whole(entry: EntryReader, buffer: Uint8Array): Uint8Array {
    if (entry.origin < 0) return Uint8Array.prototype.slice.call(buffer, entry.start, entry.end);
    return this.#originsWith(entry.origin).joined(entry.origin, buffer, entry.start, entry.end);
  }

  #originsWith(number: number): Origins {
    if (this.origins && number < this.origins.size) return this.origins;
    throw corrupt(
      this.path,
      `a URL begins with origin ${number}, which it does not have`,
      "restore the folder from a copy",
    );
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** Brings an entry into `#entry`, and the piece with it into `#pieces`. */
  #find(position: number, skip: number): void {
    const entry = this.#entry;
    const pieces = this.#pieces;
    pieces.enter(position, this.end);
    let at = position - pieces.start;
    let from = -1;
    let asked = 0;
    for (let left = skip; ; ) {
      if (at >= pieces.length) {
        const behind = pieces.start + at;
        pieces.enter(behind, this.end);
        at = behind - pieces.start;
        if (at >= pieces.length) throw this.#noEntry(behind);
      }
      const { bytes, length } = pieces;
      const isHeader = bytes[at] === 0;
      const header = isHeader ? readHeader(bytes.subarray(0, length), at) : undefined;
      if (header) {
        at += HEADER + (header.type === RecordType.add ? 0 : header.length);
        continue;
      }
      const isRead = !isHeader && entry.read(bytes, at, length);
      if (isRead && entry.length > LONGEST_URL) throw this.#noEntry(pieces.start + at);
      if (isRead && left === 0 && entry.end <= length) return;
      if (isRead && left > 0) {
        left--;
        at = entry.end;
        continue;
      }
      // it goes on behind the piece
      if (from === pieces.start + at && asked > LONGEST_URL) throw this.#noEntry(from);
      asked = from === pieces.start + at ? 2 * LONGEST_URL : 1 << 12;
      from = pieces.start + at;
      pieces.enterAt(from, asked);
      at = 0;
    }
  }

  #noEntry(base: number): CrawlbenchError {
    return corrupt(this.path, `no URL at byte ${base}`, "restore the folder from a copy");
  }

  async #syncNow(): Promise<void> {
    const { end } = this;
    await new Promise<void>((resolve) => {
      fdatasync(this.#fd, (error) => {
        if (error) this.#failure = diskFailure(error, this.path);
        else this.#durable = end;
        resolve();
      });
    });
    this.#syncing = undefined;
  }

  #syncHere(): void {
    try {
      fdatasyncSync(this.#fd);
    } catch (error) {
      throw diskFailure(error, this.path);
    }
  }

  #cut(): void {
    this.#pieces.forget();
    try {
      ftruncateSync(this.#fd, this.end);
    } catch (error) {
      this.#failure = storageError(error, this.path);
    }
  }

  /**
   * A damaged record is what a kill leaves, unless a whole one behind it was written when this was on disk already.
   * URLs may look like records: no record knows of more on disk than stands before it.
   */
  #refuseIfAcknowledged(at: number): void {
    const size = 1 << 20;
    const piece = Buffer.allocUnsafe(size);
    for (let base = at + 1; base + HEADER <= this.end; base += size - HEADER) {
      const have = readUpTo(this.#fd, piece, size, base, this.path);
      for (let i = 0; i + HEADER <= have; i++) {
        if (piece[i] !== 0) continue;
        const header = readHeader(piece.subarray(0, have), i);
        if (!header || header.durable <= at || header.durable > base + i) continue;
        if (base + i + HEADER + header.length > this.end) continue;
        const record = Buffer.allocUnsafe(HEADER + header.length);
        readUpTo(this.#fd, record, record.length, base + i, this.path);
        if (checksumOf(record) === header.checksum) {
          throw corrupt(
            this.path,
            `the record at byte ${at} is damaged, though it was acknowledged`,
            `restore the folder from a copy, or give up what came after it: truncate the file to ${at} bytes`,
          );
        }
      }
    }
  }
}
