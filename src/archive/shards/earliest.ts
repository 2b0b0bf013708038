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
  for (let i = 0; i < times.length; i++)
    if (times[i].left > 0 && (found < 0 || times[i].peek() < times[found].peek())) found = i;
  return found;
}
