import { closeSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { grown } from "../growing.js";
import { makeFolder, readUpTo, writeAll } from "./durable.js";

/** Bytes that are read and written at once. */
const PAGE = 4096;

/**
 * Bytes by position, 0 at first, for as long as a process lasts: pages that were used lately stand in memory, the others
 * in a file, which is made when there is no more room and removed on closing. Which page leaves is decided by CLOCK.
 *
 * Memory: 4 kB for each page at hand, and 4 bytes for each page of the file.
 */
export class ScratchFile {
  readonly path: string;
  readonly #most: number;
  #fd = -1;
  /** By page: its place in memory + 1; 0: it is on disk, or was never used. */
  #places = new Uint32Array(256);
  readonly #views: DataView[] = [];
  /** By place. */
  readonly #pages: Uint32Array;
  readonly #isUsed: Uint8Array;
  #hand = 0;
  /** Bytes of the file. */
  #written = 0;
  readonly #found: { view: DataView; at: number } = { view: new DataView(new ArrayBuffer(0)), at: 0 };

  /**
   * Removes what a kill left at the path.
   *
   * @param most pages that stand in memory, 1 or more: 4 MB of them by default
   */
  constructor(path: string, most = 1024) {
    rmSync(path, { force: true });
    this.path = path;
    this.#most = most;
    this.#pages = new Uint32Array(most);
    this.#isUsed = new Uint8Array(most);
  }

  /**
   * Where the byte at a position stands, and up to the next multiple of 4,096 those behind it, to be read and written
   * until the next call.
   *
   * @throws the error of the operating system
   */
  writable(position: number): { readonly view: DataView; readonly at: number } {
    const page = Math.floor(position / PAGE);
    this.#places = grown(this.#places, page + 1);
    const place = this.#places[page] === 0 ? this.#load(page) : this.#places[page] - 1;
    this.#isUsed[place] = 1;
    this.#found.view = this.#views[place];
    this.#found.at = position % PAGE;
    return this.#found;
  }

  close(): void {
    if (this.#fd < 0) return;
    closeSync(this.#fd);
    this.#fd = -1;
    rmSync(this.path, { force: true });
  }

  #load(page: number): number {
    const place = this.#freePlace();
    const view = this.#views[place];
    const bytes = new Uint8Array(view.buffer);
    const begin = page * PAGE;
    const read = begin < this.#written ? readUpTo(this.#fd, bytes, PAGE, begin) : 0;
    bytes.fill(0, read);
    this.#pages[place] = page;
    this.#places[page] = place + 1;
    return place;
  }

  /** A place that no page has any more: what stood there is in the file. */
  #freePlace(): number {
    if (this.#views.length < this.#most) return this.#views.push(new DataView(new ArrayBuffer(PAGE))) - 1;
    while (this.#isUsed[this.#hand] === 1) {
      this.#isUsed[this.#hand] = 0;
      this.#hand = (this.#hand + 1) % this.#most;
    }
    const place = this.#hand;
    this.#hand = (place + 1) % this.#most;
    const page = this.#pages[place];
    this.#write(page, new Uint8Array(this.#views[place].buffer));
    this.#places[page] = 0;
    return place;
  }

  #write(page: number, bytes: Uint8Array): void {
    if (this.#fd < 0) {
      makeFolder(dirname(this.path));
      this.#fd = openSync(this.path, "w+");
    }
    writeAll(this.#fd, bytes, page * PAGE);
    this.#written = Math.max(this.#written, (page + 1) * PAGE);
  }
}
