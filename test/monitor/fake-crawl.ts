import { problem } from "../../src/base/error.js";
import type {
  CrawlControl,
  CrawlStatus,
  HostStatus,
  MissCurves,
  NearCounts,
  ProcessStatus,
} from "../../src/fetch/status.js";

/** 21 November 2026, 12:00:00 UTC. */
export const NOON = Date.UTC(2026, 10, 21, 12);

/** Shkapenyuk and Suel 2001, Tables 4.1 and 4.2, as they were printed; their "other" is put down to two statuses. */
export const suel = {
  requests: 161_549_811,
  robotsRequests: 16_933_942,
  faults: { "body-timeout": 2_288_084, other: 5_873_685 - 2_288_084 },
  dropped: {},
  oddities: {},
  statuses: {
    "200": 121_292_132,
    "404": 7_379_633,
    "302": 6_065_464,
    "301": 2_885_665,
    "403": 488_132,
    "401": 413_853,
    "500": 91_891,
    "410": 75_414,
    "503": 50_000,
  },
  bytes: 13_354 * 138_742_184,
} as const;

export const someStatus: CrawlStatus = {
  state: "running",
  ordering: "breadth-first",
  started: NOON - 3_600_000,
  now: NOON,
  elapsed: 3_600_000,
  requests: 5000,
  robotsRequests: 400,
  faults: { refused: 3 },
  dropped: {},
  oddities: {},
  statuses: { "200": 4000, "404": 500, "301": 97 },
  pages: 3800,
  bytes: 61_000_000,
  links: { found: 90_000, fresh: 52_000, outOfScope: { host: 1200 } },
  disallowed: 31,
  frontier: 45_678,
  hosts: { known: 1234, ready: 12, waiting: 88, down: 1, inUse: 16 },
  inFlight: 16,
  rate: { pagesPerSecond: 56.7, bytesPerSecond: 812_000 },
  cacheHits: 0.815,
  checkpoint: NOON - 240_000,
  blocked: [],
  memory: 312_000_000,
};

/** Of a calendar without end, whose URL turns the direction of what follows. */
export const someNear: NearCounts = {
  pages: 1234,
  unfollowed: 1034,
  traps: [{ url: "http://a.example/cal?m=\u202e1", prefix: "http://a.example/cal?m=", pages: 1084 }],
};

/** One of the processes that share a crawl; of the URLs it found that belong to others, 3 in 4 had been sent before. */
export const someProcess = (name: string, more: Partial<ProcessStatus> = {}): ProcessStatus => ({
  name,
  state: "running",
  heard: NOON - 400,
  partitions: 16,
  pages: 1900,
  pagesPerSecond: 28.35,
  frontier: 22_839,
  inFlight: 8,
  memory: 156_000_000,
  exchange: { foreign: 4000, sent: 1000, messages: 10, bytes: 42_000, received: 900, fresh: 500 },
  ...more,
});

/** Caches of 1 to 64 entries on 5,000 URLs, 30 of them different; what small caches of FIFO miss is not known. */
export const someCurves: MissCurves = {
  requests: 5000,
  distinct: 30,
  sizes: [1, 2, 4, 8, 16, 32, 64],
  curves: [
    { policy: "CLOCK", missRates: [1, 0.9, 0.8, 0.5, 0.2, 0.006, 0.006] },
    { policy: "FIFO", missRates: [null, null, 0.85, 0.6, 0.3, 0.006, 0.006] },
  ],
  notes: [],
};

/** A crawl that does nothing but remember what it was told; its figures are set by hand. */
export class FakeCrawl implements CrawlControl {
  readonly calls: unknown[][] = [];
  current: CrawlStatus;
  listed: HostStatus[] = [];
  said: { time: number; url: string; fault: string; message: string }[] = [];
  /** What the next call throws. */
  trouble: Error | undefined;

  constructor(status: Partial<CrawlStatus> = {}) {
    this.current = { ...someStatus, ...status };
  }

  /** Lets time pass at 50 pages, 60 requests and 800 kB per second. */
  pass(milliseconds: number, more: Partial<CrawlStatus> = {}): void {
    const { now, elapsed, pages, requests, bytes } = this.current;
    this.current = {
      ...this.current,
      now: now + milliseconds,
      elapsed: elapsed + milliseconds,
      pages: pages + 0.05 * milliseconds,
      requests: requests + 0.06 * milliseconds,
      bytes: bytes + 800 * milliseconds,
      ...more,
    };
  }

  status(): CrawlStatus {
    this.#fail();
    return this.current;
  }
  hosts(count: number): readonly HostStatus[] {
    return this.listed.slice(0, count);
  }
  errors() {
    return this.said;
  }
  setSpeed(requestsPerSecond: number | undefined): void {
    this.calls.push(["setSpeed", requestsPerSecond]);
    this.#fail();
    this.current = { ...this.current, speed: requestsPerSecond };
  }
  pause(): void {
    this.calls.push(["pause"]);
    this.current = { ...this.current, state: "paused" };
  }
  proceed(): void {
    this.calls.push(["proceed"]);
    this.current = { ...this.current, state: "running" };
  }
  async checkpoint(): Promise<void> {
    this.calls.push(["checkpoint"]);
    this.#fail();
    this.current = { ...this.current, checkpoint: this.current.now };
  }
  block(hostOrDomain: string): void {
    this.calls.push(["block", hostOrDomain]);
    if (!/^[a-z0-9.-]+$/.test(hostOrDomain)) throw problem.option`block: expected a host name, found "${hostOrDomain}"`;
    this.current = { ...this.current, blocked: [...this.current.blocked, hostOrDomain] };
  }
  unblock(hostOrDomain: string): void {
    this.calls.push(["unblock", hostOrDomain]);
    this.current = { ...this.current, blocked: this.current.blocked.filter((name) => name !== hostOrDomain) };
  }
  async stop(): Promise<void> {
    this.calls.push(["stop"]);
    this.current = { ...this.current, state: "draining" };
  }

  #fail(): void {
    const { trouble } = this;
    this.trouble = undefined;
    if (trouble) throw trouble;
  }
}
