import { ownerOf } from "../../trace/url-trace.js";
import { nameOf } from "../../web/web.js";
import { type AssignmentOptions, assignedKeys } from "./assignment.js";
import type { LinkedUrls } from "./linked-urls.js";

/** What has become of a URL, in the order in which it does. */
export const UrlState = { unknown: 0, discovered: 1, taken: 2, crawled: 3 } as const;

/**
 * The URLs of a crawl: c copies of a web side by side, of which nothing but this state is kept. URL u of copy i is i
 * size + u, host h is i hosts + h; the copies share no host and no URL.
 *
 * 1 byte per URL of all copies, 5 per host.
 */
export class CrawledUrls {
  readonly linked: LinkedUrls;
  readonly copies: number;
  readonly processes: number;
  /** Of each URL. */
  readonly state: Uint8Array;
  /** Of each host: `ownerOf(key, processes)` is its process. */
  readonly hostKeys: Uint32Array;
  /** For marking the URLs of one page: stamps of `nextStamp`. */
  readonly lastSeen: Uint32Array;
  readonly #owners: Uint8Array | Uint16Array;
  readonly #fetched: number;
  #stamp = 0;

  constructor(
    linked: LinkedUrls,
    copies: number,
    processes: number,
    outside: "fetched" | "ignored",
    assignment: AssignmentOptions = {},
  ) {
    this.linked = linked;
    this.copies = copies;
    this.processes = processes;
    this.state = new Uint8Array(linked.size * copies);
    this.lastSeen = new Uint32Array(linked.size);
    this.#fetched = outside === "fetched" ? linked.size : linked.stored;
    this.hostKeys = assignedKeys(linked, copies, assignment).keys;
    this.#owners = new (processes <= 256 ? Uint8Array : Uint16Array)(this.hostKeys.length);
    for (let host = 0; host < this.#owners.length; host++) this.#owners[host] = ownerOf(this.hostKeys[host], processes);
  }

  get size(): number {
    return this.state.length;
  }

  hostOf(url: number): number {
    const { size, hosts, hostOf } = this.linked;
    const copy = Math.floor(url / size);
    return copy * hosts + hostOf[url - copy * size];
  }

  /** The process that a host belongs to. */
  ownerOfHost(host: number): number {
    return this.#owners[host];
  }

  /** The process that a URL belongs to. */
  ownerOf(url: number): number {
    return this.#owners[this.hostOf(url)];
  }

  /** Is a URL downloaded when its turn comes? @param url of one copy */
  fetches(url: number): boolean {
    return url < this.#fetched;
  }

  nextStamp(): number {
    if (++this.#stamp === 2 ** 32) {
      this.lastSeen.fill(0);
      this.#stamp = 1;
    }
    return this.#stamp;
  }

  /** How a person names a URL. */
  nameOf(url: number): string {
    const { web, size, urls } = this.linked;
    const own = url % size;
    const name = urls?.at(own) || nameOf(web, own);
    return this.copies === 1 ? name : `${name}, copy ${Math.floor(url / size)}`;
  }

  /** Pages that each process owns, and the links on them: the most that it can meet. */
  shares(): { readonly pages: Float64Array; readonly links: Float64Array } {
    const { hosts, stored, hostOf, offsets } = this.linked;
    const pagesOf = new Float64Array(hosts);
    const linksOf = new Float64Array(hosts);
    for (let page = 0; page < stored; page++) {
      pagesOf[hostOf[page]]++;
      linksOf[hostOf[page]] += offsets[page + 1] - offsets[page];
    }
    const pages = new Float64Array(this.processes);
    const links = new Float64Array(this.processes);
    for (let host = 0; host < this.#owners.length; host++) {
      pages[this.#owners[host]] += pagesOf[host % hosts];
      links[this.#owners[host]] += linksOf[host % hosts];
    }
    return { pages, links };
  }
}
