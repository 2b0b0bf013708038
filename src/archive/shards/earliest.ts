import type { ColumnCursor } from "./column-cursor.js";

/**
 * Which of several columns of times goes on with the earliest; of equal ones the first. Each keeps its own order: taken
 * from again and again, they are merged in order of time.
 *
 * @returns -1 when all are at their ends
 *
 * O(columns).
 */
export function earliest(times: readonly ColumnCursor[]): number {
  let found = -1;
  let first = 0;
  for (let i = 0; i < times.length; i++) {
    if (times[i].left === 0) continue;
    const time = times[i].peek();
    if (found >= 0 && !(time < first)) continue;
    found = i;
    first = time;
  }
  return found;
}
