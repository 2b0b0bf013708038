import { hash } from "node:crypto";
import { rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { got, problem } from "../base/error.js";
import type { Opened } from "../base/opened.js";
import type { NewCapture, Place, SnapshotWriter } from "./capture.js";
import { CaptureColumns, NONE } from "./capture-columns.js";
import { codingsCode, codingsOf } from "./codings.js";
import { ColumnSet } from "./column/column-set.js";
import { corrupt } from "./error.js";
import { replaceFile } from "./files.js";
import { isHtmlType, responseType } from "./html-type.js";
import { MANIFEST, type Manifest, manifestText } from "./manifest.js";
import { MediaTypes } from "./media-types.js";
import { openSnapshot } from "./open-snapshot.js";
import { PageColumns } from "./page-columns.js";
import { StoredBodies } from "./stored-bodies.js";
import type { KeptUrlIds } from "./url-ids.js";
import { StoredUrls } from "./url-table.js";
import type { WarcAside } from "./warc/warc-aside.js";
import { CDXJ_FILE, writeCdxjOf } from "./write-cdxj.js";

/** A writer into a folder: what belongs to a crawl besides its captures can be committed along with them. */
export interface SnapshotFolderWriter extends SnapshotWriter {
  readonly folder: string;
  readonly urls: StoredUrls;
  /** Pages and links added so far, those of earlier runs included. */
  readonly pages: number;
  readonly links: number;
  /** What was given to the last commit, in this run or an earlier one. */
  readonly state: unknown;
  /**
   * Columns in a folder of their own beside the index, committed with the snapshot and cut back with it: `new
   * TraceWriter(writer.columns("trace"))`.
   *
   * @param name lower-case letters
   */
  columns(name: string): ColumnSet;
  /**
   * Lists an archive that lies elsewhere, by its path from the folder. @returns what `place.file` of its captures is
   */
  addFile(path: string): number;
  /**
   * See SnapshotWriter. May be called while another commit is under way, and so may `add`: what is added after the call
   * belongs to the next commit.
   *
   * @param state anything that JSON holds, to be kept along with what was added so far; default: what is kept
   */
  commit(state?: unknown): Promise<void>;
}

/** See SnapshotFolderWriter; opened by `openSnapshotWriter`. */
export class FolderWriter implements SnapshotFolderWriter {
  readonly folder: string;
  readonly urls: StoredUrls;
  readonly #manifest: Manifest;
  readonly #warc: WarcAside | undefined;
  readonly #opened: Opened;
  readonly #sets = new Map<string, ColumnSet>();
  readonly #captures: CaptureColumns;
  readonly #pages: PageColumns;
  readonly #types: MediaTypes;
  readonly #bodies = new StoredBodies();
  readonly #ids: KeptUrlIds | undefined;
  readonly #files: Manifest["files"][number][];
  /** Ids of the files that this writer writes, by their index in the WARC writer. */
  readonly #own: number[];
  #state: unknown;
  #commits: Promise<void> = Promise.resolve();
  #failure: unknown;
  #closed = false;

  /** @param opened what is closed with it; by the caller where this throws */
  constructor(
    folder: string,
    manifest: Manifest,
    warc: WarcAside | undefined,
    opened: Opened,
    ids?: (urls: number) => KeptUrlIds,
  ) {
    this.folder = folder;
    this.#manifest = manifest;
    this.#warc = warc;
    this.#opened = opened;
    this.#state = manifest.state;
    this.#types = new MediaTypes(manifest.types);
    this.#files = [...manifest.files];
    this.#own = this.#files.flatMap(({ own }, id) => (own ? [id] : []));
    const index = this.columns("index");
    const own = ids?.(manifest.urls);
    this.#ids = own && opened.with(own);
    this.urls = new StoredUrls(index, this.#ids);
    this.#captures = new CaptureColumns(index);
    this.#pages = new PageColumns(index);
    const found = [this.urls.size, this.urls.hosts, this.#captures.size, this.#pages.size, this.#pages.links].join();
    const { urls, hosts, captures, pages, links } = manifest;
    if (found !== [urls, hosts, captures, pages, links].join()) {
      const what = `expected ${urls} URLs, ${hosts} hosts, ${captures} captures, ${pages} pages and ${links} links, found ${found}`;
      throw corrupt(join(folder, MANIFEST), what, "take the folder from a copy");
    }
    this.#captures.eachBody((digest, row) => this.#bodies.add(digest, row));
  }

  get captures(): number {
    return this.#captures.size;
  }

  get pages(): number {
    return this.#pages.size;
  }

  get links(): number {
    return this.#pages.links;
  }

  get state(): unknown {
    return this.#state;
  }

  columns(name: string): ColumnSet {
    this.#check();
    if (!/^[a-z]+$/.test(name) || name === "archive" || this.#sets.has(name)) {
      throw problem.option`columns: a name of lower-case letters that is not in use; ${got(name)}`;
    }
    const set = this.#opened.with(new ColumnSet(join(this.folder, name), this.#manifest.columns[name]));
    this.#sets.set(name, set);
    return set;
  }

  addFile(path: string): number {
    this.#check();
    const fromHere = relative(this.folder, resolve(path));
    const known = this.#files.findIndex((file) => file.path === fromHere);
    return known >= 0 ? known : this.#files.push({ path: fromHere }) - 1;
  }

  add(capture: NewCapture): number {
    this.#check();
    try {
      return this.#add(capture);
    } catch (error) {
      this.#failure = error; // columns are of different lengths now
      throw error;
    }
  }

  #add(capture: NewCapture): number {
    const { exchange, page } = capture;
    const row = this.#captures.size;
    const own = hash("sha1", exchange.body, "buffer");
    const came = capture.came ? Buffer.from(capture.came) : own;
    const like = this.#originalOf(came) === NONE ? this.#likeOf(capture) : undefined;
    const digest = like || !this.#warc ? came : own;
    const original = like?.row ?? this.#originalOf(own);
    const isNear = like !== undefined;
    const isKept = this.#store(capture, digest, original, isNear);
    const body = like ?? { digest, bytes: exchange.body.length };
    const revisit = isKept && (capture.place ? capture.revisit === true : original !== NONE);
    const type = this.#types.idOf(capture.type);
    this.#captures.push(capture, this.urls, { type, original, ...body, revisit, near: revisit && isNear });
    if (exchange.body.length > 0 && original === NONE && isKept) this.#bodies.add(digest, row);
    if (page) this.#pages.push(page, row, this.urls);
    return row;
  }

  /** The body that stands for one that is nearly equal; undefined where its own is to be written. */
  #likeOf({ near, place, exchange }: NewCapture) {
    if (near === undefined || place || !this.#warc) return undefined;
    const found = this.#captures.bodyOf(near);
    if (!found || found.codings !== codingsCode(codingsOf(exchange))) return undefined;
    return { row: found.row, bytes: found.bytes, digest: Buffer.from(this.#captures.digest(found.row)) };
  }

  /** The earlier row that keeps the same body, or NONE. */
  #originalOf(digest: Buffer): number {
    const row = this.#bodies.rowOf(digest);
    return row >= 0 && this.#captures.digest(row).equals(digest) ? row : NONE;
  }

  /** Has the exchange written if it is to be. @returns false where it stands in no archive */
  #store(capture: NewCapture, digest: Buffer, original: number, near: boolean): boolean {
    const { exchange, place, depth, via } = capture;
    if (place || !this.#warc) {
      this.#drain(); // places are told in the order of rows
      this.#captures.place(place ?? { file: 0, offset: 0, length: 0 });
      return place !== undefined && place.length > 0;
    }
    const origin = { depth, via, ...(isHtmlWithoutPage(capture) && { prerequisite: true }) };
    if (original === NONE) this.#warc.write(exchange, digest, origin);
    else {
      const { url, time } = this.#captures.asked(original);
      this.#warc.write(exchange, digest, origin, { url: this.urls.at(url), time, near });
    }
    this.#tellPlaces(this.#warc);
    return true;
  }

  /** Everything is handed to the system, and each row has its place. */
  #drain(): void {
    if (!this.#warc) return;
    this.#warc.drain();
    this.#tellPlaces(this.#warc);
  }

  #tellPlaces(warc: WarcAside): void {
    for (const place of warc.placed()) this.#captures.place(this.#listed(place));
  }

  /** The place of a record by the snapshot's list of files. */
  #listed({ file, offset, length }: Place): Place {
    const own = this.#warc?.files ?? [];
    while (this.#own.length < own.length) {
      this.#own.push(this.#files.push({ path: own[this.#own.length], own: true }) - 1);
    }
    return { file: this.#own[file], offset, length };
  }

  commit(state: unknown = this.#state): Promise<void> {
    return this.#commit(state);
  }

  #commit(state: unknown, more: Partial<Manifest> = {}): Promise<void> {
    let manifest: Manifest;
    let keep: (() => Promise<void>) | undefined;
    try {
      this.#check();
      this.#drain();
      keep = this.#ids?.checkpoint();
      manifest = { ...this.#now(state), ...more };
    } catch (error) {
      this.#failure ??= error;
      return Promise.reject(error);
    }
    const before = this.#commits;
    const sets = [...this.#sets.values()];
    this.#commits = (async () => {
      await before.catch(() => {});
      await Promise.all([this.#warc?.sync(), ...sets.map((set) => set.sync())]);
      if (manifest.sha256 === undefined) rmSync(join(this.folder, CDXJ_FILE), { force: true });
      await replaceFile(join(this.folder, MANIFEST), manifestText(manifest));
      this.#state = state;
      await keep?.();
    })();
    // what could not be made to last may be lost, and the system says so once: no later commit is true
    return this.#commits.catch((error: unknown) => {
      throw (this.#failure ??= error);
    });
  }

  /** The snapshot as it is at this moment, all of it written if not yet on disk. */
  #now(state: unknown): Manifest {
    const columns = Object.fromEntries([...this.#sets].map(([name, set]) => [name, set.flush()]));
    const { sha256: _, state: __, ...rest } = this.#manifest;
    return {
      ...rest,
      captures: this.captures,
      pages: this.pages,
      urls: this.urls.size,
      hosts: this.urls.hosts,
      links: this.links,
      types: [...this.#types.names],
      files: [...this.#files],
      ...(this.#warc && { archive: this.#warc.position }),
      columns: { ...rest.columns, ...columns },
      ...(state !== undefined && { state }),
    };
  }

  async finish(): Promise<void> {
    await this.#commit(this.#state);
    const snapshot = await openSnapshot(this.folder);
    try {
      await writeCdxjOf(snapshot, join(this.folder, CDXJ_FILE));
      if (snapshot.captures !== this.captures) return this.commit(); // something was added meanwhile
      await this.#commit(this.#state, { sha256: snapshot.sha256 });
    } finally {
      snapshot.close();
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#commits.catch(() => {});
    await this.#opened.close();
  }

  #check(): void {
    if (this.#closed) throw problem.failed`${this.folder} is closed: open it again to add to it`;
    if (this.#failure) throw this.#failure;
  }
}

/** HTML that was read for another end, as a robots.txt is: whoever opens the archive would take it for a page. */
const isHtmlWithoutPage = ({ page, exchange: { status, head, body } }: NewCapture): boolean =>
  page === undefined && status >= 200 && status < 300 && isHtmlType(responseType(head, body));
