import type { StoredMsg } from "@nats-io/jetstream";
import type { End, Versioned } from "../engine.js";
import type { Link } from "./link.js";
import { longer, pause } from "./persist.js";

/** Looks after a hint, over 7 seconds: the hint may come before the server stored the value. */
const LOOKS = 8;

/**
 * Follows one key of the table: what is sent there is a hint to look, and so is a reconnect. The client's own watching
 * needs a consumer for each who watches; when a server of a cluster was lost, others are put on it none the less, and
 * never come (2.9.10).
 */
export function watch(
  link: Link,
  subject: string,
  read: () => Promise<StoredMsg | null>,
  handler: (entry: Versioned) => void,
): End {
  let hints = 0;
  /** What the last hint said, until it was read. */
  let awaited: Uint8Array | undefined;
  /** Revision and time of what was told last: a table that was made anew counts from 1 again. */
  let told = "";
  const look = async (hint = awaited) => {
    const turn = ++hints;
    awaited = hint;
    for (let attempt = 0; attempt < LOOKS; attempt++) {
      const entry = await read().catch(() => null);
      if (turn !== hints) return; // a later hint looks, or it ended
      const which = entry ? `${entry.seq} ${entry.timestamp}` : told;
      if (entry && which !== told) queueMicrotask(() => handler({ value: entry.data, revision: entry.seq }));
      told = which;
      if (!hint || (entry && Buffer.compare(hint, entry.data) === 0)) awaited = undefined;
      if (!awaited) return;
      await pause(longer(attempt));
    }
  };
  const subscription = link.connection.subscribe(subject, { callback: (_, message) => void look(message?.data) });
  let forget = () => {};
  const follow = () => {
    forget = link.onChange(follow);
    if (link.connected && !link.closed) void look();
  };
  follow();
  return async () => {
    hints = Number.NaN;
    forget();
    if (!link.closed) subscription.unsubscribe();
  };
}
