import { setImmediate } from "node:timers/promises";
import { isProblem } from "../base/error.js";
import type { ProgressListener } from "../base/progress-event.js";
import type { PageTerms, TermCounts } from "../page/text/page-terms.js";
import { codingsOf } from "./codings.js";
import { CountedCaptures, UNCOUNTED } from "./counted-captures.js";
import type { Snapshot } from "./open-snapshot.js";
import { pageText } from "./page-text.js";
import { DIGEST_BYTES } from "./stored-bodies.js";
import { readCounts, TermFolder } from "./term-folder.js";
import { PlaceReader } from "./warc/place-reader.js";

/** Pages counted between two progress events. */
const PROGRESS_PAGES = 256;
/** Pages counted between two commits: a process that is killed loses so many at the most. */
const COMMIT_PAGES = 8192;

/**
 * Term counts of pages of a snapshot, as they were stored. Those in the folder "terms" of the snapshot are read when
 * the first page is asked for; the others are counted as they are asked for, in memory. `ready` counts all that are
 * missing and keeps them in that folder.
 *
 * Captures that were counted stay counted when a snapshot grows. A folder that cannot be written, that another process
 * writes, or wrote since terms were handed out here, is left alone: then counts are kept in memory only. A process may
 * be killed at any moment: what it committed counts.
 *
 * @throws CrawlbenchError when a page cannot be read; see Snapshot.exchange
 *
 * Memory: 4 bytes per page, 20 per capture for the digests of bodies, and what CountedCaptures takes.
 */
export class SnapshotTerms implements TermCounts {
  readonly #snapshot: Snapshot;
  /** Captures by page. */
  readonly #rows: Uint32Array;
  readonly #commitPages: number;
  #kept: CountedCaptures | undefined;
  /** Were terms handed out? Their numbers hold from then on. */
  #isInUse = false;
  #running: Promise<void> | undefined;

  /**
   * @param storedPages pages of the snapshot by page of the web
   * @param commitPages pages counted between two commits
   */
  constructor(snapshot: Snapshot, storedPages: Uint32Array, commitPages: number = COMMIT_PAGES) {
    this.#snapshot = snapshot;
    const captures = snapshot.columns.u32("page.capture");
    this.#rows = storedPages.map((page) => captures[page]);
    this.#commitPages = commitPages;
  }

  get size(): number {
    return this.#rows.length;
  }

  of(page: number): PageTerms {
    this.#isInUse = true;
    const counted = this.#counted;
    const row = this.#rows[page];
    const known = counted.textOf(row);
    return counted.terms(known === UNCOUNTED ? counted.count(row, pageText(this.#snapshot.exchange(row))) : known);
  }

  ready(onProgress?: ProgressListener): Promise<void> {
    return (this.#running ??= this.#countAll(onProgress).finally(() => {
      this.#running = undefined;
    }));
  }

  get #counted(): CountedCaptures {
    return (this.#kept ??= new CountedCaptures(this.#snapshot.captures, readCounts(this.#snapshot)));
  }

  /** Captures that were not counted, in the order in which they stand in the archive. */
  #missing(): Uint32Array {
    return this.#rows.filter((row) => this.#counted.textOf(row) === UNCOUNTED).sort();
  }

  async #countAll(onProgress: ProgressListener | undefined): Promise<void> {
    if (this.#missing().length === 0 && !this.#counted.isAhead) return;
    let folder = this.#openFolder();
    const rows = this.#missing();
    const known = this.size - rows.length;
    const bodies = new Map<string, number>();
    const files = new PlaceReader();
    try {
      for (const [index, row] of rows.entries()) {
        if (this.#counted.textOf(row) === UNCOUNTED) this.#count(row, bodies, files);
        if ((index + 1) % this.#commitPages === 0) folder = await this.#save(folder);
        if (index % PROGRESS_PAGES !== 0) continue;
        onProgress?.({ task: `count terms of ${this.#snapshot.folder}`, done: known + index, total: this.size });
        await setImmediate(); // lets others have their turn
      }
      folder = await this.#save(folder);
    } finally {
      files.close();
      folder?.close();
    }
  }

  /** @param bodies texts by what they were made from, of those counted since the beginning of the work */
  #count(row: number, bodies: Map<string, number>, files: PlaceReader): void {
    const exchange = this.#snapshot.exchange(row, files);
    const body = this.#digest(row) + codingsOf(exchange);
    const known = bodies.get(body);
    if (known === undefined) bodies.set(body, this.#counted.count(row, pageText(exchange)));
    else this.#counted.share(row, known);
  }

  /** As characters of one byte each. */
  #digest(row: number): string {
    const { buffer, byteOffset } = this.#snapshot.columns.bytes("capture.digest.sha1");
    return Buffer.from(buffer, byteOffset + row * DIGEST_BYTES, DIGEST_BYTES).toString("latin1");
  }

  /**
   * The folder, if it can be written: with what others put there since it was read, or, where terms are in use already,
   * only if it is as it was. Theirs have other numbers.
   */
  #openFolder(): TermFolder | undefined {
    try {
      const { folder, stored } = TermFolder.open(this.#snapshot);
      if (this.#counted.isAt(stored)) return folder;
      if (!this.#isInUse) {
        this.#kept = new CountedCaptures(this.#snapshot.captures, stored);
        return folder;
      }
      folder.close();
      return undefined;
    } catch (error) {
      if (isProblem(error)) return undefined;
      throw error;
    }
  }

  /** @returns undefined from the first time on that the folder cannot be written */
  async #save(folder: TermFolder | undefined): Promise<TermFolder | undefined> {
    if (!folder) return undefined;
    try {
      const done = this.#counted.appendTo(folder);
      done(await folder.commit());
      return folder;
    } catch (error) {
      folder.close();
      if (isProblem(error)) return undefined;
      throw error;
    }
  }
}
