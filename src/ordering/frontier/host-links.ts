/** Links between hosts, as they are seen. Hosts are numbered 0, 1, ... */
export class HostLinks {
  readonly #distinct: boolean;
  /** By host: the hosts that it was seen to link to. */
  readonly #linked: Set<number>[] = [];
  readonly #into: Uint32Array;

  /**
   * @param size bounds the number of hosts
   * @param distinct true: of all links from one host to another one counts
   */
  constructor(size: number, distinct: boolean) {
    this.#distinct = distinct;
    this.#into = new Uint32Array(size);
  }

  /** Links into a host from others. */
  into(host: number): number {
    return this.#into[host];
  }

  /**
   * A link was seen. @returns true when it counts: not within a host, nor, where they are to be distinct, seen before
   */
  add(from: number, to: number): boolean {
    if (from === to) return false;
    if (this.#distinct) {
      this.#linked[from] ??= new Set();
      const linked = this.#linked[from];
      if (linked.has(to)) return false;
      linked.add(to);
    }
    this.#into[to]++;
    return true;
  }
}
