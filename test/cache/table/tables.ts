import { CircularChaining } from "../../../src/cache/table/circular-chaining.js";
import type { FingerprintTable } from "../../../src/cache/table/fingerprint-table.js";
import { ScatterTable } from "../../../src/cache/table/scatter-table.js";

/**
 * A table of 2^r entries, as each of the two structures makes it, and the storage that section 6 states for it with l =
 * 64.
 */
export interface Kind {
  readonly name: string;
  make(r: number, marks: boolean): FingerprintTable;
  bits(r: number, marks: boolean): number;
}

const chaining = (x: number): Kind => ({
  name: `direct circular chaining, x = ${x}`,
  make: (r, marks) => new CircularChaining(2 ** r, { marks, x: Math.min(x, r) }),
  bits: (r, marks) => {
    const most = Math.min(x, r);
    return 2 ** (r - most) * r + 2 ** r * (64 + most + 1) + (marks ? 2 ** r : 0);
  },
});

export const kinds: readonly Kind[] = [
  {
    name: "scatter table with circular lists",
    make: (r, marks) => new ScatterTable(2 ** r, { marks }),
    bits: (r, marks) => 2 ** r * (marks ? 66 : 65),
  },
  chaining(0),
  chaining(2),
  chaining(3),
  chaining(9),
];

/** "7f 3" of the words 0x7f and 3. */
export const keyOf = (high: number, low: number): string => `${(high >>> 0).toString(16)} ${(low >>> 0).toString(16)}`;

const words = new Uint32Array(2);

/** All that a table says that it holds, entry by entry. */
export const contents = (table: FingerprintTable, entries: Iterable<number>): string[] =>
  Array.from(entries, (entry) => {
    table.read(entry, words);
    return keyOf(words[0], words[1]);
  });

/** The entries that are taken, in lists, as the links have them. Throws when the lists are not what they must be. */
export function listsOf(table: FingerprintTable): number[][] {
  const lists: number[][] = [];
  const { capacity } = table;
  const walk = (first: number, isEnd: (entry: number) => boolean, linkOf: (entry: number) => number) => {
    const list = [first];
    for (let entry = first; !isEnd(entry); list.push(entry)) {
      entry = linkOf(entry);
      if (list.length > capacity) throw new Error(`the list from entry ${first} does not come to its end`);
    }
    return list;
  };
  if (table instanceof ScatterTable)
    for (let home = 0; home < capacity; home++) {
      if (!table.isFirst(home)) continue;
      const list = walk(
        home,
        (entry) => table.linkOf(entry) === home,
        (entry) => table.linkOf(entry),
      );
      if (list.slice(1).some((entry) => table.isFirst(entry))) throw new Error(`list ${home} has two first entries`);
      lists.push(list);
    }
  if (table instanceof CircularChaining)
    table.firstEntries.forEach((first, home) => {
      if (first === undefined) return;
      const list = walk(
        first,
        (entry) => table.isLast(entry),
        (entry) => table.linkOf(entry),
      );
      if (table.linkOf(list[list.length - 1]) !== home) throw new Error(`list ${home} ends at another's head`);
      lists.push(list);
    });
  return lists;
}
