import type { OrderingMethod } from "../../ordering/ordering.js";
import type { CrawledUrls } from "./crawled-urls.js";
import { UrlState } from "./crawled-urls.js";
import { FrontEnd } from "./front-end.js";
import { HostQueues, type HostTable } from "./host-queues.js";
import { type RecordedSize, RecordedTrace } from "./recorded-trace.js";

export interface ProcessSetting {
  readonly ordering: OrderingMethod;
  readonly threads: number;
  readonly most: number;
  readonly politeness: number;
  readonly seed: number;
  readonly recorded: RecordedSize;
}

/**
 * One process of the crawler: its frontier, its threads and its log.
 *
 * A thread that is free takes the host whose time came first. When no host is due while another could be opened, URLs
 * are drawn from the ordering, and filed behind their hosts, until one opens.
 */
export class CrawlProcess {
  readonly frontEnd: FrontEnd;
  readonly queues: HostQueues;
  readonly trace: RecordedTrace;
  readonly #urls: CrawledUrls;
  /** Threads that are free: a ring, the one that is longest free first. */
  readonly #idle: Uint32Array;
  #idleFirst = 0;
  #idleCount: number;
  /** What each thread downloads, and since when. */
  readonly url: Uint32Array;
  readonly host: Uint32Array;
  readonly since: Float64Array;
  #busyTime = 0;
  #changed = 0;

  constructor(process: number, urls: CrawledUrls, hosts: HostTable, setting: ProcessSetting) {
    const { threads } = setting;
    this.#urls = urls;
    this.frontEnd = new FrontEnd(urls, process, setting.ordering, setting.seed);
    this.queues = new HostQueues(hosts, setting);
    this.trace = new RecordedTrace(urls, setting.recorded);
    this.#idle = Uint32Array.from({ length: threads }, (_, thread) => thread);
    this.#idleCount = threads;
    this.url = new Uint32Array(threads);
    this.host = new Uint32Array(threads);
    this.since = new Float64Array(threads);
  }

  /** Time that threads spent on downloads, milliseconds. */
  busyTime(now: number): number {
    return this.#busyTime + (this.#idle.length - this.#idleCount) * (now - this.#changed);
  }

  /**
   * When a free thread can begin its next download, as far as this is known; Infinity while none is free or no host
   * waits.
   */
  get due(): number {
    return this.#idleCount === 0 ? Number.POSITIVE_INFINITY : this.queues.due;
  }

  /** Sets a free thread to work. @returns its number; -1 when none is free or nothing may be asked for now */
  begin(now: number): number {
    if (this.#idleCount === 0) return -1;
    while (this.queues.due > now) if (!this.#draw(now)) return -1;
    const thread = this.#idle[this.#idleFirst];
    this.#idleFirst = this.#idleFirst + 1 === this.#idle.length ? 0 : this.#idleFirst + 1;
    this.#busyTime = this.busyTime(now);
    this.#changed = now;
    this.#idleCount--;
    const url = this.queues.begin();
    this.url[thread] = url;
    this.host[thread] = this.#urls.hostOf(url);
    this.since[thread] = now;
    return thread;
  }

  /** A thread has downloaded its page and is free again. @returns the URL */
  end(thread: number, now: number): number {
    const url = this.url[thread];
    this.#urls.state[url] = UrlState.crawled;
    this.queues.end(this.host[thread], this.since[thread], now);
    this.#busyTime = this.busyTime(now);
    this.#changed = now;
    let last = this.#idleFirst + this.#idleCount++;
    if (last >= this.#idle.length) last -= this.#idle.length;
    this.#idle[last] = thread;
    return url;
  }

  /** Moves one URL from the front end to the back end. @returns was it of use, and was there one? */
  #draw(now: number): boolean {
    if (!this.queues.wanting) return false;
    const url = this.frontEnd.next();
    if (url < 0) return false;
    this.queues.file(this.#urls.hostOf(url), url, now);
    return true;
  }
}
