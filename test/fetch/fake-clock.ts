import type { Clock } from "../../src/fetch/clock.js";

interface Timer {
  readonly at: number;
  readonly number: number;
  readonly callback: () => void;
}

/** Requests to the disk, and what is packed, in a thread of Node's. */
const UNDER_WAY = /^FSReq|^CloseReq|^Zlib/i;
const isUnderWay = () => process.getActiveResourcesInfo().some((name) => UNDER_WAY.test(name));

/** The next turn of the event loop. It sleeps until something has come, where it does not have to turn for this. */
const turn = (maySleep: boolean) =>
  new Promise<void>((resolve) => {
    const next = setImmediate(resolve);
    if (maySleep) next.unref();
  });

/** A clock that goes on only when nothing else is to be done: a crawl of weeks takes seconds. */
export class FakeClock implements Clock {
  #now: number;
  #timers: Timer[] = [];
  #count = 0;

  constructor(now = Date.UTC(2001, 4, 28)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, ms), number: this.#count++, callback };
    this.#timers.push(timer);
    return () => {
      const at = this.#timers.indexOf(timer);
      if (at >= 0) this.#timers.splice(at, 1);
    };
  }

  /** Turns the clock until a promise is settled. What is read from and written to disk meanwhile is waited for. */
  async run<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    const end = work.finally(() => {
      settled = true;
    });
    end.catch(() => undefined);
    while (!settled) {
      let isBusy = isUnderWay();
      for (let idle = 0; idle < 4 && !settled; ) {
        await turn(isBusy);
        isBusy = isUnderWay();
        idle = isBusy ? 0 : idle + 1;
      }
      if (settled) break;
      let first: Timer | undefined;
      for (const timer of this.#timers) {
        if (!first || timer.at < first.at || (timer.at === first.at && timer.number < first.number)) first = timer;
      }
      if (!first) continue;
      this.#timers.splice(this.#timers.indexOf(first), 1);
      this.#now = Math.max(this.#now, first.at);
      first.callback();
    }
    return end;
  }
}
