import type { CrawlControl, CrawlStatus, HostStatus } from "../fetch/status.js";
import type { History, Sample } from "./history.js";
import { reason } from "./reason.js";
import { HostDelays, type Tail } from "./tail.js";

/** Hosts that are looked at, and how many of them are shown. */
const LOOKED_AT = 200;
const SHOWN = 50;

/** A host, and the delay it was seen to have. */
export interface ObservedHost extends HostStatus {
  /** Milliseconds. */
  readonly delay?: number;
}

/** All that the page shows of one moment; `status.json` as well. */
export interface Observation {
  readonly status: CrawlStatus;
  /** Of the last second, once there is one. */
  readonly sample?: Sample;
  readonly requestsPerSecond: number;
  readonly reason: string;
  /** Hosts with most URLs queued first. */
  readonly hosts: readonly ObservedHost[];
  /** When they were listed, milliseconds since 1970. */
  readonly listed: number;
  readonly tail: Tail;
  /** Newest first. */
  readonly errors: ReturnType<CrawlControl["errors"]>;
}

/** Share of time that listing hosts may take; a crawl sorts all its hosts for it. */
const SHARE = 0.05;

/** Looks at a crawl, and costs it little: while listing hosts takes long, the list of before is shown for a while. */
export class Lookout {
  readonly #control: CrawlControl;
  readonly #history: History;
  readonly #clock: () => number;
  readonly #delays = new HostDelays();
  #hosts: readonly HostStatus[] = [];
  #listed = 0;
  #nextList = Number.NEGATIVE_INFINITY;

  /** @param clock milliseconds from anywhere */
  constructor(control: CrawlControl, history: History, clock: () => number = () => performance.now()) {
    this.#control = control;
    this.#history = history;
    this.#clock = clock;
  }

  /** @param status just taken, and the sample of the second before it */
  look(status: CrawlStatus, sample?: Sample): Observation {
    this.#list(status);
    const hosts = this.#hosts;
    const requestsPerSecond = this.#history.requestsPerSecond();
    return {
      status,
      sample,
      requestsPerSecond,
      reason: reason(status, hosts, requestsPerSecond),
      hosts: hosts.slice(0, SHOWN).map((host) => ({ ...host, delay: this.#delays.of(host.host) })),
      listed: this.#listed,
      tail: this.#delays.tail(hosts, status.now),
      errors: this.#control.errors().slice(0, SHOWN),
    };
  }

  /** What a crawl ends with is always listed. */
  #list({ now, state }: CrawlStatus): void {
    const begun = this.#clock();
    if (begun < this.#nextList && state !== "done" && state !== "stopped") return;
    this.#listed = now;
    this.#hosts = this.#control.hosts(LOOKED_AT);
    this.#delays.look(this.#hosts, now);
    const ended = this.#clock();
    this.#nextList = ended + (ended - begun) / SHARE;
  }
}
