import type { Link } from "./link.js";
import { pause } from "./persist.js";
import type { Store } from "./store.js";

/** Milliseconds between two looks, and in which a queue that works delivers something. */
const LOOK_EVERY = 10_000;

/** Looks in a row at which nobody leads a stream. */
const UNLED_LOOKS = 6;

/** Such looks after which only whoever runs the servers can help: by then all was made anew three times, or could not. */
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
  for (let unled = 0; ; ) {
    await pause(LOOK_EVERY);
    if (link.closed) return;
    if (!link.connected) continue;
    unled = (await store.unled()).length > 0 ? unled + 1 : 0;
    if (unled === SILENT_LOOKS) onSilence();
    const mended =
      unled === 0 ? mendConsumers(store, watched()) : unled < UNLED_LOOKS ? undefined : store.mendStreams();
    await mended?.catch(() => {}); // the next look tells
  }
}

async function mendConsumers(store: Store, watched: Iterable<Watched>): Promise<void> {
  const late = performance.now() - LOOK_EVERY;
  const waiting = await store.waiting();
  for (const { queue, heard } of watched) if (heard < late && waiting.has(queue)) await store.mendConsumer(queue);
}
