/**
 * Letters to add, leave out or change, and neighbours to swap, to get from one word to another. Damerau 1964; a letter
 * is swapped once.
 */
export function edits(from: string, to: string): number {
  let [before, row] = [[], Array.from({ length: to.length + 1 }, (_, i) => i)] as [number[], number[]];
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, change, isSwap ? before[j - 2] + 1 : change));
    }
    [before, row] = [row, next];
  }
  return row[to.length];
}

/** A name as it is compared: written with or without hyphens, capitals and spaces. */
export const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * For messages: " Did you mean lru?" where one of the names is that typed but for a third of its letters, or begins
 * with it; else "".
 *
 * @param names as they are to be typed
 */
export function meant(typed: string, names: readonly string[]): string {
  const wanted = plain(typed);
  if (wanted === "") return "";
  const distance = (name: string) => edits(wanted, plain(name));
  const [nearest] = names.toSorted((a, b) => distance(a) - distance(b));
  if (nearest !== undefined && distance(nearest) <= Math.max(1, wanted.length / 3)) return ` Did you mean ${nearest}?`;
  const begun = wanted.length < 3 ? undefined : names.find((name) => plain(name).startsWith(wanted));
  return begun === undefined ? "" : ` Did you mean ${begun}?`;
}
