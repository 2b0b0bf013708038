import type { PageId } from "../../web/graph/graph.js";

/** Hosts of discovered pages as dense numbers, in the order in which they were first seen. */
export class HostNumbers {
  readonly #hosts: Uint32Array;
  readonly #numbers = new Map<string, number>();

  /** @param size number of pages; bounds page ids */
  constructor(size: number) {
    this.#hosts = new Uint32Array(size);
  }

  /** Hosts seen so far. */
  get count(): number {
    return this.#numbers.size;
  }

  /** A page turned up. @returns the number of its host */
  add(page: PageId, url: string): number {
    const host = hostOf(url);
    let number = this.#numbers.get(host);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(host, number);
    }
    this.#hosts[page] = number;
    return number;
  }

  /** Host of a page that was added. */
  of(page: PageId): number {
    return this.#hosts[page];
  }
}

/** Host of an absolute URL in lower case, with its port and without user name; "" for anything else. */
function hostOf(url: string): string {
  const scheme = url.indexOf("://");
  if (scheme < 1 || endOf(url, 0) !== scheme + 1) return ""; // "/a?u=http://b" has none
  const from = scheme + 3;
  const to = endOf(url, from);
  return url.slice(Math.max(from, url.lastIndexOf("@", to - 1) + 1), to).toLowerCase();
}

/** Where the first "/", "?" or "#" from `from` on stands, or else the end. */
function endOf(url: string, from: number): number {
  for (let at = from; at < url.length; at++) {
    const char = url.charCodeAt(at);
    if (char === 0x2f || char === 0x3f || char === 0x23) return at;
  }
  return url.length;
}
