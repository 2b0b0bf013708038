import type { UrlId } from "../trace/url-trace.js";
import { ABSENT, type UrlPlaces } from "./places.js";

/** Slots of URLs that are whole numbers up to 2^53: some 60 bytes per slot that is taken, none for other URLs. */
export class KeyedPlaces implements UrlPlaces {
  readonly slots: number;
  readonly #slots = new Map<UrlId, number>();
  readonly #urls: Float64Array;
  readonly #free: number[] = [];
  #unused = 0;

  /** @param most URLs that have slots at the same time */
  constructor(most: number) {
    this.slots = most;
    this.#urls = new Float64Array(most);
  }

  of(url: UrlId): number {
    return this.#slots.get(url) ?? ABSENT;
  }

  add(url: UrlId): number {
    const slot = this.#free.pop() ?? this.#unused++;
    this.#take(slot, url);
    return slot;
  }

  drop(slot: number): void {
    this.#slots.delete(this.#urls[slot]);
    this.#free.push(slot);
  }

  replace(slot: number, url: UrlId): void {
    this.#slots.delete(this.#urls[slot]);
    this.#take(slot, url);
  }

  urlAt(slot: number): UrlId {
    return this.#urls[slot];
  }

  #take(slot: number, url: UrlId): void {
    this.#slots.set(url, slot);
    this.#urls[slot] = url;
  }
}
