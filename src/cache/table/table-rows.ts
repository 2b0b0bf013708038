import { problem } from "../../base/error.js";
import type { TableDiagramRow } from "../../figure/table-drawing.js";
import { CircularChaining } from "./circular-chaining.js";
import type { Entry, FingerprintCache, FingerprintClock, FingerprintTable } from "./fingerprint-table.js";
import { ScatterTable } from "./scatter-table.js";

/** One entry of a table of fingerprints, or one head of its lists, as it stands there. */
export interface TableRow extends TableDiagramRow {
  readonly structure: "direct circular chaining" | "scatter table with circular lists";
}

const NO_HEAD = { key: "", bit: false, isMarked: false, hasHand: false } as const;

/**
 * What a table holds at this moment, place by place: heads, if it has any, then entries.
 *
 * @param source a table, or a cache on one by CLOCK, which also has a hand
 */
export function tableRows(source: FingerprintTable | FingerprintCache | FingerprintClock): TableRow[] {
  if (typeof source !== "object" || source === null) throw noTable();
  const table = "table" in source ? source.table : source;
  const hand = "hand" in source && source.table.size === source.table.capacity ? source.hand() : -1;
  if (table instanceof ScatterTable) return scatterRows(table, hand);
  if (table instanceof CircularChaining) return chainingRows(table, hand);
  throw noTable();
}

const noTable = () => problem.option`expected a ScatterTable, a CircularChaining, or what clockCache makes of one`;

function scatterRows(table: ScatterTable, hand: Entry): TableRow[] {
  const structure = "scatter table with circular lists";
  const listOf = new Map<Entry, Entry>();
  for (let home = 0; home < table.capacity; home++) {
    if (!table.isFirst(home)) continue;
    let entry = home;
    do {
      listOf.set(entry, home);
      entry = table.linkOf(entry);
    } while (entry !== home);
  }
  return Array.from({ length: table.capacity }, (_, place): TableRow => {
    const isFree = !listOf.has(place);
    const link = isFree ? -1 : table.linkOf(place);
    const list = listOf.get(place) ?? -1;
    const bit = table.isFirst(place);
    const common = { structure, kind: "entry", place, isFree, link, list, bit } as const;
    return {
      ...common,
      linkTo: isFree ? "" : "entry",
      ...keyAndClock(table, place, isFree, Math.log2(table.capacity), hand),
    };
  });
}

function chainingRows(table: CircularChaining, hand: Entry): TableRow[] {
  const structure = "direct circular chaining";
  const heads = table.firstEntries;
  const listOf = new Map<Entry, number>();
  heads.forEach((first, home) => {
    if (first === undefined) return;
    let entry = first;
    for (; !table.isLast(entry); entry = table.linkOf(entry)) listOf.set(entry, home);
    listOf.set(entry, home);
  });
  const ofHeads = heads.map((first, place): TableRow => {
    const isFree = first === undefined;
    const common = { structure, kind: "head", place, isFree, link: first ?? -1, list: place } as const;
    return { ...common, linkTo: isFree ? "" : "entry", ...NO_HEAD };
  });
  const entries = Array.from({ length: table.capacity }, (_, place): TableRow => {
    const isFree = !listOf.has(place);
    const bit = !isFree && table.isLast(place);
    const link = isFree ? -1 : table.linkOf(place);
    const common = { structure, kind: "entry", place, isFree, link, list: listOf.get(place) ?? -1, bit } as const;
    return {
      ...common,
      linkTo: isFree ? "" : bit ? "head" : "entry",
      ...keyAndClock(table, place, isFree, Math.log2(heads.length), hand),
    };
  });
  return [...ofHeads, ...entries];
}

/** @param homeBits first bits of the fingerprint, which name the list and are not stored */
function keyAndClock(table: FingerprintTable, place: Entry, isFree: boolean, homeBits: number, hand: Entry) {
  const words = new Uint32Array(2);
  if (!isFree) table.read(place, words);
  const stored = ((BigInt(words[0]) << 32n) | BigInt(words[1])) & ((1n << BigInt(64 - homeBits)) - 1n);
  return {
    key: isFree ? "" : stored.toString(16).padStart(Math.ceil((64 - homeBits) / 4), "0"),
    isMarked: !isFree && table.hasMarks && table.isMarked(place),
    hasHand: place === hand,
  };
}
