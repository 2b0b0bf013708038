import type { UrlId } from "../trace/url-trace.js";

/**
 * Doubly linked lists of URLs, each URL in at most one of them: what queues, stacks and their ghosts are made of. A list is known
 * by its number; its front is where URLs are added.
 *
 * 8 bytes per URL.
 */
export class Lists {
  /** Neighbours of each URL, towards the back and towards the front; behind the URLs one anchor per list. */
  readonly #back: Uint32Array;
  readonly #front: Uint32Array;
  readonly #urls: number;
  readonly #sizes: Float64Array;

  constructor(urls: number, lists: number) {
    this.#urls = urls;
    this.#back = new Uint32Array(urls + lists);
    this.#front = new Uint32Array(urls + lists);
    this.#sizes = new Float64Array(lists);
    for (let list = 0; list < lists; list++) this.#back[urls + list] = this.#front[urls + list] = urls + list;
  }

  size(list: number): number {
    return this.#sizes[list];
  }

  /** Adds a URL, which is in no list, at the front. */
  push(list: number, url: UrlId): void {
    const anchor = this.#urls + list;
    const second = this.#back[anchor];
    this.#back[url] = second;
    this.#front[url] = anchor;
    this.#front[second] = url;
    this.#back[anchor] = url;
    this.#sizes[list]++;
  }

  /** Takes a URL out of the list that it is in. */
  remove(list: number, url: UrlId): void {
    const back = this.#back[url];
    const front = this.#front[url];
    this.#front[back] = front;
    this.#back[front] = back;
    this.#sizes[list]--;
  }

  /** The URL at the back; the list holds one. */
  last(list: number): UrlId {
    return this.#front[this.#urls + list];
  }

  /** The next URL towards the front; -1 behind the one at the front. */
  ahead(url: UrlId): UrlId | -1 {
    const front = this.#front[url];
    return front < this.#urls ? front : -1;
  }

  /** Takes out the URL at the back, and returns it. */
  pop(list: number): UrlId {
    const url = this.last(list);
    this.remove(list, url);
    return url;
  }
}
