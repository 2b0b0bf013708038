import { got, option, problem } from "../../base/error.js";
import { widestRow } from "../../web/graph/graph.js";
import { CrawlProcess, type ProcessSetting } from "./crawl-process.js";
import { type CrawledUrls, UrlState } from "./crawled-urls.js";
import type { DownloadRecorder } from "./download-log.js";
import { HostTable } from "./host-queues.js";
import { TimeQueue } from "./time-queue.js";

export interface TimedCrawlSetting extends Omit<ProcessSetting, "recorded"> {
  readonly latency: (url: number, host: number) => number;
  /** Milliseconds between the times at which URLs are sent to their processes; 0: at once. */
  readonly batch: number;
  /** Stop when so many requests were recorded, by all processes together. */
  readonly requests: number;
  readonly log?: DownloadRecorder;
}

/**
 * The event loop of a timed replay: downloads end, hosts come due, batches of URLs arrive. Equal times in this order of
 * words.
 */
export class TimedCrawl {
  readonly processes: readonly CrawlProcess[];
  /** Of each process: hosts open as each request was recorded, summed over requests. */
  readonly openByRequests: Float64Array;
  readonly #urls: CrawledUrls;
  readonly #setting: TimedCrawlSetting;
  /** Of each process `due`, which changes as its threads begin and end. */
  readonly #dues: Float64Array;
  /** Threads that download, by when they end. */
  readonly #ends = new TimeQueue();
  /** URLs on their way to another process. */
  #sent: number[] = [];
  #arrival = Number.POSITIVE_INFINITY;
  #now = 0;
  #downloads = 0;
  #pages = 0;
  #requests = 0;

  constructor(urls: CrawledUrls, setting: TimedCrawlSetting) {
    this.openByRequests = new Float64Array(urls.processes);
    this.#dues = new Float64Array(urls.processes).fill(Number.POSITIVE_INFINITY);
    this.#urls = urls;
    this.#setting = setting;
    const table = new HostTable(urls.size, urls.hostKeys.length);
    const { pages, links } = urls.shares();
    const widest = widestRow(urls.linked.offsets);
    this.processes = Array.from({ length: urls.processes }, (_, process) => {
      const requests = Math.min(links[process], setting.requests + widest);
      return new CrawlProcess(process, urls, table, { ...setting, recorded: { requests, pages: pages[process] } });
    });
  }

  /** Milliseconds since the start. */
  get now(): number {
    return this.#now;
  }

  /** Downloads that ended. */
  get downloads(): number {
    return this.#downloads;
  }

  /** Those of URLs that were stored. */
  get pages(): number {
    return this.#pages;
  }

  /** Time that all threads spent on downloads, milliseconds. */
  get busy(): number {
    return this.processes.reduce((sum, process) => sum + process.busyTime(this.#now), 0);
  }

  /** Gives start URLs to their processes. */
  start(from: Iterable<number>): void {
    for (const url of from) this.#deliver(url);
    for (const process of this.processes) process.frontEnd.flush();
    this.#beginAll();
  }

  /** Runs until nothing is left to do, the requests are there, or the time is up. */
  run(until: number): void {
    const ends = this.#ends;
    const dues = this.#dues;
    while (this.#requests < this.#setting.requests) {
      let time = ends.time;
      let who = -1;
      for (let process = 0; process < dues.length; process++) {
        if (dues[process] < time) {
          time = dues[process];
          who = process;
        }
      }
      const arrives = this.#arrival < time;
      if (arrives) time = this.#arrival;
      if (time === Number.POSITIVE_INFINITY) return;
      if (time > until) {
        this.#now = until;
        return;
      }
      this.#now = time;
      if (arrives) this.#arrive();
      else if (who >= 0) this.#begin(who);
      else this.#end(ends.pop());
    }
  }

  /** A thread ended its download. */
  #end(key: number): void {
    const { threads } = this.#setting;
    const who = Math.floor(key / threads);
    const thread = key - who * threads;
    const url = this.processes[who].end(thread, this.#now);
    const { size, stored } = this.#urls.linked;
    this.#downloads++;
    if (url % size < stored && this.#parse(who, thread, url)) this.#beginAll();
    else this.#begin(who);
  }

  /** Records what a page shows, and passes it on. @returns did another process learn of a URL? */
  #parse(who: number, thread: number, page: number): boolean {
    const { trace, frontEnd, queues, host } = this.processes[who];
    const urls = this.#urls;
    const { state, linked } = urls;
    const own = page % linked.size;
    const before = trace.length;
    const firstNew = trace.burst(page, own, thread, host[thread], this.#now);
    this.#pages++;
    this.#requests += trace.length - before;
    this.openByRequests[who] += queues.open * (trace.length - before);
    const { met, metCount } = trace;
    let others = false;
    for (let i = firstNew; i < metCount; i++) {
      const url = met[i];
      if (state[url] !== UrlState.unknown || !urls.fetches(url - page + own)) continue;
      const host = urls.hostOf(url);
      const owner = urls.ownerOfHost(host);
      if (owner !== who && this.#setting.batch > 0) this.#send(url);
      else {
        this.#deliver(url, host, owner);
        others ||= owner !== who;
      }
    }
    frontEnd.flush();
    if (own < linked.web.graph.size) frontEnd.reveal(page);
    if (others) for (const process of this.processes) process.frontEnd.flush();
    return others;
  }

  #send(url: number): void {
    const { batch } = this.#setting;
    if (this.#sent.length === 0) this.#arrival = (Math.floor(this.#now / batch) + 1) * batch;
    this.#sent.push(url);
  }

  /** A batch reaches the processes. */
  #arrive(): void {
    const sent = this.#sent;
    this.#sent = [];
    this.#arrival = Number.POSITIVE_INFINITY;
    for (const url of sent) this.#deliver(url);
    for (const process of this.processes) process.frontEnd.flush();
    this.#beginAll();
  }

  /** The duplicate URL eliminator: passes on what its process has not seen. */
  #deliver(url: number, host = this.#urls.hostOf(url), owner = this.#urls.ownerOfHost(host)): void {
    const { state } = this.#urls;
    if (state[url] !== UrlState.unknown) return;
    state[url] = UrlState.discovered;
    const { frontEnd, queues } = this.processes[owner];
    frontEnd.add(url);
    queues.announce(host);
  }

  #beginAll(): void {
    for (let process = 0; process < this.processes.length; process++) this.#begin(process);
  }

  /** Sets free threads of a process to work, as many as can be. */
  #begin(who: number): void {
    const process = this.processes[who];
    const { threads, latency, log, politeness } = this.#setting;
    const now = this.#now;
    for (;;) {
      const thread = process.begin(now);
      if (thread < 0) break;
      const url = process.url[thread];
      const host = process.host[thread];
      const takes = latency(url, host);
      if (!(takes > 0 && takes < Number.POSITIVE_INFINITY))
        throw problem.option`${option("latency", "timedReplay")} gives the milliseconds of each download, finite and above 0; ${got(takes)} of ${this.#urls.nameOf(url)}`;
      const end = now + takes;
      if (end + politeness * takes === Number.POSITIVE_INFINITY)
        throw problem.option`${option("politeness", "timedReplay")} ${politeness} times the ${takes} ms of ${this.#urls.nameOf(url)} ends later than numbers go: take less of either`;
      this.#ends.push(end, who * threads + thread);
      log?.add(url, host, who, thread, now, end);
    }
    this.#dues[who] = process.due;
  }
}
