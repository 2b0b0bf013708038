import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../src/fetch/clock.js";

interface Timer {
  readonly at: number;
  readonly number: number;
  readonly callback: () => void;
}

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
      for (let idle = 0; idle < 4 && !settled; ) {
        await setImmediate();
        idle = process.getActiveResourcesInfo().some((name) => /^FSReq|^CloseReq|^Zlib/i.test(name)) ? 0 : idle + 1;
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
