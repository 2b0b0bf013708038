import type { Neighbours, SharedCrawl } from "../../src/fetch/neighbours.js";
import type { FakeClock } from "./fake-clock.js";

/** Neighbours of a crawl that is alone: whoever tests it says what is its own, and takes from it and gives it parts. */
export function loneNeighbours(
  clock: FakeClock,
  isOwn: (url: string) => boolean,
  begin: (crawl: SharedCrawl) => Promise<void> | void,
): Neighbours {
  let crawl: SharedCrawl | undefined;
  const beat = () => {
    crawl?.settle();
    crawl?.nudge();
    clock.after(10_000, beat);
  };
  return {
    isOwn,
    tenureOf: () => 0,
    get isOver() {
      return crawl?.isIdle ?? false;
    },
    isDone: true,
    counts: { messages: 0, bytes: 0 },
    send() {},
    async flush() {},
    async opened() {},
    async begin(of) {
      crawl = of;
      await begin(of);
      beat();
    },
    async end() {},
    cut() {},
    save: () => ({}),
    async saved() {},
  };
}
