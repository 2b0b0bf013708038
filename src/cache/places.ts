import { got, problem } from "../base/error.js";
import type { UrlId } from "../trace/url-trace.js";

/** No slot. */
export const ABSENT = -1;

/**
 * Slots for the URLs that a cache holds or remembers, so that what it knows of them lies close together, however many
 * other URLs there are.
 */
export interface UrlPlaces {
  /** Slots, taken or not. */
  readonly slots: number;
  /** -1 for a URL that has none. */
  of(url: UrlId): number;
  /** A slot for a URL that has none; one is free. */
  add(url: UrlId): number;
  /** The URL in the slot gives it up. */
  drop(slot: number): void;
  /** Another URL, which has no slot, takes the place of the one in the slot. */
  replace(slot: number, url: UrlId): void;
  urlAt(slot: number): UrlId;
}

/** @param keyed makes those of URLs that are not numbered from 0 */
export const placesOf = (urls: number, most: number, keyed?: (most: number) => UrlPlaces): UrlPlaces =>
  keyed?.(most) ?? new Places(urls, most);

/** For URLs that are numbered from 0: 4 bytes per URL, 4 per slot. */
export class Places implements UrlPlaces {
  readonly slots: number;
  /** By URL: its slot + 1; 0 for none. */
  readonly #places: Int32Array;
  /** By slot: its URL; of a free one, the next that is free. */
  readonly #urls: Int32Array;
  #unused = 0;
  #free = ABSENT;

  /**
   * @param urls bounds URL numbers
   * @param most URLs that have slots at the same time
   * @throws "option" for more than 2^30 URLs
   */
  constructor(urls: number, most: number) {
    if (urls > 2 ** 30) throw problem.option`this policy takes up to 2^30 URLs; ${got(urls)}: sample them`;
    this.slots = Math.min(urls, most);
    this.#places = new Int32Array(urls);
    this.#urls = new Int32Array(this.slots);
  }

  of(url: UrlId): number {
    return this.#places[url] - 1;
  }

  add(url: UrlId): number {
    let slot = this.#free;
    if (slot === ABSENT) slot = this.#unused++;
    else this.#free = this.#urls[slot];
    this.#urls[slot] = url;
    this.#places[url] = slot + 1;
    return slot;
  }

  drop(slot: number): void {
    this.#places[this.#urls[slot]] = 0;
    this.#urls[slot] = this.#free;
    this.#free = slot;
  }

  replace(slot: number, url: UrlId): void {
    this.#places[this.#urls[slot]] = 0;
    this.#urls[slot] = url;
    this.#places[url] = slot + 1;
  }

  urlAt(slot: number): UrlId {
    return this.#urls[slot];
  }
}
