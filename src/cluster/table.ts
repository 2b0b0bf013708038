import { problem } from "../base/error.js";
import type { PartitionKey } from "../url/partition.js";

const VERSION = 1;

/** One part of the web: who has it. */
export interface Part {
  /** Name of the process that has it, or that it is on its way to. */
  readonly owner: string;
  /** Process that it is to go to. */
  readonly next?: string;
  /** "arriving": it was given to the owner, who has not taken in all of it. */
  readonly phase: "held" | "arriving";
  /** How often it has changed hands. */
  readonly tenure: number;
  /** How often its owner was given up with all that it knew: whoever met a link to it says so again. */
  readonly lost: number;
}

/** A process of the crawl, by what tells it from another of that name. */
export interface Member {
  /** Of the folder that its shard is in. */
  readonly id: string;
  /** Its folder is there, so that another of its name is somebody else. */
  readonly hasBegun?: true;
  /** It hands over what it has, and goes. */
  readonly isLeaving?: true;
}

/**
 * Who fetches what in a crawl that several processes share: the one thing that all of them agree on. It changes as a
 * whole, by compare-and-swap; the functions below state how it may. A part never changes hands behind its owner's back,
 * unless an operator says that the owner is lost: hosts are asked by one process at a time.
 */
export interface CrawlTable {
  readonly version: typeof VERSION;
  /** Tells the crawl from another of its name, before it or after it. */
  readonly id: string;
  /** "done": nothing was left to be fetched. */
  readonly state: "running" | "done";
  readonly by: PartitionKey;
  readonly parts: readonly Part[];
  readonly members: Readonly<Record<string, Member>>;
  /** Names of processes that handed over all they had; their shards are parts of the crawl. */
  readonly left?: readonly string[];
  /** What all processes crawl by, as JSON holds it. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A crawl that its first process begins: all parts are its own. */
export function newTable(
  process: { readonly name: string; readonly id: string },
  { id, by, partitions, settings }: Pick<CrawlTable, "id" | "by" | "settings"> & { readonly partitions: number },
): CrawlTable {
  const part: Part = { owner: process.name, phase: "held", tenure: 0, lost: 0 };
  const parts = Array.from({ length: partitions }, () => part);
  return {
    version: VERSION,
    id,
    state: "running",
    by,
    parts,
    members: { [process.name]: { id: process.id } },
    settings,
  };
}

/** Adds a process, which is due an equal share; one that was leaving goes on with that. */
export function joined(table: CrawlTable, { name, id }: { readonly name: string; readonly id: string }): CrawlTable {
  return balanced({ ...table, members: { ...table.members, [name]: { ...table.members[name], id } } });
}

/** A process has its folder. */
export function begun(table: CrawlTable, name: string): CrawlTable {
  const member = table.members[name];
  if (member === undefined) return table;
  return { ...table, members: { ...table.members, [name]: { ...member, hasBegun: true } } };
}

/**
 * A process that never began is gone: what was sent to it goes to others as it is. The same table for one that has
 * begun, or is alone.
 */
export function withdrawn(table: CrawlTable, name: string): CrawlTable {
  const { [name]: member, ...members } = table.members;
  const others = Object.keys(members).filter((each) => !members[each].isLeaving);
  if (member === undefined || member.hasBegun || others.length === 0) return table;
  const parts = table.parts.map(({ next, ...part }): Part => {
    const kept = next === undefined || next === name ? part : { ...part, next };
    return part.owner === name ? { ...kept, owner: others[0] } : kept;
  });
  return balanced({ ...table, members, parts });
}

/** A process is to hand over all that it has. The same table when it is the only one. */
export function leaving(table: CrawlTable, name: string): CrawlTable {
  const { [name]: member, ...others } = table.members;
  if (member === undefined || Object.values(others).every(({ isLeaving }) => isLeaving)) return table;
  return balanced({ ...table, members: { ...table.members, [name]: { ...member, isLeaving: true } } });
}

/** A process that has nothing any more is gone. */
export function gone(table: CrawlTable, name: string): CrawlTable {
  if (table.parts.some(({ owner, next }) => owner === name || next === name)) return table;
  const { [name]: member, ...members } = table.members;
  if (member === undefined) return table;
  return { ...table, members, left: [...(table.left ?? []).filter((each) => each !== name), name] };
}

/** Parts go to the process that they were meant for, who is to take in what is known of them. */
export const given = (table: CrawlTable, numbers: readonly number[]): CrawlTable =>
  changed(table, numbers, ({ next, owner, tenure, lost }) => ({
    owner: next ?? owner,
    phase: "arriving",
    tenure: tenure + 1,
    lost,
  }));

/** A process has taken in all that is known of parts. */
export const arrived = (table: CrawlTable, numbers: readonly number[]): CrawlTable =>
  changed(table, numbers, (part) => ({ ...part, phase: "held" }));

/**
 * A process will not come back, and its disk is lost: others begin anew with its parts. The same table when there is no
 * other. Parts that were on their way to it are lost too.
 */
export function lost(table: CrawlTable, name: string): CrawlTable {
  const { [name]: member, ...members } = table.members;
  const heirs = Object.keys(members).filter((each) => !members[each].isLeaving);
  if (member === undefined || heirs.length === 0) return table;
  const counts = sharesOf({ ...table, members });
  const parts = table.parts.map((part): Part => {
    const { next, ...rest } = part;
    const kept = next !== undefined && next !== name ? part : rest;
    if (part.owner !== name) return kept;
    const owner = heirs.reduce((least, each) => ((counts.get(each) ?? 0) < (counts.get(least) ?? 0) ? each : least));
    counts.set(owner, (counts.get(owner) ?? 0) + 1);
    return { owner, phase: "held", tenure: part.tenure + 1, lost: part.lost + 1 };
  });
  return balanced({ ...table, members, parts });
}

/** The engine lost messages: everyone says again what links to whom. */
export const sentAgain = (table: CrawlTable): CrawlTable => ({
  ...table,
  parts: table.parts.map((part) => ({ ...part, lost: part.lost + 1 })),
});

export const done = (table: CrawlTable): CrawlTable => ({ ...table, state: "done" });

/** A crawl that was done, or is not, goes on. */
export const reopened = (table: CrawlTable): CrawlTable => ({ ...table, state: "running" });

/** Parts by who has them, or will. */
export function sharesOf({ parts, members }: Pick<CrawlTable, "parts" | "members">): Map<string, number> {
  const counts = new Map(Object.keys(members).map((name) => [name, 0]));
  for (const { owner, next = owner } of parts) counts.set(next, (counts.get(next) ?? 0) + 1);
  return counts;
}

/** Gives every process that stays an equal number of parts, give or take one, by as few moves as that needs. */
function balanced(table: CrawlTable): CrawlTable {
  const staying = Object.keys(table.members).filter((name) => !table.members[name].isLeaving);
  const counts = sharesOf(table);
  const least = Math.floor(table.parts.length / staying.length);
  let larger = table.parts.length % staying.length;
  const due = new Map<string, number>();
  for (const name of staying.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1)))
    due.set(name, least + (larger-- > 0 ? 1 : 0));
  const takers = staying.filter((name) => (counts.get(name) ?? 0) < (due.get(name) ?? 0));
  const parts = table.parts.map((part): Part => {
    const { next, ...rest } = part;
    const holder = next ?? part.owner;
    if ((counts.get(holder) ?? 0) <= (due.get(holder) ?? 0)) return part;
    const taker = takers.find((name) => (counts.get(name) ?? 0) < (due.get(name) ?? 0));
    if (taker === undefined) return part;
    counts.set(holder, (counts.get(holder) ?? 0) - 1);
    counts.set(taker, (counts.get(taker) ?? 0) + 1);
    return taker === part.owner ? rest : { ...rest, next: taker };
  });
  return { ...table, parts };
}

function changed(table: CrawlTable, numbers: readonly number[], change: (part: Part) => Part): CrawlTable {
  const chosen = new Set(numbers);
  return { ...table, parts: table.parts.map((part, number) => (chosen.has(number) ? change(part) : part)) };
}

/** @throws "version" for what is no table of this version */
export function readTable(bytes: Uint8Array): CrawlTable {
  const found = JSON.parse(Buffer.from(bytes).toString()) as Partial<CrawlTable>;
  if (found.version === VERSION && Array.isArray(found.parts) && typeof found.members === "object")
    return found as CrawlTable;
  throw problem.version`expected the table of a shared crawl, version ${VERSION}; found ${JSON.stringify(found).slice(0, 60)}: run the same version of crawlbench everywhere`;
}

export const tableBytes = (table: CrawlTable): Uint8Array => Buffer.from(JSON.stringify(table));
