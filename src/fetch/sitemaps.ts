import { hostOfOrigin, originOf } from "../url/host.js";
import type { Scope } from "./scope.js";

/** Sitemaps of one host that are asked for. */
const MOST = 1_000;

/**
 * Which sitemaps are asked for, of those that robots.txt files and other sitemaps name: what the scope would let in if
 * it were a page, 1,000 of a host at the most.
 */
export class Sitemaps {
  readonly #scope: Pick<Scope, "look">;
  readonly #begin: (urls: readonly string[]) => void;
  readonly #counts = new Map<string, number>();
  /** Those asked for by this run. */
  readonly #wanted = new Set<string>();

  /** @param begin takes URLs as start pages; one that is known already changes nothing */
  constructor(scope: Pick<Scope, "look">, begin: (urls: readonly string[]) => void) {
    this.#scope = scope;
    this.#begin = begin;
  }

  add(urls: readonly string[]): void {
    const wanted = urls.filter((url) => this.#isWanted(url));
    for (const url of wanted) this.#wanted.add(url);
    this.#begin(wanted);
  }

  /** Where a sitemap redirects to stands for it, though it may be called as no page is. */
  redirected(from: string, to: string): void {
    if (this.#wanted.has(from)) this.add([to]);
  }

  #isWanted(url: string): boolean {
    const page = url.replace(/(?:\.xml)?(?:\.gz)?$/i, ""); // no page has such a suffix
    if ((this.#scope.look(url, 0) ?? "suffix") !== "suffix" || this.#scope.look(page, 0) !== undefined) return false;
    const host = hostOfOrigin(originOf(url));
    const count = this.#counts.get(host) ?? 0;
    this.#counts.set(host, count + 1);
    return count < MOST;
  }
}
