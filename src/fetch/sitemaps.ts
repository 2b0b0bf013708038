import type { SmallFiles } from "../base/file/small-files.js";
import { hostOfOrigin, originOf } from "../url/host.js";
import type { Scope } from "./scope.js";

/** Sitemaps of one host that are asked for. */
const MOST = 1_000;

/** Those that were asked for, a line each: what a sitemap redirects to is one, too, in a later run as well. */
const FILE = "sitemaps.txt";

/**
 * Which sitemaps are asked for, of those that robots.txt files and other sitemaps name: what the scope would let in if
 * it were a page, 1,000 of a host at the most.
 */
export class Sitemaps {
  readonly #scope: Pick<Scope, "look">;
  readonly #begin: (urls: readonly string[]) => void;
  readonly #files: SmallFiles;
  readonly #counts = new Map<string, number>();
  /** Those asked for, by earlier runs too. */
  readonly #wanted = new Set<string>();
  /** Those that are not on disk yet. */
  #unsaved: string[] = [];

  /**
   * @param begin takes URLs as start pages; one that is known already changes nothing
   * @param files where those of earlier runs stand
   */
  constructor(scope: Pick<Scope, "look">, begin: (urls: readonly string[]) => void, files: SmallFiles) {
    this.#scope = scope;
    this.#begin = begin;
    this.#files = files;
    for (const url of `${Buffer.from(files.read(FILE) ?? [])}`.split("\n")) if (url !== "") this.#want(url);
  }

  add(urls: readonly string[]): void {
    for (const url of urls) if (this.#isWanted(url)) this.adopt([url]);
    this.#begin(urls.filter((url) => this.#wanted.has(url)));
  }

  /** Those that another process asked for, or would have: their hosts are this one's from now on. */
  adopt(urls: readonly string[]): void {
    for (const url of urls) {
      if (this.#wanted.has(url)) continue;
      this.#want(url);
      this.#unsaved.push(url);
    }
  }

  /** All that were named. */
  get urls(): readonly string[] {
    return [...this.#wanted];
  }

  /** Before the sitemaps that named them are stored: those need not be fetched again then. */
  async save(): Promise<void> {
    const unsaved = this.#unsaved;
    if (unsaved.length === 0) return;
    this.#unsaved = [];
    // a line that a kill cut off ends there
    await this.#files.append(FILE, Buffer.from(unsaved.map((url) => `\n${url}`).join("")));
  }

  /** Was the URL named as a sitemap? */
  has(url: string): boolean {
    return this.#wanted.has(url);
  }

  /** Where a sitemap redirects to stands for it, though it may be called as no page is. */
  redirected(from: string, to: string): void {
    if (this.#wanted.has(from)) this.add([to]);
  }

  #want(url: string): void {
    const host = hostOfOrigin(originOf(url));
    this.#counts.set(host, (this.#counts.get(host) ?? 0) + 1);
    this.#wanted.add(url);
  }

  #isWanted(url: string): boolean {
    const page = url.replace(/(?:\.xml)?(?:\.gz)?$/i, ""); // no page has such a suffix
    if ((this.#scope.look(url, 0) ?? "suffix") !== "suffix" || this.#scope.look(page, 0) !== undefined) return false;
    return (this.#counts.get(hostOfOrigin(originOf(url))) ?? 0) < MOST;
  }
}
