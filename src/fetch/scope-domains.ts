import { registeredDomain } from "../url/host.js";

/**
 * Counts the hosts of each registered domain that are let in: a server that answers to every name below its domain
 * makes hosts without end. About 80 bytes per host.
 */
export class DomainHosts {
  readonly #most: number;
  readonly #hosts = new Set<string>();
  #fresh: string[] = [];
  readonly #counts = new Map<string, number>();

  /** @param most hosts per domain; Infinity: nothing is counted */
  constructor(most: number) {
    this.#most = most;
  }

  /** Is the host one too many? Else it is counted, once. */
  refuses(host: string): boolean {
    if (this.#most === Infinity || this.#hosts.has(host)) return false;
    const domain = registeredDomain(host);
    const count = this.#counts.get(domain) ?? 0;
    if (count >= this.#most) return true;
    this.#counts.set(domain, count + 1);
    this.#hosts.add(host);
    this.#fresh.push(host);
    return false;
  }

  /** All hosts that were let in. */
  save(): readonly string[] {
    return [...this.#hosts];
  }

  /** Those that were let in since this was called last. */
  changes(): readonly string[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }

  restore(hosts: readonly string[]): void {
    this.#hosts.clear();
    this.#counts.clear();
    for (const host of hosts) this.refuses(host);
  }
}
