/**
 * The first number from `begin` on that has come behind something, where all after it have too; `end` when none has.
 * O(log (end - begin)).
 */
export function firstWhere(begin: number, end: number, isBehind: (index: number) => boolean): number {
  let low = begin;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Position of a value in ascending values that differ; -1 when it is not among them. */
export function positionOf(ascending: ArrayLike<number>, value: number): number {
  const at = firstWhere(0, ascending.length, (index) => ascending[index] >= value);
  return ascending[at] === value ? at : -1;
}

/**
 * The row that holds a position: the last one that begins at it or before.
 *
 * @param offsets where rows begin, ascending, and at last where the last one ends
 */
export const rowOf = (offsets: ArrayLike<number>, position: number): number =>
  Math.max(0, firstWhere(0, offsets.length - 1, (row) => offsets[row] > position) - 1);
