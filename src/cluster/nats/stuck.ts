import type { Link } from "./link.js";
import { pause } from "./persist.js";
import type { Store } from "./store.js";

/** Milliseconds between two looks, and in which a queue that works delivers something. */
const LOOK_EVERY = 10_000;

/** Looks in a row that a stream may leave without an answer. */
const SILENT_LOOKS = 6;

/** A queue that is taken of. */
export interface Watched {
  readonly queue: string;
  /** When a message came last, in milliseconds of `performance.now()`. */
  readonly heard: number;
}

/**
 * Makes anew, until the link is closed, what servers of a cluster that lost their disks do not find again by themselves
 * (seen with 2.9.10): a consumer that takes messages for done which its stream still holds, or that nobody leads; and a
 * stream that nobody leads for a minute, though the cluster has a leader. What a stream held is lost with it, as with a
 * disk.
 */
export async function mendStuck(link: Link, store: Store, watched: () => Iterable<Watched>): Promise<void> {
  let silent = 0;
  for (;;) {
    await pause(LOOK_EVERY);
    if (link.closed) return;
    if (!link.connected) continue;
    try {
      const waiting = await store.waiting();
      silent = 0;
      const late = performance.now() - LOOK_EVERY;
      for (const { queue, heard } of watched()) if (heard < late && waiting.has(queue)) await store.mendConsumer(queue);
    } catch {
      if (++silent >= SILENT_LOOKS) await store.mendStreams().catch(() => {}); // the next look tells
    }
  }
}
