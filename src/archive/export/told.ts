import { setImmediate } from "node:timers/promises";
import { Pace } from "../../base/pace.js";
import type { ProgressListener } from "../../base/progress-event.js";

interface Told<T> {
  readonly onProgress: ProgressListener | undefined;
  /** See ProgressEvent. */
  readonly task: string;
  readonly total: number;
  /** Units of an item; default 1. */
  readonly unitsOf?: (item: T) => number;
}

/** The same items. In between it tells how far it is, and lets others have their turn: one may stop the work. */
export async function* told<T>(
  items: Iterable<T> | AsyncIterable<T>,
  { onProgress, task, total, unitsOf = () => 1 }: Told<T>,
): AsyncGenerator<T> {
  const pace = new Pace();
  let done = 0;
  for await (const item of items) {
    if (onProgress && pace.isDue()) {
      onProgress({ task, done, total: Math.max(done, total) });
      await setImmediate();
    }
    yield item;
    done += unitsOf(item);
  }
}
