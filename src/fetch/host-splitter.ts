import type { Neighbours, SentUrl } from "./neighbours.js";
import type { ExchangeCounts } from "./status.js";

/**
 * Stands between a page's links and the URLs that are known: what belongs to another process is sent there. Heydon and
 * Najork 1999; Broder et al. 2003, section 5.
 *
 * What has been sent is not sent again: with a URL cache, as far as that remembers; without one for as long as the
 * process runs, since the snapshot's table holds every URL anyway: an infinite cache.
 */
export class HostSplitter {
  readonly counts: { -readonly [name in keyof ExchangeCounts]: number };
  readonly #neighbours: Neighbours;
  /** Why no process would fetch a URL, by what shows in it; undefined: its owner decides. */
  readonly look: (url: string, depth: number) => string | undefined;

  constructor(neighbours: Neighbours, look: (url: string, depth: number) => string | undefined) {
    this.#neighbours = neighbours;
    this.look = look;
    this.counts = { foreign: 0, sent: 0, messages: 0, bytes: 0, received: 0, fresh: 0 };
  }

  isForeign(url: string): boolean {
    return !this.#neighbours.isOwn(url);
  }

  /** Sends what is no link of a page that is read now: start pages, and what is sent again. */
  sendBesides(found: SentUrl): void {
    this.counts.foreign++;
    this.send(found);
  }

  send(found: SentUrl): void {
    this.counts.sent++;
    this.#neighbours.send(found);
  }

  /** What went out and came in since the run began. */
  get exchange(): ExchangeCounts {
    return { ...this.counts, ...this.#neighbours.counts };
  }
}
