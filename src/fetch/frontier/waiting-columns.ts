import type { UrlId, UrlTable } from "../../archive/capture.js";
import { storageError } from "../../archive/error.js";
import type { ScratchFile } from "../../base/file/scratch-file.js";
import type { Waiting } from "./frontier.js";

/**
 * Bytes of an entry: 2 of depth; 1 of hops + 1, 0 where it does not wait; 1 unused; 4 of id + 1 of the page on which it
 * was found, 0 where that is none.
 */
const ENTRY = 8;
const MOST_DEPTH = 0xffff;
const MOST_HOPS = 0xfe;

/**
 * URLs that wait, by id, without their order: where each was found is kept as an id, and its text with the URLs. They
 * stand on disk, 8 bytes for each URL up to the highest id; in memory only what the file keeps at hand.
 */
export class WaitingColumns {
  readonly #urls: UrlTable;
  readonly #file: ScratchFile;
  #size = 0;
  #lastVia: { readonly url: string; readonly id: UrlId } | undefined;

  constructor(urls: UrlTable, file: ScratchFile) {
    this.#urls = urls;
    this.#file = file;
  }

  get size(): number {
    return this.#size;
  }

  /** @throws "disk-full", "failed" */
  add({ id, depth, hops, via }: Waiting): void {
    const { view, at } = this.#entry(id);
    if (view.getUint8(at + 2) === 0) this.#size++;
    view.setUint16(at, Math.min(depth, MOST_DEPTH), true);
    view.setUint8(at + 2, Math.min(hops, MOST_HOPS) + 1);
    view.setUint32(at + 4, via === undefined ? 0 : this.#idOf(via) + 1, true);
  }

  /** Takes one out; undefined: it does not wait. @throws "disk-full", "failed" */
  take(id: UrlId): Waiting | undefined {
    if (!(id >= 0 && id < this.#urls.size)) return undefined;
    const { view, at } = this.#entry(id);
    const hops = view.getUint8(at + 2) - 1;
    if (hops < 0) return undefined;
    view.setUint8(at + 2, 0);
    this.#size--;
    const via = view.getUint32(at + 4, true);
    const found = { id, url: this.#urls.at(id), depth: view.getUint16(at, true), hops };
    return via > 0 ? { ...found, via: this.#urls.at(via - 1) } : found;
  }

  close(): void {
    this.#file.close();
  }

  #entry(id: UrlId) {
    try {
      return this.#file.writable(id * ENTRY);
    } catch (error) {
      throw storageError(error, this.#file.path);
    }
  }

  /** Links of a page come one after the other. */
  #idOf(url: string): UrlId {
    if (this.#lastVia?.url !== url) this.#lastVia = { url, id: this.#urls.idOf(url) };
    return this.#lastVia.id;
  }
}
