import { rowOf } from "../base/search.js";
import { hostLabel } from "../url/host-label.js";
import type { PageId } from "../web/graph/graph.js";
import type { Addresses, HostIndex } from "./address.js";
import { drawNormal, LOT } from "./chance.js";

/**
 * Deviation of the logarithm of host sizes: the largest of 1,600 hosts has about 30 times the pages of the median one.
 */
const SPREAD = 1.1;

/** The label of a web in the names of its hosts, which have others before it. */
export const labelOf = (web: string): string => hostLabel(web, "web", 40);

/**
 * Addresses for a web without URLs: host 17 is h17.web-notredame.example; its first page is "/", page 3,412 is
 * "/p/3412.html". Pages with neighbouring ids share a host, since sources of links are in crawl order or sorted by URL,
 * where neighbours are of one host too. Host sizes are log-normal, at least one page each.
 *
 * Page to address O(log hosts), address to page O(1); 4 bytes per host.
 */
export class GeneratedAddresses implements Addresses {
  readonly pages: number;
  readonly hosts: number;
  readonly #suffix: string;
  /** First page of each host, and the number of pages at the end. */
  readonly #firsts: Uint32Array;

  constructor(name: string, pages: number, hosts: number, seed: number) {
    this.pages = pages;
    this.hosts = hosts;
    this.#suffix = `.${labelOf(name)}.example`;
    const weights = Float64Array.from({ length: hosts }, (_, host) =>
      Math.exp(SPREAD * drawNormal(seed, LOT.hostSize, host)),
    );
    let total = 0;
    for (const weight of weights) total += weight;
    this.#firsts = new Uint32Array(hosts + 1);
    let before = 0;
    for (let host = 0; host < hosts; host++) {
      this.#firsts[host] = host + Math.floor((pages - hosts) * Math.min(1, before / total));
      before += weights[host];
    }
    this.#firsts[hosts] = pages;
  }

  hostOf(page: PageId): HostIndex {
    return rowOf(this.#firsts, page);
  }

  hostName(host: HostIndex): string {
    return `h${host}${this.#suffix}`;
  }

  hostIndex(name: string): HostIndex {
    if (!name.endsWith(this.#suffix)) return -1;
    const digits = /^h(0|[1-9]\d{0,9})$/.exec(name.slice(0, -this.#suffix.length))?.[1];
    return digits !== undefined && Number(digits) < this.hosts ? Number(digits) : -1;
  }

  path(page: PageId): string {
    return page === this.#firsts[this.hostOf(page)] ? "/" : `/p/${page}.html`;
  }

  find(host: HostIndex, path: string): PageId {
    const first = this.#firsts[host];
    if (path === "/") return first;
    const digits = /^\/p\/(0|[1-9]\d{0,9})\.html$/.exec(path)?.[1];
    if (digits === undefined) return -1;
    const page = Number(digits);
    return page > first && page < this.#firsts[host + 1] ? page : -1;
  }

  firstOf(host: HostIndex): PageId {
    return this.#firsts[host];
  }

  pagesOf(host: HostIndex): Uint32Array {
    const first = this.#firsts[host];
    return Uint32Array.from({ length: this.#firsts[host + 1] - first }, (_, index) => first + index);
  }
}
