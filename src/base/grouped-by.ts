/** Items with the same key together, groups and items in order of appearance. */
export function groupedBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): T[][] {
  const groups = new Map<K, T[]>();
  for (const item of items) append(groups, keyOf(item), item);
  return [...groups.values()];
}

/** Appends to the list of a key, which its first item begins. */
export function append<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
