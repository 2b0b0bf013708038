import { domainToASCII } from "node:url";
import { type CrawlbenchError, got, problem } from "../../base/error.js";

/**
 * Values for host names: a name stands for that host and for all hosts below it ("example.org" for "www.example.org"
 * too), and of several that fit, the longest counts. O(labels of the host) per look-up.
 */
export class NameMap<V> {
  readonly #values = new Map<string, V>();

  get size(): number {
    return this.#values.size;
  }

  /** @throws "option" for a text that is no host name */
  set(name: string, value: V): void {
    this.#values.set(hostName(name), value);
  }

  find(host: string): V | undefined {
    if (this.#values.size === 0) return undefined;
    for (let name = host; ; name = name.slice(name.indexOf(".") + 1)) {
      const value = this.#values.get(name);
      if (value !== undefined || !name.includes(".")) return value;
    }
  }

  /** @returns false: it stood for none. @throws "option" for a text that is no host name */
  delete(name: string): boolean {
    return this.#values.delete(hostName(name));
  }

  names(): string[] {
    return [...this.#values.keys()];
  }
}

/** Is a host the one of that name, or below it? */
export const isAtOrBelow = (host: string, name: string) =>
  host.endsWith(name) && (host.length === name.length || host[host.length - name.length - 1] === ".");

/** Of a name that is to be unblocked and is not blocked itself. @param blocked the names that are */
export function notBlocked(name: string, blocked: readonly string[]): CrawlbenchError {
  const above = blocked.find((other) => isAtOrBelow(name, other));
  return above === undefined
    ? problem.option`${name} is not blocked`
    : problem.option`${name} is blocked as part of ${above}: unblock that`;
}

/** A name as URLs have it: in lower case, and "xn--bcher-kva" for "bücher"; "" for what no name holds. */
export function inAscii(name: string): string {
  const lower = name.trim().toLowerCase();
  return /^[!-~]*$/.test(lower) ? lower : domainToASCII(lower);
}

/**
 * A host name as URLs have it: see `inAscii`, and no "*." before and no "." after it.
 *
 * @throws "option" for a text that is none
 */
export function hostName(text: string): string {
  const name = inAscii(text)
    .replace(/^\*?\./, "")
    .replace(/\.$/, "");
  if (!/^(\[[0-9a-f:.]+\]|[^\s/:@?#[\]\\*]+)$/.test(name) || name.includes(".."))
    throw problem.option`expected the name of a host or domain, such as "www.example.org" or "example.org"; ${got(text)}`;
  return name;
}
