import { TimeQueue } from "./time-queue.js";

/**
 * What all processes know of hosts, each of its own: the URLs that wait for a host, first in first out, and when it may
 * be asked next.
 *
 * 4 bytes per URL, 29 per host.
 */
export class HostTable {
  readonly #behind: Uint32Array;
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;
  /** URLs that wait in the queue of a host. */
  readonly lengths: Uint32Array;
  /** URLs of a host that wait in the front end. */
  readonly undrawn: Uint32Array;
  readonly busy: Uint8Array;
  /** When the next request may be sent, milliseconds. */
  readonly allowed: Float64Array;

  constructor(urls: number, hosts: number) {
    this.#behind = new Uint32Array(urls);
    this.#first = new Uint32Array(hosts);
    this.#last = new Uint32Array(hosts);
    this.lengths = new Uint32Array(hosts);
    this.undrawn = new Uint32Array(hosts);
    this.busy = new Uint8Array(hosts);
    this.allowed = new Float64Array(hosts);
  }

  append(host: number, url: number): void {
    if (this.lengths[host]++ === 0) this.#first[host] = url;
    else this.#behind[this.#last[host]] = url;
    this.#last[host] = url;
  }

  shift(host: number): number {
    const url = this.#first[host];
    this.lengths[host]--;
    this.#first[host] = this.#behind[url];
    return url;
  }
}

/**
 * The back end of one process's frontier: at most `most` queues, one host each, and the hosts that wait for their time.
 * A host is open while a request to it is under way or its queue holds a URL. Heydon and Najork 1999, section 3.2.
 */
export class HostQueues {
  readonly #table: HostTable;
  readonly #most: number;
  readonly #politeness: number;
  /** Hosts that have URLs waiting and no request under way, by when they may be asked. */
  readonly #ready = new TimeQueue();
  #open = 0;
  /** Hosts that are not open while URLs of theirs wait in the front end. */
  #unopened = 0;
  #changed = 0;
  #openTime = 0;
  #peak = 0;

  /** @param most hosts open at once */
  constructor(table: HostTable, { most, politeness }: { readonly most: number; readonly politeness: number }) {
    this.#table = table;
    this.#most = most;
    this.#politeness = politeness;
  }

  /** When the first waiting host may be asked; Infinity when none waits. */
  get due(): number {
    return this.#ready.time;
  }

  /** Most hosts open at once, so far. */
  get peak(): number {
    return this.#peak;
  }

  /** Hosts open now. */
  get open(): number {
    return this.#open;
  }

  /** Hosts open at once, summed over time. */
  openTime(now: number): number {
    return this.#openTime + this.#open * (now - this.#changed);
  }

  /** Is there room for one more host, and one that could be opened? */
  get wanting(): boolean {
    return this.#unopened > 0 && this.#open < this.#most;
  }

  /** A URL of this host waits in the front end. */
  announce(host: number): void {
    if (this.#table.undrawn[host]++ === 0 && !this.#isOpen(host)) this.#unopened++;
  }

  /** Takes over a URL that was announced; its host must be open, or there must be room for it. */
  file(host: number, url: number, now: number): void {
    this.#table.undrawn[host]--;
    if (!this.#isOpen(host)) {
      this.#unopened--;
      this.#count(1, now);
      this.#ready.push(Math.max(this.#table.allowed[host], now), host);
    }
    this.#table.append(host, url);
  }

  /** Takes out the first URL of the host whose time came first, and holds the host as busy; one must be due. */
  begin(): number {
    const host = this.#ready.pop();
    this.#table.busy[host] = 1;
    return this.#table.shift(host);
  }

  /** A request to the host was answered; the next may be sent once `politeness` times as long as it took has passed. */
  end(host: number, began: number, now: number): void {
    const { lengths, undrawn, busy, allowed } = this.#table;
    busy[host] = 0;
    allowed[host] = now + this.#politeness * (now - began);
    if (lengths[host] > 0) this.#ready.push(allowed[host], host);
    else {
      this.#count(-1, now);
      if (undrawn[host] > 0) this.#unopened++;
    }
  }

  #isOpen(host: number): boolean {
    return this.#table.lengths[host] > 0 || this.#table.busy[host] === 1;
  }

  #count(change: number, now: number): void {
    this.#openTime = this.openTime(now);
    this.#changed = now;
    this.#open += change;
    if (this.#open > this.#peak) this.#peak = this.#open;
  }
}
