/** What a crawl reads its times from: the system's clock, or one that a test turns by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, `ms` milliseconds from now at the earliest. @returns takes the call back */
  after(ms: number, callback: () => void): () => void;
}

/**
 * The system's clock. It never steps backwards: a crawl that waits does not wait longer since someone set the clock.
 */
export function systemClock(): Clock {
  const offset = Date.now() - performance.now();
  return {
    now: () => Math.floor(offset + performance.now()),
    after(ms, callback) {
      const timer = setTimeout(callback, Math.min(Math.max(0, Math.ceil(ms)), 2 ** 31 - 1));
      return () => clearTimeout(timer);
    },
  };
}
