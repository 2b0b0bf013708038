import type { Link } from "./link.js";
import { pause } from "./persist.js";
import type { Store } from "./store.js";

/** Milliseconds between two looks, and in which a queue that works delivers something. */
const LOOK_EVERY = 10_000;

/** Looks in a row at which nobody leads a stream. */
const UNLED_LOOKS = 6;

/**
 * Looks in a row at which something was amiss after which only whoever runs the servers can help: by then all streams
 * were made anew three times, or could not, or consumers were at every look, or something was asked for in vain all the
 * while.
 */
const SILENT_LOOKS = 9;

/** A queue that is taken of. */
export interface Watched {
  readonly queue: string;
  /** When a message came last, in milliseconds of `performance.now()`. */
  readonly heard: number;
}

/**
 * Makes anew, until the link is closed, what servers of a cluster that lost their disks do not find again by themselves
 * (seen with 2.9.10): a consumer that delivers nothing, though its stream holds messages for it; and a stream that nobody
 * leads for a minute, though the cluster answers. What a stream held is lost with it, as with a disk.
 *
 * @param onSilence told once when that does not help: the servers themselves no longer agree on what is stored
 */
export async function mendStuck(
  link: Link,
  store: Store,
  watched: () => Iterable<Watched>,
  onSilence: () => void,
): Promise<void> {
  for (let unled = 0, amiss = 0; ; ) {
    await pause(LOOK_EVERY);
    if (link.closed) return;
    if (!link.connected) continue;
    unled = (await store.unled()).length > 0 ? unled + 1 : 0;
    if (unled >= UNLED_LOOKS) await store.mendStreams().catch(() => {}); // the next look tells
    const isAmiss = unled > 0 || (await mendConsumers(store, watched()).catch(() => true));
    const late = performance.now() - LOOK_EVERY;
    amiss = isAmiss || [...link.failing.values()].some((since) => since < late) ? amiss + 1 : 0;
    if (amiss === SILENT_LOOKS) onSilence();
  }
}

/** @returns whether any delivered nothing */
async function mendConsumers(store: Store, watched: Iterable<Watched>): Promise<boolean> {
  const late = performance.now() - LOOK_EVERY;
  const waiting = await store.waiting();
  let isAmiss = false;
  for (const { queue, heard } of watched)
    if (heard < late && waiting.has(queue) && (await store.mendConsumer(queue))) isAmiss = true;
  return isAmiss;
}
