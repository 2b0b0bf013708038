import { fnvOf, goldenTimes } from "../base/mix.js";
import type { Strings } from "../base/strings.js";
import { parseUrl, pathOf } from "../url/parse.js";
import type { PageId } from "../web/graph/graph.js";
import { type Addresses, type HostIndex, hostIn } from "./address.js";
import { labelOf } from "./generated-addresses.js";

/** What the WHATWG parser would give back unchanged: spares the parser for nearly all URLs. */
const PLAIN =
  /^https?:\/\/((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*)(\/[A-Za-z0-9\-._~!$&'()*+,;=:@/]*(?:\?[A-Za-z0-9\-._~!$&()*+,;=:@/?]+)?)$/;
const DOTS = /\/\.{1,2}(?:[/?]|$)/;

interface Address {
  readonly host: string;
  readonly path: string;
}

/**
 * The URLs that a web brings, as http: scheme, fragment, user name, default port and a dot at the end of the host do not
 * count. Where two pages of the web have the same address for that reason (http and https of one page, "/#a" and "/#b"),
 * the later one gets a query that tells its page number; a text that is no URL gets a made-up one.
 *
 * Page to address: one look at the web's URLs. Address to page: O(1) expected. About 16 bytes per page; five million
 * pages take some seconds to set up.
 */
export class OwnAddresses implements Addresses {
  readonly pages: number;
  readonly #urls: Strings;
  readonly #strange: string;
  readonly #names: string[] = [];
  readonly #firsts: PageId[] = [];
  readonly #ids = new Map<string, HostIndex>();
  readonly #hostOf: Uint32Array;
  /** Open addressing: page + 1 by hash of its address, 0 for a free slot. */
  readonly #slots: Uint32Array;
  /** By page, so that a probe seldom has to compute an address. */
  readonly #hashes: Uint32Array;
  /** Paths of pages whose own URL was taken. */
  readonly #renamed = new Map<PageId, string>();
  #byHost: { readonly offsets: Uint32Array; readonly pages: Uint32Array } | undefined;

  constructor(name: string, urls: Strings) {
    this.pages = urls.size;
    this.#urls = urls;
    this.#strange = `no-url.${labelOf(name)}.example`;
    this.#hostOf = new Uint32Array(urls.size);
    this.#hashes = new Uint32Array(urls.size);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(1.5 * urls.size + 2)));
    for (let page = 0; page < urls.size; page++) this.#add(page);
  }

  get hosts(): number {
    return this.#names.length;
  }

  hostOf(page: PageId): HostIndex {
    return this.#hostOf[page];
  }

  hostName(host: HostIndex): string {
    return this.#names[host];
  }

  hostIndex(name: string): HostIndex {
    return this.#ids.get(name) ?? -1;
  }

  path(page: PageId): string {
    return this.#renamed.get(page) ?? this.#split(page).path;
  }

  find(host: HostIndex, path: string): PageId {
    const slot = this.#slots[this.#slotOf(host, path)];
    return slot - 1;
  }

  firstOf(host: HostIndex): PageId {
    return this.#firsts[host];
  }

  pagesOf(host: HostIndex): Uint32Array {
    this.#byHost ??= this.#sorted();
    return this.#byHost.pages.subarray(this.#byHost.offsets[host], this.#byHost.offsets[host + 1]);
  }

  #add(page: PageId): void {
    const { host: name, path: wanted } = this.#split(page);
    const host = this.#ids.get(name) ?? this.#newHost(name, page);
    this.#hostOf[page] = host;
    let path = wanted;
    let slot = this.#slotOf(host, path);
    for (let copy = ""; this.#slots[slot] !== 0; copy += "-") {
      path = `${wanted}${wanted.includes("?") ? "&" : "?"}page=${page}${copy}`;
      slot = this.#slotOf(host, path);
    }
    if (path !== wanted) this.#renamed.set(page, path);
    this.#slots[slot] = page + 1;
    this.#hashes[page] = hashOf(host, path);
  }

  #newHost(name: string, first: PageId): HostIndex {
    const host = this.#names.length;
    this.#names.push(name);
    this.#firsts.push(first);
    this.#ids.set(name, host);
    return host;
  }

  /** The slot that holds an address, or the free one where it would go. */
  #slotOf(host: HostIndex, path: string): number {
    const hash = hashOf(host, path);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const page = this.#slots[slot] - 1;
      if (page < 0) return slot;
      if (this.#hashes[page] === hash && this.#hostOf[page] === host && this.path(page) === path) return slot;
    }
  }

  #split(page: PageId): Address {
    const url = this.#urls.at(page);
    const plain = PLAIN.exec(url);
    if (plain && !DOTS.test(plain[2]) && !plain[1].includes("xn--")) return { host: plain[1], path: plain[2] };
    const parsed = parseUrl(url);
    if (parsed?.protocol === "http:" || parsed?.protocol === "https:")
      return { host: hostIn(parsed), path: pathOf(parsed) };
    return { host: this.#strange, path: `/p/${page}.html` };
  }

  #sorted() {
    const offsets = new Uint32Array(this.hosts + 1);
    for (const host of this.#hostOf) offsets[host + 1]++;
    for (let host = 0; host < this.hosts; host++) offsets[host + 1] += offsets[host];
    const next = offsets.slice();
    const pages = new Uint32Array(this.pages);
    for (let page = 0; page < this.pages; page++) pages[next[this.#hostOf[page]]++] = page;
    return { offsets, pages };
  }
}

const hashOf = (host: HostIndex, path: string): number => fnvOf(path, goldenTimes(host + 1)) >>> 0;
