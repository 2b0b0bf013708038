import type { UrlId, UrlTable } from "../../archive/capture.js";
import { grown } from "../../base/growing.js";
import type { Waiting } from "./frontier.js";

/** Hops of a URL that does not wait. */
const ABSENT = 0xff;

/**
 * URLs that wait, by id, without their order: where each was found is kept as an id, and its text with the URLs.
 *
 * 7 bytes per URL up to the highest id, twice that after an array has grown.
 */
export class WaitingColumns {
  readonly #urls: UrlTable;
  #depths = new Uint16Array(256);
  #hops = new Uint8Array(256).fill(ABSENT);
  /** Id + 1 of the page on which it was found; 0: none. */
  #via = new Uint32Array(256);
  #size = 0;
  #lastVia: { readonly url: string; readonly id: UrlId } | undefined;

  constructor(urls: UrlTable) {
    this.#urls = urls;
  }

  get size(): number {
    return this.#size;
  }

  add({ id, depth, hops, via }: Waiting): void {
    if (id >= this.#hops.length) this.#lengthen(id + 1);
    if (this.#hops[id] === ABSENT) this.#size++;
    this.#depths[id] = Math.min(depth, 0xffff);
    this.#hops[id] = Math.min(hops, ABSENT - 1);
    this.#via[id] = via === undefined ? 0 : this.#idOf(via) + 1;
  }

  /** Takes one out; undefined: it does not wait. */
  take(id: UrlId): Waiting | undefined {
    if (id >= this.#hops.length || this.#hops[id] === ABSENT) return undefined;
    const via = this.#via[id];
    const taken = {
      id,
      url: this.#urls.at(id),
      depth: this.#depths[id],
      hops: this.#hops[id],
      ...(via > 0 && { via: this.#urls.at(via - 1) }),
    };
    this.#hops[id] = ABSENT;
    this.#size--;
    return taken;
  }

  /** Links of a page come one after the other. */
  #idOf(url: string): UrlId {
    if (this.#lastVia?.url !== url) this.#lastVia = { url, id: this.#urls.idOf(url) };
    return this.#lastVia.id;
  }

  #lengthen(size: number): void {
    const before = this.#hops.length;
    this.#depths = grown(this.#depths, size);
    this.#hops = grown(this.#hops, size).fill(ABSENT, before);
    this.#via = grown(this.#via, size);
  }
}
