import type { Crawl } from "../fetch/crawl.js";
import { EXIT } from "./exit.js";

/** What asks a program to end, and leaves it the time to clean up. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** How often a crawl was asked to end. */
export interface Signalled {
  readonly count: number;
  /** Listens no more. */
  off(): void;
}

/**
 * Ctrl-C, the end of a terminal or of a service: the first drains a crawl, the second breaks off what is under way, the
 * third ends the process.
 */
export function stopOnSignals(crawl: Pick<Crawl, "stop" | "abort">, onFirst = () => {}): Signalled {
  let count = 0;
  const stop = () => {
    if (++count === 1) {
      onFirst();
      void crawl.stop();
    } else if (count === 2) void crawl.abort();
    else process.exit(EXIT.stopped);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    get count() {
      return count;
    },
    off() {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}
