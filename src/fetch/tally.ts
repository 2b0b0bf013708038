import type { CrawlStatus, Trap } from "./status.js";

/** Counts that outlive a run, as they are stored. */
export type TallyState = Readonly<Omit<Tally, "restore" | "begin" | "page" | "body" | "rate" | "save">>;

/** Seconds over which rates are taken. */
const WINDOW = 10;

/** Those, and the one under way. */
const RING = WINDOW + 1;

/** Counts what a crawl does: Shkapenyuk and Suel 2001, Tables 4.1 and 4.2. */
export class Tally {
  elapsed = 0;
  requests = 0;
  robotsRequests = 0;
  pages = 0;
  bytes = 0;
  found = 0;
  fresh = 0;
  /** URLs found that memory knew. */
  known = 0;
  disallowed = 0;
  /** References that are no http(s) URL. */
  skipped = 0;
  readonly faults: Record<string, number> = {};
  readonly statuses: Record<string, number> = {};
  readonly outOfScope: Record<string, number> = {};
  readonly dropped: Record<string, number> = {};
  readonly oddities: Record<string, number> = {};

  /** Pages and bytes of the last seconds, a ring by second. */
  readonly #pagesBy = new Float64Array(RING);
  readonly #bytesBy = new Float64Array(RING);
  #second = 0;
  #since = 0;

  constructor(state?: TallyState) {
    if (state) this.restore(state);
  }

  /** Takes up counts; those by name that it has beside stay. */
  restore(state: TallyState): void {
    const { faults, statuses, outOfScope, dropped, oddities, ...numbers } = state;
    Object.assign(this, numbers);
    const names = { faults, statuses, outOfScope, dropped, oddities };
    for (const [name, counts] of Object.entries(names)) Object.assign(this[name as keyof typeof names], counts);
  }

  /** Begins to take rates. */
  begin(now: number): void {
    this.#second = Math.floor(now / 1000);
    this.#since = this.#second;
  }

  page(now: number): void {
    this.pages++;
    this.#turn(now);
    this.#pagesBy[this.#second % RING]++;
  }

  body(bytes: number, now: number): void {
    this.bytes += bytes;
    this.#turn(now);
    this.#bytesBy[this.#second % RING] += bytes;
  }

  /** Over the last ten whole seconds, or as many as there were. */
  rate(now: number): CrawlStatus["rate"] {
    this.#turn(now);
    const seconds = Math.min(WINDOW, this.#second - this.#since);
    if (seconds === 0) return { pagesPerSecond: 0, bytesPerSecond: 0 };
    const current = this.#second % RING;
    const sum = (ring: Float64Array) => ring.reduce((total, value, at) => (at === current ? total : total + value), 0);
    return { pagesPerSecond: sum(this.#pagesBy) / seconds, bytesPerSecond: sum(this.#bytesBy) / seconds };
  }

  save(): TallyState {
    return structuredClone({ ...this });
  }

  #turn(now: number): void {
    const second = Math.floor(now / 1000);
    for (let passed = 0; this.#second < second && passed <= WINDOW; passed++) {
      this.#second++;
      this.#pagesBy[this.#second % RING] = 0;
      this.#bytesBy[this.#second % RING] = 0;
    }
    this.#second = Math.max(this.#second, second);
  }
}

/** Adds one to a count by name. */
export const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** Traps that a status names: those with most pages. */
export const largestTraps = (traps: readonly Trap[]): readonly Trap[] =>
  [...traps].sort((a, b) => b.pages - a.pages || (a.url < b.url ? -1 : 1)).slice(0, 20);
